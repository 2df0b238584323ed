// RUN: tvm-opt %s --pass-pipeline='builtin.module(convert-te-to-loops,schedule-apply)' -split-input-file -verify-diagnostics

// (P1) No reduction.
module attributes {transform.with_named_sequence} {
  func.func @k(%x: tensor<4x8xf32>) -> tensor<4xf32> {
    %0 = te.compute [4, 8] spatial 2 tag "A" {
    ^bb0(%i: index, %j: index):
      %a = te.read %x[%i, %j] : tensor<4x8xf32>
      te.yield %a : f32
    } : tensor<4x8xf32>
    // expected-note @below {{in the kernel, here}}
    %1 = te.compute [4, 8] spatial 1 reduce sum tag "B" {
    ^bb0(%i: index, %k: index):
      %a = te.read %0[%i, %k] : tensor<4x8xf32>
      te.yield %a : f32
    } : tensor<4xf32>
    return %1 : tensor<4xf32>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %b = schedule.get_block "B" in %root
    // expected-error @below {{cannot inline 'B' into its producer: expected 'B' to have no reduction axes}}
    schedule.reverse_compute_inline %b
    transform.yield
  }
}

// -----

// (P1) A store at the axes.
module attributes {transform.with_named_sequence} {
  func.func @k(%in: memref<8xf32>, %out: memref<8xf32>) {
    %t = memref.alloc() : memref<8xf32>
    affine.for %i = 0 to 8 {
      te.block "A" [false] affine_map<(d0) -> (d0)>(%i)
          captures(%in, %t : memref<8xf32>, memref<8xf32>) do {
      ^bb0(%v0: index, %x: memref<8xf32>, %y: memref<8xf32>):
        %a = affine.load %x[%v0] : memref<8xf32>
        affine.store %a, %y[%v0] : memref<8xf32>
        te.yield
      }
    }
    affine.for %i = 0 to 8 {
      // expected-note @below {{in the kernel, here}}
      te.block "B" [false] affine_map<(d0) -> (d0)>(%i)
          captures(%t, %out : memref<8xf32>, memref<8xf32>) do {
      ^bb0(%v0: index, %x: memref<8xf32>, %y: memref<8xf32>):
        %a = affine.load %x[%v0] : memref<8xf32>
        // expected-note @below {{here}}
        affine.store %a, %y[%v0 floordiv 2] : memref<8xf32>
        te.yield
      }
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %b = schedule.get_block "B" in %root
    // expected-error @below {{cannot inline 'B' into its producer: expected a store at the block's axes}}
    schedule.reverse_compute_inline %b
    transform.yield
  }
}

// -----

// (P2) An intermediate buffer.
module attributes {transform.with_named_sequence} {
  func.func @k(%in: memref<8xf32>, %out: memref<8xf32>) {
    affine.for %i = 0 to 8 {
      // expected-note @below {{in the kernel, here}}
      te.block "B" [false] affine_map<(d0) -> (d0)>(%i)
          captures(%in, %out : memref<8xf32>, memref<8xf32>) do {
      ^bb0(%v0: index, %x: memref<8xf32>, %y: memref<8xf32>):
        %a = affine.load %x[%v0] : memref<8xf32>
        affine.store %a, %y[%v0] : memref<8xf32>
        te.yield
      }
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %b = schedule.get_block "B" in %root
    // expected-error @below {{cannot inline 'B' into its producer: expected a buffer that one block in front writes and no other one uses}}
    schedule.reverse_compute_inline %b
    transform.yield
  }
}

// -----

// (P2) No other reader.
module attributes {transform.with_named_sequence} {
  func.func @k(%in: memref<8xf32>, %out: memref<8xf32>) {
    %t = memref.alloc() : memref<8xf32>
    affine.for %i = 0 to 8 {
      te.block "A" [false] affine_map<(d0) -> (d0)>(%i)
          captures(%in, %t : memref<8xf32>, memref<8xf32>) do {
      ^bb0(%v0: index, %x: memref<8xf32>, %y: memref<8xf32>):
        %a = affine.load %x[%v0] : memref<8xf32>
        affine.store %a, %y[%v0] : memref<8xf32>
        te.yield
      }
    }
    affine.for %i = 0 to 8 {
      te.block "C" [false] affine_map<(d0) -> (d0)>(%i)
          captures(%t, %in : memref<8xf32>, memref<8xf32>) do {
      ^bb0(%v0: index, %x: memref<8xf32>, %y: memref<8xf32>):
        %a = affine.load %x[%v0] : memref<8xf32>
        affine.store %a, %y[%v0] : memref<8xf32>
        te.yield
      }
    }
    affine.for %i = 0 to 8 {
      // expected-note @below {{in the kernel, here}}
      te.block "B" [false] affine_map<(d0) -> (d0)>(%i)
          captures(%t, %out : memref<8xf32>, memref<8xf32>) do {
      ^bb0(%v0: index, %x: memref<8xf32>, %y: memref<8xf32>):
        %a = affine.load %x[%v0] : memref<8xf32>
        affine.store %a, %y[%v0] : memref<8xf32>
        te.yield
      }
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %b = schedule.get_block "B" in %root
    // expected-error @below {{cannot inline 'B' into its producer: expected a buffer that one block in front writes and no other one uses}}
    schedule.reverse_compute_inline %b
    transform.yield
  }
}

// -----

// (P2) A read at the axes.
module attributes {transform.with_named_sequence} {
  func.func @k(%in: memref<8xf32>, %out: memref<8xf32>) {
    %t = memref.alloc() : memref<8xf32>
    affine.for %i = 0 to 8 {
      te.block "A" [false] affine_map<(d0) -> (d0)>(%i)
          captures(%in, %t : memref<8xf32>, memref<8xf32>) do {
      ^bb0(%v0: index, %x: memref<8xf32>, %y: memref<8xf32>):
        %a = affine.load %x[%v0] : memref<8xf32>
        affine.store %a, %y[%v0] : memref<8xf32>
        te.yield
      }
    }
    affine.for %i = 0 to 8 {
      // expected-note @below {{in the kernel, here}}
      te.block "B" [false] affine_map<(d0) -> (d0)>(%i)
          captures(%t, %out : memref<8xf32>, memref<8xf32>) do {
      ^bb0(%v0: index, %x: memref<8xf32>, %y: memref<8xf32>):
        // expected-note @below {{here}}
        %a = affine.load %x[-%v0 + 7] : memref<8xf32>
        affine.store %a, %y[%v0] : memref<8xf32>
        te.yield
      }
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %b = schedule.get_block "B" in %root
    // expected-error @below {{cannot inline 'B' into its producer: expected it to read the buffer at its axes}}
    schedule.reverse_compute_inline %b
    transform.yield
  }
}

// -----

// (P3) The producer is no reduction.
module attributes {transform.with_named_sequence} {
  func.func @k(%x: tensor<4x8xf32>) -> tensor<4xf32> {
    // expected-note @below {{in the kernel, here}}
    %0 = te.compute [4, 8] spatial 1 reduce sum tag "A" {
    ^bb0(%i: index, %k: index):
      %a = te.read %x[%i, %k] : tensor<4x8xf32>
      te.yield %a : f32
    } : tensor<4xf32>
    %1 = te.compute [4] spatial 1 tag "B" {
    ^bb0(%i: index):
      %a = te.read %0[%i] : tensor<4xf32>
      te.yield %a : f32
    } : tensor<4xf32>
    return %1 : tensor<4xf32>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %b = schedule.get_block "B" in %root
    // expected-error @below {{cannot inline 'B' into its producer: expected 'A' to have no reduction axes}}
    schedule.reverse_compute_inline %b
    transform.yield
  }
}

// -----

// (P3) The producer stores at its axes.
module attributes {transform.with_named_sequence} {
  func.func @k(%in: memref<8xf32>, %out: memref<8xf32>) {
    %t = memref.alloc() : memref<8xf32>
    affine.for %i = 0 to 8 {
      te.block "A" [false] affine_map<(d0) -> (d0)>(%i)
          captures(%in, %t : memref<8xf32>, memref<8xf32>) do {
      ^bb0(%v0: index, %x: memref<8xf32>, %y: memref<8xf32>):
        %a = affine.load %x[%v0] : memref<8xf32>
        // expected-note @below {{here}}
        affine.store %a, %y[-%v0 + 7] : memref<8xf32>
        te.yield
      }
    }
    affine.for %i = 0 to 8 {
      // expected-note @below {{in the kernel, here}}
      te.block "B" [false] affine_map<(d0) -> (d0)>(%i)
          captures(%t, %out : memref<8xf32>, memref<8xf32>) do {
      ^bb0(%v0: index, %x: memref<8xf32>, %y: memref<8xf32>):
        %a = affine.load %x[%v0] : memref<8xf32>
        affine.store %a, %y[%v0] : memref<8xf32>
        te.yield
      }
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %b = schedule.get_block "B" in %root
    // expected-error @below {{cannot inline 'B' into its producer: expected a producer that stores at its axes, in order}}
    schedule.reverse_compute_inline %b
    transform.yield
  }
}

// -----

// (P3) One producer.
module attributes {transform.with_named_sequence} {
  func.func @k(%in: memref<8xf32>, %out: memref<8xf32>) {
    %t = memref.alloc() : memref<8xf32>
    %s = memref.alloc() : memref<8xf32>
    affine.for %i = 0 to 8 {
      te.block "A" [false] affine_map<(d0) -> (d0)>(%i)
          captures(%in, %t : memref<8xf32>, memref<8xf32>) do {
      ^bb0(%v0: index, %x: memref<8xf32>, %y: memref<8xf32>):
        %a = affine.load %x[%v0] : memref<8xf32>
        affine.store %a, %y[%v0] : memref<8xf32>
        te.yield
      }
    }
    affine.for %i = 0 to 8 {
      te.block "C" [false] affine_map<(d0) -> (d0)>(%i)
          captures(%in, %s : memref<8xf32>, memref<8xf32>) do {
      ^bb0(%v0: index, %x: memref<8xf32>, %y: memref<8xf32>):
        %a = affine.load %x[%v0] : memref<8xf32>
        affine.store %a, %y[%v0] : memref<8xf32>
        te.yield
      }
    }
    affine.for %i = 0 to 8 {
      // expected-note @below {{in the kernel, here}}
      te.block "B" [false] affine_map<(d0) -> (d0)>(%i)
          captures(%t, %s, %out : memref<8xf32>, memref<8xf32>, memref<8xf32>) do {
      ^bb0(%v0: index, %x: memref<8xf32>, %z: memref<8xf32>, %y: memref<8xf32>):
        %a = affine.load %x[%v0] : memref<8xf32>
        %b = affine.load %z[%v0] : memref<8xf32>
        %c = arith.addf %a, %b : f32
        affine.store %c, %y[%v0] : memref<8xf32>
        te.yield
      }
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %b = schedule.get_block "B" in %root
    // expected-error @below {{cannot inline 'B' into its producer: expected one producer, got 'A' and 'C'}}
    schedule.reverse_compute_inline %b
    transform.yield
  }
}

// -----

// (P3) The same points.
module attributes {transform.with_named_sequence} {
  func.func @k(%in: memref<8xf32>, %out: memref<8xf32>) {
    %t = memref.alloc() : memref<8xf32>
    affine.for %i = 0 to 8 {
      // expected-note @below {{here}}
      te.block "A" [false] affine_map<(d0) -> (d0)>(%i)
          captures(%in, %t : memref<8xf32>, memref<8xf32>) do {
      ^bb0(%v0: index, %x: memref<8xf32>, %y: memref<8xf32>):
        %a = affine.load %x[%v0] : memref<8xf32>
        affine.store %a, %y[%v0] : memref<8xf32>
        te.yield
      }
    }
    affine.for %i = 0 to 7 {
      // expected-note @below {{in the kernel, here}}
      te.block "B" [false] affine_map<(d0) -> (d0)>(%i)
          captures(%t, %out : memref<8xf32>, memref<8xf32>) do {
      ^bb0(%v0: index, %x: memref<8xf32>, %y: memref<8xf32>):
        %a = affine.load %x[%v0] : memref<8xf32>
        affine.store %a, %y[%v0] : memref<8xf32>
        te.yield
      }
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %b = schedule.get_block "B" in %root
    // expected-error @below {{cannot inline 'B' into its producer: no proof that it runs where its producer does}}
    schedule.reverse_compute_inline %b
    transform.yield
  }
}

// -----

// (P4) Another input is written in between.
module attributes {transform.with_named_sequence} {
  func.func @k(%in: memref<8xf32>, %out: memref<8xf32>, %s: memref<8xf32>) {
    %t = memref.alloc() : memref<8xf32>
    affine.for %i = 0 to 8 {
      te.block "A" [false] affine_map<(d0) -> (d0)>(%i)
          captures(%in, %t : memref<8xf32>, memref<8xf32>) do {
      ^bb0(%v0: index, %x: memref<8xf32>, %y: memref<8xf32>):
        %a = affine.load %x[%v0] : memref<8xf32>
        affine.store %a, %y[%v0] : memref<8xf32>
        te.yield
      }
    }
    affine.for %i = 0 to 8 {
      te.block "W" [false] affine_map<(d0) -> (d0)>(%i)
          captures(%in, %s : memref<8xf32>, memref<8xf32>) do {
      ^bb0(%v0: index, %x: memref<8xf32>, %y: memref<8xf32>):
        %a = affine.load %x[%v0] : memref<8xf32>
        // expected-note @below {{'W' writes first, here}}
        affine.store %a, %y[%v0] : memref<8xf32>
        te.yield
      }
    }
    affine.for %i = 0 to 8 {
      // expected-note @below {{in the kernel, here}}
      te.block "B" [false] affine_map<(d0) -> (d0)>(%i)
          captures(%t, %s, %out : memref<8xf32>, memref<8xf32>, memref<8xf32>) do {
      ^bb0(%v0: index, %x: memref<8xf32>, %z: memref<8xf32>, %y: memref<8xf32>):
        %a = affine.load %x[%v0] : memref<8xf32>
        // expected-note @below {{'B' reads the same element later, here}}
        %b = affine.load %z[%v0] : memref<8xf32>
        %c = arith.addf %a, %b : f32
        affine.store %c, %y[%v0] : memref<8xf32>
        te.yield
      }
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %b = schedule.get_block "B" in %root
    // expected-error @below {{cannot inline 'B' into its producer: it breaks a read-after-write dependence of block 'B' on block 'W'}}
    schedule.reverse_compute_inline %b
    transform.yield
  }
}

// -----

// (P4) Unknown effects in between.
module attributes {transform.with_named_sequence} {
  func.func private @f()
  func.func @k(%in: memref<8xf32>, %out: memref<8xf32>) {
    %t = memref.alloc() : memref<8xf32>
    affine.for %i = 0 to 8 {
      te.block "A" [false] affine_map<(d0) -> (d0)>(%i)
          captures(%in, %t : memref<8xf32>, memref<8xf32>) do {
      ^bb0(%v0: index, %x: memref<8xf32>, %y: memref<8xf32>):
        %a = affine.load %x[%v0] : memref<8xf32>
        affine.store %a, %y[%v0] : memref<8xf32>
        te.yield
      }
    }
    // expected-note @below {{this operation}}
    func.call @f() : () -> ()
    affine.for %i = 0 to 8 {
      // expected-note @below {{in the kernel, here}}
      te.block "B" [false] affine_map<(d0) -> (d0)>(%i)
          captures(%t, %out : memref<8xf32>, memref<8xf32>) do {
      ^bb0(%v0: index, %x: memref<8xf32>, %y: memref<8xf32>):
        %a = affine.load %x[%v0] : memref<8xf32>
        affine.store %a, %y[%v0] : memref<8xf32>
        te.yield
      }
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %b = schedule.get_block "B" in %root
    // expected-error @below {{cannot inline 'B' into its producer: no proof where an operation's accesses are unknown}}
    schedule.reverse_compute_inline %b
    transform.yield
  }
}

// -----

// (P4) A captured value lives in its loop.
module attributes {transform.with_named_sequence} {
  func.func @k(%in: memref<8xf32>, %out: memref<8xf32>) {
    %t = memref.alloc() : memref<8xf32>
    affine.for %i = 0 to 8 {
      te.block "A" [false] affine_map<(d0) -> (d0)>(%i)
          captures(%in, %t : memref<8xf32>, memref<8xf32>) do {
      ^bb0(%v0: index, %x: memref<8xf32>, %y: memref<8xf32>):
        %a = affine.load %x[%v0] : memref<8xf32>
        affine.store %a, %y[%v0] : memref<8xf32>
        te.yield
      }
    }
    // expected-note @below {{here}}
    affine.for %u = 0 to 1 {
      affine.for %i = 0 to 8 {
        // expected-note @below {{in the kernel, here}}
        te.block "B" [false] affine_map<(d0) -> (d0)>(%i)
            captures(%t, %out, %u : memref<8xf32>, memref<8xf32>, index) do {
        ^bb0(%v0: index, %x: memref<8xf32>, %y: memref<8xf32>, %c: index):
          %a = affine.load %x[%v0] : memref<8xf32>
          %d = arith.index_cast %c : index to i32
          %e = arith.sitofp %d : i32 to f32
          %b = arith.addf %a, %e : f32
          affine.store %b, %y[%v0] : memref<8xf32>
          te.yield
        }
      }
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %b = schedule.get_block "B" in %root
    // expected-error @below {{cannot inline 'B' into its producer: expected captures that are available at its producer}}
    schedule.reverse_compute_inline %b
    transform.yield
  }
}
