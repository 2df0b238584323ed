// RUN: tvm-opt %s --pass-pipeline='builtin.module(target-set{entries=max_vector_op_width=128},schedule-generate)' --mlir-debug-counter=schedule-primitive-skip=0,schedule-primitive-count=1 | FileCheck %s
// RUN: tvm-opt %s --pass-pipeline='builtin.module(target-set{entries=max_vector_op_width=128},schedule-generate)' --mlir-debug-counter=schedule-primitive-skip=0,schedule-primitive-count=4 | FileCheck %s
// RUN: tvm-opt %s --pass-pipeline='builtin.module(target-set{entries=max_vector_op_width=128},schedule-generate)' --mlir-debug-counter=schedule-primitive-skip=0,schedule-primitive-count=6 | FileCheck %s

// A border that is filled, and a transpose of what is inside: the block stays
// one where the inside cannot be tiled.
// CHECK: transform.named_sequence
// CHECK-NEXT: transform.yield
func.func @border(%x: memref<8x8x8xf32>, %y: memref<10x10x8xf32>) {
  affine.for %h = 0 to 10 {
    affine.for %w = 0 to 10 {
      affine.for %c = 0 to 8 {
        te.block "T" [false, false, false] affine_map<(h, w, c) -> (h, w, c)>(%h, %w, %c) captures(%x, %y : memref<8x8x8xf32>, memref<10x10x8xf32>) do {
        ^bb0(%vh: index, %vw: index, %vc: index, %a: memref<8x8x8xf32>, %b: memref<10x10x8xf32>):
          %zero = arith.constant 0.0 : f32
          %one = arith.constant 1 : index
          %size = arith.constant 8 : index
          %row = arith.subi %vh, %one : index
          %column = arith.subi %vw, %one : index
          %hasRow = arith.cmpi ult, %row, %size : index
          %hasColumn = arith.cmpi ult, %column, %size : index
          %inside = arith.andi %hasRow, %hasColumn : i1
          %0 = scf.if %inside -> (f32) {
            %1 = affine.load %a[%vc, %vh - 1, %vw - 1] : memref<8x8x8xf32>
            scf.yield %1 : f32
          } else {
            scf.yield %zero : f32
          }
          affine.store %0, %b[%vh, %vw, %vc] : memref<10x10x8xf32>
          te.yield
        }
      }
    }
  }
  return
}
