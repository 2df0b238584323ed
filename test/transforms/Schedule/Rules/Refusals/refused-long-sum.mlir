// RUN: tvm-opt %s --pass-pipeline='builtin.module(target-set{entries=max_vector_op_width=512,vector_registers=32,L2_cache_size_in_bytes=65536},schedule-generate)' --mlir-debug-counter=schedule-primitive-skip=1,schedule-primitive-count=1000 | FileCheck %s

// A long sum whose loop cannot be split, as the first primitive refuses: the
// product is tiled without parts.
// CHECK: transform.named_sequence
// CHECK-NEXT: %[[PRODUCT:.*]] = schedule.get_block "C"
// CHECK-NEXT: schedule.transform_layout %[[PRODUCT]] capture 1
// CHECK-NOT: schedule.rfactor
// CHECK: schedule.compute_at %[[PRODUCT]]
// CHECK: schedule.spread_prefetch
// CHECK: schedule.parallel
// CHECK-NOT: schedule.rfactor
module {
  func.func @product(%x: memref<64x256xf32>, %w: memref<256x128xf32> {graph.constant}, %y: memref<64x128xf32>) {
    affine.for %i = 0 to 64 {
      affine.for %j = 0 to 128 {
        affine.for %k = 0 to 256 {
          te.block "C" [false, false, true] affine_map<(i, j, k) -> (i, j, k)>(%i, %j, %k) captures(%x, %w, %y : memref<64x256xf32>, memref<256x128xf32>, memref<64x128xf32>) init {
          ^bb0(%vi: index, %vj: index, %vk: index, %a: memref<64x256xf32>, %b: memref<256x128xf32>, %c: memref<64x128xf32>):
            %0 = arith.constant 0.0 : f32
            affine.store %0, %c[%vi, %vj] : memref<64x128xf32>
            te.yield
          } do {
          ^bb0(%vi: index, %vj: index, %vk: index, %a: memref<64x256xf32>, %b: memref<256x128xf32>, %c: memref<64x128xf32>):
            %0 = affine.load %a[%vi, %vk] : memref<64x256xf32>
            %1 = affine.load %b[%vk, %vj] : memref<256x128xf32>
            %2 = arith.mulf %0, %1 : f32
            %3 = affine.load %c[%vi, %vj] : memref<64x128xf32>
            %4 = arith.addf %3, %2 : f32
            affine.store %4, %c[%vi, %vj] : memref<64x128xf32>
            te.yield
          }
        }
      }
    }
    return
  }
}
