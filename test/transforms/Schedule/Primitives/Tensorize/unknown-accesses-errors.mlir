// RUN: tvm-opt %s --transform-interpreter --split-input-file --verify-diagnostics

// Nothing is proven about what is not understood.

// A body that calls.
module attributes {transform.with_named_sequence} {
  func.func private @f(memref<8xf32>)
  func.func @calls(%a: memref<8xf32>, %b: memref<8xf32>) {
    // expected-note @below {{in the kernel, here}}
    affine.for %i = 0 to 8 {
      te.block "C" [false] affine_map<(i) -> (i)>(%i) captures(%a, %b : memref<8xf32>, memref<8xf32>) do {
      ^bb0(%v: index, %s: memref<8xf32>, %d: memref<8xf32>):
        // expected-note @below {{this operation}}
        func.call @f(%d) : (memref<8xf32>) -> ()
        te.yield
      }
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %c = schedule.get_block "C" in %root
    %i = schedule.get_loops of %c
    // expected-error @below {{cannot parallelize: no proof where an operation's accesses are unknown}}
    schedule.parallel %i
    transform.yield
  }
}

// -----

// A body that loads and stores vectors.
module attributes {transform.with_named_sequence} {
  func.func @vectors(%a: memref<8xf32>, %b: memref<8xf32>) {
    // expected-note @below {{in the kernel, here}}
    affine.for %i = 0 to 7 {
      te.block "C" [false] affine_map<(i) -> (i)>(%i) captures(%a, %b : memref<8xf32>, memref<8xf32>) do {
      ^bb0(%v: index, %s: memref<8xf32>, %d: memref<8xf32>):
        %0 = affine.load %s[%v] : memref<8xf32>
        %1 = vector.broadcast %0 : f32 to vector<2xf32>
        // expected-note @below {{this operation}}
        vector.store %1, %d[%v] : memref<8xf32>, vector<2xf32>
        te.yield
      }
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %c = schedule.get_block "C" in %root
    %i = schedule.get_loops of %c
    // expected-error @below {{cannot parallelize: no proof where an operation's accesses are unknown}}
    schedule.parallel %i
    transform.yield
  }
}

// -----

// A hardware instruction whose regions are not declared.
module attributes {transform.with_named_sequence} {
  func.func @instruction(%a: memref<8xf32>, %b: memref<8xf32>) {
    // expected-note @below {{in the kernel, here}}
    affine.for %i = 0 to 8 {
      te.block "C" [false] affine_map<(i) -> (i)>(%i) captures(%a, %b : memref<8xf32>, memref<8xf32>) do {
      ^bb0(%v: index, %s: memref<8xf32>, %d: memref<8xf32>):
        // expected-note @below {{this operation}}
        te.hardware_intrin "add"(r %s : memref<8xf32>, rw %d : memref<8xf32>)
        te.yield
      }
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %c = schedule.get_block "C" in %root
    %i = schedule.get_loops of %c
    // expected-error @below {{cannot parallelize: no proof where an operation's accesses are unknown}}
    schedule.parallel %i
    transform.yield
  }
}

// -----

// A producer under a condition.
module attributes {transform.with_named_sequence} {
  func.func @condition(%x: memref<8xf32>, %y: memref<8xf32>, %z: memref<8xf32>, %c: i1) {
    // expected-note @below {{this operation}}
    scf.if %c {
      affine.for %i = 0 to 8 {
        // expected-note @below {{in the kernel, here}}
        te.block "P" [false] affine_map<(i) -> (i)>(%i) captures(%x, %z : memref<8xf32>, memref<8xf32>) do {
        ^bb0(%v: index, %s: memref<8xf32>, %d: memref<8xf32>):
          %0 = affine.load %s[%v] : memref<8xf32>
          affine.store %0, %d[%v] : memref<8xf32>
          te.yield
        }
      }
    }
    affine.for %i = 0 to 8 {
      te.block "C" [false] affine_map<(i) -> (i)>(%i) captures(%z, %y : memref<8xf32>, memref<8xf32>) do {
      ^bb0(%v: index, %s: memref<8xf32>, %d: memref<8xf32>):
        %0 = affine.load %s[%v] : memref<8xf32>
        affine.store %0, %d[%v] : memref<8xf32>
        te.yield
      }
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %p = schedule.get_block "P" in %root
    %c = schedule.get_block "C" in %root
    %i = schedule.get_loops of %c
    // expected-error @below {{cannot compute 'P' at a loop: no proof where an operation's accesses are unknown}}
    %a = schedule.compute_at %p, %i
    transform.yield
  }
}

// -----

// Two names of one global.
module attributes {transform.with_named_sequence} {
  memref.global "private" @g : memref<9xf32> = uninitialized
  func.func @global() {
    %a = memref.get_global @g : memref<9xf32>
    %b = memref.get_global @g : memref<9xf32>
    // expected-note @below {{in the kernel, here}}
    affine.for %i = 0 to 8 {
      te.block "C" [false] affine_map<(i) -> (i)>(%i) captures(%a, %b : memref<9xf32>, memref<9xf32>) do {
      ^bb0(%v: index, %s: memref<9xf32>, %d: memref<9xf32>):
        %0 = affine.load %s[%v] : memref<9xf32>
        // expected-note @below {{this operation}}
        affine.store %0, %d[%v + 1] : memref<9xf32>
        te.yield
      }
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %c = schedule.get_block "C" in %root
    %i = schedule.get_loops of %c
    // expected-error @below {{cannot parallelize: no proof where an operation's accesses are unknown}}
    schedule.parallel %i
    transform.yield
  }
}

// -----

// A buffer that goes from iteration to iteration.
module attributes {transform.with_named_sequence} {
  func.func @carried(%a: memref<8xf32>, %b: memref<8xf32>) {
    %r = affine.for %t = 0 to 2 iter_args(%m = %a) -> (memref<8xf32>) {
      // expected-note @below {{in the kernel, here}}
      affine.for %i = 0 to 7 {
        te.block "C" [false] affine_map<(i) -> (i)>(%i) captures(%m, %a : memref<8xf32>, memref<8xf32>) do {
        ^bb0(%v: index, %s: memref<8xf32>, %d: memref<8xf32>):
          // expected-note @below {{this operation}}
          %0 = affine.load %s[%v] : memref<8xf32>
          affine.store %0, %d[%v + 1] : memref<8xf32>
          te.yield
        }
      }
      affine.yield %m : memref<8xf32>
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %c = schedule.get_block "C" in %root
    %t, %i = schedule.get_loops of %c
    // expected-error @below {{cannot parallelize: no proof where an operation's accesses are unknown}}
    schedule.parallel %i
    transform.yield
  }
}

// -----

// Memory that is given back in between.
module attributes {transform.with_named_sequence} {
  func.func @freed(%x: memref<8xf32>, %y: memref<8xf32>) {
    %w = memref.alloc() : memref<8xf32>
    %z = memref.alloc() : memref<8xf32>
    affine.for %i = 0 to 8 {
      // expected-note @below {{in the kernel, here}}
      te.block "P" [false] affine_map<(i) -> (i)>(%i) captures(%w, %z : memref<8xf32>, memref<8xf32>) do {
      ^bb0(%v: index, %s: memref<8xf32>, %d: memref<8xf32>):
        %0 = affine.load %s[%v] : memref<8xf32>
        affine.store %0, %d[%v] : memref<8xf32>
        te.yield
      }
    }
    // expected-note @below {{this operation}}
    memref.dealloc %w : memref<8xf32>
    affine.for %i = 0 to 8 {
      te.block "C" [false] affine_map<(i) -> (i)>(%i) captures(%z, %y : memref<8xf32>, memref<8xf32>) do {
      ^bb0(%v: index, %s: memref<8xf32>, %d: memref<8xf32>):
        %0 = affine.load %s[%v] : memref<8xf32>
        affine.store %0, %d[%v] : memref<8xf32>
        te.yield
      }
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %p = schedule.get_block "P" in %root
    %c = schedule.get_block "C" in %root
    %i = schedule.get_loops of %c
    // expected-error @below {{cannot compute 'P' at a loop: no proof where an operation's accesses are unknown}}
    %a = schedule.compute_at %p, %i
    transform.yield
  }
}

// -----

// A reduction under a condition.
module attributes {transform.with_named_sequence} {
  func.func @reduction(%x: memref<8x4xf32>, %y: memref<8xf32>, %p: i1) {
    // expected-note @below {{this is none}}
    scf.if %p {
      affine.for %i = 0 to 8 {
        affine.for %k = 0 to 4 {
          // expected-note @below {{in the kernel, here}}
          te.block "C" [false, true] affine_map<(i, k) -> (i, k)>(%i, %k) captures(%x, %y : memref<8x4xf32>, memref<8xf32>) init {
          ^bb0(%v: index, %w: index, %s: memref<8x4xf32>, %d: memref<8xf32>):
            %0 = arith.constant 0.0 : f32
            affine.store %0, %d[%v] : memref<8xf32>
            te.yield
          } do {
          ^bb0(%v: index, %w: index, %s: memref<8x4xf32>, %d: memref<8xf32>):
            %0 = affine.load %s[%v, %w] : memref<8x4xf32>
            %1 = affine.load %d[%v] : memref<8xf32>
            %2 = arith.addf %1, %0 : f32
            affine.store %2, %d[%v] : memref<8xf32>
            te.yield
          }
        }
      }
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %c = schedule.get_block "C" in %root
    %i, %k = schedule.get_loops of %c
    // expected-error @below {{cannot factor the reduction of 'C': expected nothing but loops around it}}
    %r = schedule.rfactor %c, %k
    transform.yield
  }
}
