// RUN: tvm-opt %s --graph-fuse --graph-collapse-points -split-input-file | FileCheck %s

// A row of 7 points fills no register tile: all 49 in one row, in the kernel and
// for its launches. Other operands stay as they are.
// CHECK: module @fused_conv_add_relu
// CHECK: func.func @{{.*}}tensor<2x1x49x8xf32>{{.*}}tensor<1x1x8x16xf32>{{.*}}tensor<16xf32>{{.*}} -> tensor<2x1x49x16xf32>
// CHECK: graph.conv {{.*}} -> tensor<2x1x49x16xf32>
// CHECK: graph.add {{.*}}(tensor<2x1x49x16xf32>, tensor<16xf32>) -> tensor<2x1x49x16xf32>
// CHECK: graph.relu {{.*}} -> tensor<2x1x49x16xf32>
// CHECK-LABEL: func.func @points
// CHECK: %[[X:.*]] = graph.launch {{.*}} -> tensor<2x1x49x8xf32>
// CHECK: tensor.collapse_shape %[[X]]
// CHECK: %[[FLAT:.*]] = tensor.collapse_shape {{.*}} : tensor<2x7x7x8xf32> into tensor<784xf32>
// CHECK: %[[ROW:.*]] = tensor.expand_shape %[[FLAT]] {{.*}} into tensor<2x1x49x8xf32>
// CHECK: %[[OUT:.*]] = tensor.empty() : tensor<2x1x49x16xf32>
// CHECK: %[[Y:.*]] = graph.launch @fused_conv_add_relu::@fused_conv_add_relu(%[[ROW]], {{.*}} outs(%[[OUT]] : tensor<2x1x49x16xf32>) {fusion = #graph.fusion<because = post_dominator, apart = {{.*}}>}
// CHECK: %[[BACK:.*]] = tensor.collapse_shape %[[Y]]
// CHECK: %[[IMAGE:.*]] = tensor.expand_shape %[[BACK]] {{.*}} into tensor<2x7x7x16xf32>
// CHECK: %[[AGAIN:.*]] = tensor.collapse_shape %[[IMAGE]]
// CHECK: %[[LAST:.*]] = tensor.expand_shape %[[AGAIN]] {{.*}} into tensor<2x1x49x16xf32>
// CHECK: graph.launch {{.*}}(%[[LAST]]
// CHECK: return
func.func @points(%x: tensor<2x7x7x8xf32>, %v: tensor<1x1x8x8xf32>, %w: tensor<1x1x8x16xf32>, %b: tensor<16xf32>, %u: tensor<1x1x16x8xf32>) -> tensor<2x7x7x8xf32> {
  %0 = graph.conv %x, %v {strides = array<i64: 1, 1>, dilations = array<i64: 1, 1>, pads = array<i64: 0, 0, 0, 0>,
      layout = "NHWC", kernel_layout = "HWIO"} : (tensor<2x7x7x8xf32>, tensor<1x1x8x8xf32>) -> tensor<2x7x7x8xf32>
  %1 = graph.conv %0, %w {strides = array<i64: 1, 1>, dilations = array<i64: 1, 1>, pads = array<i64: 0, 0, 0, 0>,
      layout = "NHWC", kernel_layout = "HWIO"} : (tensor<2x7x7x8xf32>, tensor<1x1x8x16xf32>) -> tensor<2x7x7x16xf32>
  %2 = graph.add %1, %b : (tensor<2x7x7x16xf32>, tensor<16xf32>) -> tensor<2x7x7x16xf32>
  %3 = graph.relu %2 : (tensor<2x7x7x16xf32>) -> tensor<2x7x7x16xf32>
  %4 = graph.conv %3, %u {strides = array<i64: 1, 1>, dilations = array<i64: 1, 1>, pads = array<i64: 0, 0, 0, 0>,
      layout = "NHWC", kernel_layout = "HWIO"} : (tensor<2x7x7x16xf32>, tensor<1x1x16x8xf32>) -> tensor<2x7x7x8xf32>
  %5 = graph.add %4, %0 : (tensor<2x7x7x8xf32>, tensor<2x7x7x8xf32>) -> tensor<2x7x7x8xf32>
  %6 = graph.add %5, %x : (tensor<2x7x7x8xf32>, tensor<2x7x7x8xf32>) -> tensor<2x7x7x8xf32>
  return %6 : tensor<2x7x7x8xf32>
}

// -----

// A bias is the same for all points, in planes as well, also as a constant of
// the kernel.
// CHECK: module @fused_conv_relu
// CHECK: graph.constant {{.*}} : tensor<4xf32>
// CHECK: graph.conv {{.*}}tensor<4xf32>) -> tensor<2x4x1x49xf32>
// CHECK-LABEL: func.func @bias
func.func @bias(%x: tensor<2x8x7x7xf32>, %w: tensor<4x8x1x1xf32>) -> tensor<2x4x7x7xf32> {
  %b = graph.constant dense<[1.0, 2.0, 3.0, 4.0]> : tensor<4xf32>
  %0 = graph.conv %x, %w, %b {strides = array<i64: 1, 1>, dilations = array<i64: 1, 1>, pads = array<i64: 0, 0, 0, 0>}
      : (tensor<2x8x7x7xf32>, tensor<4x8x1x1xf32>, tensor<4xf32>) -> tensor<2x4x7x7xf32>
  %1 = graph.relu %0 : (tensor<2x4x7x7xf32>) -> tensor<2x4x7x7xf32>
  return %1 : tensor<2x4x7x7xf32>
}

