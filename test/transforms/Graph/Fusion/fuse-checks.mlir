// RUN: tvm-opt %s --graph-fuse | FileCheck %s

// What is unknown is compared when the model runs: sizes that broadcast, inner
// dimensions, and those beside the axis of a concatenation, not along it.
// CHECK-LABEL: func.func @main
// CHECK-DAG: graph.check %{{.*}}, "add: cannot broadcast a dimension of {0} and one of {1}"
// CHECK-DAG: graph.check %{{.*}}, "matmul: expected equal inner dimensions, got {0} and {1}"
// CHECK-DAG: graph.check %{{.*}}, "concat: expected equal dimensions, got {0} and {1}"
func.func @main(%x: tensor<8xf32>, %y: tensor<4x?xf32>, %w: tensor<5x3xf32>, %z: tensor<?x8xf32>)
    -> (tensor<4x8xf32>, tensor<4x3xf32>, tensor<4x?xf32>) {
  %0 = graph.add %x, %y : (tensor<8xf32>, tensor<4x?xf32>) -> tensor<4x8xf32>
  %1 = graph.matmul %y, %w : (tensor<4x?xf32>, tensor<5x3xf32>) -> tensor<4x3xf32>
  %2 = graph.concat %0, %z axis 1 : (tensor<4x8xf32>, tensor<?x8xf32>) -> tensor<4x?xf32>
  return %0, %1, %2 : tensor<4x8xf32>, tensor<4x3xf32>, tensor<4x?xf32>
}

// A bias and weights of unknown numbers of channels.
// CHECK-LABEL: func.func @bias
// CHECK: graph.check %{{.*}}, "conv: expected equal numbers of biases and channels, got {0} and {1}"
func.func @bias(%x: tensor<1x4x9xf32>, %w: tensor<8x4x3xf32>, %b: tensor<?xf32>) -> tensor<1x8x7xf32> {
  %0 = graph.conv %x, %w, %b {strides = array<i64: 1>, dilations = array<i64: 1>, pads = array<i64: 0, 0>}
      : (tensor<1x4x9xf32>, tensor<8x4x3xf32>, tensor<?xf32>) -> tensor<1x8x7xf32>
  return %0 : tensor<1x8x7xf32>
}

// CHECK-LABEL: func.func @winograd_bias
// CHECK: graph.check %{{.*}}, "winograd_conv: expected equal numbers of biases and channels, got {0} and {1}"
func.func @winograd_bias(%x: tensor<1x4x9x9xf32>, %u: tensor<6x6x4x8xf32>, %b: tensor<?xf32>) -> tensor<1x8x7x7xf32> {
  %0 = graph.winograd_conv %x, %u, %b {pads = array<i64: 0, 0, 0, 0>}
      : (tensor<1x4x9x9xf32>, tensor<6x6x4x8xf32>, tensor<?xf32>) -> tensor<1x8x7x7xf32>
  return %0 : tensor<1x8x7x7xf32>
}

// CHECK-LABEL: func.func @along
// CHECK-NOT: graph.check
func.func @along(%x: tensor<4x3xf32>, %y: tensor<?x3xf32>) -> tensor<?x3xf32> {
  %0 = graph.concat %x, %y axis -2 : (tensor<4x3xf32>, tensor<?x3xf32>) -> tensor<?x3xf32>
  return %0 : tensor<?x3xf32>
}

// A reshape whose sizes are known to agree, and one whose sizes are not.
// CHECK-LABEL: func.func @reshapes
// CHECK-NOT: graph.check
// CHECK: graph.check %{{.*}}, "reshape: cannot reshape {0} elements to {1}"
// CHECK-NOT: graph.check
func.func @reshapes(%x: tensor<?x?x768xf32>, %y: tensor<?xf32>) -> (tensor<?x?x12x64xf32>, tensor<2x3xf32>) {
  %heads = graph.constant dense<[0, 0, 12, 64]> : tensor<4xi64>
  %six = graph.constant dense<[2, 3]> : tensor<2xi64>
  %0 = graph.reshape %x, %heads : (tensor<?x?x768xf32>, tensor<4xi64>) -> tensor<?x?x12x64xf32>
  %1 = graph.reshape %y, %six : (tensor<?xf32>, tensor<2xi64>) -> tensor<2x3xf32>
  return %0, %1 : tensor<?x?x12x64xf32>, tensor<2x3xf32>
}

