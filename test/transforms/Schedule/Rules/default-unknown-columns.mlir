// RUN: tvm-opt %s --pass-pipeline='builtin.module(target-set{entries=max_vector_op_width=512,vector_registers=32},convert-te-to-loops,schedule-generate{max-estimates=0},schedule-apply)' | FileCheck %s
// RUN: tvm-opt %s --pass-pipeline='builtin.module(target-set{entries=max_vector_op_width=256},convert-te-to-loops,schedule-generate{max-estimates=0},schedule-apply)' | FileCheck %s --check-prefix=NARROW

// Of an unknown number of columns, whole tiles, then vectors, the last one under
// a condition; one by one where parts of vectors are not accessed as fast.
// CHECK: #[[$COUNT:.*]] = affine_map<()[s0] -> ((s0 mod 32) ceildiv 16)>
// CHECK-LABEL: func.func @product
// CHECK: affine.for %{{.*}} = 0 to 32 {
// CHECK: } {te.kind = "vectorized"}
// CHECK: affine.for %{{.*}} = 0 to #[[$COUNT]]()[%{{.*}}] {
// CHECK: memref.alloca() : memref<{{.*}}x16xf32>
// CHECK: te.block "block0" [false, false, true] {{.*}} if #
// CHECK: } {te.kind = "vectorized"}
// NARROW-LABEL: func.func @product
// NARROW: memref.alloca() : memref<{{.*}}x16xf32>
// NARROW: memref.alloca() : memref<{{.*}}x1xf32>
func.func @product(%x: tensor<8x64xf32>, %y: tensor<64x?xf32>) -> tensor<8x?xf32> {
  %c1 = arith.constant 1 : index
  %w = tensor.dim %y, %c1 : tensor<64x?xf32>
  %0 = te.compute [8, %w, 64] spatial 2 reduce sum {
  ^bb0(%i: index, %j: index, %k: index):
    %a = te.read %x[%i, %k] : tensor<8x64xf32>
    %b = te.read %y[%k, %j] : tensor<64x?xf32>
    %c = arith.mulf %a, %b : f32
    te.yield %c : f32
  } : tensor<8x?xf32>
  return %0 : tensor<8x?xf32>
}
