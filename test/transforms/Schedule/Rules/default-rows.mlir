// RUN: tvm-opt %s --pass-pipeline='builtin.module(convert-te-to-loops,schedule-generate,schedule-apply)' | FileCheck %s

// Sum and division of a row share the row loop: the sum is computed in it.
// CHECK-LABEL: func.func @normalize
// CHECK: affine.for %{{.*}} = 0 to 4 {
// CHECK: memref.alloca() : memref<1xf32>
// CHECK: te.block "block0{{.*}}"
// CHECK: te.kind = "vectorized"
// CHECK: te.block "block1"
// CHECK: te.kind = "vectorized"
// CHECK-NOT: memref.alloc()
// CHECK: return
func.func @normalize(%x: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %0 = te.compute [4, 8] spatial 1 reduce sum {
  ^bb0(%i: index, %k: index):
    %a = te.read %x[%i, %k] : tensor<4x8xf32>
    te.yield %a : f32
  } : tensor<4xf32>
  %1 = te.compute [4, 8] spatial 2 {
  ^bb0(%i: index, %j: index):
    %a = te.read %x[%i, %j] : tensor<4x8xf32>
    %b = te.read %0[%i] : tensor<4xf32>
    %c = arith.divf %a, %b : f32
    te.yield %c : f32
  } : tensor<4x8xf32>
  return %1 : tensor<4x8xf32>
}

// Exponentials are stored to the result, in the loop that adds them up, and
// scaled there: rows are in a cache. The next row is asked for in the meantime.
// CHECK-LABEL: func.func @softmax(
// CHECK-SAME: %{{.*}}: memref<4x8xf32>, %[[Y:.*]]: memref<4x8xf32>)
// CHECK-NOT: memref.alloc()
// CHECK: affine.for %[[I:.*]] = 0 to 4 {
// CHECK: te.block "block0" [false, true]
// CHECK: affine.for %[[J:.*]] = 0 to 8 {
// CHECK-NEXT: te.block "block1_prefetch" {{.*}} if #{{.*}} captures(%{{.*}} : memref<4x8xf32>)
// CHECK: te.block "block1" {{.*}}(%[[I]], %[[J]]) captures(%{{.*}}, %{{.*}}, %[[Y]]
// CHECK: te.block "block2" [false, true] {{.*}}, %[[J]]) captures(%[[Y]]
// CHECK: te.kind = "vectorized"
// CHECK: affine.for %[[K:.*]] = 0 to 8 {
// CHECK-NEXT: te.block "block3" {{.*}}(%[[I]], %[[K]]) captures(%{{.*}}, %[[Y]]
// CHECK: te.kind = "vectorized"
// CHECK-NOT: affine.for
// CHECK: return
func.func @softmax(%x: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %0 = te.compute [4, 8] spatial 1 reduce max {
  ^bb0(%i: index, %k: index):
    %a = te.read %x[%i, %k] : tensor<4x8xf32>
    te.yield %a : f32
  } : tensor<4xf32>
  %1 = te.compute [4, 8] spatial 2 {
  ^bb0(%i: index, %j: index):
    %a = te.read %x[%i, %j] : tensor<4x8xf32>
    %b = te.read %0[%i] : tensor<4xf32>
    %c = arith.subf %a, %b : f32
    %d = math.exp %c : f32
    te.yield %d : f32
  } : tensor<4x8xf32>
  %2 = te.compute [4, 8] spatial 1 reduce sum {
  ^bb0(%i: index, %k: index):
    %a = te.read %1[%i, %k] : tensor<4x8xf32>
    te.yield %a : f32
  } : tensor<4xf32>
  %3 = te.compute [4, 8] spatial 2 {
  ^bb0(%i: index, %j: index):
    %a = te.read %1[%i, %j] : tensor<4x8xf32>
    %b = te.read %2[%i] : tensor<4xf32>
    %c = arith.divf %a, %b : f32
    te.yield %c : f32
  } : tensor<4x8xf32>
  return %3 : tensor<4x8xf32>
}

// Unknown rows stay nests of their own.
// CHECK-LABEL: func.func @dynamic
// CHECK: memref.alloc(
// CHECK: te.block "block0{{.*}}"
// CHECK: te.block "block1"
func.func @dynamic(%n: index, %x: tensor<4x?xf32>) -> tensor<4x?xf32> {
  %0 = te.compute [4, %n] spatial 2 {
  ^bb0(%i: index, %j: index):
    %a = te.read %x[%i, %j] : tensor<4x?xf32>
    %b = math.exp %a : f32
    te.yield %b : f32
  } : tensor<4x?xf32>
  %1 = te.compute [4, %n] spatial 2 {
  ^bb0(%i: index, %j: index):
    %a = te.read %0[%i, %j] : tensor<4x?xf32>
    te.yield %a : f32
  } : tensor<4x?xf32>
  return %1 : tensor<4x?xf32>
}

// Lanes that would combine a value and its index are none.
// CHECK-LABEL: func.func @argmax
// CHECK-NOT: te.kind = "vectorized"
func.func @argmax(%x: tensor<4x8xf32>) -> tensor<4xi64> {
  %0:2 = te.compute [4, 8] spatial 1 reduce argmax {
  ^bb0(%i: index, %j: index):
    %a = te.read %x[%i, %j] : tensor<4x8xf32>
    %b = arith.index_cast %j : index to i64
    te.yield %a, %b : f32, i64
  } : tensor<4xf32>, tensor<4xi64>
  return %0#1 : tensor<4xi64>
}
