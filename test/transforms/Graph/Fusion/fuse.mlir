// RUN: tvm-opt %s --graph-fuse -split-input-file | FileCheck %s
// RUN: tvm-opt %s --graph-fuse=max-operators=1 -split-input-file | FileCheck %s --check-prefix=SINGLE

// Element-wise chains are one kernel; equal groups share it.
// CHECK: module @fused_exp_relu
// CHECK-NOT: module @
// CHECK-LABEL: func.func @shared
// CHECK-COUNT-2: graph.launch @fused_exp_relu::@fused_exp_relu
// SINGLE-COUNT-4: graph.launch
func.func @shared(%x: tensor<4xf32>, %y: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %0 = graph.exp %x : (tensor<4xf32>) -> tensor<4xf32>
  %1 = graph.relu %0 : (tensor<4xf32>) -> tensor<4xf32>
  %2 = graph.exp %y : (tensor<4xf32>) -> tensor<4xf32>
  %3 = graph.relu %2 : (tensor<4xf32>) -> tensor<4xf32>
  return %1, %3 : tensor<4xf32>, tensor<4xf32>
}

// -----

// A diamond: both ways meet in the post-dominator.
// CHECK: module @fused_exp_relu_neg_add
// CHECK-LABEL: func.func @diamond
// CHECK-COUNT-1: graph.launch
// CHECK-NOT: graph.launch
func.func @diamond(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = graph.exp %x : (tensor<4xf32>) -> tensor<4xf32>
  %1 = graph.relu %0 : (tensor<4xf32>) -> tensor<4xf32>
  %2 = graph.neg %0 : (tensor<4xf32>) -> tensor<4xf32>
  %3 = graph.add %1, %2 : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return %3 : tensor<4xf32>
}

// -----

// A value that escapes ends its group.
// CHECK-LABEL: func.func @escape
// CHECK-COUNT-2: graph.launch
func.func @escape(%x: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %0 = graph.exp %x : (tensor<4xf32>) -> tensor<4xf32>
  %1 = graph.relu %0 : (tensor<4xf32>) -> tensor<4xf32>
  return %0, %1 : tensor<4xf32>, tensor<4xf32>
}

// -----

// Results of unknown size: dimensions follow from the arguments. Small
// constants are part of the kernel.
// CHECK: graph.constant
// CHECK-LABEL: func.func @dynamic
// CHECK-SAME: (%[[X:.*]]: tensor<?xf32>)
// CHECK: %[[DIM:.*]] = tensor.dim %[[X]]
// CHECK: tensor.empty(%[[DIM]])
// CHECK: graph.launch @{{.*}}(%[[X]] : tensor<?xf32>)
func.func @dynamic(%x: tensor<?xf32>) -> tensor<?xf32> {
  %c = graph.constant dense<2.0> : tensor<f32>
  %0 = graph.exp %x : (tensor<?xf32>) -> tensor<?xf32>
  %1 = graph.mul %0, %c : (tensor<?xf32>, tensor<f32>) -> tensor<?xf32>
  return %1 : tensor<?xf32>
}

// -----

// A size that only data tells (of a range) cannot be a size inside of a kernel:
// the range is a kernel of its own, what follows takes its result.
// CHECK-LABEL: module @fused_cast_sqrt
// CHECK-NOT: graph.range
// CHECK: module @fused_range
// CHECK: graph.range
func.func @range_is_alone(%n: tensor<i64>) -> tensor<?xf32> {
  %zero = graph.constant dense<0> : tensor<i64>
  %one = graph.constant dense<1> : tensor<i64>
  %r = graph.range %zero, %n, %one : (tensor<i64>, tensor<i64>, tensor<i64>) -> tensor<?xi64>
  %f = graph.cast %r {to = f32} : (tensor<?xi64>) -> tensor<?xf32>
  %s = graph.sqrt %f : (tensor<?xf32>) -> tensor<?xf32>
  return %s : tensor<?xf32>
}

