// RUN: tvm-opt %s --pass-pipeline='builtin.module(convert-te-to-loops,schedule-generate)' --mlir-debug-counter=schedule-primitive-skip=0,schedule-primitive-count=2 | FileCheck %s

// Exponentials that would be stored where they are overwritten: nothing is left
// where their rows cannot be in the loop of the last block.
// CHECK: transform.named_sequence
// CHECK-NEXT: transform.yield
func.func @softmax(%x: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %0 = te.compute [4, 8] spatial 1 reduce max {
  ^bb0(%i: index, %k: index):
    %a = te.read %x[%i, %k] : tensor<4x8xf32>
    te.yield %a : f32
  } : tensor<4xf32>
  %1 = te.compute [4, 8] spatial 2 {
  ^bb0(%i: index, %j: index):
    %a = te.read %x[%i, %j] : tensor<4x8xf32>
    %b = te.read %0[%i] : tensor<4xf32>
    %c = arith.subf %a, %b : f32
    %d = math.exp %c : f32
    te.yield %d : f32
  } : tensor<4x8xf32>
  %2 = te.compute [4, 8] spatial 1 reduce sum {
  ^bb0(%i: index, %k: index):
    %a = te.read %1[%i, %k] : tensor<4x8xf32>
    te.yield %a : f32
  } : tensor<4xf32>
  %3 = te.compute [4, 8] spatial 2 {
  ^bb0(%i: index, %j: index):
    %a = te.read %1[%i, %j] : tensor<4x8xf32>
    %b = te.read %2[%i] : tensor<4xf32>
    %c = arith.divf %a, %b : f32
    te.yield %c : f32
  } : tensor<4x8xf32>
  return %3 : tensor<4x8xf32>
}
