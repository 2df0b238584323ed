// RUN: tvm-opt %s --split-input-file --pass-pipeline='builtin.module(target-set{entries=max_vector_op_width=512,vector_registers=32,L2_cache_size_in_bytes=65536},schedule-generate{max-estimates=0})' | FileCheck %s

// The weights of a tile of columns, 32 KiB, would not stay in a cache of 64 KiB
// from one tile of rows to the next. So the sum has four parts, products of
// their own, which are tiled as such; then the parts are added up.
// CHECK: %[[PRODUCT:.*]] = schedule.get_block "C"
// CHECK: %[[LOOPS:.*]]:3 = schedule.get_loops of %[[PRODUCT]]
// CHECK: %[[SUM:.*]]:2 = schedule.split %[[LOOPS]]#2 by [4, 0]
// CHECK: schedule.reorder %[[SUM]]#0, %[[LOOPS]]#0, %[[LOOPS]]#1, %[[SUM]]#1
// CHECK: %[[PARTS:.*]] = schedule.rfactor %[[PRODUCT]], %[[SUM]]#0
// CHECK: schedule.transform_layout %[[PARTS]] capture 1
// CHECK-NOT: schedule.rfactor
// CHECK: schedule.compute_at %[[PARTS]]
// CHECK: schedule.spread_prefetch
// CHECK: schedule.parallel
// CHECK: schedule.compute_at %[[PRODUCT]]
// CHECK: schedule.parallel
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

// -----

// A sum that starts from something else than zero cannot be divided: it is
// tiled as it is.
// CHECK: %[[PRODUCT:.*]] = schedule.get_block "C"
// CHECK-NOT: schedule.split
// CHECK: schedule.transform_layout %[[PRODUCT]] capture 1
// CHECK: schedule.compute_at %[[PRODUCT]]
// CHECK-NOT: schedule.rfactor
// CHECK: schedule.spread_prefetch
module {
  func.func @product(%x: memref<64x256xf32>, %w: memref<256x128xf32> {graph.constant}, %y: memref<64x128xf32>) {
    affine.for %i = 0 to 64 {
      affine.for %j = 0 to 128 {
        affine.for %k = 0 to 256 {
          te.block "C" [false, false, true] affine_map<(i, j, k) -> (i, j, k)>(%i, %j, %k) captures(%x, %w, %y : memref<64x256xf32>, memref<256x128xf32>, memref<64x128xf32>) init {
          ^bb0(%vi: index, %vj: index, %vk: index, %a: memref<64x256xf32>, %b: memref<256x128xf32>, %c: memref<64x128xf32>):
            %0 = arith.constant 1.0 : f32
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
