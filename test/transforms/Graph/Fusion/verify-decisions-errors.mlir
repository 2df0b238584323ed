// RUN: tvm-opt %s -split-input-file -verify-diagnostics -graph-verify-decisions

// A precision that the operator does not have.
func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @below {{'graph.relu' op expected graph-to-mixed-precision to let it compute in 'bf16', got 'f32'}}
  // expected-note @below {{such a decision is possible on a module of level 'import'}}
  %y = graph.relu %x {graph.precision = bf16} : (tensor<4xf32>) -> tensor<4xf32>
  return %y : tensor<4xf32>
}

// -----

// Another layout. Each operator is checked, also inside of others.
func.func @main(%x: tensor<1x16x9x9xf32>, %w: tensor<16x16x1x1xf32>) -> tensor<1x16x9x9xf32> {
  // expected-error @below {{'graph.conv' op expected graph-convert-layout to give it the layout "NHWC", got "NCHW"}}
  // expected-note @below {{such a decision is possible on a module of level 'import'}}
  %y = graph.conv %x, %w {strides = array<i64: 1, 1>, dilations = array<i64: 1, 1>, pads = array<i64: 0, 0, 0, 0>, graph.data_layout = "NHWC"}
      : (tensor<1x16x9x9xf32>, tensor<16x16x1x1xf32>) -> tensor<1x16x9x9xf32>
  // expected-error @below {{'graph.relu' op expected graph-to-mixed-precision to let it compute in 'f16', got 'f32'}}
  // expected-note @below {{such a decision is possible on a module of level 'import'}}
  %z = graph.relu %y {graph.precision = f16} : (tensor<1x16x9x9xf32>) -> tensor<1x16x9x9xf32>
  return %z : tensor<1x16x9x9xf32>
}
