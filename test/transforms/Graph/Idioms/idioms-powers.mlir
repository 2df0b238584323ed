// RUN: tvm-opt %s --graph-simplify | FileCheck %s

// x to the power of 2.0
// CHECK-LABEL: func.func @square(
func.func @square(%x: tensor<2x8xf32>) -> tensor<2x8xf32> {
  // CHECK-NEXT: %[[Y:.*]] = graph.mul %arg0, %arg0
  // CHECK-NEXT: return %[[Y]]
  %e = graph.constant dense<2.0> : tensor<f32>
  %y = graph.pow %x, %e : (tensor<2x8xf32>, tensor<f32>) -> tensor<2x8xf32>
  return %y : tensor<2x8xf32>
}

// x to the power of 3.0
// CHECK-LABEL: func.func @cube(
func.func @cube(%x: tensor<2x8xf32>) -> tensor<2x8xf32> {
  // CHECK-NEXT: %[[S:.*]] = graph.mul %arg0, %arg0
  // CHECK-NEXT: %[[Y:.*]] = graph.mul %arg0, %[[S]]
  // CHECK-NEXT: return %[[Y]]
  %e = graph.constant dense<3.0> : tensor<f32>
  %y = graph.pow %x, %e : (tensor<2x8xf32>, tensor<f32>) -> tensor<2x8xf32>
  return %y : tensor<2x8xf32>
}

// x to the power of 0.5
// CHECK-LABEL: func.func @root(
func.func @root(%x: tensor<2x8xf32>) -> tensor<2x8xf32> {
  // CHECK-NEXT: %[[Y:.*]] = graph.sqrt %arg0
  // CHECK-NEXT: return %[[Y]]
  %e = graph.constant dense<0.5> : tensor<f32>
  %y = graph.pow %x, %e : (tensor<2x8xf32>, tensor<f32>) -> tensor<2x8xf32>
  return %y : tensor<2x8xf32>
}

// Other exponents stay.
// CHECK-LABEL: func.func @fourth(
func.func @fourth(%x: tensor<2x8xf32>) -> tensor<2x8xf32> {
  // CHECK: graph.pow
  %e = graph.constant dense<4.0> : tensor<f32>
  %y = graph.pow %x, %e : (tensor<2x8xf32>, tensor<f32>) -> tensor<2x8xf32>
  return %y : tensor<2x8xf32>
}

// Integers stay: their powers are not products of floats.
// CHECK-LABEL: func.func @integers(
func.func @integers(%x: tensor<4xi32>) -> tensor<4xi32> {
  // CHECK: graph.pow
  %e = graph.constant dense<2.0> : tensor<f32>
  %y = graph.pow %x, %e : (tensor<4xi32>, tensor<f32>) -> tensor<4xi32>
  return %y : tensor<4xi32>
}

// An exponent that makes the result larger stays.
// CHECK-LABEL: func.func @broadcast_exponent(
func.func @broadcast_exponent(%x: tensor<8xf32>) -> tensor<2x8xf32> {
  // CHECK: graph.pow
  %e = graph.constant dense<2.0> : tensor<2x8xf32>
  %y = graph.pow %x, %e : (tensor<8xf32>, tensor<2x8xf32>) -> tensor<2x8xf32>
  return %y : tensor<2x8xf32>
}

// 1 / x
// CHECK-LABEL: func.func @reciprocal(
func.func @reciprocal(%x: tensor<2x8xf32>) -> tensor<2x8xf32> {
  // CHECK-NEXT: %[[Y:.*]] = graph.reciprocal %arg0
  // CHECK-NEXT: return %[[Y]]
  %e = graph.constant dense<1.0> : tensor<f32>
  %y = graph.div %e, %x : (tensor<f32>, tensor<2x8xf32>) -> tensor<2x8xf32>
  return %y : tensor<2x8xf32>
}

// 2 / x
// CHECK-LABEL: func.func @quotient(
func.func @quotient(%x: tensor<2x8xf32>) -> tensor<2x8xf32> {
  // CHECK: graph.div
  %e = graph.constant dense<2.0> : tensor<f32>
  %y = graph.div %e, %x : (tensor<f32>, tensor<2x8xf32>) -> tensor<2x8xf32>
  return %y : tensor<2x8xf32>
}

// max(x, 0), and max(0, x)
// CHECK-LABEL: func.func @relu(
func.func @relu(%x: tensor<2x8xf32>) -> tensor<2x8xf32> {
  // CHECK-NEXT: %[[Y:.*]] = graph.relu %arg0
  // CHECK-NEXT: return %[[Y]]
  %z = graph.constant dense<0.0> : tensor<f32>
  %y = graph.max %z, %x : (tensor<f32>, tensor<2x8xf32>) -> tensor<2x8xf32>
  return %y : tensor<2x8xf32>
}

// max(x, 1)
// CHECK-LABEL: func.func @limit(
func.func @limit(%x: tensor<2x8xf32>) -> tensor<2x8xf32> {
  // CHECK: graph.max
  %z = graph.constant dense<1.0> : tensor<f32>
  %y = graph.max %z, %x : (tensor<f32>, tensor<2x8xf32>) -> tensor<2x8xf32>
  return %y : tensor<2x8xf32>
}

// Operands come in the order in which they are computed: both products are one.
// CHECK-LABEL: func.func @same(
func.func @same(%x: tensor<2x8xf32>) -> tensor<2x8xf32> {
  // CHECK-NEXT: %[[E:.*]] = graph.exp %arg0
  // CHECK-NEXT: %[[P:.*]] = graph.mul %arg0, %[[E]]
  // CHECK-NEXT: %[[Y:.*]] = graph.add %[[P]], %[[P]]
  %e = graph.exp %x : (tensor<2x8xf32>) -> tensor<2x8xf32>
  %a = graph.mul %x, %e : (tensor<2x8xf32>, tensor<2x8xf32>) -> tensor<2x8xf32>
  %b = graph.mul %e, %x : (tensor<2x8xf32>, tensor<2x8xf32>) -> tensor<2x8xf32>
  %y = graph.add %a, %b : (tensor<2x8xf32>, tensor<2x8xf32>) -> tensor<2x8xf32>
  return %y : tensor<2x8xf32>
}
