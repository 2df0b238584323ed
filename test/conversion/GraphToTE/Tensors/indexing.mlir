// RUN: tvm-opt %s --convert-graph-to-te | FileCheck %s

// Negative positions count from the end, those outside move to the border.
// CHECK-LABEL: func.func @gather(
// CHECK: te.read %arg1[%arg2]
// CHECK: arith.index_cast
// CHECK: arith.cmpi slt
// CHECK: arith.addi
// CHECK: arith.select
// CHECK: arith.minsi
// CHECK: %[[I:.*]] = arith.maxsi
// CHECK: te.read %arg0[%[[I]], %arg3]
func.func @gather(%x: tensor<4x8xf32>, %i: tensor<2xi64>) -> tensor<2x8xf32> {
  %0 = graph.gather %x, %i axis 0 : (tensor<4x8xf32>, tensor<2xi64>) -> tensor<2x8xf32>
  return %0 : tensor<2x8xf32>
}

// The last dimension of the indices is a position.
// CHECK-LABEL: func.func @gather_nd(
// CHECK: te.read %arg1[%arg2, 0]
// CHECK: %[[I:.*]] = arith.maxsi
// CHECK: te.read %arg0[%[[I]], %arg3]
func.func @gather_nd(%x: tensor<4x8xf32>, %i: tensor<2x1xi64>) -> tensor<2x8xf32> {
  %0 = graph.gather_nd %x, %i batch 0 : (tensor<4x8xf32>, tensor<2x1xi64>) -> tensor<2x8xf32>
  return %0 : tensor<2x8xf32>
}

// Two values, on and off.
// CHECK-LABEL: func.func @one_hot(
// CHECK: arith.cmpi eq, %{{.*}}, %arg3
// CHECK: %[[ON:.*]] = te.read %arg1[1]
// CHECK: %[[OFF:.*]] = te.read %arg1[0]
// CHECK: arith.select %{{.*}}, %[[ON]], %[[OFF]]
func.func @one_hot(%i: tensor<3xi64>, %v: tensor<2xf32>) -> tensor<3x5xf32> {
  %d = graph.constant dense<5> : tensor<1xi64>
  %0 = graph.one_hot %i, %d, %v axis -1 : (tensor<3xi64>, tensor<1xi64>, tensor<2xf32>) -> tensor<3x5xf32>
  return %0 : tensor<3x5xf32>
}

// A prefix of each sequence is read from its end.
// CHECK-LABEL: func.func @reverse(
// CHECK: te.read %arg1[%arg3]
// CHECK: %[[IN:.*]] = arith.cmpi slt, %arg2
// CHECK: %[[T:.*]] = arith.select %[[IN]], %{{.*}}, %arg2
// CHECK: te.read %arg0[%[[T]], %arg3]
func.func @reverse(%x: tensor<4x8xf32>, %l: tensor<8xi64>) -> tensor<4x8xf32> {
  %0 = graph.reverse_sequence %x, %l batch 1 time 0 : (tensor<4x8xf32>, tensor<8xi64>) -> tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}

// A circular cache wraps around.
// CHECK-LABEL: func.func @tensor_scatter(
// CHECK: arith.remsi
// CHECK: %[[HIT:.*]] = arith.andi
// CHECK: %[[U:.*]] = te.read %arg1{{.*}} else
// CHECK: %[[X:.*]] = te.read %arg0[%arg3, %arg4]
// CHECK: arith.select %[[HIT]], %[[U]], %[[X]]
func.func @tensor_scatter(%x: tensor<2x8xf32>, %u: tensor<2x3xf32>, %p: tensor<2xi64>) -> tensor<2x8xf32> {
  %0 = graph.tensor_scatter %x, %u at %p axis 1 circular : (tensor<2x8xf32>, tensor<2x3xf32>, tensor<2xi64>) -> tensor<2x8xf32>
  return %0 : tensor<2x8xf32>
}
