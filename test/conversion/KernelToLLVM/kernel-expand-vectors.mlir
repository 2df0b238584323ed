// RUN: tvm-opt %s --kernel-expand-vectors --split-input-file | FileCheck %s

// CHECK-LABEL: func.func @mask(
// CHECK-SAME: %[[FROM:.*]]: memref<?xf32>, %[[MASK:.*]]: vector<8xi1>
// CHECK: vector.transfer_read %[[FROM]][%{{.*}}], %{{.*}}, %[[MASK]]
func.func @mask(%from: memref<?xf32>, %mask: vector<8xi1>) -> vector<8xf32> {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f32
  %read = vector.mask %mask { vector.transfer_read %from[%c0], %zero {in_bounds = [true]} : memref<?xf32>, vector<8xf32> } : vector<8xi1> -> vector<8xf32>
  return %read : vector<8xf32>
}

// -----

// CHECK-LABEL: func.func @reduction(
// CHECK-NOT: vector.multi_reduction
// CHECK-COUNT-8: arith.addf
func.func @reduction(%x: vector<4x8xf32>, %init: vector<4xf32>) -> vector<4xf32> {
  %sums = vector.multi_reduction <add>, %x, %init [1] : vector<4x8xf32> to vector<4xf32>
  return %sums : vector<4xf32>
}

// -----

// CHECK-LABEL: func.func @rows(
// CHECK-COUNT-2: vector.transfer_write %{{.*}} : vector<8xf32>, memref<2x8xf32>
func.func @rows(%to: memref<2x8xf32>, %x: vector<2x8xf32>) {
  %c0 = arith.constant 0 : index
  vector.transfer_write %x, %to[%c0, %c0] {in_bounds = [true, true]} : vector<2x8xf32>, memref<2x8xf32>
  return
}

// -----

// Nothing to expand: no pattern visits the function, not even to fold.
// CHECK-LABEL: func.func @nothing(
// CHECK: arith.constant 1 : index
// CHECK: arith.constant 2 : index
// CHECK: arith.addi
func.func @nothing() -> index {
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %sum = arith.addi %c1, %c2 : index
  return %sum : index
}
