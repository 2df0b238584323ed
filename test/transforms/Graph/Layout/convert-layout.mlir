// RUN: tvm-opt %s -graph-convert-layout -split-input-file -verify-diagnostics | FileCheck %s

// Everything between the input and the global pool is channel-last; constants
// are reshaped where that moves no element.
// CHECK-LABEL: @resnet
// CHECK: graph.constant {{.*}} : tensor<1x1x1x2xf32>
// CHECK: %[[X:.*]] = graph.transpose %arg0 [0, 2, 3, 1]
// CHECK: %[[W:.*]] = graph.transpose %{{.*}} [2, 3, 1, 0] {{.*}} -> tensor<1x1x3x2xf32>
// CHECK: graph.conv %[[X]], %[[W]] {{.*}}kernel_layout = "HWIO", layout = "NHWC"
// CHECK: graph.add {{.*}} (tensor<1x8x8x2xf32>, tensor<1x1x1x2xf32>)
// CHECK: graph.relu
// CHECK: graph.max_pool {{.*}}layout = "NHWC"
// CHECK: graph.add {{.*}} (tensor<1x8x8x2xf32>, tensor<1x8x8x2xf32>)
// CHECK: %[[R:.*]] = graph.reduce mean {{.*}} [1, 2] : {{.*}} -> tensor<1x2xf32>
// CHECK-NEXT: return %[[R]]
// expected-remark@+1 {{1 run-time transpose after the conversion to channel-last layout}}
func.func @resnet(%x: tensor<1x3x8x8xf32>) -> tensor<1x2xf32> {
  %w = graph.constant dense<[[[[1.0]], [[2.0]], [[3.0]]], [[[4.0]], [[5.0]], [[6.0]]]]> : tensor<2x3x1x1xf32>
  %b = graph.constant dense<[[[3.0]], [[4.0]]]> : tensor<2x1x1xf32>
  %0 = graph.conv %x, %w {strides = array<i64: 1, 1>, dilations = array<i64: 1, 1>, pads = array<i64: 0, 0, 0, 0>}
      : (tensor<1x3x8x8xf32>, tensor<2x3x1x1xf32>) -> tensor<1x2x8x8xf32>
  %1 = graph.add %0, %b : (tensor<1x2x8x8xf32>, tensor<2x1x1xf32>) -> tensor<1x2x8x8xf32>
  %2 = graph.relu %1 : (tensor<1x2x8x8xf32>) -> tensor<1x2x8x8xf32>
  %3 = graph.max_pool %2 {kernel = array<i64: 3, 3>, strides = array<i64: 1, 1>, dilations = array<i64: 1, 1>,
      pads = array<i64: 1, 1, 1, 1>} : (tensor<1x2x8x8xf32>) -> tensor<1x2x8x8xf32>
  %4 = graph.add %3, %1 : (tensor<1x2x8x8xf32>, tensor<1x2x8x8xf32>) -> tensor<1x2x8x8xf32>
  %5 = graph.reduce mean %4 [2, 3] : (tensor<1x2x8x8xf32>) -> tensor<1x2xf32>
  return %5 : tensor<1x2xf32>
}

// -----

// A bias is a vector in both layouts.
// CHECK-LABEL: @bias
// CHECK: %[[Y:.*]] = graph.conv %{{.*}}, %{{.*}}, %arg1 {{.*}}layout = "NHWC"
// CHECK: graph.conv_transpose %[[Y]], %{{.*}}, %arg1 {{.*}}layout = "NHWC"
// expected-remark@+1 {{2 run-time transposes after the conversion to channel-last layout}}
func.func @bias(%x: tensor<1x3x8x8xf32>, %b: tensor<2xf32>) -> tensor<1x2x8x8xf32> {
  %w = graph.constant dense<1.0> : tensor<2x3x1x1xf32>
  %v = graph.constant dense<1.0> : tensor<2x2x1x1xf32>
  %0 = graph.conv %x, %w, %b {strides = array<i64: 1, 1>, dilations = array<i64: 1, 1>, pads = array<i64: 0, 0, 0, 0>}
      : (tensor<1x3x8x8xf32>, tensor<2x3x1x1xf32>, tensor<2xf32>) -> tensor<1x2x8x8xf32>
  %1 = graph.conv_transpose %0, %v, %b {strides = array<i64: 1, 1>, dilations = array<i64: 1, 1>, pads = array<i64: 0, 0, 0, 0>, output_padding = array<i64: 0, 0>}
      : (tensor<1x2x8x8xf32>, tensor<2x2x1x1xf32>, tensor<2xf32>) -> tensor<1x2x8x8xf32>
  return %1 : tensor<1x2x8x8xf32>
}

