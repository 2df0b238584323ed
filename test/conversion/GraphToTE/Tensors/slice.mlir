// RUN: tvm-opt %s --convert-graph-to-te | FileCheck %s

// A static slice is affine, also backwards.
// CHECK-LABEL: func.func @slice
func.func @slice(%x: tensor<8xf32>) -> tensor<4xf32> {
  // CHECK: te.read %arg0[%{{.*}} * -2 + 7] : tensor<8xf32>
  %0 = graph.slice %x axes [0] starts [-1] ends [-9] steps [-2] : (tensor<8xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// Outside of the tensor a read has the padding.
// CHECK-LABEL: func.func @pad
func.func @pad(%x: tensor<2xf32>) -> tensor<5xf32> {
  // CHECK: te.read %arg0[%{{.*}} - 1] else %{{.*}} : tensor<2xf32>
  %0 = graph.pad %x low [1] high [2] mode constant : (tensor<2xf32>) -> tensor<5xf32>
  return %0 : tensor<5xf32>
}

// Bounds of run time, each read once, give the size outside and the position
// inside.
// CHECK-LABEL: func.func @dynamic_slice(
// CHECK: tensor.extract %arg2
// CHECK-NOT: tensor.extract %arg2
// CHECK: %[[N:.*]] = arith.maxsi
// CHECK: te.compute [
// CHECK: te.read %arg1[0]
// CHECK: te.read %arg0[
func.func @dynamic_slice(%x: tensor<8xf32>, %s: tensor<1xi64>, %e: tensor<1xi64>) -> tensor<?xf32> {
  %0 = graph.dynamic_slice %x starts %s ends %e : (tensor<8xf32>, tensor<1xi64>, tensor<1xi64>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// Positions outside are mirrored.
// CHECK-LABEL: func.func @reflect(
// CHECK: arith.remsi
// CHECK: arith.cmpi slt
// CHECK: %[[I:.*]] = arith.select
// CHECK: te.read %arg0[
func.func @reflect(%x: tensor<4xf32>) -> tensor<7xf32> {
  %0 = graph.pad %x low [2] high [1] mode reflect : (tensor<4xf32>) -> tensor<7xf32>
  return %0 : tensor<7xf32>
}

// Positions outside move to the border.
// CHECK-LABEL: func.func @edge(
// CHECK: arith.minsi
// CHECK: %[[I:.*]] = arith.maxsi
// CHECK: te.read %arg0[%[[I]]]
func.func @edge(%x: tensor<4xf32>) -> tensor<7xf32> {
  %0 = graph.pad %x low [2] high [1] mode edge : (tensor<4xf32>) -> tensor<7xf32>
  return %0 : tensor<7xf32>
}
