// RUN: tvm-opt %s --pass-pipeline='builtin.module(convert-te-to-loops,schedule-apply)' -split-input-file -verify-diagnostics

// (P1) One of two is an output.
module attributes {transform.with_named_sequence} {
  func.func @k(%in: memref<8xf32>, %s: memref<8xf32>) {
    %t = memref.alloc() : memref<8xf32>
    affine.for %i = 0 to 8 {
      // expected-note @below {{in the kernel, here}}
      te.block "A" [false] affine_map<(d0) -> (d0)>(%i)
          captures(%in, %t, %s : memref<8xf32>, memref<8xf32>, memref<8xf32>) do {
      ^bb0(%v0: index, %x: memref<8xf32>, %y: memref<8xf32>, %z: memref<8xf32>):
        %a = affine.load %x[%v0] : memref<8xf32>
        affine.store %a, %y[%v0] : memref<8xf32>
        affine.store %a, %z[%v0] : memref<8xf32>
        te.yield
      }
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %a = schedule.get_block "A" in %root
    // expected-error @below {{cannot set the scope of what 'A' writes: expected a buffer that the kernel allocates, not an output}}
    schedule.set_scope %a to "shared"
    transform.yield
  }
}

// -----

// (P1) No output.
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
    // expected-error @below {{cannot set the scope of what 'A' writes: expected a buffer that the kernel allocates, not an output}}
    schedule.set_scope %a to "shared"
    transform.yield
  }
}

// -----

// (P2) Another operation uses it.
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
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %a = schedule.get_block "A" in %root
    // expected-error @below {{cannot set the scope of what 'A' writes: expected a buffer that is only loaded from and stored to}}
    schedule.set_scope %a to "shared"
    transform.yield
  }
}

// -----

// (P2) A body hands it on.
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
    // expected-error @below {{cannot set the scope of what 'A' writes: expected a buffer that is only loaded from and stored to}}
    schedule.set_scope %a to "shared"
    transform.yield
  }
}

// -----

// (C1) An unknown scope.
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %b = schedule.get_block "B" in %root
    // expected-error @below {{'schedule.set_scope' op expected a storage scope, got "gloabl"}}
    schedule.set_scope %b to "gloabl"
    transform.yield
  }
}

// -----