// -----

// Axes follow; a reduction that would change the order of what is left reads
// the original layout. Weights known at run time only keep theirs.
// CHECK-LABEL: @axes
// CHECK: graph.conv {{.*}} {dilations = {{.*}}, layout = "NHWC"
// CHECK: graph.concat {{.*}} axis 2
// CHECK: graph.pad {{.*}} low [0, 1, 0] high [0, 2, 0]
// CHECK: graph.slice {{.*}} axes [1]
// CHECK: graph.softmax {{.*}} [2]
// CHECK: graph.transpose {{.*}} [0, 2, 1]
// CHECK: graph.reduce sum {{.*}} [0]
// expected-remark@+1 {{3 run-time transposes after the conversion to channel-last layout}}
func.func @axes(%x: tensor<2x3x?xf32>, %w: tensor<4x3x1xf32>) -> tensor<8x?xf32> {
  %0 = graph.conv %x, %w {strides = array<i64: 1>, dilations = array<i64: 1>, pads = array<i64: 0, 0>}
      : (tensor<2x3x?xf32>, tensor<4x3x1xf32>) -> tensor<2x4x?xf32>
  %1 = graph.concat %0, %0 axis -2 : (tensor<2x4x?xf32>, tensor<2x4x?xf32>) -> tensor<2x8x?xf32>
  %2 = graph.pad %1 low [0, 0, 1] high [0, 0, 2] mode constant : (tensor<2x8x?xf32>) -> tensor<2x8x?xf32>
  %3 = graph.slice %2 axes [2] starts [1] ends [-1] steps [1] : (tensor<2x8x?xf32>) -> tensor<2x8x?xf32>
  %4 = graph.softmax %3 [1] : (tensor<2x8x?xf32>) -> tensor<2x8x?xf32>
  %5 = graph.reduce sum %4 [0] : (tensor<2x8x?xf32>) -> tensor<8x?xf32>
  return %5 : tensor<8x?xf32>
}

// -----

// Transposes of the model itself cancel.
// CHECK-LABEL: @cancel
// CHECK-NOT: graph.transpose
// CHECK: graph.conv %arg0
// CHECK-NOT: graph.transpose
// CHECK: return
// expected-remark@+1 {{0 run-time transposes after the conversion to channel-last layout}}
func.func @cancel(%x: tensor<1x8x3xf32>, %w: tensor<4x3x1xf32>) -> tensor<1x8x4xf32> {
  %0 = graph.transpose %x [0, 2, 1] : (tensor<1x8x3xf32>) -> tensor<1x3x8xf32>
  %1 = graph.conv %0, %w {strides = array<i64: 1>, dilations = array<i64: 1>, pads = array<i64: 0, 0>}
      : (tensor<1x3x8xf32>, tensor<4x3x1xf32>) -> tensor<1x4x8xf32>
  %2 = graph.transpose %1 [0, 2, 1] : (tensor<1x4x8xf32>) -> tensor<1x8x4xf32>
  return %2 : tensor<1x8x4xf32>
}

// -----

// Without convolutions nothing changes.
// CHECK-LABEL: @none
// CHECK-NEXT: graph.batch_norm %arg0
// expected-remark@+1 {{0 run-time transposes after the conversion to channel-last layout}}
func.func @none(%x: tensor<1x8x3xf32>, %s: tensor<8xf32>) -> tensor<1x8x3xf32> {
  %0 = graph.batch_norm %x, %s, %s, %s, %s {epsilon = 1.0e-05 : f32}
      : (tensor<1x8x3xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>) -> tensor<1x8x3xf32>
  return %0 : tensor<1x8x3xf32>
}

// -----

