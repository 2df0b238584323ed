// RUN: tvm-opt %s --pass-pipeline='builtin.module(convert-te-to-loops,schedule-apply)' -split-input-file | FileCheck %s

// Rows are padded until their stride is odd: no two of 32 are in one bank.
// CHECK-LABEL: func.func @odd
// CHECK: memref.alloc() : memref<9x33xf32>
// CHECK-NEXT: affine.for %{{.*}} = 0 to 9 {
// CHECK-NEXT: affine.for %{{.*}} = 0 to 10 {
// CHECK: affine.store %{{.*}} : memref<9x33xf32>
// CHECK: affine.load %{{.*}} : memref<9x33xf32>
module attributes {transform.with_named_sequence} {
  func.func @odd(%x: tensor<9x10xf32>) -> tensor<9x10xf32> {
    %0 = te.compute [9, 10] spatial 2 tag "A" {
    ^bb0(%i: index, %j: index):
      %a = te.read %x[%i, %j] : tensor<9x10xf32>
      te.yield %a : f32
    } : tensor<9x10xf32>
    %1 = te.compute [9, 10] spatial 2 tag "B" {
    ^bb0(%i: index, %j: index):
      %a = te.read %0[%i, %j] : tensor<9x10xf32>
      te.yield %a : f32
    } : tensor<9x10xf32>
    return %1 : tensor<9x10xf32>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %a = schedule.get_block "A" in %root
    schedule.storage_align %a axis 0 factor 32 offset 1
    transform.yield
  }
}

// -----

// Already so: nothing is padded.
// CHECK-LABEL: func.func @same
// CHECK: memref.alloc() : memref<9x10xf32>
module attributes {transform.with_named_sequence} {
  func.func @same(%x: tensor<9x10xf32>) -> tensor<9x10xf32> {
    %0 = te.compute [9, 10] spatial 2 tag "A" {
    ^bb0(%i: index, %j: index):
      %a = te.read %x[%i, %j] : tensor<9x10xf32>
      te.yield %a : f32
    } : tensor<9x10xf32>
    %1 = te.compute [9, 10] spatial 2 tag "B" {
    ^bb0(%i: index, %j: index):
      %a = te.read %0[%i, %j] : tensor<9x10xf32>
      te.yield %a : f32
    } : tensor<9x10xf32>
    return %1 : tensor<9x10xf32>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %a = schedule.get_block "A" in %root
    schedule.storage_align %a axis 0 factor 5
    transform.yield
  }
}

// -----

// Sizes that bodies ask for are those without the padding.
// CHECK-LABEL: func.func @sizes
// CHECK: memref.alloc(%arg1) : memref<3x?x8xf32>
// CHECK: te.block "B" {{.*}} captures(%{{.*}}, %{{.*}}, %arg1 : memref<3x?x8xf32>, memref<3x?x6xf32>, index)
// CHECK-NOT: memref.dim
// CHECK: return
module attributes {transform.with_named_sequence} {
  func.func @sizes(%x: tensor<3x?x6xf32>, %n: index) -> tensor<3x?x6xf32> {
    %zero = arith.constant 0.0 : f32
    %0 = te.compute [3, %n, 6] spatial 3 tag "A" {
    ^bb0(%i: index, %j: index, %k: index):
      %a = te.read %x[%i, %j, %k] : tensor<3x?x6xf32>
      te.yield %a : f32
    } : tensor<3x?x6xf32>
    %1 = te.compute [3, %n, 6] spatial 3 tag "B" {
    ^bb0(%i: index, %j: index, %k: index):
      %a = te.read %0[%i, %j + 1, %k + 1] else %zero : tensor<3x?x6xf32>
      te.yield %a : f32
    } : tensor<3x?x6xf32>
    return %1 : tensor<3x?x6xf32>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %a = schedule.get_block "A" in %root
    schedule.storage_align %a axis 1 factor 4
    transform.yield
  }
}
