// RUN: tvm-opt %s -split-input-file --pass-pipeline='builtin.module(target-set{entries=max_vector_op_width=512},func.func(graph-infer-shapes,graph-simplify,cse,graph-fold-batch-norm,graph-to-mixed-precision,graph-narrow-products,graph-winograd,graph-convert-layout,graph-separate-pools,graph-simplify,graph-mark-equal-dims,graph-combine-products,graph-divide-concatenations))' | FileCheck %s
// RUN: tvm-opt %s -split-input-file --pass-pipeline='builtin.module(target-set{entries=max_vector_op_width=512},graph-fold-constants,graph-partition,graph-lower-partitions,func.func(graph-lower-control-flow),graph-mark-constants)' | FileCheck %s --check-prefix=LATER

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

// -----

// A product of matrices keeps what a sum of products was given; what moves its
// operands does not get it.
// CHECK-LABEL: @einsum
// CHECK-NOT: graph.apart
// CHECK: graph.matmul {{.*}} {graph.apart, graph.precision = f32}
// CHECK-NOT: graph.apart
func.func @einsum(%q: tensor<2x3x4x8xf32>, %k: tensor<2x5x4x8xf32>) -> tensor<2x4x3x5xf32> {
  %0 = graph.einsum %q, %k {equation = "bqhd,bkhd->bhqk", graph.apart, graph.precision = f32}
      : (tensor<2x3x4x8xf32>, tensor<2x5x4x8xf32>) -> tensor<2x4x3x5xf32>
  return %0 : tensor<2x4x3x5xf32>
}

// -----

// An operator that was spelled out keeps what any of the others was given.
// CHECK-LABEL: @idiom
// CHECK: graph.layer_norm {{.*}} {axis = 1 : i64, {{.*}}graph.apart, graph.precision = f32}
func.func @idiom(%x: tensor<4x8xf32>, %scale: tensor<8xf32>, %bias: tensor<8xf32>) -> tensor<4x8xf32> {
  %epsilon = graph.constant dense<1.0e-05> : tensor<f32>
  %mean = graph.reduce mean %x [1] {keepdims} : (tensor<4x8xf32>) -> tensor<4x1xf32>
  %c = graph.sub %x, %mean : (tensor<4x8xf32>, tensor<4x1xf32>) -> tensor<4x8xf32>
  %square = graph.mul %c, %c : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
  %variance = graph.reduce mean %square [1] {graph.precision = f32, keepdims} : (tensor<4x8xf32>) -> tensor<4x1xf32>
  %e = graph.add %variance, %epsilon : (tensor<4x1xf32>, tensor<f32>) -> tensor<4x1xf32>
  %root = graph.sqrt %e : (tensor<4x1xf32>) -> tensor<4x1xf32>
  %n = graph.div %c, %root {graph.apart} : (tensor<4x8xf32>, tensor<4x1xf32>) -> tensor<4x8xf32>
  %scaled = graph.mul %n, %scale : (tensor<4x8xf32>, tensor<8xf32>) -> tensor<4x8xf32>
  %y = graph.add %scaled, %bias : (tensor<4x8xf32>, tensor<8xf32>) -> tensor<4x8xf32>
  return %y : tensor<4x8xf32>
}

// -----

// What a pattern leaves behind has no part in it: here the other input.
// CHECK-LABEL: @left_behind
// CHECK: graph.slice %arg0
// CHECK-NOT: graph.apart
func.func @left_behind(%x: tensor<4xf32>, %other: tensor<4xf32>) -> tensor<2xf32> {
  %0 = graph.exp %other {graph.apart} : (tensor<4xf32>) -> tensor<4xf32>
  %1 = graph.concat %x, %0 axis 0 : (tensor<4xf32>, tensor<4xf32>) -> tensor<8xf32>
  %2 = graph.slice %1 axes [0] starts [1] ends [3] steps [1] : (tensor<8xf32>) -> tensor<2xf32>
  return %2 : tensor<2xf32>
}

// -----

