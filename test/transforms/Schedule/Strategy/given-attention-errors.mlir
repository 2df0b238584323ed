// RUN: tvm-opt %s --pass-pipeline='builtin.module(target-set{entries=max_vector_op_width=128,vector_registers=16},func.func(convert-graph-to-te,te-inline-computes),canonicalize,cse,convert-te-to-loops,schedule-generate{only-strategies})' -o %t.mlir
// RUN: tvm-opt %t.mlir --schedule-generate | FileCheck %s --check-prefix=SAME
// RUN: sed 's/copies = <"block0" = /copies = <"bloc0" = /' %t.mlir | not tvm-opt --schedule-generate 2>&1 | FileCheck %s --check-prefix=UNKNOWN-COPY
// RUN: sed 's/copies = </copies = <"block9" = #schedule.vectorized, /' %t.mlir | not tvm-opt --schedule-generate 2>&1 | FileCheck %s --check-prefix=MORE-COPIES
// RUN: sed 's/copies = <"block0" = #schedule.transpose<[^>]*>>/copies = <>/' %t.mlir | not tvm-opt --schedule-generate 2>&1 | FileCheck %s --check-prefix=NO-COPY
// RUN: sed 's/"block2", "block3", //' %t.mlir | not tvm-opt --schedule-generate 2>&1 | FileCheck %s --check-prefix=FEWER-ROWS
// RUN: sed 's/"block2", "block3"/"block3", "block2"/' %t.mlir | not tvm-opt --schedule-generate 2>&1 | FileCheck %s --check-prefix=OTHER-ROWS
// RUN: sed 's/results = <>/results = <"out" = #schedule.vectorized>/' %t.mlir | not tvm-opt --schedule-generate 2>&1 | FileCheck %s --check-prefix=UNKNOWN-RESULT

// The strategy of an attention names the blocks of that attention, each of them once.
// SAME: transform.named_sequence
// UNKNOWN-COPY: error: expected the strategy of block 'block1' to apply: expected 'copies' for 'block0', got 'bloc0'{{$}}
// MORE-COPIES: error: expected the strategy of block 'block1' to apply: expected 'copies' for 'block0', got 'block0', 'block9'{{$}}
// NO-COPY: error: expected the strategy of block 'block1' to apply: expected 'copies' for 'block0', got no blocks{{$}}
// FEWER-ROWS: error: expected the strategy of block 'block1' to apply: expected 'rows' for 'block2', 'block3', 'block4', 'block5', 'block6', got 'block4', 'block5', 'block6'{{$}}
// OTHER-ROWS: error: expected the strategy of block 'block1' to apply: expected 'rows' for 'block2', 'block3', 'block4', 'block5', 'block6', got 'block3', 'block2', 'block4', 'block5', 'block6'{{$}}
// UNKNOWN-RESULT: error: expected the strategy of block 'block1' to apply: expected 'results' for no blocks, got 'out'{{$}}
func.func @kernel(%q: tensor<4x32x8xf32>, %k: tensor<4x32x8xf32>, %v: tensor<4x32x8xf32>) -> tensor<4x32x8xf32> {
  %0 = graph.matmul %q, %k {transpose_b = true, graph.role = #graph.role<attention_scores>} : (tensor<4x32x8xf32>, tensor<4x32x8xf32>) -> tensor<4x32x32xf32>
  %1 = graph.softmax %0 [2] {graph.role = #graph.role<attention_softmax>} : (tensor<4x32x32xf32>) -> tensor<4x32x32xf32>
  %2 = graph.matmul %1, %v {graph.role = #graph.role<attention_values>} : (tensor<4x32x32xf32>, tensor<4x32x8xf32>) -> tensor<4x32x8xf32>
  return %2 : tensor<4x32x8xf32>
}
