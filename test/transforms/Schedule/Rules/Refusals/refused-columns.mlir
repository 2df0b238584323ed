// RUN: tvm-opt %s --pass-pipeline='builtin.module(target-set{entries=max_vector_op_width=512,vector_registers=32},convert-te-to-loops,schedule-generate)' --mlir-debug-counter=schedule-primitive-skip=0,schedule-primitive-count=1 | FileCheck %s
// RUN: tvm-opt %s --pass-pipeline='builtin.module(target-set{entries=max_vector_op_width=512,vector_registers=32},convert-te-to-loops,schedule-generate)' --mlir-debug-counter=schedule-primitive-skip=0,schedule-primitive-count=2 | FileCheck %s

// Positions along columns: nothing is left where the reordered loops cannot be
// vectors, or the initial value cannot be apart.
// CHECK: transform.named_sequence
// CHECK-NEXT: transform.yield
func.func @arg_max(%x: tensor<6x9x32xf32>) -> tensor<6x32xi64> {
  %0:2 = te.compute [6, 32, 9] spatial 2 reduce argmax {
  ^bb0(%i: index, %j: index, %k: index):
    %a = te.read %x[%i, %k, %j] : tensor<6x9x32xf32>
    %b = arith.index_cast %k : index to i64
    te.yield %a, %b : f32, i64
  } : tensor<6x32xf32>, tensor<6x32xi64>
  return %0#1 : tensor<6x32xi64>
}
