// RUN: tvm-opt %s --target-set=entries=max_vector_op_width=512 --graph-winograd --split-input-file -verify-diagnostics | FileCheck %s
// RUN: tvm-opt %s --target-set=entries=max_vector_op_width=512,vectors_per_cycle=1 --graph-winograd --split-input-file | FileCheck %s --check-prefix=SLOW
// RUN: tvm-opt %s --target-set=entries=max_vector_op_width=512 --graph-winograd='force=true' --split-input-file | FileCheck %s --check-prefix=FORCED
// RUN: tvm-opt %s --target-set=entries=max_vector_op_width=512 --graph-winograd='only-recorded=true' --split-input-file | FileCheck %s --check-prefix=RECORDED

// The weights are transformed by two products with one matrix.
// RECORDED-LABEL: @main
// RECORDED: graph.conv {{.*}} {algorithm = #graph.direct,
// CHECK-LABEL: @main
// CHECK-DAG: %[[G:.*]] = graph.constant dense<{{\[\[}}2.500000e-01, 0.000000e+00, 0.000000e+00], [-0.166{{.*}}> : tensor<6x3xf32>
// CHECK-DAG: %[[W:.*]] = graph.constant dense<1.000000e+00> : tensor<64x32x3x3xf32>
// CHECK: %[[ROWS:.*]] = graph.einsum %[[G]], %[[W]] {equation = "yh,oihw->ywio"} {{.*}} -> tensor<6x3x32x64xf32>
// CHECK: %[[U:.*]] = graph.einsum %[[G]], %[[ROWS]] {equation = "xw,ywio->yxio"} {{.*}} -> tensor<6x6x32x64xf32>
// CHECK: graph.winograd_conv %arg0, %[[U]] {pads = array<i64: 1, 1, 0, 2>}
// expected-remark@+1 {{1 convolution by Winograd's F(4x4, 3x3)}}
func.func @main(%x: tensor<1x32x56x56xf32>) -> tensor<1x64x55x57xf32> {
  %w = graph.constant dense<1.0> : tensor<64x32x3x3xf32>
  %y = graph.conv %x, %w {strides = array<i64: 1, 1>, dilations = array<i64: 1, 1>, pads = array<i64: 1, 1, 0, 2>}
      : (tensor<1x32x56x56xf32>, tensor<64x32x3x3xf32>) -> tensor<1x64x55x57xf32>
  return %y : tensor<1x64x55x57xf32>
}

// -----

// Weights may be expressions of constants.
// CHECK-LABEL: @scaled
// CHECK: %[[W:.*]] = graph.mul
// CHECK: graph.einsum %{{.*}}, %[[W]]
// CHECK: graph.winograd_conv
// expected-remark@+1 {{1 convolution by Winograd's F(4x4, 3x3)}}
func.func @scaled(%x: tensor<1x64x56x56xf32>) -> tensor<1x64x56x56xf32> {
  %w = graph.constant dense<1.0> : tensor<64x64x3x3xf32>
  %s = graph.constant dense<2.0> : tensor<64x1x1x1xf32>
  %scaled = graph.mul %w, %s : (tensor<64x64x3x3xf32>, tensor<64x1x1x1xf32>) -> tensor<64x64x3x3xf32>
  %y = graph.conv %x, %scaled {strides = array<i64: 1, 1>, dilations = array<i64: 1, 1>, pads = array<i64: 1, 1, 1, 1>}
      : (tensor<1x64x56x56xf32>, tensor<64x64x3x3xf32>) -> tensor<1x64x56x56xf32>
  return %y : tensor<1x64x56x56xf32>
}

// -----