// -----

// An operator with a layout says itself which dimension is which.
// CHECK: module @fused_conv_batch_norm
// CHECK: graph.conv {{.*}} -> tensor<2x7x7x4xf32>
// CHECK-LABEL: func.func @layout
func.func @layout(%x: tensor<2x7x7x8xf32>, %w: tensor<1x1x8x4xf32>, %s: tensor<4xf32>) -> tensor<2x7x7x4xf32> {
  %0 = graph.conv %x, %w {strides = array<i64: 1, 1>, dilations = array<i64: 1, 1>, pads = array<i64: 0, 0, 0, 0>,
      layout = "NHWC", kernel_layout = "HWIO"} : (tensor<2x7x7x8xf32>, tensor<1x1x8x4xf32>) -> tensor<2x7x7x4xf32>
  %1 = graph.batch_norm %0, %s, %s, %s, %s {epsilon = 1.0e-05 : f32, layout = "NHWC"}
      : (tensor<2x7x7x4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) -> tensor<2x7x7x4xf32>
  return %1 : tensor<2x7x7x4xf32>
}

// -----

// A vector along the points of a row is not.
// CHECK: module @fused_conv_add
// CHECK: graph.conv {{.*}} -> tensor<2x7x7x7xf32>
// CHECK-LABEL: func.func @columns
func.func @columns(%x: tensor<2x8x7x7xf32>, %w: tensor<7x8x1x1xf32>) -> tensor<2x7x7x7xf32> {
  %b = graph.constant dense<[1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0]> : tensor<7xf32>
  %0 = graph.conv %x, %w, %b {strides = array<i64: 1, 1>, dilations = array<i64: 1, 1>, pads = array<i64: 0, 0, 0, 0>}
      : (tensor<2x8x7x7xf32>, tensor<7x8x1x1xf32>, tensor<7xf32>) -> tensor<2x7x7x7xf32>
  %1 = graph.add %0, %b : (tensor<2x7x7x7xf32>, tensor<7xf32>) -> tensor<2x7x7x7xf32>
  return %1 : tensor<2x7x7x7xf32>
}

// -----

// Rows of 14 fill tiles; a window is of more than one point; a stride skips
// points; a factor per row is neither of each point nor of all.
// CHECK-NOT: tensor.expand_shape
func.func @others(%x: tensor<1x14x14x8xf32>, %v: tensor<1x1x8x8xf32>, %w: tensor<3x3x8x8xf32>, %f: tensor<7x1x1xf32>) -> tensor<1x7x7x8xf32> {
  %0 = graph.conv %x, %v {strides = array<i64: 1, 1>, dilations = array<i64: 1, 1>, pads = array<i64: 0, 0, 0, 0>,
      layout = "NHWC", kernel_layout = "HWIO"} : (tensor<1x14x14x8xf32>, tensor<1x1x8x8xf32>) -> tensor<1x14x14x8xf32>
  %1 = graph.conv %0, %v {strides = array<i64: 1, 1>, dilations = array<i64: 1, 1>, pads = array<i64: 0, 0, 0, 0>,
      layout = "NHWC", kernel_layout = "HWIO"} : (tensor<1x14x14x8xf32>, tensor<1x1x8x8xf32>) -> tensor<1x14x14x8xf32>
  %2 = graph.conv %1, %v {strides = array<i64: 2, 2>, dilations = array<i64: 1, 1>, pads = array<i64: 0, 0, 0, 0>,
      layout = "NHWC", kernel_layout = "HWIO"} : (tensor<1x14x14x8xf32>, tensor<1x1x8x8xf32>) -> tensor<1x7x7x8xf32>
  %3 = graph.conv %2, %w {strides = array<i64: 1, 1>, dilations = array<i64: 1, 1>, pads = array<i64: 1, 1, 1, 1>,
      layout = "NHWC", kernel_layout = "HWIO"} : (tensor<1x7x7x8xf32>, tensor<3x3x8x8xf32>) -> tensor<1x7x7x8xf32>
  %4 = graph.conv %3, %v {strides = array<i64: 1, 1>, dilations = array<i64: 1, 1>, pads = array<i64: 0, 0, 0, 0>,
      layout = "NHWC", kernel_layout = "HWIO"} : (tensor<1x7x7x8xf32>, tensor<1x1x8x8xf32>) -> tensor<1x7x7x8xf32>
  %5 = graph.mul %4, %f : (tensor<1x7x7x8xf32>, tensor<7x1x1xf32>) -> tensor<1x7x7x8xf32>
  %6 = graph.conv %5, %w {strides = array<i64: 1, 1>, dilations = array<i64: 1, 1>, pads = array<i64: 1, 1, 1, 1>,
      layout = "NHWC", kernel_layout = "HWIO"} : (tensor<1x7x7x8xf32>, tensor<3x3x8x8xf32>) -> tensor<1x7x7x8xf32>
  return %6 : tensor<1x7x7x8xf32>
}

