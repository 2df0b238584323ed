// RUN: tvm-opt %s --convert-graph-to-te | FileCheck %s

// Positions along each side, for all channels; then sums over the elements
// around them, with zeros outside.
// CHECK-LABEL: func.func @linear(
// CHECK: te.compute [1, 4, 5] spatial 3
// CHECK: te.compute [1, 4, 5] spatial 3
// CHECK: te.compute [1, 3, 4, 5, 2, 2] spatial 4 reduce sum
// CHECK: math.floor
// CHECK: te.read %arg0[{{.*}}] else
func.func @linear(%x: tensor<1x3x8x8xf32>, %grid: tensor<1x4x5x2xf32>) -> tensor<1x3x4x5xf32> {
  %0 = graph.grid_sample %x, %grid mode linear padding zeros : (tensor<1x3x8x8xf32>, tensor<1x4x5x2xf32>) -> tensor<1x3x4x5xf32>
  return %0 : tensor<1x3x4x5xf32>
}

// The nearest element; one outside is replaced by one at the border.
// CHECK-LABEL: func.func @nearest(
// CHECK: math.roundeven
// CHECK: te.compute [1, 3, 4, 5] spatial 4
// CHECK-NOT: else
// CHECK: return
func.func @nearest(%x: tensor<1x3x8x8xf32>, %grid: tensor<1x4x5x2xf32>) -> tensor<1x3x4x5xf32> {
  %0 = graph.grid_sample %x, %grid mode nearest padding border : (tensor<1x3x8x8xf32>, tensor<1x4x5x2xf32>) -> tensor<1x3x4x5xf32>
  return %0 : tensor<1x3x4x5xf32>
}

// Four elements along each side of a cube.
// CHECK-LABEL: func.func @cubic(
// CHECK: te.compute [1, 1, 2, 2, 2, 4, 4, 4] spatial 5 reduce sum
func.func @cubic(%x: tensor<1x1x8x8x8xf32>, %grid: tensor<1x2x2x2x3xf32>) -> tensor<1x1x2x2x2xf32> {
  %0 = graph.grid_sample %x, %grid mode cubic padding zeros : (tensor<1x1x8x8x8xf32>, tensor<1x2x2x2x3xf32>) -> tensor<1x1x2x2x2xf32>
  return %0 : tensor<1x1x2x2x2xf32>
}

// Positions are shared by channels of a group.
// CHECK-LABEL: func.func @deform_columns(
// CHECK: te.compute [1, 8, 2, 2] spatial 4
// CHECK: te.read %arg1[%{{.*}}, %{{.*}} * 2, %{{.*}}, %{{.*}}]
// CHECK: te.compute [1, 4, 4, 2, 2, 2, 2] spatial 5 reduce sum
func.func @deform_columns(%x: tensor<1x4x3x3xf32>, %o: tensor<1x16x2x2xf32>) -> tensor<1x4x4x2x2xf32> {
  %0 = graph.deform_columns %x, %o kernel [2, 2] strides [1, 1] dilations [1, 1] pads [0, 0] groups 2 : (tensor<1x4x3x3xf32>, tensor<1x16x2x2xf32>) -> tensor<1x4x4x2x2xf32>
  return %0 : tensor<1x4x4x2x2xf32>
}

// Rows first, then columns: regions may be anywhere.
// CHECK-LABEL: func.func @max_roi_pool(
// CHECK: te.compute [4, 3, 2, 8, 8] spatial 4 reduce max
// CHECK: te.compute [4, 3, 2, 2, 8] spatial 4 reduce max
func.func @max_roi_pool(%x: tensor<1x3x8x8xf32>, %r: tensor<4x5xf32>) -> tensor<4x3x2x2xf32> {
  %0 = graph.max_roi_pool %x, %r size [2, 2] {scale = 1.0 : f32} : (tensor<1x3x8x8xf32>, tensor<4x5xf32>) -> tensor<4x3x2x2xf32>
  return %0 : tensor<4x3x2x2xf32>
}

// There are as many samples as operands have elements.
// CHECK-LABEL: func.func @roi_align(
// CHECK: %[[ROWS:.*]] = tensor.dim %arg3
// CHECK: te.compute [4, 2, %{{.*}}] spatial 3
// CHECK: te.compute [4, 3, 2, 2, %[[ROWS]], 6] spatial 4 reduce sum
func.func @roi_align(%x: tensor<1x3x8x8xf32>, %r: tensor<4x4xf32>, %b: tensor<4xi64>, %s: tensor<?xi64>, %t: tensor<6xi64>) -> tensor<4x3x2x2xf32> {
  %0 = graph.roi_align %x, %r, %b samples %s, %t size [2, 2] {sampling_ratio = 0 : i64, scale = 1.0 : f32} : (tensor<1x3x8x8xf32>, tensor<4x4xf32>, tensor<4xi64>, tensor<?xi64>, tensor<6xi64>) -> tensor<4x3x2x2xf32>
  return %0 : tensor<4x3x2x2xf32>
}

// Elements of blocks, whose sizes are data, that lie at an element of the image.
// CHECK-LABEL: func.func @col2im(
// CHECK: %[[K:.*]] = tensor.extract %arg2
// CHECK: te.compute [1, {{.*}}] spatial 4 reduce sum
// CHECK: te.read %arg0[{{.*}}] else
func.func @col2im(%x: tensor<1x6x5xf32>, %s: tensor<2xi64>, %k: tensor<2xi64>) -> tensor<1x?x?x?xf32> {
  %0 = graph.col2im %x image %s block %k strides [1, 2] dilations [2, 1] pads [0, 1, 2, 3]
      : (tensor<1x6x5xf32>, tensor<2xi64>, tensor<2xi64>) -> tensor<1x?x?x?xf32>
  return %0 : tensor<1x?x?x?xf32>
}
