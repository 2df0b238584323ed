// RUN: tvm-opt %s --pass-pipeline='builtin.module(target-set{entries=max_vector_op_width=512,vector_registers=32},func.func(convert-graph-to-te,te-inline-computes),canonicalize,cse,convert-te-to-loops,schedule-list-strategies{best=0})' -o /dev/null | FileCheck %s --check-prefixes=CHECK,WIDE
// RUN: tvm-opt %s --pass-pipeline='builtin.module(target-set{entries=max_vector_op_width=256},func.func(convert-graph-to-te,te-inline-computes),canonicalize,cse,convert-te-to-loops,schedule-list-strategies{best=0})' -o /dev/null | FileCheck %s

// The spaces of register tiles hold more than a million strategies. They are
// counted group by group.

// CHECK-LABEL: kernel 'convolution'
// CHECK: rule register_tile: {{([0-9]{7,})}} strategies
// CHECK: block_rows: [0] 2 3 4 5 6 7 8 10 12 14 16 20 24 28 32 48
// CHECK-NEXT: block_outer_rows: [0] 2 3 4 5 6 7 8 10 12 14 16 20 24 28 32 48
// CHECK-NEXT: block_columns: [0] 2 3
func.func @convolution(%x: tensor<1x56x56x64xf32>, %w: tensor<3x3x64x64xf32> {graph.constant, graph.finite}) -> tensor<1x56x56x64xf32> {
  %0 = graph.conv %x, %w {strides = array<i64: 1, 1>, dilations = array<i64: 1, 1>, pads = array<i64: 1, 1, 1, 1>, group = 1 : i64,
      layout = "NHWC", kernel_layout = "HWIO"} : (tensor<1x56x56x64xf32>, tensor<3x3x64x64xf32>) -> tensor<1x56x56x64xf32>
  return %0 : tensor<1x56x56x64xf32>
}

// CHECK-LABEL: kernel 'product'
// CHECK: rule register_tile: {{([0-9]{7,})}} strategies
// CHECK: block_rows: [0] 2 3
// CHECK-NEXT: block_columns: [0] 2 3
func.func @product(%a: tensor<128x768xf32>, %b: tensor<768x3072xf32> {graph.constant}) -> tensor<128x3072xf32> {
  %0 = graph.matmul %a, %b : (tensor<128x768xf32>, tensor<768x3072xf32>) -> tensor<128x3072xf32>
  return %0 : tensor<128x3072xf32>
}

// CHECK-LABEL: kernel 'depthwise'
// CHECK: rule register_tile: {{([0-9]{7,})}} strategies
// CHECK: tasks: 0 1 2 4 8 [16] 32 64 128 256
// CHECK-NEXT: producers: false [true]
// CHECK: rule plane_tile: {{([0-9]{7,})}} strategies
// CHECK: outer_row_axis: [-1] 1
// CHECK-NEXT: outer_rows: [1] 2 3 4 5 6 7 8
// CHECK: order: columns_outside rows_outside [columns_inside]
// CHECK-NEXT: block_rows: [0] 2 3
// CHECK-NEXT: block_outer_rows: [0] 2 3
// CHECK-NEXT: block_columns: [0] 2 3
// CHECK-NEXT: unroll: [1] 3
func.func @depthwise(%x: tensor<1x64x112x112xf32>, %w: tensor<64x1x3x3xf32> {graph.constant, graph.finite}) -> tensor<1x64x56x56xf32> {
  %0 = graph.conv %x, %w {strides = array<i64: 2, 2>, dilations = array<i64: 1, 1>, pads = array<i64: 1, 1, 1, 1>, group = 64 : i64} : (tensor<1x64x112x112xf32>, tensor<64x1x3x3xf32>) -> tensor<1x64x56x56xf32>
  return %0 : tensor<1x64x56x56xf32>
}

// CHECK-LABEL: kernel 'small_planes'
// CHECK: rule register_tile: {{([0-9]{7,})}} strategies
func.func @small_planes(%x: tensor<1x64x28x28xf32>, %w: tensor<64x1x5x5xf32> {graph.constant, graph.finite}) -> tensor<1x64x28x28xf32> {
  %0 = graph.conv %x, %w {strides = array<i64: 1, 1>, dilations = array<i64: 1, 1>, pads = array<i64: 2, 2, 2, 2>, group = 64 : i64} : (tensor<1x64x28x28xf32>, tensor<64x1x5x5xf32>) -> tensor<1x64x28x28xf32>
  return %0 : tensor<1x64x28x28xf32>
}

// Channels last: tiles of windows, where there are many registers.
// CHECK-LABEL: kernel 'channels_last'
// CHECK: rule register_tile: {{([0-9]{7,})}} strategies
// WIDE: rule window_tile: {{([0-9]{7,})}} strategies
func.func @channels_last(%x: tensor<1x56x56x128xf32>, %w: tensor<3x3x1x128xf32> {graph.constant, graph.finite}) -> tensor<1x56x56x128xf32> {
  %0 = graph.conv %x, %w {strides = array<i64: 1, 1>, dilations = array<i64: 1, 1>, pads = array<i64: 1, 1, 1, 1>, group = 128 : i64,
      layout = "NHWC", kernel_layout = "HWIO"} : (tensor<1x56x56x128xf32>, tensor<3x3x1x128xf32>) -> tensor<1x56x56x128xf32>
  return %0 : tensor<1x56x56x128xf32>
}
