// RUN: tvm-opt %s --pass-pipeline='builtin.module(func.func(convert-graph-to-te,te-inline-computes),canonicalize,cse,convert-te-to-loops,schedule-generate,schedule-apply)' -split-input-file | FileCheck %s
// RUN: tvm-opt %s --pass-pipeline='builtin.module(target-set{entries=L2_cache_size_in_bytes=8192},func.func(convert-graph-to-te,te-inline-computes),canonicalize,cse,convert-te-to-loops,schedule-generate,schedule-apply)' -split-input-file | FileCheck %s --check-prefix=ROWS
// RUN: tvm-opt %s --pass-pipeline='builtin.module(target-set{entries=L2_cache_size_in_bytes=4096},func.func(convert-graph-to-te,te-inline-computes),canonicalize,cse,convert-te-to-loops,schedule-generate,schedule-apply)' -split-input-file | FileCheck %s --check-prefix=COLUMNS

// One loop over rows, on threads: a row of the depthwise convolution in register
// tiles, with what follows it, then that row of the pointwise one.
// CHECK-LABEL: func.func @depthwise
// CHECK: affine.for %{{.*}} = 0 to 28 {
// CHECK: memref.alloca() : memref<1x1x6x16xf32>
// CHECK: te.block "block0" {{.*}}[false, false, false, false, true, true]
// CHECK: te.block "block1" [false, false, false, false]
// CHECK: affine.for %{{.*}} = 0 to 2 {
// CHECK-NEXT: affine.for %{{.*}} = 0 to 2 {
// CHECK: memref.alloca() : memref<1x1x6x16xf32>
// CHECK: te.block "block2" {{.*}}[false, false, false, false, true]
// CHECK: te.block "block3" [false, false, false, false]
// CHECK: } {te.kind = "parallel"}
// CHECK-NEXT: return
func.func @depthwise(%x: tensor<2x14x12x16xf32>, %w: tensor<3x3x1x16xf32>, %b: tensor<16xf32>, %v: tensor<1x1x16x32xf32>) -> tensor<2x14x12x32xf32> {
  %0 = graph.conv %x, %w {strides = array<i64: 1, 1>, dilations = array<i64: 1, 1>, pads = array<i64: 1, 1, 1, 1>, group = 16 : i64,
      layout = "NHWC", kernel_layout = "HWIO"} : (tensor<2x14x12x16xf32>, tensor<3x3x1x16xf32>) -> tensor<2x14x12x16xf32>
  %1 = graph.add %0, %b : (tensor<2x14x12x16xf32>, tensor<16xf32>) -> tensor<2x14x12x16xf32>
  %2 = graph.conv %1, %v {strides = array<i64: 1, 1>, dilations = array<i64: 1, 1>, pads = array<i64: 0, 0, 0, 0>,
      layout = "NHWC", kernel_layout = "HWIO"} : (tensor<2x14x12x16xf32>, tensor<1x1x16x32xf32>) -> tensor<2x14x12x32xf32>
  %3 = graph.relu %2 : (tensor<2x14x12x32xf32>) -> tensor<2x14x12x32xf32>
  return %3 : tensor<2x14x12x32xf32>
}

// -----

// Weights of 4.5 KiB stay in the nearest cache: all channels of some points, as data
// lie in memory, then those of the next ones.
// CHECK-LABEL: func.func @near_weights
// CHECK: affine.for %{{.*}} = 0 to 28 {
// CHECK: affine.for %{{.*}} = 0 to 2 {
// CHECK-NEXT: affine.for %{{.*}} = 0 to 8 {
// CHECK: memref.alloca() : memref<1x1x6x16xf32>
// CHECK: te.block "block0"
func.func @near_weights(%x: tensor<2x14x12x128xf32>, %w: tensor<3x3x1x128xf32>, %b: tensor<128xf32>, %v: tensor<1x1x128x32xf32>) -> tensor<2x14x12x32xf32> {
  %0 = graph.conv %x, %w {strides = array<i64: 1, 1>, dilations = array<i64: 1, 1>, pads = array<i64: 1, 1, 1, 1>, group = 128 : i64,
      layout = "NHWC", kernel_layout = "HWIO"} : (tensor<2x14x12x128xf32>, tensor<3x3x1x128xf32>) -> tensor<2x14x12x128xf32>
  %1 = graph.add %0, %b : (tensor<2x14x12x128xf32>, tensor<128xf32>) -> tensor<2x14x12x128xf32>
  %2 = graph.conv %1, %v {strides = array<i64: 1, 1>, dilations = array<i64: 1, 1>, pads = array<i64: 0, 0, 0, 0>,
      layout = "NHWC", kernel_layout = "HWIO"} : (tensor<2x14x12x128xf32>, tensor<1x1x128x32xf32>) -> tensor<2x14x12x32xf32>
  return %2 : tensor<2x14x12x32xf32>
}

// -----

