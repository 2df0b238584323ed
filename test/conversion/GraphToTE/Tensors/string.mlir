// RUN: tvm-opt %s --convert-graph-to-te | FileCheck %s

// Strings are addresses; constants are their bytes and sizes.
// CHECK-LABEL: func @strings() -> tensor<2x2xi64>
// CHECK: te.extern @tvm_strings() {constants = ["abcab", array<i64: 3, 0, 1, 1>]} : () -> tensor<2x2xi64>
func.func @strings() -> tensor<2x2x!graph.string> {
  %0 = graph.strings ["abc", "", "a", "b"] shape [2, 2] : () -> tensor<2x2x!graph.string>
  return %0 : tensor<2x2x!graph.string>
}

// CHECK-LABEL: func @move(%{{.*}}: tensor<2x3xi64>) -> tensor<3x2xi64>
// CHECK: te.compute
func.func @move(%x: tensor<2x3x!graph.string>) -> tensor<3x2x!graph.string> {
  %0 = graph.transpose %x [1, 0] : (tensor<2x3x!graph.string>) -> tensor<3x2x!graph.string>
  return %0 : tensor<3x2x!graph.string>
}

// CHECK-LABEL: func @split(
// CHECK: te.extern @tvm_string_split(%{{.*}}) extents(%{{.*}}) {constants = [",", array<i64: 1, -1>]} : (tensor<2xi64>) -> tensor<2x?xi64>
func.func @split(%x: tensor<2x!graph.string>, %n: tensor<i64>) -> tensor<2x?x!graph.string> {
  %0 = graph.string_split %x, %n by "," limit -1 : (tensor<2x!graph.string>, tensor<i64>) -> tensor<2x?x!graph.string>
  return %0 : tensor<2x?x!graph.string>
}

// CHECK-LABEL: func @normalize(
// CHECK: te.extern @tvm_string_normalize(%{{.*}}, %{{.*}}) {constants = [array<i64: 2, 1>]} : (tensor<2xi64>, tensor<1xi64>) -> (tensor<2xi64>, tensor<1xi64>)
func.func @normalize(%x: tensor<2x!graph.string>, %words: tensor<1x!graph.string>) -> tensor<2x!graph.string> {
  %0, %1 = graph.string_normalize %x without %words letters upper {case_sensitive} : (tensor<2x!graph.string>, tensor<1x!graph.string>) -> (tensor<2x!graph.string>, tensor<1xi64>)
  return %0 : tensor<2x!graph.string>
}
