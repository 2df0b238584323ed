// RUN: tvm-opt %s --pass-pipeline='builtin.module(target-set{entries=max_vector_op_width=512,vector_registers=32},func.func(convert-graph-to-te,te-inline-computes),canonicalize,cse,convert-te-to-loops,schedule-list-strategies{best=0})' -split-input-file -o /dev/null | FileCheck %s

// Strategies that contain strategies have the parameters of these: more than a
// million points, counted part by part.

// CHECK-LABEL: kernel 'nhwc'
// CHECK: rule winograd_groups: {{([0-9]{7,})}} strategies
// CHECK-NEXT: tasks: 0 1 2 4 8 [16] 32 64 128 256
// CHECK-NEXT: epilogue: [0] 1
// CHECK-NEXT: lanes: 4 8 [16] 32
// CHECK-NEXT: group: 1 2 7 [14]
// CHECK-NEXT: channels: 4 8 16 [32] 64
// CHECK-NEXT: joined: [1] 2 4 8
// CHECK-NEXT: packs_products: [0] 1
// CHECK-NEXT: groups_data: 0 [1]
// CHECK-NEXT: data_lanes: 4 8 [16] 32
// CHECK-NEXT: packs_data: 0 [1]
// CHECK-NEXT: products.rows: 1 2 3 {{.*}} [14]
// CHECK-NEXT: products.outer_rows:
// CHECK-NEXT: products.columns: 4 8 16 [32] 48 64
// CHECK-NEXT: products.order: [columns_outside] rows_outside columns_inside
// CHECK-NEXT: products.unroll: [1] 2 4 8 16
func.func @nhwc(%x: tensor<1x56x56x64xf32>, %u: tensor<6x6x64x64xf32> {graph.constant}, %r: tensor<1x56x56x64xf32>) -> tensor<1x56x56x64xf32> {
  %0 = graph.winograd_conv %x, %u {pads = array<i64: 1, 1, 1, 1>, layout = "NHWC"}
      : (tensor<1x56x56x64xf32>, tensor<6x6x64x64xf32>) -> tensor<1x56x56x64xf32>
  %1 = graph.add %0, %r : (tensor<1x56x56x64xf32>, tensor<1x56x56x64xf32>) -> tensor<1x56x56x64xf32>
  return %1 : tensor<1x56x56x64xf32>
}

// -----

// Data are transposed inside of a border. Rows of several tiles can be stored
// together.
// CHECK-LABEL: kernel 'nchw'
// CHECK: rule padded_transpose: {{([0-9]{4,})}} strategies
// CHECK-NEXT: fill.short_rows: 0 [1]
// CHECK: fill.tasks: 0 1 2 4 8 [16] 32 64 128 256
// CHECK-NEXT: inside.rows: 4 [8] 16
// CHECK: inside.reads_rows_whole:
// CHECK: rule winograd_groups: {{([0-9]{7,})}} strategies
// CHECK: joined: 1 [2] 4 8
func.func @nchw(%x: tensor<1x64x56x56xf32>, %u: tensor<6x6x64x64xf32> {graph.constant}) -> tensor<1x64x56x56xf32> {
  %0 = graph.winograd_conv %x, %u {pads = array<i64: 1, 1, 1, 1>}
      : (tensor<1x64x56x56xf32>, tensor<6x6x64x64xf32>) -> tensor<1x64x56x56xf32>
  return %0 : tensor<1x64x56x56xf32>
}

// -----

// The products are another block.
// CHECK-LABEL: kernel 'stages'
// CHECK: rule winograd_stages: {{([0-9]{3,})}} strategies
// CHECK-NEXT: tasks: 0 1 2 4 8 [16] 32 64 128 256
// CHECK-NEXT: data_lanes: 4 8 [16] 32
// CHECK-NEXT: lanes: 4 8 [16] 32
// CHECK: channels: [0] 4 8 16 32 64 128 256
// CHECK: rule register_tile: {{([0-9]{7,})}} strategies
func.func @stages(%x: tensor<1x14x14x256xf32>, %u: tensor<6x6x256x256xf32> {graph.constant}) -> tensor<1x14x14x256xf32> {
  %0 = graph.winograd_conv %x, %u {pads = array<i64: 1, 1, 1, 1>, layout = "NHWC"}
      : (tensor<1x14x14x256xf32>, tensor<6x6x256x256xf32>) -> tensor<1x14x14x256xf32>
  return %0 : tensor<1x14x14x256xf32>
}

// -----

