// RUN: tvm-opt %s -graph-to-mixed-precision -split-input-file -verify-diagnostics | FileCheck %s
// RUN: tvm-opt %s -graph-to-mixed-precision=type=f16 -split-input-file | FileCheck %s --check-prefix=F16

// A product reads casts and the operators behind it follow, constants too;
// softmax and the result of the function are f32.
// CHECK-LABEL: @main
// CHECK-DAG: %[[W:.*]] = graph.constant {{.*}} : tensor<8x16xf32>
// CHECK-DAG: %[[NW:.*]] = graph.cast %[[W]] {to = bf16}
// CHECK-DAG: %[[B:.*]] = graph.constant {{.*}} : tensor<16xf32>
// CHECK-DAG: %[[NB:.*]] = graph.cast %[[B]] {to = bf16}
// CHECK-DAG: %[[X:.*]] = graph.cast %arg0 {to = bf16}
// CHECK: %[[P:.*]] = graph.matmul %[[X]], %[[NW]] {{.*}}: {{.*}} -> tensor<4x16xbf16>
// CHECK: %[[A:.*]] = graph.add %[[P]], %[[NB]] {{.*}}: {{.*}} -> tensor<4x16xbf16>
// CHECK: %[[R:.*]] = graph.relu %[[A]] {{.*}}: {{.*}} -> tensor<4x16xbf16>
// CHECK: %[[C:.*]] = graph.cast %[[R]] {to = f32}
// CHECK: %[[S:.*]] = graph.softmax %[[C]] [1] {{.*}}: (tensor<4x16xf32>)
// CHECK: return %[[S]] : tensor<4x16xf32>
// F16-LABEL: @main
// F16: graph.matmul {{.*}} -> tensor<4x16xf16>
// expected-remark@+1 {{3 operators in 'bf16', 2 run-time casts}}
func.func @main(%x: tensor<4x8xf32>) -> tensor<4x16xf32> {
  %w = graph.constant dense<1.0> : tensor<8x16xf32>
  %b = graph.constant dense<2.0> : tensor<16xf32>
  %0 = graph.matmul %x, %w : (tensor<4x8xf32>, tensor<8x16xf32>) -> tensor<4x16xf32>
  %1 = graph.add %0, %b : (tensor<4x16xf32>, tensor<16xf32>) -> tensor<4x16xf32>
  %2 = graph.relu %1 : (tensor<4x16xf32>) -> tensor<4x16xf32>
  %3 = graph.softmax %2 [1] : (tensor<4x16xf32>) -> tensor<4x16xf32>
  return %3 : tensor<4x16xf32>
}

// -----

// One cast serves all readers of a value, in both directions.
// CHECK-LABEL: @once
// CHECK: %[[X:.*]] = graph.cast %arg0 {to = bf16}
// CHECK-NEXT: %[[A:.*]] = graph.matmul %[[X]], %[[X]]
// CHECK-NEXT: %[[WIDE:.*]] = graph.cast %[[A]] {to = f32}
// CHECK-NEXT: %[[B:.*]] = graph.matmul %[[A]], %[[X]]
// CHECK-NEXT: graph.cast %[[B]] {to = f32}
// CHECK-NEXT: graph.exp %[[WIDE]]
// CHECK-NEXT: graph.exp %[[WIDE]]
// expected-remark@+1 {{2 operators in 'bf16', 3 run-time casts}}
func.func @once(%x: tensor<4x4xf32>) -> (tensor<4x4xf32>, tensor<4x4xf32>, tensor<4x4xf32>) {
  %0 = graph.matmul %x, %x : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  %1 = graph.matmul %0, %x : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  %2 = graph.exp %0 : (tensor<4x4xf32>) -> tensor<4x4xf32>
  %3 = graph.exp %0 : (tensor<4x4xf32>) -> tensor<4x4xf32>
  return %1, %2, %3 : tensor<4x4xf32>, tensor<4x4xf32>, tensor<4x4xf32>
}

// -----

// A sum with a value that is f32 is f32.
// CHECK-LABEL: @residual
// CHECK: %[[P:.*]] = graph.matmul {{.*}} -> tensor<4x4xbf16>
// CHECK: %[[C:.*]] = graph.cast %[[P]] {to = f32}
// CHECK: graph.add %[[C]], %arg0 {{.*}}: (tensor<4x4xf32>, tensor<4x4xf32>)
// expected-remark@+1 {{1 operator in 'bf16', 2 run-time casts}}
func.func @residual(%x: tensor<4x4xf32>) -> tensor<4x4xf32> {
  %0 = graph.matmul %x, %x : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  %1 = graph.add %0, %x : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  return %1 : tensor<4x4xf32>
}

