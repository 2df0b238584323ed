// RUN: tvm-opt %s --pass-pipeline='builtin.module(target-set{entries=max_vector_op_width=512,vector_registers=32},schedule-generate)' | FileCheck %s

// A weight whose columns are rows of the matrix (the product of x with a
// transpose) is laid out in column tiles, the reduction inside of each.
// CHECK: #[[LAYOUT:.*]] = affine_map<(d0, d1) -> (d0 floordiv 32, d1, d0 mod 32)>
// CHECK: transform.named_sequence @__transform_main
// CHECK: schedule.transform_layout %{{.*}} capture 1 to #[[LAYOUT]]
// CHECK: schedule.compute_at
func.func @gemm(%x: memref<8x16xf32>, %w: memref<64x16xf32> {graph.constant}, %y: memref<8x64xf32>) {
  affine.for %i = 0 to 8 {
    affine.for %j = 0 to 64 {
      affine.for %k = 0 to 16 {
        te.block "C" [false, false, true] affine_map<(i, j, k) -> (i, j, k)>(%i, %j, %k) captures(%x, %w, %y : memref<8x16xf32>, memref<64x16xf32>, memref<8x64xf32>) init {
        ^bb0(%vi: index, %vj: index, %vk: index, %a: memref<8x16xf32>, %b: memref<64x16xf32>, %c: memref<8x64xf32>):
          %0 = arith.constant 0.0 : f32
          affine.store %0, %c[%vi, %vj] : memref<8x64xf32>
          te.yield
        } do {
        ^bb0(%vi: index, %vj: index, %vk: index, %a: memref<8x16xf32>, %b: memref<64x16xf32>, %c: memref<8x64xf32>):
          %0 = affine.load %a[%vi, %vk] : memref<8x16xf32>
          %1 = affine.load %b[%vj, %vk] : memref<64x16xf32>
          %2 = arith.mulf %0, %1 : f32
          %3 = affine.load %c[%vi, %vj] : memref<8x64xf32>
          %4 = arith.addf %3, %2 : f32
          affine.store %4, %c[%vi, %vj] : memref<8x64xf32>
          te.yield
        }
      }
    }
  }
  return
}
