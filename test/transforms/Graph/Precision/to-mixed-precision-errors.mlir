// RUN: not tvm-opt %s --graph-to-mixed-precision='type=f64' 2>&1 | FileCheck %s --check-prefix=TYPE
// TYPE: error: expected type bf16 or f16, got 'f64'
// RUN: not tvm-opt %s --graph-to-mixed-precision='type=' 2>&1 | FileCheck %s --check-prefix=EMPTY
// EMPTY: error: expected type bf16 or f16, got ''
// RUN: not tvm-opt %s --graph-to-mixed-precision='allow=matmul' 2>&1 | FileCheck %s --check-prefix=NAME
// NAME: error: expected names of operators in 'allow', got 'matmul'
// RUN: not tvm-opt %s --graph-to-mixed-precision='deny=graph.exp,graph.none' 2>&1 | FileCheck %s --check-prefix=DENIED
// DENIED: error: expected names of operators in 'deny', got 'graph.none'
// RUN: not tvm-opt %s --graph-to-mixed-precision='allow=graph.exp deny=graph.exp' 2>&1 | FileCheck %s --check-prefix=BOTH
// BOTH: error: expected 'graph.exp' in 'allow' or in 'deny', got both
// RUN: not tvm-opt %s --graph-to-mixed-precision='allow=graph.loop' 2>&1 | FileCheck %s --check-prefix=FORM
// FORM: error: 'graph.loop' op is to compute in 'bf16' but has no such form
func.func @main(%n: tensor<i64>, %x: tensor<4xf32>) -> tensor<4xf32> {
  %y = graph.loop count %n init(%x : tensor<4xf32>) -> tensor<4xf32> {
  ^bb0(%i: tensor<i64>, %a: tensor<4xf32>):
    %b = graph.add %a, %a : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
    graph.next carry(%b : tensor<4xf32>)
  }
  return %y : tensor<4xf32>
}
