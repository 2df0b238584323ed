// From TOSA through ours to linalg, and on with what the tool itself has.
// RUN: mlir-opt-22 --load-dialect-plugin=%plugin --load-pass-plugin=%plugin \
// RUN:   --pass-pipeline='builtin.module(func.func(convert-tosa-to-graph,convert-graph-to-te,convert-te-to-linalg),one-shot-bufferize{bufferize-function-boundaries},func.func(convert-linalg-to-loops))' %s | FileCheck %s

// CHECK-LABEL: func.func @exp(
// CHECK-SAME: %[[X:.*]]: memref<4xf32
// CHECK: %[[Y:.*]] = memref.alloc
// CHECK: scf.for %[[I:.*]] =
// CHECK: %[[ELEMENT:.*]] = memref.load %[[X]][%[[I]]]
// CHECK: %[[EXP:.*]] = math.exp %[[ELEMENT]]
// CHECK: memref.store %[[EXP]], %[[Y]][%[[I]]]
func.func @exp(%x: tensor<4xf32>) -> tensor<4xf32> {
  %y = tosa.exp %x : (tensor<4xf32>) -> tensor<4xf32>
  return %y : tensor<4xf32>
}
