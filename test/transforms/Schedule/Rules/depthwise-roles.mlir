// RUN: tvm-opt %s --pass-pipeline='builtin.module(target-set{entries=max_vector_op_width=128,vector_registers=16},func.func(convert-graph-to-te,te-inline-computes),canonicalize,cse,convert-te-to-loops)' -o %t.mlir
// RUN: tvm-opt %t.mlir --pass-pipeline='builtin.module(schedule-generate{only-strategies})' -o %t.roles.mlir
// RUN: FileCheck %s < %t.roles.mlir
// RUN: sed 's/ role <"depthwise_chain", "[a-z]*">//' %t.mlir > %t.bare.mlir
// RUN: FileCheck %s --check-prefix=BARE < %t.bare.mlir
// RUN: tvm-opt %t.bare.mlir --pass-pipeline='builtin.module(schedule-generate{only-strategies})' | diff - %t.roles.mlir
// RUN: tvm-opt %t.mlir --pass-pipeline='builtin.module(schedule-generate{only-strategies})' --remarks-filter-missed=schedule-generate --remark-policy=all --remark-format=emitRemark -o /dev/null 2>&1 | count 0
// RUN: sed 's/ role <"depthwise_chain", "depthwise">//' %t.mlir | tvm-opt --pass-pipeline='builtin.module(schedule-generate{only-strategies})' --remarks-filter-missed=schedule-generate --remark-policy=all --remark-format=emitRemark -o /dev/null 2>&1 | FileCheck %s --check-prefix=NO-DEPTHWISE
// RUN: sed 's/ role <"depthwise_chain", "pointwise">//' %t.mlir | tvm-opt --pass-pipeline='builtin.module(schedule-generate{only-strategies})' --remarks-filter-missed=schedule-generate --remark-policy=all --remark-format=emitRemark -o /dev/null 2>&1 | FileCheck %s --check-prefix=NO-POINTWISE
// RUN: sed 's/ role <"depthwise_chain", "pointwise">//;s/"depthwise"/"pointwise"/' %t.mlir | tvm-opt --pass-pipeline='builtin.module(schedule-generate{only-strategies})' --remarks-filter-missed=schedule-generate --remark-policy=all --remark-format=emitRemark -o /dev/null 2>&1 | FileCheck %s --check-prefix=BETWEEN

// The roles that graph-fuse gave operators lead to the strategy, and so do the
// roles that the rule assigns where blocks have none.
// CHECK: schedule.strategy = #schedule.blocks<{{.*}} = #schedule.depthwise_chain<
// CHECK: role <"depthwise_chain", "depthwise">
// CHECK: role <"depthwise_chain", "pointwise">
// BARE-NOT: role

// Roles that do not fit are refused.
// NO-DEPTHWISE: remark: [Missed] depthwise_chain | Category:schedule-generate | Function=kernel | Block={{[a-z0-9]+}}, Reason="expected the depthwise convolution of a chain two blocks before the pointwise one"
// NO-POINTWISE: Reason="expected the depthwise convolution of a chain to be part of one"
// BETWEEN: Reason="expected the depthwise convolution of a chain two blocks before the pointwise one"
func.func @kernel(%x: tensor<2x16x14x16xf32>, %w: tensor<3x3x1x16xf32>, %b: tensor<16xf32>, %v: tensor<1x1x16x32xf32>) -> tensor<2x14x12x32xf32> {
  %0 = graph.conv %x, %w, %b {strides = array<i64: 1, 1>, dilations = array<i64: 1, 1>, pads = array<i64: 0, 0, 0, 0>, group = 16 : i64,
      layout = "NHWC", kernel_layout = "HWIO", graph.role = #graph.role<chain_depthwise>}
      : (tensor<2x16x14x16xf32>, tensor<3x3x1x16xf32>, tensor<16xf32>) -> tensor<2x14x12x16xf32>
  %1 = graph.conv %0, %v {strides = array<i64: 1, 1>, dilations = array<i64: 1, 1>, pads = array<i64: 0, 0, 0, 0>,
      layout = "NHWC", kernel_layout = "HWIO", graph.role = #graph.role<chain_pointwise>}
      : (tensor<2x14x12x16xf32>, tensor<1x1x16x32xf32>) -> tensor<2x14x12x32xf32>
  return %1 : tensor<2x14x12x32xf32>
}
