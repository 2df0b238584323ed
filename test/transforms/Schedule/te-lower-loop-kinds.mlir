// RUN: tvm-opt %s --te-lower-loop-kinds | FileCheck %s

// CHECK-LABEL: @kinds
// CHECK: affine.parallel
// CHECK-COUNT-3: affine.store
// CHECK-NOT: affine.for
func.func @kinds(%x: memref<4x3xf32>) {
  %zero = arith.constant 0.0 : f32
  affine.for %i = 0 to 4 {
    affine.for %j = 0 to 3 {
      affine.store %zero, %x[%i, %j] : memref<4x3xf32>
    } {te.kind = "unrolled"}
  } {te.kind = "parallel"}
  return
}
