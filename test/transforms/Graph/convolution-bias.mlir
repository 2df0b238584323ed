// RUN: tvm-opt %s --graph-simplify -split-input-file | FileCheck %s

// A constant that is added to each channel is the bias.
// CHECK-LABEL: @added
// CHECK: %[[B:.*]] = graph.constant dense<[3.000000e+00, 4.000000e+00]> : tensor<2xf32>
// CHECK: %[[Y:.*]] = graph.conv %arg0, %arg1, %[[B]]
// CHECK-NEXT: return %[[Y]]
func.func @added(%x: tensor<1x3x8x8xf32>, %w: tensor<2x3x1x1xf32>) -> tensor<1x2x8x8xf32> {
  %b = graph.constant dense<[[[3.0]], [[4.0]]]> : tensor<2x1x1xf32>
  %0 = graph.conv %x, %w {strides = array<i64: 1, 1>, dilations = array<i64: 1, 1>, pads = array<i64: 0, 0, 0, 0>}
      : (tensor<1x3x8x8xf32>, tensor<2x3x1x1xf32>) -> tensor<1x2x8x8xf32>
  %1 = graph.add %b, %0 : (tensor<2x1x1xf32>, tensor<1x2x8x8xf32>) -> tensor<1x2x8x8xf32>
  return %1 : tensor<1x2x8x8xf32>
}

// -----

// The same for a transposed convolution with its channels last. An expression of
// constants is one.
// CHECK-LABEL: @transposed
// CHECK: %[[E:.*]] = graph.exp
// CHECK: %[[Y:.*]] = graph.conv_transpose %arg0, %arg1, %[[E]]
// CHECK-NEXT: return %[[Y]]
func.func @transposed(%x: tensor<1x8x3xf32>, %w: tensor<1x3x2xf32>) -> tensor<1x8x2xf32> {
  %c = graph.constant dense<[3.0, 4.0]> : tensor<2xf32>
  %b = graph.exp %c : (tensor<2xf32>) -> tensor<2xf32>
  %0 = graph.conv_transpose %x, %w {strides = array<i64: 1>, dilations = array<i64: 1>,
      pads = array<i64: 0, 0>, output_padding = array<i64: 0>, layout = "NHWC", kernel_layout = "HWIO"}
      : (tensor<1x8x3xf32>, tensor<1x3x2xf32>) -> tensor<1x8x2xf32>
  %1 = graph.add %0, %b : (tensor<1x8x2xf32>, tensor<2xf32>) -> tensor<1x8x2xf32>
  return %1 : tensor<1x8x2xf32>
}

// -----

// A convolution has one bias.
// CHECK-LABEL: @second
// CHECK: %[[Y:.*]] = graph.conv %arg0, %arg1, %arg2
// CHECK: graph.add %[[Y]]
func.func @second(%x: tensor<1x3x8xf32>, %w: tensor<2x3x1xf32>, %a: tensor<2xf32>) -> tensor<1x2x8xf32> {
  %b = graph.constant dense<[[3.0], [4.0]]> : tensor<2x1xf32>
  %0 = graph.conv %x, %w, %a {strides = array<i64: 1>, dilations = array<i64: 1>, pads = array<i64: 0, 0>}
      : (tensor<1x3x8xf32>, tensor<2x3x1xf32>, tensor<2xf32>) -> tensor<1x2x8xf32>
  %1 = graph.add %0, %b : (tensor<1x2x8xf32>, tensor<2x1xf32>) -> tensor<1x2x8xf32>
  return %1 : tensor<1x2x8xf32>
}

// -----

// Others read the sums.
// CHECK-LABEL: @shared
// CHECK: %[[Y:.*]] = graph.conv %arg0, %arg1 {
// CHECK: graph.add %[[Y]]
func.func @shared(%x: tensor<1x3x8xf32>, %w: tensor<2x3x1xf32>) -> (tensor<1x2x8xf32>, tensor<1x2x8xf32>) {
  %b = graph.constant dense<[[3.0], [4.0]]> : tensor<2x1xf32>
  %0 = graph.conv %x, %w {strides = array<i64: 1>, dilations = array<i64: 1>, pads = array<i64: 0, 0>}
      : (tensor<1x3x8xf32>, tensor<2x3x1xf32>) -> tensor<1x2x8xf32>
  %1 = graph.add %0, %b : (tensor<1x2x8xf32>, tensor<2x1xf32>) -> tensor<1x2x8xf32>
  return %0, %1 : tensor<1x2x8xf32>, tensor<1x2x8xf32>
}

// -----

