// RUN: tvm-opt %s --transform-interpreter --split-input-file -verify-diagnostics

// (P3) an earlier part reads what a later one wrote in the iteration before.
module attributes {transform.with_named_sequence} {
  func.func @two(%a: memref<16xf32>, %b: memref<16xf32>) {
    // expected-note @+1 {{in the kernel, here}}
    affine.for %i = 0 to 8 {
      te.block "A" [false] affine_map<(i) -> (i)>(%i) captures(%a, %b : memref<16xf32>, memref<16xf32>) do {
      ^bb0(%v: index, %x: memref<16xf32>, %y: memref<16xf32>):
        // expected-note @+1 {{'A' reads the same element later, here}}
        %0 = affine.load %y[%v - 1] : memref<16xf32>
        affine.store %0, %x[%v] : memref<16xf32>
        te.yield
      }
      te.block "C" [false] affine_map<(i) -> (i)>(%i) captures(%a, %b : memref<16xf32>, memref<16xf32>) do {
      ^bb0(%v: index, %x: memref<16xf32>, %y: memref<16xf32>):
        %0 = affine.load %x[%v] : memref<16xf32>
        // expected-note @+1 {{'C' writes first, here}}
        affine.store %0, %y[%v] : memref<16xf32>
        te.yield
      }
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %c = schedule.get_block "C" in %root
    %i = schedule.get_loops of %c
    // expected-error @+1 {{cannot distribute: it breaks a read-after-write dependence of block 'A' on block 'C'}}
    %x, %y = schedule.loop_distribute %i
    transform.yield
  }
}

// -----

// (P1) a marked loop.
module attributes {transform.with_named_sequence} {
  func.func @copy(%a: memref<10xf32>, %b: memref<10xf32>) {
    // expected-note @+1 {{in the kernel, here}}
    affine.for %i = 0 to 10 {
      te.block "C" [false] affine_map<(i) -> (i)>(%i) captures(%a, %b : memref<10xf32>, memref<10xf32>) do {
      ^bb0(%v: index, %x: memref<10xf32>, %y: memref<10xf32>):
        %0 = affine.load %x[%v] : memref<10xf32>
        affine.store %0, %y[%v] : memref<10xf32>
        te.yield
      }
    } {te.kind = "unrolled"}
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %c = schedule.get_block "C" in %root
    %i = schedule.get_loops of %c
    // expected-error @+1 {{cannot distribute: expected a serial loop, got one that is unrolled}}
    %x = schedule.loop_distribute %i
    transform.yield
  }
}

// -----

// (P2) another number of parts.
module attributes {transform.with_named_sequence} {
  func.func @copy(%a: memref<10xf32>, %b: memref<10xf32>) {
    // expected-note @+1 {{the loop}}
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
    // expected-error @+1 {{expected 2 parts in the body, got 1}}
    %x, %y = schedule.loop_distribute %i
    transform.yield
  }
}

// -----

// (P2) something that is neither a loop nor a block.
module attributes {transform.with_named_sequence} {
  func.func @copy(%a: memref<10xf32>, %b: memref<10xf32>) {
    // expected-note @+1 {{in the kernel, here}}
    affine.for %i = 0 to 10 {
      // expected-note @+1 {{this is neither}}
      %z = arith.constant 0.0 : f32
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
    // expected-error @+1 {{cannot distribute: expected a body of loops and blocks only}}
    %x, %y = schedule.loop_distribute %i
    transform.yield
  }
}

// -----

// Accesses that are unknown.
module attributes {transform.with_named_sequence} {
  func.func private @f()

  func.func @copy(%a: memref<10xf32>, %b: memref<10xf32>) {
    // expected-note @+1 {{in the kernel, here}}
    affine.for %i = 0 to 10 {
      affine.for %q = 0 to 1 {
        // expected-note @+1 {{this operation}}
        func.call @f() : () -> ()
      }
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
    // expected-error @+1 {{cannot distribute: no proof where an operation's accesses are unknown}}
    %x, %y = schedule.loop_distribute %i
    transform.yield
  }
}

// -----

// (P2) a value goes from loop to loop.
module attributes {transform.with_named_sequence} {
  func.func @value(%x: memref<8xf32>) {
    %zero = arith.constant 0.0 : f32
    // expected-note @below {{in the kernel, here}}
    affine.for %i = 0 to 8 {
      // expected-note @below {{this one's are}}
      %r = affine.for %k = 0 to 4 iter_args(%sum = %zero) -> (f32) {
        %q = arith.addf %sum, %sum : f32
        affine.yield %q : f32
      }
      te.block "C" [false] affine_map<(i) -> (i)>(%i) captures(%x, %r : memref<8xf32>, f32) do {
      ^bb0(%v: index, %s: memref<8xf32>, %value: f32):
        affine.store %value, %s[%v] : memref<8xf32>
        te.yield
      }
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %c = schedule.get_block "C" in %root
    %i = schedule.get_loops of %c
    // expected-error @below {{cannot distribute: expected no loop in its body whose results are used}}
    %a, %b = schedule.loop_distribute %i
    transform.yield
  }
}
