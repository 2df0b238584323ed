// RUN: tvm-opt %s | tvm-opt | FileCheck %s
// RUN: tvm-opt %s --mlir-print-op-generic | tvm-opt | FileCheck %s

// CHECK-LABEL: func @grid_sample
func.func @grid_sample(%x: tensor<1x3x8x8xf32>, %grid: tensor<1x4x?x2xf64>) -> tensor<1x3x4x?xf32> {
  // CHECK: graph.grid_sample %{{.*}}, %{{.*}} mode cubic padding reflection {align_corners}
  %0 = graph.grid_sample %x, %grid mode cubic padding reflection {align_corners}
      : (tensor<1x3x8x8xf32>, tensor<1x4x?x2xf64>) -> tensor<1x3x4x?xf32>
  return %0 : tensor<1x3x4x?xf32>
}

// CHECK-LABEL: func @regions
func.func @regions(%x: tensor<1x3x8x8xf32>, %rois: tensor<?x4xf32>, %batches: tensor<?xi64>, %s: tensor<?xi64>, %r: tensor<?x5xf32>) -> tensor<?x3x5x6xf32> {
  // CHECK: graph.roi_align %{{.*}}, %{{.*}}, %{{.*}} samples %{{.*}}, %{{.*}} size [5, 6] {half_pixel, max, sampling_ratio = 2 : i64, scale = 5.000000e-01 : f32}
  %0 = graph.roi_align %x, %rois, %batches samples %s, %s size [5, 6] {half_pixel, max, sampling_ratio = 2 : i64, scale = 0.5 : f32}
      : (tensor<1x3x8x8xf32>, tensor<?x4xf32>, tensor<?xi64>, tensor<?xi64>, tensor<?xi64>) -> tensor<?x3x5x6xf32>
  // CHECK: graph.max_roi_pool %{{.*}}, %{{.*}} size [5, 6] {scale = 5.000000e-01 : f32}
  %1 = graph.max_roi_pool %x, %r size [5, 6] {scale = 0.5 : f32}
      : (tensor<1x3x8x8xf32>, tensor<?x5xf32>) -> tensor<?x3x5x6xf32>
  %2 = graph.add %0, %1 : (tensor<?x3x5x6xf32>, tensor<?x3x5x6xf32>) -> tensor<?x3x5x6xf32>
  return %2 : tensor<?x3x5x6xf32>
}

// CHECK-LABEL: func @deform_columns
func.func @deform_columns(%x: tensor<1x4x3x3xf32>, %o: tensor<1x16x2x?xf32>, %m: tensor<1x8x2x?xf32>) -> tensor<1x4x4x2x?xf32> {
  // CHECK: graph.deform_columns %{{.*}}, %{{.*}} mask %{{.*}} kernel [2, 2] strides [1, 2] dilations [2, 1] pads [0, 1] groups 2
  %0 = graph.deform_columns %x, %o mask %m kernel [2, 2] strides [1, 2] dilations [2, 1] pads [0, 1] groups 2
      : (tensor<1x4x3x3xf32>, tensor<1x16x2x?xf32>, tensor<1x8x2x?xf32>) -> tensor<1x4x4x2x?xf32>
  return %0 : tensor<1x4x4x2x?xf32>
}

// CHECK-LABEL: func @col2im
func.func @col2im(%x: tensor<1x5x5xf32>, %s: tensor<2xi64>, %k: tensor<2xi64>) -> tensor<1x?x?x?xf32> {
  // CHECK: graph.col2im %{{.*}} image %{{.*}} block %{{.*}} strides [1, 2] dilations [2, 1] pads [0, 1, 2, 3]
  %0 = graph.col2im %x image %s block %k strides [1, 2] dilations [2, 1] pads [0, 1, 2, 3]
      : (tensor<1x5x5xf32>, tensor<2xi64>, tensor<2xi64>) -> tensor<1x?x?x?xf32>
  return %0 : tensor<1x?x?x?xf32>
}
