// RUN: tvm-opt %s -split-input-file --pass-pipeline='builtin.module(target-set{entries=max_vector_op_width=512},func.func(graph-infer-shapes,graph-simplify,cse,graph-fold-batch-norm,graph-to-mixed-precision,graph-narrow-products,graph-winograd,graph-convert-layout,graph-separate-pools,graph-simplify,graph-mark-equal-dims,graph-combine-products,graph-divide-concatenations))' | FileCheck %s

// Passes in front of graph-fuse keep the decisions on operators, also those that
// replace the operators: of a convolution, a pool, a sum and a power.
// CHECK-LABEL: @replaced
// CHECK: graph.winograd_conv {{.*}} {graph.apart, graph.precision = f32, layout = "NHWC"
// CHECK: graph.max_pool {{.*}} {{{.*}}graph.apart
// CHECK: graph.mul {{.*}} {graph.apart, {{.*}}}
// CHECK: graph.reduce mean {{.*}} {graph.apart, {{.*}}}
func.func @replaced(%x: tensor<1x64x56x56xf32>) -> tensor<1x64xf32> {
  %w = graph.constant dense<1.0> : tensor<64x64x3x3xf32>
  %two = graph.constant dense<2.0> : tensor<f32>
  %0 = graph.conv %x, %w {graph.apart, graph.precision = f32, algorithm = #graph.winograd<tile = 4>, strides = array<i64: 1, 1>, dilations = array<i64: 1, 1>, pads = array<i64: 1, 1, 1, 1>}
      : (tensor<1x64x56x56xf32>, tensor<64x64x3x3xf32>) -> tensor<1x64x56x56xf32>
  %1 = graph.max_pool %0 {graph.apart, kernel = array<i64: 5, 5>, strides = array<i64: 1, 1>, dilations = array<i64: 1, 1>, pads = array<i64: 2, 2, 2, 2>}
      : (tensor<1x64x56x56xf32>) -> tensor<1x64x56x56xf32>
  %2 = graph.pow %1, %two {graph.apart} : (tensor<1x64x56x56xf32>, tensor<f32>) -> tensor<1x64x56x56xf32>
  %3 = graph.reduce mean %2 [2, 3] {graph.apart} : (tensor<1x64x56x56xf32>) -> tensor<1x64xf32>
  return %3 : tensor<1x64xf32>
}

// -----

// A direct convolution in bf16, with its normalisation, stays one.
// CHECK-LABEL: @direct
// CHECK: graph.conv {{.*}} {algorithm = #graph.direct, {{.*}}graph.apart, graph.precision = bf16, {{.*}}layout = "NHWC"
func.func @direct(%x: tensor<1x64x56x56xf32>) -> tensor<1x64x56x56xf32> {
  %w = graph.constant dense<1.0> : tensor<64x64x3x3xf32>
  %c = graph.constant dense<2.0> : tensor<64xf32>
  %0 = graph.conv %x, %w {graph.apart, algorithm = #graph.direct, strides = array<i64: 1, 1>, dilations = array<i64: 1, 1>, pads = array<i64: 1, 1, 1, 1>}
      : (tensor<1x64x56x56xf32>, tensor<64x64x3x3xf32>) -> tensor<1x64x56x56xf32>
  %1 = graph.batch_norm %0, %c, %c, %c, %c {epsilon = 1.0e-05 : f32}
      : (tensor<1x64x56x56xf32>, tensor<64xf32>, tensor<64xf32>, tensor<64xf32>, tensor<64xf32>) -> tensor<1x64x56x56xf32>
  return %1 : tensor<1x64x56x56xf32>
}