// -----

// Of planes, points are columns: all of them are in one row, however long rows
// are, also those of arguments and of what is returned.
// CHECK: module @fused_conv_add_relu
// CHECK: func.func @{{.*}}tensor<2x8x1x400xf32>{{.*}}tensor<16x8x1x1xf32>{{.*}}tensor<2x16x1x400xf32>{{.*}} -> tensor<2x16x1x400xf32>
// CHECK: graph.conv {{.*}} -> tensor<2x16x1x400xf32>
// CHECK-LABEL: func.func @planes
// CHECK-SAME: (%[[ARG:.*]]: tensor<2x8x20x20xf32>
// CHECK: %[[FLAT:.*]] = tensor.collapse_shape %[[ARG]]
// CHECK: %[[X:.*]] = tensor.expand_shape %[[FLAT]] {{.*}} into tensor<2x8x1x400xf32>
// CHECK: %[[Y:.*]] = graph.launch {{.*}}(%[[X]], {{.*}} -> tensor<2x16x1x400xf32>
// CHECK: %[[ALL:.*]] = tensor.collapse_shape %[[Y]]
// CHECK: %[[R:.*]] = tensor.expand_shape %[[ALL]] {{.*}} into tensor<2x16x20x20xf32>
// CHECK: return %[[R]]
func.func @planes(%x: tensor<2x8x20x20xf32>, %w: tensor<16x8x1x1xf32>, %b: tensor<16x1x1xf32>, %r: tensor<2x16x20x20xf32>) -> tensor<2x16x20x20xf32> {
  %0 = graph.conv %x, %w {strides = array<i64: 1, 1>, dilations = array<i64: 1, 1>, pads = array<i64: 0, 0, 0, 0>}
      : (tensor<2x8x20x20xf32>, tensor<16x8x1x1xf32>) -> tensor<2x16x20x20xf32>
  %1 = graph.add %0, %b : (tensor<2x16x20x20xf32>, tensor<16x1x1xf32>) -> tensor<2x16x20x20xf32>
  %2 = graph.relu %1 : (tensor<2x16x20x20xf32>) -> tensor<2x16x20x20xf32>
  %3 = graph.add %2, %r : (tensor<2x16x20x20xf32>, tensor<2x16x20x20xf32>) -> tensor<2x16x20x20xf32>
  return %3 : tensor<2x16x20x20xf32>
}

// -----

// A factor per column of the image is neither of each point nor of all.
// CHECK-NOT: tensor.expand_shape
func.func @other_planes(%x: tensor<1x8x7x7xf32>, %w: tensor<8x8x1x1xf32>, %f: tensor<7xf32>) -> tensor<1x8x7x7xf32> {
  %0 = graph.conv %x, %w {strides = array<i64: 1, 1>, dilations = array<i64: 1, 1>, pads = array<i64: 0, 0, 0, 0>}
      : (tensor<1x8x7x7xf32>, tensor<8x8x1x1xf32>) -> tensor<1x8x7x7xf32>
  %1 = graph.mul %0, %f : (tensor<1x8x7x7xf32>, tensor<7xf32>) -> tensor<1x8x7x7xf32>
  return %1 : tensor<1x8x7x7xf32>
}

// -----

// One kernel of two launches, of which one's result leaves a branch, stays as
// it is.
// CHECK-NOT: tensor.expand_shape
func.func @shared(%x: tensor<1x7x7x8xf32>, %v: tensor<1x1x8x8xf32>, %c: i1) -> tensor<1x7x7x8xf32> {
  %0 = graph.conv %x, %v {strides = array<i64: 1, 1>, dilations = array<i64: 1, 1>, pads = array<i64: 0, 0, 0, 0>,
      layout = "NHWC", kernel_layout = "HWIO"} : (tensor<1x7x7x8xf32>, tensor<1x1x8x8xf32>) -> tensor<1x7x7x8xf32>
  %1 = scf.if %c -> tensor<1x7x7x8xf32> {
    %2 = graph.conv %0, %v {strides = array<i64: 1, 1>, dilations = array<i64: 1, 1>, pads = array<i64: 0, 0, 0, 0>,
        layout = "NHWC", kernel_layout = "HWIO"} : (tensor<1x7x7x8xf32>, tensor<1x1x8x8xf32>) -> tensor<1x7x7x8xf32>
    scf.yield %2 : tensor<1x7x7x8xf32>
  } else {
    scf.yield %0 : tensor<1x7x7x8xf32>
  }
  return %1 : tensor<1x7x7x8xf32>
}
