// RUN: tvm-opt %s --pass-pipeline='builtin.module(target-set{entries=max_vector_op_width=256,vector_registers=16},convert-te-to-loops,schedule-generate,schedule-apply)' | FileCheck %s

// Three vectors and four rows leave no columns over; two vectors would.
// CHECK-LABEL: func.func @three_vectors
// CHECK: affine.for %{{.*}} = 0 to 7 {
// CHECK: memref.alloca() : memref<4x24xf32>
// CHECK-NOT: memref.alloca
// CHECK: return
func.func @three_vectors(%a: tensor<28x64xf32>, %b: tensor<64x24xf32>) -> tensor<28x24xf32> {
  %0 = te.compute [28, 24, 64] spatial 2 reduce sum {
  ^bb0(%i: index, %j: index, %k: index):
    %x = te.read %a[%i, %k] : tensor<28x64xf32>
    %y = te.read %b[%k, %j] : tensor<64x24xf32>
    %m = arith.mulf %x, %y : f32
    te.yield %m : f32
  } : tensor<28x24xf32>
  return %0 : tensor<28x24xf32>
}

// Where two vectors leave none either, or three would leave some, two.
// CHECK-LABEL: func.func @two_vectors
// CHECK: memref.alloca() : memref<4x16xf32>
// CHECK-LABEL: func.func @five_vectors
// CHECK: memref.alloca() : memref<4x16xf32>
// CHECK: memref.alloca() : memref<4x8xf32>
func.func @two_vectors(%a: tensor<28x64xf32>, %b: tensor<64x48xf32>) -> tensor<28x48xf32> {
  %0 = te.compute [28, 48, 64] spatial 2 reduce sum {
  ^bb0(%i: index, %j: index, %k: index):
    %x = te.read %a[%i, %k] : tensor<28x64xf32>
    %y = te.read %b[%k, %j] : tensor<64x48xf32>
    %m = arith.mulf %x, %y : f32
    te.yield %m : f32
  } : tensor<28x48xf32>
  return %0 : tensor<28x48xf32>
}
func.func @five_vectors(%a: tensor<28x64xf32>, %b: tensor<64x40xf32>) -> tensor<28x40xf32> {
  %0 = te.compute [28, 40, 64] spatial 2 reduce sum {
  ^bb0(%i: index, %j: index, %k: index):
    %x = te.read %a[%i, %k] : tensor<28x64xf32>
    %y = te.read %b[%k, %j] : tensor<64x40xf32>
    %m = arith.mulf %x, %y : f32
    te.yield %m : f32
  } : tensor<28x40xf32>
  return %0 : tensor<28x40xf32>
}

// Two rows divide 14, but their six sums would wait for each other: four and
// three rows.
// CHECK-LABEL: func.func @enough_sums
// CHECK: memref.alloca() : memref<4x24xf32>
// CHECK: memref.alloca() : memref<3x24xf32>
func.func @enough_sums(%a: tensor<14x64xf32>, %b: tensor<64x24xf32>) -> tensor<14x24xf32> {
  %0 = te.compute [14, 24, 64] spatial 2 reduce sum {
  ^bb0(%i: index, %j: index, %k: index):
    %x = te.read %a[%i, %k] : tensor<14x64xf32>
    %y = te.read %b[%k, %j] : tensor<64x24xf32>
    %m = arith.mulf %x, %y : f32
    te.yield %m : f32
  } : tensor<14x24xf32>
  return %0 : tensor<14x24xf32>
}
