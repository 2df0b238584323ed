// RUN: tvm-opt %s --pass-pipeline='builtin.module(target-set{entries=max_vector_op_width=512,vector_registers=32},schedule-generate,schedule-apply)' | FileCheck %s

// Two products of one weight (the gates of a GRU): it has the layout of the first
// one's tiles, and the other one is tiled like it.
// CHECK-LABEL: func.func @gates(
// CHECK-SAME: memref<2x16x64xf32>
// CHECK: memref.alloca() : memref<1x64xf32>
// CHECK: te.block "A"
// CHECK: %{{.*}} = affine.load %{{.*}}[%[[J:.*]] floordiv 64, %[[K:.*]], %[[J]] mod 64]
// CHECK: } {te.kind = "vectorized"}
// CHECK: memref.alloca() : memref<1x64xf32>
// CHECK: te.block "B"
// CHECK: %{{.*}} = affine.load %{{.*}}[%[[J:.*]] floordiv 64 + 1, %[[K:.*]], %[[J]] mod 64]
// CHECK: } {te.kind = "vectorized"}
func.func @gates(%x: memref<1x16xf32>, %w: memref<128x16xf32> {graph.constant}, %y: memref<1x64xf32>, %z: memref<1x64xf32>) {
  affine.for %i = 0 to 1 {
    affine.for %j = 0 to 64 {
      affine.for %k = 0 to 16 {
        te.block "A" [false, false, true] affine_map<(i, j, k) -> (i, j, k)>(%i, %j, %k) captures(%x, %w, %y : memref<1x16xf32>, memref<128x16xf32>, memref<1x64xf32>) init {
        ^bb0(%vi: index, %vj: index, %vk: index, %a: memref<1x16xf32>, %b: memref<128x16xf32>, %c: memref<1x64xf32>):
          %0 = arith.constant 0.0 : f32
          affine.store %0, %c[%vi, %vj] : memref<1x64xf32>
          te.yield
        } do {
        ^bb0(%vi: index, %vj: index, %vk: index, %a: memref<1x16xf32>, %b: memref<128x16xf32>, %c: memref<1x64xf32>):
          %0 = affine.load %a[%vi, %vk] : memref<1x16xf32>
          %1 = affine.load %b[%vj, %vk] : memref<128x16xf32>
          %2 = arith.mulf %0, %1 : f32
          %3 = affine.load %c[%vi, %vj] : memref<1x64xf32>
          %4 = arith.addf %3, %2 : f32
          affine.store %4, %c[%vi, %vj] : memref<1x64xf32>
          te.yield
        }
      }
    }
  }
  affine.for %i = 0 to 1 {
    affine.for %j = 0 to 64 {
      affine.for %k = 0 to 16 {
        te.block "B" [false, false, true] affine_map<(i, j, k) -> (i, j, k)>(%i, %j, %k) captures(%x, %w, %z : memref<1x16xf32>, memref<128x16xf32>, memref<1x64xf32>) init {
        ^bb0(%vi: index, %vj: index, %vk: index, %a: memref<1x16xf32>, %b: memref<128x16xf32>, %c: memref<1x64xf32>):
          %0 = arith.constant 0.0 : f32
          affine.store %0, %c[%vi, %vj] : memref<1x64xf32>
          te.yield
        } do {
        ^bb0(%vi: index, %vj: index, %vk: index, %a: memref<1x16xf32>, %b: memref<128x16xf32>, %c: memref<1x64xf32>):
          %0 = affine.load %a[%vi, %vk] : memref<1x16xf32>
          %1 = affine.load %b[%vj + 64, %vk] : memref<128x16xf32>
          %2 = arith.mulf %0, %1 : f32
          %3 = affine.load %c[%vi, %vj] : memref<1x64xf32>
          %4 = arith.addf %3, %2 : f32
          affine.store %4, %c[%vi, %vj] : memref<1x64xf32>
          te.yield
        }
      }
    }
  }
  return
}
