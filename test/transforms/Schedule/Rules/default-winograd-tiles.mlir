// RUN: tvm-opt %s --pass-pipeline='builtin.module(target-set{entries=max_vector_op_width=512,vector_registers=32},func.func(convert-graph-to-te,te-inline-computes),canonicalize,cse,convert-te-to-loops,schedule-generate{only-strategies})' -split-input-file | FileCheck %s
// RUN: tvm-opt %s --pass-pipeline='builtin.module(target-set{entries=max_vector_op_width=512,vector_registers=32},func.func(convert-graph-to-te,te-inline-computes),canonicalize,cse,convert-te-to-loops,schedule-generate)' -split-input-file | FileCheck %s --check-prefix=STEPS

// Tiles of 2x2: the last vector of a row of seven tiles that are stored together
// is not full. All sizes follow from the stages' buffers.
// CHECK-LABEL: func.func @two
// CHECK: #schedule.winograd_groups<{{.*}}group = {{7|14|28}}, {{.*}}whole = true
// STEPS-LABEL: func.func @two
// STEPS: schedule.split %{{.*}} by [0, 2]
func.func @two(%x: tensor<1x32x56x56xf32>, %u: tensor<4x4x32x32xf32> {graph.constant}) -> tensor<1x32x56x56xf32> {
  %0 = graph.winograd_conv %x, %u {pads = array<i64: 1, 1, 1, 1>}
      : (tensor<1x32x56x56xf32>, tensor<4x4x32x32xf32>) -> tensor<1x32x56x56xf32>
  return %0 : tensor<1x32x56x56xf32>
}

// -----

// Tiles of 6x6.
// CHECK-LABEL: func.func @six
// CHECK: #schedule.winograd_groups<{{.*}}group = 8, channels = 32
// STEPS-LABEL: func.func @six
// STEPS: schedule.split %{{.*}} by [0, 6]
func.func @six(%x: tensor<1x48x48x32xf32>, %u: tensor<8x8x32x32xf32> {graph.constant}) -> tensor<1x48x48x32xf32> {
  %0 = graph.winograd_conv %x, %u {pads = array<i64: 1, 1, 1, 1>, layout = "NHWC"}
      : (tensor<1x48x48x32xf32>, tensor<8x8x32x32xf32>) -> tensor<1x48x48x32xf32>
  return %0 : tensor<1x48x48x32xf32>
}

// -----

// Tiles of 2x2 that overhang a result.
// CHECK-LABEL: func.func @overhanging
// CHECK: #schedule.winograd_stages<
func.func @overhanging(%x: tensor<1x32x7x7xf32>, %u: tensor<4x4x32x32xf32> {graph.constant}) -> tensor<1x32x7x7xf32> {
  %0 = graph.winograd_conv %x, %u {pads = array<i64: 1, 1, 1, 1>}
      : (tensor<1x32x7x7xf32>, tensor<4x4x32x32xf32>) -> tensor<1x32x7x7xf32>
  return %0 : tensor<1x32x7x7xf32>
}
