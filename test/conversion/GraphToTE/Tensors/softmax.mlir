// RUN: tvm-opt %s --convert-graph-to-te | FileCheck %s

// Maximum, exponentials, sum, quotient.
// CHECK-LABEL: func @softmax
func.func @softmax(%x: tensor<2x8xf32>) -> tensor<2x8xf32> {
  // CHECK: te.compute [2, 8] spatial 1 reduce maxnum
  // CHECK: te.compute [2, 8] spatial 2
  // CHECK: math.exp
  // CHECK: te.compute [2, 8] spatial 1 reduce sum
  // CHECK: te.compute [2] spatial 1
  // CHECK: arith.divf
  // CHECK: te.compute [2, 8] spatial 2
  // CHECK: arith.mulf
  %0 = graph.softmax %x [1] : (tensor<2x8xf32>) -> tensor<2x8xf32>
  return %0 : tensor<2x8xf32>
}

// The logarithm is of the sum, so nothing underflows; narrow floats in f32.
// CHECK-LABEL: func.func @log_softmax(
// CHECK: reduce maxnum
// CHECK: arith.extf
// CHECK: math.exp
// CHECK: reduce sum
// CHECK: math.log
// CHECK: arith.subf
// CHECK: arith.truncf
func.func @log_softmax(%x: tensor<2x8xf16>) -> tensor<2x8xf16> {
  %0 = graph.log_softmax %x [1] : (tensor<2x8xf16>) -> tensor<2x8xf16>
  return %0 : tensor<2x8xf16>
}

// 1 at the first maximum.
// CHECK-LABEL: func.func @hardmax(
// CHECK: reduce argmax
// CHECK: te.compute [2, 8] spatial 2
// CHECK: arith.cmpi eq
// CHECK: arith.select
func.func @hardmax(%x: tensor<2x8xf32>) -> tensor<2x8xf32> {
  %0 = graph.hardmax %x [1] : (tensor<2x8xf32>) -> tensor<2x8xf32>
  return %0 : tensor<2x8xf32>
}

// Over no axes each element is a maximum.
// CHECK-LABEL: func.func @flat(
// CHECK-NOT: reduce
// CHECK: arith.constant 1.0
// CHECK: te.yield
func.func @flat(%x: tensor<2x8xf32>) -> tensor<2x8xf32> {
  %0 = graph.hardmax %x [] : (tensor<2x8xf32>) -> tensor<2x8xf32>
  return %0 : tensor<2x8xf32>
}
