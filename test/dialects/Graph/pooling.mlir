// RUN: tvm-opt %s | tvm-opt | FileCheck %s

// CHECK-LABEL: @pool
func.func @pool(%x: tensor<1x2x9x?xf32>, %u: tensor<1x2x5xui8>) {
  // A last window that is cut counts with ceil_mode.
  // CHECK: graph.max_pool {{.*}}ceil_mode = true{{.*}} -> tensor<1x2x5x?xf32>
  %0 = graph.max_pool %x {kernel = array<i64: 2, 2>, strides = array<i64: 2, 2>,
      dilations = array<i64: 1, 1>, pads = array<i64: 0, 0, 0, 0>, ceil_mode = true}
      : (tensor<1x2x9x?xf32>) -> tensor<1x2x5x?xf32>
  // CHECK: graph.max_pool_with_indices
  %1, %2 = graph.max_pool_with_indices %u {kernel = array<i64: 3>, strides = array<i64: 1>,
      dilations = array<i64: 1>, pads = array<i64: 1, 1>, column_major = true}
      : (tensor<1x2x5xui8>) -> (tensor<1x2x5xui8>, tensor<1x2x5xi64>)
  // CHECK: graph.average_pool {{.*}}count_include_pad = true
  %3 = graph.average_pool %x {kernel = array<i64: 2, 2>, strides = array<i64: 1, 1>,
      dilations = array<i64: 1, 1>, pads = array<i64: 1, 1, 0, 0>, count_include_pad = true}
      : (tensor<1x2x9x?xf32>) -> tensor<1x2x9x?xf32>
  // CHECK: graph.lp_pool {{.*}}p = 2
  %4 = graph.lp_pool %x {kernel = array<i64: 2, 2>, strides = array<i64: 1, 1>,
      dilations = array<i64: 1, 1>, pads = array<i64: 1, 1, 0, 0>, p = 2}
      : (tensor<1x2x9x?xf32>) -> tensor<1x2x9x?xf32>
  return
}
