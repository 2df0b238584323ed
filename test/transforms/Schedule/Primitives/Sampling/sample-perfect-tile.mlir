// RUN: tvm-opt %s -split-input-file --schedule-apply="seed=3 keep-script" | FileCheck %s
// RUN: tvm-opt %s -split-input-file --transform-interpreter | FileCheck %s --check-prefix=INTERPRETER

// The product of the factors is the trip count: nothing is guarded. What was
// drawn is recorded in the script that is kept.
// CHECK-LABEL: @copy
// CHECK: affine.for %{{.*}} = 0 to [[A:[0-9]+]] {
// CHECK-NEXT: affine.for %{{.*}} = 0 to [[B:[0-9]+]] {
// CHECK-NEXT: affine.for %{{.*}} = 0 to [[C:[0-9]+]] {
// CHECK-NEXT: te.block "B" [false] #{{[a-z0-9]+}}(%{{[^)]*}}) captures
// CHECK: schedule.sample_perfect_tile %{{.*}} max_innermost_factor 4 decision [[[A]], [[B]], [[C]]]
// INTERPRETER-LABEL: @copy
// INTERPRETER-COUNT-3: affine.for
// INTERPRETER: te.block "B" [false] #{{[a-z0-9]+}}(%{{[^)]*}}) captures
// INTERPRETER: schedule.sample_perfect_tile %{{.*}} max_innermost_factor 4{{ *$}}
module attributes {transform.with_named_sequence} {
  func.func @copy(%a: memref<96xf32>, %b: memref<96xf32>) {
    affine.for %i = 0 to 96 {
      te.block "B" [false] affine_map<(i) -> (i)>(%i) captures(%a, %b : memref<96xf32>, memref<96xf32>) do {
      ^bb0(%v: index, %x: memref<96xf32>, %y: memref<96xf32>):
        %0 = affine.load %x[%v] : memref<96xf32>
        affine.store %0, %y[%v] : memref<96xf32>
        te.yield
      }
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %b = schedule.get_block "B" in %root
    %i = schedule.get_loops of %b
    %f:3 = schedule.sample_perfect_tile %i max_innermost_factor 4
    %l:3 = schedule.split %i by [%f#0, %f#1, %f#2]
    transform.yield
  }
}

// -----

// A prime number has no other factors, a step that runs twice decides once.
// CHECK-LABEL: @prime
// CHECK: affine.for %{{.*}} = 0 to 13 {
// CHECK-NEXT: affine.for %{{.*}} = 0 to 1 {
// CHECK: affine.for %{{.*}} = 0 to 13 {
// CHECK-NEXT: affine.for %{{.*}} = 0 to 1 {
// CHECK: schedule.sample_perfect_tile %{{.*}} max_innermost_factor 12 decision [13, 1]
// INTERPRETER-LABEL: @prime
module attributes {transform.with_named_sequence} {
  func.func @prime(%a: memref<13xf32>, %b: memref<13xf32>, %c: memref<13xf32>) {
    affine.for %i = 0 to 13 {
      te.block "B" [false] affine_map<(i) -> (i)>(%i) captures(%a, %b : memref<13xf32>, memref<13xf32>) do {
      ^bb0(%v: index, %x: memref<13xf32>, %y: memref<13xf32>):
        %0 = affine.load %x[%v] : memref<13xf32>
        affine.store %0, %y[%v] : memref<13xf32>
        te.yield
      }
    }
    affine.for %i = 0 to 13 {
      te.block "C" [false] affine_map<(i) -> (i)>(%i) captures(%a, %c : memref<13xf32>, memref<13xf32>) do {
      ^bb0(%v: index, %x: memref<13xf32>, %y: memref<13xf32>):
        %0 = affine.load %x[%v] : memref<13xf32>
        affine.store %0, %y[%v] : memref<13xf32>
        te.yield
      }
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %b = schedule.get_block "B" in %root
    %c = schedule.get_block "C" in %root
    %both = transform.merge_handles %b, %c : !transform.any_op
    transform.foreach %both : !transform.any_op {
    ^bb0(%block: !transform.any_op):
      %i = schedule.get_loops of %block
      %f:2 = schedule.sample_perfect_tile %i max_innermost_factor 12
      %l:2 = schedule.split %i by [%f#0, %f#1]
    }
    transform.yield
  }
}

// -----

// A decision is taken as it is.
// CHECK-LABEL: @copy
// CHECK: affine.for %{{.*}} = 0 to 4 {
// CHECK-NEXT: affine.for %{{.*}} = 0 to 6 {
// CHECK-NEXT: affine.for %{{.*}} = 0 to 4 {
// CHECK: schedule.sample_perfect_tile %{{.*}} decision [4, 6, 4]
// INTERPRETER-LABEL: @copy
module attributes {transform.with_named_sequence} {
  func.func @copy(%a: memref<96xf32>, %b: memref<96xf32>) {
    affine.for %i = 0 to 96 {
      te.block "B" [false] affine_map<(i) -> (i)>(%i) captures(%a, %b : memref<96xf32>, memref<96xf32>) do {
      ^bb0(%v: index, %x: memref<96xf32>, %y: memref<96xf32>):
        %0 = affine.load %x[%v] : memref<96xf32>
        affine.store %0, %y[%v] : memref<96xf32>
        te.yield
      }
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %b = schedule.get_block "B" in %root
    %i = schedule.get_loops of %b
    %f:3 = schedule.sample_perfect_tile %i decision [4, 6, 4]
    %l:3 = schedule.split %i by [%f#0, %f#1, %f#2]
    transform.yield
  }
}

// -----

// The first factor of a decision may be the rest of the trip count.
// CHECK-LABEL: @copy
// CHECK: affine.for %{{.*}} = 0 to 4 {
// CHECK-NEXT: affine.for %{{.*}} = 0 to 6 {
// CHECK-NEXT: affine.for %{{.*}} = 0 to 4 {
// CHECK: schedule.sample_perfect_tile %{{.*}} decision [4, 6, 4]
// INTERPRETER-LABEL: @copy
module attributes {transform.with_named_sequence} {
  func.func @copy(%a: memref<96xf32>, %b: memref<96xf32>) {
    affine.for %i = 0 to 96 {
      te.block "B" [false] affine_map<(i) -> (i)>(%i) captures(%a, %b : memref<96xf32>, memref<96xf32>) do {
      ^bb0(%v: index, %x: memref<96xf32>, %y: memref<96xf32>):
        %0 = affine.load %x[%v] : memref<96xf32>
        affine.store %0, %y[%v] : memref<96xf32>
        te.yield
      }
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %b = schedule.get_block "B" in %root
    %i = schedule.get_loops of %b
    %f:3 = schedule.sample_perfect_tile %i decision [0, 6, 4]
    %l:3 = schedule.split %i by [%f#0, %f#1, %f#2]
    transform.yield
  }
}
