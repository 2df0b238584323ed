// RUN: tvm-opt %s -graph-fold-batch-norm -split-input-file | FileCheck %s

// Weights are scaled along output channels; the bias takes part.
// CHECK-LABEL: @conv
// CHECK-DAG: %[[B:.*]] = graph.constant dense<[3.0{{.*}}> : tensor<2xf32>
// CHECK: graph.sqrt {{.*}} (tensor<2x1x1xf32>)
// CHECK: %[[SCALED:.*]] = graph.mul %{{.*}}, %{{.*}} : (tensor<2x1x1xf32>, tensor<2x1x1xf32>)
// CHECK: %[[MOVED:.*]] = graph.mul %{{.*}}, %[[B]] : (tensor<2xf32>, tensor<2xf32>)
// CHECK: %[[OFFSET:.*]] = graph.add %[[MOVED]], {{.*}} -> tensor<2xf32>
// CHECK: %[[Y:.*]] = graph.conv %arg0, %[[SCALED]], %[[OFFSET]]
// CHECK-NEXT: return %[[Y]]
func.func @conv(%x: tensor<1x1x4xf32>) -> tensor<1x2x4xf32> {
  %w = graph.constant dense<[[[1.0]], [[2.0]]]> : tensor<2x1x1xf32>
  %b = graph.constant dense<[3.0, 4.0]> : tensor<2xf32>
  %s = graph.constant dense<[1.0, 2.0]> : tensor<2xf32>
  %0 = graph.conv %x, %w, %b {strides = array<i64: 1>, dilations = array<i64: 1>, pads = array<i64: 0, 0>}
      : (tensor<1x1x4xf32>, tensor<2x1x1xf32>, tensor<2xf32>) -> tensor<1x2x4xf32>
  %1 = graph.batch_norm %0, %s, %s, %s, %s {epsilon = 1.0e-05 : f32}
      : (tensor<1x2x4xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) -> tensor<1x2x4xf32>
  return %1 : tensor<1x2x4xf32>
}

// -----

// Without a bias the convolution gets one.
// CHECK-LABEL: @no_bias
// CHECK: %[[OFFSET:.*]] = graph.sub {{.*}} -> tensor<2xf32>
// CHECK: graph.conv %arg0, %{{.*}}, %[[OFFSET]]
func.func @no_bias(%x: tensor<1x1x4xf32>) -> tensor<1x2x4xf32> {
  %w = graph.constant dense<[[[1.0]], [[2.0]]]> : tensor<2x1x1xf32>
  %s = graph.constant dense<[1.0, 2.0]> : tensor<2xf32>
  %0 = graph.conv %x, %w {strides = array<i64: 1>, dilations = array<i64: 1>, pads = array<i64: 0, 0>}
      : (tensor<1x1x4xf32>, tensor<2x1x1xf32>) -> tensor<1x2x4xf32>
  %1 = graph.batch_norm %0, %s, %s, %s, %s {epsilon = 1.0e-05 : f32}
      : (tensor<1x2x4xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) -> tensor<1x2x4xf32>
  return %1 : tensor<1x2x4xf32>
}

// -----

// A bias that is known at run time only is not scaled: product and sum instead.
// CHECK-LABEL: @dynamic_bias
// CHECK: %[[Y:.*]] = graph.conv %arg0, %{{.*}}, %arg1
// CHECK: %[[P:.*]] = graph.mul %[[Y]]
// CHECK: graph.add %[[P]]
func.func @dynamic_bias(%x: tensor<1x1x4xf32>, %b: tensor<2xf32>) -> tensor<1x2x4xf32> {
  %w = graph.constant dense<[[[1.0]], [[2.0]]]> : tensor<2x1x1xf32>
  %s = graph.constant dense<[1.0, 2.0]> : tensor<2xf32>
  %0 = graph.conv %x, %w, %b {strides = array<i64: 1>, dilations = array<i64: 1>, pads = array<i64: 0, 0>}
      : (tensor<1x1x4xf32>, tensor<2x1x1xf32>, tensor<2xf32>) -> tensor<1x2x4xf32>
  %1 = graph.batch_norm %0, %s, %s, %s, %s {epsilon = 1.0e-05 : f32}
      : (tensor<1x2x4xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) -> tensor<1x2x4xf32>
  return %1 : tensor<1x2x4xf32>
}

// -----

// What is read elsewhere, too, keeps its weights: product and sum instead.
// CHECK-LABEL: @two_users
// CHECK: %[[Y:.*]] = graph.conv %arg0, %arg1
// CHECK: %[[P:.*]] = graph.mul %[[Y]], %{{.*}} : (tensor<1x2x4xf32>, tensor<1x2x1xf32>)
// CHECK: graph.add %[[P]]
func.func @two_users(%x: tensor<1x1x4xf32>, %w: tensor<2x1x1xf32>) -> (tensor<1x2x4xf32>, tensor<1x2x4xf32>) {
  %s = graph.constant dense<[1.0, 2.0]> : tensor<2xf32>
  %0 = graph.conv %x, %w {strides = array<i64: 1>, dilations = array<i64: 1>, pads = array<i64: 0, 0>}
      : (tensor<1x1x4xf32>, tensor<2x1x1xf32>) -> tensor<1x2x4xf32>
  %1 = graph.batch_norm %0, %s, %s, %s, %s {epsilon = 1.0e-05 : f32}
      : (tensor<1x2x4xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) -> tensor<1x2x4xf32>
  return %0, %1 : tensor<1x2x4xf32>, tensor<1x2x4xf32>
}

// -----

// Parameters that are known at run time only stay.
// CHECK-LABEL: @dynamic
// CHECK: graph.batch_norm
func.func @dynamic(%x: tensor<1x2x4xf32>, %s: tensor<2xf32>) -> tensor<1x2x4xf32> {
  %0 = graph.batch_norm %x, %s, %s, %s, %s {epsilon = 1.0e-05 : f32}
      : (tensor<1x2x4xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) -> tensor<1x2x4xf32>
  return %0 : tensor<1x2x4xf32>
}

// -----

// Weights of a transposed convolution, also in groups.
// CHECK-LABEL: @transposed
// CHECK: %[[SCALED:.*]] = graph.mul %{{.*}}, %{{.*}} : (tensor<1x2x1xf32>, tensor<1x2x1xf32>)
// CHECK: %[[Y:.*]] = graph.conv_transpose %arg0, %[[SCALED]]
// CHECK-NOT: graph.batch_norm
// CHECK: return
func.func @transposed(%x: tensor<1x2x4xf32>) -> tensor<1x2x4xf32> {
  %w = graph.constant dense<[[[1.0], [2.0]]]> : tensor<1x2x1xf32>
  %s = graph.constant dense<[1.0, 2.0]> : tensor<2xf32>
  %0 = graph.conv_transpose %x, %w {strides = array<i64: 1>, dilations = array<i64: 1>, pads = array<i64: 0, 0>, output_padding = array<i64: 0>, group = 2}
      : (tensor<1x2x4xf32>, tensor<1x2x1xf32>) -> tensor<1x2x4xf32>
  %1 = graph.batch_norm %0, %s, %s, %s, %s {epsilon = 1.0e-05 : f32}
      : (tensor<1x2x4xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) -> tensor<1x2x4xf32>
  return %1 : tensor<1x2x4xf32>
}
