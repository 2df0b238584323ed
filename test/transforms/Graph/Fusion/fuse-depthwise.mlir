// RUN: tvm-opt %s --target-set=entries=L2_cache_size_in_bytes=16384 --graph-fuse -split-input-file | FileCheck %s
// RUN: tvm-opt %s --target-set=entries=L2_cache_size_in_bytes=32768 --graph-fuse -split-input-file | FileCheck %s --check-prefix=LARGE
// RUN: tvm-opt %s --target-set=entries=L2_cache_size_in_bytes=4096 --graph-fuse -split-input-file | FileCheck %s --check-prefix=SMALL
// RUN: tvm-opt %s --target-set=entries=L2_cache_size_in_bytes=16384 "--graph-fuse=max-operators=5" -split-input-file | FileCheck %s --check-prefix=FEW
// RUN: tvm-opt %s --target-set=entries=L2_cache_size_in_bytes=16384,max_vector_op_width=512,vector_registers=32 --graph-fuse -split-input-file | FileCheck %s --check-prefix=WIDE

// The 10.5 KiB between both convolutions leave half of a cache of 16 KiB, a row
// of them (768 bytes) and the weights (2 KiB) do not. Half of 32 KiB holds all,
// half of 4 KiB not even that. A limit of operators holds. The convolutions of
// the one kernel have roles, as no other operator does.
// CHECK: module @fused_conv_add_relu_conv
// CHECK: graph.conv {{.*}}graph.role = #graph.role<chain_depthwise>
// CHECK-NEXT: graph.add
// CHECK-NEXT: graph.relu
// CHECK-NEXT: graph.conv {{.*}}graph.role = #graph.role<chain_pointwise>
// CHECK-NEXT: graph.add
// CHECK-NEXT: graph.relu
// CHECK-LABEL: func.func @depthwise
// CHECK: graph.launch {{.*}} {fusion = #graph.fusion<because = depthwise_chain, apart = result>}
// CHECK-NOT: graph.launch
// LARGE-NOT: graph.role
// LARGE-LABEL: func.func @depthwise
// LARGE-COUNT-1: graph.launch {{.*}} {fusion = #graph.fusion<because = post_dominator, apart = traffic>}
// LARGE-COUNT-1: graph.launch
// SMALL-LABEL: func.func @depthwise
// SMALL-COUNT-2: graph.launch
// FEW-LABEL: func.func @depthwise
// FEW-COUNT-1: graph.launch {{.*}} {fusion = #graph.fusion<because = post_dominator, apart = limit>}
// FEW-COUNT-1: graph.launch
func.func @depthwise(%x: tensor<1x14x12x16xf32>, %w: tensor<3x3x1x16xf32>, %b: tensor<16xf32>, %v: tensor<1x1x16x32xf32>, %r: tensor<1x14x12x32xf32>)
    -> tensor<1x14x12x32xf32> {
  %0 = graph.conv %x, %w {strides = array<i64: 1, 1>, dilations = array<i64: 1, 1>, pads = array<i64: 1, 1, 1, 1>, group = 16 : i64,
      layout = "NHWC", kernel_layout = "HWIO"} : (tensor<1x14x12x16xf32>, tensor<3x3x1x16xf32>) -> tensor<1x14x12x16xf32>
  %1 = graph.add %0, %b : (tensor<1x14x12x16xf32>, tensor<16xf32>) -> tensor<1x14x12x16xf32>
  %2 = graph.relu %1 : (tensor<1x14x12x16xf32>) -> tensor<1x14x12x16xf32>
  %3 = graph.conv %2, %v {strides = array<i64: 1, 1>, dilations = array<i64: 1, 1>, pads = array<i64: 0, 0, 0, 0>,
      layout = "NHWC", kernel_layout = "HWIO"} : (tensor<1x14x12x16xf32>, tensor<1x1x16x32xf32>) -> tensor<1x14x12x32xf32>
  %4 = graph.add %3, %r : (tensor<1x14x12x32xf32>, tensor<1x14x12x32xf32>) -> tensor<1x14x12x32xf32>
  %5 = graph.relu %4 : (tensor<1x14x12x32xf32>) -> tensor<1x14x12x32xf32>
  return %5 : tensor<1x14x12x32xf32>
}

