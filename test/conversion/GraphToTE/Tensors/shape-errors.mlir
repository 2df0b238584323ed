// RUN: tvm-opt %s -convert-graph-to-te -verify-diagnostics -split-input-file

// Blocks need to know the channels.
func.func @depth_to_space(%x: tensor<1x?x2x2xf32>) -> tensor<1x?x4x4xf32> {
  // expected-error@+1 {{expected a known number of channels}}
  %0 = graph.depth_to_space %x by 2 : (tensor<1x?x2x2xf32>) -> tensor<1x?x4x4xf32>
  return %0 : tensor<1x?x4x4xf32>
}

// -----

func.func @space_to_depth(%x: tensor<1x?x4x4xf32>) -> tensor<1x?x2x2xf32> {
  // expected-error@+1 {{expected a known number of channels}}
  %0 = graph.space_to_depth %x by 2 : (tensor<1x?x4x4xf32>) -> tensor<1x?x2x2xf32>
  return %0 : tensor<1x?x2x2xf32>
}