// A channel shuffle becomes one of the last dimension.
// CHECK-LABEL: @shuffle
// CHECK: graph.reshape {{.*}} -> tensor<1x8x2x3xf32>
// CHECK: graph.transpose {{.*}} [0, 1, 3, 2] {{.*}} -> tensor<1x8x3x2xf32>
// CHECK: graph.reshape {{.*}} -> tensor<1x8x6xf32>
// CHECK: graph.resize {{.*}} axes [1] {{.*}} -> tensor<1x16x6xf32>
// expected-remark@+1 {{3 run-time transposes after the conversion to channel-last layout}}
func.func @shuffle(%x: tensor<1x3x8xf32>, %w: tensor<6x3x1xf32>) -> tensor<1x6x16xf32> {
  %split = graph.constant dense<[1, 2, 3, 8]> : tensor<4xi64>
  %join = graph.constant dense<[1, 6, 8]> : tensor<3xi64>
  %s = graph.constant dense<[2.0]> : tensor<1xf32>
  %0 = graph.conv %x, %w {strides = array<i64: 1>, dilations = array<i64: 1>, pads = array<i64: 0, 0>}
      : (tensor<1x3x8xf32>, tensor<6x3x1xf32>) -> tensor<1x6x8xf32>
  %1 = graph.reshape %0, %split : (tensor<1x6x8xf32>, tensor<4xi64>) -> tensor<1x2x3x8xf32>
  %2 = graph.transpose %1 [0, 2, 1, 3] : (tensor<1x2x3x8xf32>) -> tensor<1x3x2x8xf32>
  %3 = graph.reshape %2, %join : (tensor<1x3x2x8xf32>, tensor<3xi64>) -> tensor<1x6x8xf32>
  %4 = graph.resize %3 scales %s axes [2] mode nearest coordinates asymmetric rounding floor policy stretch
      : (tensor<1x6x8xf32>, tensor<1xf32>) -> tensor<1x6x16xf32>
  return %4 : tensor<1x6x16xf32>
}

// -----

// Each part of the shuffle keeps its decisions.
// CHECK-LABEL: @shuffle_decisions
// CHECK: graph.reshape {{.*}} {allow_zero, graph.precision = f32} : {{.*}} -> tensor<1x8x2x3xf32>
// CHECK: graph.transpose {{.*}} [0, 1, 3, 2] {graph.apart}
// CHECK: graph.reshape {{.*}} {allow_zero, graph.apart} : {{.*}} -> tensor<1x8x6xf32>
// expected-remark@+1 {{3 run-time transposes after the conversion to channel-last layout}}
func.func @shuffle_decisions(%x: tensor<1x3x8xf32>, %w: tensor<6x3x1xf32>) -> tensor<1x6x8xf32> {
  %split = graph.constant dense<[1, 2, 3, 8]> : tensor<4xi64>
  %join = graph.constant dense<[1, 6, 8]> : tensor<3xi64>
  %0 = graph.conv %x, %w {strides = array<i64: 1>, dilations = array<i64: 1>, pads = array<i64: 0, 0>}
      : (tensor<1x3x8xf32>, tensor<6x3x1xf32>) -> tensor<1x6x8xf32>
  %1 = graph.reshape %0, %split {graph.precision = f32} : (tensor<1x6x8xf32>, tensor<4xi64>) -> tensor<1x2x3x8xf32>
  %2 = graph.transpose %1 [0, 2, 1, 3] {graph.apart} : (tensor<1x2x3x8xf32>) -> tensor<1x3x2x8xf32>
  %3 = graph.reshape %2, %join {graph.apart} : (tensor<1x3x2x8xf32>, tensor<3xi64>) -> tensor<1x6x8xf32>
  return %3 : tensor<1x6x8xf32>
}

// -----

// A part that keeps its layout keeps that of the others.
// CHECK-LABEL: @shuffle_stays
// CHECK: graph.reshape {{.*}} -> tensor<1x2x3x8xf32>
// CHECK: graph.transpose {{.*}} {graph.keep_layout} {{.*}} -> tensor<1x3x2x8xf32>
// CHECK: graph.reshape {{.*}} -> tensor<1x6x8xf32>
// expected-remark@+1 {{3 run-time transposes after the conversion to channel-last layout}}
func.func @shuffle_stays(%x: tensor<1x3x8xf32>, %w: tensor<6x3x1xf32>) -> tensor<1x6x8xf32> {
  %split = graph.constant dense<[1, 2, 3, 8]> : tensor<4xi64>
  %join = graph.constant dense<[1, 6, 8]> : tensor<3xi64>
  %0 = graph.conv %x, %w {strides = array<i64: 1>, dilations = array<i64: 1>, pads = array<i64: 0, 0>}
      : (tensor<1x3x8xf32>, tensor<6x3x1xf32>) -> tensor<1x6x8xf32>
  %1 = graph.reshape %0, %split : (tensor<1x6x8xf32>, tensor<4xi64>) -> tensor<1x2x3x8xf32>
  %2 = graph.transpose %1 [0, 2, 1, 3] {graph.keep_layout} : (tensor<1x2x3x8xf32>) -> tensor<1x3x2x8xf32>
  %3 = graph.reshape %2, %join : (tensor<1x3x2x8xf32>, tensor<3xi64>) -> tensor<1x6x8xf32>
  return %3 : tensor<1x6x8xf32>
}

