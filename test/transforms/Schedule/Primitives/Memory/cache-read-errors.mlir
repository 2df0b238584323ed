// RUN: %cases %s | tvm-opt --pass-pipeline='builtin.module(convert-te-to-loops,schedule-apply)' -split-input-file -verify-diagnostics

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
// STEPS
%b = schedule.get_block "B" in %root

// CASE: (P1) The second of one.
// expected-note at `te.block "B"` {{in the kernel, here}}
// expected-error @below {{cannot cache what 'B' reads: expected an index below 1 (read-only buffers), got 1}}
%copy = schedule.cache_read %b, 1

// CASE: (P2) Not a vectorized one.
// expected-note at `affine.for %i` {{here}}
// expected-note at `te.block "B"` {{in the kernel, here}}
%i = schedule.get_loops of %b
schedule.vectorize %i
// expected-error @below {{cannot cache what 'B' reads: expected a loop that is not vectorized}}
%copy = schedule.cache_read %b, 0 at %i

// CASE: (P3) Written in front of a read in the nest.
// BEFORE: `te.block "B"`
//| te.block "W" [false] affine_map<(d0) -> (d0)>(%i)
//|     captures(%out, %in : memref<8xf32>, memref<8xf32>) do {
//| ^bb0(%v0: index, %x: memref<8xf32>, %y: memref<8xf32>):
//|   %a = affine.load %x[%v0] : memref<8xf32>
//|   affine.store %a, %y[%v0] : memref<8xf32>
//|   te.yield
//| }
// expected-note at `affine.store %a`#1 {{'W' writes first, here}}
// expected-note at `te.block "B"` {{in the kernel, here}}
// expected-note at `%a = affine.load %x`#2 {{'B' reads the same element later, here}}
// expected-error @below {{cannot cache what 'B' reads: it breaks a read-after-write dependence of block 'B' on block 'W'}}
%copy = schedule.cache_read %b, 0

// CASE: (P3) Written in an earlier iteration: in front of the nest is too early, at the loop is not.
// EDIT: `to 8 {` -> `to 7 {`
// AFTER: `affine.store %a`
//|   te.yield
//| }
//| te.block "W" [false] affine_map<(d0) -> (d0)>(%i)
//|     captures(%out, %in : memref<8xf32>, memref<8xf32>) do {
//| ^bb0(%v0: index, %x: memref<8xf32>, %y: memref<8xf32>):
//|   %a = affine.load %x[%v0] : memref<8xf32>
//|   affine.store %a, %y[%v0 + 1] : memref<8xf32>
// expected-note at `te.block "B"` {{in the kernel, here}}
// expected-note at `te.block "B"` {{'B_read' reads the same element later, here}}
// expected-note at `affine.store %a, %y[%v0 +` {{'W' writes first, here}}
%i = schedule.get_loops of %b
%fine = schedule.cache_read %b, 0 at %i
// expected-error @below {{cannot cache what 'B_read' reads: it breaks a read-after-write dependence of block 'B_read' on block 'W'}}
%copy = schedule.cache_read %fine, 0

// CASE: (P3) Unknown effects.
// BEFORE: `func.func @kernel`
//| func.func private @f()
// BEFORE: `}`#2
//| func.call @f() : () -> ()
// expected-note at `te.block "B"` {{in the kernel, here}}
// expected-note at `func.call` {{this operation}}
// expected-error @below {{cannot cache what 'B' reads: no proof where an operation's accesses are unknown}}
%copy = schedule.cache_read %b, 0

// CASE: (P3) A reader that writes the buffer.
// AFTER: `affine.store %a`
//|   te.yield
//| }
//| te.block "C" [false] affine_map<(d0) -> (d0)>(%i)
//|     captures(%in : memref<8xf32>) do {
//| ^bb0(%v0: index, %x: memref<8xf32>):
//|   %a = affine.load %x[%v0] : memref<8xf32>
//|   affine.store %a, %x[%v0] : memref<8xf32>
// expected-note at `te.block "B"` {{in the kernel, here}}
// expected-note at `affine.store %a, %x` {{here}}
// expected-error @below {{cannot cache what 'B' reads: expected readers that do not write the buffer}}
%copy = schedule.cache_read %b, 0

// CASE: (P4) The body hands the buffer on.
// BEFORE: `func.func @kernel`
//| func.func private @f(memref<8xf32>)
// BEFORE: `affine.store %a`
//| %u = memref.cast %x : memref<8xf32> to memref<?xf32>
// expected-note at `te.block "B"` {{in the kernel, here}}
// expected-note at `%u = memref.cast %x` {{here}}
// expected-error @below {{cannot cache what 'B' reads: expected a buffer that is only loaded from}}
%copy = schedule.cache_read %b, 0