// -----

// Tiles of six points do not divide rows of 14: the rule would not take the
// kernel. Those of a machine with vectors of 512 bits have seven points.
// CHECK-LABEL: func.func @uneven
// CHECK-COUNT-1: graph.launch {{.*}} {fusion = #graph.fusion<because = post_dominator, apart = tiles>}
// CHECK-COUNT-1: graph.launch
// WIDE-LABEL: func.func @uneven
// WIDE-COUNT-1: graph.launch
// WIDE-NOT: graph.launch
func.func @uneven(%x: tensor<1x14x14x16xf32>, %w: tensor<3x3x1x16xf32>, %v: tensor<1x1x16x32xf32>) -> tensor<1x14x14x32xf32> {
  %0 = graph.conv %x, %w {strides = array<i64: 1, 1>, dilations = array<i64: 1, 1>, pads = array<i64: 1, 1, 1, 1>, group = 16 : i64,
      layout = "NHWC", kernel_layout = "HWIO"} : (tensor<1x14x14x16xf32>, tensor<3x3x1x16xf32>) -> tensor<1x14x14x16xf32>
  %1 = graph.relu %0 : (tensor<1x14x14x16xf32>) -> tensor<1x14x14x16xf32>
  %2 = graph.conv %1, %v {strides = array<i64: 1, 1>, dilations = array<i64: 1, 1>, pads = array<i64: 0, 0, 0, 0>,
      layout = "NHWC", kernel_layout = "HWIO"} : (tensor<1x14x14x16xf32>, tensor<1x1x16x32xf32>) -> tensor<1x14x14x32xf32>
  return %2 : tensor<1x14x14x32xf32>
}

// -----

// A bias is an element-wise computation between them, also by itself.
// WIDE-LABEL: func.func @bias
// CHECK-LABEL: func.func @bias
// CHECK: graph.launch {{.*}} {fusion = #graph.fusion<because = depthwise_chain, apart = result>}
// CHECK-NOT: graph.launch
func.func @bias(%x: tensor<1x14x12x16xf32>, %w: tensor<3x3x1x16xf32>, %b: tensor<16xf32>, %v: tensor<1x1x16x32xf32>) -> tensor<1x14x12x32xf32> {
  %0 = graph.conv %x, %w, %b {strides = array<i64: 1, 1>, dilations = array<i64: 1, 1>, pads = array<i64: 1, 1, 1, 1>, group = 16 : i64,
      layout = "NHWC", kernel_layout = "HWIO"} : (tensor<1x14x12x16xf32>, tensor<3x3x1x16xf32>, tensor<16xf32>) -> tensor<1x14x12x16xf32>
  %1 = graph.conv %0, %v {strides = array<i64: 1, 1>, dilations = array<i64: 1, 1>, pads = array<i64: 0, 0, 0, 0>,
      layout = "NHWC", kernel_layout = "HWIO"} : (tensor<1x14x12x16xf32>, tensor<1x1x16x32xf32>) -> tensor<1x14x12x32xf32>
  return %1 : tensor<1x14x12x32xf32>
}

// -----

// What reads the sums twice adds the bias twice, which is one computation still.
// CHECK-LABEL: func.func @bias_twice
// CHECK: graph.launch {{.*}} {fusion = #graph.fusion<because = depthwise_chain, apart = result>}
// CHECK-NOT: graph.launch
func.func @bias_twice(%x: tensor<1x14x12x16xf32>, %w: tensor<3x3x1x16xf32>, %b: tensor<16xf32>, %v: tensor<1x1x16x32xf32>) -> tensor<1x14x12x32xf32> {
  %0 = graph.conv %x, %w, %b {strides = array<i64: 1, 1>, dilations = array<i64: 1, 1>, pads = array<i64: 1, 1, 1, 1>, group = 16 : i64,
      layout = "NHWC", kernel_layout = "HWIO"} : (tensor<1x14x12x16xf32>, tensor<3x3x1x16xf32>, tensor<16xf32>) -> tensor<1x14x12x16xf32>
  %1 = graph.sigmoid %0 : (tensor<1x14x12x16xf32>) -> tensor<1x14x12x16xf32>
  %2 = graph.mul %0, %1 : (tensor<1x14x12x16xf32>, tensor<1x14x12x16xf32>) -> tensor<1x14x12x16xf32>
  %3 = graph.conv %2, %v {strides = array<i64: 1, 1>, dilations = array<i64: 1, 1>, pads = array<i64: 0, 0, 0, 0>,
      layout = "NHWC", kernel_layout = "HWIO"} : (tensor<1x14x12x16xf32>, tensor<1x1x16x32xf32>) -> tensor<1x14x12x32xf32>
  return %3 : tensor<1x14x12x32xf32>
}

