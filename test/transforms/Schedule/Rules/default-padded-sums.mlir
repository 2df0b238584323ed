// RUN: tvm-opt %s --pass-pipeline='builtin.module(target-set{entries=max_vector_op_width=256},func.func(convert-graph-to-te,te-inline-computes),canonicalize,cse,convert-te-to-loops,schedule-generate,schedule-apply)' -split-input-file | FileCheck %s

// Of three rows of the window those that are in the image; of its columns, for
// each one the points of a tile that have it there, written out.
// CHECK-LABEL: func.func @window(
// CHECK: memref.alloca() : memref<1x1x6x16xf32>
// CHECK: affine.for %{{.*}} = max #{{.*}}(%{{.*}}) to min #{{.*}}(%{{.*}}) {
// CHECK-NEXT: affine.for %[[K:.*]] = 0 to 3 {
// CHECK: affine.for %{{.*}} = max #{{.*}}(%[[K]]) to min #{{.*}}(%[[K]]) {
// CHECK: te.block "block1" [false, false, false, false, true, true, true]
// CHECK: } {te.kind = "vectorized"}
// CHECK-COUNT-4: } {te.kind = "unrolled"}
func.func @window(%x: tensor<1x6x6x32xf32>, %w: tensor<3x3x32x32xf32> {graph.constant, graph.finite}) -> tensor<1x6x6x32xf32> {
  %0 = graph.conv %x, %w {strides = array<i64: 1, 1>, dilations = array<i64: 1, 1>, pads = array<i64: 1, 1, 1, 1>, group = 1 : i64,
      layout = "NHWC", kernel_layout = "HWIO"} : (tensor<1x6x6x32xf32>, tensor<3x3x32x32xf32>) -> tensor<1x6x6x32xf32>
  return %0 : tensor<1x6x6x32xf32>
}

// -----

// Few tiles of a row: where they are tells the points, too.
// CHECK-LABEL: func.func @tiles(
// CHECK: affine.for %[[T:.*]] = 0 to 3 {
// CHECK: affine.for %[[K:.*]] = 0 to 3 {
// CHECK: affine.for %{{.*}} = max #{{.*}}(%[[K]], %[[T]]) to min #{{.*}}(%[[K]], %[[T]]) {
// CHECK: te.block "block1" [false, false, false, false, true, true, true]
// CHECK: } {te.kind = "parallel"}
func.func @tiles(%x: tensor<1x40x18x32xf32>, %w: tensor<3x3x32x32xf32> {graph.constant, graph.finite}) -> tensor<1x40x18x32xf32> {
  %0 = graph.conv %x, %w {strides = array<i64: 1, 1>, dilations = array<i64: 1, 1>, pads = array<i64: 1, 1, 1, 1>, group = 1 : i64,
      layout = "NHWC", kernel_layout = "HWIO"} : (tensor<1x40x18x32xf32>, tensor<3x3x32x32xf32>) -> tensor<1x40x18x32xf32>
  return %0 : tensor<1x40x18x32xf32>
}

// -----

// Many tiles: their points stay as they are.
// CHECK-LABEL: func.func @many(
// CHECK: affine.for %{{.*}} = max #{{.*}}(%{{.*}}) to min #{{.*}}(%{{.*}}) {
// CHECK-NOT: affine.for %{{.*}} = max
// CHECK: te.block "block1" [false, false, false, false, true, true, true]
func.func @many(%x: tensor<1x40x60x32xf32>, %w: tensor<3x3x32x32xf32> {graph.constant, graph.finite}) -> tensor<1x40x60x32xf32> {
  %0 = graph.conv %x, %w {strides = array<i64: 1, 1>, dilations = array<i64: 1, 1>, pads = array<i64: 1, 1, 1, 1>, group = 1 : i64,
      layout = "NHWC", kernel_layout = "HWIO"} : (tensor<1x40x60x32xf32>, tensor<3x3x32x32xf32>) -> tensor<1x40x60x32xf32>
  return %0 : tensor<1x40x60x32xf32>
}

// -----

// Weights that may be infinite: all products.
// CHECK-LABEL: func.func @infinite(
// CHECK-NOT: max #
// CHECK: return
func.func @infinite(%x: tensor<1x6x6x32xf32>, %w: tensor<3x3x32x32xf32> {graph.constant}) -> tensor<1x6x6x32xf32> {
  %0 = graph.conv %x, %w {strides = array<i64: 1, 1>, dilations = array<i64: 1, 1>, pads = array<i64: 1, 1, 1, 1>, group = 1 : i64,
      layout = "NHWC", kernel_layout = "HWIO"} : (tensor<1x6x6x32xf32>, tensor<3x3x32x32xf32>) -> tensor<1x6x6x32xf32>
  return %0 : tensor<1x6x6x32xf32>
}