// Numbers along columns, a number for all channels, data.
// CHECK-LABEL: @others
// CHECK: graph.conv %arg0, %{{[a-z0-9]+}} {
// CHECK: graph.conv %arg0, %{{[a-z0-9]+}} {
// CHECK: graph.conv %arg0, %{{[a-z0-9]+}} {
func.func @others(%x: tensor<1x8x8xf32>, %w: tensor<8x8x1xf32>, %d: tensor<8x1xf32>) -> (tensor<1x8x8xf32>, tensor<1x8x8xf32>, tensor<1x8x8xf32>) {
  %columns = graph.constant dense<[1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0]> : tensor<8xf32>
  %three = graph.constant dense<3.0> : tensor<f32>
  %v = graph.constant dense<2.0> : tensor<8x8x1xf32>
  %u = graph.constant dense<3.0> : tensor<8x8x1xf32>
  %0 = graph.conv %x, %w {strides = array<i64: 1>, dilations = array<i64: 1>, pads = array<i64: 0, 0>}
      : (tensor<1x8x8xf32>, tensor<8x8x1xf32>) -> tensor<1x8x8xf32>
  %1 = graph.conv %x, %v {strides = array<i64: 1>, dilations = array<i64: 1>, pads = array<i64: 0, 0>}
      : (tensor<1x8x8xf32>, tensor<8x8x1xf32>) -> tensor<1x8x8xf32>
  %2 = graph.conv %x, %u {strides = array<i64: 1>, dilations = array<i64: 1>, pads = array<i64: 0, 0>}
      : (tensor<1x8x8xf32>, tensor<8x8x1xf32>) -> tensor<1x8x8xf32>
  %3 = graph.add %0, %columns : (tensor<1x8x8xf32>, tensor<8xf32>) -> tensor<1x8x8xf32>
  %4 = graph.add %1, %three : (tensor<1x8x8xf32>, tensor<f32>) -> tensor<1x8x8xf32>
  %5 = graph.add %2, %d : (tensor<1x8x8xf32>, tensor<8x1xf32>) -> tensor<1x8x8xf32>
  return %3, %4, %5 : tensor<1x8x8xf32>, tensor<1x8x8xf32>, tensor<1x8x8xf32>
}

// -----

// One channel that becomes several.
// CHECK-LABEL: @more_channels
// CHECK: %[[Y:.*]] = graph.conv %arg0, %arg1 {
// CHECK: graph.add %[[Y]]
func.func @more_channels(%x: tensor<1x3x8xf32>, %w: tensor<1x3x1xf32>) -> tensor<1x2x8xf32> {
  %b = graph.constant dense<[[3.0], [4.0]]> : tensor<2x1xf32>
  %0 = graph.conv %x, %w {strides = array<i64: 1>, dilations = array<i64: 1>, pads = array<i64: 0, 0>}
      : (tensor<1x3x8xf32>, tensor<1x3x1xf32>) -> tensor<1x1x8xf32>
  %1 = graph.add %0, %b : (tensor<1x1x8xf32>, tensor<2x1xf32>) -> tensor<1x2x8xf32>
  return %1 : tensor<1x2x8xf32>
}

// -----

// A kernel of its own has nothing else in it.
// CHECK-LABEL: @apart
// CHECK: graph.conv %arg0, %arg1 {
// CHECK: graph.add
// CHECK: graph.conv %{{.*}}, %arg1 {
// CHECK: graph.add
func.func @apart(%x: tensor<1x2x8xf32>, %w: tensor<2x2x1xf32>) -> tensor<1x2x8xf32> {
  %b = graph.constant dense<[[3.0], [4.0]]> : tensor<2x1xf32>
  %0 = graph.conv %x, %w {graph.apart, strides = array<i64: 1>, dilations = array<i64: 1>, pads = array<i64: 0, 0>}
      : (tensor<1x2x8xf32>, tensor<2x2x1xf32>) -> tensor<1x2x8xf32>
  %1 = graph.add %0, %b : (tensor<1x2x8xf32>, tensor<2x1xf32>) -> tensor<1x2x8xf32>
  %2 = graph.conv %1, %w {strides = array<i64: 1>, dilations = array<i64: 1>, pads = array<i64: 0, 0>}
      : (tensor<1x2x8xf32>, tensor<2x2x1xf32>) -> tensor<1x2x8xf32>
  %3 = graph.add %2, %b {graph.apart} : (tensor<1x2x8xf32>, tensor<2x1xf32>) -> tensor<1x2x8xf32>
  return %3 : tensor<1x2x8xf32>
}