// -----

// Nor can the size of a tensor that only the elements of a shape tell, inside of
// the kernel, where that tensor is unknown.
// CHECK-LABEL: module @fused_relu
// CHECK: module @fused_reshape
// CHECK: module @fused_shape
func.func @reshape_is_alone(%x: tensor<?xf32>, %like: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %s = graph.shape %like from 0 to 2 : (tensor<?x?xf32>) -> tensor<2xi64>
  %y = graph.reshape %x, %s : (tensor<?xf32>, tensor<2xi64>) -> tensor<?x?xf32>
  %z = graph.relu %y : (tensor<?x?xf32>) -> tensor<?x?xf32>
  return %z : tensor<?x?xf32>
}

// -----

// A convolution in channel-last layout reads and writes transposed data as fast
// as its own: data, border and result of another layout are its kernel's
// matter, and so is a residual in the result's layout.
// CHECK: module @fused_transpose_pad_transpose_conv
// CHECK-LABEL: func.func @transposed
// CHECK-COUNT-1: graph.launch
// CHECK-NOT: graph.launch
func.func @transposed(%x: tensor<1x3x8x8xf32>, %w: tensor<3x3x3x16xf32>, %r: tensor<1x16x8x8xf32>) -> tensor<1x16x8x8xf32> {
  %0 = graph.transpose %r [0, 2, 3, 1] : (tensor<1x16x8x8xf32>) -> tensor<1x8x8x16xf32>
  %1 = graph.pad %x low [0, 0, 1, 1] high [0, 0, 1, 1] mode constant : (tensor<1x3x8x8xf32>) -> tensor<1x3x10x10xf32>
  %2 = graph.transpose %1 [0, 2, 3, 1] : (tensor<1x3x10x10xf32>) -> tensor<1x10x10x3xf32>
  %3 = graph.conv %2, %w {strides = array<i64: 1, 1>, dilations = array<i64: 1, 1>, pads = array<i64: 0, 0, 0, 0>,
      layout = "NHWC", kernel_layout = "HWIO"} : (tensor<1x10x10x3xf32>, tensor<3x3x3x16xf32>) -> tensor<1x8x8x16xf32>
  %4 = graph.add %3, %0 : (tensor<1x8x8x16xf32>, tensor<1x8x8x16xf32>) -> tensor<1x8x8x16xf32>
  %5 = graph.transpose %4 [0, 3, 1, 2] : (tensor<1x8x8x16xf32>) -> tensor<1x16x8x8xf32>
  return %5 : tensor<1x16x8x8xf32>
}

// -----

// Not so a transposed residual of a result that is not, a transpose that others
// read as well, and the data of a convolution in groups.
// CHECK-LABEL: func.func @apart
// CHECK-COUNT-5: graph.launch
func.func @apart(%x: tensor<1x4x8x8xf32>, %w: tensor<1x1x4x4xf32>, %g: tensor<1x1x1x4xf32>, %r: tensor<1x4x8x8xf32>)
    -> (tensor<1x8x8x4xf32>, tensor<1x8x8x4xf32>, tensor<1x8x8x4xf32>) {
  %0 = graph.transpose %r [0, 2, 3, 1] : (tensor<1x4x8x8xf32>) -> tensor<1x8x8x4xf32>
  %1 = graph.transpose %x [0, 2, 3, 1] : (tensor<1x4x8x8xf32>) -> tensor<1x8x8x4xf32>
  %2 = graph.conv %1, %w {strides = array<i64: 1, 1>, dilations = array<i64: 1, 1>, pads = array<i64: 0, 0, 0, 0>,
      layout = "NHWC", kernel_layout = "HWIO"} : (tensor<1x8x8x4xf32>, tensor<1x1x4x4xf32>) -> tensor<1x8x8x4xf32>
  %3 = graph.add %2, %0 : (tensor<1x8x8x4xf32>, tensor<1x8x8x4xf32>) -> tensor<1x8x8x4xf32>
  %4 = graph.transpose %r [0, 3, 2, 1] : (tensor<1x4x8x8xf32>) -> tensor<1x8x8x4xf32>
  %5 = graph.conv %4, %g {strides = array<i64: 1, 1>, dilations = array<i64: 1, 1>, pads = array<i64: 0, 0, 0, 0>,
      layout = "NHWC", kernel_layout = "HWIO", group = 4 : i64} : (tensor<1x8x8x4xf32>, tensor<1x1x1x4xf32>) -> tensor<1x8x8x4xf32>
  return %1, %3, %5 : tensor<1x8x8x4xf32>, tensor<1x8x8x4xf32>, tensor<1x8x8x4xf32>
}

