// RUN: tvm-opt %s --convert-tosa-to-graph --split-input-file | FileCheck %s

// CHECK-LABEL: @moves
func.func @moves(%x: tensor<4x6xf32>) -> tensor<9x8xf32> {
  %start = tosa.const_shape {values = dense<[1, 2]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %size = tosa.const_shape {values = dense<[3, 4]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %twice = tosa.const_shape {values = dense<[1, 2]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %padding = tosa.const_shape {values = dense<[1, 2, 0, 0]> : tensor<4xindex>} : () -> !tosa.shape<4>
  %one = "tosa.const"() <{values = dense<1.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  // CHECK: %[[SLICE:.*]] = graph.slice %arg0 axes [0, 1] starts [1, 2] ends [4, 6] steps [1, 1]
  %0 = tosa.slice %x, %start, %size : (tensor<4x6xf32>, !tosa.shape<2>, !tosa.shape<2>) -> tensor<3x4xf32>
  // CHECK: %[[REVERSE:.*]] = graph.slice %[[SLICE]] axes [1] starts [-1] ends [-9223372036854775808] steps [-1]
  %1 = tosa.reverse %0 {axis = 1 : i32} : (tensor<3x4xf32>) -> tensor<3x4xf32>
  // CHECK: %[[CONCAT:.*]] = graph.concat %[[SLICE]], %[[REVERSE]] axis 0
  %2 = tosa.concat %0, %1 {axis = 0 : i32} : (tensor<3x4xf32>, tensor<3x4xf32>) -> tensor<6x4xf32>
  // CHECK: %[[TILE:.*]] = graph.tile %[[CONCAT]], %{{.*}} -> tensor<6x8xf32>
  %3 = tosa.tile %2, %twice : (tensor<6x4xf32>, !tosa.shape<2>) -> tensor<6x8xf32>
  // CHECK: graph.pad %[[TILE]] value %{{.*}} low [1, 0] high [2, 0] mode constant
  %4 = tosa.pad %3, %padding, %one : (tensor<6x8xf32>, !tosa.shape<4>, tensor<1xf32>) -> tensor<9x8xf32>
  return %4 : tensor<9x8xf32>
}

// -----

// A size that is unknown while compiling stays a `?`.
// CHECK-LABEL: @reshape
func.func @reshape(%x: tensor<?x6xf32>) -> tensor<6x?xf32> {
  %shape = tosa.const_shape {values = dense<[-1, 2, 3]> : tensor<3xindex>} : () -> !tosa.shape<3>
  %flat = tosa.const_shape {values = dense<[6, -1]> : tensor<2xindex>} : () -> !tosa.shape<2>
  // CHECK: %[[SHAPE:.*]] = graph.constant dense<[-1, 2, 3]> : tensor<3xi64>
  // CHECK: %[[RESHAPE:.*]] = graph.reshape %arg0, %[[SHAPE]] {allow_zero} : {{.*}} -> tensor<?x2x3xf32>
  %0 = tosa.reshape %x, %shape : (tensor<?x6xf32>, !tosa.shape<3>) -> tensor<?x2x3xf32>
  // CHECK: %[[TRANSPOSE:.*]] = graph.transpose %[[RESHAPE]] [1, 2, 0]
  %1 = tosa.transpose %0 {perms = array<i32: 1, 2, 0>} : (tensor<?x2x3xf32>) -> tensor<2x3x?xf32>
  // CHECK: graph.reshape %[[TRANSPOSE]]
  %2 = tosa.reshape %1, %flat : (tensor<2x3x?xf32>, !tosa.shape<2>) -> tensor<6x?xf32>
  return %2 : tensor<6x?xf32>
}

// -----

// A size of -1 goes to the end.
// CHECK-LABEL: @slice_to_the_end
func.func @slice_to_the_end(%x: tensor<?xf32>) -> tensor<?xf32> {
  %start = tosa.const_shape {values = dense<2> : tensor<1xindex>} : () -> !tosa.shape<1>
  %size = tosa.const_shape {values = dense<-1> : tensor<1xindex>} : () -> !tosa.shape<1>
  // CHECK: graph.slice %arg0 axes [0] starts [2] ends [9223372036854775807] steps [1]
  %0 = tosa.slice %x, %start, %size : (tensor<?xf32>, !tosa.shape<1>, !tosa.shape<1>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// -----

// CHECK-LABEL: @identity
func.func @identity(%x: tensor<4xf32>) -> tensor<4xf32> {
  // CHECK-NEXT: return %arg0
  %0 = tosa.identity %x : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

// Only the type changes: 0 stands for the dimension at its place.
// CHECK-LABEL: @casts
func.func @casts(%x: tensor<4x?xf32>) -> tensor<?x3xf32> {
  // CHECK: %[[SHAPE:.*]] = graph.constant dense<[0, 3]> : tensor<2xi64>
  // CHECK: graph.reshape %arg0, %[[SHAPE]] : (tensor<4x?xf32>, tensor<2xi64>) -> tensor<?x3xf32>
  %0 = tensor.cast %x : tensor<4x?xf32> to tensor<?x3xf32>
  return %0 : tensor<?x3xf32>
}
