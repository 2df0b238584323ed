// RUN: tvm-opt %s --pass-pipeline='builtin.module(target-set{entries=max_vector_op_width=512,vector_registers=32},convert-te-to-loops,schedule-generate)' --mlir-debug-counter=schedule-primitive-skip=0,schedule-primitive-count=1 | FileCheck %s
// RUN: tvm-opt %s --pass-pipeline='builtin.module(target-set{entries=max_vector_op_width=512,vector_registers=32},convert-te-to-loops,schedule-generate)' --mlir-debug-counter=schedule-primitive-skip=0,schedule-primitive-count=2 | FileCheck %s
// RUN: tvm-opt %s --pass-pipeline='builtin.module(target-set{entries=max_vector_op_width=512,vector_registers=32},convert-te-to-loops,schedule-generate)' --mlir-debug-counter=schedule-primitive-skip=0,schedule-primitive-count=5 | FileCheck %s

// Positions that another block reads: its loop is whole where the reduction
// cannot be computed in it, or not in vectors.
// CHECK: transform.named_sequence
// CHECK-NEXT: transform.yield
func.func @arg_max_and_cast(%x: tensor<6x9x384xf32>) -> tensor<6x384xi64> {
  %0:2 = te.compute [6, 384, 9] spatial 2 reduce argmax {
  ^bb0(%i: index, %j: index, %k: index):
    %a = te.read %x[%i, %k, %j] : tensor<6x9x384xf32>
    %b = arith.index_cast %k : index to i32
    te.yield %a, %b : f32, i32
  } : tensor<6x384xf32>, tensor<6x384xi32>
  %1 = te.compute [6, 384] spatial 2 {
  ^bb0(%i: index, %j: index):
    %a = te.read %0#1[%i, %j] : tensor<6x384xi32>
    %b = arith.extsi %a : i32 to i64
    te.yield %b : i64
  } : tensor<6x384xi64>
  return %1 : tensor<6x384xi64>
}
