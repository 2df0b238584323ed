// RUN: tvm-opt %s --pass-pipeline='builtin.module(target-set{entries=max_vector_op_width=128,vector_registers=16},func.func(convert-graph-to-te,te-inline-computes),canonicalize,cse,convert-te-to-loops)' -o %t.mlir
// RUN: tvm-opt %t.mlir --pass-pipeline='builtin.module(schedule-generate{only-strategies})' -o %t.roles.mlir
// RUN: FileCheck %s < %t.roles.mlir
// RUN: sed 's/ role <"attention", "[a-z]*">//' %t.mlir > %t.bare.mlir
// RUN: FileCheck %s --check-prefix=BARE < %t.bare.mlir
// RUN: tvm-opt %t.bare.mlir --pass-pipeline='builtin.module(schedule-generate{only-strategies})' | diff - %t.roles.mlir
// RUN: tvm-opt %t.mlir --pass-pipeline='builtin.module(schedule-generate{only-strategies})' --remarks-filter-missed=schedule-generate --remark-policy=all --remark-format=emitRemark -o /dev/null 2>&1 | count 0
// RUN: sed 's/ role <"attention", "values">//' %t.mlir | tvm-opt --pass-pipeline='builtin.module(schedule-generate{only-strategies})' --remarks-filter-missed=schedule-generate --remark-policy=all --remark-format=emitRemark -o /dev/null 2>&1 | FileCheck %s --check-prefix=NO-VALUES
// RUN: sed 's/ role <"attention", "softmax">//' %t.mlir | tvm-opt --pass-pipeline='builtin.module(schedule-generate{only-strategies})' --remarks-filter-missed=schedule-generate --remark-policy=all --remark-format=emitRemark -o /dev/null 2>&1 | FileCheck %s --check-prefix=NO-SOFTMAX
// RUN: sed 's/ role <"attention", "operand">//' %t.mlir | tvm-opt --pass-pipeline='builtin.module(schedule-generate{only-strategies})' --remarks-filter-missed=schedule-generate --remark-policy=all --remark-format=emitRemark -o /dev/null 2>&1 | FileCheck %s --check-prefix=NO-OPERAND
// RUN: sed 's/ role <"attention", "scores">//;s/"operand"/"scores"/' %t.mlir | tvm-opt --pass-pipeline='builtin.module(schedule-generate{only-strategies})' --remarks-filter-missed=schedule-generate --remark-policy=all --remark-format=emitRemark -o /dev/null 2>&1 | FileCheck %s --check-prefix=NO-PRODUCT
// RUN: sed 's/"scores"/"other"/;s/"values"/"scores"/;s/"other"/"values"/' %t.mlir | tvm-opt --pass-pipeline='builtin.module(schedule-generate{only-strategies})' --remarks-filter-missed=schedule-generate --remark-policy=all --remark-format=emitRemark -o /dev/null 2>&1 | FileCheck %s --check-prefix=ORDER
// RUN: sed 's/"maxnum"//;0,/"softmax"/s/ role <"attention", "softmax">//' %t.mlir | tvm-opt --pass-pipeline='builtin.module(schedule-generate{only-strategies})' --remarks-filter-missed=schedule-generate --remark-policy=all --remark-format=emitRemark -o /dev/null 2>&1 | FileCheck %s --check-prefix=ROWS

// The roles that graph-fuse gave operators lead to the strategy, and so do the
// roles that the rule assigns where blocks have none.
// CHECK: schedule.strategy = #schedule.blocks<"block{{[0-9]}}" = #schedule.attention<
// CHECK: role <"attention", "operand">
// CHECK: role <"attention", "scores">
// CHECK-COUNT-5: role <"attention", "softmax">
// CHECK: role <"attention", "values">
// BARE-NOT: role

// Roles that do not fit are refused.
// NO-VALUES: remark: [Missed] attention | Category:schedule-generate | Function=kernel | Block={{[a-z0-9]+}}, Reason="expected one block of the part 'values' of an attention, got 0"
// NO-SOFTMAX: Reason="expected blocks of the part 'softmax' of an attention"
// NO-OPERAND: Reason="expected only operands in front of the scores of an attention"
// NO-PRODUCT: Reason="expected a sum of products as 'scores'"
// ORDER: Reason="expected the scores of an attention, the softmax and the product with the values in this order"
// ROWS: Reason="expected a softmax from a reduction to a block that reduces nothing"
func.func @kernel(%q: tensor<4x32x8xf32>, %k: tensor<4x32x8xf32>, %v: tensor<4x32x8xf32>) -> tensor<4x32x8xf32> {
  %0 = graph.matmul %q, %k {transpose_b = true, graph.role = #graph.role<attention_scores>} : (tensor<4x32x8xf32>, tensor<4x32x8xf32>) -> tensor<4x32x32xf32>
  %1 = graph.softmax %0 [2] {graph.role = #graph.role<attention_softmax>} : (tensor<4x32x32xf32>) -> tensor<4x32x32xf32>
  %2 = graph.matmul %1, %v {graph.role = #graph.role<attention_values>} : (tensor<4x32x32xf32>, tensor<4x32x8xf32>) -> tensor<4x32x8xf32>
  return %2 : tensor<4x32x8xf32>
}
