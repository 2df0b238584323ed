// RUN: tvm-opt %s --convert-graph-to-te | FileCheck %s
// RUN: tvm-opt %s --pass-pipeline='builtin.module(func.func(convert-graph-to-te,te-inline-computes),canonicalize,cse,convert-te-to-loops)' | FileCheck %s --check-prefix=LOOPS

// Stages have the role of their operator in the kernel: all steps of the
// softmax, and both products. Element-wise functions that do not depend on the
// scores are operands, here the transposed keys and the mask. Scales of scores
// and of the result have no role.
// CHECK-LABEL: func.func @attention
// CHECK: te.compute [4, 8, 32] spatial 3 role <"attention", "operand"> {
// CHECK: te.compute [4, 32] spatial 2 role <"attention", "operand"> {
// CHECK: te.compute [4, 16, 32, 8] spatial 3 reduce sum role <"attention", "scores"> {
// CHECK: te.compute [4, 16, 32] spatial 3 {
// CHECK: te.compute [4, 16, 32] spatial 2 reduce maxnum role <"attention", "softmax"> {
// CHECK: te.compute [4, 16, 32] spatial 3 role <"attention", "softmax"> {
// CHECK: te.compute [4, 16, 32] spatial 2 reduce sum role <"attention", "softmax"> {
// CHECK: te.compute [4, 16] spatial 2 role <"attention", "softmax"> {
// CHECK: te.compute [4, 16, 32] spatial 3 role <"attention", "softmax"> {
// CHECK: te.compute [4, 16, 24, 32] spatial 3 reduce sum role <"attention", "values"> {
// CHECK: te.compute [4, 16, 24] spatial 3 {

// Blocks have the roles of what they compute. What is left where computations
// were expanded keeps its own.
// LOOPS-LABEL: func.func @attention
// LOOPS: te.block {{.*}} role <"attention", "operand"> do
// LOOPS: te.block {{.*}} [false, false, false, true] {{.*}} role <"attention", "scores"> init
// LOOPS: te.block {{.*}} role <"attention", "operand"> do
// LOOPS: te.block {{.*}} [false, false, true] {{.*}} role <"attention", "softmax"> init
// LOOPS: te.block {{.*}} [false, false, false] {{.*}} role <"attention", "softmax"> do
// LOOPS: te.block {{.*}} [false, false, true] {{.*}} role <"attention", "softmax"> init
// LOOPS: te.block {{.*}} [false, false] {{.*}} role <"attention", "softmax"> do
// LOOPS: te.block {{.*}} [false, false, false] {{.*}} role <"attention", "softmax"> do
// LOOPS: te.block {{.*}} [false, false, false, true] {{.*}} role <"attention", "values"> init
// LOOPS-NOT: role
func.func @attention(%q: tensor<4x16x8xf32>, %k: tensor<4x32x8xf32>, %v: tensor<4x32x24xf32>, %mask: tensor<4x32xf32>, %scale: tensor<4x16x24xf32>)
    -> tensor<4x16x24xf32> {
  %in = graph.constant dense<[4, 1, 32]> : tensor<3xi64>
  %0 = graph.transpose %k [0, 2, 1] : (tensor<4x32x8xf32>) -> tensor<4x8x32xf32>
  %1 = graph.exp %mask : (tensor<4x32xf32>) -> tensor<4x32xf32>
  %2 = graph.matmul %q, %0 {graph.role = #graph.role<attention_scores>} : (tensor<4x16x8xf32>, tensor<4x8x32xf32>) -> tensor<4x16x32xf32>
  %3 = graph.reshape %1, %in : (tensor<4x32xf32>, tensor<3xi64>) -> tensor<4x1x32xf32>
  %4 = graph.add %2, %3 : (tensor<4x16x32xf32>, tensor<4x1x32xf32>) -> tensor<4x16x32xf32>
  %5 = graph.softmax %4 [2] {graph.role = #graph.role<attention_softmax>} : (tensor<4x16x32xf32>) -> tensor<4x16x32xf32>
  %6 = graph.matmul %5, %v {graph.role = #graph.role<attention_values>} : (tensor<4x16x32xf32>, tensor<4x32x24xf32>) -> tensor<4x16x24xf32>
  %7 = graph.mul %6, %scale : (tensor<4x16x24xf32>, tensor<4x16x24xf32>) -> tensor<4x16x24xf32>
  return %7 : tensor<4x16x24xf32>
}

// The sums of both convolutions have a role, what is added to them has none.
// CHECK-LABEL: func.func @chain
// CHECK: te.compute [1, 14, 12, 16, 3, 3] spatial 4 reduce sum role <"depthwise_chain", "depthwise"> {
// CHECK-NOT: role
// CHECK: te.compute [1, 14, 12, 32, {{.*}}16] spatial 4 reduce sum role <"depthwise_chain", "pointwise"> {
// CHECK-NOT: role
// LOOPS-LABEL: func.func @chain
// LOOPS: te.block {{.*}} role <"depthwise_chain", "depthwise"> init
// LOOPS-NOT: role
// LOOPS: te.block {{.*}} role <"depthwise_chain", "pointwise"> init
// LOOPS-NOT: role
// CHECK-LABEL: func.func @single
// LOOPS-LABEL: func.func @single
func.func @chain(%x: tensor<1x16x14x16xf32>, %w: tensor<3x3x1x16xf32>, %b: tensor<16xf32>, %v: tensor<1x1x16x32xf32>) -> tensor<1x14x12x32xf32> {
  %0 = graph.conv %x, %w, %b {strides = array<i64: 1, 1>, dilations = array<i64: 1, 1>, pads = array<i64: 0, 0, 0, 0>, group = 16 : i64,
      layout = "NHWC", kernel_layout = "HWIO", graph.role = #graph.role<chain_depthwise>}
      : (tensor<1x16x14x16xf32>, tensor<3x3x1x16xf32>, tensor<16xf32>) -> tensor<1x14x12x16xf32>
  %1 = graph.conv %0, %v {strides = array<i64: 1, 1>, dilations = array<i64: 1, 1>, pads = array<i64: 0, 0, 0, 0>,
      layout = "NHWC", kernel_layout = "HWIO", graph.role = #graph.role<chain_pointwise>}
      : (tensor<1x14x12x16xf32>, tensor<1x1x16x32xf32>) -> tensor<1x14x12x32xf32>
  return %1 : tensor<1x14x12x32xf32>
}

// An operator without a role in its kernel has stages without roles.
// CHECK-NOT: role
// LOOPS-NOT: role
func.func @single(%q: tensor<4x16x8xf32>, %k: tensor<4x8x32xf32>) -> tensor<4x16x32xf32> {
  %0 = graph.matmul %q, %k : (tensor<4x16x8xf32>, tensor<4x8x32xf32>) -> tensor<4x16x32xf32>
  %1 = graph.softmax %0 [2] : (tensor<4x16x32xf32>) -> tensor<4x16x32xf32>
  return %1 : tensor<4x16x32xf32>
}
