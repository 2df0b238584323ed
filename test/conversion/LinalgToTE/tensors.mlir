// RUN: tvm-opt %s --convert-linalg-to-te --split-input-file | FileCheck %s

// CHECK-LABEL: @expand
func.func @expand(%a: tensor<?x4xf32>, %n: index) -> tensor<?x3x2x2xf32> {
  // CHECK: te.compute [%{{.*}}, 3, 2, 2] spatial 4
  // CHECK: ^bb0(%[[I:.*]]: index, %[[J:.*]]: index, %[[K:.*]]: index, %[[L:.*]]: index):
  // CHECK: te.read %{{.*}}[%[[I]] * 3 + %[[J]], %[[K]] * 2 + %[[L]]]
  %0 = tensor.expand_shape %a [[0, 1], [2, 3]] output_shape [%n, 3, 2, 2] : tensor<?x4xf32> into tensor<?x3x2x2xf32>
  return %0 : tensor<?x3x2x2xf32>
}

// -----

// CHECK-LABEL: @collapse
func.func @collapse(%a: tensor<?x3x4xf32>) -> tensor<?x4xf32> {
  // CHECK: %[[ROWS:.*]] = arith.muli %{{.*}}, %c3
  // CHECK: te.compute [%[[ROWS]], 4] spatial 2
  // CHECK: ^bb0(%[[I:.*]]: index, %[[J:.*]]: index):
  // CHECK: te.read %{{.*}}[%[[I]] floordiv 3, %[[I]] mod 3, %[[J]]]
  %0 = tensor.collapse_shape %a [[0, 1], [2]] : tensor<?x3x4xf32> into tensor<?x4xf32>
  return %0 : tensor<?x4xf32>
}

// -----

// CHECK-LABEL: @slice
func.func @slice(%a: tensor<8x9x4xf32>) -> tensor<3x4xf32> {
  // CHECK: te.compute [3, 4] spatial 2
  // CHECK: ^bb0(%[[I:.*]]: index, %[[J:.*]]: index):
  // CHECK: te.read %{{.*}}[2, %[[I]] * 2 + 1, %[[J]]]
  %0 = tensor.extract_slice %a[2, 1, 0] [1, 3, 4] [1, 2, 1] : tensor<8x9x4xf32> to tensor<3x4xf32>
  return %0 : tensor<3x4xf32>
}

// -----

// Outside of the slice are the elements of the destination.
// CHECK-LABEL: @insert
// CHECK-SAME: %[[A:.*]]: tensor<3xf32>, %[[B:.*]]: tensor<4x8xf32>
func.func @insert(%a: tensor<3xf32>, %b: tensor<4x8xf32>) -> tensor<4x8xf32> {
  // CHECK: te.compute [4, 8] spatial 2
  // CHECK: ^bb0(%[[I:.*]]: index, %[[J:.*]]: index):
  // CHECK: %[[ROW:.*]] = arith.cmpi eq
  // CHECK: %[[OLD:.*]] = te.read %[[B]][%[[I]], %[[J]]]
  // CHECK: %[[NEW:.*]] = te.read %[[A]][%[[J]] - 2] else %[[OLD]]
  // CHECK: arith.select %[[ROW]], %[[NEW]], %[[OLD]]
  %0 = tensor.insert_slice %a into %b[1, 2] [1, 3] [1, 1] : tensor<3xf32> into tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}

// -----

// Upstream makes it slices that are inserted.
// CHECK-LABEL: @concat
func.func @concat(%a: tensor<2x3xf32>, %b: tensor<4x3xf32>) -> tensor<6x3xf32> {
  // CHECK: te.read %{{.*}}[%{{.*}} - 2, %{{.*}}] else
  %0 = tensor.concat dim(0) %a, %b : (tensor<2x3xf32>, tensor<4x3xf32>) -> tensor<6x3xf32>
  return %0 : tensor<6x3xf32>
}

// -----

// CHECK-LABEL: @pad
func.func @pad(%a: tensor<?x4xf32>) -> tensor<?x6xf32> {
  // CHECK: te.compute [%{{.*}}, 6] spatial 2
  // CHECK: ^bb0(%[[I:.*]]: index, %[[J:.*]]: index):
  // CHECK: te.read %{{.*}}[%[[I]] - 1, %[[J]] - 2] else %{{.*}}
  %one = arith.constant 1.0 : f32
  %0 = tensor.pad %a low[1, 2] high[3, 0] {
  ^bb0(%i: index, %j: index):
    tensor.yield %one : f32
  } : tensor<?x4xf32> to tensor<?x6xf32>
  return %0 : tensor<?x6xf32>
}

// -----

// CHECK-LABEL: @others
// CHECK-SAME: %[[A:.*]]: tensor<?xf32>, %[[I:.*]]: tensor<2xi64>
func.func @others(%a: tensor<?xf32>, %i: tensor<2xi64>) -> (tensor<4xf32>, tensor<3xi64>, tensor<2xi64>) {
  // CHECK: te.compute [4] spatial 1
  // CHECK: te.read %[[A]][%{{.*}}] : tensor<?xf32>
  %0 = tensor.cast %a : tensor<?xf32> to tensor<4xf32>
  // CHECK: %[[S:.*]] = tensor.extract %[[I]]
  // CHECK: te.compute [3] spatial 1
  // CHECK: te.yield %[[S]] : i64
  %c1 = arith.constant 1 : index
  %s = tensor.extract %i[%c1] : tensor<2xi64>
  %1 = tensor.splat %s : tensor<3xi64>
  // CHECK: te.compute [2] spatial 1
  // CHECK: %[[X:.*]] = te.read %[[I]][%{{.*}}] else
  // CHECK: arith.addi %[[X]], %{{.*}} : i64
  %2 = tensor.generate {
  ^bb0(%k: index):
    %3 = arith.index_cast %k : index to i64
    %4 = tensor.extract %i[%k] : tensor<2xi64>
    %5 = arith.addi %4, %3 : i64
    tensor.yield %5 : i64
  } : tensor<2xi64>
  return %0, %1, %2 : tensor<4xf32>, tensor<3xi64>, tensor<2xi64>
}
