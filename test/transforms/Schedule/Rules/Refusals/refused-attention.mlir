// RUN: tvm-opt %s --pass-pipeline='builtin.module(func.func(convert-graph-to-te,te-inline-computes),canonicalize,cse,convert-te-to-loops,schedule-generate)' --mlir-debug-counter=schedule-primitive-skip=0,schedule-primitive-count=5 | FileCheck %s
// RUN: tvm-opt %s --pass-pipeline='builtin.module(func.func(convert-graph-to-te,te-inline-computes),canonicalize,cse,convert-te-to-loops,schedule-generate)' --mlir-debug-counter=schedule-primitive-skip=0,schedule-primitive-count=20 | FileCheck %s
// RUN: tvm-opt %s --pass-pipeline='builtin.module(func.func(convert-graph-to-te,te-inline-computes),canonicalize,cse,convert-te-to-loops,schedule-generate)' --mlir-debug-counter=schedule-primitive-skip=0,schedule-primitive-count=50 | FileCheck %s

// Two products and the softmax between them: nothing is left where the rows
// refuse, or one of the products behind them.
// CHECK: transform.named_sequence
// CHECK-NEXT: transform.yield
func.func @attention(%q: tensor<4x10x32x8xf32>, %k: tensor<4x10x8x32xf32>, %v: tensor<4x10x32x8xf32>,
                     %scale: tensor<1xf32>, %mask: tensor<4x1x1x32xf32>) -> tensor<4x10x32x8xf32> {
  %0 = graph.matmul %q, %k : (tensor<4x10x32x8xf32>, tensor<4x10x8x32xf32>) -> tensor<4x10x32x32xf32>
  %1 = graph.div %0, %scale : (tensor<4x10x32x32xf32>, tensor<1xf32>) -> tensor<4x10x32x32xf32>
  %2 = graph.add %1, %mask : (tensor<4x10x32x32xf32>, tensor<4x1x1x32xf32>) -> tensor<4x10x32x32xf32>
  %3 = graph.softmax %2 [3] : (tensor<4x10x32x32xf32>) -> tensor<4x10x32x32xf32>
  %4 = graph.matmul %3, %v : (tensor<4x10x32x32xf32>, tensor<4x10x32x8xf32>) -> tensor<4x10x32x8xf32>
  return %4 : tensor<4x10x32x8xf32>
}
