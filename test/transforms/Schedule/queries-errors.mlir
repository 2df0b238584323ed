// RUN: tvm-opt %s --transform-interpreter --split-input-file -verify-diagnostics

// No such block.
module attributes {transform.with_named_sequence} {
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
    // expected-error @+1 {{expected one block 'D', got 0}}
    %c = schedule.get_block "D" in %root
    transform.yield
  }
}

// -----

// Two blocks of one name.
module attributes {transform.with_named_sequence} {
  func.func @two(%a: memref<16xf32>, %b: memref<16xf32>) {
    affine.for %i = 0 to 8 {
      // expected-note @+1 {{one of them}}
      te.block "C" [false] affine_map<(i) -> (i)>(%i) captures(%a, %b : memref<16xf32>, memref<16xf32>) do {
      ^bb0(%v: index, %x: memref<16xf32>, %y: memref<16xf32>):
        %0 = affine.load %y[%v + 8] : memref<16xf32>
        affine.store %0, %x[%v] : memref<16xf32>
        te.yield
      }
      // expected-note @+1 {{one of them}}
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
    // expected-error @+1 {{expected one block 'C', got 2}}
    %c = schedule.get_block "C" in %root
    transform.yield
  }
}

// -----

// No such function.
module attributes {transform.with_named_sequence} {
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
    // expected-error @+1 {{expected one function 'f', got 0}}
    %c = schedule.get_kernel "f" in %root
    transform.yield
  }
}

// -----

// Another number of loops.
module attributes {transform.with_named_sequence} {
  func.func @copy(%a: memref<10xf32>, %b: memref<10xf32>) {
    affine.for %i = 0 to 10 {
      // expected-note @+1 {{the block}}
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
    // expected-error @+1 {{expected 2 loops around 'C', got 1}}
    %i, %j = schedule.get_loops of %c
    transform.yield
  }
}
