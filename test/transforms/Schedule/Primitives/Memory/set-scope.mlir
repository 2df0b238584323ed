// RUN: tvm-opt %s --pass-pipeline='builtin.module(convert-te-to-loops,schedule-apply)' -split-input-file | FileCheck %s

// In the writer and in its reader.
// CHECK-LABEL: func.func @scope
// CHECK: %[[T:.*]] = memref.alloc() : memref<9x10xf32, "shared">
// CHECK: te.block "A" {{.*}} captures(%{{.*}}, %[[T]] : memref<9x10xf32>, memref<9x10xf32, "shared">)
// CHECK: affine.store %{{.*}} : memref<9x10xf32, "shared">
// CHECK: te.block "B" {{.*}} captures(%[[T]], %{{.*}} : memref<9x10xf32, "shared">, memref<9x10xf32>)
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
    %a = schedule.get_block "A" in %root
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
    %a = schedule.get_block "A" in %root
    schedule.set_scope %a to "shared"
    schedule.set_scope %a to "global"
    transform.yield
  }
}

// -----

// A thread's own, and back, where no other thread reads it.
// CHECK-LABEL: func.func @own
// CHECK: memref.alloc() : memref<8xf32, "local">
module attributes {transform.with_named_sequence} {
  func.func @own(%in: memref<8xf32>, %out: memref<8xf32>) {
    affine.for %b = 0 to 1 {
      affine.for %i = 0 to 8 {
        %t = memref.alloc() : memref<8xf32>
        te.block "A" [false] affine_map<(d0) -> (d0)>(%i)
            captures(%in, %t : memref<8xf32>, memref<8xf32>) do {
        ^bb0(%v0: index, %x: memref<8xf32>, %y: memref<8xf32>):
          %a = affine.load %x[%v0] : memref<8xf32>
          affine.store %a, %y[%v0] : memref<8xf32>
          te.yield
        }
        te.block "B" [false] affine_map<(d0) -> (d0)>(%i)
            captures(%t, %out : memref<8xf32>, memref<8xf32>) do {
        ^bb0(%v0: index, %x: memref<8xf32>, %y: memref<8xf32>):
          %a = affine.load %x[%v0] : memref<8xf32>
          affine.store %a, %y[%v0] : memref<8xf32>
          te.yield
        }
      }
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %a = schedule.get_block "A" in %root
    %b, %i = schedule.get_loops of %a
    schedule.bind %b to "blockIdx.x"
    schedule.bind %i to "threadIdx.x"
    schedule.set_scope %a to "local"
    transform.yield
  }
}

// -----

// All that a block writes.
// CHECK-LABEL: func.func @both
// CHECK-COUNT-2: memref.alloc() : memref<8xf32, "shared">
// CHECK: te.block "A" {{.*}} memref<8xf32>, memref<8xf32, "shared">, memref<8xf32, "shared">)
module attributes {transform.with_named_sequence} {
  func.func @both(%in: memref<8xf32>) {
    %t = memref.alloc() : memref<8xf32>
    %s = memref.alloc() : memref<8xf32>
    affine.for %i = 0 to 8 {
      te.block "A" [false] affine_map<(i) -> (i)>(%i)
          captures(%in, %t, %s : memref<8xf32>, memref<8xf32>, memref<8xf32>) do {
      ^bb0(%v: index, %x: memref<8xf32>, %y: memref<8xf32>, %z: memref<8xf32>):
        %a = affine.load %x[%v] : memref<8xf32>
        affine.store %a, %y[%v] : memref<8xf32>
        affine.store %a, %z[%v] : memref<8xf32>
        te.yield
      }
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %a = schedule.get_block "A" in %root
    schedule.set_scope %a to "shared"
    transform.yield
  }
}
