// RUN: tvm-opt %s --transform-interpreter --split-input-file -verify-diagnostics

// Steps that write different elements: what others wrote is left of them.
module attributes {transform.with_named_sequence} {
  func.func @growing(%a: memref<10xf32>, %b: memref<10xf32>) {
    %t = memref.alloc() : memref<10xf32>
    affine.for %s = 0 to 5 {
      affine.for %i = 0 to affine_map<(s) -> (s + 1)>(%s) {
        // expected-note @+1 {{in the kernel, here}}
        te.block "A" [false] affine_map<(i) -> (i)>(%i) captures(%a, %t : memref<10xf32>, memref<10xf32>) do {
        ^bb0(%v: index, %x: memref<10xf32>, %y: memref<10xf32>):
          %0 = affine.load %x[%v] : memref<10xf32>
          affine.store %0, %y[%v] : memref<10xf32>
          te.yield
        }
      }
      affine.for %i = 0 to 10 {
        te.block "B" [false] affine_map<(i) -> (i)>(%i) captures(%t, %b : memref<10xf32>, memref<10xf32>) do {
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
    %b = schedule.get_block "B" in %root
    %s, %i = schedule.get_loops of %b
    // expected-error @+1 {{cannot compute 'A' at a loop: expected loops from 0 in steps of 1, whose bounds are known outside of its nest, and a predicate, that concern spatial axes or reduction axes, not both}}
    %c = schedule.compute_at %a, %i
    transform.yield
  }
}

// -----

// A loop outside of the steps is not behind a nest in them.
module attributes {transform.with_named_sequence} {
  func.func @outside(%a: memref<10xf32>, %b: memref<10xf32>) {
    %t = memref.alloc() : memref<10xf32>
    affine.for %s = 0 to 5 {
      affine.for %i = 0 to 10 {
        // expected-note @+1 {{in the kernel, here}}
        te.block "A" [false] affine_map<(i) -> (i)>(%i) captures(%a, %t : memref<10xf32>, memref<10xf32>) do {
        ^bb0(%v: index, %x: memref<10xf32>, %y: memref<10xf32>):
          %0 = affine.load %x[%v] : memref<10xf32>
          affine.store %0, %y[%v] : memref<10xf32>
          te.yield
        }
      }
    } {te.steps}
    // expected-note @+1 {{here}}
    affine.for %i = 0 to 10 {
      te.block "B" [false] affine_map<(i) -> (i)>(%i) captures(%t, %b : memref<10xf32>, memref<10xf32>) do {
      ^bb0(%v: index, %x: memref<10xf32>, %y: memref<10xf32>):
        %0 = affine.load %x[%v] : memref<10xf32>
        affine.store %0, %y[%v] : memref<10xf32>
        te.yield
      }
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %a = schedule.get_block "A" in %root
    %b = schedule.get_block "B" in %root
    %i = schedule.get_loops of %b
    // expected-error @+1 {{cannot compute 'A' at a loop: expected a loop behind the block's nest}}
    %c = schedule.compute_at %a, %i
    transform.yield
  }
}

