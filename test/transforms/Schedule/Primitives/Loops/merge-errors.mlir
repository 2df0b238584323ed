// RUN: tvm-opt %s --transform-interpreter --split-input-file -verify-diagnostics

// (P3) the second loop reads what a later iteration of the first one writes.
module attributes {transform.with_named_sequence} {
  func.func @f(%a: memref<8x16xf32>, %b: memref<8x16xf32>, %c: memref<8x16xf32>) {
    // expected-note @+1 {{in the kernel, here}}
    affine.for %i = 0 to 8 {
      affine.for %j = 0 to 16 {
        te.block "A" [false, false] affine_map<(i, j) -> (i, j)>(%i, %j) captures(%a, %b : memref<8x16xf32>, memref<8x16xf32>) do {
        ^bb0(%v: index, %w: index, %x: memref<8x16xf32>, %y: memref<8x16xf32>):
          %0 = affine.load %x[%v, %w] : memref<8x16xf32>
          %1 = arith.negf %0 : f32
          // expected-note @+1 {{'A' writes first, here}}
          affine.store %1, %y[%v, %w] : memref<8x16xf32>
          te.yield
        }
      }
    }
    affine.for %i = 0 to 8 {
      affine.for %j = 0 to 16 {
        te.block "C" [false, false] affine_map<(i, j) -> (i, j)>(%i, %j) captures(%b, %c : memref<8x16xf32>, memref<8x16xf32>) do {
        ^bb0(%v: index, %w: index, %x: memref<8x16xf32>, %y: memref<8x16xf32>):
          // expected-note @+1 {{'C' reads the same element later, here}}
          %0 = affine.load %x[-%v + 7, %w] : memref<8x16xf32>
          %1 = arith.negf %0 : f32
          affine.store %1, %y[%v, %w] : memref<8x16xf32>
          te.yield
        }
      }
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %x = schedule.get_block "A" in %root
    %y = schedule.get_block "C" in %root
    %i, %j = schedule.get_loops of %x
    %k, %l = schedule.get_loops of %y
    // expected-error @+1 {{cannot merge: it breaks a read-after-write dependence of block 'C' on block 'A'}}
    schedule.merge %i, %k
    transform.yield
  }
}

// -----

// (P3) a start value of the second loop's sum overwrites what the first one reads.
module attributes {transform.with_named_sequence} {
  func.func @f(%s: memref<8xf32>, %a: memref<16xf32>, %b: memref<16xf32>) {
    // expected-note @+1 {{in the kernel, here}}
    affine.for %i = 0 to 16 {
      te.block "A" [false] affine_map<(i) -> (i)>(%i) captures(%s, %a : memref<8xf32>, memref<16xf32>) do {
      ^bb0(%v: index, %x: memref<8xf32>, %y: memref<16xf32>):
        // expected-note @+1 {{'A' reads first, here}}
        %0 = affine.load %x[0] : memref<8xf32>
        affine.store %0, %y[%v] : memref<16xf32>
        te.yield
      }
    }
    affine.for %i = 0 to 16 {
      te.block "S" [true] affine_map<(i) -> (i)>(%i) captures(%b, %s : memref<16xf32>, memref<8xf32>) init {
      ^bb0(%v: index, %x: memref<16xf32>, %y: memref<8xf32>):
        %z = arith.constant 0.0 : f32
        // expected-note @+1 {{'S' initialises the same element later, here}}
        affine.store %z, %y[0] : memref<8xf32>
        te.yield
      } do {
      ^bb0(%v: index, %x: memref<16xf32>, %y: memref<8xf32>):
        %0 = affine.load %x[%v] : memref<16xf32>
        %1 = affine.load %y[1] : memref<8xf32>
        %2 = arith.addf %1, %0 : f32
        affine.store %2, %y[1] : memref<8xf32>
        te.yield
      }
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %x = schedule.get_block "A" in %root
    %y = schedule.get_block "S" in %root
    %i = schedule.get_loops of %x
    %k = schedule.get_loops of %y
    // expected-error @+1 {{cannot merge: it breaks a write-after-read dependence of block 'S' on block 'A'}}
    schedule.merge %i, %k
    transform.yield
  }
}

// -----

// (P2) what is between reads what the first loop writes.
module attributes {transform.with_named_sequence} {
  func.func @f(%a: memref<8x16xf32>, %b: memref<8x16xf32>, %c: memref<8x16xf32>, %d: memref<8x16xf32>) {
    // expected-note @+1 {{in the kernel, here}}
    affine.for %i = 0 to 8 {
      affine.for %j = 0 to 16 {
        te.block "A" [false, false] affine_map<(i, j) -> (i, j)>(%i, %j) captures(%a, %b : memref<8x16xf32>, memref<8x16xf32>) do {
        ^bb0(%v: index, %w: index, %x: memref<8x16xf32>, %y: memref<8x16xf32>):
          %0 = affine.load %x[%v, %w] : memref<8x16xf32>
          %1 = arith.negf %0 : f32
          // expected-note @+1 {{'A' writes first, here}}
          affine.store %1, %y[%v, %w] : memref<8x16xf32>
          te.yield
        }
      }
    }
    affine.for %i = 0 to 8 {
      affine.for %j = 0 to 16 {
        te.block "B" [false, false] affine_map<(i, j) -> (i, j)>(%i, %j) captures(%b, %d : memref<8x16xf32>, memref<8x16xf32>) do {
        ^bb0(%v: index, %w: index, %x: memref<8x16xf32>, %y: memref<8x16xf32>):
          // expected-note @+1 {{'B' reads the same element later, here}}
          %0 = affine.load %x[%v, %w] : memref<8x16xf32>
          %1 = arith.negf %0 : f32
          affine.store %1, %y[%v, %w] : memref<8x16xf32>
          te.yield
        }
      }
    }
    affine.for %i = 0 to 8 {
      affine.for %j = 0 to 16 {
        te.block "C" [false, false] affine_map<(i, j) -> (i, j)>(%i, %j) captures(%b, %c : memref<8x16xf32>, memref<8x16xf32>) do {
        ^bb0(%v: index, %w: index, %x: memref<8x16xf32>, %y: memref<8x16xf32>):
          %0 = affine.load %x[%v, %w] : memref<8x16xf32>
          %1 = arith.negf %0 : f32
          affine.store %1, %y[%v, %w] : memref<8x16xf32>
          te.yield
        }
      }
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %x = schedule.get_block "A" in %root
    %y = schedule.get_block "C" in %root
    %i, %j = schedule.get_loops of %x
    %k, %l = schedule.get_loops of %y
    // expected-error @+1 {{cannot merge: it breaks a read-after-write dependence of block 'B' on block 'A'}}
    schedule.merge %i, %k
    transform.yield
  }
}

// -----

// (P2) what is between has unknown accesses.
module attributes {transform.with_named_sequence} {
  func.func private @g()

