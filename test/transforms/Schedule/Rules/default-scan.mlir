// RUN: tvm-opt %s --pass-pipeline='builtin.module(func.func(convert-graph-to-te),convert-te-to-loops,schedule-generate,schedule-apply,func.func(te-lower-blocks))' | FileCheck %s

// The steps of a scan run one after the other, as scalars.
// CHECK-LABEL: func.func @cumsum
func.func @cumsum(%x: tensor<?xf32>) -> tensor<?xf32> {
  // CHECK: affine.for %[[T:.*]] = 0 to
  // CHECK: affine.load %{{.*}}[%[[T]]]
  // CHECK: arith.addf
  // CHECK-NOT: te.kind
  // CHECK: affine.for
  %0 = graph.cumulate sum %x [0] : (tensor<?xf32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// Threads share the rows of a step's product; steps still follow each other.
// CHECK-LABEL: func.func @rnn
// CHECK: affine.for %[[STEP:.*]] = 0 to 5 {
// CHECK: affine.for %{{.*}} = 0 to 256 {
// CHECK: affine.for %{{.*}} = 0 to 256 {
// CHECK: arith.mulf
// CHECK: } {te.kind = "vectorized"}
// CHECK: } {te.kind = "parallel"}
// CHECK: math.tanh
// CHECK-NOT: parallel
func.func @rnn(%x: tensor<5x1x3xf32>, %w: tensor<1x256x3xf32>, %r: tensor<1x256x256xf32>) -> tensor<5x1x1x256xf32> {
  %y, %last = graph.rnn forward %x, %w, %r ["Tanh"]
      {alphas = array<f32: 0.0>, betas = array<f32: 0.0>}
      : (tensor<5x1x3xf32>, tensor<1x256x3xf32>, tensor<1x256x256xf32>) -> (tensor<5x1x1x256xf32>, tensor<1x1x256xf32>)
  return %y : tensor<5x1x1x256xf32>
}

// Weights are packed for a product in registers, and its tiles are what the
// activation reads. Of one row, two steps of a sum are written out.
// CHECK-LABEL: func.func @packed
// CHECK-SAME: memref<8x1x256x32xf32> {graph.constant, graph.layout
// CHECK: affine.for %{{.*}} = 0 to 5 {
// CHECK: affine.for %{{.*}} = 0 to 8 {
// CHECK: memref.alloca() : memref<1x32xf32>
// CHECK: affine.for %{{.*}} = 0 to 128 {
// CHECK-NEXT: affine.for %{{.*}} = 0 to 2 {
// CHECK: } {te.kind = "vectorized"}
// CHECK: } {te.kind = "unrolled"}
// CHECK: math.tanh
// CHECK: } {te.kind = "parallel"}
// CHECK: } {te.steps}
func.func @packed(%x: tensor<5x1x3xf32>, %w: tensor<1x256x3xf32>, %r: tensor<1x256x256xf32> {graph.constant}) -> tensor<5x1x1x256xf32> {
  %y, %last = graph.rnn forward %x, %w, %r ["Tanh"]
      {alphas = array<f32: 0.0>, betas = array<f32: 0.0>}
      : (tensor<5x1x3xf32>, tensor<1x256x3xf32>, tensor<1x256x256xf32>) -> (tensor<5x1x1x256xf32>, tensor<1x1x256xf32>)
  return %y : tensor<5x1x1x256xf32>
}