// Windows that are larger than what they move over, where that is not known;
// with auto_pad one always fits.
// CHECK-LABEL: func.func @windows
// CHECK-NOT: graph.check
// CHECK: %[[PADDED:.*]] = arith.addi %{{.*}}, %c2
// CHECK: %[[FITS:.*]] = arith.cmpi sge, %[[PADDED]], %c3
// CHECK: graph.check %[[FITS]], "winograd_conv: expected window size of at most {1}, got {0}"
// CHECK: graph.check %{{.*}}, "average_pool: expected window size of at most {1}, got {0}"
// CHECK-NOT: graph.check
func.func @windows(%x: tensor<1x64x?x56xf32>, %u: tensor<6x6x64x64xf32>)
    -> (tensor<1x64x?x56xf32>, tensor<1x64x?x18xf32>, tensor<1x64x?x19xf32>) {
  %0 = graph.winograd_conv %x, %u {pads = array<i64: 1, 1, 1, 1>}
      : (tensor<1x64x?x56xf32>, tensor<6x6x64x64xf32>) -> tensor<1x64x?x56xf32>
  %1 = graph.average_pool %x {kernel = array<i64: 3, 3>, strides = array<i64: 3, 3>,
        dilations = array<i64: 1, 1>, pads = array<i64: 0, 0, 0, 0>}
      : (tensor<1x64x?x56xf32>) -> tensor<1x64x?x18xf32>
  %2 = graph.max_pool %x {kernel = array<i64: 3, 3>, strides = array<i64: 3, 3>,
        dilations = array<i64: 1, 1>, pads = array<i64: 0, 0, 0, 0>, auto_pad = "SAME_UPPER"}
      : (tensor<1x64x?x56xf32>) -> tensor<1x64x?x19xf32>
  return %0, %1, %2 : tensor<1x64x?x56xf32>, tensor<1x64x?x18xf32>, tensor<1x64x?x19xf32>
}

// What reads at clamped indices asks for elements, where the size is not known
// and the result is not empty for certain.
// CHECK-LABEL: func.func @elements
// CHECK-NOT: graph.check
// CHECK-DAG: %[[HAS:.*]] = arith.cmpi ne, %[[N:.*]], %c0
// CHECK-DAG: %[[NONE:.*]] = arith.cmpi eq, %[[K:.*]], %c0
// CHECK: %[[FINE:.*]] = arith.ori %[[HAS]], %[[NONE]]
// CHECK: graph.check %[[FINE]], "gather: expected at least 1 element to read along axis 0, got {0}"(%[[N]])
// CHECK: graph.check %{{.*}}, "pad: expected at least 1 element to read along axis 0, got {0}"
// CHECK-NOT: graph.check
func.func @elements(%x: tensor<?x7xf32>, %w: tensor<5x7xf32>, %i: tensor<?xi64>)
    -> (tensor<?x7xf32>, tensor<?x7xf32>, tensor<?x7xf32>, tensor<?x7xf32>) {
  %0 = graph.gather %x, %i axis 0 : (tensor<?x7xf32>, tensor<?xi64>) -> tensor<?x7xf32>
  %1 = graph.gather %w, %i axis 0 : (tensor<5x7xf32>, tensor<?xi64>) -> tensor<?x7xf32>
  %2 = graph.pad %x low [1, 0] high [0, 0] mode edge : (tensor<?x7xf32>) -> tensor<?x7xf32>
  %3 = graph.pad %x low [1, 0] high [0, 0] mode constant : (tensor<?x7xf32>) -> tensor<?x7xf32>
  return %0, %1, %2, %3 : tensor<?x7xf32>, tensor<?x7xf32>, tensor<?x7xf32>, tensor<?x7xf32>
}

// So does what asks for the index of an element.
// CHECK-LABEL: func.func @indices
// CHECK-NOT: graph.check
// CHECK: graph.check %{{.*}}, "arg_max: expected at least 1 element to read along axis 0, got {0}"
// CHECK-NOT: graph.check
func.func @indices(%x: tensor<?x7xf32>) -> (tensor<7xi64>, tensor<?xi64>) {
  %0 = graph.arg_max %x [0] : (tensor<?x7xf32>) -> tensor<7xi64>
  %1 = graph.arg_min %x [1] : (tensor<?x7xf32>) -> tensor<?xi64>
  return %0, %1 : tensor<7xi64>, tensor<?xi64>
}

// A slice whose type says a size that a run may contradict.
// CHECK-LABEL: func.func @promises
// CHECK-NOT: graph.check
// CHECK: graph.check %{{.*}}, "slice: expected equal sizes, got {0} and {1}"
// CHECK-NOT: graph.check
func.func @promises(%x: tensor<?x7xf32>) -> (tensor<3x7xf32>, tensor<?x2xf32>) {
  %0 = graph.slice %x axes [0] starts [0] ends [3] steps [1] : (tensor<?x7xf32>) -> tensor<3x7xf32>
  %1 = graph.slice %x axes [1] starts [0] ends [2] steps [1] : (tensor<?x7xf32>) -> tensor<?x2xf32>
  return %0, %1 : tensor<3x7xf32>, tensor<?x2xf32>
}