// CASE: (P4) Data decides what the loop reads.
// EDIT: `8xf32>) {` -> `8xf32>, %c: index) {`
// EDIT: `affine.load %x[%v0` -> `memref.load %x[%p`
// EDIT: `: memref<8xf32>)` -> `: memref<8xf32>, %p: index)`
// EDIT: `%out : memref<8xf32>, memref<8xf32>` -> `%out, %c : memref<8xf32>, memref<8xf32>, index`
// expected-note at `affine.for %i` {{in the kernel, here}}
// expected-note at `%a = memref.load %x` {{this one does not}}
%i = schedule.get_loops of %b
// expected-error @below {{expected reads that vary linearly, over a constant extent, inside of the loop}}
%copy = schedule.cache_read %b, 0 at %i

// PAYLOAD
func.func @kernel(%state: memref<8xf32>, %out: memref<8xf32>) {
  affine.for %t = 0 to 5 {
    affine.for %i = 0 to 8 {
      te.block "A" [false] affine_map<(d0) -> (d0)>(%i)
          captures(%state, %out : memref<8xf32>, memref<8xf32>) do {
      ^bb0(%v0: index, %x: memref<8xf32>, %y: memref<8xf32>):
        %a = affine.load %x[%v0] : memref<8xf32>
        affine.store %a, %y[%v0] : memref<8xf32>
        te.yield
      }
    }
    affine.for %i = 0 to 8 {
      te.block "W" [false] affine_map<(d0) -> (d0)>(%i)
          captures(%out, %state : memref<8xf32>, memref<8xf32>) do {
      ^bb0(%v0: index, %x: memref<8xf32>, %y: memref<8xf32>):
        %a = affine.load %x[%v0] : memref<8xf32>
        affine.store %a, %y[%v0] : memref<8xf32>
        te.yield
      }
    }
    affine.for %i = 0 to 8 {
      te.block "B" [false] affine_map<(d0) -> (d0)>(%i)
          captures(%state, %out : memref<8xf32>, memref<8xf32>) do {
      ^bb0(%v0: index, %x: memref<8xf32>, %y: memref<8xf32>):
        %a = affine.load %x[-%v0 + 7] : memref<8xf32>
        affine.store %a, %y[%v0] : memref<8xf32>
        te.yield
      }
    }
  } {te.steps}
  return
}

// CASE: (P2) A loop around the block.
// EDIT: `%state, %out` -> `%in, %out`
// EDIT: `-%v0 + 7` -> `%v0`
// LINES: `func.func @kernel` to `te.block`
//| func.func @kernel(%in: memref<8xf32>, %out: memref<8xf32>) {
//|   affine.for %j = 0 to 8 {
//|     te.block "A" [false] affine_map<(d0) -> (d0)>(%j)
// LINES: `^bb0(%v0: index, %x: memref<8xf32>, %y: memref<8xf32>):`#1 to `captures`
// LINES: `} {te.steps}`
// expected-note at `affine.for %j` {{here}}
// expected-note at `te.block "B"` {{in the kernel, here}}
%b = schedule.get_block "B" in %root
%a = schedule.get_block "A" in %root
%i = schedule.get_loops of %a
// expected-error @below {{cannot cache what 'B' reads: expected a loop around it}}
%copy = schedule.cache_read %b, 0 at %i

// CASE: (P3) A step writes the buffer between its readers, which would share a copy.
// expected-note at `te.block "A"` {{in the kernel, here}}
// expected-note at `affine.store %a`#2 {{'W' writes first, here}}
// expected-note at `%a = affine.load %x[-` {{'B' reads the same element later, here}}
%a = schedule.get_block "A" in %root
%b = schedule.get_block "B" in %root
// expected-error @below {{cannot cache what 'A' reads: it breaks a read-after-write dependence of block 'B' on block 'W'}}
%copy = schedule.cache_read %a, 0 with %b

// PAYLOAD
func.func @kernel(%in: memref<8xf32>, %out: memref<8xf32>) {
  affine.for %i = 0 to 2 {
    %c = arith.muli %i, %i : index
    affine.for %j = 0 to 8 {
      te.block "B" [false] affine_map<(d0) -> (d0)>(%j)
          captures(%in, %out, %c : memref<8xf32>, memref<8xf32>, index) do {
      ^bb0(%v0: index, %x: memref<8xf32>, %y: memref<8xf32>, %p: index):
        %a = affine.load %x[%p] : memref<8xf32>
        affine.store %a, %y[%v0] : memref<8xf32>
        te.yield
      }
    }
  }
  return
}
// STEPS
%b = schedule.get_block "B" in %root
%i, %j = schedule.get_loops of %b

