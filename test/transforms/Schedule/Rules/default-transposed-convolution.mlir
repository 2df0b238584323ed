// RUN: tvm-opt %s --pass-pipeline='builtin.module(func.func(convert-graph-to-te,te-inline-computes),canonicalize,cse,convert-te-to-loops,schedule-generate,schedule-apply)' -split-input-file | FileCheck %s

// Of 3 x 3 taps by 2 each place of the result has one or two per dimension, and is
// written where it lies, between the others.
// CHECK-LABEL: func.func @odd(
// CHECK-SAME: %[[Y:[^ ]*]]: memref<1x32x32x32xf32>)
// CHECK: memref.alloca() : memref<1x1x1x4x1x16xf32>
// CHECK: te.block "block1_init"
// CHECK: affine.for %{{.*}} = 0 to min #{{.*}}(%{{.*}}) {
// CHECK-NEXT: affine.for %{{.*}} = 0 to min #{{.*}}(%{{.*}}) {
// CHECK-NEXT: affine.for %{{.*}} = 0 to {{.*}} {
// CHECK: te.block "block1" [false, false, false, false, false, false, true, true, true]
// CHECK-NOT: scf.if
// CHECK-NOT: arith.select
// CHECK: arith.addf
// CHECK: te.block "block2" {{.*}}%[[Y]]
// CHECK: } {te.kind = "parallel"}
// CHECK-NEXT: return
func.func @odd(%x: tensor<1x16x16x64xf32>, %w: tensor<3x3x64x32xf32> {graph.constant}) -> tensor<1x32x32x32xf32> {
  %0 = graph.conv_transpose %x, %w {strides = array<i64: 2, 2>, dilations = array<i64: 1, 1>, pads = array<i64: 1, 1, 1, 1>, output_padding = array<i64: 1, 1>,
      layout = "NHWC", kernel_layout = "HWIO"} : (tensor<1x16x16x64xf32>, tensor<3x3x64x32xf32>) -> tensor<1x32x32x32xf32>
  return %0 : tensor<1x32x32x32xf32>
}

// -----

// A result that is no whole number of periods: a nest of its own takes it.
// CHECK-LABEL: func.func @rest(
// CHECK: te.block "block1_write"
// CHECK: te.kind = "parallel"
// CHECK: te.block "block2"
func.func @rest(%x: tensor<1x16x16x64xf32>, %w: tensor<3x3x64x32xf32> {graph.constant}) -> tensor<1x33x33x32xf32> {
  %0 = graph.conv_transpose %x, %w {strides = array<i64: 2, 2>, dilations = array<i64: 1, 1>, pads = array<i64: 0, 0, 0, 0>, output_padding = array<i64: 0, 0>,
      layout = "NHWC", kernel_layout = "HWIO"} : (tensor<1x16x16x64xf32>, tensor<3x3x64x32xf32>) -> tensor<1x33x33x32xf32>
  return %0 : tensor<1x33x33x32xf32>
}
