// A larger second-level cache has room for longer groups, but the data of a
// group still fit into a buffer of a thread: otherwise those of all tiles would
// be transformed before, and come from memory.
// RUN: tvm-opt %s --pass-pipeline='builtin.module(target-set{entries=max_vector_op_width=512,vector_registers=32,L2_cache_size_in_bytes=1048576},func.func(convert-graph-to-te,te-inline-computes),canonicalize,cse,convert-te-to-loops,schedule-generate{only-strategies})' | FileCheck %s --check-prefixes=CHECK,SMALL
// RUN: tvm-opt %s --pass-pipeline='builtin.module(target-set{entries=max_vector_op_width=512,vector_registers=32,L2_cache_size_in_bytes=2097152},func.func(convert-graph-to-te,te-inline-computes),canonicalize,cse,convert-te-to-loops,schedule-generate{only-strategies})' | FileCheck %s --check-prefixes=CHECK,LARGE
// RUN: tvm-opt %s --pass-pipeline='builtin.module(target-set{entries=max_vector_op_width=512,vector_registers=32,L2_cache_size_in_bytes=2097152},func.func(convert-graph-to-te,te-inline-computes),canonicalize,cse,convert-te-to-loops,schedule-generate,schedule-apply)' | FileCheck %s --check-prefix=LOOPS

// CHECK-LABEL: func.func @image
// CHECK: #schedule.winograd_groups<
// SMALL-SAME: group = 14, channels = 32, packs_data = true
// LARGE-SAME: group = 28, channels = 32, packs_products = true
func.func @image(%x: tensor<1x224x224x64xf32>, %u: tensor<6x6x64x64xf32> {graph.constant}) -> tensor<1x224x224x64xf32> {
  %0 = graph.winograd_conv %x, %u {pads = array<i64: 1, 1, 1, 1>, layout = "NHWC"}
      : (tensor<1x224x224x64xf32>, tensor<6x6x64x64xf32>) -> tensor<1x224x224x64xf32>
  return %0 : tensor<1x224x224x64xf32>
}

// Data of so many channels that not even the shortest group fits are transformed
// for all tiles before; products and results go by groups. Both run on threads.
// CHECK-LABEL: func.func @many_channels
// SMALL: #schedule.winograd_stages<
// LARGE: #schedule.winograd_groups<
// LARGE-SAME: group = 16, channels = 16, groups_data = false
// LOOPS-LABEL: func.func @many_channels
// LOOPS: te.block "transform_data_rows{{[0-9]*}}"
// LOOPS: te.block "transform_data{{[0-9]*}}"
// LOOPS: } {te.kind = "parallel"}
// LOOPS: te.block "multiply{{[0-9]*}}"
// LOOPS: te.block "transform_result{{[0-9]*}}"
// LOOPS: } {te.kind = "parallel"}
func.func @many_channels(%x: tensor<1x32x128x304xf32>, %u: tensor<6x6x304x16xf32> {graph.constant}) -> tensor<1x32x128x16xf32> {
  %0 = graph.winograd_conv %x, %u {pads = array<i64: 1, 1, 1, 1>, layout = "NHWC"}
      : (tensor<1x32x128x304xf32>, tensor<6x6x304x16xf32>) -> tensor<1x32x128x16xf32>
  return %0 : tensor<1x32x128x16xf32>
}
