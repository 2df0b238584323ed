// RUN: tvm-opt %s --convert-graph-to-te | FileCheck %s

// Softplus does not overflow: the exponential is of a negative number.
// CHECK-LABEL: func.func @softplus(
// CHECK: math.absf
// CHECK: arith.negf
// CHECK: math.exp
// CHECK: math.log1p
// CHECK: arith.addf
func.func @softplus(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = graph.softplus %x : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// A line between two limits that hands on NaN.
// CHECK-LABEL: func.func @hard_sigmoid(
// CHECK: %[[LINE:.*]] = arith.addf
// CHECK: %[[LOW:.*]] = arith.cmpf olt, %[[LINE]]
// CHECK: %[[X:.*]] = arith.select %[[LOW]], %{{.*}}, %[[LINE]]
// CHECK: arith.cmpf ogt, %[[X]]
func.func @hard_sigmoid(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = graph.hard_sigmoid %x {alpha = 0.2 : f32, beta = 0.5 : f32} : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// `x < 0 ? 0 : x`; unsigned elements stay.
// CHECK-LABEL: func.func @relu(
// CHECK: arith.cmpf olt
// CHECK: arith.select
// CHECK-NOT: arith.cmp
// CHECK: return
func.func @relu(%x: tensor<4xf32>, %y: tensor<4xui8>) -> (tensor<4xf32>, tensor<4xui8>) {
  %0 = graph.relu %x : (tensor<4xf32>) -> tensor<4xf32>
  %1 = graph.relu %y : (tensor<4xui8>) -> tensor<4xui8>
  return %0, %1 : tensor<4xf32>, tensor<4xui8>
}

// Integers compare with the threshold as floats, narrow floats in f32.
// CHECK-LABEL: func.func @binarize(
// CHECK: arith.sitofp %{{.*}} : i32 to f64
// CHECK: arith.constant 2.5{{.*}} : f64
// CHECK: arith.cmpf ogt
// CHECK: arith.select %{{.*}} : i32
// CHECK: arith.extf %{{.*}} : f16 to f32
// CHECK: arith.cmpf ogt
// CHECK: arith.truncf
func.func @binarize(%x: tensor<4xi32>, %y: tensor<4xf16>) -> (tensor<4xi32>, tensor<4xf16>) {
  %0 = graph.binarize %x {threshold = 2.5 : f32} : (tensor<4xi32>) -> tensor<4xi32>
  %1 = graph.binarize %y {threshold = 2.5 : f32} : (tensor<4xf16>) -> tensor<4xf16>
  return %0, %1 : tensor<4xi32>, tensor<4xf16>
}