// -----

// Each region has kernels of its own; what it sees of outside are operands.
// CHECK: module @fused_exp_add
// CHECK-LABEL: func.func @regions
// CHECK-SAME: (%[[C:.*]]: i1, %[[X:.*]]: tensor<4xf32>)
func.func @regions(%c: i1, %x: tensor<4xf32>) -> tensor<4xf32> {
  // CHECK: %[[A:.*]] = graph.launch @fused_neg::@fused_neg(%[[X]] : tensor<4xf32>)
  %a = graph.neg %x : (tensor<4xf32>) -> tensor<4xf32>
  // CHECK: %[[Y:.*]] = scf.if %[[C]]
  %y = scf.if %c -> tensor<4xf32> {
    // CHECK: %[[B:.*]] = graph.launch @fused_exp_add::@fused_exp_add(%[[A]] : tensor<4xf32>)
    // CHECK: scf.yield %[[B]]
    %e = graph.exp %a : (tensor<4xf32>) -> tensor<4xf32>
    %b = graph.add %e, %a : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
    scf.yield %b : tensor<4xf32>
  } else {
    scf.yield %a : tensor<4xf32>
  }
  // CHECK: graph.launch @fused_neg::@fused_neg(%[[Y]]
  %z = graph.neg %y : (tensor<4xf32>) -> tensor<4xf32>
  return %z : tensor<4xf32>
}

// -----

// Rows as many as the model is run with: bias and residual are known to have
// the shape of the product, whose epilogue they are.
// CHECK-LABEL: func.func @dynamic_epilogue
// CHECK: graph.launch @fused_matmul_add_add
// CHECK-NOT: graph.launch
func.func @dynamic_epilogue(%x: tensor<?x8xf32>, %w: tensor<8x4xf32>, %b: tensor<4xf32>, %r: tensor<?x4xf32>) -> tensor<?x4xf32> {
  %0 = graph.matmul %x, %w : (tensor<?x8xf32>, tensor<8x4xf32>) -> tensor<?x4xf32>
  %1 = graph.add %0, %b {graph.equal_dims = array<i64: 1, 0>} : (tensor<?x4xf32>, tensor<4xf32>) -> tensor<?x4xf32>
  %2 = graph.add %1, %r {graph.equal_dims = array<i64: 1, 1>} : (tensor<?x4xf32>, tensor<?x4xf32>) -> tensor<?x4xf32>
  return %2 : tensor<?x4xf32>
}

// -----

// What may broadcast the product is a kernel of its own.
// CHECK-LABEL: func.func @dynamic_broadcast
// CHECK: graph.launch @fused_matmul::
// CHECK: graph.launch @fused_add::
func.func @dynamic_broadcast(%x: tensor<?x8xf32>, %w: tensor<8x4xf32>, %r: tensor<?x4xf32>) -> tensor<?x4xf32> {
  %0 = graph.matmul %x, %w : (tensor<?x8xf32>, tensor<8x4xf32>) -> tensor<?x4xf32>
  %1 = graph.add %0, %r : (tensor<?x4xf32>, tensor<?x4xf32>) -> tensor<?x4xf32>
  return %1 : tensor<?x4xf32>
}