// A bias stays the convolution's.
// CHECK-LABEL: @bias
// CHECK: graph.winograd_conv %arg0, %{{.*}}, %arg1 {
// expected-remark@+1 {{1 convolution by Winograd's F(4x4, 3x3)}}
func.func @bias(%x: tensor<1x64x56x56xf32>, %b: tensor<64xf32>) -> tensor<1x64x56x56xf32> {
  %w = graph.constant dense<1.0> : tensor<64x64x3x3xf32>
  %y = graph.conv %x, %w, %b {strides = array<i64: 1, 1>, dilations = array<i64: 1, 1>, pads = array<i64: 1, 1, 1, 1>}
      : (tensor<1x64x56x56xf32>, tensor<64x64x3x3xf32>, tensor<64xf32>) -> tensor<1x64x56x56xf32>
  return %y : tensor<1x64x56x56xf32>
}

// -----

// The transformed weights are not the convolution: its decisions are not theirs.
// CHECK-LABEL: @decisions
// CHECK-NOT: graph.apart
// CHECK: graph.winograd_conv {{.*}} {graph.apart,
// expected-remark@+1 {{1 convolution by Winograd's F(4x4, 3x3)}}
func.func @decisions(%x: tensor<1x64x56x56xf32>) -> tensor<1x64x56x56xf32> {
  %w = graph.constant dense<1.0> : tensor<64x64x3x3xf32>
  %y = graph.conv %x, %w {graph.apart, strides = array<i64: 1, 1>, dilations = array<i64: 1, 1>, pads = array<i64: 1, 1, 1, 1>}
      : (tensor<1x64x56x56xf32>, tensor<64x64x3x3xf32>) -> tensor<1x64x56x56xf32>
  return %y : tensor<1x64x56x56xf32>
}

// -----

// How many images there are may be unknown.
// CHECK-LABEL: @batch
// CHECK: graph.winograd_conv {{.*}} -> tensor<?x64x56x56xf32>
// expected-remark@+1 {{1 convolution by Winograd's F(4x4, 3x3)}}
func.func @batch(%x: tensor<?x64x56x56xf32>) -> tensor<?x64x56x56xf32> {
  %w = graph.constant dense<1.0> : tensor<64x64x3x3xf32>
  %y = graph.conv %x, %w {strides = array<i64: 1, 1>, dilations = array<i64: 1, 1>, pads = array<i64: 1, 1, 1, 1>}
      : (tensor<?x64x56x56xf32>, tensor<64x64x3x3xf32>) -> tensor<?x64x56x56xf32>
  return %y : tensor<?x64x56x56xf32>
}

// -----

// Windows that are apart share little.
// CHECK-LABEL: @strided
// CHECK: graph.conv {{.*}} {algorithm = #graph.direct,
func.func @strided(%x: tensor<1x64x56x56xf32>) -> tensor<1x64x28x28xf32> {
  %w = graph.constant dense<1.0> : tensor<64x64x3x3xf32>
  %y = graph.conv %x, %w {strides = array<i64: 2, 2>, dilations = array<i64: 1, 1>, pads = array<i64: 1, 1, 1, 1>}
      : (tensor<1x64x56x56xf32>, tensor<64x64x3x3xf32>) -> tensor<1x64x28x28xf32>
  return %y : tensor<1x64x28x28xf32>
}

// -----

// Nor do dilated ones.
// CHECK-LABEL: @dilated
// CHECK: graph.conv
func.func @dilated(%x: tensor<1x64x56x56xf32>) -> tensor<1x64x54x54xf32> {
  %w = graph.constant dense<1.0> : tensor<64x64x3x3xf32>
  %y = graph.conv %x, %w {strides = array<i64: 1, 1>, dilations = array<i64: 2, 2>, pads = array<i64: 1, 1, 1, 1>}
      : (tensor<1x64x56x56xf32>, tensor<64x64x3x3xf32>) -> tensor<1x64x54x54xf32>
  return %y : tensor<1x64x54x54xf32>
}

// -----

