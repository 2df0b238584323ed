// RUN: tvm-opt %s --pass-pipeline='builtin.module(schedule-generate)' | FileCheck %s
// RUN: tvm-opt %s --pass-pipeline='builtin.module(schedule-generate,schedule-apply)' | FileCheck %s --check-prefix=APPLIED
// RUN: tvm-opt %s --pass-pipeline='builtin.module(schedule-generate)' --mlir-debug-counter=schedule-primitive-skip=0,schedule-primitive-count=9 | FileCheck %s --check-prefix=NOTHING

// A depthwise convolution, its bias and a pointwise convolution that would be
// one loop over rows, if the bias could be added later: it is overwritten
// before the pointwise convolution. The rule finds that out when it has tiled
// the pointwise convolution, and leaves neither steps of the script nor loops:
// each convolution is tiled by itself.
// CHECK: transform.named_sequence
// CHECK-NEXT: schedule.get_block "bias"
// CHECK: schedule.get_block "depthwise"
// CHECK-NEXT: schedule.compute_at
// CHECK: schedule.get_block "pointwise"
// CHECK-NEXT: schedule.cache_write
// CHECK: schedule.get_block "next"
// APPLIED: te.block "depthwise"
// APPLIED: te.block "bias"
// APPLIED: te.block "next"
// APPLIED: te.block "pointwise"

// Nothing is left where all primitives refuse from the tenth on.
// NOTHING: transform.named_sequence
// NOTHING-NEXT: transform.yield
func.func @overwritten(%x: memref<2x16x14x16xf32>, %w: memref<3x3x1x16xf32>, %b: memref<16xf32>, %v: memref<16x32xf32>, %y: memref<2x14x12x32xf32>) {
  %d = memref.alloc() : memref<2x14x12x16xf32>
  %e = memref.alloc() : memref<2x14x12x16xf32>
  affine.for %n = 0 to 2 { affine.for %i = 0 to 14 { affine.for %j = 0 to 12 { affine.for %c = 0 to 16 { affine.for %p = 0 to 3 { affine.for %q = 0 to 3 {
    te.block "depthwise" [false, false, false, false, true, true] affine_map<(a, b, c, d, e, f) -> (a, b, c, d, e, f)>(%n, %i, %j, %c, %p, %q)
        captures(%x, %w, %d : memref<2x16x14x16xf32>, memref<3x3x1x16xf32>, memref<2x14x12x16xf32>) init {
    ^bb0(%0: index, %1: index, %2: index, %3: index, %4: index, %5: index, %in: memref<2x16x14x16xf32>, %weight: memref<3x3x1x16xf32>, %out: memref<2x14x12x16xf32>):
      %cst = arith.constant 0.0 : f32
      affine.store %cst, %out[%0, %1, %2, %3] : memref<2x14x12x16xf32>
      te.yield
    } do {
    ^bb0(%0: index, %1: index, %2: index, %3: index, %4: index, %5: index, %in: memref<2x16x14x16xf32>, %weight: memref<3x3x1x16xf32>, %out: memref<2x14x12x16xf32>):
      %6 = affine.load %in[%0, %1 + %4, %2 + %5, %3] : memref<2x16x14x16xf32>
      %7 = affine.load %weight[%4, %5, 0, %3] : memref<3x3x1x16xf32>
      %8 = arith.mulf %6, %7 : f32
      %9 = affine.load %out[%0, %1, %2, %3] : memref<2x14x12x16xf32>
      %10 = arith.addf %9, %8 : f32
      affine.store %10, %out[%0, %1, %2, %3] : memref<2x14x12x16xf32>
      te.yield
    }
  } } } } } }
  affine.for %n = 0 to 2 { affine.for %i = 0 to 14 { affine.for %j = 0 to 12 { affine.for %c = 0 to 16 {
    te.block "bias" [false, false, false, false] affine_map<(a, b, c, d) -> (a, b, c, d)>(%n, %i, %j, %c)
        captures(%d, %b, %e : memref<2x14x12x16xf32>, memref<16xf32>, memref<2x14x12x16xf32>) do {
    ^bb0(%0: index, %1: index, %2: index, %3: index, %in: memref<2x14x12x16xf32>, %bias: memref<16xf32>, %out: memref<2x14x12x16xf32>):
      %4 = affine.load %in[%0, %1, %2, %3] : memref<2x14x12x16xf32>
      %5 = affine.load %bias[%3] : memref<16xf32>
      %6 = arith.addf %4, %5 : f32
      affine.store %6, %out[%0, %1, %2, %3] : memref<2x14x12x16xf32>
      te.yield
    }
  } } } }
  affine.for %c = 0 to 16 {
    te.block "next" [false] affine_map<(a) -> (a)>(%c) captures(%b : memref<16xf32>) do {
    ^bb0(%0: index, %out: memref<16xf32>):
      %cst = arith.constant 0.0 : f32
      affine.store %cst, %out[%0] : memref<16xf32>
      te.yield
    }
  }
  affine.for %n = 0 to 2 { affine.for %i = 0 to 14 { affine.for %j = 0 to 12 { affine.for %c = 0 to 32 { affine.for %k = 0 to 16 {
    te.block "pointwise" [false, false, false, false, true] affine_map<(a, b, c, d, e) -> (a, b, c, d, e)>(%n, %i, %j, %c, %k)
        captures(%e, %v, %y : memref<2x14x12x16xf32>, memref<16x32xf32>, memref<2x14x12x32xf32>) init {
    ^bb0(%0: index, %1: index, %2: index, %3: index, %4: index, %in: memref<2x14x12x16xf32>, %weight: memref<16x32xf32>, %out: memref<2x14x12x32xf32>):
      %cst = arith.constant 0.0 : f32
      affine.store %cst, %out[%0, %1, %2, %3] : memref<2x14x12x32xf32>
      te.yield
    } do {
    ^bb0(%0: index, %1: index, %2: index, %3: index, %4: index, %in: memref<2x14x12x16xf32>, %weight: memref<16x32xf32>, %out: memref<2x14x12x32xf32>):
      %5 = affine.load %in[%0, %1, %2, %4] : memref<2x14x12x16xf32>
      %6 = affine.load %weight[%4, %3] : memref<16x32xf32>
      %7 = arith.mulf %5, %6 : f32
      %8 = affine.load %out[%0, %1, %2, %3] : memref<2x14x12x32xf32>
      %9 = arith.addf %8, %7 : f32
      affine.store %9, %out[%0, %1, %2, %3] : memref<2x14x12x32xf32>
      te.yield
    }
  } } } } }
  return
}