// -----

// A reshape of an argument, between kernels and of what is returned is the same
// memory.
// CHECK-NOT: module @fused_reshape
// CHECK-LABEL: func.func @view
// CHECK: %[[X:.*]] = tensor.collapse_shape %{{.*}} : tensor<6x4xf32> into tensor<24xf32>
// CHECK: %[[Y:.*]] = tensor.expand_shape %[[X]] {{\[\[}}0, 1, 2]] output_shape [2, 3, 4] : tensor<24xf32> into tensor<2x3x4xf32>
// CHECK: %[[S:.*]] = graph.launch @fused_softmax{{.*}}(%[[Y]] :
// CHECK: %[[V:.*]] = tensor.collapse_shape %[[S]] {{\[\[}}0, 1, 2]] : tensor<2x3x4xf32> into tensor<24xf32>
// CHECK: %[[W:.*]] = tensor.expand_shape %[[V]] {{\[\[}}0, 1]] output_shape [6, 4] : tensor<24xf32> into tensor<6x4xf32>
// CHECK: %[[T:.*]] = graph.launch @fused_softmax{{.*}}(%[[W]] :
// CHECK: %[[R:.*]] = tensor.collapse_shape %[[T]]
// CHECK: return %[[R]]
func.func @view(%x: tensor<6x4xf32>) -> tensor<24xf32> {
  %0 = graph.constant dense<[2, 3, 4]> : tensor<3xi64>
  %1 = graph.constant dense<[6, 4]> : tensor<2xi64>
  %2 = graph.constant dense<[24]> : tensor<1xi64>
  %3 = graph.reshape %x, %0 : (tensor<6x4xf32>, tensor<3xi64>) -> tensor<2x3x4xf32>
  %4 = graph.softmax %3 [2] : (tensor<2x3x4xf32>) -> tensor<2x3x4xf32>
  %5 = graph.reshape %4, %1 : (tensor<2x3x4xf32>, tensor<2xi64>) -> tensor<6x4xf32>
  %6 = graph.softmax %5 [1] : (tensor<6x4xf32>) -> tensor<6x4xf32>
  %7 = graph.reshape %6, %2 : (tensor<6x4xf32>, tensor<1xi64>) -> tensor<24xf32>
  return %7 : tensor<24xf32>
}

// -----

// So is a row of what a kernel computes, also where it is reshaped. Positions
// outside are none: such a row is a copy.
// CHECK-LABEL: func.func @row
// CHECK: %[[S:.*]] = graph.launch @fused_softmax
// CHECK: %[[A:.*]] = tensor.collapse_shape %[[S]]
// CHECK: %[[B:.*]] = tensor.extract_slice %[[A]][12] [12] [1] : tensor<24xf32> to tensor<12xf32>
// CHECK: %[[C:.*]] = tensor.expand_shape %[[B]] {{.*}} into tensor<6x2xf32>
// CHECK: graph.launch @fused_softmax{{.*}}(%[[C]] :
// CHECK: graph.launch @fused_gather
func.func @row(%x: tensor<2x3x4xf32>) -> (tensor<6x2xf32>, tensor<3x4xf32>) {
  %last = graph.constant dense<-1> : tensor<i64>
  %outside = graph.constant dense<2> : tensor<i64>
  %shape = graph.constant dense<[6, 2]> : tensor<2xi64>
  %0 = graph.softmax %x [2] : (tensor<2x3x4xf32>) -> tensor<2x3x4xf32>
  %1 = graph.gather %0, %last axis 0 : (tensor<2x3x4xf32>, tensor<i64>) -> tensor<3x4xf32>
  %2 = graph.reshape %1, %shape : (tensor<3x4xf32>, tensor<2xi64>) -> tensor<6x2xf32>
  %3 = graph.softmax %2 [1] : (tensor<6x2xf32>) -> tensor<6x2xf32>
  %4 = graph.gather %0, %outside axis 0 : (tensor<2x3x4xf32>, tensor<i64>) -> tensor<3x4xf32>
  %5 = graph.softmax %4 [1] : (tensor<3x4xf32>) -> tensor<3x4xf32>
  return %3, %5 : tensor<6x2xf32>, tensor<3x4xf32>
}

