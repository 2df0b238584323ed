// RUN: tvm-opt %s --convert-tosa-to-graph | FileCheck %s

// CHECK-LABEL: @gather
func.func @gather(%x: tensor<2x9x4xf32>, %i: tensor<2x3xi32>) -> tensor<2x3x4xf32> {
  // CHECK: %[[I:.*]] = graph.unsqueeze %arg1 [2]
  // CHECK: graph.gather_nd %arg0, %[[I]] batch 1 : (tensor<2x9x4xf32>, tensor<2x3x1xi32>) -> tensor<2x3x4xf32>
  %0 = tosa.gather %x, %i : (tensor<2x9x4xf32>, tensor<2x3xi32>) -> tensor<2x3x4xf32>
  return %0 : tensor<2x3x4xf32>
}

// All channels of a row go to one place.
// CHECK-LABEL: @scatter
func.func @scatter(%x: tensor<2x9x4xf32>, %i: tensor<2x3xi32>, %y: tensor<2x3x4xf32>) -> tensor<2x9x4xf32> {
  // CHECK: %[[ROWS:.*]] = graph.unsqueeze %arg1 [2]
  // CHECK: %[[I:.*]] = graph.expand %[[ROWS]], %{{.*}} -> tensor<2x3x4xi32>
  // CHECK: graph.scatter_elements %arg0, %[[I]], %arg2 axis 1 reduction none
  %0 = tosa.scatter %x, %i, %y : (tensor<2x9x4xf32>, tensor<2x3xi32>, tensor<2x3x4xf32>) -> tensor<2x9x4xf32>
  return %0 : tensor<2x9x4xf32>
}