// CASE: (P4) The number of elements from the first to the last one, 2^64 + 1, is no
// extent.
// EDIT: `8xf32>, %out: memref<8xf32` -> `?xf32>, %out: memref<2x5xf32`
// LINES: `%c = arith.muli %i` to `affine.store`
//| affine.for %j = 0 to 5 {
//|   te.block "B" [false, false] affine_map<(d0, d1) -> (d0, d1)>(%i, %j)
//|       captures(%in, %out : memref<?xf32>, memref<2x5xf32>) do {
//|   ^bb0(%v0: index, %v1: index, %x: memref<?xf32>, %y: memref<2x5xf32>):
//|     %a = affine.load %x[%v1 * 4611686018427387904] : memref<?xf32>
//|     affine.store %a, %y[%v0, %v1] : memref<2x5xf32>
// expected-note at `affine.for %i` {{in the kernel, here}}
// expected-note at `%a = affine.load %x` {{this one does not}}
// expected-error @below {{expected reads that vary linearly, over a constant extent, inside of the loop}}
%copy = schedule.cache_read %b, 0 at %i

// CASE: (P4) The region begins where the body says.
// expected-note at `affine.for %i` {{here}}
// expected-note at `te.block "B"` {{in the kernel, here}}
// expected-error @below {{cannot cache what 'B' reads: expected a region that begins at values from outside of the loop's body}}
%copy = schedule.cache_read %b, 0 at %i

// PAYLOAD
func.func @kernel(%x: tensor<4x100000xf32>) -> tensor<4x100000xf32> {
  %0 = te.compute [4, 100000] spatial 2 tag "B" {
  ^bb0(%i: index, %j: index):
    %a = te.read %x[%i, %j] : tensor<4x100000xf32>
    te.yield %a : f32
  } : tensor<4x100000xf32>
  return %0 : tensor<4x100000xf32>
}

// CASE: (P4) Too much for a stack.
// expected-note at `%0 = te.compute [4` {{in the kernel, here}}
%b = schedule.get_block "B" in %root
%i, %j = schedule.get_loops of %b
// expected-error @below {{cannot cache what 'B' reads: expected a region of at most 262144 bytes}}
%copy = schedule.cache_read %b, 0 at %i

// PAYLOAD

// CASE: (C1) An unknown scope.
%b = schedule.get_block "B" in %root
// expected-error @below {{'schedule.cache_read' op expected a storage scope, got "register"}}
%copy = schedule.cache_read %b, 0 to "register"

// PAYLOAD
func.func @kernel(%a: memref<0xf32>, %b: memref<8xf32>) {
  affine.for %i = 0 to 8 {
    %t = memref.alloca() : memref<1xf32>
    affine.for %j = 0 to 0 {
      te.block "A" [false] affine_map<(j) -> (j)>(%j) captures(%a, %t : memref<0xf32>, memref<1xf32>) do {
      ^bb0(%v: index, %x: memref<0xf32>, %y: memref<1xf32>):
        %0 = affine.load %x[%v] : memref<0xf32>
        affine.store %0, %y[%v] : memref<1xf32>
        te.yield
      }
    }
    te.block "B" [false] affine_map<(i) -> (i)>(%i) captures(%t, %b : memref<1xf32>, memref<8xf32>) do {
    ^bb0(%v: index, %x: memref<1xf32>, %y: memref<8xf32>):
      %0 = affine.load %x[0] : memref<1xf32>
      affine.store %0, %y[%v] : memref<8xf32>
      te.yield
    }
  }
  return
}
// STEPS
%b = schedule.get_block "B" in %root

// CASE: (P2) a buffer that is made in the loop.
// expected-note at `%t = memref.alloca() :` {{here}}
// expected-note at `te.block "B"` {{in the kernel, here}}
%i = schedule.get_loops of %b
// expected-error @below {{cannot cache what 'B' reads: expected a buffer from outside of the loop}}
%copy = schedule.cache_read %b, 0 to "local" at %i

// CASE: (P2) a buffer that is made in the nest.
// expected-note at `%t = memref.alloca() :` {{here}}
// expected-note at `te.block "B"` {{in the kernel, here}}
// expected-error @below {{cannot cache what 'B' reads: expected a buffer from outside of its nest}}
%copy = schedule.cache_read %b, 0

// PAYLOAD
func.func @kernel(%a: memref<8xf32>, %b: memref<8xf32>, %c: memref<8xf32>) {
  affine.for %i = 0 to 8 {
    te.block "B" [false] affine_map<(i) -> (i)>(%i) captures(%a, %b : memref<8xf32>, memref<8xf32>) do {
    ^bb0(%v: index, %p: memref<8xf32>, %q: memref<8xf32>):
      %0 = affine.load %p[%v] : memref<8xf32>
      affine.store %0, %q[%v] : memref<8xf32>
      te.yield
    }
  }
  affine.for %i = 0 to 8 {
    te.block "C" [false] affine_map<(i) -> (i)>(%i) captures(%a, %c : memref<8xf32>, memref<8xf32>) do {
    ^bb0(%v: index, %p: memref<8xf32>, %q: memref<8xf32>):
      %0 = affine.load %p[%v] : memref<8xf32>
      affine.store %0, %q[%v] : memref<8xf32>
      te.yield
    }
  }
  return
}
// STEPS
%b = schedule.get_block "B" in %root
%c = schedule.get_block "C" in %root

