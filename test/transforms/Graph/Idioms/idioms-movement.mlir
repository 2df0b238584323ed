// RUN: tvm-opt %s --graph-simplify | FileCheck %s

// CHECK-LABEL: func.func @transposed_a(
func.func @transposed_a(%a: tensor<4x2x3xf32>, %b: tensor<4x2x5xf32>) -> tensor<4x3x5xf32> {
  // CHECK-NEXT: graph.matmul %arg0, %arg1 {transpose_a = true} : (tensor<4x2x3xf32>, tensor<4x2x5xf32>) -> tensor<4x3x5xf32>
  %t = graph.transpose %a [0, 2, 1] : (tensor<4x2x3xf32>) -> tensor<4x3x2xf32>
  %c = graph.matmul %t, %b : (tensor<4x3x2xf32>, tensor<4x2x5xf32>) -> tensor<4x3x5xf32>
  return %c : tensor<4x3x5xf32>
}

// A transpose of what is transposed already.
// CHECK-LABEL: func.func @transposed_b(
func.func @transposed_b(%a: tensor<3x2xf32>, %b: tensor<2x5xf32>) -> tensor<3x5xf32> {
  // CHECK-NEXT: graph.matmul %arg0, %arg1 : (tensor<3x2xf32>, tensor<2x5xf32>) -> tensor<3x5xf32>
  %t = graph.transpose %b [1, 0] : (tensor<2x5xf32>) -> tensor<5x2xf32>
  %c = graph.matmul %a, %t {transpose_b = true} : (tensor<3x2xf32>, tensor<5x2xf32>) -> tensor<3x5xf32>
  return %c : tensor<3x5xf32>
}

// Not one that moves batches.
// CHECK-LABEL: func.func @transposed_batch(
func.func @transposed_batch(%a: tensor<2x4x3xf32>, %b: tensor<4x3x5xf32>) -> tensor<4x2x5xf32> {
  // CHECK-NEXT: graph.transpose
  %t = graph.transpose %a [1, 0, 2] : (tensor<2x4x3xf32>) -> tensor<4x2x3xf32>
  %c = graph.matmul %t, %b : (tensor<4x2x3xf32>, tensor<4x3x5xf32>) -> tensor<4x2x5xf32>
  return %c : tensor<4x2x5xf32>
}

// PyTorch's pixel_shuffle.
// CHECK-LABEL: func.func @pixel_shuffle(
func.func @pixel_shuffle(%x: tensor<?x8x3x5xf32>) -> tensor<?x2x6x10xf32> {
  // CHECK-NEXT: graph.depth_to_space %arg0 by 2 crd : (tensor<?x8x3x5xf32>) -> tensor<?x2x6x10xf32>
  %s = graph.constant dense<[0, 2, 2, 2, 3, 5]> : tensor<6xi64>
  %e = graph.constant dense<[0, 2, 6, 10]> : tensor<4xi64>
  %0 = graph.reshape %x, %s : (tensor<?x8x3x5xf32>, tensor<6xi64>) -> tensor<?x2x2x2x3x5xf32>
  %1 = graph.transpose %0 [0, 1, 4, 2, 5, 3] : (tensor<?x2x2x2x3x5xf32>) -> tensor<?x2x3x2x5x2xf32>
  %2 = graph.reshape %1, %e : (tensor<?x2x3x2x5x2xf32>, tensor<4xi64>) -> tensor<?x2x6x10xf32>
  return %2 : tensor<?x2x6x10xf32>
}

// CHECK-LABEL: func.func @depth_to_space(
func.func @depth_to_space(%x: tensor<1x12x3x5xf32>) -> tensor<1x3x6x10xf32> {
  // CHECK-NEXT: graph.depth_to_space %arg0 by 2 : (tensor<1x12x3x5xf32>) -> tensor<1x3x6x10xf32>
  %s = graph.constant dense<[1, 2, 2, 3, 3, 5]> : tensor<6xi64>
  %e = graph.constant dense<[1, 3, 6, 10]> : tensor<4xi64>
  %0 = graph.reshape %x, %s : (tensor<1x12x3x5xf32>, tensor<6xi64>) -> tensor<1x2x2x3x3x5xf32>
  %1 = graph.transpose %0 [0, 3, 4, 1, 5, 2] : (tensor<1x2x2x3x3x5xf32>) -> tensor<1x3x3x2x5x2xf32>
  %2 = graph.reshape %1, %e : (tensor<1x3x3x2x5x2xf32>, tensor<4xi64>) -> tensor<1x3x6x10xf32>
  return %2 : tensor<1x3x6x10xf32>
}

