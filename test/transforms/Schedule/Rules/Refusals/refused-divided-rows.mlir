// RUN: tvm-opt %s --pass-pipeline='builtin.module(target-set{entries=max_vector_op_width=512,vector_registers=32},convert-te-to-loops,schedule-generate)' --mlir-debug-counter=schedule-primitive-skip=0,schedule-primitive-count=1 | FileCheck %s
// RUN: tvm-opt %s --pass-pipeline='builtin.module(target-set{entries=max_vector_op_width=512,vector_registers=32},convert-te-to-loops,schedule-generate)' --mlir-debug-counter=schedule-primitive-skip=0,schedule-primitive-count=2 | FileCheck %s
// RUN: tvm-opt %s --pass-pipeline='builtin.module(target-set{entries=max_vector_op_width=512,vector_registers=32},convert-te-to-loops,schedule-generate)' --mlir-debug-counter=schedule-primitive-skip=0,schedule-primitive-count=3 | FileCheck %s

// Positions along long rows, which are reduced in parts: nothing is left where
// the sum of the parts is refused.
// CHECK: transform.named_sequence
// CHECK-NEXT: transform.yield
func.func @arg_max_of_long_rows(%x: tensor<6x1024xf32>) -> tensor<6xi32> {
  %0:2 = te.compute [6, 1024] spatial 1 reduce argmax {
  ^bb0(%i: index, %k: index):
    %a = te.read %x[%i, %k] : tensor<6x1024xf32>
    %b = arith.index_cast %k : index to i32
    te.yield %a, %b : f32, i32
  } : tensor<6xf32>, tensor<6xi32>
  return %0#1 : tensor<6xi32>
}
