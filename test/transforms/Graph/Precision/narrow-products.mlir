// RUN: tvm-opt %s --target-set=entries=dot_product=vnni --graph-narrow-products -split-input-file | FileCheck %s
// RUN: tvm-opt %s --pass-pipeline='builtin.module(target-set{entries=dot_product=madd},func.func(graph-narrow-products))' -split-input-file | FileCheck %s --check-prefix=INTEGERS

// Bytes of the data, weights as bytes; the zero point times the weights' sums
// is subtracted. 18 steps of the sum become 20.
// CHECK-LABEL: func.func @matmul
// CHECK-SAME: (%[[X:.*]]: tensor<4x18xui8>
// CHECK: %[[ZERO:.*]] = graph.constant dense<3> : tensor<i32>
// CHECK: %[[W:.*]] = graph.cast %{{.*}} {to = i8} : (tensor<18x16xi32>) -> tensor<18x16xi8>
// CHECK: %[[A:.*]] = graph.pad %[[X]] low [0, 0] high [0, 2] mode constant
// CHECK: %[[B:.*]] = graph.pad %[[W]] low [0, 0] high [2, 0] mode constant
// CHECK: %[[P:.*]] = graph.matmul %[[A]], %[[B]] : (tensor<4x20xui8>, tensor<20x16xi8>) -> tensor<4x16xi32>
// CHECK: %[[S:.*]] = graph.reduce sum %{{.*}} [0] : (tensor<18x16xi32>) -> tensor<16xi32>
// CHECK: %[[R:.*]] = graph.reshape %[[S]]
// CHECK: %[[M:.*]] = graph.mul %[[ZERO]], %[[R]]
// CHECK: %[[Y:.*]] = graph.sub %[[P]], %[[M]]
// CHECK: return %[[Y]]
func.func @matmul(%x: tensor<4x18xui8>) -> tensor<4x16xi32> {
  %zero = graph.constant dense<3> : tensor<i32>
  %w = graph.constant dense<-128> : tensor<18x16xi32>
  %0 = graph.cast %x {to = i32} : (tensor<4x18xui8>) -> tensor<4x18xi32>
  %1 = graph.sub %0, %zero : (tensor<4x18xi32>, tensor<i32>) -> tensor<4x18xi32>
  %y = graph.matmul %1, %w : (tensor<4x18xi32>, tensor<18x16xi32>) -> tensor<4x16xi32>
  return %y : tensor<4x16xi32>
}

// -----

// Data with a sign: 128 more, and so is the zero, which there was none of.
// CHECK-LABEL: func.func @signed
// CHECK-SAME: (%[[X:.*]]: tensor<4x16xi8>
// CHECK: %[[SHIFT:.*]] = graph.constant dense<128> : tensor<i32>
// CHECK: %[[WIDE:.*]] = graph.cast %[[X]] {to = i32}
// CHECK: %[[SUM:.*]] = graph.add %[[WIDE]], %[[SHIFT]]
// CHECK: %[[A:.*]] = graph.cast %[[SUM]] {to = ui8}
// CHECK: graph.matmul %[[A]], %{{.*}} {transpose_b = true}
// CHECK: graph.reduce sum %{{.*}} [1] : (tensor<8x16xi32>) -> tensor<8xi32>
// CHECK: graph.mul %[[SHIFT]]
// CHECK: graph.sub
func.func @signed(%x: tensor<4x16xi8>) -> tensor<4x8xi32> {
  %w = graph.constant dense<1> : tensor<8x16xi8>
  %0 = graph.cast %x {to = i32} : (tensor<4x16xi8>) -> tensor<4x16xi32>
  %1 = graph.cast %w {to = i32} : (tensor<8x16xi8>) -> tensor<8x16xi32>
  %y = graph.matmul %0, %1 {transpose_b = true} : (tensor<4x16xi32>, tensor<8x16xi32>) -> tensor<4x8xi32>
  return %y : tensor<4x8xi32>
}

// -----