// -----

// Data in NCHW only is padded there, so that its transpose can become part of
// the kernel; a second convolution finds NHWC data and pads it itself.
// CHECK-LABEL: @border
// CHECK: %[[P:.*]] = graph.pad %arg0 low [0, 0, 1, 0] high [0, 0, 2, 0] mode constant : (tensor<1x3x?x8xf32>) -> tensor<1x3x?x8xf32>
// CHECK: %[[X:.*]] = graph.transpose %[[P]] [0, 2, 3, 1]
// CHECK: %[[Y:.*]] = graph.conv %[[X]], {{.*}}pads = array<i64: 0, 0, 0, 0>
// CHECK: graph.conv %[[Y]], {{.*}}pads = array<i64: 1, 0, 1, 0>
// expected-remark@+1 {{4 run-time transposes after the conversion to channel-last layout}}
func.func @border(%x: tensor<1x3x?x8xf32>, %v: tensor<3x3x3x1xf32>, %w: tensor<2x3x3x1xf32>) -> tensor<1x2x?x8xf32> {
  %0 = graph.conv %x, %v {strides = array<i64: 1, 1>, dilations = array<i64: 1, 1>, pads = array<i64: 1, 0, 2, 0>}
      : (tensor<1x3x?x8xf32>, tensor<3x3x3x1xf32>) -> tensor<1x3x?x8xf32>
  %1 = graph.conv %0, %w {strides = array<i64: 1, 1>, dilations = array<i64: 1, 1>, pads = array<i64: 1, 0, 1, 0>}
      : (tensor<1x3x?x8xf32>, tensor<2x3x3x1xf32>) -> tensor<1x2x?x8xf32>
  return %1 : tensor<1x2x?x8xf32>
}

// -----

// Channels each by themselves stay where they are, except where data is NHWC
// already or windows lie apart.
// CHECK-LABEL: @depthwise
// CHECK: %[[X:.*]] = graph.transpose %arg0 [0, 2, 3, 1]
// CHECK: graph.conv %arg0, {{.*}}group = 4 : i64, pads
// CHECK: %[[Y:.*]] = graph.conv %[[X]], {{.*}}layout = "NHWC"{{.*}}strides = array<i64: 3, 3>
// CHECK: graph.conv %[[Y]], {{.*}}layout = "NHWC"{{.*}}strides = array<i64: 1, 1>
// expected-remark@+1 {{2 run-time transposes after the conversion to channel-last layout}}
func.func @depthwise(%x: tensor<1x4x8x8xf32>, %w: tensor<4x1x1x1xf32>) -> (tensor<1x4x8x8xf32>, tensor<1x4x3x3xf32>) {
  %0 = graph.conv %x, %w {strides = array<i64: 1, 1>, dilations = array<i64: 1, 1>, pads = array<i64: 0, 0, 0, 0>, group = 4 : i64}
      : (tensor<1x4x8x8xf32>, tensor<4x1x1x1xf32>) -> tensor<1x4x8x8xf32>
  %1 = graph.conv %x, %w {strides = array<i64: 3, 3>, dilations = array<i64: 1, 1>, pads = array<i64: 0, 0, 0, 0>, group = 4 : i64}
      : (tensor<1x4x8x8xf32>, tensor<4x1x1x1xf32>) -> tensor<1x4x3x3xf32>
  %2 = graph.conv %1, %w {strides = array<i64: 1, 1>, dilations = array<i64: 1, 1>, pads = array<i64: 0, 0, 0, 0>, group = 4 : i64}
      : (tensor<1x4x3x3xf32>, tensor<4x1x1x1xf32>) -> tensor<1x4x3x3xf32>
  return %0, %2 : tensor<1x4x8x8xf32>, tensor<1x4x3x3xf32>
}

// -----

