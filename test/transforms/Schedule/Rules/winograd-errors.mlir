// RUN: tvm-opt %s --pass-pipeline='builtin.module(target-set{entries=max_vector_op_width=512,vector_registers=32},func.func(convert-graph-to-te,te-inline-computes),canonicalize,cse,convert-te-to-loops,schedule-generate{only-strategies})' -o %t.mlir
// RUN: FileCheck %s --check-prefix=GIVEN < %t.mlir
// RUN: sed 's/register_tile<row_axis = [0-9]*/register_tile<row_axis = 9/' %t.mlir | not tvm-opt --schedule-generate 2>&1 | FileCheck %s
// RUN: sed 's/register_tile<row_axis/register_tile<streamed = 7, row_axis/' %t.mlir | not tvm-opt --schedule-generate 2>&1 | FileCheck %s --check-prefix=OPERAND

// The tile of the products is checked before anything is scheduled.
// GIVEN: #schedule.winograd_groups<{{.*}}products = #schedule.register_tile<row_axis = {{[0-9]+}}
// CHECK: error: expected the strategy of block '{{.*}}' to apply: expected 'row_axis' below {{[0-9]+}}, got 9
// OPERAND: error: expected the strategy of block '{{.*}}' to apply: expected an operand below 2 in 'streamed', got 7
func.func @kernel(%x: tensor<1x56x56x64xf32>, %u: tensor<6x6x64x64xf32> {graph.constant}) -> tensor<1x56x56x64xf32> {
  %0 = graph.winograd_conv %x, %u {pads = array<i64: 1, 1, 1, 1>, layout = "NHWC"}
      : (tensor<1x56x56x64xf32>, tensor<6x6x64x64xf32>) -> tensor<1x56x56x64xf32>
  return %0 : tensor<1x56x56x64xf32>
}
