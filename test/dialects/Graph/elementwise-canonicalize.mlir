// RUN: tvm-opt %s --canonicalize -split-input-file | FileCheck %s

// Neutral constants vanish; 0.0 is none of addition, as `-0.0 + 0.0` is 0.0.
// CHECK-LABEL: func @neutral
// CHECK-SAME: %[[X:.*]]: tensor<4xf32>
func.func @neutral(%x: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %0 = graph.constant dense<-0.0> : tensor<f32>
  %1 = graph.constant dense<0.0> : tensor<4xf32>
  %2 = graph.constant dense<1.0> : tensor<4xf32>
  %3 = graph.add %x, %0 : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  %4 = graph.sub %3, %1 : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %5 = graph.mul %2, %4 : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %6 = graph.div %5, %2 : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  // CHECK: %[[SUM:.*]] = graph.add %[[X]]
  %7 = graph.add %x, %1 : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  // CHECK: return %[[X]], %[[SUM]]
  return %6, %7 : tensor<4xf32>, tensor<4xf32>
}

// -----

// A neutral constant that changes the shape stays.
// CHECK-LABEL: func @broadcasts
func.func @broadcasts(%x: tensor<f32>) -> tensor<4xf32> {
  %0 = graph.constant dense<1.0> : tensor<4xf32>
  // CHECK: graph.mul
  %1 = graph.mul %x, %0 : (tensor<f32>, tensor<4xf32>) -> tensor<4xf32>
  return %1 : tensor<4xf32>
}

// -----

// Conversions to the same type, double negation, constant conditions.
// CHECK-LABEL: func @others
// CHECK-SAME: %[[X:.*]]: tensor<4xi1>, %[[Y:.*]]: tensor<4xi1>
func.func @others(%x: tensor<4xi1>, %y: tensor<4xi1>)
    -> (tensor<4xi1>, tensor<4xi1>, tensor<4xi1>) {
  %0 = graph.cast %x {to = i1} : (tensor<4xi1>) -> tensor<4xi1>
  %1 = graph.not %x : (tensor<4xi1>) -> tensor<4xi1>
  %2 = graph.not %1 : (tensor<4xi1>) -> tensor<4xi1>
  %3 = graph.constant dense<false> : tensor<4xi1>
  %4 = graph.where %3, %x, %y : (tensor<4xi1>, tensor<4xi1>, tensor<4xi1>) -> tensor<4xi1>
  // CHECK: return %[[X]], %[[X]], %[[Y]]
  return %0, %2, %4 : tensor<4xi1>, tensor<4xi1>, tensor<4xi1>
}
