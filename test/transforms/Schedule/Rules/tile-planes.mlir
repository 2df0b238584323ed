// RUN: tvm-opt %s --pass-pipeline='builtin.module(func.func(convert-graph-to-te,te-inline-computes),canonicalize,cse,convert-te-to-loops,schedule-generate,schedule-apply)' | FileCheck %s

// A tile has rows of two channels, and the window is unrolled as a whole. The
// padded image is computed for the channels of a tile.
// CHECK-LABEL: func.func @channels
// CHECK: affine.for %{{.*}} = 0 to 4 {
// CHECK: memref.alloca() : memref<1x2x14x14xf32>
// CHECK: te.block "block0"
// CHECK: affine.for %{{.*}} = 0 to 3 {
// CHECK: memref.alloca() : memref<1x2x4x12xf32>
// CHECK: te.block "block1" [
// CHECK-COUNT-5: } {te.kind = "unrolled"}
// CHECK: te.block "block1_write"
func.func @channels(%x: tensor<1x8x12x12xf32>, %w: tensor<8x1x3x3xf32> {graph.constant, graph.finite}) -> tensor<1x8x12x12xf32> attributes {schedule.strategy = #schedule.plane_tile<row_axis = 2, rows = 4, outer_row_axis = 1, outer_rows = 2, columns = 12, lanes = 4, window_axis = 4, unroll = 3, tasks = 2>} {
  %0 = graph.conv %x, %w {strides = array<i64: 1, 1>, dilations = array<i64: 1, 1>, pads = array<i64: 1, 1, 1, 1>, group = 8 : i64} : (tensor<1x8x12x12xf32>, tensor<8x1x3x3xf32>) -> tensor<1x8x12x12xf32>
  return %0 : tensor<1x8x12x12xf32>
}

// Three tiles of rows of each channel come before the other three.
// CHECK-LABEL: func.func @blocks
// CHECK-NOT: memref.alloc()
// CHECK: affine.for %[[B:.*]] = 0 to 2 {
// CHECK-NEXT: affine.for %[[C:.*]] = 0 to 8 {
// CHECK-NEXT: affine.for %[[R:.*]] = 0 to 3 {
// CHECK: memref.alloca() : memref<1x1x2x12xf32>
// CHECK: te.block "block1" [
// CHECK: te.block "block1_write" {{.*}}(%{{.*}}, %{{.*}}, %[[C]], %{{.*}}, %[[B]], %[[R]], %{{.*}}, %{{.*}}, %{{.*}})
func.func @blocks(%x: tensor<1x8x12x12xf32>, %w: tensor<8x1x3x3xf32> {graph.constant, graph.finite}) -> tensor<1x8x12x12xf32> attributes {schedule.strategy = #schedule.plane_tile<row_axis = 2, rows = 2, outer_row_axis = 1, columns = 12, lanes = 4, block_rows = 3, window_axis = 4, inlines_borders = true, tasks = 0>} {
  %0 = graph.conv %x, %w {strides = array<i64: 1, 1>, dilations = array<i64: 1, 1>, pads = array<i64: 1, 1, 1, 1>, group = 8 : i64} : (tensor<1x8x12x12xf32>, tensor<8x1x3x3xf32>) -> tensor<1x8x12x12xf32>
  return %0 : tensor<1x8x12x12xf32>
}

// All rows of some columns come before the next columns. The places of the
// window along a row stay a loop.
// CHECK-LABEL: func.func @order
// CHECK: affine.for %{{.*}} = 0 to 8 {
// CHECK: te.block "block0"
// CHECK: affine.for %[[C:.*]] = 0 to 3 {
// CHECK-NEXT: affine.for %[[R:.*]] = 0 to 4 {
// CHECK: memref.alloca() : memref<1x1x3x4xf32>
// CHECK: te.block "block1" [
// CHECK-COUNT-4: } {te.kind = "unrolled"}
// CHECK-NEXT: }
// CHECK: te.block "block1_write" {{.*}}(%{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}, %[[R]], %{{.*}}, %[[C]], %{{.*}})
func.func @order(%x: tensor<1x8x12x12xf32>, %w: tensor<8x1x3x3xf32> {graph.constant, graph.finite}) -> tensor<1x8x12x12xf32> attributes {schedule.strategy = #schedule.plane_tile<row_axis = 2, rows = 3, columns = 4, lanes = 4, order = columns_outside, window_axis = 4, tasks = 2>} {
  %0 = graph.conv %x, %w {strides = array<i64: 1, 1>, dilations = array<i64: 1, 1>, pads = array<i64: 1, 1, 1, 1>, group = 8 : i64} : (tensor<1x8x12x12xf32>, tensor<8x1x3x3xf32>) -> tensor<1x8x12x12xf32>
  return %0 : tensor<1x8x12x12xf32>
}