// CASE: (P1) A consumer that reads something else.
// EDIT: `%a, %c` -> `%b, %c`
// expected-note at `te.block "B"` {{in the kernel, here}}
// expected-note at `te.block "C"` {{here}}
// expected-error @below {{cannot cache what 'B' reads: expected 'C' to read the buffer, and not to write it}}
%copy = schedule.cache_read %b, 0 with %c

// CASE: (P1) A consumer that writes the buffer.
// EDIT: `%a, %c` -> `%b, %a`
// expected-note at `te.block "B"` {{in the kernel, here}}
// expected-note at `te.block "C"` {{here}}
// expected-error @below {{cannot cache what 'B' reads: expected 'C' to read the buffer, and not to write it}}
%copy = schedule.cache_read %b, 0 with %c

// CASE: (P2) A consumer outside of the loop.
// expected-note at `affine.for %i`#1 {{here}}
// expected-note at `te.block "B"` {{in the kernel, here}}
%i = schedule.get_loops of %b
// expected-error @below {{cannot cache what 'B' reads: expected a loop around all that read the copy}}
%copy = schedule.cache_read %b, 0 with %c at %i

// CASE: (P3) Written between two readers.
// AFTER: `te.block "B"`
//|   ^bb0(%v: index, %p: memref<8xf32>, %q: memref<8xf32>):
//|     %0 = affine.load %p[%v] : memref<8xf32>
//|     affine.store %0, %q[%v] : memref<8xf32>
//|     te.yield
//|   }
//| }
//| affine.for %i = 0 to 8 {
//|   te.block "W" [false] affine_map<(i) -> (i)>(%i) captures(%c, %a : memref<8xf32>, memref<8xf32>) do {
// expected-note at `affine.store %0`#2 {{'W' writes first, here}}
// expected-note at `te.block "C"` {{in the kernel, here}}
// expected-note at `%0 = affine.load %p`#3 {{'C' reads the same element later, here}}
// expected-error @below {{cannot cache what 'C' reads: it breaks a read-after-write dependence of block 'C' on block 'W'}}
%copy = schedule.cache_read %c, 0 with %b

// CASE: (P3) Unknown effects between two readers.
// BEFORE: `func.func @kernel`
//| func.func private @f()
// BEFORE: `affine.for %i`#2
//| func.call @f() : () -> ()
// expected-note at `te.block "B"` {{in the kernel, here}}
// expected-note at `func.call` {{this operation}}
// expected-error @below {{cannot cache what 'B' reads: no proof where an operation's accesses are unknown}}
%copy = schedule.cache_read %b, 0 with %c

// PAYLOAD
func.func @kernel(%state: memref<4x8xf32>, %local: memref<4x8xf32>) {
  affine.for %p = 0 to 4 {
    affine.for %t = 0 to 5 {
      affine.for %i = 0 to 8 {
        te.block "A" [false, false] affine_map<(d0, d1) -> (d0, d1)>(%p, %i)
            captures(%state, %local : memref<4x8xf32>, memref<4x8xf32>) do {
        ^bb0(%v0: index, %v1: index, %x: memref<4x8xf32>, %y: memref<4x8xf32>):
          %a = affine.load %x[%v0, %v1] : memref<4x8xf32>
          affine.store %a, %y[%v0, %v1] : memref<4x8xf32>
          te.yield
        }
      }
      affine.for %i = 0 to 8 {
        te.block "W" [false, false] affine_map<(d0, d1) -> (d0, d1)>(%p, %i)
            captures(%local, %state : memref<4x8xf32>, memref<4x8xf32>) do {
        ^bb0(%v0: index, %v1: index, %x: memref<4x8xf32>, %y: memref<4x8xf32>):
          %a = affine.load %x[%v0, -%v1 + 7] : memref<4x8xf32>
          affine.store %a, %y[%v0, %v1] : memref<4x8xf32>
          te.yield
        }
      }
    } {te.steps}
  } {te.kind = "parallel"}
  return
}

// CASE: (P3) Threads run steps of their own, and would share a copy.
// expected-note at `te.block "A"` {{in the kernel, here}}
// expected-note at `%a = affine.load %x[%v0, %v1` {{'A' reads the same element later, here}}
// expected-note at `affine.store %a`#2 {{'W' writes first, here}}
%a = schedule.get_block "A" in %root
// expected-error @below {{cannot cache what 'A' reads: it breaks a read-after-write dependence of block 'A' on block 'W'}}
%copy = schedule.cache_read %a, 0
