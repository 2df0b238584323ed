// RUN: %cases %s | tvm-opt --pass-pipeline='builtin.module(convert-te-to-loops,schedule-apply)' -split-input-file -verify-diagnostics

// PAYLOAD
func.func @kernel(%x: tensor<4x8xf32>) -> tensor<4xf32> {
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
// STEPS
%b = schedule.get_block "B" in %root

// CASE: (P1) No reduction.
// LINES: `%0 = te.compute [4`
//| %0 = te.compute [4, 8] spatial 2 tag "A" {
//| ^bb0(%i: index, %j: index):
//|   %a = te.read %x[%i, %j] : tensor<4x8xf32>
//|   te.yield %a : f32
//| } : tensor<4x8xf32>
//| %1 = te.compute [4, 8] spatial 1 reduce sum tag "B" {
// LINES: `%a = te.read %x[%i, %k` to `%a = te.read %0`
//| %a = te.read %0[%i, %k] : tensor<4x8xf32>
// expected-note at `%1 = te.compute [4` {{in the kernel, here}}
// expected-error @below {{cannot inline 'B' into its producer: expected 'B' to have no reduction axes}}
schedule.reverse_compute_inline %b

// CASE: (P3) The producer is no reduction.
// expected-note at `%0 = te.compute [4` {{in the kernel, here}}
// expected-error @below {{cannot inline 'B' into its producer: expected 'A' to have no reduction axes}}
schedule.reverse_compute_inline %b

// PAYLOAD
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
        captures(%t, %out : memref<8xf32>, memref<8xf32>) do {
    ^bb0(%v0: index, %x: memref<8xf32>, %y: memref<8xf32>):
      %a = affine.load %x[%v0] : memref<8xf32>
      affine.store %a, %y[%v0] : memref<8xf32>
      te.yield
    }
  }
  return
}
// STEPS
%b = schedule.get_block "B" in %root

// CASE: (P1) A store at the axes.
// LINES: `affine.store %a`#2
//| affine.store %a, %y[%v0 floordiv 2] : memref<8xf32>
// expected-note at `te.block "B"` {{in the kernel, here}}
// expected-note at `affine.store %a, %y[%v0 floordiv` {{here}}
// expected-error @below {{cannot inline 'B' into its producer: expected a store at the block's axes}}
schedule.reverse_compute_inline %b

// CASE: (P2) A read at the axes.
// LINES: `%a = affine.load %x`#2
//| %a = affine.load %x[-%v0 + 7] : memref<8xf32>
// expected-note at `te.block "B"` {{in the kernel, here}}
// expected-note at `%a = affine.load %x[-` {{here}}
// expected-error @below {{cannot inline 'B' into its producer: expected it to read the buffer at its axes}}
schedule.reverse_compute_inline %b

// CASE: (P3) The producer stores at its axes.
// LINES: `affine.store %a`#1
//| affine.store %a, %y[-%v0 + 7] : memref<8xf32>
// expected-note at `affine.store %a, %y[-` {{here}}
// expected-note at `te.block "B"` {{in the kernel, here}}
// expected-error @below {{cannot inline 'B' into its producer: expected a producer that stores at its axes, in order}}
schedule.reverse_compute_inline %b

// CASE: (P3) The same points.
// LINES: `affine.for %i`#2
//| affine.for %i = 0 to 7 {
// expected-note at `te.block "A"` {{here}}
// expected-note at `te.block "B"` {{in the kernel, here}}
// expected-error @below {{cannot inline 'B' into its producer: no proof that it runs where its producer does}}
schedule.reverse_compute_inline %b

// CASE: (P4) Unknown effects in between.
// BEFORE: `func.func @kernel`
//| func.func private @f()
// BEFORE: `affine.for %i`#2
//| func.call @f() : () -> ()
// expected-note at `func.call` {{this operation}}
// expected-note at `te.block "B"` {{in the kernel, here}}
// expected-error @below {{cannot inline 'B' into its producer: no proof where an operation's accesses are unknown}}
schedule.reverse_compute_inline %b

// CASE: (P4) A captured value lives in its loop.
// EDIT: `%out : memref<8xf32>, memref<8xf32>` -> `%out, %u : memref<8xf32>, memref<8xf32>, index`
// BEFORE: `affine.for %i`#2
//| affine.for %u = 0 to 1 {
// LINES: `^bb0(%v0: index, %x: memref<8xf32>, %y: memref<8xf32>):`#2
//| ^bb0(%v0: index, %x: memref<8xf32>, %y: memref<8xf32>, %c: index):
// LINES: `affine.store %a`#2
//| %d = arith.index_cast %c : index to i32
//| %e = arith.sitofp %d : i32 to f32
//| %b = arith.addf %a, %e : f32
//| affine.store %b, %y[%v0] : memref<8xf32>
// BEFORE: `return`
//| }
// expected-note at `affine.for %u` {{here}}
// expected-note at `te.block "B"` {{in the kernel, here}}
// expected-error @below {{cannot inline 'B' into its producer: expected captures that are available at its producer}}
schedule.reverse_compute_inline %b

// PAYLOAD
func.func @kernel(%in: memref<8xf32>, %out: memref<8xf32>) {
  affine.for %i = 0 to 8 {
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

// CASE: (P2) An intermediate buffer.
// expected-note at `te.block "B"` {{in the kernel, here}}
%b = schedule.get_block "B" in %root
// expected-error @below {{cannot inline 'B' into its producer: expected a buffer that one block in front writes and no other one uses}}
schedule.reverse_compute_inline %b

// PAYLOAD
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
    te.block "C" [false] affine_map<(d0) -> (d0)>(%i)
        captures(%in, %s : memref<8xf32>, memref<8xf32>) do {
    ^bb0(%v0: index, %x: memref<8xf32>, %y: memref<8xf32>):
      %a = affine.load %x[%v0] : memref<8xf32>
      affine.store %a, %y[%v0] : memref<8xf32>
      te.yield
    }
  }
  affine.for %i = 0 to 8 {
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
// STEPS
%b = schedule.get_block "B" in %root

// CASE: (P2) No other reader.
// EDIT: `%in, %s` -> `%t, %in`
// EDIT: `%z: memref<8xf32>, %y` -> `%y`
// EDIT: `, %s, %out : memref<8xf32>, memref<8xf32>, memref<8xf32>` -> `, %out : memref<8xf32>, memref<8xf32>`
// LINES: `%b = affine.load %z` to `affine.store`
//| affine.store %a, %y[%v0] : memref<8xf32>
// expected-note at `te.block "B"` {{in the kernel, here}}
// expected-error @below {{cannot inline 'B' into its producer: expected a buffer that one block in front writes and no other one uses}}
schedule.reverse_compute_inline %b

// CASE: (P3) One producer.
// AFTER: `%t = memref.alloc() :`
//| %s = memref.alloc() : memref<8xf32>
// expected-note at `te.block "B"` {{in the kernel, here}}
// expected-error @below {{cannot inline 'B' into its producer: expected one producer, got 'A' and 'C'}}
schedule.reverse_compute_inline %b

// CASE: (P4) Another input is written in between.
// EDIT: `"C" [false` -> `"W" [false`
// EDIT: `8xf32>) {` -> `8xf32>, %s: memref<8xf32>) {`
// expected-note at `affine.store %a`#2 {{'W' writes first, here}}
// expected-note at `te.block "B"` {{in the kernel, here}}
// expected-note at `%b = affine.load %z` {{'B' reads the same element later, here}}
// expected-error @below {{cannot inline 'B' into its producer: it breaks a read-after-write dependence of block 'B' on block 'W'}}
schedule.reverse_compute_inline %b
