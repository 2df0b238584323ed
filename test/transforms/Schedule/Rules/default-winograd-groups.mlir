// A larger second-level cache has room for longer groups, but the data of a
// group still fit into a buffer of a thread: otherwise those of all tiles would
// be transformed before, and come from memory.
// RUN: tvm-opt %s --pass-pipeline='builtin.module(target-set{entries=max_vector_op_width=512,vector_registers=32,L2_cache_size_in_bytes=1048576},func.func(convert-graph-to-te,te-inline-computes),canonicalize,cse,convert-te-to-loops,schedule-generate{only-strategies})' | FileCheck %s --check-prefixes=CHECK,SMALL
// RUN: tvm-opt %s --pass-pipeline='builtin.module(target-set{entries=max_vector_op_width=512,vector_registers=32,L2_cache_size_in_bytes=2097152},func.func(convert-graph-to-te,te-inline-computes),canonicalize,cse,convert-te-to-loops,schedule-generate{only-strategies})' | FileCheck %s --check-prefixes=CHECK,LARGE

// CHECK-LABEL: func.func @image
// CHECK: #schedule.winograd_groups<
// SMALL-SAME: group = 14, channels = 32, packs_data = true
// LARGE-SAME: group = 28, channels = 32, packs_products = true
func.func @image(%x: tensor<1x224x224x64xf32>, %u: tensor<6x6x64x64xf32> {graph.constant}) -> tensor<1x224x224x64xf32> {
  %0 = graph.winograd_conv %x, %u {pads = array<i64: 1, 1, 1, 1>, layout = "NHWC"}
      : (tensor<1x224x224x64xf32>, tensor<6x6x64x64xf32>) -> tensor<1x224x224x64xf32>
  return %0 : tensor<1x224x224x64xf32>
}
