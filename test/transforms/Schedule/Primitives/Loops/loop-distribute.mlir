// RUN: tvm-opt %s --transform-interpreter --split-input-file | FileCheck %s

// A later part only needs what an earlier one has done before: two loops.
module attributes {transform.with_named_sequence} {
  // CHECK: affine.for %{{.*}} = 0 to 8 {
  // CHECK-NEXT: te.block "A"
  // CHECK: affine.for %{{.*}} = 0 to 8 {
  // CHECK-NEXT: te.block "C"
  // CHECK: te.kind = "unrolled"
  func.func @two(%a: memref<16xf32>, %b: memref<16xf32>) {
    affine.for %i = 0 to 8 {
      te.block "A" [false] affine_map<(i) -> (i)>(%i) captures(%a, %b : memref<16xf32>, memref<16xf32>) do {
      ^bb0(%v: index, %x: memref<16xf32>, %y: memref<16xf32>):
        %0 = affine.load %y[%v + 8] : memref<16xf32>
        affine.store %0, %x[%v] : memref<16xf32>
        te.yield
      }
      te.block "C" [false] affine_map<(i) -> (i)>(%i) captures(%a, %b : memref<16xf32>, memref<16xf32>) do {
      ^bb0(%v: index, %x: memref<16xf32>, %y: memref<16xf32>):
        %0 = affine.load %x[%v] : memref<16xf32>
        affine.store %0, %y[%v] : memref<16xf32>
        te.yield
      }
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %c = schedule.get_block "C" in %root
    %i = schedule.get_loops of %c
    %x, %y = schedule.loop_distribute %i
    schedule.unroll %y
    transform.yield
  }
}

// -----

// A read of what a later iteration of a later part overwrites stays a read of the old value.
module attributes {transform.with_named_sequence} {
  // CHECK: affine.for
  // CHECK-NEXT: te.block "A"
  // CHECK: affine.for
  // CHECK-NEXT: te.block "C"
  func.func @two(%a: memref<16xf32>, %b: memref<16xf32>) {
    affine.for %i = 0 to 8 {
      te.block "A" [false] affine_map<(i) -> (i)>(%i) captures(%a, %b : memref<16xf32>, memref<16xf32>) do {
      ^bb0(%v: index, %x: memref<16xf32>, %y: memref<16xf32>):
        %0 = affine.load %y[%v + 1] : memref<16xf32>
        affine.store %0, %x[%v] : memref<16xf32>
        te.yield
      }
      te.block "C" [false] affine_map<(i) -> (i)>(%i) captures(%a, %b : memref<16xf32>, memref<16xf32>) do {
      ^bb0(%v: index, %x: memref<16xf32>, %y: memref<16xf32>):
        %0 = affine.load %x[%v] : memref<16xf32>
        affine.store %0, %y[%v] : memref<16xf32>
        te.yield
      }
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %c = schedule.get_block "C" in %root
    %i = schedule.get_loops of %c
    %x, %y = schedule.loop_distribute %i
    transform.yield
  }
}

// -----

// One part: nothing changes.
module attributes {transform.with_named_sequence} {
  // CHECK: affine.for
  // CHECK-NOT: affine.for
  func.func @copy(%a: memref<10xf32>, %b: memref<10xf32>) {
    affine.for %i = 0 to 10 {
      te.block "C" [false] affine_map<(i) -> (i)>(%i) captures(%a, %b : memref<10xf32>, memref<10xf32>) do {
      ^bb0(%v: index, %x: memref<10xf32>, %y: memref<10xf32>):
        %0 = affine.load %x[%v] : memref<10xf32>
        affine.store %0, %y[%v] : memref<10xf32>
        te.yield
      }
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %c = schedule.get_block "C" in %root
    %i = schedule.get_loops of %c
    %x = schedule.loop_distribute %i
    transform.yield
  }
}
