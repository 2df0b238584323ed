// RUN: tvm-opt %s -split-input-file --schedule-apply | FileCheck %s

// The next row is read before this one is used, into the other buffer.
// CHECK-LABEL: @f
// CHECK: %[[T:.*]] = memref.alloca() : memref<2x1x4xf32>
// CHECK: te.block "B_read_1"
// CHECK: affine.for %{{.*}} = 0 to 7 {
// CHECK: te.block "B_read"
// CHECK: affine.store %{{.*}} : memref<2x1x4xf32>
// CHECK: te.block "B"
// CHECK: affine.load %{{.*}} : memref<2x1x4xf32>
// CHECK: te.block "B_1"
// CHECK: return
module attributes {transform.with_named_sequence} {
  func.func @f(%a: memref<8x4xf32>, %b: memref<8x4xf32>) {
    affine.for %i = 0 to 8 {
      affine.for %j = 0 to 4 {
        te.block "B" [false, false] affine_map<(i, j) -> (i, j)>(%i, %j) captures(%a, %b : memref<8x4xf32>, memref<8x4xf32>) do {
        ^bb0(%v: index, %w: index, %x: memref<8x4xf32>, %y: memref<8x4xf32>):
          %0 = affine.load %x[%v, %w] : memref<8x4xf32>
          %1 = arith.negf %0 : f32
          affine.store %1, %y[%v, %w] : memref<8x4xf32>
          te.yield
        }
      }
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %b = schedule.get_block "B" in %root
    %i, %j = schedule.get_loops of %b
    %copy = schedule.cache_read %b, 0 at %i
    schedule.double_buffer %copy
    transform.yield
  }
}

// -----

// A region of the buffer that a block declares gets the version, too.
// CHECK-LABEL: @tile
// CHECK: affine.for %{{.*}} = 0 to 7 {
// CHECK: te.block "B" {{.*}} captures(%[[T:.*]], %arg1, %{{.*}} : memref<2x1x4xf32>,
// CHECK-SAME: reads [#te.region<0, (d0, d1)[s0, s1, s2, s3, s4] -> (s4, d0 - s2, d1 - s3), [1, 1, 4]>]
module attributes {transform.with_named_sequence} {
  func.func @tile(%a: memref<8x4xf32>, %b: memref<8x4xf32>) {
    affine.for %i = 0 to 8 {
      affine.for %j = 0 to 4 {
        te.block "B" [false, false] affine_map<(i, j) -> (i, j)>(%i, %j) captures(%a, %b : memref<8x4xf32>, memref<8x4xf32>) do {
        ^bb0(%v: index, %w: index, %x: memref<8x4xf32>, %y: memref<8x4xf32>):
          %0 = affine.load %x[%v, %w] : memref<8x4xf32>
          affine.store %0, %y[%v, %w] : memref<8x4xf32>
          te.yield
        }
      }
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %b = schedule.get_block "B" in %root
    %i, %j = schedule.get_loops of %b
    %copy = schedule.cache_read %b, 0 at %i
    %tile = schedule.blockize %j
    schedule.double_buffer %copy
    transform.yield
  }
}
