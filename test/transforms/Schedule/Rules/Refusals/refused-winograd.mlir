// RUN: tvm-opt %s --pass-pipeline='builtin.module(target-set{entries=max_vector_op_width=128,vector_registers=16},func.func(convert-graph-to-te,te-inline-computes),canonicalize,cse,convert-te-to-loops,schedule-generate)' --mlir-debug-counter=schedule-primitive-skip=0,schedule-primitive-count=3 | FileCheck %s
// RUN: tvm-opt %s --pass-pipeline='builtin.module(target-set{entries=max_vector_op_width=128,vector_registers=16},func.func(convert-graph-to-te,te-inline-computes),canonicalize,cse,convert-te-to-loops,schedule-generate)' --mlir-debug-counter=schedule-primitive-skip=0,schedule-primitive-count=14 | FileCheck %s
// RUN: tvm-opt %s --pass-pipeline='builtin.module(target-set{entries=max_vector_op_width=128,vector_registers=16},func.func(convert-graph-to-te,te-inline-computes),canonicalize,cse,convert-te-to-loops,schedule-generate)' --mlir-debug-counter=schedule-primitive-skip=0,schedule-primitive-count=26 | FileCheck %s

// Stages one after the other: nothing is left where a primitive of the data's
// stage refuses, or one that stores the result, and all primitives behind it.
// CHECK: transform.named_sequence
// CHECK-NEXT: transform.yield
func.func @stages(%x: tensor<1x8x8x16xf32>, %u: tensor<6x6x16x16xf32> {graph.constant}) -> tensor<1x8x8x16xf32> {
  %0 = graph.winograd_conv %x, %u {pads = array<i64: 1, 1, 1, 1>, layout = "NHWC"}
      : (tensor<1x8x8x16xf32>, tensor<6x6x16x16xf32>) -> tensor<1x8x8x16xf32>
  return %0 : tensor<1x8x8x16xf32>
}
