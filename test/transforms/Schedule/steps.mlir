// RUN: tvm-opt %s --transform-interpreter --split-input-file | FileCheck %s

// Within a step, a block is computed where it is used; a step that reads what
// the one before left still finds it.
module attributes {transform.with_named_sequence} {
  // CHECK-LABEL: func.func @delayed
  // CHECK: affine.for %{{.*}} = 0 to 5 {
  // CHECK: te.block "early"
  // CHECK: affine.for
  // CHECK-NEXT: te.block "A"
  // CHECK: affine.for
  // CHECK: memref.alloca() : memref<1xf32>
  // CHECK: te.block "A_1"
  // CHECK: te.block "late"
  // CHECK: } {te.steps}
  func.func @delayed(%a: memref<10xf32>, %early: memref<10xf32>, %late: memref<10xf32>) {
    %t = memref.alloc() : memref<10xf32>
    affine.for %s = 0 to 5 {
      affine.for %i = 0 to 10 {
        te.block "early" [false] affine_map<(i) -> (i)>(%i) captures(%t, %early : memref<10xf32>, memref<10xf32>) do {
        ^bb0(%v: index, %x: memref<10xf32>, %y: memref<10xf32>):
          %0 = affine.load %x[%v] : memref<10xf32>
          affine.store %0, %y[%v] : memref<10xf32>
          te.yield
        }
      }
      affine.for %i = 0 to 10 {
        te.block "A" [false] affine_map<(i) -> (i)>(%i) captures(%a, %t : memref<10xf32>, memref<10xf32>) do {
        ^bb0(%v: index, %x: memref<10xf32>, %y: memref<10xf32>):
          %0 = affine.load %x[%v] : memref<10xf32>
          %1 = math.exp %0 : f32
          affine.store %1, %y[%v] : memref<10xf32>
          te.yield
        }
      }
      affine.for %i = 0 to 10 {
        te.block "late" [false] affine_map<(i) -> (i)>(%i) captures(%t, %late : memref<10xf32>, memref<10xf32>) do {
        ^bb0(%v: index, %x: memref<10xf32>, %y: memref<10xf32>):
          %0 = affine.load %x[%v] : memref<10xf32>
          affine.store %0, %y[%v] : memref<10xf32>
          te.yield
        }
      }
    } {te.steps}
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %a = schedule.get_block "A" in %root
    %b = schedule.get_block "late" in %root
    %s, %i = schedule.get_loops of %b
    %c = schedule.compute_at %a, %i
    transform.yield
  }
}

// -----

// A copy of what a step writes, of the element for this step alone.
module attributes {transform.with_named_sequence} {
  // CHECK-LABEL: func.func @copied
  // CHECK: affine.for %[[S:.*]] = 0 to 5 {
  // CHECK: te.block "A"
  // CHECK: affine.for %{{.*}} = 0 to 10 {
  // CHECK-NEXT: te.block "A_write" [false, false] {{.*}}(%[[S]], %
  // CHECK-NOT: affine.for
  // CHECK: } {te.steps}
  func.func @copied(%a: memref<10xf32>, %b: memref<5x10xf32>) {
    affine.for %s = 0 to 5 {
      affine.for %i = 0 to 10 {
        te.block "A" [false, false] affine_map<(s, i) -> (s, i)>(%s, %i) captures(%a, %b : memref<10xf32>, memref<5x10xf32>) do {
        ^bb0(%u: index, %v: index, %x: memref<10xf32>, %y: memref<5x10xf32>):
          %0 = affine.load %x[%v] : memref<10xf32>
          affine.store %0, %y[%u, %v] : memref<5x10xf32>
          te.yield
        }
      }
    } {te.steps}
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %a = schedule.get_block "A" in %root
    %c = schedule.cache_write %a
    transform.yield
  }
}