// -----

// Casts of the model and ours cancel; one to another type reads the narrow
// value.
// CHECK-LABEL: @cancel
// CHECK: graph.matmul %arg0, %arg0 {{.*}}: (tensor<4x4xbf16>, tensor<4x4xbf16>) -> tensor<4x4xbf16>
// CHECK-NEXT: graph.cast %{{.*}} {to = i32} : (tensor<4x4xbf16>)
// CHECK-NEXT: return
// expected-remark@+1 {{2 operators in 'bf16', 1 run-time cast}}
func.func @cancel(%x: tensor<4x4xbf16>) -> tensor<4x4xi32> {
  %0 = graph.cast %x {to = f32} : (tensor<4x4xbf16>) -> tensor<4x4xf32>
  %1 = graph.matmul %0, %0 : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  %2 = graph.cast %1 {to = i32} : (tensor<4x4xf32>) -> tensor<4x4xi32>
  return %2 : tensor<4x4xi32>
}

// -----

// Pools of maxima, maxima and what moves elements follow; sums, also those of
// averages, and transcendental functions do not.
// CHECK-LABEL: @kinds
// CHECK: graph.conv {{.*}} -> tensor<1x2x8x8xbf16>
// CHECK: graph.max_pool {{.*}} -> tensor<1x2x4x4xbf16>
// CHECK: graph.transpose {{.*}} -> tensor<1x4x4x2xbf16>
// CHECK: graph.reduce max {{.*}} -> tensor<1x4x2xbf16>
// CHECK: graph.reduce sum {{.*}} -> tensor<1x2xf32>
// CHECK: graph.average_pool {{.*}} -> tensor<1x2x4x4xf32>
// CHECK: graph.pow {{.*}} -> tensor<1x2x4x4xf32>
// expected-remark@+1 {{4 operators in 'bf16', 3 run-time casts}}
func.func @kinds(%x: tensor<1x16x8x8xf32>) -> (tensor<1x2xf32>, tensor<1x2x4x4xf32>) {
  %w = graph.constant dense<1.0> : tensor<2x16x1x1xf32>
  %two = graph.constant dense<2.0> : tensor<f32>
  %0 = graph.conv %x, %w {strides = array<i64: 1, 1>, dilations = array<i64: 1, 1>, pads = array<i64: 0, 0, 0, 0>}
      : (tensor<1x16x8x8xf32>, tensor<2x16x1x1xf32>) -> tensor<1x2x8x8xf32>
  %1 = graph.max_pool %0 {kernel = array<i64: 2, 2>, strides = array<i64: 2, 2>, dilations = array<i64: 1, 1>,
      pads = array<i64: 0, 0, 0, 0>} : (tensor<1x2x8x8xf32>) -> tensor<1x2x4x4xf32>
  %2 = graph.transpose %1 [0, 2, 3, 1] : (tensor<1x2x4x4xf32>) -> tensor<1x4x4x2xf32>
  %3 = graph.reduce max %2 [1] : (tensor<1x4x4x2xf32>) -> tensor<1x4x2xf32>
  %4 = graph.reduce sum %3 [1] : (tensor<1x4x2xf32>) -> tensor<1x2xf32>
  %5 = graph.average_pool %0 {kernel = array<i64: 2, 2>, strides = array<i64: 2, 2>, dilations = array<i64: 1, 1>,
      pads = array<i64: 0, 0, 0, 0>} : (tensor<1x2x8x8xf32>) -> tensor<1x2x4x4xf32>
  %6 = graph.pow %5, %two : (tensor<1x2x4x4xf32>, tensor<f32>) -> tensor<1x2x4x4xf32>
  return %4, %6 : tensor<1x2xf32>, tensor<1x2x4x4xf32>
}

// -----

