// RUN: tvm-opt %s -split-input-file -verify-diagnostics --schedule-apply

// (P1) A loop that is parallel already.
module attributes {transform.with_named_sequence} {
  func.func @f(%a: memref<8xf32>, %b: memref<8xf32>) {
    // expected-note @+1 {{in the kernel, here}}
    affine.for %i = 0 to 8 {
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
    schedule.parallel %i
    // expected-error @+1 {{cannot make virtual threads: expected a serial loop, got one that is parallel}}
    schedule.virtual_thread %i
    transform.yield
  }
}

// -----

// (P2) An unknown number of threads.
module attributes {transform.with_named_sequence} {
  func.func @f(%a: memref<?xf32>, %b: memref<?xf32>, %n: index) {
    // expected-note @+1 {{in the kernel, here}}
    affine.for %i = 0 to %n {
      te.block "B" [false] affine_map<(i) -> (i)>(%i) captures(%a, %b : memref<?xf32>, memref<?xf32>) do {
      ^bb0(%v: index, %x: memref<?xf32>, %y: memref<?xf32>):
        %0 = affine.load %x[%v] : memref<?xf32>
        affine.store %0, %y[%v] : memref<?xf32>
        te.yield
      }
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %b = schedule.get_block "B" in %root
    %i = schedule.get_loops of %b
    // expected-error @+1 {{cannot make virtual threads: expected a constant trip count}}
    schedule.virtual_thread %i
    transform.yield
  }
}

// -----

// (P3) Threads that reduce to one element.
module attributes {transform.with_named_sequence} {
  func.func @f(%a: memref<8xf32>, %b: memref<8xf32>) {
    // expected-note @+1 {{in the kernel, here}}
    affine.for %i = 0 to 8 {
      te.block "B" [true] affine_map<(i) -> (i)>(%i) captures(%a, %b : memref<8xf32>, memref<8xf32>) do {
      ^bb0(%v: index, %x: memref<8xf32>, %y: memref<8xf32>):
        %0 = affine.load %x[%v] : memref<8xf32>
        // expected-note @+1 {{'B' reads first, here}}
        %1 = affine.load %y[0] : memref<8xf32>
        %2 = arith.addf %0, %1 : f32
        // expected-note @+1 {{'B' writes the same element later, here}}
        affine.store %2, %y[0] : memref<8xf32>
        te.yield
      }
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %b = schedule.get_block "B" in %root
    %i = schedule.get_loops of %b
    // expected-error @+1 {{cannot make virtual threads: it breaks a write-after-read dependence of block 'B' on block 'B'}}
    schedule.virtual_thread %i
    transform.yield
  }
}

// -----

// (P4) Another number of threads than there are iterations.
module attributes {transform.with_named_sequence} {
  func.func @f(%a: memref<8xf32>, %b: memref<8xf32>) {
    // expected-note @+1 {{in the kernel, here}}
    affine.for %i = 0 to 8 {
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
    // expected-error @+1 {{cannot make virtual threads: expected 2 iterations, got 8}}
    schedule.virtual_thread %i extent 2
    transform.yield
  }
}
