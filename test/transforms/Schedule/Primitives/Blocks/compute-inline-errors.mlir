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

// CASE: (P1) No reduction.
// expected-note at `%0 = te.compute [4` {{in the kernel, here}}
%a = schedule.get_block "A" in %root
// expected-error @below {{cannot inline 'A' where it is read: expected 'A' to have no reduction axes}}
schedule.compute_inline %a

// PAYLOAD
func.func @kernel(%in: memref<8xf32>, %out: memref<8xf32>) {
  %t = memref.alloc() : memref<8xf32>
  affine.for %i = 0 to 8 {
    te.block "A" [false] affine_map<(d0) -> (d0)>(%i)
        captures(%in, %t : memref<8xf32>, memref<8xf32>) do {
    ^bb0(%v0: index, %x: memref<8xf32>, %y: memref<8xf32>):
      %a = affine.load %x[%v0] : memref<8xf32>
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
// STEPS
%a = schedule.get_block "A" in %root

// CASE: (P1) No store but under a condition.
// BEFORE: `%a = affine.load %x`#1
//| %c = arith.constant true
// LINES: `affine.store %a, %y[-`
//| scf.if %c {
//|   affine.store %a, %y[%v0] : memref<8xf32>
//| }
// expected-note at `te.block "A"` {{in the kernel, here}}
// expected-error @below {{cannot inline 'A' where it is read: expected 'A' to store unconditionally, at affine subscripts}}
schedule.compute_inline %a

// CASE: (P1) One store.
// LINES: `affine.store %a, %y[-`
//| affine.store %a, %y[%v0] : memref<8xf32>
//| affine.store %a, %y[%v0] : memref<8xf32>
// expected-note at `te.block "A"` {{in the kernel, here}}
// expected-note at `affine.store %a`#1 {{here}}
// expected-error @below {{cannot inline 'A' where it is read: expected 'A' only to load, besides one store}}
schedule.compute_inline %a

// CASE: (P1) No unknown effects.
// BEFORE: `func.func @kernel`
//| func.func private @f()
// LINES: `affine.store %a, %y[-`
//| func.call @f() : () -> ()
//| affine.store %a, %y[%v0] : memref<8xf32>
// expected-note at `te.block "A"` {{in the kernel, here}}
// expected-note at `func.call` {{here}}
// expected-error @below {{cannot inline 'A' where it is read: expected 'A' only to load, besides one store}}
schedule.compute_inline %a

// CASE: (P1) A store at the axes.
// expected-note at `te.block "A"` {{in the kernel, here}}
// expected-note at `affine.store %a, %y[-` {{here}}
// expected-error @below {{cannot inline 'A' where it is read: expected a store at the block's axes, in order}}
schedule.compute_inline %a

// CASE: (P1) No read of what it writes.
// EDIT: `-%v0 + 7` -> `%v0`
// EDIT: `%in, %t : memref<8xf32>,` -> `%t :`
// LINES: `^bb0(%v0: index, %x: memref<8xf32>, %y: memref<8xf32>):`#1 to `%a = affine.load`
//| ^bb0(%v0: index, %y: memref<8xf32>):
//|   %a = affine.load %y[%v0] : memref<8xf32>
// expected-note at `te.block "A"` {{in the kernel, here}}
// expected-note at `%a = affine.load %y` {{here}}
// expected-error @below {{cannot inline 'A' where it is read: expected 'A' not to read its own result}}
schedule.compute_inline %a

// CASE: (P1) A store to a buffer from outside.
// BEFORE: `func.func @kernel`
//| memref.global @g : memref<8xf32>
// LINES: `affine.store %a, %y[-`
//| %b = memref.get_global @g : memref<8xf32>
//| affine.store %a, %b[%v0] : memref<8xf32>
// expected-note at `te.block "A"` {{in the kernel, here}}
// expected-note at `affine.store %a, %b` {{here}}
// expected-error @below {{cannot inline 'A' where it is read: expected 'A' to store to a captured buffer}}
schedule.compute_inline %a

// CASE: (P2) No output.
// LINES: `%t = memref.alloc() :`
// LINES: `captures(%in` to `captures(%t`
//| captures(%in, %out : memref<8xf32>, memref<8xf32>) do {
// expected-note at `te.block "A"` {{in the kernel, here}}
// expected-error @below {{cannot inline 'A' where it is read: expected a buffer that the kernel allocates, not an output}}
schedule.compute_inline %a

// CASE: (P2) The whole buffer is written.
// EDIT: `-%v0 + 7` -> `%v0`
// LINES: `affine.for %i`#1
//| affine.for %i = 0 to 7 {
// expected-note at `te.block "A"` {{in the kernel, here}}
// expected-note at `te.block "B"` {{here}}
// expected-error @below {{cannot inline 'A' where it is read: no proof that it writes the whole buffer in front of a reader}}
schedule.compute_inline %a

// CASE: (P3) A reader at least.
// LINES: `^bb0(%v0: index, %x: memref<8xf32>, %y: memref<8xf32>):`#1 to `captures`
// expected-note at `te.block "A"` {{in the kernel, here}}
// expected-error @below {{cannot inline 'A' where it is read: expected a block whose result another block reads}}
schedule.compute_inline %a

// CASE: (P3) Blocks only.
// EDIT: `-%v0 + 7` -> `%v0`
// BEFORE: `affine.for %i`#2
//| memref.copy %t, %out : memref<8xf32> to memref<8xf32>
// expected-note at `te.block "A"` {{in the kernel, here}}
// expected-note at `memref.copy` {{here}}
// expected-error @below {{cannot inline 'A' where it is read: expected a buffer that only blocks use}}
schedule.compute_inline %a

// CASE: (P3) The body hands the buffer on.
// EDIT: `-%v0 + 7` -> `%v0`
// BEFORE: `func.func @kernel`
//| func.func private @f(memref<8xf32>)
// LINES: `captures(%t` to `affine.store`
//|     captures(%t : memref<8xf32>) do {
//| ^bb0(%v0: index, %x: memref<8xf32>):
//|   func.call @f(%x) : (memref<8xf32>) -> ()
// expected-note at `te.block "A"` {{in the kernel, here}}
// expected-note at `func.call` {{here}}
// expected-error @below {{cannot inline 'A' where it is read: expected reads by loads}}
schedule.compute_inline %a

// CASE: (P4) Its input changes in between.
// LINES: `affine.store %a, %y[-`
//|     affine.store %a, %y[%v0] : memref<8xf32>
//|     te.yield
//|   }
//| }
//| affine.for %i = 0 to 8 {
//|   te.block "W" [false] affine_map<(d0) -> (d0)>(%i)
//|       captures(%out, %in : memref<8xf32>, memref<8xf32>) do {
//|   ^bb0(%v0: index, %x: memref<8xf32>, %y: memref<8xf32>):
//|     %a = affine.load %x[%v0] : memref<8xf32>
//|     affine.store %a, %y[%v0] : memref<8xf32>
// expected-note at `te.block "A"` {{in the kernel, here}}
// expected-note at `%a = affine.load %x`#1 {{'A' reads first, here}}
// expected-note at `affine.store %a`#2 {{'W' writes the same element later, here}}
// expected-error @below {{cannot inline 'A' where it is read: it breaks a write-after-read dependence of block 'W' on block 'A'}}
schedule.compute_inline %a

// CASE: (P4) Unknown effects in between.
// EDIT: `-%v0 + 7` -> `%v0`
// BEFORE: `func.func @kernel`
//| func.func private @f()
// BEFORE: `affine.for %i`#2
//| func.call @f() : () -> ()
// expected-note at `te.block "A"` {{in the kernel, here}}
// expected-note at `func.call` {{this operation}}
// expected-error @below {{cannot inline 'A' where it is read: no proof where an operation's accesses are unknown}}
schedule.compute_inline %a

// CASE: (P4) A captured value lives in its loop.
// EDIT: `%t : memref<8xf32>, memref<8xf32>` -> `%t, %i : memref<8xf32>, memref<8xf32>, index`
// LINES: `^bb0(%v0: index, %x: memref<8xf32>, %y: memref<8xf32>):`#1
//| ^bb0(%v0: index, %x: memref<8xf32>, %y: memref<8xf32>, %iv: index):
// LINES: `affine.store %a, %y[-`
//| %b = arith.index_cast %iv : index to i32
//| %c = arith.sitofp %b : i32 to f32
//| %d = arith.addf %a, %c : f32
//| affine.store %d, %y[%v0] : memref<8xf32>
// expected-note at `affine.for %i`#1 {{here}}
// expected-note at `te.block "A"` {{in the kernel, here}}
// expected-error @below {{cannot inline 'A' where it is read: expected captures that are available where it is read}}
schedule.compute_inline %a

// PAYLOAD
func.func @kernel(%x: tensor<10xf32>) -> tensor<10xf32> {
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

// CASE: (P2) No other writer: what loop_partition makes of one is two.
// expected-note at `%0 = te.compute [10` {{in the kernel, here}}
// expected-note at `%0 = te.compute [10` {{here}}
%a = schedule.get_block "A" in %root
%i = schedule.get_loops of %a
%rest = schedule.loop_partition %i by 4
// expected-error @below {{cannot inline 'A' where it is read: expected no other block to write its buffer}}
schedule.compute_inline %a

// PAYLOAD
func.func @kernel(%in: memref<8xf32>, %out: memref<8xf32>) {
  %t = memref.alloc() : memref<8xf32>
  affine.for %i = 0 to 8 {
    te.block "B" [false] affine_map<(d0) -> (d0)>(%i)
        captures(%t, %out : memref<8xf32>, memref<8xf32>) do {
    ^bb0(%v0: index, %x: memref<8xf32>, %y: memref<8xf32>):
      %a = affine.load %x[%v0] : memref<8xf32>
      affine.store %a, %y[%v0] : memref<8xf32>
      te.yield
    }
  }
  affine.for %i = 0 to 8 {
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

// CASE: (P3) Readers come later.
// expected-note at `te.block "B"` {{here}}
// expected-note at `te.block "A"` {{in the kernel, here}}
%a = schedule.get_block "A" in %root
// expected-error @below {{cannot inline 'A' where it is read: expected readers behind the block}}
schedule.compute_inline %a

// PAYLOAD
func.func @kernel(%x: memref<512x512xf32>, %y: memref<512x512xf32>) {
  %t = memref.alloc() : memref<512x512xf32>
  affine.for %i = 0 to 512 {
    affine.for %j = 0 to 512 {
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

// CASE: Loops that were fused and split in three, of too many points to list them.
// expected-note at `te.block "P"` {{in the kernel, here}}
// expected-note at `te.block "C"` {{here}}
%p = schedule.get_block "P" in %root
%i, %j = schedule.get_loops of %p
%f = schedule.fuse %i, %j
%a, %b, %c = schedule.split %f by [0, 4, 16]
// expected-error @below {{no proof that it writes the whole buffer in front of a reader}}
schedule.compute_inline %p
