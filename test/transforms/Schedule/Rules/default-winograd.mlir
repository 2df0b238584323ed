// RUN: tvm-opt %s --pass-pipeline='builtin.module(target-set{entries=max_vector_op_width=128,vector_registers=16},func.func(convert-graph-to-te,te-inline-computes),canonicalize,cse,convert-te-to-loops,schedule-generate)' -split-input-file | FileCheck %s
// RUN: tvm-opt %s --pass-pipeline='builtin.module(target-set{entries=max_vector_op_width=128,vector_registers=16},func.func(convert-graph-to-te,te-inline-computes),canonicalize,cse,convert-te-to-loops,schedule-generate,schedule-apply)' -split-input-file | FileCheck %s --check-prefix=LOOPS

// A vector of channels of a tile is transformed in registers, both coordinates
// one after the other; the products are tiled as any others.
// CHECK-LABEL: transform.named_sequence
// CHECK: %[[DATA:.*]] = schedule.get_block "transform_data{{[0-9]*}}" in
// CHECK: %[[L:.*]]:6 = schedule.get_loops of %[[DATA]]
// CHECK: %[[C:.*]]:2 = schedule.split %[[L]]#5 by [0, 4]
// CHECK: schedule.reorder %[[L]]#2, %[[L]]#3, %[[L]]#4, %[[C]]#0, %[[L]]#0, %[[L]]#1, %[[C]]#1
// CHECK: %[[ROWS:.*]] = schedule.get_block "transform_data_rows{{[0-9]*}}" in
// CHECK: schedule.compute_at %[[ROWS]], %[[C]]#0
// CHECK: schedule.vectorize %[[C]]#1
// CHECK: schedule.unroll %[[L]]#0
// CHECK: schedule.unroll %[[L]]#1
// CHECK: %[[Y:.*]]:4 = schedule.get_loops
// CHECK: %[[R:.*]]:2 = schedule.split %[[Y]]#1 by [0, 4]
// CHECK: %[[X:.*]]:3 = schedule.split %[[Y]]#2 by [0, 1, 4]
// CHECK: %[[K:.*]]:2 = schedule.split %[[Y]]#3 by [0, 4]
// CHECK: schedule.reorder %[[Y]]#0, %[[R]]#0, %[[X]]#0, %[[X]]#1, %[[K]]#0, %[[R]]#1, %[[X]]#2, %[[K]]#1
// CHECK: schedule.get_block "transform_result{{[0-9]*}}" in
// CHECK: schedule.compute_at %{{.*}}, %[[K]]#0
// CHECK: schedule.get_block "transform_result_rows{{[0-9]*}}" in
// CHECK: schedule.vectorize %[[K]]#1
// CHECK: %[[PRODUCTS:.*]] = schedule.get_block "multiply{{[0-9]*}}" in
// CHECK: schedule.transform_layout %[[PRODUCTS]] capture 1
// CHECK: schedule.decompose_reduction
// LOOPS-LABEL: func.func @nhwc
// LOOPS: memref.alloca() : memref<6x6x1x1x1x4xf32>
// LOOPS: te.block "transform_data_rows{{[0-9]*}}"
// LOOPS: te.block "transform_data{{[0-9]*}}"
// LOOPS: te.block "multiply{{[0-9]*}}"
// LOOPS: memref.alloca() : memref<4x6x1x1x1x4xf32>
// LOOPS: te.block "transform_result_rows{{[0-9]*}}"
// LOOPS: memref.alloca() : memref<4x4x1x1x1x4xf32>
// LOOPS: te.block "transform_result{{[0-9]*}}"
func.func @nhwc(%x: tensor<1x8x8x16xf32>, %u: tensor<6x6x16x16xf32> {graph.constant}, %b: tensor<16xf32>) -> tensor<1x8x8x16xf32> {
  %0 = graph.winograd_conv %x, %u {pads = array<i64: 1, 1, 1, 1>, layout = "NHWC"}
      : (tensor<1x8x8x16xf32>, tensor<6x6x16x16xf32>) -> tensor<1x8x8x16xf32>
  %1 = graph.add %0, %b : (tensor<1x8x8x16xf32>, tensor<16xf32>) -> tensor<1x8x8x16xf32>
  return %1 : tensor<1x8x8x16xf32>
}

// -----