// Convolutions of which a group has few outputs stay even where data is NHWC, but
// not if windows lie apart. Vectors have 8 elements here.
// CHECK-LABEL: @groups
// CHECK: %[[X:.*]] = graph.conv {{.*}}layout = "NHWC"
// CHECK: %[[Y:.*]] = graph.transpose %[[X]] [0, 3, 1, 2]
// CHECK: %[[SMALL:.*]] = graph.conv %[[Y]], {{.*}}group = 2 : i64, pads
// CHECK: graph.transpose %[[SMALL]] [0, 2, 3, 1]
// CHECK: graph.conv {{.*}}layout = "NHWC"
// CHECK: graph.conv {{.*}}group = 2 : i64, kernel_layout = "HWIO", layout = "NHWC"{{.*}}strides = array<i64: 2, 2>
// expected-remark@+1 {{5 run-time transposes after the conversion to channel-last layout}}
func.func @groups(%x: tensor<1x3x17x17xf32>, %wide: tensor<12x3x1x1xf32>) -> tensor<1x12x9x9xf32> {
  %small = graph.constant dense<1.0> : tensor<12x6x1x1xf32>
  %dense = graph.constant dense<1.0> : tensor<12x12x1x1xf32>
  %0 = graph.conv %x, %wide {strides = array<i64: 1, 1>, dilations = array<i64: 1, 1>, pads = array<i64: 0, 0, 0, 0>}
      : (tensor<1x3x17x17xf32>, tensor<12x3x1x1xf32>) -> tensor<1x12x17x17xf32>
  %1 = graph.conv %0, %small {strides = array<i64: 1, 1>, dilations = array<i64: 1, 1>, pads = array<i64: 0, 0, 0, 0>, group = 2 : i64}
      : (tensor<1x12x17x17xf32>, tensor<12x6x1x1xf32>) -> tensor<1x12x17x17xf32>
  %2 = graph.conv %1, %dense {strides = array<i64: 1, 1>, dilations = array<i64: 1, 1>, pads = array<i64: 0, 0, 0, 0>}
      : (tensor<1x12x17x17xf32>, tensor<12x12x1x1xf32>) -> tensor<1x12x17x17xf32>
  %3 = graph.conv %2, %small {strides = array<i64: 2, 2>, dilations = array<i64: 1, 1>, pads = array<i64: 0, 0, 0, 0>, group = 2 : i64}
      : (tensor<1x12x17x17xf32>, tensor<12x6x1x1xf32>) -> tensor<1x12x9x9xf32>
  return %3 : tensor<1x12x9x9xf32>
}

// -----

// Rows of every other element, too, but very short ones.
// CHECK-LABEL: @depthwise_stride_2
// CHECK: graph.conv %arg0, {{.*}}group = 4 : i64, pads
// CHECK: graph.conv {{.*}}layout = "NHWC"
// expected-remark@+1 {{2 run-time transposes after the conversion to channel-last layout}}
func.func @depthwise_stride_2(%x: tensor<1x4x8x8xf32>, %w: tensor<4x1x1x1xf32>, %y: tensor<1x4x6x6xf32>) -> (tensor<1x4x4x4xf32>, tensor<1x4x3x3xf32>) {
  %0 = graph.conv %x, %w {strides = array<i64: 2, 2>, dilations = array<i64: 1, 1>, pads = array<i64: 0, 0, 0, 0>, group = 4 : i64}
      : (tensor<1x4x8x8xf32>, tensor<4x1x1x1xf32>) -> tensor<1x4x4x4xf32>
  %1 = graph.conv %y, %w {strides = array<i64: 2, 2>, dilations = array<i64: 1, 1>, pads = array<i64: 0, 0, 0, 0>, group = 4 : i64}
      : (tensor<1x4x6x6xf32>, tensor<4x1x1x1xf32>) -> tensor<1x4x3x3xf32>
  return %0, %1 : tensor<1x4x4x4xf32>, tensor<1x4x3x3xf32>
}

// -----

// Winograd's algorithm transforms channel by channel; its weights stay.
// CHECK-LABEL: @winograd
// CHECK: %[[X:.*]] = graph.transpose %arg0 [0, 2, 3, 1]
// CHECK: %[[Y:.*]] = graph.winograd_conv %[[X]], %arg1 {layout = "NHWC", pads = array<i64: 1, 0, 2, 0>}
// CHECK: %[[Z:.*]] = graph.relu %[[Y]]
// CHECK: graph.transpose %[[Z]] [0, 3, 1, 2]
// expected-remark@+1 {{2 run-time transposes after the conversion to channel-last layout}}
func.func @winograd(%x: tensor<1x3x8x9xf32>, %u: tensor<6x6x3x4xf32>) -> tensor<1x4x9x7xf32> {
  %0 = graph.winograd_conv %x, %u {pads = array<i64: 1, 0, 2, 0>}
      : (tensor<1x3x8x9xf32>, tensor<6x6x3x4xf32>) -> tensor<1x4x9x7xf32>
  %1 = graph.relu %0 : (tensor<1x4x9x7xf32>) -> tensor<1x4x9x7xf32>
  return %1 : tensor<1x4x9x7xf32>
}

// -----

