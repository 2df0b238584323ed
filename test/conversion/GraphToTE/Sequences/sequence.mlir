// RUN: tvm-opt %s --convert-graph-to-te | FileCheck %s

// Elements are addresses; the call says of what, and for which node.
// CHECK-LABEL: func @make(
// CHECK: te.extern @tvm_sequence() {constants = ["sequence", "", array<i64>]} : () -> tensor<0xi64>
// CHECK: te.extern @tvm_sequence(%{{.*}}, %{{.*}}) {constants = ["sequence", "float32 string ", array<i64: 1, 0>]} : (tensor<?xf32>, tensor<i64>) -> tensor<2xi64>
func.func @make(%x: tensor<?xf32>, %y: tensor<!graph.string>) -> (tensor<0x!graph.handle>, tensor<2x!graph.handle>) {
  %0 = graph.sequence : () -> tensor<0x!graph.handle>
  %1 = graph.sequence %x, %y : (tensor<?xf32>, tensor<!graph.string>) -> tensor<2x!graph.handle>
  return %0, %1 : tensor<0x!graph.handle>, tensor<2x!graph.handle>
}

// CHECK-LABEL: func @change(
// CHECK: te.extern @tvm_sequence_insert(%{{.*}}, %{{.*}}, %{{.*}}) extents(%{{.*}}) {constants = ["node 'n' (sequence_insert)", "bool", array<i64: 1, 2>]}
// CHECK: te.extern @tvm_sequence_erase(%{{.*}}, %{{.*}}) extents(%{{.*}}) {constants = ["sequence_erase", array<i64: 1>]}
func.func @change(%s: tensor<?x!graph.handle>, %x: tensor<2x3xi1>, %i: tensor<1xi64>) -> tensor<?x!graph.handle> {
  %0 = graph.sequence_insert %x into %s[%i] : (tensor<2x3xi1>, tensor<?x!graph.handle>, tensor<1xi64>) -> tensor<?x!graph.handle> loc("n")
  %1 = graph.sequence_erase %0[%i] : (tensor<?x!graph.handle>, tensor<1xi64>) -> tensor<?x!graph.handle>
  return %1 : tensor<?x!graph.handle>
}

// The shape is read first: it is the size of the result.
// CHECK-LABEL: func @at(
// CHECK: te.extern @tvm_sequence_shape(%{{.*}}, %{{.*}}) {constants = ["sequence_shape", "float16", array<i64: 0, 2>]} : (tensor<?xi64>, tensor<i64>) -> tensor<2xi64>
func.func @at(%s: tensor<?x!graph.handle>, %i: tensor<i64>) -> tensor<2xi64> {
  %0 = graph.sequence_shape %s[%i] of f16 rank 2 : (tensor<?x!graph.handle>, tensor<i64>) -> tensor<2xi64>
  return %0 : tensor<2xi64>
}

// CHECK-LABEL: func @read(
// CHECK: te.extern @tvm_sequence_at(%{{.*}}, %{{.*}}) extents(%{{.*}}, %{{.*}}) {constants = ["sequence_at", "float16", array<i64: 0, 2>]} : (tensor<?xi64>, tensor<i64>) -> tensor<?x?xf16>
func.func @read(%s: tensor<?x!graph.handle>, %i: tensor<i64>, %d: tensor<2xi64>) -> tensor<?x?xf16> {
  %0 = graph.sequence_at %s[%i] shape %d of f16 : (tensor<?x!graph.handle>, tensor<i64>, tensor<2xi64>) -> tensor<?x?xf16>
  return %0 : tensor<?x?xf16>
}

// CHECK-LABEL: func @split(
// CHECK: te.extern @tvm_sequence_split(%{{.*}}, %{{.*}}) extents(%{{.*}}) {constants = ["sequence_split", "uint8", array<i64: 2, 1, 1>]} : (tensor<2x?xi8>, tensor<?xi64>) -> tensor<?xi64>
func.func @split(%x: tensor<2x?xui8>, %n: tensor<?xi64>) -> tensor<?x!graph.handle> {
  %0 = graph.sequence_split %x by %n axis 1 {squeeze} : (tensor<2x?xui8>, tensor<?xi64>) -> tensor<?x!graph.handle>
  return %0 : tensor<?x!graph.handle>
}

// CHECK-LABEL: func @concat(
// CHECK: te.extern @tvm_sequence_concat_shape(%{{.*}}) {constants = ["sequence_concat_shape", "float32", array<i64: 1, 0, 1>]} : (tensor<?xi64>) -> tensor<2xi64>
// CHECK: te.extern @tvm_sequence_concat(%{{.*}}) extents(%{{.*}}, %{{.*}}) {constants = ["sequence_concat", "float32", array<i64: 1, 0, 1>]} : (tensor<?xi64>) -> tensor<?x?xf32>
func.func @concat(%s: tensor<?x!graph.handle>, %e: tensor<2xi64>) -> (tensor<2xi64>, tensor<?x?xf32>) {
  %0 = graph.sequence_concat_shape %s axis 0 of f32 rank 1 {new_axis} : (tensor<?x!graph.handle>) -> tensor<2xi64>
  %1 = graph.sequence_concat %s shape %e axis 0 of f32 {new_axis} : (tensor<?x!graph.handle>, tensor<2xi64>) -> tensor<?x?xf32>
  return %0, %1 : tensor<2xi64>, tensor<?x?xf32>
}