  func.func @f(%a: memref<8x16xf32>, %b: memref<8x16xf32>, %c: memref<8x16xf32>) {
    // expected-note @+1 {{in the kernel, here}}
    affine.for %i = 0 to 8 {
      affine.for %j = 0 to 16 {
        te.block "A" [false, false] affine_map<(i, j) -> (i, j)>(%i, %j) captures(%a, %b : memref<8x16xf32>, memref<8x16xf32>) do {
        ^bb0(%v: index, %w: index, %x: memref<8x16xf32>, %y: memref<8x16xf32>):
          %0 = affine.load %x[%v, %w] : memref<8x16xf32>
          %1 = arith.negf %0 : f32
          affine.store %1, %y[%v, %w] : memref<8x16xf32>
          te.yield
        }
      }
    }
    // expected-note @+1 {{this operation}}
    func.call @g() : () -> ()
    affine.for %i = 0 to 8 {
      affine.for %j = 0 to 16 {
        te.block "C" [false, false] affine_map<(i, j) -> (i, j)>(%i, %j) captures(%b, %c : memref<8x16xf32>, memref<8x16xf32>) do {
        ^bb0(%v: index, %w: index, %x: memref<8x16xf32>, %y: memref<8x16xf32>):
          %0 = affine.load %x[%v, %w] : memref<8x16xf32>
          %1 = arith.negf %0 : f32
          affine.store %1, %y[%v, %w] : memref<8x16xf32>
          te.yield
        }
      }
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %x = schedule.get_block "A" in %root
    %y = schedule.get_block "C" in %root
    %i, %j = schedule.get_loops of %x
    %k, %l = schedule.get_loops of %y
    // expected-error @+1 {{cannot merge: no proof where an operation's accesses are unknown}}
    schedule.merge %i, %k
    transform.yield
  }
}

// -----

// (P3) one of the loops has unknown accesses.
module attributes {transform.with_named_sequence} {
  func.func private @g()