// Groups.
// CHECK-LABEL: @groups
// CHECK: graph.conv
func.func @groups(%x: tensor<1x64x56x56xf32>) -> tensor<1x64x56x56xf32> {
  %w = graph.constant dense<1.0> : tensor<64x32x3x3xf32>
  %y = graph.conv %x, %w {strides = array<i64: 1, 1>, dilations = array<i64: 1, 1>, pads = array<i64: 1, 1, 1, 1>, group = 2}
      : (tensor<1x64x56x56xf32>, tensor<64x32x3x3xf32>) -> tensor<1x64x56x56xf32>
  return %y : tensor<1x64x56x56xf32>
}

// -----

// Other windows.
// CHECK-LABEL: @wide
// CHECK: graph.conv
func.func @wide(%x: tensor<1x64x56x56xf32>) -> tensor<1x64x54x54xf32> {
  %w = graph.constant dense<1.0> : tensor<64x64x5x5xf32>
  %y = graph.conv %x, %w {strides = array<i64: 1, 1>, dilations = array<i64: 1, 1>, pads = array<i64: 1, 1, 1, 1>}
      : (tensor<1x64x56x56xf32>, tensor<64x64x5x5xf32>) -> tensor<1x64x54x54xf32>
  return %y : tensor<1x64x54x54xf32>
}

// -----

// f16 would lose too much.
// CHECK-LABEL: @half
// CHECK: graph.conv
func.func @half(%x: tensor<1x64x56x56xf16>) -> tensor<1x64x56x56xf16> {
  %w = graph.constant dense<1.0> : tensor<64x64x3x3xf16>
  %y = graph.conv %x, %w {strides = array<i64: 1, 1>, dilations = array<i64: 1, 1>, pads = array<i64: 1, 1, 1, 1>}
      : (tensor<1x64x56x56xf16>, tensor<64x64x3x3xf16>) -> tensor<1x64x56x56xf16>
  return %y : tensor<1x64x56x56xf16>
}

// -----

// One spatial dimension.
// CHECK-LABEL: @rank
// CHECK: graph.conv
func.func @rank(%x: tensor<1x64x56xf32>) -> tensor<1x64x56xf32> {
  %w = graph.constant dense<1.0> : tensor<64x64x3xf32>
  %y = graph.conv %x, %w {strides = array<i64: 1>, dilations = array<i64: 1>, pads = array<i64: 1, 1>}
      : (tensor<1x64x56xf32>, tensor<64x64x3xf32>) -> tensor<1x64x56xf32>
  return %y : tensor<1x64x56xf32>
}

// -----

// An image of unknown size.
// CHECK-LABEL: @unknown
// CHECK: graph.conv
func.func @unknown(%x: tensor<1x64x?x56xf32>) -> tensor<1x64x?x56xf32> {
  %w = graph.constant dense<1.0> : tensor<64x64x3x3xf32>
  %y = graph.conv %x, %w {strides = array<i64: 1, 1>, dilations = array<i64: 1, 1>, pads = array<i64: 1, 1, 1, 1>}
      : (tensor<1x64x?x56xf32>, tensor<64x64x3x3xf32>) -> tensor<1x64x?x56xf32>
  return %y : tensor<1x64x?x56xf32>
}

// -----

// Weights that are known when running.
// CHECK-LABEL: @weights
// CHECK: graph.conv
func.func @weights(%x: tensor<1x64x56x56xf32>, %w: tensor<64x64x3x3xf32>) -> tensor<1x64x56x56xf32> {
  %y = graph.conv %x, %w {strides = array<i64: 1, 1>, dilations = array<i64: 1, 1>, pads = array<i64: 1, 1, 1, 1>}
      : (tensor<1x64x56x56xf32>, tensor<64x64x3x3xf32>) -> tensor<1x64x56x56xf32>
  return %y : tensor<1x64x56x56xf32>
}

// -----

