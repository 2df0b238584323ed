// RUN: %cases %s | tvm-opt --pass-pipeline='builtin.module(convert-te-to-loops,schedule-apply)' -split-input-file -verify-diagnostics

// PAYLOAD
func.func private @f(memref<8xf32>)
func.func @kernel(%in: memref<8xf32>, %out: memref<8xf32>) {
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
    te.block "B" [false] affine_map<(d0) -> (d0)>(%i)
        captures(%t : memref<8xf32>) do {
    ^bb0(%v0: index, %x: memref<8xf32>):
      func.call @f(%x) : (memref<8xf32>) -> ()
      te.yield
    }
  }
  return
}
// STEPS
%a = schedule.get_block "A" in %root

// CASE: (P1) One of two is an output.
// EDIT: `, %t :` -> `, %t, %s : memref<8xf32>,`
// EDIT: `%y: memref<8xf32>` -> `%y: memref<8xf32>, %z: memref<8xf32>`
// LINES: `func.func private` to `func.func @kernel`
//| func.func @kernel(%in: memref<8xf32>, %s: memref<8xf32>) {
// LINES: `te.yield`#1 to `func.call`
//| affine.store %a, %z[%v0] : memref<8xf32>
// expected-note at `te.block "A"` {{in the kernel, here}}
// expected-error @below {{cannot set the scope of what 'A' writes: expected a buffer that the kernel allocates, not an output}}
schedule.set_scope %a to "shared"

// CASE: (P2) A body hands it on.
// expected-note at `te.block "A"` {{in the kernel, here}}
// expected-note at `func.call` {{here}}
// expected-error @below {{cannot set the scope of what 'A' writes: expected a buffer that is only loaded from and stored to}}
schedule.set_scope %a to "shared"

// PAYLOAD
func.func @kernel(%in: memref<8xf32>, %out: memref<8xf32>) {
  affine.for %i = 0 to 8 {
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
// STEPS
%a = schedule.get_block "A" in %root

// CASE: (P1) No output.
// expected-note at `te.block "A"` {{in the kernel, here}}
// expected-error @below {{cannot set the scope of what 'A' writes: expected a buffer that the kernel allocates, not an output}}
schedule.set_scope %a to "shared"

// CASE: (P2) Another operation uses it.
// EDIT: `%out :` -> `%t :`
// BEFORE: `affine.for %i`
//| %t = memref.alloc() : memref<8xf32>
// BEFORE: `return`
//| memref.copy %t, %out : memref<8xf32> to memref<8xf32>
// expected-note at `te.block "A"` {{in the kernel, here}}
// expected-note at `memref.copy` {{here}}
// expected-error @below {{cannot set the scope of what 'A' writes: expected a buffer that is only loaded from and stored to}}
schedule.set_scope %a to "shared"

// CASE: (P3) Each thread has its own, which would be one.
// EDIT: `%y: memref<8xf32` -> `%y: memref<1xf32`
// EDIT: `%out : memref<8xf32>, memref<8xf32` -> `%t : memref<8xf32>, memref<1xf32`
// BEFORE: `te.block "A"`
//| %t = memref.alloca() : memref<1xf32>
// BEFORE: `affine.store %a`
//|   affine.store %a, %y[0] : memref<1xf32>
//|   te.yield
//| }
//| te.block "B" [false] affine_map<(d0) -> (d0)>(%i)
//|     captures(%t, %out : memref<1xf32>, memref<8xf32>) do {
//| ^bb0(%v0: index, %x: memref<1xf32>, %y: memref<8xf32>):
//|   %a = affine.load %x[0] : memref<1xf32>
// expected-note at `affine.for %i` {{in the kernel, here}}
// expected-note at `%t = memref.alloca() :` {{this buffer}}
// expected-note at `te.block "A"` {{'A' does not write the same to it in each iteration}}
%i = schedule.get_loops of %a
schedule.bind %i to "threadIdx.x"
// expected-error @below {{cannot set the scope of what 'A' writes: expected a shared buffer to be outside of the loops of threads, which share it, or to get the same from all of them}}
schedule.set_scope %a to "shared"

// CASE: (P1) A block that writes nothing.
// EDIT: `, %out: memref<8xf32>` -> ``
// LINES: `te.block "A"` to `^bb0(%v0`
//| te.block "A" [false] affine_map<(d0) -> (d0)>(%i) captures(%in : memref<8xf32>) do {
//| ^bb0(%v0: index, %x: memref<8xf32>):
// LINES: `affine.store %a`
// expected-note at `te.block "A"` {{in the kernel, here}}
// expected-error @below {{cannot set the scope of what 'A' writes: expected a block that writes a buffer}}
schedule.set_scope %a to "shared"

// PAYLOAD

// CASE: (C1) An unknown scope.
%b = schedule.get_block "B" in %root
// expected-error @below {{'schedule.set_scope' op expected a storage scope, got "gloabl"}}
schedule.set_scope %b to "gloabl"

// PAYLOAD
func.func @kernel(%in: memref<8xf32>, %out: memref<8xf32>) {
  affine.for %i = 0 to 8 {
    %t = memref.alloca() : memref<8xf32, "shared">
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
// STEPS
%a = schedule.get_block "A" in %root

// CASE: (P3) Threads exchange what is in it.
// BEFORE: `affine.for %i`
//| affine.for %b = 0 to 1 {
//|   %t = memref.alloc() : memref<8xf32, "shared">
// LINES: `%t = memref.alloca() :` to `te.block`
//| te.block "A" [false] affine_map<(d0) -> (d0)>(%i)
// BEFORE: `te.block "B"`
//| affine.for %i = 0 to 8 {
// BEFORE: `return`
//| }
// expected-note at `affine.for %b` {{in the kernel, here}}
// expected-note at `affine.store %a, %y[%v0] : memref<8xf32, "shared"` {{'A' writes here}}
// expected-note at `%a = affine.load %x[-` {{'B' reads here, on another thread}}
%b, %i = schedule.get_loops of %a
%c = schedule.get_block "B" in %root
%d, %j = schedule.get_loops of %c
schedule.bind %b to "blockIdx.x"
schedule.bind %i to "threadIdx.x"
schedule.bind %j to "threadIdx.x"
// expected-error @below {{cannot set the scope of what 'A' writes: threads of 'A' and of 'B' use the same element of a buffer that is not shared}}
schedule.set_scope %a to "local"

// CASE: (P3) Threads that write together would each write their own, by loops of one axis.
// expected-note at `affine.for %i` {{the other loop}}
// expected-note at `affine.for %l` {{in the kernel, here}}
%i, %l = schedule.get_loops of %a
schedule.bind %i to "threadIdx.x"
schedule.bind %l to "threadIdx.x"
// expected-error @below {{cannot set the scope of what 'A' writes: expected one loop around a statement on 'threadIdx.x', got two}}
schedule.set_scope %a to "local"