// Dequantised data, padded with what stands for zero, and weights with a scale
// for each output.
// INTEGERS-LABEL: func.func @matmul
// INTEGERS: graph.matmul %{{.*}} : (tensor<4x20xui8>, tensor<20x16xi8>)
// INTEGERS-LABEL: func.func @conv
// INTEGERS: graph.conv
// INTEGERS-SAME: (tensor<1x4x9x9xf32>, tensor<8x4x3x3xf32>) -> tensor<1x8x5x5xf32>
// CHECK-LABEL: func.func @conv
// CHECK-SAME: (%[[X:.*]]: tensor<1x4x9x9xui8>
// CHECK-DAG: %[[ZERO:.*]] = graph.constant dense<1.140000e+02> : tensor<f32>
// CHECK-DAG: %[[OF_X:.*]] = graph.constant dense<2.000000e-02> : tensor<f32>
// CHECK: %[[Z:.*]] = graph.cast %[[ZERO]] {to = i32}
// CHECK: %[[BYTE:.*]] = graph.cast %[[Z]] {to = ui8}
// CHECK: %[[A:.*]] = graph.pad %[[X]] value %[[BYTE]] low [0, 0, 1, 1] high [0, 0, 1, 1] mode constant
// CHECK: %[[C:.*]] = graph.conv %[[A]], %{{.*}} {dilations = array<i64: 1, 1>, pads = array<i64: 0, 0, 0, 0>, strides = array<i64: 2, 2>} : (tensor<1x4x11x11xui8>, tensor<8x4x3x3xi8>) -> tensor<1x8x5x5xi32>
// CHECK: graph.reduce sum %{{.*}} [1, 2, 3] : (tensor<8x4x3x3xi32>) -> tensor<8xi32>
// CHECK: %[[S:.*]] = graph.sub %[[C]]
// CHECK: %[[OF_W:.*]] = graph.reshape %{{.*}} : (tensor<8x1x1x1xf32>{{.*}} -> tensor<8x1x1xf32>
// CHECK: %[[SCALE:.*]] = graph.mul %[[OF_X]], %[[OF_W]]
// CHECK: %[[F:.*]] = graph.cast %[[S]] {to = f32}
// CHECK: graph.mul %[[F]], %[[SCALE]]
func.func @conv(%x: tensor<1x4x9x9xui8>) -> tensor<1x8x5x5xf32> {
  %zero = graph.constant dense<114.0> : tensor<f32>
  %ofX = graph.constant dense<0.02> : tensor<f32>
  %ofW = graph.constant dense<0.01> : tensor<8x1x1x1xf32>
  %w = graph.constant dense<-5> : tensor<8x4x3x3xi8>
  %0 = graph.cast %x {to = f32} : (tensor<1x4x9x9xui8>) -> tensor<1x4x9x9xf32>
  %1 = graph.sub %0, %zero : (tensor<1x4x9x9xf32>, tensor<f32>) -> tensor<1x4x9x9xf32>
  %2 = graph.mul %1, %ofX : (tensor<1x4x9x9xf32>, tensor<f32>) -> tensor<1x4x9x9xf32>
  %3 = graph.cast %w {to = f32} : (tensor<8x4x3x3xi8>) -> tensor<8x4x3x3xf32>
  %4 = graph.mul %3, %ofW : (tensor<8x4x3x3xf32>, tensor<8x1x1x1xf32>) -> tensor<8x4x3x3xf32>
  %y = graph.conv %2, %4 {strides = array<i64: 2, 2>, dilations = array<i64: 1, 1>,
      pads = array<i64: 1, 1, 1, 1>}
      : (tensor<1x4x9x9xf32>, tensor<8x4x3x3xf32>) -> tensor<1x8x5x5xf32>
  return %y : tensor<1x8x5x5xf32>
}

// -----