// Padding that follows from the size.
// CHECK-LABEL: @padding
// CHECK: graph.conv
func.func @padding(%x: tensor<1x64x56x56xf32>) -> tensor<1x64x56x56xf32> {
  %w = graph.constant dense<1.0> : tensor<64x64x3x3xf32>
  %y = graph.conv %x, %w {strides = array<i64: 1, 1>, dilations = array<i64: 1, 1>, pads = array<i64: 0, 0, 0, 0>, auto_pad = "SAME_UPPER"}
      : (tensor<1x64x56x56xf32>, tensor<64x64x3x3xf32>) -> tensor<1x64x56x56xf32>
  return %y : tensor<1x64x56x56xf32>
}

// -----

// Layouts are converted later.
// CHECK-LABEL: @layout
// CHECK: graph.conv
func.func @layout(%x: tensor<1x56x56x64xf32>) -> tensor<1x56x56x64xf32> {
  %w = graph.constant dense<1.0> : tensor<64x64x3x3xf32>
  %y = graph.conv %x, %w {strides = array<i64: 1, 1>, dilations = array<i64: 1, 1>, pads = array<i64: 1, 1, 1, 1>, layout = "NHWC"}
      : (tensor<1x56x56x64xf32>, tensor<64x64x3x3xf32>) -> tensor<1x56x56x64xf32>
  return %y : tensor<1x56x56x64xf32>
}

// -----

// Four tiles do not make up for four times the weights, but where products take
// twice as long.
// CHECK-LABEL: @few_tiles
// CHECK: graph.conv {{.*}} {algorithm = #graph.direct,
// SLOW-LABEL: @few_tiles
// SLOW: graph.winograd_conv
func.func @few_tiles(%x: tensor<1x512x7x7xf32>) -> tensor<1x512x7x7xf32> {
  %w = graph.constant dense<1.0> : tensor<512x512x3x3xf32>
  %y = graph.conv %x, %w {strides = array<i64: 1, 1>, dilations = array<i64: 1, 1>, pads = array<i64: 1, 1, 1, 1>}
      : (tensor<1x512x7x7xf32>, tensor<512x512x3x3xf32>) -> tensor<1x512x7x7xf32>
  return %y : tensor<1x512x7x7xf32>
}

// -----

// Sixteen channels are enough for the transformations.
// CHECK-LABEL: @sixteen_channels
// CHECK: graph.winograd_conv
// expected-remark@+1 {{1 convolution by Winograd's F(4x4, 3x3)}}
func.func @sixteen_channels(%x: tensor<1x16x56x56xf32>) -> tensor<1x16x56x56xf32> {
  %w = graph.constant dense<1.0> : tensor<16x16x3x3xf32>
  %y = graph.conv %x, %w {strides = array<i64: 1, 1>, dilations = array<i64: 1, 1>, pads = array<i64: 1, 1, 1, 1>}
      : (tensor<1x16x56x56xf32>, tensor<16x16x3x3xf32>) -> tensor<1x16x56x56xf32>
  return %y : tensor<1x16x56x56xf32>
}

// -----

// What three channels save does not.
// CHECK-LABEL: @few_channels
// CHECK: graph.conv {{.*}} {algorithm = #graph.direct,
func.func @few_channels(%x: tensor<1x3x56x56xf32>) -> tensor<1x64x56x56xf32> {
  %w = graph.constant dense<1.0> : tensor<64x3x3x3xf32>
  %y = graph.conv %x, %w {strides = array<i64: 1, 1>, dilations = array<i64: 1, 1>, pads = array<i64: 1, 1, 1, 1>}
      : (tensor<1x3x56x56xf32>, tensor<64x3x3x3xf32>) -> tensor<1x64x56x56xf32>
  return %y : tensor<1x64x56x56xf32>
}

// -----

