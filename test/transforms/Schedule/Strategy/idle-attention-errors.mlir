// RUN: tvm-opt %s --pass-pipeline='builtin.module(target-set{entries=max_vector_op_width=128,vector_registers=16},func.func(convert-graph-to-te,te-inline-computes),canonicalize,cse,convert-te-to-loops,schedule-generate{only-strategies})' -o %t.mlir
// RUN: sed 's/"block6"\]>/"block6"], prefetch = false>/' %t.mlir | not tvm-opt --schedule-generate 2>&1 | FileCheck %s --check-prefix=PREFETCH
// RUN: sed 's/"block6"\]>/"block6"], in_place = false>/' %t.mlir | tvm-opt --schedule-generate | FileCheck %s --check-prefix=APART
// RUN: sed 's/scores = #schedule.register_tile</scores = #schedule.register_tile<producers = false, /' %t.mlir | not tvm-opt --schedule-generate 2>&1 | FileCheck %s --check-prefix=PRODUCERS

// Parameters of the parts of an attention. The scores are in a buffer of the
// kernel, which is in a cache.
// PREFETCH: error: expected the strategy of block 'block1' to apply: 'prefetch = false' gives the schedule of 'prefetch = true'
// APART: in_place = false
// PRODUCERS: error: expected the strategy of block 'block1' to apply: 'producers = false' gives the schedule of 'producers = true'
func.func @kernel(%q: tensor<4x32x8xf32>, %k: tensor<4x32x8xf32>, %v: tensor<4x32x8xf32>) -> tensor<4x32x8xf32> {
  %0 = graph.matmul %q, %k {transpose_b = true, graph.role = #graph.role<attention_scores>} : (tensor<4x32x8xf32>, tensor<4x32x8xf32>) -> tensor<4x32x32xf32>
  %1 = graph.softmax %0 [2] {graph.role = #graph.role<attention_softmax>} : (tensor<4x32x32xf32>) -> tensor<4x32x32xf32>
  %2 = graph.matmul %1, %v {graph.role = #graph.role<attention_values>} : (tensor<4x32x32xf32>, tensor<4x32x8xf32>) -> tensor<4x32x8xf32>
  return %2 : tensor<4x32x8xf32>
}