// Those of 9 KiB do not.
// CHECK-LABEL: func.func @far_weights
// CHECK: affine.for %{{.*}} = 0 to 28 {
// CHECK: affine.for %{{.*}} = 0 to 16 {
// CHECK-NEXT: affine.for %{{.*}} = 0 to 2 {
// CHECK: memref.alloca() : memref<1x1x6x16xf32>
// CHECK: te.block "block0"
func.func @far_weights(%x: tensor<2x14x12x256xf32>, %w: tensor<3x3x1x256xf32>, %b: tensor<256xf32>, %v: tensor<1x1x256x32xf32>) -> tensor<2x14x12x32xf32> {
  %0 = graph.conv %x, %w {strides = array<i64: 1, 1>, dilations = array<i64: 1, 1>, pads = array<i64: 1, 1, 1, 1>, group = 256 : i64,
      layout = "NHWC", kernel_layout = "HWIO"} : (tensor<2x14x12x256xf32>, tensor<3x3x1x256xf32>) -> tensor<2x14x12x256xf32>
  %1 = graph.add %0, %b : (tensor<2x14x12x256xf32>, tensor<256xf32>) -> tensor<2x14x12x256xf32>
  %2 = graph.conv %1, %v {strides = array<i64: 1, 1>, dilations = array<i64: 1, 1>, pads = array<i64: 0, 0, 0, 0>,
      layout = "NHWC", kernel_layout = "HWIO"} : (tensor<2x14x12x256xf32>, tensor<1x1x256x32xf32>) -> tensor<2x14x12x32xf32>
  return %2 : tensor<2x14x12x32xf32>
}

// -----

// Tiles do not divide rows of 13: each convolution has its own nests.
// CHECK-LABEL: func.func @awkward
// CHECK: te.block "block0"
// CHECK: } {te.kind = "parallel"}
// CHECK: te.block "block2"
// CHECK: } {te.kind = "parallel"}
func.func @awkward(%x: tensor<2x14x13x16xf32>, %w: tensor<3x3x1x16xf32>, %b: tensor<16xf32>, %v: tensor<1x1x16x32xf32>) -> tensor<2x14x13x32xf32> {
  %0 = graph.conv %x, %w {strides = array<i64: 1, 1>, dilations = array<i64: 1, 1>, pads = array<i64: 1, 1, 1, 1>, group = 16 : i64,
      layout = "NHWC", kernel_layout = "HWIO"} : (tensor<2x14x13x16xf32>, tensor<3x3x1x16xf32>) -> tensor<2x14x13x16xf32>
  %1 = graph.add %0, %b : (tensor<2x14x13x16xf32>, tensor<16xf32>) -> tensor<2x14x13x16xf32>
  %2 = graph.conv %1, %v {strides = array<i64: 1, 1>, dilations = array<i64: 1, 1>, pads = array<i64: 0, 0, 0, 0>,
      layout = "NHWC", kernel_layout = "HWIO"} : (tensor<2x14x13x16xf32>, tensor<1x1x16x32xf32>) -> tensor<2x14x13x32xf32>
  return %2 : tensor<2x14x13x32xf32>
}

// -----

// Weights of 2 KiB: in a large cache, or in one of four times as much where data
// and results have no room, all tiles of columns of a row, then the next row. In
// a smaller one columns are outermost.
// CHECK-LABEL: func.func @pointwise
// CHECK: affine.for %{{.*}} = 0 to 64 {
// CHECK-NEXT: affine.for %{{.*}} = 0 to 2 {
// CHECK-NEXT: affine.for %{{.*}} = 0 to 2 {
// ROWS-LABEL: func.func @pointwise
// ROWS: affine.for %{{.*}} = 0 to 64 {
// ROWS-NEXT: affine.for %{{.*}} = 0 to 2 {
// ROWS-NEXT: affine.for %{{.*}} = 0 to 2 {
// ROWS: } {te.kind = "parallel"}
// COLUMNS-LABEL: func.func @pointwise
// COLUMNS: affine.for %{{.*}} = 0 to 128 {
// COLUMNS-NEXT: affine.for %{{.*}} = 0 to 2 {
func.func @pointwise(%x: tensor<4x16x12x16xf32>, %v: tensor<1x1x16x32xf32>) -> tensor<4x16x12x32xf32> {
  %0 = graph.conv %x, %v {strides = array<i64: 1, 1>, dilations = array<i64: 1, 1>, pads = array<i64: 0, 0, 0, 0>,
      layout = "NHWC", kernel_layout = "HWIO"} : (tensor<4x16x12x16xf32>, tensor<1x1x16x32xf32>) -> tensor<4x16x12x32xf32>
  return %0 : tensor<4x16x12x32xf32>
}

// -----

// Results in planes: columns are outermost.
// CHECK-LABEL: func.func @planes
// CHECK: affine.for %{{.*}} = 0 to 128 {
// CHECK-NEXT: affine.for %{{.*}} = 0 to 2 {
func.func @planes(%x: tensor<4x16x12x16xf32>, %v: tensor<1x1x16x32xf32>) -> tensor<4x32x16x12xf32> {
  %0 = graph.conv %x, %v {strides = array<i64: 1, 1>, dilations = array<i64: 1, 1>, pads = array<i64: 0, 0, 0, 0>,
      layout = "NHWC", kernel_layout = "HWIO"} : (tensor<4x16x12x16xf32>, tensor<1x1x16x32xf32>) -> tensor<4x16x12x32xf32>
  %1 = graph.transpose %0 [0, 3, 1, 2] : (tensor<4x16x12x32xf32>) -> tensor<4x32x16x12xf32>
  return %1 : tensor<4x32x16x12xf32>
}
