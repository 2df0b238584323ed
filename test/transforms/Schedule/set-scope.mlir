// RUN: tvm-opt %s --pass-pipeline='builtin.module(convert-te-to-loops,schedule-apply)' -split-input-file | FileCheck %s

// In the writer and in its reader.
// CHECK-LABEL: func.func @scope
// CHECK: %[[T:.*]] = memref.alloc() : memref<9x10xf32, "shared">
// CHECK: te.block "A0" {{.*}} captures(%{{.*}}, %[[T]] : memref<9x10xf32>, memref<9x10xf32, "shared">)
// CHECK: affine.store %{{.*}} : memref<9x10xf32, "shared">
// CHECK: te.block "B1" {{.*}} captures(%[[T]], %{{.*}} : memref<9x10xf32, "shared">, memref<9x10xf32>)
// CHECK: affine.load %{{.*}} : memref<9x10xf32, "shared">
module attributes {transform.with_named_sequence} {
  func.func @scope(%x: tensor<9x10xf32>) -> tensor<9x10xf32> {
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
    %a = schedule.get_block "A0" in %root
    schedule.set_scope %a to "shared"
    transform.yield
  }
}

// -----

// And back.
// CHECK-LABEL: func.func @back
// CHECK: memref.alloc() : memref<9x10xf32>{{$}}
module attributes {transform.with_named_sequence} {
  func.func @back(%x: tensor<9x10xf32>) -> tensor<9x10xf32> {
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
    %a = schedule.get_block "A0" in %root
    schedule.set_scope %a to "shared"
    schedule.set_scope %a to "global"
    transform.yield
  }
}
