// RUN: tvm-opt %s --pass-pipeline='builtin.module(target-set{entries=max_vector_op_width=512,vector_registers=32,L2_cache_size_in_bytes=65536},schedule-generate)' --mlir-debug-counter=schedule-primitive-skip=2,schedule-primitive-count=1000 | FileCheck %s
// RUN: tvm-opt %s --pass-pipeline='builtin.module(target-set{entries=max_vector_op_width=512,vector_registers=32,L2_cache_size_in_bytes=65536},schedule-generate)' | FileCheck %s --check-prefix=SPLIT

// A long sum whose loop cannot be split, as the first two primitives refuse: the
// product is tiled without parts.
// SPLIT: schedule.rfactor
// CHECK: transform.named_sequence
// CHECK-NEXT: %[[PRODUCT:.*]] = schedule.get_block "C"
// CHECK-NEXT: schedule.transform_layout %[[PRODUCT]] capture 1
// CHECK-NOT: schedule.rfactor
// CHECK: schedule.compute_at %[[PRODUCT]]
// CHECK: schedule.spread_prefetch
// CHECK: schedule.parallel
// CHECK-NOT: schedule.rfactor
module {
  func.func @product(%x: memref<8x4096xf32>, %w: memref<4096x32xf32> {graph.constant}, %y: memref<8x32xf32>) {
    affine.for %i = 0 to 8 {
      affine.for %j = 0 to 32 {
        affine.for %k = 0 to 4096 {
          te.block "C" [false, false, true] affine_map<(i, j, k) -> (i, j, k)>(%i, %j, %k) captures(%x, %w, %y : memref<8x4096xf32>, memref<4096x32xf32>, memref<8x32xf32>) init {
          ^bb0(%vi: index, %vj: index, %vk: index, %a: memref<8x4096xf32>, %b: memref<4096x32xf32>, %c: memref<8x32xf32>):
            %0 = arith.constant 0.0 : f32
            affine.store %0, %c[%vi, %vj] : memref<8x32xf32>
            te.yield
          } do {
          ^bb0(%vi: index, %vj: index, %vk: index, %a: memref<8x4096xf32>, %b: memref<4096x32xf32>, %c: memref<8x32xf32>):
            %0 = affine.load %a[%vi, %vk] : memref<8x4096xf32>
            %1 = affine.load %b[%vk, %vj] : memref<4096x32xf32>
            %2 = arith.mulf %0, %1 : f32
            %3 = affine.load %c[%vi, %vj] : memref<8x32xf32>
            %4 = arith.addf %3, %2 : f32
            affine.store %4, %c[%vi, %vj] : memref<8x32xf32>
            te.yield
          }
        }
      }
    }
    return
  }
}
