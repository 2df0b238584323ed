// RUN: tvm-opt %s --pass-pipeline='builtin.module(target-set{entries=max_vector_op_width=128,vector_registers=16},func.func(convert-graph-to-te,te-inline-computes),canonicalize,cse,convert-te-to-loops,schedule-generate)' --mlir-debug-counter=schedule-primitive-skip=0,schedule-primitive-count=10 | FileCheck %s
// RUN: tvm-opt %s --pass-pipeline='builtin.module(target-set{entries=max_vector_op_width=128,vector_registers=16},func.func(convert-graph-to-te,te-inline-computes),canonicalize,cse,convert-te-to-loops,schedule-generate)' --mlir-debug-counter=schedule-primitive-skip=0,schedule-primitive-count=40 | FileCheck %s

// All stages of some tiles after another: nothing is left where a primitive
// refuses behind the copy of the products, or behind their register tile, and
// all primitives behind it.
// CHECK: transform.named_sequence
// CHECK-NEXT: transform.yield
func.func @groups(%x: tensor<1x32x64x24xf32>, %u: tensor<6x6x24x16xf32> {graph.constant}) -> tensor<1x32x64x16xf32> {
  %0 = graph.winograd_conv %x, %u {pads = array<i64: 1, 1, 1, 1>, layout = "NHWC"}
      : (tensor<1x32x64x24xf32>, tensor<6x6x24x16xf32>) -> tensor<1x32x64x16xf32>
  return %0 : tensor<1x32x64x16xf32>
}
