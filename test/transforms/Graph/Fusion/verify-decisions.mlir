// RUN: tvm-opt %s -graph-verify-decisions | FileCheck %s

// Decisions that have been carried out stay.
// CHECK-LABEL: func.func @carried_out
func.func @carried_out(%x: tensor<1x16x9x9xf32>, %w: tensor<16x16x1x1xf32>) -> tensor<1x16x9x9xbf16> {
  // CHECK: graph.conv {{.*}}graph.data_layout = "NCHW", graph.precision = f32
  %0 = graph.conv %x, %w {strides = array<i64: 1, 1>, dilations = array<i64: 1, 1>, pads = array<i64: 0, 0, 0, 0>, graph.data_layout = "NCHW", graph.precision = f32}
      : (tensor<1x16x9x9xf32>, tensor<16x16x1x1xf32>) -> tensor<1x16x9x9xf32>
  %2 = graph.cast %0 {to = bf16} : (tensor<1x16x9x9xf32>) -> tensor<1x16x9x9xbf16>
  // CHECK: graph.relu {{.*}}graph.precision = bf16
  %3 = graph.relu %2 {graph.precision = bf16} : (tensor<1x16x9x9xbf16>) -> tensor<1x16x9x9xbf16>
  return %3 : tensor<1x16x9x9xbf16>
}