// CHECK-LABEL: func.func @space_to_depth(
func.func @space_to_depth(%x: tensor<1x3x6x10xf32>) -> tensor<1x12x3x5xf32> {
  // CHECK-NEXT: graph.space_to_depth %arg0 by 2 : (tensor<1x3x6x10xf32>) -> tensor<1x12x3x5xf32>
  %s = graph.constant dense<[1, 3, 3, 2, 5, 2]> : tensor<6xi64>
  %e = graph.constant dense<[1, 12, 3, 5]> : tensor<4xi64>
  %0 = graph.reshape %x, %s : (tensor<1x3x6x10xf32>, tensor<6xi64>) -> tensor<1x3x3x2x5x2xf32>
  %1 = graph.transpose %0 [0, 3, 5, 1, 2, 4] : (tensor<1x3x3x2x5x2xf32>) -> tensor<1x2x2x3x3x5xf32>
  %2 = graph.reshape %1, %e : (tensor<1x2x2x3x3x5xf32>, tensor<4xi64>) -> tensor<1x12x3x5xf32>
  return %2 : tensor<1x12x3x5xf32>
}

// PyTorch's pixel_unshuffle.
// CHECK-LABEL: func.func @pixel_unshuffle(
func.func @pixel_unshuffle(%x: tensor<1x3x6x10xf32>) -> tensor<1x12x3x5xf32> {
  // CHECK-NEXT: graph.space_to_depth %arg0 by 2 crd : (tensor<1x3x6x10xf32>) -> tensor<1x12x3x5xf32>
  %s = graph.constant dense<[1, 3, 3, 2, 5, 2]> : tensor<6xi64>
  %e = graph.constant dense<[1, 12, 3, 5]> : tensor<4xi64>
  %0 = graph.reshape %x, %s : (tensor<1x3x6x10xf32>, tensor<6xi64>) -> tensor<1x3x3x2x5x2xf32>
  %1 = graph.transpose %0 [0, 1, 3, 5, 2, 4] : (tensor<1x3x3x2x5x2xf32>) -> tensor<1x3x2x2x3x5xf32>
  %2 = graph.reshape %1, %e : (tensor<1x3x2x2x3x5xf32>, tensor<4xi64>) -> tensor<1x12x3x5xf32>
  return %2 : tensor<1x12x3x5xf32>
}

// Blocks of 2 by 3 pixels are none of these.
// CHECK-LABEL: func.func @oblong_blocks(
func.func @oblong_blocks(%x: tensor<1x3x6x9xf32>) -> tensor<1x18x3x3xf32> {
  // CHECK: graph.transpose
  %s = graph.constant dense<[1, 3, 3, 2, 3, 3]> : tensor<6xi64>
  %e = graph.constant dense<[1, 18, 3, 3]> : tensor<4xi64>
  %0 = graph.reshape %x, %s : (tensor<1x3x6x9xf32>, tensor<6xi64>) -> tensor<1x3x3x2x3x3xf32>
  %1 = graph.transpose %0 [0, 3, 5, 1, 2, 4] : (tensor<1x3x3x2x3x3xf32>) -> tensor<1x2x3x3x3x3xf32>
  %2 = graph.reshape %1, %e : (tensor<1x2x3x3x3x3xf32>, tensor<4xi64>) -> tensor<1x18x3x3xf32>
  return %2 : tensor<1x18x3x3xf32>
}

// A channel shuffle is none, though its axes move in the same way.
// CHECK-LABEL: func.func @other_sizes(
func.func @other_sizes(%x: tensor<1x24x2x2xf32>) -> tensor<1x4x6x4xf32> {
  // CHECK: graph.transpose
  %s = graph.constant dense<[1, 4, 3, 2, 2, 2]> : tensor<6xi64>
  %e = graph.constant dense<[1, 4, 6, 4]> : tensor<4xi64>
  %0 = graph.reshape %x, %s : (tensor<1x24x2x2xf32>, tensor<6xi64>) -> tensor<1x4x3x2x2x2xf32>
  %1 = graph.transpose %0 [0, 1, 4, 2, 5, 3] : (tensor<1x4x3x2x2x2xf32>) -> tensor<1x4x2x3x2x2xf32>
  %2 = graph.reshape %1, %e : (tensor<1x4x2x3x2x2xf32>, tensor<4xi64>) -> tensor<1x4x6x4xf32>
  return %2 : tensor<1x4x6x4xf32>
}

