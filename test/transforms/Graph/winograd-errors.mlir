// RUN: tvm-opt %s --graph-winograd --split-input-file -verify-diagnostics

// Other windows.
func.func @windows(%x: tensor<1x8x56x56xf32>) -> tensor<1x8x54x54xf32> {
  %w = graph.constant dense<1.0> : tensor<8x8x5x5xf32>
  // expected-error@+1 {{'graph.conv' op cannot be computed by #graph.winograd<tile = 4>: its weights are not 3x3 of f32}}
  %y = graph.conv %x, %w {algorithm = #graph.winograd<tile = 4>, strides = array<i64: 1, 1>, dilations = array<i64: 1, 1>, pads = array<i64: 1, 1, 1, 1>}
      : (tensor<1x8x56x56xf32>, tensor<8x8x5x5xf32>) -> tensor<1x8x54x54xf32>
  return %y : tensor<1x8x54x54xf32>
}

// -----

// Another layout.
func.func @layout(%x: tensor<1x56x56x8xf32>) -> tensor<1x56x56x8xf32> {
  %w = graph.constant dense<1.0> : tensor<8x8x3x3xf32>
  // expected-error@+1 {{'graph.conv' op cannot be computed by #graph.winograd<tile = 4>: its layout or padding is not ONNX's default}}
  %y = graph.conv %x, %w {algorithm = #graph.winograd<tile = 4>, strides = array<i64: 1, 1>, dilations = array<i64: 1, 1>, pads = array<i64: 1, 1, 1, 1>, layout = "NHWC"}
      : (tensor<1x56x56x8xf32>, tensor<8x8x3x3xf32>) -> tensor<1x56x56x8xf32>
  return %y : tensor<1x56x56x8xf32>
}

// -----

// Windows that are apart.
func.func @strided(%x: tensor<1x8x56x56xf32>) -> tensor<1x8x28x28xf32> {
  %w = graph.constant dense<1.0> : tensor<8x8x3x3xf32>
  // expected-error@+1 {{'graph.conv' op cannot be computed by #graph.winograd<tile = 4>: its strides, dilations or groups are not 1}}
  %y = graph.conv %x, %w {algorithm = #graph.winograd<tile = 4>, strides = array<i64: 2, 2>, dilations = array<i64: 1, 1>, pads = array<i64: 1, 1, 1, 1>}
      : (tensor<1x8x56x56xf32>, tensor<8x8x3x3xf32>) -> tensor<1x8x28x28xf32>
  return %y : tensor<1x8x28x28xf32>
}

// -----

// An image of unknown size.
func.func @unknown(%x: tensor<1x8x?x56xf32>) -> tensor<1x8x?x56xf32> {
  %w = graph.constant dense<1.0> : tensor<8x8x3x3xf32>
  // expected-error@+1 {{'graph.conv' op cannot be computed by #graph.winograd<tile = 4>: its channels or the sizes of its images are not static}}
  %y = graph.conv %x, %w {algorithm = #graph.winograd<tile = 4>, strides = array<i64: 1, 1>, dilations = array<i64: 1, 1>, pads = array<i64: 1, 1, 1, 1>}
      : (tensor<1x8x?x56xf32>, tensor<8x8x3x3xf32>) -> tensor<1x8x?x56xf32>
  return %y : tensor<1x8x?x56xf32>
}

// -----

// Weights that are known when running.
func.func @weights(%x: tensor<1x8x56x56xf32>, %w: tensor<8x8x3x3xf32>) -> tensor<1x8x56x56xf32> {
  // expected-error@+1 {{'graph.conv' op cannot be computed by #graph.winograd<tile = 4>: its weights are not constant}}
  %y = graph.conv %x, %w {algorithm = #graph.winograd<tile = 4>, strides = array<i64: 1, 1>, dilations = array<i64: 1, 1>, pads = array<i64: 1, 1, 1, 1>}
      : (tensor<1x8x56x56xf32>, tensor<8x8x3x3xf32>) -> tensor<1x8x56x56xf32>
  return %y : tensor<1x8x56x56xf32>
}

// -----

// An obstacle to one tile is one to all.
func.func @other_tile(%x: tensor<1x8x56x56xf32>) -> tensor<1x8x28x28xf32> {
  %w = graph.constant dense<1.0> : tensor<8x8x3x3xf32>
  // expected-error@+1 {{'graph.conv' op cannot be computed by #graph.winograd<tile = 2>: its strides, dilations or groups are not 1}}
  %y = graph.conv %x, %w {algorithm = #graph.winograd<tile = 2>, strides = array<i64: 2, 2>, dilations = array<i64: 1, 1>, pads = array<i64: 1, 1, 1, 1>}
      : (tensor<1x8x56x56xf32>, tensor<8x8x3x3xf32>) -> tensor<1x8x28x28xf32>
  return %y : tensor<1x8x28x28xf32>
}
