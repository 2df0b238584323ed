// RUN: tvm-opt %s --transform-interpreter --split-input-file -verify-diagnostics

// (P1) a reduction.
module attributes {transform.with_named_sequence} {
  func.func @f(%a: memref<8x16xf32>, %s: memref<8xf32>) {
    %t = memref.alloc() : memref<8x16xf32>
    affine.for %i = 0 to 8 {
      affine.for %j = 0 to 16 {
        te.block "A" [false, false] affine_map<(i, j) -> (i, j)>(%i, %j) captures(%a, %t : memref<8x16xf32>, memref<8x16xf32>) do {
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
        // expected-note @+1 {{in the kernel, here}}
        te.block "C" [false, true] affine_map<(i, j) -> (i, j)>(%i, %j) captures(%t, %s : memref<8x16xf32>, memref<8xf32>) init {
        ^bb0(%v: index, %w: index, %x: memref<8x16xf32>, %y: memref<8xf32>):
          %z = arith.constant 0.0 : f32
          affine.store %z, %y[%v] : memref<8xf32>
          te.yield
        } do {
        ^bb0(%v: index, %w: index, %x: memref<8x16xf32>, %y: memref<8xf32>):
          %0 = affine.load %x[%v, %w] : memref<8x16xf32>
          %1 = affine.load %y[%v] : memref<8xf32>
          %2 = arith.addf %1, %0 : f32
          affine.store %2, %y[%v] : memref<8xf32>
          te.yield
        }
      }
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %x = schedule.get_block "C" in %root
    // expected-error @+1 {{cannot compute 'C' in place: expected 'C' to have no reduction axes}}
    schedule.compute_in_place %x, 0
    transform.yield
  }
}

// -----

// (P1) a store elsewhere.
module attributes {transform.with_named_sequence} {
  func.func @f(%a: memref<8x16xf32>, %c: memref<8x16xf32>) {
    %t = memref.alloc() : memref<8x16xf32>
    affine.for %i = 0 to 8 {
      affine.for %j = 0 to 16 {
        te.block "A" [false, false] affine_map<(i, j) -> (i, j)>(%i, %j) captures(%a, %t : memref<8x16xf32>, memref<8x16xf32>) do {
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
        // expected-note @+1 {{in the kernel, here}}
        te.block "C" [false, false] affine_map<(i, j) -> (i, j)>(%i, %j) captures(%t, %c : memref<8x16xf32>, memref<8x16xf32>) do {
        ^bb0(%v: index, %w: index, %x: memref<8x16xf32>, %y: memref<8x16xf32>):
          %0 = affine.load %x[%v, %w] : memref<8x16xf32>
          %1 = arith.negf %0 : f32
          // expected-note @+1 {{here}}
          affine.store %1, %y[%v, 15 - %w] : memref<8x16xf32>
          te.yield
        }
      }
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %x = schedule.get_block "C" in %root
    // expected-error @+1 {{cannot compute 'C' in place: expected a store at the block's axes, in order}}
    schedule.compute_in_place %x, 0
    transform.yield
  }
}

// -----

// (P1) a loop that runs on threads.
module attributes {transform.with_named_sequence} {
  func.func @f(%a: memref<8x16xf32>, %c: memref<8x16xf32>) {
    %t = memref.alloc() : memref<8x16xf32>
    affine.for %i = 0 to 8 {
      affine.for %j = 0 to 16 {
        te.block "A" [false, false] affine_map<(i, j) -> (i, j)>(%i, %j) captures(%a, %t : memref<8x16xf32>, memref<8x16xf32>) do {
        ^bb0(%v: index, %w: index, %x: memref<8x16xf32>, %y: memref<8x16xf32>):
          %0 = affine.load %x[%v, %w] : memref<8x16xf32>
          %1 = arith.negf %0 : f32
          affine.store %1, %y[%v, %w] : memref<8x16xf32>
          te.yield
        }
      }
    }
    // expected-note @+1 {{here}}
    affine.for %i = 0 to 8 {
      affine.for %j = 0 to 16 {
        // expected-note @+1 {{in the kernel, here}}
        te.block "C" [false, false] affine_map<(i, j) -> (i, j)>(%i, %j) captures(%t, %c : memref<8x16xf32>, memref<8x16xf32>) do {
        ^bb0(%v: index, %w: index, %x: memref<8x16xf32>, %y: memref<8x16xf32>):
          %0 = affine.load %x[%v, %w] : memref<8x16xf32>
          %1 = arith.negf %0 : f32
          affine.store %1, %y[%v, %w] : memref<8x16xf32>
          te.yield
        }
      }
    } {te.kind = "parallel"}
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %x = schedule.get_block "C" in %root
    // expected-error @+1 {{cannot compute 'C' in place: expected serial loops around it}}
    schedule.compute_in_place %x, 0
    transform.yield
  }
}

// -----

// (P2) no such buffer.
module attributes {transform.with_named_sequence} {
  func.func @f(%a: memref<8x16xf32>, %c: memref<8x16xf32>) {
    %t = memref.alloc() : memref<8x16xf32>
    affine.for %i = 0 to 8 {
      affine.for %j = 0 to 16 {
        te.block "A" [false, false] affine_map<(i, j) -> (i, j)>(%i, %j) captures(%a, %t : memref<8x16xf32>, memref<8x16xf32>) do {
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
        // expected-note @+1 {{in the kernel, here}}
        te.block "C" [false, false] affine_map<(i, j) -> (i, j)>(%i, %j) captures(%t, %c : memref<8x16xf32>, memref<8x16xf32>) do {
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
    %x = schedule.get_block "C" in %root
    // expected-error @+1 {{cannot compute 'C' in place: expected one of 1 buffers that it reads and does not write, got number 1}}
    schedule.compute_in_place %x, 1
    transform.yield
  }
}

// -----

// (P2) an argument.
module attributes {transform.with_named_sequence} {
  func.func @f(%a: memref<8x16xf32>, %c: memref<8x16xf32>) {
    affine.for %i = 0 to 8 {
      affine.for %j = 0 to 16 {
        // expected-note @+1 {{in the kernel, here}}
        te.block "C" [false, false] affine_map<(i, j) -> (i, j)>(%i, %j) captures(%a, %c : memref<8x16xf32>, memref<8x16xf32>) do {
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
    %x = schedule.get_block "C" in %root
    // expected-error @+1 {{cannot compute 'C' in place: expected a buffer that the kernel allocates, of the type that it writes}}
    schedule.compute_in_place %x, 0
    transform.yield
  }
}

// -----

// (P2) another type.
module attributes {transform.with_named_sequence} {
  func.func @f(%a: memref<8xf64>, %c: memref<8xf32>) {
    // expected-note @+1 {{here}}
    %t = memref.alloc() : memref<8xf64>
    affine.for %i = 0 to 8 {
      // expected-note @+1 {{in the kernel, here}}
      te.block "C" [false] affine_map<(i) -> (i)>(%i) captures(%t, %c : memref<8xf64>, memref<8xf32>) do {
      ^bb0(%v: index, %x: memref<8xf64>, %y: memref<8xf32>):
        %0 = affine.load %x[%v] : memref<8xf64>
        %1 = arith.truncf %0 : f64 to f32
        affine.store %1, %y[%v] : memref<8xf32>
        te.yield
      }
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %x = schedule.get_block "C" in %root
    // expected-error @+1 {{cannot compute 'C' in place: expected a buffer that the kernel allocates, of the type that it writes}}
    schedule.compute_in_place %x, 0
    transform.yield
  }
}

// -----

// (P2) somebody else has the buffer.
module attributes {transform.with_named_sequence} {
  func.func private @g(memref<8x16xf32>)

  func.func @f(%a: memref<8x16xf32>, %c: memref<8x16xf32>) {
    %t = memref.alloc() : memref<8x16xf32>
    // expected-note @+1 {{here}}
    func.call @g(%t) : (memref<8x16xf32>) -> ()
    affine.for %i = 0 to 8 {
      affine.for %j = 0 to 16 {
        // expected-note @+1 {{in the kernel, here}}
        te.block "C" [false, false] affine_map<(i, j) -> (i, j)>(%i, %j) captures(%t, %c : memref<8x16xf32>, memref<8x16xf32>) do {
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
    %x = schedule.get_block "C" in %root
    // expected-error @+1 {{cannot compute 'C' in place: expected a buffer that only blocks load from and store to}}
    schedule.compute_in_place %x, 0
    transform.yield
  }
}

// -----

// (P2) it reads other elements as well.
module attributes {transform.with_named_sequence} {
  func.func @f(%a: memref<8x16xf32>, %c: memref<8x16xf32>) {
    %t = memref.alloc() : memref<8x16xf32>
    affine.for %i = 0 to 8 {
      affine.for %j = 0 to 16 {
        te.block "A" [false, false] affine_map<(i, j) -> (i, j)>(%i, %j) captures(%a, %t : memref<8x16xf32>, memref<8x16xf32>) do {
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
        // expected-note @+1 {{in the kernel, here}}
        te.block "C" [false, false] affine_map<(i, j) -> (i, j)>(%i, %j) captures(%t, %c : memref<8x16xf32>, memref<8x16xf32>) do {
        ^bb0(%v: index, %w: index, %x: memref<8x16xf32>, %y: memref<8x16xf32>):
          // expected-note @+1 {{here}}
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
    %x = schedule.get_block "C" in %root
    // expected-error @+1 {{cannot compute 'C' in place: expected it to read the buffer at the axes that it stores at}}
    schedule.compute_in_place %x, 0
    transform.yield
  }
}

// -----

// (P3) an earlier user of what it writes.
module attributes {transform.with_named_sequence} {
  func.func @f(%a: memref<8x16xf32>, %c: memref<8x16xf32>) {
    %t = memref.alloc() : memref<8x16xf32>
    affine.for %i = 0 to 8 {
      affine.for %j = 0 to 16 {
        te.block "A" [false, false] affine_map<(i, j) -> (i, j)>(%i, %j) captures(%c, %t : memref<8x16xf32>, memref<8x16xf32>) do {
        ^bb0(%v: index, %w: index, %x: memref<8x16xf32>, %y: memref<8x16xf32>):
          // expected-note @+1 {{here}}
          %0 = affine.load %x[%v, %w] : memref<8x16xf32>
          %1 = arith.negf %0 : f32
          affine.store %1, %y[%v, %w] : memref<8x16xf32>
          te.yield
        }
      }
    }
    affine.for %i = 0 to 8 {
      affine.for %j = 0 to 16 {
        // expected-note @+1 {{in the kernel, here}}
        te.block "C" [false, false] affine_map<(i, j) -> (i, j)>(%i, %j) captures(%t, %c : memref<8x16xf32>, memref<8x16xf32>) do {
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
    %x = schedule.get_block "C" in %root
    // expected-error @+1 {{cannot compute 'C' in place: expected other uses of what it writes behind it and behind those of the buffer that it reads}}
    schedule.compute_in_place %x, 0
    transform.yield
  }
}

// -----

// (P3) what it writes goes to a function.
module attributes {transform.with_named_sequence} {
  func.func private @g(memref<8xf32>)

  func.func @f(%a: memref<8xf32>, %c: memref<8xf32>) {
    %t = memref.alloc() : memref<8xf32>
    affine.for %i = 0 to 8 {
      // expected-note @+1 {{in the kernel, here}}
      te.block "C" [false] affine_map<(i) -> (i)>(%i) captures(%t, %c : memref<8xf32>, memref<8xf32>) do {
      ^bb0(%v: index, %x: memref<8xf32>, %y: memref<8xf32>):
        %0 = affine.load %x[%v] : memref<8xf32>
        affine.store %0, %y[%v] : memref<8xf32>
        te.yield
      }
    }
    // expected-note @+1 {{here}}
    func.call @g(%c) : (memref<8xf32>) -> ()
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %x = schedule.get_block "C" in %root
    // expected-error @+1 {{cannot compute 'C' in place: expected what it writes to be used by blocks only}}
    schedule.compute_in_place %x, 0
    transform.yield
  }
}

// -----

// (P3) what it writes is made inside of its nest.
module attributes {transform.with_named_sequence} {
  func.func @f(%a: memref<8x16xf32>, %c: memref<8x16xf32>) {
    %t = memref.alloc() : memref<8x16xf32>
    affine.for %i = 0 to 8 {
      affine.for %j = 0 to 16 {
        te.block "A" [false, false] affine_map<(i, j) -> (i, j)>(%i, %j) captures(%a, %t : memref<8x16xf32>, memref<8x16xf32>) do {
        ^bb0(%v: index, %w: index, %x: memref<8x16xf32>, %y: memref<8x16xf32>):
          %0 = affine.load %x[%v, %w] : memref<8x16xf32>
          %1 = arith.negf %0 : f32
          affine.store %1, %y[%v, %w] : memref<8x16xf32>
          te.yield
        }
      }
    }
    affine.for %i = 0 to 8 {
      %u = memref.alloca() : memref<8x16xf32>
      affine.for %j = 0 to 16 {
        // expected-note @+1 {{here}}
        te.block "C" [false, false] affine_map<(i, j) -> (i, j)>(%i, %j) captures(%t, %u : memref<8x16xf32>, memref<8x16xf32>) do {
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
    %x = schedule.get_block "C" in %root
    // expected-error @+1 {{cannot compute 'C' in place: expected what it writes to be available at other users of the buffer}}
    schedule.compute_in_place %x, 0
    transform.yield
  }
}

// -----

// (P3) it writes a part.
module attributes {transform.with_named_sequence} {
  func.func @f(%a: memref<8x16xf32>, %c: memref<8x16xf32>) {
    %t = memref.alloc() : memref<8x16xf32>
    affine.for %i = 0 to 8 {
      affine.for %j = 0 to 16 {
        te.block "A" [false, false] affine_map<(i, j) -> (i, j)>(%i, %j) captures(%a, %t : memref<8x16xf32>, memref<8x16xf32>) do {
        ^bb0(%v: index, %w: index, %x: memref<8x16xf32>, %y: memref<8x16xf32>):
          %0 = affine.load %x[%v, %w] : memref<8x16xf32>
          %1 = arith.negf %0 : f32
          affine.store %1, %y[%v, %w] : memref<8x16xf32>
          te.yield
        }
      }
    }
    affine.for %i = 0 to 7 {
      affine.for %j = 0 to 16 {
        // expected-note @+1 {{in the kernel, here}}
        te.block "C" [false, false] affine_map<(i, j) -> (i, j)>(%i, %j) captures(%t, %c : memref<8x16xf32>, memref<8x16xf32>) do {
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
    %x = schedule.get_block "C" in %root
    // expected-error @+1 {{cannot compute 'C' in place: no proof that it writes the whole buffer}}
    schedule.compute_in_place %x, 0
    transform.yield
  }
}

// -----

// (P4) a read of the old values behind it.
module attributes {transform.with_named_sequence} {
  func.func @f(%a: memref<8x16xf32>, %c: memref<8x16xf32>, %d: memref<8x16xf32>) {
    %t = memref.alloc() : memref<8x16xf32>
    affine.for %i = 0 to 8 {
      affine.for %j = 0 to 16 {
        te.block "A" [false, false] affine_map<(i, j) -> (i, j)>(%i, %j) captures(%a, %t : memref<8x16xf32>, memref<8x16xf32>) do {
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
        // expected-note @+1 {{in the kernel, here}}
        te.block "C" [false, false] affine_map<(i, j) -> (i, j)>(%i, %j) captures(%t, %c : memref<8x16xf32>, memref<8x16xf32>) do {
        ^bb0(%v: index, %w: index, %x: memref<8x16xf32>, %y: memref<8x16xf32>):
          %0 = affine.load %x[%v, %w] : memref<8x16xf32>
          %1 = arith.negf %0 : f32
          // expected-note @+1 {{'C' writes first, here}}
          affine.store %1, %y[%v, %w] : memref<8x16xf32>
          te.yield
        }
      }
    }
    affine.for %i = 0 to 8 {
      affine.for %j = 0 to 16 {
        te.block "D" [false, false] affine_map<(i, j) -> (i, j)>(%i, %j) captures(%t, %d : memref<8x16xf32>, memref<8x16xf32>) do {
        ^bb0(%v: index, %w: index, %x: memref<8x16xf32>, %y: memref<8x16xf32>):
          // expected-note @+1 {{'D' reads the same element later, here}}
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
    %x = schedule.get_block "C" in %root
    // expected-error @+1 {{cannot compute 'C' in place: it breaks a read-after-write dependence of block 'D' on block 'C'}}
    schedule.compute_in_place %x, 0
    transform.yield
  }
}
