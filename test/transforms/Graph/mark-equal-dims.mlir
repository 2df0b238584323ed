// RUN: tvm-opt %s --graph-mark-equal-dims | FileCheck %s
// RUN: tvm-opt %s --graph-mark-equal-dims --graph-fold-constants --canonicalize | FileCheck %s --check-prefix=FOLDED

// Arguments with one symbol have one size; the product's rows are the first
// operand's.
// CHECK-LABEL: @symbols
// CHECK: graph.add {{.*}} {graph.equal_dims = array<i64: 1, 1>}
// CHECK: graph.add {{.*}} {graph.equal_dims = array<i64: 1, 1>}
// CHECK-NOT: tensor.dim
func.func @symbols(%x: tensor<?x4xf32> {graph.dims = ["n", 4]}, %y: tensor<?x4xf32> {graph.dims = ["n", 4]}, %w: tensor<4x4xf32>) -> tensor<?x4xf32> {
  %0 = graph.add %x, %y : (tensor<?x4xf32>, tensor<?x4xf32>) -> tensor<?x4xf32>
  %1 = graph.matmul %0, %w : (tensor<?x4xf32>, tensor<4x4xf32>) -> tensor<?x4xf32>
  %2 = graph.add %1, %x : (tensor<?x4xf32>, tensor<?x4xf32>) -> tensor<?x4xf32>
  return %2 : tensor<?x4xf32>
}

// Unnamed sizes may be 1.
// CHECK-LABEL: @anonymous
// CHECK-NOT: graph.equal_dims
// CHECK: return
func.func @anonymous(%x: tensor<?x4xf32> {graph.dims = ["?", 4]}, %y: tensor<?x4xf32> {graph.dims = ["?", 4]}) -> tensor<?x4xf32> {
  %0 = graph.add %x, %y : (tensor<?x4xf32>, tensor<?x4xf32>) -> tensor<?x4xf32>
  return %0 : tensor<?x4xf32>
}

// In regions as well; what a branch decides may be 1.
// CHECK-LABEL: @regions
// CHECK: graph.if
// CHECK: graph.add {{.*}} {graph.equal_dims = array<i64: 1, 1>}
// CHECK: graph.add
// CHECK-NOT: graph.equal_dims
// CHECK-NOT: tensor.dim
func.func @regions(%c: tensor<i1>, %x: tensor<?x4xf32> {graph.dims = ["n", 4]}, %y: tensor<?x4xf32> {graph.dims = ["m", 4]}) -> tensor<?x4xf32> {
  %0 = graph.if %c -> tensor<?x4xf32> {
    %1 = graph.exp %x : (tensor<?x4xf32>) -> tensor<?x4xf32>
    %2 = graph.add %1, %x : (tensor<?x4xf32>, tensor<?x4xf32>) -> tensor<?x4xf32>
    graph.yield %2 : tensor<?x4xf32>
  } else {
    graph.yield %y : tensor<?x4xf32>
  }
  %3 = graph.add %0, %y : (tensor<?x4xf32>, tensor<?x4xf32>) -> tensor<?x4xf32>
  return %3 : tensor<?x4xf32>
}

// Batches of products are those of the result.
// CHECK-LABEL: func.func @batches
// CHECK: graph.matmul {{.*}} {graph.equal_dims = array<i64: 1, 1>}
func.func @batches(%x: tensor<?x4x8xf32> {graph.dims = ["n", 4, 8]}, %y: tensor<?x8x4xf32> {graph.dims = ["n", 8, 4]}) -> tensor<?x4x4xf32> {
  %0 = graph.matmul %x, %y : (tensor<?x4x8xf32>, tensor<?x8x4xf32>) -> tensor<?x4x4xf32>
  return %0 : tensor<?x4x4xf32>
}

// An operand that becomes a constant goes to the end, where it has the mask of
// the other one. Its own sizes are known, and broadcast.
// CHECK-LABEL: @constant_moves
// CHECK: graph.add {{.*}} {graph.equal_dims = array<i64: 0, 2>}
// FOLDED-LABEL: @constant_moves(
// FOLDED-SAME: %[[X:[^:]*]]: tensor<2x?xf32>
// FOLDED: %[[C:.*]] = graph.constant dense<{{.*}}> : tensor<2x1xf32>
// FOLDED: graph.add %[[X]], %[[C]] {graph.equal_dims = array<i64: 0, 2>}
func.func @constant_moves(%x: tensor<2x?xf32> {graph.dims = [2, "n"]}) -> tensor<2x?xf32> {
  %c = graph.constant dense<[[1], [2]]> : tensor<2x1xui8>
  %0 = graph.cast %c {to = f32} : (tensor<2x1xui8>) -> tensor<2x1xf32>
  %1 = graph.add %0, %x : (tensor<2x1xf32>, tensor<2x?xf32>) -> tensor<2x?xf32>
  return %1 : tensor<2x?xf32>
}
