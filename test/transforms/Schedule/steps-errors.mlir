// RUN: %cases %s | tvm-opt --transform-interpreter --split-input-file -verify-diagnostics

// PAYLOAD
func.func @kernel(%a: memref<10xf32>, %b: memref<10xf32>) {
  %t = memref.alloc() : memref<10xf32>
  affine.for %s = 0 to 5 {
    affine.for %i = 0 to affine_map<(s) -> (s + 1)>(%s) {
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
// STEPS
%a = schedule.get_block "A" in %root
%b = schedule.get_block "B" in %root

// CASE: Steps that write different elements: what others wrote is left of them.
// expected-note at `te.block "A"` {{in the kernel, here}}
%s, %i = schedule.get_loops of %b
// expected-error @below {{cannot compute 'A' at a loop: expected loops from 0 in steps of 1, whose bounds are known outside of its nest, and a predicate, that concern spatial axes or reduction axes, not both}}
%c = schedule.compute_at %a, %i

// CASE: A loop outside of the steps is not behind a nest in them.
// EDIT: `affine_map<(s) -> (s + 1)>(%s)` -> `10`
// BEFORE: `affine.for %i`#2
//| } {te.steps}
// LINES: `} {te.steps}`#2
// expected-note at `te.block "A"` {{in the kernel, here}}
// expected-note at `affine.for %i`#2 {{here}}
%i = schedule.get_loops of %b
// expected-error @below {{cannot compute 'A' at a loop: expected a loop behind the block's nest}}
%c = schedule.compute_at %a, %i
