// RUN: tvm-opt %s --pass-pipeline='builtin.module(target-set{entries=max_vector_op_width=256,vector_registers=16,L2_cache_size_in_bytes=131072,prefetch_epilogues=true},func.func(convert-graph-to-te,te-inline-computes),canonicalize,cse,convert-te-to-loops,schedule-generate)' -split-input-file | FileCheck %s
// RUN: tvm-opt %s --pass-pipeline='builtin.module(target-set{entries=max_vector_op_width=256,vector_registers=16,L2_cache_size_in_bytes=131072},func.func(convert-graph-to-te,te-inline-computes),canonicalize,cse,convert-te-to-loops,schedule-generate)' -split-input-file | FileCheck %s --check-prefix=OTHERS
// OTHERS-NOT: prefetch_during

// What is added to a product comes from behind the second cache: it is asked
// for during the sum, a part at each step, written out. The bias does not.
// CHECK-LABEL: transform.named_sequence
// CHECK: %[[ADD:.*]] = schedule.get_block "block1"
// CHECK: %[[SUM:.*]]:5 = schedule.get_loops
// CHECK: schedule.decompose_reduction %{{.*}}, %[[SUM]]#4
// CHECK: %[[STEPS:.*]]:2 = schedule.split %[[SUM]]#4 by [0, 4]
// CHECK: %[[HINT:.*]] = schedule.prefetch_during %[[ADD]], 2 at %[[SUM]]#1 during %[[STEPS]]#0
// CHECK: %[[L:.*]]:5 = schedule.get_loops of %[[HINT]]
// CHECK: schedule.unroll %[[L]]#3
// CHECK: schedule.unroll %[[L]]#4
// CHECK-NOT: prefetch_during
func.func @residual(%a: tensor<96x64xf32>, %w: tensor<64x256xf32> {graph.constant}, %b: tensor<256xf32> {graph.constant}, %r: tensor<96x256xf32>) -> tensor<96x256xf32> {
  %0 = graph.matmul %a, %w : (tensor<96x64xf32>, tensor<64x256xf32>) -> tensor<96x256xf32>
  %1 = graph.add %0, %b : (tensor<96x256xf32>, tensor<256xf32>) -> tensor<96x256xf32>
  %2 = graph.add %1, %r : (tensor<96x256xf32>, tensor<96x256xf32>) -> tensor<96x256xf32>
  return %2 : tensor<96x256xf32>
}

// -----

// A small residual is still in the cache.
// CHECK-LABEL: transform.named_sequence
// CHECK-NOT: prefetch_during
func.func @small(%a: tensor<24x64xf32>, %w: tensor<64x64xf32> {graph.constant}, %r: tensor<24x64xf32>) -> tensor<24x64xf32> {
  %0 = graph.matmul %a, %w : (tensor<24x64xf32>, tensor<64x64xf32>) -> tensor<24x64xf32>
  %1 = graph.add %0, %r : (tensor<24x64xf32>, tensor<24x64xf32>) -> tensor<24x64xf32>
  return %1 : tensor<24x64xf32>
}

// -----

// Winograd's convolution: the products of a group ask for what its result adds.
// CHECK-LABEL: transform.named_sequence
// CHECK: %[[READER:.*]] = schedule.get_block "block
// CHECK: %[[PRODUCTS:.*]]:17 = schedule.get_loops
// CHECK: schedule.get_block "transform_data
// CHECK: schedule.prefetch_during %[[READER]], 0 at %[[PRODUCTS]]#3 during %[[PRODUCTS]]#4, %[[PRODUCTS]]#5
// CHECK: schedule.parallel
func.func @winograd(%x: tensor<1x8x32x32xf32>, %u: tensor<6x6x8x32xf32> {graph.constant}, %r: tensor<1x32x32x32xf32>) -> tensor<1x32x32x32xf32> {
  %0 = graph.winograd_conv %x, %u {pads = array<i64: 1, 1, 1, 1>}
      : (tensor<1x8x32x32xf32>, tensor<6x6x8x32xf32>) -> tensor<1x32x32x32xf32>
  %1 = graph.add %r, %0 : (tensor<1x32x32x32xf32>, tensor<1x32x32x32xf32>) -> tensor<1x32x32x32xf32>
  return %1 : tensor<1x32x32x32xf32>
}