// Dequantized integers, with dequantized weights, are summed up exactly.
// CHECK-LABEL: @quantized
// CHECK: graph.conv
// CHECK-NOT: graph.winograd_conv
// FORCED-LABEL: @quantized
// FORCED: graph.winograd_conv
func.func @quantized(%x: tensor<1x64x56x56xui8>) -> tensor<1x64x56x56xf32> {
  %z = graph.constant dense<3.0> : tensor<f32>
  %s = graph.constant dense<0.5> : tensor<f32>
  %q = graph.constant dense<1> : tensor<64x64x3x3xi8>
  %c = graph.constant dense<2.0> : tensor<64x1x1x1xf32>
  %i = graph.cast %x {to = f32} : (tensor<1x64x56x56xui8>) -> tensor<1x64x56x56xf32>
  %j = graph.sub %i, %z : (tensor<1x64x56x56xf32>, tensor<f32>) -> tensor<1x64x56x56xf32>
  %d = graph.mul %j, %s : (tensor<1x64x56x56xf32>, tensor<f32>) -> tensor<1x64x56x56xf32>
  %v = graph.cast %q {to = f32} : (tensor<64x64x3x3xi8>) -> tensor<64x64x3x3xf32>
  %w = graph.mul %v, %c : (tensor<64x64x3x3xf32>, tensor<64x1x1x1xf32>) -> tensor<64x64x3x3xf32>
  %y = graph.conv %d, %w {strides = array<i64: 1, 1>, dilations = array<i64: 1, 1>, pads = array<i64: 1, 1, 1, 1>}
      : (tensor<1x64x56x56xf32>, tensor<64x64x3x3xf32>) -> tensor<1x64x56x56xf32>
  return %y : tensor<1x64x56x56xf32>
}

// -----

// So are those whose result becomes integers again.
// CHECK-LABEL: @requantized
// CHECK: graph.conv
// CHECK-NOT: graph.winograd_conv
func.func @requantized(%x: tensor<1x64x56x56xi8>) -> tensor<1x64x56x56xi8> {
  %s = graph.constant dense<0.5> : tensor<f32>
  %w = graph.constant dense<2.0> : tensor<64x64x3x3xf32>
  %b = graph.constant dense<3.0> : tensor<64xf32>
  %i = graph.cast %x {to = f32} : (tensor<1x64x56x56xi8>) -> tensor<1x64x56x56xf32>
  %d = graph.mul %i, %s : (tensor<1x64x56x56xf32>, tensor<f32>) -> tensor<1x64x56x56xf32>
  %r = graph.relu %d : (tensor<1x64x56x56xf32>) -> tensor<1x64x56x56xf32>
  %y = graph.conv %r, %w, %b {strides = array<i64: 1, 1>, dilations = array<i64: 1, 1>, pads = array<i64: 1, 1, 1, 1>}
      : (tensor<1x64x56x56xf32>, tensor<64x64x3x3xf32>, tensor<64xf32>) -> tensor<1x64x56x56xf32>
  %n = graph.round %y : (tensor<1x64x56x56xf32>) -> tensor<1x64x56x56xf32>
  %q = graph.cast %n {to = i8} : (tensor<1x64x56x56xf32>) -> tensor<1x64x56x56xi8>
  return %q : tensor<1x64x56x56xi8>
}

// -----

// Weights alone may be quantized.
// CHECK-LABEL: @quantized_weights
// CHECK: graph.conv
// CHECK-NOT: graph.winograd_conv
// FORCED-LABEL: @quantized_weights
// FORCED: graph.winograd_conv
func.func @quantized_weights(%x: tensor<1x64x56x56xf32>) -> tensor<1x64x56x56xf32> {
  %q = graph.constant dense<1> : tensor<64x64x3x3xi8>
  %c = graph.constant dense<2.0> : tensor<64x1x1x1xf32>
  %v = graph.cast %q {to = f32} : (tensor<64x64x3x3xi8>) -> tensor<64x64x3x3xf32>
  %w = graph.mul %v, %c : (tensor<64x64x3x3xf32>, tensor<64x1x1x1xf32>) -> tensor<64x64x3x3xf32>
  %y = graph.conv %x, %w {strides = array<i64: 1, 1>, dilations = array<i64: 1, 1>, pads = array<i64: 1, 1, 1, 1>}
      : (tensor<1x64x56x56xf32>, tensor<64x64x3x3xf32>) -> tensor<1x64x56x56xf32>
  return %y : tensor<1x64x56x56xf32>
}

