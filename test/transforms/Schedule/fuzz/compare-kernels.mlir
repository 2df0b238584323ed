// RUN: split-file %s %t

// A schedule changes no result; nor does a copy.
// RUN: tvm-opt %t/sum.mlir --schedule-generate --schedule-apply -o %t/scheduled.mlir
// RUN: compare_kernels %t/sum.mlir %t/scheduled.mlir | FileCheck %s --check-prefix=SAME
// RUN: compare_kernels %t/sum.mlir %t/sum.mlir | FileCheck %s --check-prefix=SAME
// SAME: 1 of 1 kernels compute the same

// Half of the sum is something else.
// RUN: sed 's/= 0 to 8/= 0 to 4/' %t/sum.mlir > %t/half.mlir
// RUN: not compare_kernels %t/sum.mlir %t/half.mlir 2>&1 | FileCheck %s --check-prefix=HALF
// HALF: error: kernel 0 ('sum'): wrong result in argument 1
// HALF: 0 of 1 kernels compute the same

// What cannot run, or is not there, is no success.
// RUN: sed 's/@sum(%a: memref<3x8xf32>/@sum(%a: memref<3x7xf32>/; s/memref<3x8xf32>/memref<3x7xf32>/g' %t/sum.mlir > %t/short.mlir
// RUN: not compare_kernels %t/sum.mlir %t/short.mlir 2>&1 | FileCheck %s --check-prefix=SHORT
// SHORT: error: kernel 0 ('sum'): does not run afterwards:
// RUN: not compare_kernels %t/short.mlir %t/sum.mlir 2>&1 | FileCheck %s --check-prefix=BEFORE
// BEFORE: error: kernel 0 ('sum'): does not run before:
// RUN: cat %t/sum.mlir %t/other.mlir > %t/two.mlir
// RUN: not compare_kernels %t/sum.mlir %t/two.mlir 2>&1 | FileCheck %s --check-prefix=TWO
// TWO: error: expected files of equally many kernels, got 1 and 2

//--- sum.mlir
func.func @sum(%a: memref<3x8xf32>, %b: memref<3xf32>) {
  affine.for %i = 0 to 3 {
    affine.for %k = 0 to 8 {
      te.block "sum" [false, true] affine_map<(i, k) -> (i, k)>(%i, %k) captures(%a, %b : memref<3x8xf32>, memref<3xf32>) init {
      ^bb0(%vi: index, %vk: index, %ma: memref<3x8xf32>, %mb: memref<3xf32>):
        %zero = arith.constant 0.0 : f32
        affine.store %zero, %mb[%vi] : memref<3xf32>
        te.yield
      } do {
      ^bb0(%vi: index, %vk: index, %ma: memref<3x8xf32>, %mb: memref<3xf32>):
        %x = affine.load %ma[%vi, %vk] : memref<3x8xf32>
        %s = affine.load %mb[%vi] : memref<3xf32>
        %n = arith.addf %s, %x : f32
        affine.store %n, %mb[%vi] : memref<3xf32>
        te.yield
      }
    }
  }
  return
}

//--- other.mlir
func.func @other() {
  return
}
