// RUN: tvm-opt %s --pass-pipeline='builtin.module(schedule-generate)' | FileCheck %s
// RUN: tvm-opt %s --pass-pipeline='builtin.module(schedule-generate,schedule-apply)' | FileCheck %s --check-prefix=APPLIED
// RUN: tvm-opt %s --pass-pipeline='builtin.module(schedule-generate)' --mlir-debug-counter=schedule-primitive-skip=0,schedule-primitive-count=2 | FileCheck %s --check-prefix=NOTHING
// RUN: tvm-opt %s --pass-pipeline='builtin.module(schedule-generate)' --mlir-debug-counter=schedule-primitive-skip=0,schedule-primitive-count=12 | FileCheck %s --check-prefix=NOTHING

// Rows of the product are overwritten before the bias is added, so the product
// cannot be computed in tiles of the block that adds it, although that alone
// reads it. The loops of that block are as they were, and the tile is in those
// of a copy.
// CHECK: transform.named_sequence
// CHECK-NEXT: %[[PRODUCT:.*]] = schedule.get_block "product"
// CHECK-NEXT: %[[COPY:.*]] = schedule.cache_write %[[PRODUCT]]
// CHECK: schedule.compute_at %[[PRODUCT]]
// CHECK: %[[BIAS:.*]] = schedule.get_block "bias"
// CHECK-NEXT: %[[LOOPS:.*]]:2 = schedule.get_loops of %[[BIAS]]
// CHECK-NOT: schedule.split
// CHECK: schedule.vectorize %[[LOOPS]]#1
// APPLIED: te.block "product"
// APPLIED: te.block "next"
// APPLIED: te.block "bias"

// Nothing is left where neither is possible, as all primitives refuse behind
// the first ones.
// NOTHING: transform.named_sequence
// NOTHING-NEXT: transform.yield
func.func @overwritten(%x: memref<24x32xf32>, %w: memref<32x32xf32>, %b: memref<32xf32>, %y: memref<24x32xf32>) {
  %p = memref.alloc() : memref<24x32xf32>
  affine.for %i = 0 to 24 {
    affine.for %j = 0 to 32 {
      affine.for %k = 0 to 32 {
        te.block "product" [false, false, true] affine_map<(a, b, c) -> (a, b, c)>(%i, %j, %k) captures(%x, %w, %p : memref<24x32xf32>, memref<32x32xf32>, memref<24x32xf32>) init {
        ^bb0(%0: index, %1: index, %2: index, %in: memref<24x32xf32>, %weight: memref<32x32xf32>, %out: memref<24x32xf32>):
          %zero = arith.constant 0.0 : f32
          affine.store %zero, %out[%0, %1] : memref<24x32xf32>
          te.yield
        } do {
        ^bb0(%0: index, %1: index, %2: index, %in: memref<24x32xf32>, %weight: memref<32x32xf32>, %out: memref<24x32xf32>):
          %3 = affine.load %in[%0, %2] : memref<24x32xf32>
          %4 = affine.load %weight[%2, %1] : memref<32x32xf32>
          %5 = arith.mulf %3, %4 : f32
          %6 = affine.load %out[%0, %1] : memref<24x32xf32>
          %7 = arith.addf %6, %5 : f32
          affine.store %7, %out[%0, %1] : memref<24x32xf32>
          te.yield
        }
      }
    }
  }
  affine.for %i = 0 to 24 {
    te.block "next" [false] affine_map<(a) -> (a)>(%i) captures(%x : memref<24x32xf32>) do {
    ^bb0(%0: index, %out: memref<24x32xf32>):
      %zero = arith.constant 0.0 : f32
      affine.store %zero, %out[%0, 0] : memref<24x32xf32>
      te.yield
    }
  }
  affine.for %i = 0 to 24 {
    affine.for %j = 0 to 32 {
      te.block "bias" [false, false] affine_map<(a, b) -> (a, b)>(%i, %j) captures(%p, %b, %y : memref<24x32xf32>, memref<32xf32>, memref<24x32xf32>) do {
      ^bb0(%0: index, %1: index, %in: memref<24x32xf32>, %bias: memref<32xf32>, %out: memref<24x32xf32>):
        %2 = affine.load %in[%0, %1] : memref<24x32xf32>
        %3 = affine.load %bias[%1] : memref<32xf32>
        %4 = arith.addf %2, %3 : f32
        affine.store %4, %out[%0, %1] : memref<24x32xf32>
        te.yield
      }
    }
  }
  return
}
