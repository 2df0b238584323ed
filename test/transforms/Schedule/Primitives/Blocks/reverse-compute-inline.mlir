// RUN: tvm-opt %s --pass-pipeline='builtin.module(convert-te-to-loops,schedule-apply)' -split-input-file | FileCheck %s

// The transposing consumer goes, with the buffer in between; the output that it
// stores to is allocated in front of the producer.
// CHECK-LABEL: func.func @transposed
// CHECK: %[[B:.*]] = memref.alloc() : memref<6x4xf32>
// CHECK-NEXT: affine.for
// CHECK: te.block "A"
// CHECK: affine.load %{{.*}}[%[[I:.*]], %[[J:.*]]] : memref<4x6xf32>
// CHECK-NEXT: math.exp
// CHECK-NEXT: math.sqrt
// CHECK-NEXT: affine.store %{{.*}}, %{{.*}}[%[[J]], %[[I]]] : memref<6x4xf32>
// CHECK: te.block "C"
// CHECK-NOT: affine.for
// CHECK: return
module attributes {transform.with_named_sequence} {
  func.func @transposed(%x: tensor<4x6xf32>) -> tensor<6x4xf32> {
    %0 = te.compute [4, 6] spatial 2 tag "A" {
    ^bb0(%i: index, %j: index):
      %a = te.read %x[%i, %j] : tensor<4x6xf32>
      %b = math.exp %a : f32
      te.yield %b : f32
    } : tensor<4x6xf32>
    %1 = te.compute [6, 4] spatial 2 tag "B" {
    ^bb0(%i: index, %j: index):
      %a = te.read %0[%j, %i] : tensor<4x6xf32>
      %b = math.sqrt %a : f32
      te.yield %b : f32
    } : tensor<6x4xf32>
    %2 = te.compute [6, 4] spatial 2 tag "C" {
    ^bb0(%i: index, %j: index):
      %a = te.read %1[%i, %j] : tensor<6x4xf32>
      %b = te.read %1[%i, 0] : tensor<6x4xf32>
      %c = arith.addf %a, %b : f32
      te.yield %c : f32
    } : tensor<6x4xf32>
    return %2 : tensor<6x4xf32>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %b = schedule.get_block "B" in %root
    schedule.reverse_compute_inline %b
    transform.yield
  }
}

// -----

// Sizes are unknown and the producer is tiled with a rest: a predicate.
// CHECK-LABEL: func.func @tiled
// CHECK-NOT: memref.alloc
// CHECK: te.block "A" {{.*}} if
// CHECK: math.exp
// CHECK-NEXT: math.sqrt
// CHECK-NOT: affine.for
// CHECK: return
module attributes {transform.with_named_sequence} {
  func.func @tiled(%n: index, %x: tensor<?xf32>) -> tensor<?xf32> {
    %0 = te.compute [%n] spatial 1 tag "A" {
    ^bb0(%i: index):
      %a = te.read %x[%i] : tensor<?xf32>
      %b = math.exp %a : f32
      te.yield %b : f32
    } : tensor<?xf32>
    %1 = te.compute [%n] spatial 1 tag "B" {
    ^bb0(%i: index):
      %a = te.read %0[%i] : tensor<?xf32>
      %b = math.sqrt %a : f32
      te.yield %b : f32
    } : tensor<?xf32>
    return %1 : tensor<?xf32>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %a = schedule.get_block "A" in %root
    %i = schedule.get_loops of %a
    %io, %il = schedule.split %i by [0, 4]
    %b = schedule.get_block "B" in %root
    schedule.reverse_compute_inline %b
    transform.yield
  }
}
