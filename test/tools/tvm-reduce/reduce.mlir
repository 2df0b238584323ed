// tvm-reduce applies passes while a script finds the result interesting.
// RUN: tvm-reduce %s -opt-reduction-pass='opt-pass=canonicalize test=%S/has-exp.sh' | FileCheck %s

// CHECK: graph.exp
// CHECK-NOT: graph.relu
func.func @f(%x: tensor<4xf32>) -> tensor<4xf32> {
  %unused = graph.relu %x : (tensor<4xf32>) -> tensor<4xf32>
  %y = graph.exp %x : (tensor<4xf32>) -> tensor<4xf32>
  return %y : tensor<4xf32>
}