// -----

// In front of what a kernel computes and behind it as well, but not in its
// midst: rows of a concatenation that are transposed are another kernel's.
// CHECK: module @fused_relu_reshape_transpose
// CHECK: module @fused_concat
// CHECK-LABEL: func.func @views_around
// CHECK-DAG: %[[X:.*]] = tensor.expand_shape %{{.*}} into tensor<3x4x1xf32>
// CHECK-DAG: %[[Y:.*]] = tensor.expand_shape %{{.*}} into tensor<3x4x1xf32>
// CHECK: %[[C:.*]] = graph.launch @fused_concat::@fused_concat(%[[X]], %[[Y]] :
// CHECK: tensor.collapse_shape %[[C]]
// CHECK: %[[T:.*]] = graph.launch @fused_relu_reshape_transpose
// CHECK-NOT: graph.launch
// CHECK: %[[F:.*]] = tensor.collapse_shape %[[T]]
// CHECK: %[[R:.*]] = tensor.expand_shape %[[F]] {{.*}} into tensor<3x8xf32>
// CHECK: return %{{.*}}, %[[R]]
func.func @views_around(%x: tensor<3x4xf32>, %y: tensor<3x4xf32>) -> (tensor<3x8xf32>, tensor<3x8xf32>) {
  %column = graph.constant dense<[3, 4, 1]> : tensor<3xi64>
  %pairs = graph.constant dense<[3, 8]> : tensor<2xi64>
  %halves = graph.constant dense<[3, 2, 4]> : tensor<3xi64>
  %0 = graph.reshape %x, %column : (tensor<3x4xf32>, tensor<3xi64>) -> tensor<3x4x1xf32>
  %1 = graph.reshape %y, %column : (tensor<3x4xf32>, tensor<3xi64>) -> tensor<3x4x1xf32>
  %2 = graph.concat %0, %1 axis 2 : (tensor<3x4x1xf32>, tensor<3x4x1xf32>) -> tensor<3x4x2xf32>
  %3 = graph.reshape %2, %pairs : (tensor<3x4x2xf32>, tensor<2xi64>) -> tensor<3x8xf32>
  %4 = graph.relu %3 : (tensor<3x8xf32>) -> tensor<3x8xf32>
  %5 = graph.reshape %4, %halves : (tensor<3x8xf32>, tensor<3xi64>) -> tensor<3x2x4xf32>
  %6 = graph.transpose %5 [0, 2, 1] : (tensor<3x2x4xf32>) -> tensor<3x4x2xf32>
  %7 = graph.reshape %6, %pairs : (tensor<3x4x2xf32>, tensor<2xi64>) -> tensor<3x8xf32>
  return %3, %7 : tensor<3x8xf32>, tensor<3x8xf32>
}

// -----

