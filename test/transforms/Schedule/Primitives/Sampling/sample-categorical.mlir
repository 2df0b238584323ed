// RUN: tvm-opt %s -split-input-file --schedule-apply="keep-script" | FileCheck %s

// A candidate of weight 0 is never drawn; a recorded decision is taken.
// CHECK-LABEL: @copy
// CHECK: affine.for %{{.*}} = 0 to 24 {
// CHECK-NEXT: affine.for %{{.*}} = 0 to 2 {
// CHECK-NEXT: affine.for %{{.*}} = 0 to 2 {
// CHECK: schedule.sample_categorical [0, 24, 5] weights [0.000000e+00, 5.000000e-01, 0.000000e+00] decision 1
// CHECK: schedule.sample_categorical [4, 2] weights [1.000000e+00, 0.000000e+00] decision 1
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
    %f = schedule.sample_categorical [0, 24, 5] weights [0.0, 0.5, 0.0]
    %g = schedule.sample_categorical [4, 2] weights [1.0, 0.0] decision 1
    %l:3 = schedule.split %i by [%f, %g, 2]
    transform.yield
  }
}
