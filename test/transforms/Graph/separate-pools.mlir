// RUN: tvm-opt %s --graph-separate-pools --split-input-file | FileCheck %s

// Rows of windows that overlap are summed up once for all columns.
// CHECK-LABEL: @average
// CHECK: %[[ROWS:.*]] = graph.average_pool %arg0 {count_include_pad = true, dilations = array<i64: 1, 1>, kernel = array<i64: 7, 1>, pads = array<i64: 1, 0, 2, 0>, strides = array<i64: 3, 1>} : (tensor<1x64x56x56xf32>) -> tensor<1x64x18x56xf32>
// CHECK-NEXT: %[[ALL:.*]] = graph.average_pool %[[ROWS]] {count_include_pad = true, dilations = array<i64: 1, 1>, kernel = array<i64: 1, 7>, pads = array<i64: 0, 3, 0, 1>, strides = array<i64: 1, 2>} : (tensor<1x64x18x56xf32>) -> tensor<1x64x18x27xf32>
// CHECK-NEXT: return %[[ALL]]
func.func @average(%x: tensor<1x64x56x56xf32>) -> tensor<1x64x18x27xf32> {
  %y = graph.average_pool %x {kernel = array<i64: 7, 7>, strides = array<i64: 3, 2>, dilations = array<i64: 1, 1>,
      pads = array<i64: 1, 3, 2, 1>, count_include_pad = true} : (tensor<1x64x56x56xf32>) -> tensor<1x64x18x27xf32>
  return %y : tensor<1x64x18x27xf32>
}

// -----

// Dilations, a cut last window; sizes that are known when running, of any type.
// CHECK-LABEL: @max
// CHECK: %[[ROWS:.*]] = graph.max_pool %arg0 {ceil_mode = true, dilations = array<i64: 2, 1>, kernel = array<i64: 5, 1>, pads = array<i64: 2, 0, 2, 0>, strides = array<i64: 1, 1>} : (tensor<1x8x?x20xi8>) -> tensor<1x8x?x20xi8>
// CHECK-NEXT: graph.max_pool %[[ROWS]] {ceil_mode = true, dilations = array<i64: 1, 3>, kernel = array<i64: 1, 5>, pads = array<i64: 0, 2, 0, 2>, strides = array<i64: 1, 1>} : (tensor<1x8x?x20xi8>) -> tensor<1x8x?x12xi8>
func.func @max(%x: tensor<1x8x?x20xi8>) -> tensor<1x8x?x12xi8> {
  %y = graph.max_pool %x {kernel = array<i64: 5, 5>, strides = array<i64: 1, 1>, dilations = array<i64: 2, 3>,
      pads = array<i64: 2, 2, 2, 2>, ceil_mode = true} : (tensor<1x8x?x20xi8>) -> tensor<1x8x?x12xi8>
  return %y : tensor<1x8x?x12xi8>
}

// -----

// Padding that follows from sizes.
// CHECK-LABEL: @same
// CHECK: graph.max_pool %{{[a-z0-9]+}} {auto_pad = "SAME_UPPER", {{.*}} kernel = array<i64: 5, 1>, {{.*}} -> tensor<1x8x10x20xf32>
// CHECK: graph.max_pool %{{[a-z0-9]+}} {auto_pad = "SAME_UPPER", {{.*}} kernel = array<i64: 1, 5>, {{.*}} -> tensor<1x8x10x10xf32>
func.func @same(%x: tensor<1x8x20x20xf32>) -> tensor<1x8x10x10xf32> {
  %y = graph.max_pool %x {kernel = array<i64: 5, 5>, strides = array<i64: 2, 2>, dilations = array<i64: 1, 1>,
      pads = array<i64: 0, 0, 0, 0>, auto_pad = "SAME_UPPER"} : (tensor<1x8x20x20xf32>) -> tensor<1x8x10x10xf32>
  return %y : tensor<1x8x10x10xf32>
}

// -----

// Dimension by dimension, as long as each gains something.
// CHECK-LABEL: @volume
// CHECK: graph.max_pool {{.*}} kernel = array<i64: 5, 1, 1>
// CHECK: graph.max_pool {{.*}} kernel = array<i64: 1, 5, 1>
// CHECK: graph.max_pool {{.*}} kernel = array<i64: 1, 1, 5>
func.func @volume(%x: tensor<1x8x12x12x12xf32>) -> tensor<1x8x8x8x8xf32> {
  %y = graph.max_pool %x {kernel = array<i64: 5, 5, 5>, strides = array<i64: 1, 1, 1>, dilations = array<i64: 1, 1, 1>,
      pads = array<i64: 0, 0, 0, 0, 0, 0>} : (tensor<1x8x12x12x12xf32>) -> tensor<1x8x8x8x8xf32>
  return %y : tensor<1x8x8x8x8xf32>
}

