// RUN: tvm-opt %s --pass-pipeline='builtin.module(target-set{entries=max_vector_op_width=256,vector_registers=16,L2_cache_size_in_bytes=131072},func.func(convert-graph-to-te,te-inline-computes),canonicalize,cse,convert-te-to-loops,schedule-generate)' -split-input-file | FileCheck %s
// RUN: tvm-opt %s --pass-pipeline='builtin.module(target-set{entries=max_vector_op_width=256,vector_registers=16,L2_cache_size_in_bytes=131072},func.func(convert-graph-to-te,te-inline-computes),canonicalize,cse,convert-te-to-loops,schedule-generate,schedule-apply)' -split-input-file | FileCheck %s --check-prefix=LOOPS
// RUN: tvm-opt %s --pass-pipeline='builtin.module(target-set{entries=max_vector_op_width=512,vector_registers=32,L2_cache_size_in_bytes=1048576},func.func(convert-graph-to-te,te-inline-computes),canonicalize,cse,convert-te-to-loops,schedule-generate)' -split-input-file | FileCheck %s --check-prefix=WIDE

// Winograd's convolution with a result in NCHW.

// All stages of eight tiles, in register tiles of four rows: products of 16
// channels, then these channels of the result, of two tiles together; their
// rows lie behind each other, and are transposed.
// CHECK-LABEL: transform.named_sequence
// CHECK: %[[P:.*]] = schedule.get_block "multiply
// CHECK: %[[COPY:.*]] = schedule.cache_write %[[P]]
// CHECK: %[[Y:.*]]:4 = schedule.get_loops
// CHECK: %[[R:.*]]:2 = schedule.split %[[Y]]#2 by [0, 4]
// CHECK: %[[X:.*]]:4 = schedule.split %[[Y]]#3 by [0, 4, 2, 4]
// CHECK: %[[K:.*]]:3 = schedule.split %[[Y]]#1 by [0, 2, 8]
// CHECK: schedule.reorder %[[Y]]#0, %[[R]]#0, %[[X]]#0, %[[K]]#0, %[[K]]#1, %[[X]]#1, %[[R]]#1, %[[K]]#2, %[[X]]#2, %[[X]]#3
// CHECK: %[[RESULT:.*]] = schedule.compute_at %{{.*}}, %[[X]]#1
// CHECK: %[[L:.*]]:12 = schedule.get_loops of %[[RESULT]]
// CHECK: schedule.reorder %[[L]]#10, %[[L]]#6
// CHECK: schedule.compute_at %{{.*}}, %[[L]]#10
// CHECK: schedule.transform_layout %[[RESULT]] capture 1 to
// CHECK: %[[ROW:.*]] = schedule.fuse %[[X]]#2, %[[X]]#3
// CHECK: schedule.vectorize %[[ROW]]
// CHECK: schedule.vectorize %[[K]]#2
// CHECK: schedule.compute_at %[[COPY]], %{{.*}}#3
// CHECK: by [0, 4]
// CHECK: schedule.compute_at %{{.*}}, %{{.*}}#2
// LOOPS-LABEL: func.func @groups
// LOOPS: memref.alloca() : memref<6x6x1x1x8x8xf32>
// LOOPS: te.block "transform_data{{[0-9]*}}"
// LOOPS: memref.alloca() : memref<6x6x1x1x8x16xf32>
// LOOPS: te.block "multiply{{[0-9]*}}"
// LOOPS: memref.alloca() : memref<4x1x1x2x4x8xf32>
// LOOPS: te.block "transform_result_rows{{[0-9]*}}"
// LOOPS: te.block "transform_result{{[0-9]*}}"
func.func @groups(%x: tensor<1x8x32x32xf32>, %u: tensor<6x6x8x32xf32> {graph.constant}) -> tensor<1x32x32x32xf32> {
  %0 = graph.winograd_conv %x, %u {pads = array<i64: 1, 1, 1, 1>}
      : (tensor<1x8x32x32xf32>, tensor<6x6x8x32xf32>) -> tensor<1x32x32x32xf32>
  return %0 : tensor<1x32x32x32xf32>
}

// -----

// Seven tiles would leave much of two register tiles empty: stage by stage. The
// products stay in the second cache, so a row of some channels comes before the
// next channels.
// CHECK-LABEL: transform.named_sequence
// CHECK: schedule.get_block "transform_data
// CHECK: %[[Y:.*]]:4 = schedule.get_loops
// CHECK: %[[R:.*]]:2 = schedule.split %[[Y]]#2 by [0, 4]
// CHECK: %[[X:.*]]:3 = schedule.split %[[Y]]#3 by [0, 7, 4]
// CHECK: %[[K:.*]]:3 = schedule.split %[[Y]]#1 by [0, 1, 8]
// CHECK: schedule.reorder %[[Y]]#0, %[[R]]#0, %[[X]]#0, %[[K]]#0, %[[K]]#1, %[[X]]#1, %[[R]]#1, %[[K]]#2, %[[X]]#2
// CHECK: schedule.vectorize %[[K]]#2
func.func @uneven(%x: tensor<1x8x28x28xf32>, %u: tensor<6x6x8x16xf32> {graph.constant}) -> tensor<1x16x28x28xf32> {
  %0 = graph.winograd_conv %x, %u {pads = array<i64: 1, 1, 1, 1>}
      : (tensor<1x8x28x28xf32>, tensor<6x6x8x16xf32>) -> tensor<1x16x28x28xf32>
  return %0 : tensor<1x16x28x28xf32>
}

// -----

