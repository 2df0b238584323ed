// RUN: tvm-opt %s --pass-pipeline='builtin.module(convert-te-to-loops,schedule-apply)' -split-input-file -verify-diagnostics

// (P1) No reduction.
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
    %a = schedule.get_block "A" in %root
    // expected-error @below {{cannot inline 'A' where it is read: expected 'A' to have no reduction axes}}
    schedule.compute_inline %a
    transform.yield
  }
}

// -----

// (P1) No store but under a condition.
module attributes {transform.with_named_sequence} {
  func.func @k(%in: memref<8xf32>, %out: memref<8xf32>) {
    %t = memref.alloc() : memref<8xf32>
    affine.for %i = 0 to 8 {
      // expected-note @below {{in the kernel, here}}
      te.block "A" [false] affine_map<(d0) -> (d0)>(%i)
          captures(%in, %t : memref<8xf32>, memref<8xf32>) do {
      ^bb0(%v0: index, %x: memref<8xf32>, %y: memref<8xf32>):
        %c = arith.constant true
        %a = affine.load %x[%v0] : memref<8xf32>
        scf.if %c {
          affine.store %a, %y[%v0] : memref<8xf32>
        }
        te.yield
      }
    }
    affine.for %i = 0 to 8 {
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
    %a = schedule.get_block "A" in %root
    // expected-error @below {{cannot inline 'A' where it is read: expected 'A' to store unconditionally, at affine subscripts}}
    schedule.compute_inline %a
    transform.yield
  }
}

// -----

// (P1) One store.
module attributes {transform.with_named_sequence} {
  func.func @k(%in: memref<8xf32>, %out: memref<8xf32>) {
    %t = memref.alloc() : memref<8xf32>
    affine.for %i = 0 to 8 {
      // expected-note @below {{in the kernel, here}}
      te.block "A" [false] affine_map<(d0) -> (d0)>(%i)
          captures(%in, %t : memref<8xf32>, memref<8xf32>) do {
      ^bb0(%v0: index, %x: memref<8xf32>, %y: memref<8xf32>):
        %a = affine.load %x[%v0] : memref<8xf32>
        // expected-note @below {{here}}
        affine.store %a, %y[%v0] : memref<8xf32>
        affine.store %a, %y[%v0] : memref<8xf32>
        te.yield
      }
    }
    affine.for %i = 0 to 8 {
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
    %a = schedule.get_block "A" in %root
    // expected-error @below {{cannot inline 'A' where it is read: expected 'A' only to load, besides one store}}
    schedule.compute_inline %a
    transform.yield
  }
}

// -----

// (P1) No unknown effects.
module attributes {transform.with_named_sequence} {
  func.func private @f()
  func.func @k(%in: memref<8xf32>, %out: memref<8xf32>) {
    %t = memref.alloc() : memref<8xf32>
    affine.for %i = 0 to 8 {
      // expected-note @below {{in the kernel, here}}
      te.block "A" [false] affine_map<(d0) -> (d0)>(%i)
          captures(%in, %t : memref<8xf32>, memref<8xf32>) do {
      ^bb0(%v0: index, %x: memref<8xf32>, %y: memref<8xf32>):
        %a = affine.load %x[%v0] : memref<8xf32>
        // expected-note @below {{here}}
        func.call @f() : () -> ()
        affine.store %a, %y[%v0] : memref<8xf32>
        te.yield
      }
    }
    affine.for %i = 0 to 8 {
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
    %a = schedule.get_block "A" in %root
    // expected-error @below {{cannot inline 'A' where it is read: expected 'A' only to load, besides one store}}
    schedule.compute_inline %a
    transform.yield
  }
}

// -----

// (P1) A store at the axes.
module attributes {transform.with_named_sequence} {
  func.func @k(%in: memref<8xf32>, %out: memref<8xf32>) {
    %t = memref.alloc() : memref<8xf32>
    affine.for %i = 0 to 8 {
      // expected-note @below {{in the kernel, here}}
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
    %a = schedule.get_block "A" in %root
    // expected-error @below {{cannot inline 'A' where it is read: expected a store at the block's axes, in order}}
    schedule.compute_inline %a
    transform.yield
  }
}

// -----

// (P1) No read of what it writes.
module attributes {transform.with_named_sequence} {
  func.func @k(%in: memref<8xf32>, %out: memref<8xf32>) {
    %t = memref.alloc() : memref<8xf32>
    affine.for %i = 0 to 8 {
      // expected-note @below {{in the kernel, here}}
      te.block "A" [false] affine_map<(d0) -> (d0)>(%i)
          captures(%t : memref<8xf32>) do {
      ^bb0(%v0: index, %y: memref<8xf32>):
        // expected-note @below {{here}}
        %a = affine.load %y[%v0] : memref<8xf32>
        affine.store %a, %y[%v0] : memref<8xf32>
        te.yield
      }
    }
    affine.for %i = 0 to 8 {
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
    %a = schedule.get_block "A" in %root
    // expected-error @below {{cannot inline 'A' where it is read: expected 'A' not to read what it writes}}
    schedule.compute_inline %a
    transform.yield
  }
}

// -----

// (P1) A store to a buffer from outside.
module attributes {transform.with_named_sequence} {
  memref.global @g : memref<8xf32>
  func.func @k(%in: memref<8xf32>, %out: memref<8xf32>) {
    %t = memref.alloc() : memref<8xf32>
    affine.for %i = 0 to 8 {
      // expected-note @below {{in the kernel, here}}
      te.block "A" [false] affine_map<(d0) -> (d0)>(%i)
          captures(%in, %t : memref<8xf32>, memref<8xf32>) do {
      ^bb0(%v0: index, %x: memref<8xf32>, %y: memref<8xf32>):
        %a = affine.load %x[%v0] : memref<8xf32>
        %b = memref.get_global @g : memref<8xf32>
        // expected-note @below {{here}}
        affine.store %a, %b[%v0] : memref<8xf32>
        te.yield
      }
    }
    affine.for %i = 0 to 8 {
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
    %a = schedule.get_block "A" in %root
    // expected-error @below {{cannot inline 'A' where it is read: expected 'A' to store to a captured buffer}}
    schedule.compute_inline %a
    transform.yield
  }
}

// -----

// (P2) No output.
module attributes {transform.with_named_sequence} {
  func.func @k(%in: memref<8xf32>, %out: memref<8xf32>) {
    affine.for %i = 0 to 8 {
      // expected-note @below {{in the kernel, here}}
      te.block "A" [false] affine_map<(d0) -> (d0)>(%i)
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
    %a = schedule.get_block "A" in %root
    // expected-error @below {{cannot inline 'A' where it is read: expected a buffer that the kernel allocates, not an output}}
    schedule.compute_inline %a
    transform.yield
  }
}

// -----

// (P2) No other writer: what loop_partition makes of one is two.
module attributes {transform.with_named_sequence} {
  func.func @k(%x: tensor<10xf32>) -> tensor<10xf32> {
    // expected-note @below {{in the kernel, here}}
    // expected-note @below {{here}}
    %0 = te.compute [10] spatial 1 tag "A" {
    ^bb0(%i: index):
      %a = te.read %x[%i] : tensor<10xf32>
      te.yield %a : f32
    } : tensor<10xf32>
    %1 = te.compute [10] spatial 1 tag "B" {
    ^bb0(%i: index):
      %a = te.read %0[%i] : tensor<10xf32>
      te.yield %a : f32
    } : tensor<10xf32>
    return %1 : tensor<10xf32>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %a = schedule.get_block "A" in %root
    %i = schedule.get_loops of %a
    %rest = schedule.loop_partition %i by 4
    // expected-error @below {{cannot inline 'A' where it is read: expected no other block to write its buffer}}
    schedule.compute_inline %a
    transform.yield
  }
}

// -----

// (P2) The whole buffer is written.
module attributes {transform.with_named_sequence} {
  func.func @k(%in: memref<8xf32>, %out: memref<8xf32>) {
    %t = memref.alloc() : memref<8xf32>
    affine.for %i = 0 to 7 {
      // expected-note @below {{in the kernel, here}}
      te.block "A" [false] affine_map<(d0) -> (d0)>(%i)
          captures(%in, %t : memref<8xf32>, memref<8xf32>) do {
      ^bb0(%v0: index, %x: memref<8xf32>, %y: memref<8xf32>):
        %a = affine.load %x[%v0] : memref<8xf32>
        affine.store %a, %y[%v0] : memref<8xf32>
        te.yield
      }
    }
    affine.for %i = 0 to 8 {
      // expected-note @below {{here}}
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
    %a = schedule.get_block "A" in %root
    // expected-error @below {{cannot inline 'A' where it is read: no proof that it writes the whole buffer in front of a reader}}
    schedule.compute_inline %a
    transform.yield
  }
}

// -----

// (P3) A reader at least.
module attributes {transform.with_named_sequence} {
  func.func @k(%in: memref<8xf32>, %out: memref<8xf32>) {
    %t = memref.alloc() : memref<8xf32>
    affine.for %i = 0 to 8 {
      // expected-note @below {{in the kernel, here}}
      te.block "A" [false] affine_map<(d0) -> (d0)>(%i)
          captures(%in, %t : memref<8xf32>, memref<8xf32>) do {
      ^bb0(%v0: index, %x: memref<8xf32>, %y: memref<8xf32>):
        %a = affine.load %x[%v0] : memref<8xf32>
        affine.store %a, %y[%v0] : memref<8xf32>
        te.yield
      }
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %a = schedule.get_block "A" in %root
    // expected-error @below {{cannot inline 'A' where it is read: expected a block whose result another block reads}}
    schedule.compute_inline %a
    transform.yield
  }
}

// -----

// (P3) Blocks only.
module attributes {transform.with_named_sequence} {
  func.func @k(%in: memref<8xf32>, %out: memref<8xf32>) {
    %t = memref.alloc() : memref<8xf32>
    affine.for %i = 0 to 8 {
      // expected-note @below {{in the kernel, here}}
      te.block "A" [false] affine_map<(d0) -> (d0)>(%i)
          captures(%in, %t : memref<8xf32>, memref<8xf32>) do {
      ^bb0(%v0: index, %x: memref<8xf32>, %y: memref<8xf32>):
        %a = affine.load %x[%v0] : memref<8xf32>
        affine.store %a, %y[%v0] : memref<8xf32>
        te.yield
      }
    }
    // expected-note @below {{here}}
    memref.copy %t, %out : memref<8xf32> to memref<8xf32>
    affine.for %i = 0 to 8 {
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
    %a = schedule.get_block "A" in %root
    // expected-error @below {{cannot inline 'A' where it is read: expected a buffer that only blocks use}}
    schedule.compute_inline %a
    transform.yield
  }
}

// -----

// (P3) The body hands the buffer on.
module attributes {transform.with_named_sequence} {
  func.func private @f(memref<8xf32>)
  func.func @k(%in: memref<8xf32>, %out: memref<8xf32>) {
    %t = memref.alloc() : memref<8xf32>
    affine.for %i = 0 to 8 {
      // expected-note @below {{in the kernel, here}}
      te.block "A" [false] affine_map<(d0) -> (d0)>(%i)
          captures(%in, %t : memref<8xf32>, memref<8xf32>) do {
      ^bb0(%v0: index, %x: memref<8xf32>, %y: memref<8xf32>):
        %a = affine.load %x[%v0] : memref<8xf32>
        affine.store %a, %y[%v0] : memref<8xf32>
        te.yield
      }
    }
    affine.for %i = 0 to 8 {
      te.block "B" [false] affine_map<(d0) -> (d0)>(%i)
          captures(%t : memref<8xf32>) do {
      ^bb0(%v0: index, %x: memref<8xf32>):
        // expected-note @below {{here}}
        func.call @f(%x) : (memref<8xf32>) -> ()
        te.yield
      }
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %a = schedule.get_block "A" in %root
    // expected-error @below {{cannot inline 'A' where it is read: expected reads by loads}}
    schedule.compute_inline %a
    transform.yield
  }
}

// -----

// (P3) Readers come later.
module attributes {transform.with_named_sequence} {
  func.func @k(%in: memref<8xf32>, %out: memref<8xf32>) {
    %t = memref.alloc() : memref<8xf32>
    affine.for %i = 0 to 8 {
      // expected-note @below {{here}}
      te.block "B" [false] affine_map<(d0) -> (d0)>(%i)
          captures(%t, %out : memref<8xf32>, memref<8xf32>) do {
      ^bb0(%v0: index, %x: memref<8xf32>, %y: memref<8xf32>):
        %a = affine.load %x[%v0] : memref<8xf32>
        affine.store %a, %y[%v0] : memref<8xf32>
        te.yield
      }
    }
    affine.for %i = 0 to 8 {
      // expected-note @below {{in the kernel, here}}
      te.block "A" [false] affine_map<(d0) -> (d0)>(%i)
          captures(%in, %t : memref<8xf32>, memref<8xf32>) do {
      ^bb0(%v0: index, %x: memref<8xf32>, %y: memref<8xf32>):
        %a = affine.load %x[%v0] : memref<8xf32>
        affine.store %a, %y[%v0] : memref<8xf32>
        te.yield
      }
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %a = schedule.get_block "A" in %root
    // expected-error @below {{cannot inline 'A' where it is read: expected readers behind the block}}
    schedule.compute_inline %a
    transform.yield
  }
}

// -----

// (P4) Its input changes in between.
module attributes {transform.with_named_sequence} {
  func.func @k(%in: memref<8xf32>, %out: memref<8xf32>) {
    %t = memref.alloc() : memref<8xf32>
    affine.for %i = 0 to 8 {
      // expected-note @below {{in the kernel, here}}
      te.block "A" [false] affine_map<(d0) -> (d0)>(%i)
          captures(%in, %t : memref<8xf32>, memref<8xf32>) do {
      ^bb0(%v0: index, %x: memref<8xf32>, %y: memref<8xf32>):
        // expected-note @below {{'A' reads first, here}}
        %a = affine.load %x[%v0] : memref<8xf32>
        affine.store %a, %y[%v0] : memref<8xf32>
        te.yield
      }
    }
    affine.for %i = 0 to 8 {
      te.block "W" [false] affine_map<(d0) -> (d0)>(%i)
          captures(%out, %in : memref<8xf32>, memref<8xf32>) do {
      ^bb0(%v0: index, %x: memref<8xf32>, %y: memref<8xf32>):
        %a = affine.load %x[%v0] : memref<8xf32>
        // expected-note @below {{'W' writes the same element later, here}}
        affine.store %a, %y[%v0] : memref<8xf32>
        te.yield
      }
    }
    affine.for %i = 0 to 8 {
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
    %a = schedule.get_block "A" in %root
    // expected-error @below {{cannot inline 'A' where it is read: it breaks a write-after-read dependence of block 'W' on block 'A'}}
    schedule.compute_inline %a
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
      // expected-note @below {{in the kernel, here}}
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
    %a = schedule.get_block "A" in %root
    // expected-error @below {{cannot inline 'A' where it is read: no proof where an operation's accesses are unknown}}
    schedule.compute_inline %a
    transform.yield
  }
}

// -----

// (P4) A captured value lives in its loop.
module attributes {transform.with_named_sequence} {
  func.func @k(%in: memref<8xf32>, %out: memref<8xf32>) {
    %t = memref.alloc() : memref<8xf32>
    // expected-note @below {{here}}
    affine.for %i = 0 to 8 {
      // expected-note @below {{in the kernel, here}}
      te.block "A" [false] affine_map<(d0) -> (d0)>(%i)
          captures(%in, %t, %i : memref<8xf32>, memref<8xf32>, index) do {
      ^bb0(%v0: index, %x: memref<8xf32>, %y: memref<8xf32>, %iv: index):
        %a = affine.load %x[%v0] : memref<8xf32>
        %b = arith.index_cast %iv : index to i32
        %c = arith.sitofp %b : i32 to f32
        %d = arith.addf %a, %c : f32
        affine.store %d, %y[%v0] : memref<8xf32>
        te.yield
      }
    }
    affine.for %i = 0 to 8 {
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
    %a = schedule.get_block "A" in %root
    // expected-error @below {{cannot inline 'A' where it is read: expected captures that are available where it is read}}
    schedule.compute_inline %a
    transform.yield
  }
}

// -----

// Loops that were fused and split in three, of too many points to list them.
module attributes {transform.with_named_sequence} {
  func.func @fused(%x: memref<512x512xf32>, %y: memref<512x512xf32>) {
    %t = memref.alloc() : memref<512x512xf32>
    affine.for %i = 0 to 512 {
      affine.for %j = 0 to 512 {
        // expected-note @below {{in the kernel, here}}
        te.block "P" [false, false] affine_map<(i, j) -> (i, j)>(%i, %j) captures(%x, %t : memref<512x512xf32>, memref<512x512xf32>) do {
        ^bb0(%v: index, %w: index, %s: memref<512x512xf32>, %d: memref<512x512xf32>):
          %0 = affine.load %s[%v, %w] : memref<512x512xf32>
          %1 = math.exp %0 : f32
          affine.store %1, %d[%v, %w] : memref<512x512xf32>
          te.yield
        }
      }
    }
    affine.for %i = 0 to 512 {
      affine.for %j = 0 to 512 {
        // expected-note @below {{here}}
        te.block "C" [false, false] affine_map<(i, j) -> (i, j)>(%i, %j) captures(%t, %y : memref<512x512xf32>, memref<512x512xf32>) do {
        ^bb0(%v: index, %w: index, %s: memref<512x512xf32>, %d: memref<512x512xf32>):
          %0 = affine.load %s[%v, %w] : memref<512x512xf32>
          affine.store %0, %d[%v, %w] : memref<512x512xf32>
          te.yield
        }
      }
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %p = schedule.get_block "P" in %root
    %i, %j = schedule.get_loops of %p
    %f = schedule.fuse %i, %j
    %a, %b, %c = schedule.split %f by [0, 4, 16]
    // expected-error @below {{no proof that it writes the whole buffer in front of a reader}}
    schedule.compute_inline %p
    transform.yield
  }
}