// A product reads transposed operands itself, and writes rows to other places;
// reshapes around that are the same memory.
// CHECK: module @fused_transpose_matmul_transpose
// CHECK-LABEL: func.func @moved_rows
// CHECK: graph.launch @fused_softmax
// CHECK: %[[X:.*]] = tensor.expand_shape {{.*}} into tensor<5x2x4xf32>
// CHECK: %[[Y:.*]] = graph.launch @fused_transpose_matmul_transpose{{.*}}(%[[X]],
// CHECK: %[[Z:.*]] = tensor.collapse_shape %[[Y]]
// CHECK: %[[R:.*]] = tensor.expand_shape %[[Z]] {{.*}} into tensor<5x10xf32>
// CHECK: graph.launch @fused_softmax{{.*}}(%[[R]] :
// CHECK-NOT: graph.launch
func.func @moved_rows(%x: tensor<5x8xf32>, %k: tensor<2x4x5xf32>) -> tensor<5x10xf32> {
  %heads = graph.constant dense<[5, 2, 4]> : tensor<3xi64>
  %rows = graph.constant dense<[5, 10]> : tensor<2xi64>
  %0 = graph.softmax %x [1] : (tensor<5x8xf32>) -> tensor<5x8xf32>
  %1 = graph.reshape %0, %heads : (tensor<5x8xf32>, tensor<3xi64>) -> tensor<5x2x4xf32>
  %2 = graph.transpose %1 [1, 0, 2] : (tensor<5x2x4xf32>) -> tensor<2x5x4xf32>
  %3 = graph.matmul %2, %k : (tensor<2x5x4xf32>, tensor<2x4x5xf32>) -> tensor<2x5x5xf32>
  %4 = graph.transpose %3 [1, 0, 2] : (tensor<2x5x5xf32>) -> tensor<5x2x5xf32>
  %5 = graph.reshape %4, %rows : (tensor<5x2x5xf32>, tensor<2xi64>) -> tensor<5x10xf32>
  %6 = graph.softmax %5 [1] : (tensor<5x10xf32>) -> tensor<5x10xf32>
  return %6 : tensor<5x10xf32>
}

// -----

// Columns of a product become rows of another kernel's.
// CHECK-LABEL: func.func @moved_columns
// CHECK: graph.launch @fused_matmul::
// CHECK: graph.launch @fused_transpose::
func.func @moved_columns(%x: tensor<5x8xf32>, %w: tensor<8x4xf32>) -> tensor<4x5xf32> {
  %0 = graph.matmul %x, %w : (tensor<5x8xf32>, tensor<8x4xf32>) -> tensor<5x4xf32>
  %1 = graph.transpose %0 [1, 0] : (tensor<5x4xf32>) -> tensor<4x5xf32>
  return %1 : tensor<4x5xf32>
}

// -----

// A kernel chooses among at most 16 tensors of unknown sizes, so that one of two
// concatenations of nine stays apart.
// CHECK-LABEL: func.func @concatenations
// CHECK: graph.launch @fused_concat::
// CHECK: graph.launch @fused_concat_concat::
// CHECK-NOT: graph.launch
func.func @concatenations(%x0: tensor<?xf32>, %x1: tensor<?xf32>, %x2: tensor<?xf32>, %x3: tensor<?xf32>, %x4: tensor<?xf32>, %x5: tensor<?xf32>, %x6: tensor<?xf32>, %x7: tensor<?xf32>, %x8: tensor<?xf32>, %x9: tensor<?xf32>, %x10: tensor<?xf32>, %x11: tensor<?xf32>, %x12: tensor<?xf32>, %x13: tensor<?xf32>, %x14: tensor<?xf32>, %x15: tensor<?xf32>, %x16: tensor<?xf32>, %x17: tensor<?xf32>, %z: tensor<?xf32>, %v: tensor<?xf32>) -> tensor<?xf32> {
  %0 = graph.concat %x0, %x1, %x2, %x3, %x4, %x5, %x6, %x7, %x8 axis 0 : (tensor<?xf32>, tensor<?xf32>, tensor<?xf32>, tensor<?xf32>, tensor<?xf32>, tensor<?xf32>, tensor<?xf32>, tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  %1 = graph.concat %x9, %x10, %x11, %x12, %x13, %x14, %x15, %x16, %x17 axis 0 : (tensor<?xf32>, tensor<?xf32>, tensor<?xf32>, tensor<?xf32>, tensor<?xf32>, tensor<?xf32>, tensor<?xf32>, tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  %2 = graph.concat %0, %1, %z, %v axis 0 : (tensor<?xf32>, tensor<?xf32>, tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %2 : tensor<?xf32>
}