// What is split and put together again.
// CHECK-LABEL: func.func @concat_of_split(
func.func @concat_of_split(%x: tensor<2x9xf32>) -> tensor<2x9xf32> {
  // CHECK-NEXT: return %arg0
  %0 = graph.slice %x axes [1] starts [0] ends [4] steps [1] : (tensor<2x9xf32>) -> tensor<2x4xf32>
  %1 = graph.slice %x axes [1] starts [4] ends [6] steps [1] : (tensor<2x9xf32>) -> tensor<2x2xf32>
  %2 = graph.slice %x axes [1] starts [-3] ends [9] steps [1] : (tensor<2x9xf32>) -> tensor<2x3xf32>
  %y = graph.concat %0, %1, %2 axis -1 : (tensor<2x4xf32>, tensor<2x2xf32>, tensor<2x3xf32>) -> tensor<2x9xf32>
  return %y : tensor<2x9xf32>
}

// In another order, it stays.
// CHECK-LABEL: func.func @concat_of_exchanged_parts(
func.func @concat_of_exchanged_parts(%x: tensor<2x8xf32>) -> tensor<2x8xf32> {
  // CHECK: graph.concat
  %0 = graph.slice %x axes [1] starts [0] ends [4] steps [1] : (tensor<2x8xf32>) -> tensor<2x4xf32>
  %1 = graph.slice %x axes [1] starts [4] ends [8] steps [1] : (tensor<2x8xf32>) -> tensor<2x4xf32>
  %y = graph.concat %1, %0 axis 1 : (tensor<2x4xf32>, tensor<2x4xf32>) -> tensor<2x8xf32>
  return %y : tensor<2x8xf32>
}

// So does what puts parts together along another axis.
// CHECK-LABEL: func.func @concat_along_another_axis(
func.func @concat_along_another_axis(%x: tensor<8x8xf32>) -> tensor<16x4xf32> {
  // CHECK: graph.concat
  %0 = graph.slice %x axes [1] starts [0] ends [4] steps [1] : (tensor<8x8xf32>) -> tensor<8x4xf32>
  %1 = graph.slice %x axes [1] starts [4] ends [8] steps [1] : (tensor<8x8xf32>) -> tensor<8x4xf32>
  %y = graph.concat %0, %1 axis 0 : (tensor<8x4xf32>, tensor<8x4xf32>) -> tensor<16x4xf32>
  return %y : tensor<16x4xf32>
}

// What is put together and split again; the second part is one of an input.
// CHECK-LABEL: func.func @split_of_concat(
func.func @split_of_concat(%a: tensor<2x4xf32>, %b: tensor<2x5xf32>) -> (tensor<2x4xf32>, tensor<2x2xf32>) {
  // CHECK-NEXT: %[[P:.*]] = graph.slice %arg1 axes [1] starts [1] ends [3] steps [1]
  // CHECK-NEXT: return %arg0, %[[P]]
  %x = graph.concat %a, %b axis 1 : (tensor<2x4xf32>, tensor<2x5xf32>) -> tensor<2x9xf32>
  %0 = graph.slice %x axes [1] starts [0] ends [4] steps [1] : (tensor<2x9xf32>) -> tensor<2x4xf32>
  %1 = graph.slice %x axes [-1] starts [5] ends [-2] steps [1] : (tensor<2x9xf32>) -> tensor<2x2xf32>
  return %0, %1 : tensor<2x4xf32>, tensor<2x2xf32>
}

// A part of two inputs stays.
// CHECK-LABEL: func.func @split_across_inputs(
func.func @split_across_inputs(%a: tensor<2x4xf32>, %b: tensor<2x5xf32>) -> tensor<2x4xf32> {
  // CHECK: graph.concat
  %x = graph.concat %a, %b axis 1 : (tensor<2x4xf32>, tensor<2x5xf32>) -> tensor<2x9xf32>
  %0 = graph.slice %x axes [1] starts [2] ends [6] steps [1] : (tensor<2x9xf32>) -> tensor<2x4xf32>
  return %0 : tensor<2x4xf32>
}
