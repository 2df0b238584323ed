// RUN: tvm-opt %s -split-input-file --schedule-apply | FileCheck %s
// RUN: tvm-opt %s -split-input-file --schedule-apply --te-lower-blocks --canonicalize --schedule-lower-loop-kinds --canonicalize | FileCheck %s --check-prefix=LOWERED

// The loop is marked. Lowered, all threads run one statement after another
// inside of the serial loop, each with a buffer of its own.
// CHECK-LABEL: @stages
// CHECK: affine.for %{{.*}} = 0 to 2 {
// CHECK: affine.for %{{.*}} = 0 to 8 {
// CHECK: } {te.kind = "vthread"}
// LOWERED-LABEL: @stages
// LOWERED: %[[T0:.*]] = memref.alloca() : memref<1x8xf32>
// LOWERED: %[[T1:.*]] = memref.alloca() : memref<1x8xf32>
// LOWERED: affine.for %[[J:.*]] = 0 to 8 {
// LOWERED: affine.load %{{.*}}[%[[U:.*]], %[[J]]] : memref<2x8xf32>
// LOWERED: affine.store %{{.*}}, %[[T0]][%[[U]], %[[J]]]
// LOWERED: affine.load %{{.*}}[%[[U]] + 1, %[[J]]] : memref<2x8xf32>
// LOWERED: affine.store %{{.*}}, %[[T1]][%[[U]], %[[J]]]
// LOWERED: affine.for %[[J:.*]] = 0 to 8 {
// LOWERED: affine.load %[[T0]][0, %[[J]]]
// LOWERED: affine.store %{{.*}}[0, %[[J]]] : memref<2x8xf32>
// LOWERED: affine.load %[[T1]][0, %[[J]]]
// LOWERED: affine.store %{{.*}}[1, %[[J]]] : memref<2x8xf32>
// LOWERED: return
module attributes {transform.with_named_sequence} {
  func.func @stages(%a: memref<2x8xf32>, %b: memref<2x8xf32>) {
    %t = memref.alloc() : memref<2x8xf32>
    affine.for %i = 0 to 2 {
      affine.for %j = 0 to 8 {
        te.block "A" [false, false] affine_map<(i, j) -> (i, j)>(%i, %j) captures(%a, %t : memref<2x8xf32>, memref<2x8xf32>) do {
        ^bb0(%v: index, %w: index, %x: memref<2x8xf32>, %y: memref<2x8xf32>):
          %0 = affine.load %x[%v, %w] : memref<2x8xf32>
          %1 = math.exp %0 : f32
          affine.store %1, %y[%v, %w] : memref<2x8xf32>
          te.yield
        }
      }
    }
    affine.for %i = 0 to 2 {
      affine.for %j = 0 to 8 {
        te.block "B" [false, false] affine_map<(i, j) -> (i, j)>(%i, %j) captures(%t, %b : memref<2x8xf32>, memref<2x8xf32>) do {
        ^bb0(%v: index, %w: index, %x: memref<2x8xf32>, %y: memref<2x8xf32>):
          %0 = affine.load %x[%v, %w] : memref<2x8xf32>
          %1 = arith.negf %0 : f32
          affine.store %1, %y[%v, %w] : memref<2x8xf32>
          te.yield
        }
      }
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %a = schedule.get_block "A" in %root
    %b = schedule.get_block "B" in %root
    %i, %j = schedule.get_loops of %b
    %at = schedule.compute_at %a, %i
    schedule.virtual_thread %i extent 2
    transform.yield
  }
}

// -----

// Where the bounds of a loop inside depend on the thread, one runs after
// another.
// CHECK-LABEL: @triangle
// CHECK: } {te.kind = "vthread"}
// LOWERED-LABEL: @triangle
// LOWERED: affine.for %[[J:.*]] = 0 to 1 {
// LOWERED: affine.load %{{.*}}[0, %[[J]]]
// LOWERED: affine.for %[[J:.*]] = 0 to 2 {
// LOWERED: affine.load %{{.*}}[1, %[[J]]]
// LOWERED: return
module attributes {transform.with_named_sequence} {
  func.func @triangle(%a: memref<2x8xf32>, %b: memref<2x8xf32>) {
    affine.for %i = 0 to 2 {
      affine.for %j = 0 to affine_map<(i) -> (i + 1)>(%i) {
        te.block "B" [false, false] affine_map<(i, j) -> (i, j)>(%i, %j) captures(%a, %b : memref<2x8xf32>, memref<2x8xf32>) do {
        ^bb0(%v: index, %w: index, %x: memref<2x8xf32>, %y: memref<2x8xf32>):
          %0 = affine.load %x[%v, %w] : memref<2x8xf32>
          affine.store %0, %y[%v, %w] : memref<2x8xf32>
          te.yield
        }
      }
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %b = schedule.get_block "B" in %root
    %i, %j = schedule.get_loops of %b
    schedule.virtual_thread %i
    transform.yield
  }
}

// -----

// No thread at all: nothing is left of it.
// CHECK-LABEL: @none
// CHECK: affine.for %{{.*}} = 0 to 0 {
// LOWERED-LABEL: @none
// LOWERED-NEXT: return
module attributes {transform.with_named_sequence} {
  func.func @none(%a: memref<8xf32>, %b: memref<8xf32>) {
    affine.for %i = 0 to 0 {
      te.block "B" [false] affine_map<(i) -> (i)>(%i) captures(%a, %b : memref<8xf32>, memref<8xf32>) do {
      ^bb0(%v: index, %x: memref<8xf32>, %y: memref<8xf32>):
        %0 = affine.load %x[%v] : memref<8xf32>
        affine.store %0, %y[%v] : memref<8xf32>
        te.yield
      }
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %b = schedule.get_block "B" in %root
    %i = schedule.get_loops of %b
    schedule.virtual_thread %i
    transform.yield
  }
}