// Both tiles of a chain; the window may be unrolled or not.
// CHECK-LABEL: kernel 'chain'
// CHECK: rule depthwise_chain: {{([0-9]{7,})}} strategies
// CHECK-NEXT: tasks: 0 1 2 4 8 [16] 32 64 128 256
// CHECK-NEXT: unrolls_window: 0 [1]
// CHECK-NEXT: pointwise.rows: 1 2 3
// CHECK-NEXT: pointwise.outer_rows: [1] 2 3 4
// CHECK-NEXT: pointwise.columns: 4 8 16
// CHECK-NEXT: pointwise.order: columns_outside [rows_outside] columns_inside
// CHECK-NEXT: pointwise.unroll: [1] 2 4 8 16
// CHECK-NEXT: depthwise.rows: 1 2 3
// CHECK-NEXT: depthwise.outer_rows: [1] 2 3
// CHECK-NEXT: depthwise.columns: 4 8 16
// CHECK-NEXT: depthwise.order: columns_outside rows_outside [columns_inside]
// CHECK-NEXT: depthwise.unroll: [1] 3
func.func @chain(%x: tensor<1x56x56x128xf32>, %w: tensor<3x3x1x128xf32>, %b: tensor<128xf32>, %v: tensor<1x1x128x128xf32> {graph.constant}) -> tensor<1x56x56x128xf32> {
  %0 = graph.conv %x, %w {strides = array<i64: 1, 1>, dilations = array<i64: 1, 1>, pads = array<i64: 1, 1, 1, 1>, group = 128 : i64,
      layout = "NHWC", kernel_layout = "HWIO"} : (tensor<1x56x56x128xf32>, tensor<3x3x1x128xf32>) -> tensor<1x56x56x128xf32>
  %1 = graph.add %0, %b : (tensor<1x56x56x128xf32>, tensor<128xf32>) -> tensor<1x56x56x128xf32>
  %2 = graph.conv %1, %v {strides = array<i64: 1, 1>, dilations = array<i64: 1, 1>, pads = array<i64: 0, 0, 0, 0>,
      layout = "NHWC", kernel_layout = "HWIO"} : (tensor<1x56x56x128xf32>, tensor<1x1x128x128xf32>) -> tensor<1x56x56x128xf32>
  %3 = graph.relu %2 : (tensor<1x56x56x128xf32>) -> tensor<1x56x56x128xf32>
  return %3 : tensor<1x56x56x128xf32>
}

// -----

// The softmax reads scores from a cache, so that there is nothing to prefetch.
// CHECK-LABEL: kernel 'attention'
// CHECK: rule attention: {{([0-9]{7,})}} strategies
// CHECK-NEXT: tasks: 0 1 2 4 8 [16] 32 64 128 256
// CHECK-NEXT: scores.row_axis:
// CHECK: product.row_axis:
func.func @attention(%q: tensor<4x10x32x64xf32>, %k: tensor<4x10x64x32xf32>, %v: tensor<4x10x32x64xf32>, %scale: tensor<1xf32>) -> tensor<4x10x32x64xf32> {
  %0 = graph.matmul %q, %k : (tensor<4x10x32x64xf32>, tensor<4x10x64x32xf32>) -> tensor<4x10x32x32xf32>
  %1 = graph.div %0, %scale : (tensor<4x10x32x32xf32>, tensor<1xf32>) -> tensor<4x10x32x32xf32>
  %2 = graph.softmax %1 [3] : (tensor<4x10x32x32xf32>) -> tensor<4x10x32x32xf32>
  %3 = graph.matmul %2, %v : (tensor<4x10x32x32xf32>, tensor<4x10x32x64xf32>) -> tensor<4x10x32x64xf32>
  return %3 : tensor<4x10x32x64xf32>
}

// -----

// The tile of a divided sum may have no rows: there is one output, whose weight
// belongs to no column.
// CHECK-LABEL: kernel 'one_output'
// CHECK: rule split_reduction: {{([0-9]+)}} strategies
func.func @one_output(%x: tensor<1x64x4096xf32>, %w: tensor<1x64x7xf32> {graph.constant}) -> tensor<1x1x4096xf32> {
  %0 = graph.conv %x, %w {strides = array<i64: 1>, dilations = array<i64: 1>, pads = array<i64: 3, 3>}
      : (tensor<1x64x4096xf32>, tensor<1x64x7xf32>) -> tensor<1x1x4096xf32>
  return %0 : tensor<1x1x4096xf32>
}
