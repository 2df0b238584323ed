// RUN: tvm-opt %s --te-verify-indices | FileCheck %s

// Divisors of at least 1, those that only a run knows, and dimensions that are
// there stay as they are.
// CHECK-LABEL: func.func @kernel
// CHECK: memref.dim
// CHECK: affine.apply
// CHECK: affine.for
func.func @kernel(%x: memref<?x8xf32>, %d: index) {
  %c1 = arith.constant 1 : index
  %n = memref.dim %x, %c1 : memref<?x8xf32>
  %m = memref.dim %x, %d : memref<?x8xf32>
  %k = affine.apply affine_map<()[s, t] -> (s floordiv 2 + s mod 1 + s ceildiv t)>()[%n, %m]
  affine.for %i = 0 to %k {
  }
  return
}