// (P3) Threads exchange what is in it.
module attributes {transform.with_named_sequence} {
  func.func @k(%in: memref<8xf32>, %out: memref<8xf32>) {
    // expected-note @below {{in the kernel, here}}
    affine.for %b = 0 to 1 {
      %t = memref.alloc() : memref<8xf32, "shared">
      affine.for %i = 0 to 8 {
        te.block "A" [false] affine_map<(d0) -> (d0)>(%i)
            captures(%in, %t : memref<8xf32>, memref<8xf32, "shared">) do {
        ^bb0(%v0: index, %x: memref<8xf32>, %y: memref<8xf32, "shared">):
          %a = affine.load %x[%v0] : memref<8xf32>
          // expected-note @below {{'A' writes here}}
          affine.store %a, %y[%v0] : memref<8xf32, "shared">
          te.yield
        }
      }
      affine.for %i = 0 to 8 {
        te.block "B" [false] affine_map<(d0) -> (d0)>(%i)
            captures(%t, %out : memref<8xf32, "shared">, memref<8xf32>) do {
        ^bb0(%v0: index, %x: memref<8xf32, "shared">, %y: memref<8xf32>):
          // expected-note @below {{'B' reads here, on another thread}}
          %a = affine.load %x[-%v0 + 7] : memref<8xf32, "shared">
          affine.store %a, %y[%v0] : memref<8xf32>
          te.yield
        }
      }
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %a = schedule.get_block "A" in %root
    %b, %i = schedule.get_loops of %a
    %c = schedule.get_block "B" in %root
    %d, %j = schedule.get_loops of %c
    schedule.bind %b to "blockIdx.x"
    schedule.bind %i to "threadIdx.x"
    schedule.bind %j to "threadIdx.x"
    // expected-error @below {{cannot set the scope of what 'A' writes: threads of 'A' and of 'B' use the same element of a buffer that is not shared}}
    schedule.set_scope %a to "local"
    transform.yield
  }
}

// -----

// (P3) Each thread has its own, which would be one.
module attributes {transform.with_named_sequence} {
  func.func @k(%in: memref<8xf32>, %out: memref<8xf32>) {
    // expected-note @below {{in the kernel, here}}
    affine.for %i = 0 to 8 {
      // expected-note @below {{this buffer}}
      %t = memref.alloca() : memref<1xf32>
      // expected-note @below {{'A' does not write the same to it in each iteration}}
      te.block "A" [false] affine_map<(d0) -> (d0)>(%i)
          captures(%in, %t : memref<8xf32>, memref<1xf32>) do {
      ^bb0(%v0: index, %x: memref<8xf32>, %y: memref<1xf32>):
        %a = affine.load %x[%v0] : memref<8xf32>
        affine.store %a, %y[0] : memref<1xf32>
        te.yield
      }
      te.block "B" [false] affine_map<(d0) -> (d0)>(%i)
          captures(%t, %out : memref<1xf32>, memref<8xf32>) do {
      ^bb0(%v0: index, %x: memref<1xf32>, %y: memref<8xf32>):
        %a = affine.load %x[0] : memref<1xf32>
        affine.store %a, %y[%v0] : memref<8xf32>
        te.yield
      }
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %a = schedule.get_block "A" in %root
    %i = schedule.get_loops of %a
    schedule.bind %i to "threadIdx.x"
    // expected-error @below {{cannot set the scope of what 'A' writes: expected a shared buffer to be outside of the loops of threads, which share it, or to get the same from all of them}}
    schedule.set_scope %a to "shared"
    transform.yield
  }
}

// -----

// (P3) Threads that write together would each write their own, by loops of one axis.
module attributes {transform.with_named_sequence} {
  func.func @k(%in: memref<8xf32>, %out: memref<8xf32>) {
    // expected-note @below {{the other loop}}
    affine.for %i = 0 to 8 {
      %t = memref.alloca() : memref<8xf32, "shared">
      // expected-note @below {{in the kernel, here}}
      affine.for %l = 0 to 8 {
        te.block "A" [false] affine_map<(d0) -> (d0)>(%l)
            captures(%in, %t : memref<8xf32>, memref<8xf32, "shared">) do {
        ^bb0(%v0: index, %x: memref<8xf32>, %y: memref<8xf32, "shared">):
          %a = affine.load %x[%v0] : memref<8xf32>
          affine.store %a, %y[%v0] : memref<8xf32, "shared">
          te.yield
        }
      }
      te.block "B" [false] affine_map<(d0) -> (d0)>(%i)
          captures(%t, %out : memref<8xf32, "shared">, memref<8xf32>) do {
      ^bb0(%v0: index, %x: memref<8xf32, "shared">, %y: memref<8xf32>):
        %a = affine.load %x[-%v0 + 7] : memref<8xf32, "shared">
        affine.store %a, %y[%v0] : memref<8xf32>
        te.yield
      }
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %a = schedule.get_block "A" in %root
    %i, %l = schedule.get_loops of %a
    schedule.bind %i to "threadIdx.x"
    schedule.bind %l to "threadIdx.x"
    // expected-error @below {{cannot set the scope of what 'A' writes: expected one loop around a statement on 'threadIdx.x', got two}}
    schedule.set_scope %a to "local"
    transform.yield
  }
}

// -----

// (P1) A block that writes nothing.
module attributes {transform.with_named_sequence} {
  func.func @k(%in: memref<8xf32>) {
    affine.for %i = 0 to 8 {
      // expected-note @below {{in the kernel, here}}
      te.block "A" [false] affine_map<(d0) -> (d0)>(%i) captures(%in : memref<8xf32>) do {
      ^bb0(%v0: index, %x: memref<8xf32>):
        %a = affine.load %x[%v0] : memref<8xf32>
        te.yield
      }
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %a = schedule.get_block "A" in %root
    // expected-error @below {{cannot set the scope of what 'A' writes: expected a block that writes a buffer}}
    schedule.set_scope %a to "shared"
    transform.yield
  }
}