// Regions give and take f32; what is in them is converted. Conditions are no
// data.
// CHECK-LABEL: @regions
// CHECK: %[[P:.*]] = graph.matmul {{.*}} -> tensor<4x4xbf16>
// CHECK: %[[C:.*]] = graph.cast %[[P]] {to = f32}
// CHECK: graph.if %arg1 -> tensor<4x4xf32>
// CHECK: graph.matmul %[[P]], %[[P]]
// CHECK: %[[INNER:.*]] = graph.cast {{.*}} {to = f32}
// CHECK: graph.yield %[[INNER]]
// CHECK: graph.yield %[[C]]
// expected-remark@+1 {{2 operators in 'bf16', 3 run-time casts}}
func.func @regions(%x: tensor<4x4xf32>, %c: tensor<i1>) -> tensor<4x4xf32> {
  %0 = graph.matmul %x, %x : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  %1 = graph.if %c -> tensor<4x4xf32> {
    %2 = graph.matmul %0, %0 : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
    graph.yield %2 : tensor<4x4xf32>
  } else {
    graph.yield %0 : tensor<4x4xf32>
  }
  return %1 : tensor<4x4xf32>
}

// -----

// Products of other types, and of constants, stay as they are; sizes that
// inference does not know stay known.
// CHECK-LABEL: @others
// CHECK: graph.matmul {{.*}} -> tensor<4x4xf64>
// CHECK: graph.matmul {{.*}} -> tensor<2x2xf32>
// CHECK: graph.matmul {{.*}} -> tensor<4x4xbf16>
// expected-remark@+1 {{1 operator in 'bf16', 2 run-time casts}}
func.func @others(%x: tensor<4x4xf64>, %y: tensor<?x?xf32>) -> (tensor<4x4xf64>, tensor<2x2xf32>, tensor<4x4xf32>) {
  %w = graph.constant dense<1.0> : tensor<2x2xf32>
  %0 = graph.matmul %x, %x : (tensor<4x4xf64>, tensor<4x4xf64>) -> tensor<4x4xf64>
  %1 = graph.matmul %w, %w : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
  %2 = graph.matmul %y, %y : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<4x4xf32>
  return %0, %1, %2 : tensor<4x4xf64>, tensor<2x2xf32>, tensor<4x4xf32>
}

// -----

// A function without a body.
// CHECK-LABEL: @external
func.func private @external(tensor<4xf32>) -> tensor<4xf32>

// -----

// A convolution of colours stays f32, and what follows it; of more channels it
// is narrow, as one of few channels is that are narrow already.
// CHECK-LABEL: @colours
// CHECK: %[[A:.*]] = graph.conv %arg0, %arg1 {{.*}} -> tensor<1x16x8x8xf32>
// CHECK: %[[R:.*]] = graph.relu %[[A]] {{.*}}: {{.*}} -> tensor<1x16x8x8xf32>
// CHECK: %[[N:.*]] = graph.cast %[[R]] {to = bf16}
// CHECK: %[[B:.*]] = graph.conv %[[N]], {{.*}} -> tensor<1x4x8x8xbf16>
// CHECK: graph.conv %[[B]], {{.*}} -> tensor<1x4x8x8xbf16>
// expected-remark@+1 {{2 operators in 'bf16', 4 run-time casts}}
func.func @colours(%x: tensor<1x3x8x8xf32>, %u: tensor<16x3x1x1xf32>, %v: tensor<4x16x1x1xf32>, %w: tensor<4x4x1x1xf32>) -> tensor<1x4x8x8xf32> {
  %0 = graph.conv %x, %u {strides = array<i64: 1, 1>, dilations = array<i64: 1, 1>, pads = array<i64: 0, 0, 0, 0>}
      : (tensor<1x3x8x8xf32>, tensor<16x3x1x1xf32>) -> tensor<1x16x8x8xf32>
  %1 = graph.relu %0 : (tensor<1x16x8x8xf32>) -> tensor<1x16x8x8xf32>
  %2 = graph.conv %1, %v {strides = array<i64: 1, 1>, dilations = array<i64: 1, 1>, pads = array<i64: 0, 0, 0, 0>}
      : (tensor<1x16x8x8xf32>, tensor<4x16x1x1xf32>) -> tensor<1x4x8x8xf32>
  %3 = graph.conv %2, %w {strides = array<i64: 1, 1>, dilations = array<i64: 1, 1>, pads = array<i64: 0, 0, 0, 0>}
      : (tensor<1x4x8x8xf32>, tensor<4x4x1x1xf32>) -> tensor<1x4x8x8xf32>
  return %3 : tensor<1x4x8x8xf32>
}
