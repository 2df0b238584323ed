// RUN: tvm-opt %s --graph-combine-products -split-input-file | FileCheck %s

// One product with the weights as batches, one sum with the biases; the parts
// are rows of it.
// CHECK-LABEL: func.func @products
// CHECK-SAME: (%[[X:.*]]: tensor<4x3x8xf32>
// CHECK: %[[W:.*]] = graph.concat {{.*}} axis 0 : (tensor<1x1x8x8xf32>, tensor<1x1x8x8xf32>) -> tensor<2x1x8x8xf32>
// CHECK: %[[P:.*]] = graph.matmul %[[X]], %[[W]] : (tensor<4x3x8xf32>, tensor<2x1x8x8xf32>) -> tensor<2x4x3x8xf32>
// CHECK: %[[B:.*]] = graph.concat {{.*}} axis 0 : (tensor<1x1x1x8xf32>, tensor<1x1x1x8xf32>) -> tensor<2x1x1x8xf32>
// CHECK: %[[S:.*]] = graph.add %[[P]], %[[B]] : (tensor<2x4x3x8xf32>, tensor<2x1x1x8xf32>) -> tensor<2x4x3x8xf32>
// CHECK: %[[R:.*]] = graph.relu %[[S]]
// CHECK: %[[I:.*]] = graph.constant dense<0> : tensor<i64>
// CHECK: %[[Q:.*]] = graph.gather %[[R]], %[[I]] axis 0
// CHECK: %[[J:.*]] = graph.constant dense<1> : tensor<i64>
// CHECK: %[[K:.*]] = graph.gather %[[R]], %[[J]] axis 0
// CHECK: graph.softmax %[[Q]]
// CHECK: graph.softmax %[[K]]
func.func @products(%x: tensor<4x3x8xf32>) -> (tensor<4x3x8xf32>, tensor<4x3x8xf32>) {
  %v = graph.constant dense<1.0> : tensor<8x8xf32>
  %w = graph.constant dense<2.0> : tensor<8x8xf32>
  %a = graph.constant dense<3.0> : tensor<8xf32>
  %b = graph.constant dense<4.0> : tensor<8xf32>
  %0 = graph.matmul %x, %v : (tensor<4x3x8xf32>, tensor<8x8xf32>) -> tensor<4x3x8xf32>
  %1 = graph.add %0, %a : (tensor<4x3x8xf32>, tensor<8xf32>) -> tensor<4x3x8xf32>
  %2 = graph.relu %1 : (tensor<4x3x8xf32>) -> tensor<4x3x8xf32>
  %3 = graph.softmax %2 [2] : (tensor<4x3x8xf32>) -> tensor<4x3x8xf32>
  %4 = graph.matmul %x, %w : (tensor<4x3x8xf32>, tensor<8x8xf32>) -> tensor<4x3x8xf32>
  %5 = graph.add %4, %b : (tensor<4x3x8xf32>, tensor<8xf32>) -> tensor<4x3x8xf32>
  %6 = graph.relu %5 : (tensor<4x3x8xf32>) -> tensor<4x3x8xf32>
  %7 = graph.softmax %6 [2] : (tensor<4x3x8xf32>) -> tensor<4x3x8xf32>
  return %3, %7 : tensor<4x3x8xf32>, tensor<4x3x8xf32>
}

// -----

// Products that are to be kernels of their own stay; other decisions are the
// combined product's.
// CHECK-LABEL: func.func @apart
// CHECK-COUNT-2: graph.matmul {{.*}} {graph.apart} : {{.*}} -> tensor<4x8xf32>
// CHECK: graph.matmul {{.*}} {graph.precision = f32} : {{.*}} -> tensor<2x4x8xf32>
func.func @apart(%x: tensor<4x8xf32>, %y: tensor<4x8xf32>) -> (tensor<4x8xf32>, tensor<4x8xf32>, tensor<4x8xf32>, tensor<4x8xf32>) {
  %v = graph.constant dense<1.0> : tensor<8x8xf32>
  %w = graph.constant dense<2.0> : tensor<8x8xf32>
  %0 = graph.matmul %x, %v {graph.apart} : (tensor<4x8xf32>, tensor<8x8xf32>) -> tensor<4x8xf32>
  %1 = graph.matmul %x, %w {graph.apart} : (tensor<4x8xf32>, tensor<8x8xf32>) -> tensor<4x8xf32>
  %2 = graph.matmul %y, %v {graph.precision = f32} : (tensor<4x8xf32>, tensor<8x8xf32>) -> tensor<4x8xf32>
  %3 = graph.matmul %y, %w {graph.precision = f32} : (tensor<4x8xf32>, tensor<8x8xf32>) -> tensor<4x8xf32>
  %4 = graph.softmax %0 [1] : (tensor<4x8xf32>) -> tensor<4x8xf32>
  %5 = graph.softmax %1 [1] : (tensor<4x8xf32>) -> tensor<4x8xf32>
  %6 = graph.softmax %2 [1] : (tensor<4x8xf32>) -> tensor<4x8xf32>
  %7 = graph.softmax %3 [1] : (tensor<4x8xf32>) -> tensor<4x8xf32>
  return %4, %5, %6, %7 : tensor<4x8xf32>, tensor<4x8xf32>, tensor<4x8xf32>, tensor<4x8xf32>
}