// So does its bias.
// CHECK-LABEL: @winograd_bias
// CHECK: %[[X:.*]] = graph.transpose %arg0 [0, 2, 3, 1]
// CHECK: graph.winograd_conv %[[X]], %arg1, %arg2 {layout = "NHWC"
// expected-remark@+1 {{2 run-time transposes after the conversion to channel-last layout}}
func.func @winograd_bias(%x: tensor<1x3x8x9xf32>, %u: tensor<6x6x3x4xf32>, %b: tensor<4xf32>) -> tensor<1x4x9x7xf32> {
  %0 = graph.winograd_conv %x, %u, %b {pads = array<i64: 1, 0, 2, 0>}
      : (tensor<1x3x8x9xf32>, tensor<6x6x3x4xf32>, tensor<4xf32>) -> tensor<1x4x9x7xf32>
  return %0 : tensor<1x4x9x7xf32>
}

// -----

// Inside of a loop; what comes from outside is moved there, once.
// CHECK-LABEL: @loop
// CHECK: %[[X:.*]] = graph.transpose %arg1 [0, 2, 3, 1]
// CHECK: graph.loop
// CHECK: graph.conv %[[X]], {{.*}}layout = "NHWC"
// CHECK: graph.relu {{.*}} tensor<1x8x8x2xf32>
// CHECK: %[[R:.*]] = graph.reduce mean
// CHECK: graph.add {{.*}} %[[R]]
// expected-remark@+1 {{1 run-time transpose after the conversion to channel-last layout}}
func.func @loop(%n: tensor<i64>, %x: tensor<1x3x8x8xf32>, %s: tensor<1x2xf32>) -> tensor<1x2xf32> {
  %w = graph.constant dense<[[[[1.0]], [[2.0]], [[3.0]]], [[[4.0]], [[5.0]], [[6.0]]]]> : tensor<2x3x1x1xf32>
  %y = graph.loop count %n init(%s : tensor<1x2xf32>) -> tensor<1x2xf32> {
  ^bb0(%i: tensor<i64>, %a: tensor<1x2xf32>):
    %0 = graph.conv %x, %w {strides = array<i64: 1, 1>, dilations = array<i64: 1, 1>, pads = array<i64: 0, 0, 0, 0>}
        : (tensor<1x3x8x8xf32>, tensor<2x3x1x1xf32>) -> tensor<1x2x8x8xf32>
    %1 = graph.relu %0 : (tensor<1x2x8x8xf32>) -> tensor<1x2x8x8xf32>
    %2 = graph.reduce mean %1 [2, 3] : (tensor<1x2x8x8xf32>) -> tensor<1x2xf32>
    %3 = graph.add %a, %2 : (tensor<1x2xf32>, tensor<1x2xf32>) -> tensor<1x2xf32>
    graph.next carry(%3 : tensor<1x2xf32>)
  }
  return %y : tensor<1x2xf32>
}

// -----

// A pointwise convolution of data that come and go as planes is a product of a
// matrix and these: nothing moves, what follows element by element included.
// CHECK-LABEL: @planes
// CHECK-NOT: graph.transpose
// expected-remark@+1 {{0 run-time transposes after the conversion to channel-last layout}}
func.func @planes(%x: tensor<1x3x8x8xf32>, %w: tensor<4x3x1x1xf32>, %v: tensor<4x1x3x3xf32>, %r: tensor<1x4x8x8xf32>) -> tensor<1x4x8x8xf32> {
  %0 = graph.conv %x, %w {strides = array<i64: 1, 1>, dilations = array<i64: 1, 1>, pads = array<i64: 0, 0, 0, 0>}
      : (tensor<1x3x8x8xf32>, tensor<4x3x1x1xf32>) -> tensor<1x4x8x8xf32>
  %1 = graph.relu %0 : (tensor<1x4x8x8xf32>) -> tensor<1x4x8x8xf32>
  %2 = graph.conv %1, %v {strides = array<i64: 1, 1>, dilations = array<i64: 1, 1>, pads = array<i64: 1, 1, 1, 1>, group = 4 : i64}
      : (tensor<1x4x8x8xf32>, tensor<4x1x3x3xf32>) -> tensor<1x4x8x8xf32>
  %3 = graph.add %1, %2 : (tensor<1x4x8x8xf32>, tensor<1x4x8x8xf32>) -> tensor<1x4x8x8xf32>
  %4 = graph.add %3, %r : (tensor<1x4x8x8xf32>, tensor<1x4x8x8xf32>) -> tensor<1x4x8x8xf32>
  return %4 : tensor<1x4x8x8xf32>
}

