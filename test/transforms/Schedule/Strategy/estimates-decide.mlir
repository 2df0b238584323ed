// RUN: tvm-opt %s --pass-pipeline='builtin.module(target-set{entries=max_vector_op_width=512,vector_registers=32},schedule-generate{only-strategies})' | FileCheck %s
// RUN: tvm-opt %s --pass-pipeline='builtin.module(target-set{entries=max_vector_op_width=512,vector_registers=32},schedule-generate{only-strategies max-estimates=0})' | FileCheck %s --check-prefix=DEFAULT
// RUN: tvm-opt %s --pass-pipeline='builtin.module(target-set{entries=max_vector_op_width=512,vector_registers=32,L3_cache_size_in_bytes=1073741824},schedule-generate{only-strategies})' | FileCheck %s --check-prefix=LARGE

// The result does not stay in a cache: stores that pass it by are cheaper. The
// rule prefers others, which are taken where nothing is estimated, or where the
// last cache is large enough.
// CHECK: schedule.strategy = #schedule.blocks<"b" = #schedule.elementwise<stream_stores = true
// DEFAULT: schedule.strategy = #schedule.blocks<"b" = #schedule.elementwise<tasks = 16>>
// LARGE: schedule.strategy = #schedule.blocks<"b" = #schedule.elementwise<tasks = 16>>
func.func @negate(%x: memref<100x50x512xf32>, %y: memref<100x50x512xf32>) {
  affine.for %i = 0 to 100 {
    affine.for %j = 0 to 50 {
      affine.for %k = 0 to 512 {
        te.block "b" [false, false, false] affine_map<(i, j, k) -> (i, j, k)>(%i, %j, %k) captures(%x, %y : memref<100x50x512xf32>, memref<100x50x512xf32>) do {
        ^bb0(%vi: index, %vj: index, %vk: index, %a: memref<100x50x512xf32>, %b: memref<100x50x512xf32>):
          %0 = affine.load %a[%vi, %vj, %vk] : memref<100x50x512xf32>
          %1 = arith.negf %0 : f32
          affine.store %1, %b[%vi, %vj, %vk] : memref<100x50x512xf32>
          te.yield
        }
      }
    }
  }
  return
}
