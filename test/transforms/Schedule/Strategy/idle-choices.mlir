// RUN: tvm-opt %s --pass-pipeline='builtin.module(target-set{entries=max_vector_op_width=512,vector_registers=32,L2_cache_size_in_bytes=65536},convert-te-to-loops,schedule-generate)' | FileCheck %s

// The only row needs no prefetching of a large weight, and a known number of
// columns no masks, though the machine has both.
// CHECK-LABEL: func.func @row
// CHECK-SAME: #schedule.register_tile<columns = 64, lanes = 16, unroll = {{[0-9]+}}, tasks = {{[0-9]+}}>
func.func @row(%x: tensor<1x256xf32>, %y: tensor<256x1024xf32> {graph.constant}) -> tensor<1x1024xf32> {
  %0 = te.compute [1, 1024, 256] spatial 2 reduce sum {
  ^bb0(%i: index, %j: index, %k: index):
    %a = te.read %x[%i, %k] : tensor<1x256xf32>
    %b = te.read %y[%k, %j] : tensor<256x1024xf32>
    %c = arith.mulf %a, %b : f32
    te.yield %c : f32
  } : tensor<1x1024xf32>
  return %0 : tensor<1x1024xf32>
}

// With several rows, there is prefetching. Its steps are unrolled, without
// `unroll`.
// CHECK-LABEL: func.func @rows
// CHECK-SAME: #schedule.register_tile<row_axis = 0,
// CHECK-SAME: streamed = 1, tasks = {{[0-9]+}}>
func.func @rows(%x: tensor<96x256xf32>, %y: tensor<256x1024xf32> {graph.constant}) -> tensor<96x1024xf32> {
  %0 = te.compute [96, 1024, 256] spatial 2 reduce sum {
  ^bb0(%i: index, %j: index, %k: index):
    %a = te.read %x[%i, %k] : tensor<96x256xf32>
    %b = te.read %y[%k, %j] : tensor<256x1024xf32>
    %c = arith.mulf %a, %b : f32
    te.yield %c : f32
  } : tensor<96x1024xf32>
  return %0 : tensor<96x1024xf32>
}
