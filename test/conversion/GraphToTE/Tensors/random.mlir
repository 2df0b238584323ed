// RUN: tvm-opt %s --convert-graph-to-te | FileCheck %s

// Ten rounds of two products each, of 64 bits.
// CHECK-LABEL: func.func @random_bits(
// CHECK: te.compute [3, 4] spatial 2
// CHECK-COUNT-20: arith.muli %{{.*}} : i64
// CHECK-NOT: arith.muli %{{.*}} : i64
// CHECK: te.yield
func.func @random_bits() -> tensor<3x4xui32> {
  %shape = graph.constant dense<[3, 4]> : tensor<2xi64>
  %0 = graph.random_bits %shape seed 42 word 1 : (tensor<2xi64>) -> tensor<3x4xui32>
  return %0 : tensor<3x4xui32>
}
