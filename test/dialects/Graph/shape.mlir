// RUN: tvm-opt %s | tvm-opt | FileCheck %s
// RUN: tvm-opt %s --mlir-print-op-generic | tvm-opt | FileCheck %s

// Every operator of the families shape, indexing and resize, once.

// CHECK-LABEL: func.func @regroup
func.func @regroup(%x: tensor<?x4x1xf32>, %s: tensor<2xi64>) {
  // CHECK: graph.transpose %{{.*}} [1, 0, 2] : (tensor<?x4x1xf32>) -> tensor<4x?x1xf32>
  %0 = graph.transpose %x [1, 0, 2] : (tensor<?x4x1xf32>) -> tensor<4x?x1xf32>
  // CHECK: graph.reshape %{{.*}}, %{{.*}} : (tensor<?x4x1xf32>, tensor<2xi64>) -> tensor<?x?xf32>
  %1 = graph.reshape %x, %s : (tensor<?x4x1xf32>, tensor<2xi64>) -> tensor<?x?xf32>
  // CHECK: graph.flatten %{{.*}} axis 2 :
  %2 = graph.flatten %x axis 2 : (tensor<?x4x1xf32>) -> tensor<?x1xf32>
  // CHECK: graph.squeeze %{{.*}} [-1] :
  %3 = graph.squeeze %x [-1] : (tensor<?x4x1xf32>) -> tensor<?x4xf32>
  // CHECK: graph.unsqueeze %{{.*}} [0, 2] :
  %4 = graph.unsqueeze %x [0, 2] : (tensor<?x4x1xf32>) -> tensor<1x?x1x4x1xf32>
  return
}