// -----

// Nothing is element-wise between them.
// CHECK-LABEL: func.func @nothing
// CHECK-COUNT-2: graph.launch
func.func @nothing(%x: tensor<1x14x12x16xf32>, %w: tensor<3x3x1x16xf32>, %v: tensor<1x1x16x32xf32>) -> tensor<1x14x12x32xf32> {
  %0 = graph.conv %x, %w {strides = array<i64: 1, 1>, dilations = array<i64: 1, 1>, pads = array<i64: 1, 1, 1, 1>, group = 16 : i64,
      layout = "NHWC", kernel_layout = "HWIO"} : (tensor<1x14x12x16xf32>, tensor<3x3x1x16xf32>) -> tensor<1x14x12x16xf32>
  %2 = graph.conv %0, %v {strides = array<i64: 1, 1>, dilations = array<i64: 1, 1>, pads = array<i64: 0, 0, 0, 0>,
      layout = "NHWC", kernel_layout = "HWIO"} : (tensor<1x14x12x16xf32>, tensor<1x1x16x32xf32>) -> tensor<1x14x12x32xf32>
  return %2 : tensor<1x14x12x32xf32>
}

// -----

// What is between them is more than one computation: the exponentials are read
// twice.
// CHECK-LABEL: func.func @twice
// CHECK-COUNT-2: graph.launch
func.func @twice(%x: tensor<1x14x12x16xf32>, %w: tensor<3x3x1x16xf32>, %v: tensor<1x1x16x32xf32>) -> tensor<1x14x12x32xf32> {
  %0 = graph.conv %x, %w {strides = array<i64: 1, 1>, dilations = array<i64: 1, 1>, pads = array<i64: 1, 1, 1, 1>, group = 16 : i64,
      layout = "NHWC", kernel_layout = "HWIO"} : (tensor<1x14x12x16xf32>, tensor<3x3x1x16xf32>) -> tensor<1x14x12x16xf32>
  %e = graph.exp %0 : (tensor<1x14x12x16xf32>) -> tensor<1x14x12x16xf32>
  %r = graph.relu %e : (tensor<1x14x12x16xf32>) -> tensor<1x14x12x16xf32>
  %1 = graph.mul %e, %r : (tensor<1x14x12x16xf32>, tensor<1x14x12x16xf32>) -> tensor<1x14x12x16xf32>
  %2 = graph.conv %1, %v {strides = array<i64: 1, 1>, dilations = array<i64: 1, 1>, pads = array<i64: 0, 0, 0, 0>,
      layout = "NHWC", kernel_layout = "HWIO"} : (tensor<1x14x12x16xf32>, tensor<1x1x16x32xf32>) -> tensor<1x14x12x32xf32>
  return %2 : tensor<1x14x12x32xf32>
}

// -----

// Others read what is between.
// CHECK-LABEL: func.func @between
// CHECK-COUNT-2: graph.launch
func.func @between(%x: tensor<1x14x14x16xf32>, %w: tensor<3x3x1x16xf32>, %v: tensor<1x1x16x32xf32>) -> (tensor<1x14x14x16xf32>, tensor<1x14x14x32xf32>) {
  %0 = graph.conv %x, %w {strides = array<i64: 1, 1>, dilations = array<i64: 1, 1>, pads = array<i64: 1, 1, 1, 1>, group = 16 : i64,
      layout = "NHWC", kernel_layout = "HWIO"} : (tensor<1x14x14x16xf32>, tensor<3x3x1x16xf32>) -> tensor<1x14x14x16xf32>
  %1 = graph.conv %0, %v {strides = array<i64: 1, 1>, dilations = array<i64: 1, 1>, pads = array<i64: 0, 0, 0, 0>,
      layout = "NHWC", kernel_layout = "HWIO"} : (tensor<1x14x14x16xf32>, tensor<1x1x16x32xf32>) -> tensor<1x14x14x32xf32>
  return %0, %1 : tensor<1x14x14x16xf32>, tensor<1x14x14x32xf32>
}

