// The distribution's own mlir-opt with our dialects and passes.
// RUN: mlir-opt-22 --load-dialect-plugin=%plugin --load-pass-plugin=%plugin \
// RUN:   --pass-pipeline='builtin.module(func.func(convert-graph-to-te),convert-te-to-loops,func.func(te-lower-blocks),canonicalize)' %s | FileCheck %s
// RUN: mlir-opt-22 --load-dialect-plugin=%plugin %s | FileCheck %s --check-prefix=GRAPH

// CHECK-LABEL: func.func @relu(
// CHECK-SAME: %[[X:.*]]: memref<4xf32>, %[[Y:.*]]: memref<4xf32>)
// CHECK: affine.for
// CHECK: affine.load %[[X]]
// CHECK: affine.store %{{.*}}, %[[Y]]
// GRAPH: graph.relu
func.func @relu(%x: tensor<4xf32>) -> tensor<4xf32> {
  %y = graph.relu %x : (tensor<4xf32>) -> tensor<4xf32>
  return %y : tensor<4xf32>
}
