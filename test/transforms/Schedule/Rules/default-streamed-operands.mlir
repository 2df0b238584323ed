// RUN: tvm-opt %s --pass-pipeline='builtin.module(target-set{entries=max_vector_op_width=512,vector_registers=32,L3_cache_size_in_bytes=8388608},convert-te-to-loops,schedule-generate,schedule-apply)' | FileCheck %s

// Weights that no cache keeps: the first tiles of rows ask for those of the next
// columns.
// CHECK-LABEL: func.func @streamed
// CHECK: affine.for %{{.*}} = 0 to 64 {
// CHECK: affine.for %{{.*}} = 0 to 8 {
// CHECK: affine.for %{{.*}} = 0 to 32 {
// CHECK: te.block "block0_prefetch"{{.*}} captures(%arg1
// CHECK: affine.for %{{.*}} = 0 to 4 {
// CHECK: te.block "block0"
func.func @streamed(%a: tensor<64x128xf32>, %b: tensor<128x2048xf32> {graph.constant}) -> tensor<64x2048xf32> {
  %0 = te.compute [64, 2048, 128] spatial 2 reduce sum {
  ^bb0(%i: index, %j: index, %k: index):
    %x = te.read %a[%i, %k] : tensor<64x128xf32>
    %y = te.read %b[%k, %j] : tensor<128x2048xf32>
    %m = arith.mulf %x, %y : f32
    te.yield %m : f32
  } : tensor<64x2048xf32>
  return %0 : tensor<64x2048xf32>
}

// Weights that depend on another axis: the next ones are those of its next value,
// or of its first value and the next tile of columns.
// CHECK-LABEL: func.func @streamed_places
// CHECK: affine.for %{{.*}} = 0 to 64 {
// CHECK-NEXT: affine.for %{{.*}} = 0 to 8 {
// CHECK: te.block "block0_prefetch"{{.*}} captures(%arg1
func.func @streamed_places(%a: tensor<64x128xf32>, %b: tensor<2x128x1024xf32> {graph.constant}) -> tensor<64x2x1024xf32> {
  %0 = te.compute [64, 2, 1024, 128] spatial 3 reduce sum {
  ^bb0(%i: index, %p: index, %j: index, %k: index):
    %x = te.read %a[%i, %k] : tensor<64x128xf32>
    %y = te.read %b[%p, %k, %j] : tensor<2x128x1024xf32>
    %m = arith.mulf %x, %y : f32
    te.yield %m : f32
  } : tensor<64x2x1024xf32>
  return %0 : tensor<64x2x1024xf32>
}

// A matrix of weights per image: tiles lie in the order of the one loop over
// matrices and columns.
// CHECK-LABEL: func.func @streamed_batch
// CHECK-SAME: memref<4x32x128x32xf32> {graph.constant
// CHECK: affine.for %{{.*}} = 0 to 128 {
// CHECK: te.block "block0_prefetch"{{.*}} captures(%arg1
func.func @streamed_batch(%a: tensor<4x64x128xf32>, %b: tensor<4x128x1024xf32> {graph.constant}) -> tensor<4x64x1024xf32> {
  %0 = te.compute [4, 64, 1024, 128] spatial 3 reduce sum {
  ^bb0(%n: index, %i: index, %j: index, %k: index):
    %x = te.read %a[%n, %i, %k] : tensor<4x64x128xf32>
    %y = te.read %b[%n, %k, %j] : tensor<4x128x1024xf32>
    %m = arith.mulf %x, %y : f32
    te.yield %m : f32
  } : tensor<4x64x1024xf32>
  return %0 : tensor<4x64x1024xf32>
}

// Two axes of rows: iterations of the outer loop ask for a part each.
// CHECK-LABEL: func.func @streamed_image
// CHECK: affine.for %[[COLUMN_AND_ROW:.*]] = 0 to 512 {
// CHECK-NEXT: affine.for %{{.*}} = 0 to 2 {
// CHECK: te.block "block0_prefetch" {{.*}}(%{{[a-z0-9]+}}, %[[COLUMN_AND_ROW]], %{{[a-z0-9]+}}) if #{{.*}} captures(%arg1
func.func @streamed_image(%a: tensor<16x16x128xf32>, %b: tensor<128x1024xf32> {graph.constant}) -> tensor<16x16x1024xf32> {
  %0 = te.compute [16, 16, 1024, 128] spatial 3 reduce sum {
  ^bb0(%y: index, %x: index, %j: index, %k: index):
    %d = te.read %a[%y, %x, %k] : tensor<16x16x128xf32>
    %w = te.read %b[%k, %j] : tensor<128x1024xf32>
    %m = arith.mulf %d, %w : f32
    te.yield %m : f32
  } : tensor<16x16x1024xf32>
  return %0 : tensor<16x16x1024xf32>
}

// A matrix that the last-level cache does not keep beside a copy: the columns of
// a tile are copied once for tiles of both sizes of rows.
// CHECK-LABEL: func.func @copied_columns
// CHECK: affine.for %{{.*}} = 0 to 68 {
// CHECK: %[[COPY:.*]] = memref.alloca() : memref<600x16xf32>
// CHECK: te.block "block0_1_read"{{.*}} captures(%arg1, %[[COPY]],
// CHECK: te.block "block0_1" {{.*}} captures(%arg0, %[[COPY]],
// CHECK-NOT: affine.for %{{.*}} = 0 to 68 {
// CHECK: te.block "block0" {{.*}} captures(%arg0, %[[COPY]],
// CHECK-NOT: memref<600x1088xf32>
// CHECK: return
func.func @copied_columns(%a: tensor<57x600xf32>, %b: tensor<600x1088xf32>) -> tensor<57x1088xf32> {
  %0 = te.compute [57, 1088, 600] spatial 2 reduce sum {
  ^bb0(%i: index, %j: index, %k: index):
    %x = te.read %a[%i, %k] : tensor<57x600xf32>
    %y = te.read %b[%k, %j] : tensor<600x1088xf32>
    %m = arith.mulf %x, %y : f32
    te.yield %m : f32
  } : tensor<57x1088xf32>
  return %0 : tensor<57x1088xf32>
}

// Four does not divide the steps of the sum: three of them each prefetch a part.
// CHECK-LABEL: func.func @streamed_in_three_parts
// CHECK: affine.for %{{.*}} = 0 to 64 {
// CHECK: affine.for %{{.*}} = 0 to 8 {
// CHECK: affine.for %{{.*}} = 0 to 43 {
// CHECK: te.block "block0_prefetch"{{.*}} captures(%arg1
// CHECK: affine.for %{{.*}} = 0 to 3 {
// CHECK: te.block "block0"
func.func @streamed_in_three_parts(%a: tensor<64x129xf32>, %b: tensor<129x2048xf32> {graph.constant}) -> tensor<64x2048xf32> {
  %0 = te.compute [64, 2048, 129] spatial 2 reduce sum {
  ^bb0(%i: index, %j: index, %k: index):
    %x = te.read %a[%i, %k] : tensor<64x129xf32>
    %y = te.read %b[%k, %j] : tensor<129x2048xf32>
    %m = arith.mulf %x, %y : f32
    te.yield %m : f32
  } : tensor<64x2048xf32>
  return %0 : tensor<64x2048xf32>
}