// Of the data's channels, only weights say how many they are.
// A bias of integers stays the convolution's, that of floats is added behind
// their scale.
// CHECK-LABEL: func.func @biases
// CHECK: %[[WHOLE:.*]] = graph.conv %{{.*}}, %{{.*}}, %arg1 {{.*}} : (tensor<1x4x9xui8>, tensor<8x4x3xi8>, tensor<8xi32>) -> tensor<1x8x7xi32>
// CHECK: graph.conv {{.*}} : (tensor<1x4x9xui8>, tensor<8x4x3xi8>) -> tensor<1x8x7xi32>
// CHECK: %[[SCALED:.*]] = graph.mul {{.*}} -> tensor<1x8x7xf32>
// CHECK: %[[BIAS:.*]] = graph.reshape %arg2, {{.*}} -> tensor<8x1xf32>
// CHECK: %[[FLOATS:.*]] = graph.add %[[SCALED]], %[[BIAS]]
// CHECK: return %[[WHOLE]], %[[FLOATS]]
func.func @biases(%x: tensor<1x4x9xui8>, %b: tensor<8xi32>, %c: tensor<8xf32>) -> (tensor<1x8x7xi32>, tensor<1x8x7xf32>) {
  %v = graph.constant dense<1> : tensor<8x4x3xi32>
  %0 = graph.cast %x {to = i32} : (tensor<1x4x9xui8>) -> tensor<1x4x9xi32>
  %y = graph.conv %0, %v, %b {strides = array<i64: 1>, dilations = array<i64: 1>, pads = array<i64: 0, 0>}
      : (tensor<1x4x9xi32>, tensor<8x4x3xi32>, tensor<8xi32>) -> tensor<1x8x7xi32>
  %s = graph.constant dense<0.02> : tensor<f32>
  %i = graph.constant dense<-5> : tensor<8x4x3xi8>
  %1 = graph.cast %x {to = f32} : (tensor<1x4x9xui8>) -> tensor<1x4x9xf32>
  %2 = graph.mul %1, %s : (tensor<1x4x9xf32>, tensor<f32>) -> tensor<1x4x9xf32>
  %3 = graph.cast %i {to = f32} : (tensor<8x4x3xi8>) -> tensor<8x4x3xf32>
  %w = graph.mul %3, %s : (tensor<8x4x3xf32>, tensor<f32>) -> tensor<8x4x3xf32>
  %z = graph.conv %2, %w, %c {strides = array<i64: 1>, dilations = array<i64: 1>, pads = array<i64: 0, 0>}
      : (tensor<1x4x9xf32>, tensor<8x4x3xf32>, tensor<8xf32>) -> tensor<1x8x7xf32>
  return %y, %z : tensor<1x8x7xi32>, tensor<1x8x7xf32>
}

// -----

// The product keeps the decisions, its factors do not get them; what has floats
// keeps the precision.
// CHECK-LABEL: func.func @decisions
// CHECK: graph.conv {{.*}} {{{.*}}graph.apart, graph.keep_layout, pads{{.*}} -> tensor<1x8x7xi32>
// CHECK-NOT: graph.apart
// CHECK: graph.mul {{.*}} {graph.precision = f32} : {{.*}} -> tensor<1x8x7xf32>
func.func @decisions(%x: tensor<1x4x9xui8>) -> tensor<1x8x7xf32> {
  %s = graph.constant dense<0.02> : tensor<f32>
  %i = graph.constant dense<-5> : tensor<8x4x3xi8>
  %1 = graph.cast %x {to = f32} : (tensor<1x4x9xui8>) -> tensor<1x4x9xf32>
  %2 = graph.mul %1, %s : (tensor<1x4x9xf32>, tensor<f32>) -> tensor<1x4x9xf32>
  %3 = graph.cast %i {to = f32} : (tensor<8x4x3xi8>) -> tensor<8x4x3xf32>
  %w = graph.mul %3, %s : (tensor<8x4x3xf32>, tensor<f32>) -> tensor<8x4x3xf32>
  %y = graph.conv %2, %w {graph.apart, graph.keep_layout, graph.precision = f32, strides = array<i64: 1>, dilations = array<i64: 1>, pads = array<i64: 0, 0>}
      : (tensor<1x4x9xf32>, tensor<8x4x3xf32>) -> tensor<1x8x7xf32>
  return %y : tensor<1x8x7xf32>
}

// -----

// CHECK-LABEL: func.func @unknown
// CHECK: graph.pad %arg0 low [0, 0, 0] high [0, 3, 0] mode constant : (tensor<?x?x?xui8>) -> tensor<?x?x?xui8>
// CHECK: graph.conv {{.*}} : (tensor<?x?x?xui8>, tensor<8x20x3xi8>) -> tensor<?x8x?xi32>
func.func @unknown(%x: tensor<?x?x?xui8>) -> tensor<?x8x?xi32> {
  %w = graph.constant dense<1> : tensor<8x17x3xi32>
  %0 = graph.cast %x {to = i32} : (tensor<?x?x?xui8>) -> tensor<?x?x?xi32>
  %y = graph.conv %0, %w {strides = array<i64: 1>, dilations = array<i64: 1>, pads = array<i64: 1, 1>}
      : (tensor<?x?x?xi32>, tensor<8x17x3xi32>) -> tensor<?x8x?xi32>
  return %y : tensor<?x8x?xi32>
}

// -----