// CHECK-LABEL: func.func @parts
func.func @parts(%x: tensor<2x8xf32>, %y: tensor<2x?xf32>, %i: tensor<1xi64>,
                 %p: tensor<4xi64>, %v: tensor<f32>, %s: tensor<2xi64>) {
  // CHECK: graph.concat %{{.*}}, %{{.*}} axis 1 : (tensor<2x8xf32>, tensor<2x?xf32>) -> tensor<2x?xf32>
  %0 = graph.concat %x, %y axis 1 : (tensor<2x8xf32>, tensor<2x?xf32>) -> tensor<2x?xf32>
  // CHECK: graph.slice %{{.*}} axes [1] starts [-1] ends [-9] steps [-2] :
  %1 = graph.slice %x axes [1] starts [-1] ends [-9] steps [-2] : (tensor<2x8xf32>) -> tensor<2x4xf32>
  // CHECK: graph.dynamic_slice %{{.*}} starts %{{.*}} ends %{{.*}} :
  %2 = graph.dynamic_slice %x starts %i ends %i : (tensor<2x8xf32>, tensor<1xi64>, tensor<1xi64>) -> tensor<?x8xf32>
  // CHECK: graph.dynamic_slice %{{.*}} starts %{{.*}} ends %{{.*}} axes %{{.*}} steps %{{.*}} :
  %3 = graph.dynamic_slice %x starts %i ends %i axes %i steps %i
      : (tensor<2x8xf32>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<?x?xf32>
  // CHECK: graph.pad %{{.*}} value %{{.*}} low [1, 0] high [0, -2] mode constant :
  %4 = graph.pad %x value %v low [1, 0] high [0, -2] mode constant : (tensor<2x8xf32>, tensor<f32>) -> tensor<3x6xf32>
  // CHECK: graph.dynamic_pad %{{.*}} by %{{.*}} mode reflect :
  %5 = graph.dynamic_pad %x by %p mode reflect : (tensor<2x8xf32>, tensor<4xi64>) -> tensor<?x?xf32>
  // CHECK: graph.expand %{{.*}}, %{{.*}} : (tensor<2x8xf32>, tensor<1xi64>) -> tensor<2x8xf32>
  %6 = graph.expand %x, %i : (tensor<2x8xf32>, tensor<1xi64>) -> tensor<2x8xf32>
  // CHECK: graph.tile %{{.*}}, %{{.*}} :
  %7 = graph.tile %x, %s : (tensor<2x8xf32>, tensor<2xi64>) -> tensor<?x?xf32>
  return
}

// CHECK-LABEL: func.func @images
func.func @images(%x: tensor<1x8x2x?xf32>, %s: tensor<2xf32>) {
  // CHECK: graph.depth_to_space %{{.*}} by 2 crd :
  %0 = graph.depth_to_space %x by 2 crd : (tensor<1x8x2x?xf32>) -> tensor<1x2x4x?xf32>
  // CHECK: graph.space_to_depth %{{.*}} by 2 :
  %1 = graph.space_to_depth %x by 2 : (tensor<1x8x2x?xf32>) -> tensor<1x32x1x?xf32>
  // CHECK: graph.resize %{{.*}} scales %{{.*}} axes [2, 3] mode nearest coordinates asymmetric rounding floor policy stretch :
  %2 = graph.resize %x scales %s axes [2, 3] mode nearest coordinates asymmetric
      rounding floor policy stretch : (tensor<1x8x2x?xf32>, tensor<2xf32>) -> tensor<1x8x?x?xf32>
  return
}

// CHECK-LABEL: func.func @tensors
func.func @tensors(%x: tensor<2x?xf32>, %i: tensor<i64>, %s: tensor<2xi64>) {
  // CHECK: graph.shape %{{.*}} from 0 to -1 : (tensor<2x?xf32>) -> tensor<1xi64>
  %0 = graph.shape %x from 0 to -1 : (tensor<2x?xf32>) -> tensor<1xi64>
  // CHECK: graph.size %{{.*}} : (tensor<2x?xf32>) -> tensor<i64>
  %1 = graph.size %x : (tensor<2x?xf32>) -> tensor<i64>
  // CHECK: graph.range %{{.*}}, %{{.*}}, %{{.*}} :
  %2 = graph.range %i, %i, %i : (tensor<i64>, tensor<i64>, tensor<i64>) -> tensor<?xi64>
  // CHECK: graph.constant_of_shape %{{.*}} value dense<1.000000e+00> : tensor<1xf32> : (tensor<2xi64>) -> tensor<?x?xf32>
  %3 = graph.constant_of_shape %s value dense<1.0> : tensor<1xf32> : (tensor<2xi64>) -> tensor<?x?xf32>
  // CHECK: graph.eye_like %{{.*}} diagonal -1 of f16 :
  %4 = graph.eye_like %x diagonal -1 of f16 : (tensor<2x?xf32>) -> tensor<2x?xf16>
  // CHECK: graph.trilu %{{.*}} diagonal %{{.*}} upper :
  %5 = graph.trilu %x diagonal %i upper : (tensor<2x?xf32>, tensor<i64>) -> tensor<2x?xf32>
  // CHECK: graph.cosine_window %{{.*}} [5.000000e-01, -5.000000e-01] symmetric of f16 : (tensor<i64>) -> tensor<?xf16>
  %6 = graph.cosine_window %i [0.5, -0.5] symmetric of f16 : (tensor<i64>) -> tensor<?xf16>
  return
}

// CHECK-LABEL: func.func @indexing
func.func @indexing(%x: tensor<4x8xf32>, %i: tensor<2x3xi64>, %u: tensor<2x3xf32>, %w: tensor<4x3xf32>,
                    %c: tensor<2x1xi64>, %r: tensor<2x8xf32>, %l: tensor<8xi64>,
                    %p: tensor<4xi64>, %d: tensor<1xi64>, %v: tensor<2xf32>) {
  // CHECK: graph.gather %{{.*}}, %{{.*}} axis 0 : (tensor<4x8xf32>, tensor<2x3xi64>) -> tensor<2x3x8xf32>
  %0 = graph.gather %x, %i axis 0 : (tensor<4x8xf32>, tensor<2x3xi64>) -> tensor<2x3x8xf32>
  // CHECK: graph.gather_elements %{{.*}}, %{{.*}} axis -1 :
  %1 = graph.gather_elements %x, %i axis -1 : (tensor<4x8xf32>, tensor<2x3xi64>) -> tensor<2x3xf32>
  // CHECK: graph.gather_nd %{{.*}}, %{{.*}} batch 0 :
  %2 = graph.gather_nd %x, %c batch 0 : (tensor<4x8xf32>, tensor<2x1xi64>) -> tensor<2x8xf32>
  // CHECK: graph.scatter_elements %{{.*}}, %{{.*}}, %{{.*}} axis 0 reduction add :
  %3 = graph.scatter_elements %x, %i, %u axis 0 reduction add
      : (tensor<4x8xf32>, tensor<2x3xi64>, tensor<2x3xf32>) -> tensor<4x8xf32>
  // CHECK: graph.scatter_nd %{{.*}}, %{{.*}}, %{{.*}} reduction none :
  %4 = graph.scatter_nd %x, %c, %r reduction none
      : (tensor<4x8xf32>, tensor<2x1xi64>, tensor<2x8xf32>) -> tensor<4x8xf32>
  // CHECK: graph.tensor_scatter %{{.*}}, %{{.*}} at %{{.*}} axis 1 circular :
  %5 = graph.tensor_scatter %x, %w at %p axis 1 circular
      : (tensor<4x8xf32>, tensor<4x3xf32>, tensor<4xi64>) -> tensor<4x8xf32>
  // CHECK: graph.one_hot %{{.*}}, %{{.*}}, %{{.*}} axis -1 :
  %6 = graph.one_hot %i, %d, %v axis -1 : (tensor<2x3xi64>, tensor<1xi64>, tensor<2xf32>) -> tensor<2x3x?xf32>
  // CHECK: graph.reverse_sequence %{{.*}}, %{{.*}} batch 1 time 0 :
  %7 = graph.reverse_sequence %x, %l batch 1 time 0 : (tensor<4x8xf32>, tensor<8xi64>) -> tensor<4x8xf32>
  return
}
