// RUN: tvm-opt %s --pass-pipeline='builtin.module(target-set{entries=max_vector_op_width=128,vector_registers=16},func.func(convert-graph-to-te,te-inline-computes),canonicalize,cse,convert-te-to-loops)' -o %t.mlir
// RUN: FileCheck %s --check-prefix=BLOCKS < %t.mlir
// RUN: tvm-opt %t.mlir --pass-pipeline='builtin.module(schedule-generate{only-strategies})' | FileCheck %s
// RUN: sed 's/ role <"winograd", "multiply">//' %t.mlir | tvm-opt --pass-pipeline='builtin.module(schedule-generate{only-strategies})' | FileCheck %s --check-prefix=WITHOUT
// RUN: sed 's/ role <"winograd", "transform_data">//;s/role <"winograd", "pad">/role <"winograd", "transform_data">/' %t.mlir | tvm-opt --pass-pipeline='builtin.module(schedule-generate{only-strategies})' | FileCheck %s --check-prefix=WITHOUT

// Stages have roles, and the rule finds them by these: not without one of them,
// nor where a block that has the role is no such stage.
// BLOCKS-DAG: te.block "pad{{[_0-9]*}}" {{.*}} role <"winograd", "pad"> do
// BLOCKS-DAG: te.block "transform_data_rows{{[_0-9]*}}" {{.*}} role <"winograd", "transform_data_rows"> do
// BLOCKS-DAG: te.block "transform_data{{[_0-9]*}}" {{.*}} role <"winograd", "transform_data"> do
// BLOCKS-DAG: te.block "multiply{{[_0-9]*}}" {{.*}} role <"winograd", "multiply"> init
// BLOCKS-DAG: te.block "transform_result_rows{{[_0-9]*}}" {{.*}} role <"winograd", "transform_result_rows"> do
// BLOCKS-DAG: te.block "transform_result{{[_0-9]*}}" {{.*}} role <"winograd", "transform_result"> do
// CHECK: #schedule.winograd_
// WITHOUT: #schedule.blocks
// WITHOUT-NOT: #schedule.winograd_
func.func @kernel(%x: tensor<1x8x8x16xf32>, %u: tensor<6x6x16x16xf32> {graph.constant}) -> tensor<1x8x8x16xf32> {
  %0 = graph.winograd_conv %x, %u {pads = array<i64: 1, 1, 1, 1>, layout = "NHWC"}
      : (tensor<1x8x8x16xf32>, tensor<6x6x16x16xf32>) -> tensor<1x8x8x16xf32>
  return %0 : tensor<1x8x8x16xf32>
}