// -----

// Of one dimension as well.
// CHECK-LABEL: @row_of_planes
// CHECK-NOT: graph.transpose
// expected-remark@+1 {{0 run-time transposes after the conversion to channel-last layout}}
func.func @row_of_planes(%x: tensor<1x3x32xf32>, %w: tensor<4x3x1xf32>) -> tensor<1x4x32xf32> {
  %0 = graph.conv %x, %w {strides = array<i64: 1>, dilations = array<i64: 1>, pads = array<i64: 0, 0>}
      : (tensor<1x3x32xf32>, tensor<4x3x1xf32>) -> tensor<1x4x32xf32>
  return %0 : tensor<1x4x32xf32>
}

// -----

// Not so where points fill no vectors, where it is wanted in the other layout,
// or is added to what is there in it, and where data come in it.
// CHECK-LABEL: @no_planes
// CHECK-COUNT-4: graph.conv {{.*}}layout = "NHWC"
// CHECK: graph.add
// CHECK: graph.conv {{.*}}layout = "NHWC"
// expected-remark@+1 {{10 run-time transposes after the conversion to channel-last layout}}
func.func @no_planes(%x: tensor<1x3x7x7xf32>, %y: tensor<1x3x8x8xf32>, %z: tensor<1x8x8x3xf32>, %w: tensor<4x3x1x1xf32>, %v: tensor<4x4x3x3xf32>)
    -> (tensor<1x4x7x7xf32>, tensor<1x4x8x8xf32>, tensor<1x4x8x8xf32>) {
  %0 = graph.conv %x, %w {strides = array<i64: 1, 1>, dilations = array<i64: 1, 1>, pads = array<i64: 0, 0, 0, 0>}
      : (tensor<1x3x7x7xf32>, tensor<4x3x1x1xf32>) -> tensor<1x4x7x7xf32>
  %1 = graph.conv %y, %w {strides = array<i64: 1, 1>, dilations = array<i64: 1, 1>, pads = array<i64: 0, 0, 0, 0>}
      : (tensor<1x3x8x8xf32>, tensor<4x3x1x1xf32>) -> tensor<1x4x8x8xf32>
  %2 = graph.conv %1, %v {strides = array<i64: 1, 1>, dilations = array<i64: 1, 1>, pads = array<i64: 1, 1, 1, 1>}
      : (tensor<1x4x8x8xf32>, tensor<4x4x3x3xf32>) -> tensor<1x4x8x8xf32>
  %3 = graph.conv %y, %w {strides = array<i64: 1, 1>, dilations = array<i64: 1, 1>, pads = array<i64: 0, 0, 0, 0>}
      : (tensor<1x3x8x8xf32>, tensor<4x3x1x1xf32>) -> tensor<1x4x8x8xf32>
  %4 = graph.add %2, %3 : (tensor<1x4x8x8xf32>, tensor<1x4x8x8xf32>) -> tensor<1x4x8x8xf32>
  %5 = graph.transpose %z [0, 3, 1, 2] : (tensor<1x8x8x3xf32>) -> tensor<1x3x8x8xf32>
  %6 = graph.conv %5, %w {strides = array<i64: 1, 1>, dilations = array<i64: 1, 1>, pads = array<i64: 0, 0, 0, 0>}
      : (tensor<1x3x8x8xf32>, tensor<4x3x1x1xf32>) -> tensor<1x4x8x8xf32>
  return %0, %4, %6 : tensor<1x4x7x7xf32>, tensor<1x4x8x8xf32>, tensor<1x4x8x8xf32>
}

// -----

// Weights that are known when the model runs are moved then, where that is
// little beside the convolution; else they are read as they lie.
// CHECK-LABEL: func.func @computed_weights
// CHECK: %[[W:.*]] = graph.transpose %arg1 [2, 3, 1, 0]
// CHECK: graph.conv %{{.*}}, %[[W]] {{.*}}kernel_layout = "HWIO", layout = "NHWC"
// CHECK: %[[V:.*]] = graph.transpose %arg2 [2, 3, 0, 1]
// CHECK: graph.conv_transpose %{{.*}}, %[[V]] {{.*}}kernel_layout = "HWIO", layout = "NHWC"
// expected-remark@+1 {{4 run-time transposes after the conversion to channel-last layout}}
func.func @computed_weights(%x: tensor<1x4x8x8xf32>, %w: tensor<6x4x3x3xf32>, %v: tensor<6x4x2x2xf32>) -> tensor<1x4x12x12xf32> {
  %0 = graph.conv %x, %w {strides = array<i64: 1, 1>, dilations = array<i64: 1, 1>, pads = array<i64: 0, 0, 0, 0>}
      : (tensor<1x4x8x8xf32>, tensor<6x4x3x3xf32>) -> tensor<1x6x6x6xf32>
  %1 = graph.conv_transpose %0, %v {strides = array<i64: 2, 2>, dilations = array<i64: 1, 1>, pads = array<i64: 0, 0, 0, 0>, output_padding = array<i64: 0, 0>}
      : (tensor<1x6x6x6xf32>, tensor<6x4x2x2xf32>) -> tensor<1x4x12x12xf32>
  return %1 : tensor<1x4x12x12xf32>
}