// -----

// What follows is not alike: the sum of one stays with its product.
// CHECK-LABEL: func.func @epilogue
// CHECK-COUNT-2: graph.matmul {{.*}} -> tensor<4x8xf32>
func.func @epilogue(%x: tensor<4x8xf32>, %a: tensor<8xf32>) -> (tensor<4x8xf32>, tensor<4x8xf32>) {
  %v = graph.constant dense<1.0> : tensor<8x8xf32>
  %w = graph.constant dense<2.0> : tensor<8x8xf32>
  %0 = graph.matmul %x, %v : (tensor<4x8xf32>, tensor<8x8xf32>) -> tensor<4x8xf32>
  %1 = graph.add %0, %a : (tensor<4x8xf32>, tensor<8xf32>) -> tensor<4x8xf32>
  %2 = graph.softmax %1 [1] : (tensor<4x8xf32>) -> tensor<4x8xf32>
  %3 = graph.matmul %x, %w : (tensor<4x8xf32>, tensor<8x8xf32>) -> tensor<4x8xf32>
  %4 = graph.softmax %3 [1] : (tensor<4x8xf32>) -> tensor<4x8xf32>
  return %2, %4 : tensor<4x8xf32>, tensor<4x8xf32>
}

// -----

// One is the factor of the other: both in one kernel would need a second one.
// CHECK-LABEL: func.func @gate
// CHECK-COUNT-2: graph.matmul {{.*}} -> tensor<4x8xf32>
func.func @gate(%x: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %v = graph.constant dense<1.0> : tensor<8x8xf32>
  %w = graph.constant dense<2.0> : tensor<8x8xf32>
  %0 = graph.matmul %x, %v : (tensor<4x8xf32>, tensor<8x8xf32>) -> tensor<4x8xf32>
  %1 = graph.matmul %x, %w : (tensor<4x8xf32>, tensor<8x8xf32>) -> tensor<4x8xf32>
  %2 = graph.mul %0, %1 : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
  return %2 : tensor<4x8xf32>
}

// -----

// Results of the function, weights that are computed, of several shapes, or of
// a run-time number of rows.
// CHECK-LABEL: func.func @others
// CHECK-NOT: graph.concat
func.func @others(%x: tensor<4x8xf32>, %y: tensor<?x8xf32>, %u: tensor<8x8xf32>)
    -> (tensor<4x8xf32>, tensor<4x8xf32>, tensor<4x8xf32>, tensor<4x4xf32>, tensor<?x8xf32>, tensor<?x8xf32>) {
  %v = graph.constant dense<1.0> : tensor<8x8xf32>
  %w = graph.constant dense<2.0> : tensor<8x8xf32>
  %n = graph.constant dense<2.0> : tensor<8x4xf32>
  %0 = graph.matmul %x, %v : (tensor<4x8xf32>, tensor<8x8xf32>) -> tensor<4x8xf32>
  %1 = graph.matmul %x, %w : (tensor<4x8xf32>, tensor<8x8xf32>) -> tensor<4x8xf32>
  %2 = graph.relu %x : (tensor<4x8xf32>) -> tensor<4x8xf32>
  %3 = graph.matmul %2, %u : (tensor<4x8xf32>, tensor<8x8xf32>) -> tensor<4x8xf32>
  %4 = graph.softmax %3 [1] : (tensor<4x8xf32>) -> tensor<4x8xf32>
  %5 = graph.matmul %2, %n : (tensor<4x8xf32>, tensor<8x4xf32>) -> tensor<4x4xf32>
  %6 = graph.softmax %5 [1] : (tensor<4x4xf32>) -> tensor<4x4xf32>
  %7 = graph.matmul %y, %v : (tensor<?x8xf32>, tensor<8x8xf32>) -> tensor<?x8xf32>
  %8 = graph.softmax %7 [1] : (tensor<?x8xf32>) -> tensor<?x8xf32>
  %9 = graph.matmul %y, %w : (tensor<?x8xf32>, tensor<8x8xf32>) -> tensor<?x8xf32>
  %10 = graph.softmax %9 [1] : (tensor<?x8xf32>) -> tensor<?x8xf32>
  return %0, %1, %4, %6, %8, %10 : tensor<4x8xf32>, tensor<4x8xf32>, tensor<4x8xf32>, tensor<4x4xf32>, tensor<?x8xf32>, tensor<?x8xf32>
}
