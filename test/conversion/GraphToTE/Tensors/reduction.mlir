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

// Unsigned elements compare as signed ones with the first bit flipped; the last
// index is found from the back.
// CHECK-LABEL: func.func @arg_max(
// CHECK: te.compute [2, 8] spatial 1 reduce argmax
// CHECK: arith.xori
// CHECK: te.compute [2] spatial 1
// CHECK: arith.subi
func.func @arg_max(%x: tensor<2x8xui8>) -> tensor<2xi64> {
  %0 = graph.arg_max %x[1] {last} : (tensor<2x8xui8>) -> tensor<2xi64>
  return %0 : tensor<2xi64>
}