// -----

// Averages of integers are as exact.
// CHECK-LABEL: @averages
// CHECK: graph.conv
// CHECK-NOT: graph.winograd_conv
func.func @averages(%x: tensor<1x64x112x112xi8>) -> tensor<1x64x56x56xi8> {
  %s = graph.constant dense<0.5> : tensor<f32>
  %w = graph.constant dense<2.0> : tensor<64x64x3x3xf32>
  %i = graph.cast %x {to = f32} : (tensor<1x64x112x112xi8>) -> tensor<1x64x112x112xf32>
  %d = graph.mul %i, %s : (tensor<1x64x112x112xf32>, tensor<f32>) -> tensor<1x64x112x112xf32>
  %p = graph.average_pool %d {kernel = array<i64: 2, 2>, strides = array<i64: 2, 2>, dilations = array<i64: 1, 1>, pads = array<i64: 0, 0, 0, 0>}
      : (tensor<1x64x112x112xf32>) -> tensor<1x64x56x56xf32>
  %y = graph.conv %p, %w {strides = array<i64: 1, 1>, dilations = array<i64: 1, 1>, pads = array<i64: 1, 1, 1, 1>}
      : (tensor<1x64x56x56xf32>, tensor<64x64x3x3xf32>) -> tensor<1x64x56x56xf32>
  %n = graph.round %y : (tensor<1x64x56x56xf32>) -> tensor<1x64x56x56xf32>
  %q = graph.cast %n {to = i8} : (tensor<1x64x56x56xf32>) -> tensor<1x64x56x56xi8>
  return %q : tensor<1x64x56x56xi8>
}

// -----

// An image of bytes is none, where weights and results are floats.
// CHECK-LABEL: @image
// CHECK: graph.winograd_conv
// expected-remark@+1 {{1 convolution by Winograd's F(4x4, 3x3)}}
func.func @image(%x: tensor<1x64x56x56xui8>) -> tensor<1x64x56x56xf32> {
  %s = graph.constant dense<0.5> : tensor<f32>
  %w = graph.constant dense<2.0> : tensor<64x64x3x3xf32>
  %i = graph.cast %x {to = f32} : (tensor<1x64x56x56xui8>) -> tensor<1x64x56x56xf32>
  %d = graph.mul %i, %s : (tensor<1x64x56x56xf32>, tensor<f32>) -> tensor<1x64x56x56xf32>
  %y = graph.conv %d, %w {strides = array<i64: 1, 1>, dilations = array<i64: 1, 1>, pads = array<i64: 1, 1, 1, 1>}
      : (tensor<1x64x56x56xf32>, tensor<64x64x3x3xf32>) -> tensor<1x64x56x56xf32>
  return %y : tensor<1x64x56x56xf32>
}

// -----

