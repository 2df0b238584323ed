// RUN: not tvm-opt %s -graph-convert-layout=layout=nchw16c 2>&1 | FileCheck %s
// CHECK: error: expected layout auto, nhwc or nchw, got 'nchw16c'
// RUN: tvm-opt %s -graph-convert-layout -split-input-file -verify-diagnostics
func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  return %x : tensor<4xf32>
}

// -----

// The pass leads from NCHW to NHWC, not back.
func.func @back(%x: tensor<1x8x8x3xf32>) -> tensor<1x4x4x3xf32> {
  // expected-error @+1 {{cannot get the layout "NCHW": it has "NHWC" already}}
  %0 = graph.max_pool %x {graph.data_layout = "NCHW", layout = "NHWC", kernel = array<i64: 2, 2>, strides = array<i64: 2, 2>, dilations = array<i64: 1, 1>, pads = array<i64: 0, 0, 0, 0>}
      : (tensor<1x8x8x3xf32>) -> tensor<1x4x4x3xf32>
  return %0 : tensor<1x4x4x3xf32>
}

// -----

// Two decisions that exclude each other.
func.func @kept(%x: tensor<1x3x8x8xf32>) -> tensor<1x3x4x4xf32> {
  // expected-error @+1 {{cannot get the layout "NHWC": 'graph.keep_layout' asks for "NCHW"}}
  %0 = graph.max_pool %x {graph.data_layout = "NHWC", graph.keep_layout, kernel = array<i64: 2, 2>, strides = array<i64: 2, 2>, dilations = array<i64: 1, 1>, pads = array<i64: 0, 0, 0, 0>}
      : (tensor<1x3x8x8xf32>) -> tensor<1x3x4x4xf32>
  return %0 : tensor<1x3x4x4xf32>
}
