// RUN: tvm-opt %s --pass-pipeline='builtin.module(target-set{entries=max_vector_op_width=512},schedule-generate)' --mlir-debug-counter=schedule-primitive-skip=0,schedule-primitive-count=1 | FileCheck %s

// Colours of pixels become planes: their loop stays in its place where it cannot
// be written out inside of that over pixels.
// CHECK: transform.named_sequence
// CHECK-NEXT: transform.yield
func.func @planes(%x: memref<9x20x3xf32>, %y: memref<3x9x20xf32>) {
  affine.for %c = 0 to 3 {
    affine.for %i = 0 to 9 {
      affine.for %j = 0 to 20 {
        te.block "T" [false, false, false] affine_map<(c, i, j) -> (c, i, j)>(%c, %i, %j) captures(%x, %y : memref<9x20x3xf32>, memref<3x9x20xf32>) do {
        ^bb0(%vc: index, %vi: index, %vj: index, %a: memref<9x20x3xf32>, %b: memref<3x9x20xf32>):
          %0 = affine.load %a[%vi, %vj, %vc] : memref<9x20x3xf32>
          %1 = arith.addf %0, %0 : f32
          affine.store %1, %b[%vc, %vi, %vj] : memref<3x9x20xf32>
          te.yield
        }
      }
    }
  }
  return
}