// Weights of more than the second cache, products too: these are read as they
// lie in memory, all channels of a tile.
// CHECK-LABEL: transform.named_sequence
// CHECK: schedule.get_block "transform_data
// CHECK: %[[Y:.*]]:4 = schedule.get_loops
// CHECK: %[[R:.*]]:2 = schedule.split %[[Y]]#2 by [0, 4]
// CHECK: %[[X:.*]]:3 = schedule.split %[[Y]]#3 by [0, 1, 4]
// CHECK: %[[K:.*]]:2 = schedule.split %[[Y]]#1 by [0, 8]
// CHECK: schedule.reorder %[[Y]]#0, %[[R]]#0, %[[X]]#0, %[[K]]#0, %[[X]]#1, %[[R]]#1, %[[K]]#1, %[[X]]#2
// CHECK: schedule.vectorize %[[K]]#1
func.func @stages(%x: tensor<1x64x32x32xf32>, %u: tensor<6x6x64x64xf32> {graph.constant}) -> tensor<1x64x32x32xf32> {
  %0 = graph.winograd_conv %x, %u {pads = array<i64: 1, 1, 1, 1>}
      : (tensor<1x64x32x32xf32>, tensor<6x6x64x64xf32>) -> tensor<1x64x32x32xf32>
  return %0 : tensor<1x64x32x32xf32>
}

// -----

// Channels that fill no vectors are written one by one.
// CHECK-LABEL: transform.named_sequence
// CHECK: %[[X:.*]]:3 = schedule.split %{{.*}} by [0, 8, 4]
// CHECK: %[[K:.*]]:3 = schedule.split %{{.*}} by [0, 2, 8]
// CHECK: schedule.unroll %[[K]]#2
func.func @channels(%x: tensor<1x8x32x32xf32>, %u: tensor<6x6x8x14xf32> {graph.constant}) -> tensor<1x14x32x32xf32> {
  %0 = graph.winograd_conv %x, %u {pads = array<i64: 1, 1, 1, 1>}
      : (tensor<1x8x32x32xf32>, tensor<6x6x8x14xf32>) -> tensor<1x14x32x32xf32>
  return %0 : tensor<1x14x32x32xf32>
}

// -----

// Where they fill shorter ones, these: four lanes. A register tile has all
// twelve columns then, a vector and a half.
// CHECK-LABEL: transform.named_sequence
// CHECK: schedule.split %{{.*}} by [0, 3, 4]
// CHECK: schedule.split %{{.*}} by [0, 12]
func.func @half_vectors(%x: tensor<1x24x32x32xf32>, %u: tensor<6x6x24x12xf32> {graph.constant}) -> tensor<1x12x32x32xf32> {
  %0 = graph.winograd_conv %x, %u {pads = array<i64: 1, 1, 1, 1>}
      : (tensor<1x24x32x32xf32>, tensor<6x6x24x12xf32>) -> tensor<1x12x32x32xf32>
  return %0 : tensor<1x12x32x32xf32>
}

// -----

// Vectors of eight channels of 24 and of 40, in AVX-512; a register tile of all
// columns, two and a half vectors.
// WIDE-LABEL: func.func @wide_half_vectors
// WIDE: schedule.split %{{.*}} by [0, 5, 8]
// WIDE: schedule.split %{{.*}} by [0, 40]
// WIDE: schedule.split %{{.*}} by [0, 8]
func.func @wide_half_vectors(%x: tensor<1x24x32x32xf32>, %u: tensor<6x6x24x40xf32> {graph.constant}) -> tensor<1x40x32x32xf32> {
  %0 = graph.winograd_conv %x, %u {pads = array<i64: 1, 1, 1, 1>}
      : (tensor<1x24x32x32xf32>, tensor<6x6x24x40xf32>) -> tensor<1x40x32x32xf32>
  return %0 : tensor<1x40x32x32xf32>
}

// -----

// Coordinates of eight tiles of 64 channels would be 2 KiB apart: those of a tile
// and of a vector of channels are together instead, in data and in products, and
// sums go from vector to vector.
// WIDE: #[[$BY_TILE:.*]] = affine_map<(d0, d1, d2, d3, d4, d5) -> (d2, d3, d4, d5 floordiv 16, d0, d1, d5 mod 16)>
// WIDE-LABEL: func.func @colliding
// WIDE: schedule.transform_layout %{{.*}} capture 1 to #[[$BY_TILE]]
// WIDE: schedule.decompose_reduction
// WIDE: schedule.transform_layout %{{.*}} capture 1 to #[[$BY_TILE]]
// WIDE-NEXT: schedule.split %{{.*}} by [0, 16]
func.func @colliding(%x: tensor<1x64x64x64xf32>, %u: tensor<6x6x64x64xf32> {graph.constant}) -> tensor<1x64x64x64xf32> {
  %0 = graph.winograd_conv %x, %u {pads = array<i64: 1, 1, 1, 1>}
      : (tensor<1x64x64x64xf32>, tensor<6x6x64x64xf32>) -> tensor<1x64x64x64xf32>
  return %0 : tensor<1x64x64x64xf32>
}

// -----

// Those of 32 channels of 14 tiles are no multiple of 512 bytes apart.
// WIDE-NOT: affine_map<(d0, d1, d2, d3, d4, d5) -> (d2, d3, d4, d5 floordiv 16, d0, d1, d5 mod 16)>
// WIDE-LABEL: func.func @apart
func.func @apart(%x: tensor<1x32x56x56xf32>, %u: tensor<6x6x32x64xf32> {graph.constant}) -> tensor<1x64x56x56xf32> {
  %0 = graph.winograd_conv %x, %u {pads = array<i64: 1, 1, 1, 1>}
      : (tensor<1x32x56x56xf32>, tensor<6x6x32x64xf32>) -> tensor<1x64x56x56xf32>
  return %0 : tensor<1x64x56x56xf32>
}
