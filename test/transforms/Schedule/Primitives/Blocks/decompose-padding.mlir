// RUN: tvm-opt %s -split-input-file --schedule-apply | FileCheck %s

// Zeros everywhere, then the inside, in loops that are as long as that.
// CHECK-DAG: #[[$SHIFT:.*]] = affine_map<(d0, d1) -> (d0 + 1, d1 + 1)>
// CHECK-LABEL: @pad
// CHECK-NEXT: affine.for %{{.*}} = 0 to 10 {
// CHECK-NEXT: affine.for %{{.*}} = 0 to 7 {
// CHECK-NEXT: te.block "B_pad"
// CHECK-SAME: captures(%{{.*}} : memref<10x7xf32>)
// CHECK-NEXT: ^bb0
// CHECK-NEXT: %[[ZERO:.*]] = arith.constant 0.000000e+00 : f32
// CHECK-NEXT: affine.store %[[ZERO]]
// CHECK-NEXT: te.yield
// CHECK: affine.for %[[I:.*]] = 0 to 8 {
// CHECK-NEXT: affine.for %[[J:.*]] = 0 to 5 {
// CHECK-NEXT: te.block "B" [false, false] #[[$SHIFT]](%[[I]], %[[J]])
// CHECK-NEXT: ^bb0
// CHECK-NEXT: %[[X:.*]] = affine.load
// CHECK-NEXT: affine.store %[[X]]
// CHECK-NEXT: te.yield
module attributes {transform.with_named_sequence} {
  func.func @pad(%a: memref<8x5xf32>, %b: memref<10x7xf32>) {
    affine.for %i = 0 to 10 {
      affine.for %j = 0 to 7 {
        te.block "B" [false, false] affine_map<(i, j) -> (i, j)>(%i, %j) captures(%a, %b : memref<8x5xf32>, memref<10x7xf32>) do {
        ^bb0(%v: index, %w: index, %x: memref<8x5xf32>, %y: memref<10x7xf32>):
          %zero = arith.constant 0.0 : f32
          %m = arith.constant -1 : index
          %c8 = arith.constant 8 : index
          %c5 = arith.constant 5 : index
          %0 = arith.addi %v, %m : index
          %1 = arith.addi %w, %m : index
          %2 = arith.cmpi ult, %0, %c8 : index
          %3 = arith.cmpi ult, %1, %c5 : index
          %4 = arith.andi %2, %3 : i1
          %5 = scf.if %4 -> (f32) {
            %6 = affine.load %x[%v - 1, %w - 1] : memref<8x5xf32>
            scf.yield %6 : f32
          } else {
            scf.yield %zero : f32
          }
          affine.store %5, %y[%v, %w] : memref<10x7xf32>
          te.yield
        }
      }
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %b = schedule.get_block "B" in %root
    %i, %j = schedule.get_loops of %b
    %fill = schedule.decompose_padding %b, %i
    transform.yield
  }
}

// -----

// At the inner loop a row is filled at a time; a loop that was split gets a
// predicate.
// CHECK-LABEL: @pad
// CHECK-NEXT: affine.for %{{.*}} = 0 to 10 {
// CHECK-NEXT: affine.for %{{.*}} = 0 to 2 {
// CHECK-NEXT: affine.for %{{.*}} = 0 to 4 {
// CHECK-NEXT: te.block "B_pad"
// CHECK: affine.for %{{.*}} = 0 to 2 {
// CHECK-NEXT: affine.for %{{.*}} = 0 to 4 {
// CHECK-NEXT: te.block "B"
module attributes {transform.with_named_sequence} {
  func.func @pad(%a: memref<8x5xf32>, %b: memref<10x7xf32>) {
    affine.for %i = 0 to 10 {
      affine.for %j = 0 to 7 {
        te.block "B" [false, false] affine_map<(i, j) -> (i, j)>(%i, %j) captures(%a, %b : memref<8x5xf32>, memref<10x7xf32>) do {
        ^bb0(%v: index, %w: index, %x: memref<8x5xf32>, %y: memref<10x7xf32>):
          %zero = arith.constant 0.0 : f32
          %m = arith.constant -1 : index
          %c8 = arith.constant 8 : index
          %c5 = arith.constant 5 : index
          %0 = arith.addi %v, %m : index
          %1 = arith.addi %w, %m : index
          %2 = arith.cmpi ult, %0, %c8 : index
          %3 = arith.cmpi ult, %1, %c5 : index
          %4 = arith.andi %2, %3 : i1
          %5 = scf.if %4 -> (f32) {
            %6 = affine.load %x[%v - 1, %w - 1] : memref<8x5xf32>
            scf.yield %6 : f32
          } else {
            scf.yield %zero : f32
          }
          affine.store %5, %y[%v, %w] : memref<10x7xf32>
          te.yield
        }
      }
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %b = schedule.get_block "B" in %root
    %i, %j = schedule.get_loops of %b
    %jo, %jl = schedule.split %j by [2, 4]
    %fill = schedule.decompose_padding %b, %jo
    transform.yield
  }
}