// A result in NCHW, of tiles that overhang it: rows of a tile are contiguous,
// what lies outside is not stored.
// CHECK-LABEL: transform.named_sequence
// CHECK: %[[Y:.*]]:4 = schedule.get_loops
// CHECK: %[[R:.*]]:2 = schedule.split %[[Y]]#2 by [0, 4]
// CHECK: %[[X:.*]]:3 = schedule.split %[[Y]]#3 by [0, 1, 4]
// CHECK: %[[K:.*]]:2 = schedule.split %[[Y]]#1 by [0, 3]
// CHECK: schedule.reorder %[[Y]]#0, %[[R]]#0, %[[X]]#0, %[[K]]#0, %[[X]]#1, %[[R]]#1, %[[K]]#1, %[[X]]#2
// CHECK: schedule.vectorize %[[X]]#2
// LOOPS-LABEL: func.func @nchw
// LOOPS: te.block "transform_result{{[0-9]*}}"
// LOOPS: te.block {{.*}} if #
func.func @nchw(%x: tensor<2x5x6x7xf32>, %u: tensor<6x6x5x3xf32> {graph.constant}) -> tensor<2x3x6x7xf32> {
  %0 = graph.winograd_conv %x, %u {pads = array<i64: 1, 1, 1, 1>}
      : (tensor<2x5x6x7xf32>, tensor<6x6x5x3xf32>) -> tensor<2x3x6x7xf32>
  return %0 : tensor<2x3x6x7xf32>
}

// -----

// Rows of tiles with few weights: all stages of sixteen tiles after another, in
// buffers of that size; data, then products and result of eight channels.
// CHECK-LABEL: transform.named_sequence
// CHECK: schedule.cache_write
// CHECK: %[[Y:.*]]:4 = schedule.get_loops
// CHECK: schedule.split %[[Y]]#2 by [0, 16, 4]
// CHECK: schedule.compute_at
// CHECK: schedule.parallel
// LOOPS-LABEL: func.func @groups
// LOOPS: te.block "pad{{[0-9]*}}"
// LOOPS: memref.alloca() : memref<6x6x1x1x16x24xf32>
// LOOPS: te.block "transform_data_rows{{[0-9]*}}"
// LOOPS: te.block "transform_data{{[0-9]*}}"
// LOOPS: memref.alloca() : memref<6x6x1x1x16x8xf32>
// LOOPS: te.block "multiply{{[0-9]*}}"
// LOOPS: te.block "transform_result_rows{{[0-9]*}}"
// LOOPS: te.block "transform_result{{[0-9]*}}"
// LOOPS: te.kind = "parallel"
func.func @groups(%x: tensor<1x32x64x24xf32>, %u: tensor<6x6x24x16xf32> {graph.constant}) -> tensor<1x32x64x16xf32> {
  %0 = graph.winograd_conv %x, %u {pads = array<i64: 1, 1, 1, 1>, layout = "NHWC"}
      : (tensor<1x32x64x24xf32>, tensor<6x6x24x16xf32>) -> tensor<1x32x64x16xf32>
  return %0 : tensor<1x32x64x16xf32>
}

// -----

// Transformed data of a row of 32 tiles and 64 channels are 288 KiB, more than a
// buffer of a group may have: a group is half a row.
// CHECK-LABEL: transform.named_sequence
// CHECK: schedule.cache_write
// CHECK: schedule.split %{{.*}} by [0, 16, 4]
// CHECK: %[[DATA:.*]] = schedule.get_block "transform_data{{[0-9]*}}" in
// CHECK-NEXT: schedule.compute_at %[[DATA]]
// LOOPS-LABEL: func.func @wide_groups
// LOOPS: memref.alloca() : memref<6x6x1x1x16x64xf32>
// LOOPS: te.block "transform_data{{[0-9]*}}"
// LOOPS-NOT: } {te.kind = "parallel"}
// LOOPS: te.block "multiply{{[0-9]*}}"
// LOOPS: te.block "transform_result{{[0-9]*}}"
// LOOPS: } {te.kind = "parallel"}
func.func @wide_groups(%x: tensor<1x32x128x64xf32>, %u: tensor<6x6x64x16xf32> {graph.constant}) -> tensor<1x32x128x16xf32> {
  %0 = graph.winograd_conv %x, %u {pads = array<i64: 1, 1, 1, 1>, layout = "NHWC"}
      : (tensor<1x32x128x64xf32>, tensor<6x6x64x16xf32>) -> tensor<1x32x128x16xf32>
  return %0 : tensor<1x32x128x16xf32>
}