// Left as they are: weights that fit no bytes, or that are data; a zero that is
// no byte; a zero per summed element; a channel that has a group for itself; a
// scale per input channel; weights that their scales repeat; a sum of floats
// that i32 may not hold.
// CHECK-LABEL: func.func @others
// CHECK-NOT: {{matmul|conv}} {{.*}}i8>
// CHECK: return
func.func @others(%x: tensor<4x16xui8>, %b: tensor<16x8xi8>, %image: tensor<1x4x9x9xui8>,
                  %long: tensor<4x65794xui8>) {
  %large = graph.constant dense<128> : tensor<16x8xi32>
  %small = graph.constant dense<1> : tensor<16x8xi32>
  %far = graph.constant dense<256> : tensor<i32>
  %zeros = graph.constant dense<3> : tensor<16xi32>
  %0 = graph.cast %x {to = i32} : (tensor<4x16xui8>) -> tensor<4x16xi32>
  %1 = graph.matmul %0, %large : (tensor<4x16xi32>, tensor<16x8xi32>) -> tensor<4x8xi32>
  %2 = graph.cast %b {to = i32} : (tensor<16x8xi8>) -> tensor<16x8xi32>
  %3 = graph.matmul %0, %2 : (tensor<4x16xi32>, tensor<16x8xi32>) -> tensor<4x8xi32>
  %4 = graph.sub %0, %far : (tensor<4x16xi32>, tensor<i32>) -> tensor<4x16xi32>
  %5 = graph.matmul %4, %small : (tensor<4x16xi32>, tensor<16x8xi32>) -> tensor<4x8xi32>
  %6 = graph.sub %0, %zeros : (tensor<4x16xi32>, tensor<16xi32>) -> tensor<4x16xi32>
  %7 = graph.matmul %6, %small : (tensor<4x16xi32>, tensor<16x8xi32>) -> tensor<4x8xi32>
  %depthwise = graph.constant dense<1> : tensor<4x1x3x3xi32>
  %8 = graph.cast %image {to = i32} : (tensor<1x4x9x9xui8>) -> tensor<1x4x9x9xi32>
  %9 = graph.conv %8, %depthwise {strides = array<i64: 1, 1>, dilations = array<i64: 1, 1>,
      pads = array<i64: 0, 0, 0, 0>, group = 4}
      : (tensor<1x4x9x9xi32>, tensor<4x1x3x3xi32>) -> tensor<1x4x7x7xi32>
  %w = graph.constant dense<-5> : tensor<16x8xi8>
  %ofX = graph.constant dense<0.02> : tensor<f32>
  %ofInputs = graph.constant dense<0.02> : tensor<16x1xf32>
  %10 = graph.cast %x {to = f32} : (tensor<4x16xui8>) -> tensor<4x16xf32>
  %11 = graph.mul %10, %ofX : (tensor<4x16xf32>, tensor<f32>) -> tensor<4x16xf32>
  %12 = graph.cast %w {to = f32} : (tensor<16x8xi8>) -> tensor<16x8xf32>
  %13 = graph.mul %12, %ofInputs : (tensor<16x8xf32>, tensor<16x1xf32>) -> tensor<16x8xf32>
  %14 = graph.matmul %11, %13 : (tensor<4x16xf32>, tensor<16x8xf32>) -> tensor<4x8xf32>
  %column = graph.constant dense<-5> : tensor<16x1xi8>
  %ofOutputs = graph.constant dense<0.02> : tensor<1x8xf32>
  %15 = graph.cast %column {to = f32} : (tensor<16x1xi8>) -> tensor<16x1xf32>
  %16 = graph.mul %15, %ofOutputs : (tensor<16x1xf32>, tensor<1x8xf32>) -> tensor<16x8xf32>
  %17 = graph.matmul %11, %16 : (tensor<4x16xf32>, tensor<16x8xf32>) -> tensor<4x8xf32>
  %tall = graph.constant dense<-5> : tensor<65794x8xi8>
  %18 = graph.cast %long {to = f32} : (tensor<4x65794xui8>) -> tensor<4x65794xf32>
  %19 = graph.mul %18, %ofX : (tensor<4x65794xf32>, tensor<f32>) -> tensor<4x65794xf32>
  %20 = graph.cast %tall {to = f32} : (tensor<65794x8xi8>) -> tensor<65794x8xf32>
  %21 = graph.mul %20, %ofX : (tensor<65794x8xf32>, tensor<f32>) -> tensor<65794x8xf32>
  %22 = graph.matmul %19, %21 : (tensor<4x65794xf32>, tensor<65794x8xf32>) -> tensor<4x8xf32>
  return
}
