// RUN: tvm-opt %s --pass-pipeline='builtin.module(func.func(convert-graph-to-te,te-inline-computes),canonicalize,cse,convert-te-to-loops,schedule-generate,schedule-apply)' | FileCheck %s

// The padded image is computed channel by channel, in the loop over tiles.
// CHECK-LABEL: func.func @inside
// CHECK-NOT: memref.alloc()
// CHECK: affine.for %{{.*}} = 0 to 8 {
// CHECK: memref.alloca() : memref<1x1x14x14xf32>
// CHECK: te.block "block0"
// CHECK: affine.for %{{.*}} = 0 to 3 {
// CHECK: te.block "block1_init"
func.func @inside(%x: tensor<1x8x12x12xf32>, %w: tensor<8x1x3x3xf32> {graph.constant, graph.finite}) -> tensor<1x8x12x12xf32> attributes {schedule.strategy = #schedule.plane_tile<row_axis = 2, rows = 4, columns = 12, lanes = 4, window_axis = 4, tasks = 2>} {
  %0 = graph.conv %x, %w {strides = array<i64: 1, 1>, dilations = array<i64: 1, 1>, pads = array<i64: 1, 1, 1, 1>, group = 8 : i64} : (tensor<1x8x12x12xf32>, tensor<8x1x3x3xf32>) -> tensor<1x8x12x12xf32>
  return %0 : tensor<1x8x12x12xf32>
}

// The whole padded image comes first.
// CHECK-LABEL: func.func @apart
// CHECK: memref.alloc() : memref<1x8x14x14xf32>
// CHECK: affine.for %{{.*}} = 0 to 8 {
// CHECK: te.block "block0"
// CHECK: affine.for %{{.*}} = 0 to 8 {
// CHECK-NEXT: affine.for %{{.*}} = 0 to 3 {
// CHECK: te.block "block1_init"
func.func @apart(%x: tensor<1x8x12x12xf32>, %w: tensor<8x1x3x3xf32> {graph.constant, graph.finite}) -> tensor<1x8x12x12xf32> attributes {schedule.strategy = #schedule.plane_tile<row_axis = 2, rows = 4, columns = 12, lanes = 4, window_axis = 4, producers = false, tasks = 2>} {
  %0 = graph.conv %x, %w {strides = array<i64: 1, 1>, dilations = array<i64: 1, 1>, pads = array<i64: 1, 1, 1, 1>, group = 8 : i64} : (tensor<1x8x12x12xf32>, tensor<8x1x3x3xf32>) -> tensor<1x8x12x12xf32>
  return %0 : tensor<1x8x12x12xf32>
}
