// RUN: tvm-opt %s --convert-graph-to-te | FileCheck %s

// The mean is a sum in f32 and a division.
// CHECK-LABEL: func @mean
func.func @mean(%x: tensor<2x8xf16>) -> tensor<2xf16> {
  // CHECK: te.compute [2, 8] spatial 1 reduce sum
  // CHECK: arith.extf
  // CHECK: te.compute [2] spatial 1
  // CHECK: arith.divf
  // CHECK: arith.truncf
  %0 = graph.reduce mean %x [1] : (tensor<2x8xf16>) -> tensor<2xf16>
  return %0 : tensor<2xf16>
}

// Unsigned maxima have a combiner of their own.
// CHECK-LABEL: func @unsigned
func.func @unsigned(%x: tensor<8xui8>) -> tensor<ui8> {
  // CHECK: te.compute [8] spatial 0 combine
  // CHECK: arith.maxui
  %0 = graph.reduce max %x [0] : (tensor<8xui8>) -> tensor<ui8>
  return %0 : tensor<ui8>
}

// Maximum, exponentials, sum, quotient.
// CHECK-LABEL: func @softmax
func.func @softmax(%x: tensor<2x8xf32>) -> tensor<2x8xf32> {
  // CHECK: te.compute [2, 8] spatial 1 reduce max
  // CHECK: te.compute [2, 8] spatial 2
  // CHECK: math.exp
  // CHECK: te.compute [2, 8] spatial 1 reduce sum
  // CHECK: te.compute [2, 8] spatial 2
  // CHECK: arith.divf
  %0 = graph.softmax %x [1] : (tensor<2x8xf32>) -> tensor<2x8xf32>
  return %0 : tensor<2x8xf32>
}

// A running sum is a scan; its result is moved back to the axis.
// CHECK-LABEL: func @cumsum
func.func @cumsum(%x: tensor<2x?xf32>) -> tensor<2x?xf32> {
  // CHECK: te.scan
  // CHECK: arith.addf
  // CHECK: te.compute
  // CHECK: te.read %{{.*}}[%{{.*}} - 1, %{{.*}}] else
  %0 = graph.cumulate sum %x [1] {exclusive} : (tensor<2x?xf32>) -> tensor<2x?xf32>
  return %0 : tensor<2x?xf32>
}