// -----

// The first convolution is over all channels; the second one takes steps, and
// is of windows; the number of images is unknown.
// CHECK-LABEL: func.func @others
// CHECK-COUNT-8: graph.launch
func.func @others(%x: tensor<1x14x14x16xf32>, %u: tensor<3x3x16x16xf32>, %w: tensor<3x3x1x16xf32>, %v: tensor<1x1x16x32xf32>, %s: tensor<3x3x16x32xf32>,
                  %d: tensor<?x14x14x16xf32>)
    -> (tensor<1x14x14x32xf32>, tensor<1x7x7x32xf32>, tensor<1x14x14x32xf32>, tensor<?x14x14x32xf32>) {
  %0 = graph.conv %x, %u {strides = array<i64: 1, 1>, dilations = array<i64: 1, 1>, pads = array<i64: 1, 1, 1, 1>,
      layout = "NHWC", kernel_layout = "HWIO"} : (tensor<1x14x14x16xf32>, tensor<3x3x16x16xf32>) -> tensor<1x14x14x16xf32>
  %1 = graph.conv %0, %v {strides = array<i64: 1, 1>, dilations = array<i64: 1, 1>, pads = array<i64: 0, 0, 0, 0>,
      layout = "NHWC", kernel_layout = "HWIO"} : (tensor<1x14x14x16xf32>, tensor<1x1x16x32xf32>) -> tensor<1x14x14x32xf32>
  %2 = graph.conv %x, %w {strides = array<i64: 1, 1>, dilations = array<i64: 1, 1>, pads = array<i64: 1, 1, 1, 1>, group = 16 : i64,
      layout = "NHWC", kernel_layout = "HWIO"} : (tensor<1x14x14x16xf32>, tensor<3x3x1x16xf32>) -> tensor<1x14x14x16xf32>
  %3 = graph.conv %2, %v {strides = array<i64: 2, 2>, dilations = array<i64: 1, 1>, pads = array<i64: 0, 0, 0, 0>,
      layout = "NHWC", kernel_layout = "HWIO"} : (tensor<1x14x14x16xf32>, tensor<1x1x16x32xf32>) -> tensor<1x7x7x32xf32>
  %4 = graph.conv %x, %w {strides = array<i64: 1, 1>, dilations = array<i64: 2, 2>, pads = array<i64: 2, 2, 2, 2>, group = 16 : i64,
      layout = "NHWC", kernel_layout = "HWIO"} : (tensor<1x14x14x16xf32>, tensor<3x3x1x16xf32>) -> tensor<1x14x14x16xf32>
  %5 = graph.conv %4, %s {strides = array<i64: 1, 1>, dilations = array<i64: 1, 1>, pads = array<i64: 1, 1, 1, 1>,
      layout = "NHWC", kernel_layout = "HWIO"} : (tensor<1x14x14x16xf32>, tensor<3x3x16x32xf32>) -> tensor<1x14x14x32xf32>
  %6 = graph.conv %d, %w {strides = array<i64: 1, 1>, dilations = array<i64: 1, 1>, pads = array<i64: 1, 1, 1, 1>, group = 16 : i64,
      layout = "NHWC", kernel_layout = "HWIO"} : (tensor<?x14x14x16xf32>, tensor<3x3x1x16xf32>) -> tensor<?x14x14x16xf32>
  %7 = graph.conv %6, %v {strides = array<i64: 1, 1>, dilations = array<i64: 1, 1>, pads = array<i64: 0, 0, 0, 0>,
      layout = "NHWC", kernel_layout = "HWIO"} : (tensor<?x14x14x16xf32>, tensor<1x1x16x32xf32>) -> tensor<?x14x14x32xf32>
  return %1, %3, %5, %7 : tensor<1x14x14x32xf32>, tensor<1x7x7x32xf32>, tensor<1x14x14x32xf32>, tensor<?x14x14x32xf32>
}