  func.func @f(%a: memref<8x16xf32>, %b: memref<8x16xf32>, %c: memref<8x16xf32>) {
    // expected-note @+1 {{in the kernel, here}}
    affine.for %i = 0 to 8 {
      // expected-note @+1 {{this operation}}
      func.call @g() : () -> ()
      affine.for %j = 0 to 16 {
        te.block "A" [false, false] affine_map<(i, j) -> (i, j)>(%i, %j) captures(%a, %b : memref<8x16xf32>, memref<8x16xf32>) do {
        ^bb0(%v: index, %w: index, %x: memref<8x16xf32>, %y: memref<8x16xf32>):
          %0 = affine.load %x[%v, %w] : memref<8x16xf32>
          %1 = arith.negf %0 : f32
          affine.store %1, %y[%v, %w] : memref<8x16xf32>
          te.yield
        }
      }
    }
    affine.for %i = 0 to 8 {
      affine.for %j = 0 to 16 {
        te.block "C" [false, false] affine_map<(i, j) -> (i, j)>(%i, %j) captures(%b, %c : memref<8x16xf32>, memref<8x16xf32>) do {
        ^bb0(%v: index, %w: index, %x: memref<8x16xf32>, %y: memref<8x16xf32>):
          %0 = affine.load %x[%v, %w] : memref<8x16xf32>
          %1 = arith.negf %0 : f32
          affine.store %1, %y[%v, %w] : memref<8x16xf32>
          te.yield
        }
      }
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %x = schedule.get_block "A" in %root
    %y = schedule.get_block "C" in %root
    %i, %j = schedule.get_loops of %x
    %k, %l = schedule.get_loops of %y
    // expected-error @+1 {{cannot merge: no proof where an operation's accesses are unknown}}
    schedule.merge %i, %k
    transform.yield
  }
}

// -----

// (P1) a marked loop.
module attributes {transform.with_named_sequence} {
  func.func @f(%a: memref<8x16xf32>, %b: memref<8x16xf32>, %c: memref<8x16xf32>) {
    // expected-note @+1 {{in the kernel, here}}
    affine.for %i = 0 to 8 {
      affine.for %j = 0 to 16 {
        te.block "A" [false, false] affine_map<(i, j) -> (i, j)>(%i, %j) captures(%a, %b : memref<8x16xf32>, memref<8x16xf32>) do {
        ^bb0(%v: index, %w: index, %x: memref<8x16xf32>, %y: memref<8x16xf32>):
          %0 = affine.load %x[%v, %w] : memref<8x16xf32>
          %1 = arith.negf %0 : f32
          affine.store %1, %y[%v, %w] : memref<8x16xf32>
          te.yield
        }
      }
    } {te.kind = "unrolled"}
    affine.for %i = 0 to 8 {
      affine.for %j = 0 to 16 {
        te.block "C" [false, false] affine_map<(i, j) -> (i, j)>(%i, %j) captures(%b, %c : memref<8x16xf32>, memref<8x16xf32>) do {
        ^bb0(%v: index, %w: index, %x: memref<8x16xf32>, %y: memref<8x16xf32>):
          %0 = affine.load %x[%v, %w] : memref<8x16xf32>
          %1 = arith.negf %0 : f32
          affine.store %1, %y[%v, %w] : memref<8x16xf32>
          te.yield
        }
      }
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %x = schedule.get_block "A" in %root
    %y = schedule.get_block "C" in %root
    %i, %j = schedule.get_loops of %x
    %k, %l = schedule.get_loops of %y
    // expected-error @+1 {{cannot merge: expected a serial loop, got one that is unrolled}}
    schedule.merge %i, %k
    transform.yield
  }
}

// -----

// (P1) in the other order.
module attributes {transform.with_named_sequence} {
  func.func @f(%a: memref<8x16xf32>, %b: memref<8x16xf32>, %c: memref<8x16xf32>) {
    // expected-note @+1 {{the other loop}}
    affine.for %i = 0 to 8 {
      affine.for %j = 0 to 16 {
        te.block "A" [false, false] affine_map<(i, j) -> (i, j)>(%i, %j) captures(%a, %b : memref<8x16xf32>, memref<8x16xf32>) do {
        ^bb0(%v: index, %w: index, %x: memref<8x16xf32>, %y: memref<8x16xf32>):
          %0 = affine.load %x[%v, %w] : memref<8x16xf32>
          %1 = arith.negf %0 : f32
          affine.store %1, %y[%v, %w] : memref<8x16xf32>
          te.yield
        }
      }
    }
    // expected-note @+1 {{in the kernel, here}}
    affine.for %i = 0 to 8 {
      affine.for %j = 0 to 16 {
        te.block "C" [false, false] affine_map<(i, j) -> (i, j)>(%i, %j) captures(%b, %c : memref<8x16xf32>, memref<8x16xf32>) do {
        ^bb0(%v: index, %w: index, %x: memref<8x16xf32>, %y: memref<8x16xf32>):
          %0 = affine.load %x[%v, %w] : memref<8x16xf32>
          %1 = arith.negf %0 : f32
          affine.store %1, %y[%v, %w] : memref<8x16xf32>
          te.yield
        }
      }
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %x = schedule.get_block "A" in %root
    %y = schedule.get_block "C" in %root
    %i, %j = schedule.get_loops of %x
    %k, %l = schedule.get_loops of %y
    // expected-error @+1 {{cannot merge: expected a loop behind it, in the same body}}
    schedule.merge %k, %i
    transform.yield
  }
}

// -----

// (P1) in different bodies.
module attributes {transform.with_named_sequence} {
  func.func @f(%a: memref<8x16xf32>, %b: memref<8x16xf32>, %c: memref<8x16xf32>) {
    affine.for %i = 0 to 8 {
      // expected-note @+1 {{in the kernel, here}}
      affine.for %j = 0 to 16 {
        te.block "A" [false, false] affine_map<(i, j) -> (i, j)>(%i, %j) captures(%a, %b : memref<8x16xf32>, memref<8x16xf32>) do {
        ^bb0(%v: index, %w: index, %x: memref<8x16xf32>, %y: memref<8x16xf32>):
          %0 = affine.load %x[%v, %w] : memref<8x16xf32>
          %1 = arith.negf %0 : f32
          affine.store %1, %y[%v, %w] : memref<8x16xf32>
          te.yield
        }
      }
    }
    affine.for %i = 0 to 8 {
      // expected-note @+1 {{the other loop}}
      affine.for %j = 0 to 16 {
        te.block "C" [false, false] affine_map<(i, j) -> (i, j)>(%i, %j) captures(%b, %c : memref<8x16xf32>, memref<8x16xf32>) do {
        ^bb0(%v: index, %w: index, %x: memref<8x16xf32>, %y: memref<8x16xf32>):
          %0 = affine.load %x[%v, %w] : memref<8x16xf32>
          %1 = arith.negf %0 : f32
          affine.store %1, %y[%v, %w] : memref<8x16xf32>
          te.yield
        }
      }
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %x = schedule.get_block "A" in %root
    %y = schedule.get_block "C" in %root
    %i, %j = schedule.get_loops of %x
    %k, %l = schedule.get_loops of %y
    // expected-error @+1 {{cannot merge: expected a loop behind it, in the same body}}
    schedule.merge %j, %l
    transform.yield
  }
}

// -----

// (P1) of different extents.
module attributes {transform.with_named_sequence} {
  func.func @f(%a: memref<8x16xf32>, %b: memref<8x16xf32>, %c: memref<8x16xf32>) {
    // expected-note @+1 {{in the kernel, here}}
    affine.for %i = 0 to 8 {
      affine.for %j = 0 to 16 {
        te.block "A" [false, false] affine_map<(i, j) -> (i, j)>(%i, %j) captures(%a, %b : memref<8x16xf32>, memref<8x16xf32>) do {
        ^bb0(%v: index, %w: index, %x: memref<8x16xf32>, %y: memref<8x16xf32>):
          %0 = affine.load %x[%v, %w] : memref<8x16xf32>
          %1 = arith.negf %0 : f32
          affine.store %1, %y[%v, %w] : memref<8x16xf32>
          te.yield
        }
      }
    }
    // expected-note @+1 {{the other loop}}
    affine.for %i = 0 to 7 {
      affine.for %j = 0 to 16 {
        te.block "C" [false, false] affine_map<(i, j) -> (i, j)>(%i, %j) captures(%b, %c : memref<8x16xf32>, memref<8x16xf32>) do {
        ^bb0(%v: index, %w: index, %x: memref<8x16xf32>, %y: memref<8x16xf32>):
          %0 = affine.load %x[%v, %w] : memref<8x16xf32>
          %1 = arith.negf %0 : f32
          affine.store %1, %y[%v, %w] : memref<8x16xf32>
          te.yield
        }
      }
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %x = schedule.get_block "A" in %root
    %y = schedule.get_block "C" in %root
    %i, %j = schedule.get_loops of %x
    %k, %l = schedule.get_loops of %y
    // expected-error @+1 {{cannot merge: expected loops of the same extent}}
    schedule.merge %i, %k
    transform.yield
  }
}