// What computes the result in another form inherits the place in a kernel: the
// convolution with its normalisation, which had a place of its own.
// CHECK-LABEL: @place
// CHECK: graph.conv {{.*}}graph.fusion = {separate = "asked"}
// CHECK: graph.relu {{.*}}graph.fusion = {joined = "post_dominator"}
func.func @place(%x: tensor<1x64x56x56xf32>) -> tensor<1x64x56x56xf32> {
  %w = graph.constant dense<1.0> : tensor<64x64x3x3xf32>
  %c = graph.constant dense<2.0> : tensor<64xf32>
  %0 = graph.conv %x, %w {algorithm = #graph.direct, graph.fusion = {separate = "asked"}, strides = array<i64: 1, 1>, dilations = array<i64: 1, 1>, pads = array<i64: 1, 1, 1, 1>}
      : (tensor<1x64x56x56xf32>, tensor<64x64x3x3xf32>) -> tensor<1x64x56x56xf32>
  %1 = graph.batch_norm %0, %c, %c, %c, %c {epsilon = 1.0e-05 : f32}
      : (tensor<1x64x56x56xf32>, tensor<64xf32>, tensor<64xf32>, tensor<64xf32>, tensor<64xf32>) -> tensor<1x64x56x56xf32>
  %2 = graph.relu %1 {graph.fusion = {joined = "post_dominator"}} : (tensor<1x64x56x56xf32>) -> tensor<1x64x56x56xf32>
  %3 = graph.exp %2 : (tensor<1x64x56x56xf32>) -> tensor<1x64x56x56xf32>
  return %3 : tensor<1x64x56x56xf32>
}

// -----

// A request for a layout is obeyed where layouts are converted, after its
// convolution was folded with a normalisation. A layout that is to stay does so.
// Passes on the way to kernels keep both, also in a branch.
// CHECK-LABEL: @layouts
// CHECK: graph.conv {{.*}}graph.keep_layout
// CHECK-NOT: layout = "NHWC"
// CHECK: graph.conv {{.*}}layout = "NHWC"
// LATER-LABEL: @layouts
// LATER: graph.conv {{.*}}graph.apart, graph.keep_layout, graph.precision = f32
// LATER: scf.if
// LATER: graph.conv {{.*}}graph.apart, graph.data_layout = "NHWC", graph.precision = f32
func.func @layouts(%x: tensor<1x64x56x56xf32>, %c: tensor<i1>) -> tensor<1x64x56x56xf32> {
  %w = graph.constant dense<1.0> : tensor<64x64x3x3xf32>
  %b = graph.constant dense<2.0> : tensor<64xf32>
  %0 = graph.conv %x, %w {graph.apart, graph.keep_layout, graph.precision = f32, algorithm = #graph.direct, strides = array<i64: 1, 1>, dilations = array<i64: 1, 1>, pads = array<i64: 1, 1, 1, 1>}
      : (tensor<1x64x56x56xf32>, tensor<64x64x3x3xf32>) -> tensor<1x64x56x56xf32>
  %1 = graph.if %c -> tensor<1x64x56x56xf32> {
    %2 = graph.conv %0, %w {graph.apart, graph.data_layout = "NHWC", graph.precision = f32, algorithm = #graph.direct, strides = array<i64: 1, 1>, dilations = array<i64: 1, 1>, pads = array<i64: 1, 1, 1, 1>}
        : (tensor<1x64x56x56xf32>, tensor<64x64x3x3xf32>) -> tensor<1x64x56x56xf32>
    %3 = graph.batch_norm %2, %b, %b, %b, %b {epsilon = 1.0e-05 : f32}
        : (tensor<1x64x56x56xf32>, tensor<64xf32>, tensor<64xf32>, tensor<64xf32>, tensor<64xf32>) -> tensor<1x64x56x56xf32>
    graph.yield %3 : tensor<1x64x56x56xf32>
  } else {
    graph.yield %0 : tensor<1x64x56x56xf32>
  }
  return %1 : tensor<1x64x56x56xf32>
}
