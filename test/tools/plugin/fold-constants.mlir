// The plug-in brings the evaluator of constants.
// RUN: mlir-opt-22 --load-dialect-plugin=%plugin --load-pass-plugin=%plugin \
// RUN:   --pass-pipeline='builtin.module(graph-fold-constants)' %s | FileCheck %s

// CHECK: graph.constant dense<[3.000000e+00, 1.000000e+01]>
// CHECK-NOT: graph.mul
func.func @main() -> tensor<2xf32> {
  %a = graph.constant dense<[1.0, 2.0]> : tensor<2xf32>
  %b = graph.constant dense<[3.0, 5.0]> : tensor<2xf32>
  %y = graph.mul %a, %b : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  return %y : tensor<2xf32>
}