// -----

// CHECK-LABEL: func.func @computed_weights_of_few_points
// CHECK-NOT: graph.transpose %arg1
// CHECK: graph.conv %{{.*}}, %arg1
// expected-remark@+1 {{2 run-time transposes after the conversion to channel-last layout}}
func.func @computed_weights_of_few_points(%x: tensor<1x4x5x5xf32>, %w: tensor<6x4x3x3xf32>) -> tensor<1x6x3x3xf32> {
  %0 = graph.conv %x, %w {strides = array<i64: 1, 1>, dilations = array<i64: 1, 1>, pads = array<i64: 0, 0, 0, 0>}
      : (tensor<1x4x5x5xf32>, tensor<6x4x3x3xf32>) -> tensor<1x6x3x3xf32>
  return %0 : tensor<1x6x3x3xf32>
}

// -----

// An operator that is to keep its layout does.
// CHECK-LABEL: @kept
// CHECK: %[[Y:.*]] = graph.conv {{.*}} layout = "NHWC"
// CHECK: %[[Z:.*]] = graph.transpose %[[Y]] [0, 3, 1, 2]
// CHECK: graph.conv %[[Z]], {{.*}} -> tensor<1x4x8x8xf32>
// expected-remark@+1 {{2 run-time transposes after the conversion to channel-last layout}}
func.func @kept(%x: tensor<1x3x8x8xf32>) -> tensor<1x4x8x8xf32> {
  %w = graph.constant dense<1.0> : tensor<4x3x3x3xf32>
  %u = graph.constant dense<1.0> : tensor<4x4x3x3xf32>
  %0 = graph.conv %x, %w {strides = array<i64: 1, 1>, dilations = array<i64: 1, 1>, pads = array<i64: 1, 1, 1, 1>}
      : (tensor<1x3x8x8xf32>, tensor<4x3x3x3xf32>) -> tensor<1x4x8x8xf32>
  %1 = graph.conv %0, %u {graph.keep_layout, strides = array<i64: 1, 1>, dilations = array<i64: 1, 1>, pads = array<i64: 1, 1, 1, 1>}
      : (tensor<1x4x8x8xf32>, tensor<4x4x3x3xf32>) -> tensor<1x4x8x8xf32>
  return %1 : tensor<1x4x8x8xf32>
}

// -----

// Layouts that somebody decided on: a convolution that stays, and a pool that
// gains nothing. The operators say so themselves afterwards.
// CHECK-LABEL: @decided
// CHECK-NOT: graph.data_layout
// CHECK: graph.conv %arg0, {{.*}} -> tensor<1x4x8x8xf32>
// CHECK: graph.max_pool {{.*}} layout = "NHWC"{{.*}} -> tensor<1x4x4x4xf32>
// CHECK-NOT: graph.data_layout
// expected-remark@+1 {{2 run-time transposes after the conversion to channel-last layout}}
func.func @decided(%x: tensor<1x3x8x8xf32>) -> tensor<1x4x4x4xf32> {
  %w = graph.constant dense<1.0> : tensor<4x3x3x3xf32>
  %0 = graph.conv %x, %w {graph.data_layout = "NCHW", strides = array<i64: 1, 1>, dilations = array<i64: 1, 1>, pads = array<i64: 1, 1, 1, 1>}
      : (tensor<1x3x8x8xf32>, tensor<4x3x3x3xf32>) -> tensor<1x4x8x8xf32>
  %1 = graph.max_pool %0 {graph.data_layout = "NHWC", kernel = array<i64: 2, 2>, strides = array<i64: 2, 2>, dilations = array<i64: 1, 1>, pads = array<i64: 0, 0, 0, 0>}
      : (tensor<1x4x8x8xf32>) -> tensor<1x4x4x4xf32>
  return %1 : tensor<1x4x4x4xf32>
}