// A recorded decision is obeyed where the estimate says otherwise.
// CHECK-LABEL: @recorded_direct
// CHECK: graph.conv {{.*}} {algorithm = #graph.direct,
// FORCED-LABEL: @recorded_direct
// FORCED: graph.conv {{.*}} {algorithm = #graph.direct,
func.func @recorded_direct(%x: tensor<1x64x56x56xf32>) -> tensor<1x64x56x56xf32> {
  %w = graph.constant dense<1.0> : tensor<64x64x3x3xf32>
  %y = graph.conv %x, %w {algorithm = #graph.direct, strides = array<i64: 1, 1>, dilations = array<i64: 1, 1>, pads = array<i64: 1, 1, 1, 1>}
      : (tensor<1x64x56x56xf32>, tensor<64x64x3x3xf32>) -> tensor<1x64x56x56xf32>
  return %y : tensor<1x64x56x56xf32>
}

// -----

// The same for Winograd's algorithm.
// CHECK-LABEL: @recorded_winograd
// CHECK: graph.winograd_conv
// RECORDED-LABEL: @recorded_winograd
// RECORDED: graph.winograd_conv
// expected-remark@+1 {{1 convolution by Winograd's F(4x4, 3x3)}}
func.func @recorded_winograd(%x: tensor<1x3x56x56xf32>) -> tensor<1x64x56x56xf32> {
  %w = graph.constant dense<1.0> : tensor<64x3x3x3xf32>
  %y = graph.conv %x, %w {algorithm = #graph.winograd<tile = 4>, strides = array<i64: 1, 1>, dilations = array<i64: 1, 1>, pads = array<i64: 1, 1, 1, 1>}
      : (tensor<1x3x56x56xf32>, tensor<64x3x3x3xf32>) -> tensor<1x64x56x56xf32>
  return %y : tensor<1x64x56x56xf32>
}

// -----

// Other tiles, of which each has its own matrix: also where no estimate decides.
// CHECK-LABEL: @recorded_tiles
// CHECK-DAG: %[[G2:.*]] = graph.constant dense<{{\[\[}}-1.000000e+00, 0.000000e+00, 0.000000e+00], [5.000000e-01, 5.000000e-01, 5.000000e-01], [5.000000e-01, -5.000000e-01, 5.000000e-01], [0.000000e+00, 0.000000e+00, 1.000000e+00]]> : tensor<4x3xf32>
// CHECK: %[[ROWS:.*]] = graph.einsum %[[G2]], %{{.*}} -> tensor<4x3x64x64xf32>
// CHECK: %[[U2:.*]] = graph.einsum %[[G2]], %[[ROWS]] {{.*}} -> tensor<4x4x64x64xf32>
// CHECK: graph.winograd_conv %arg0, %[[U2]]
// CHECK: %[[G6:.*]] = graph.constant {{.*}} : tensor<8x3xf32>
// CHECK: %[[U6:.*]] = graph.einsum %[[G6]], {{.*}} -> tensor<8x8x64x64xf32>
// CHECK: graph.winograd_conv %{{.*}}, %[[U6]]
// RECORDED-LABEL: @recorded_tiles
// RECORDED: graph.winograd_conv {{.*}}tensor<4x4x64x64xf32>
// RECORDED: graph.winograd_conv {{.*}}tensor<8x8x64x64xf32>
// RECORDED: graph.winograd_conv {{.*}}tensor<8x8x64x64xf32>
// expected-remark@+2 {{1 convolution by Winograd's F(2x2, 3x3)}}
// expected-remark@+1 {{2 convolutions by Winograd's F(6x6, 3x3)}}
func.func @recorded_tiles(%x: tensor<1x64x56x56xf32>) -> tensor<1x64x56x56xf32> {
  %w = graph.constant dense<1.0> : tensor<64x64x3x3xf32>
  %y = graph.conv %x, %w {algorithm = #graph.winograd<tile = 2>, strides = array<i64: 1, 1>, dilations = array<i64: 1, 1>, pads = array<i64: 1, 1, 1, 1>}
      : (tensor<1x64x56x56xf32>, tensor<64x64x3x3xf32>) -> tensor<1x64x56x56xf32>
  %z = graph.conv %y, %w {algorithm = #graph.winograd<tile = 6>, strides = array<i64: 1, 1>, dilations = array<i64: 1, 1>, pads = array<i64: 1, 1, 1, 1>}
      : (tensor<1x64x56x56xf32>, tensor<64x64x3x3xf32>) -> tensor<1x64x56x56xf32>
  %r = graph.conv %z, %w {algorithm = #graph.winograd<tile = 6>, strides = array<i64: 1, 1>, dilations = array<i64: 1, 1>, pads = array<i64: 1, 1, 1, 1>}
      : (tensor<1x64x56x56xf32>, tensor<64x64x3x3xf32>) -> tensor<1x64x56x56xf32>
  return %r : tensor<1x64x56x56xf32>
}