// -----

// Channel-last, steps cost nothing.
// CHECK-LABEL: @channel_last
// CHECK: graph.average_pool %arg0 {{.*}} kernel = array<i64: 7, 7>
// CHECK: graph.average_pool %arg0 {{.*}} kernel = array<i64: 7, 1>, layout = "NHWC"
// CHECK: graph.average_pool %{{.*}} kernel = array<i64: 1, 7>, layout = "NHWC"
func.func @channel_last(%x: tensor<1x56x56x64xf32>) -> (tensor<1x17x17x64xf32>, tensor<1x50x50x64xf32>) {
  %y = graph.average_pool %x {kernel = array<i64: 7, 7>, strides = array<i64: 3, 3>, dilations = array<i64: 1, 1>,
      pads = array<i64: 0, 0, 0, 0>, layout = "NHWC"} : (tensor<1x56x56x64xf32>) -> tensor<1x17x17x64xf32>
  %z = graph.average_pool %x {kernel = array<i64: 7, 7>, strides = array<i64: 1, 1>, dilations = array<i64: 1, 1>,
      pads = array<i64: 0, 0, 0, 0>, layout = "NHWC"} : (tensor<1x56x56x64xf32>) -> tensor<1x50x50x64xf32>
  return %y, %z : tensor<1x17x17x64xf32>, tensor<1x50x50x64xf32>
}

// -----

// Small windows, windows of one row, and of all columns are as fast at once.
// CHECK-LABEL: @once
// CHECK: kernel = array<i64: 3, 3>
// CHECK: kernel = array<i64: 1, 7>
// CHECK: kernel = array<i64: 7, 56>
// CHECK-NOT: graph.max_pool
func.func @once(%x: tensor<1x64x56x56xf32>) -> (tensor<1x64x27x27xf32>, tensor<1x64x56x50xf32>, tensor<1x64x50x1xf32>) {
  %0 = graph.max_pool %x {kernel = array<i64: 3, 3>, strides = array<i64: 2, 2>, dilations = array<i64: 1, 1>,
      pads = array<i64: 0, 0, 0, 0>} : (tensor<1x64x56x56xf32>) -> tensor<1x64x27x27xf32>
  %1 = graph.max_pool %x {kernel = array<i64: 1, 7>, strides = array<i64: 1, 1>, dilations = array<i64: 1, 1>,
      pads = array<i64: 0, 0, 0, 0>} : (tensor<1x64x56x56xf32>) -> tensor<1x64x56x50xf32>
  %2 = graph.max_pool %x {kernel = array<i64: 7, 56>, strides = array<i64: 1, 1>, dilations = array<i64: 1, 1>,
      pads = array<i64: 0, 0, 0, 0>} : (tensor<1x64x56x56xf32>) -> tensor<1x64x50x1xf32>
  return %0, %1, %2 : tensor<1x64x27x27xf32>, tensor<1x64x56x50xf32>, tensor<1x64x50x1xf32>
}

// -----

// Means of f16 would be rounded twice; maxima are what they are.
// CHECK-LABEL: @narrow
// CHECK: graph.average_pool %arg0 {{.*}} kernel = array<i64: 7, 7>
// CHECK: graph.max_pool %arg0 {{.*}} kernel = array<i64: 7, 1>
// CHECK: graph.max_pool %{{.*}} kernel = array<i64: 1, 7>
func.func @narrow(%x: tensor<1x64x56x56xf16>) -> (tensor<1x64x17x17xf16>, tensor<1x64x17x17xf16>) {
  %0 = graph.average_pool %x {kernel = array<i64: 7, 7>, strides = array<i64: 3, 3>, dilations = array<i64: 1, 1>,
      pads = array<i64: 0, 0, 0, 0>} : (tensor<1x64x56x56xf16>) -> tensor<1x64x17x17xf16>
  %1 = graph.max_pool %x {kernel = array<i64: 7, 7>, strides = array<i64: 3, 3>, dilations = array<i64: 1, 1>,
      pads = array<i64: 0, 0, 0, 0>} : (tensor<1x64x56x56xf16>) -> tensor<1x64x17x17xf16>
  return %0, %1 : tensor<1x64x17x17xf16>, tensor<1x64x17x17xf16>
}
