// RUN: %cases %s | tvm-opt --pass-pipeline='builtin.module(convert-te-to-loops,schedule-apply)' -split-input-file -verify-diagnostics

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
  affine.for %j = 0 to 8 {
    te.block "B" [false] affine_map<(d0) -> (d0)>(%j)
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
%a = schedule.get_block "A" in %root

// CASE: (P1) Loops are serial.
// expected-note at `affine.for %j` {{here}}
// expected-note at `te.block "B"` {{in the kernel, here}}
%i = schedule.get_loops of %a
%j = schedule.get_loops of %b
schedule.vectorize %j
// expected-error @below {{cannot compute 'B' at a loop: expected loops of its own that are serial, from 0 in steps of 1}}
schedule.reverse_compute_at %b, %i

// CASE: (P1) A loop per axis.
// expected-note at `te.block "B"` {{in the kernel, here}}
%i = schedule.get_loops of %a
%j = schedule.get_loops of %b
%jo, %jl = schedule.split %j by [0, 4]
// expected-error @below {{cannot compute 'B' at a loop: expected a block with a loop of its own per axis and no predicate}}
schedule.reverse_compute_at %b, %i

// CASE: (P1) A triangle.
// LINES: `te.block "B"`
//| affine.for %l = 0 to affine_map<(d0) -> (d0)>(%j) {
//|   te.block "B" [false, false] affine_map<(d0, d1) -> (d0, d1)>(%j, %l)
// LINES: `^bb0(%v0: index, %x: memref<8xf32>, %y: memref<8xf32>):`#2 to `affine.store`
//| ^bb0(%v0: index, %v1: index, %x: memref<8xf32>, %y: memref<8xf32>):
//|   %a = affine.load %x[%v1] : memref<8xf32>
//|   affine.store %a, %y[%v1] : memref<8xf32>
// BEFORE: `return`
//| }
// expected-note at `affine.for %l` {{here}}
// expected-note at `te.block "B"` {{in the kernel, here}}
%i = schedule.get_loops of %a
// expected-error @below {{cannot compute 'B' at a loop: expected loops whose bounds do not depend on each other}}
schedule.reverse_compute_at %b, %i

// CASE: (P1) It adds to what it wrote.
// LINES: `affine.store %a`#2
//| %b = affine.load %y[%v0] : memref<8xf32>
//| %c = arith.addf %a, %b : f32
//| affine.store %c, %y[%v0] : memref<8xf32>
// expected-note at `te.block "B"` {{in the kernel, here}}
// expected-note at `%b = affine.load %y` {{here}}
%i = schedule.get_loops of %a
// expected-error @below {{cannot compute 'B' at a loop: expected it to read nothing that it writes}}
schedule.reverse_compute_at %b, %i

// CASE: (P2) Not a vectorized one.
// expected-note at `affine.for %i` {{here}}
// expected-note at `te.block "B"` {{in the kernel, here}}
%i = schedule.get_loops of %a
schedule.vectorize %i
// expected-error @below {{cannot compute 'B' at a loop: expected a loop that is not vectorized}}
schedule.reverse_compute_at %b, %i

// CASE: (P3) The loop has nothing to do with the block.
// EDIT: `%t, %out` -> `%in, %out`
// expected-note at `affine.for %i` {{here}}
// expected-note at `te.block "B"` {{in the kernel, here}}
%i = schedule.get_loops of %a
// expected-error @below {{cannot compute 'B' at a loop: expected a loop that writes its operand, at affine subscripts}}
schedule.reverse_compute_at %b, %i

// CASE: (P3) Writes that do not vary linearly.
// LINES: `affine.for %i` to `te.block`
//| affine.for %i = 0 to 2 {
//|   affine.for %k = 0 to 4 {
//|     te.block "A" [false] affine_map<(d0) -> (d0)>(%k)
// LINES: `affine.store %a`#1
//| affine.store %a, %y[(%v0 * 3) mod 8] : memref<8xf32>
// AFTER: `te.yield`#1
//| }
// expected-note at `affine.for %i` {{in the kernel, here}}
// expected-note at `affine.store %a, %y[(%v0` {{this one does not}}
%i, %k = schedule.get_loops of %a
// expected-error @below {{expected writes that vary linearly, over a constant extent, inside of the loop}}
schedule.reverse_compute_at %b, %i

// CASE: (P3) The region begins where the body says.
// EDIT: `%t : memref<8xf32>, memref<8xf32>` -> `%t, %q : memref<8xf32>, memref<8xf32>, index`
// BEFORE: `te.block "A"`
//| %q = arith.muli %i, %i : index
// LINES: `^bb0(%v0: index, %x: memref<8xf32>, %y: memref<8xf32>):`#1
//| ^bb0(%v0: index, %x: memref<8xf32>, %y: memref<8xf32>, %p: index):
// LINES: `affine.store %a`#1
//| affine.store %a, %y[%p] : memref<8xf32>
// expected-note at `affine.for %i` {{here}}
// expected-note at `te.block "B"` {{in the kernel, here}}
%i = schedule.get_loops of %a
// expected-error @below {{cannot compute 'B' at a loop: expected a region that begins at values from outside of the loop's body}}
schedule.reverse_compute_at %b, %i

// CASE: (P4) A neighbour is computed later.
// EDIT: `%j = 0 to 8` -> `%j = 0 to 7`
// LINES: `affine.store %a`#2
//| %b = affine.load %x[%v0 + 1] : memref<8xf32>
//| %c = arith.addf %a, %b : f32
//| affine.store %c, %y[%v0] : memref<8xf32>
// expected-note at `affine.store %a` {{'A' writes first, here}}
// expected-note at `te.block "B"` {{in the kernel, here}}
// expected-note at `%b = affine.load %x` {{'B' reads the same element later, here}}
%i = schedule.get_loops of %a
// expected-error @below {{cannot compute 'B' at a loop: it breaks a read-after-write dependence of block 'B' on block 'A'}}
schedule.reverse_compute_at %b, %i

// CASE: (P4) Unknown effects in between.
// BEFORE: `func.func @kernel`
//| func.func private @f()
// BEFORE: `affine.for %j`
//| func.call @f() : () -> ()
// expected-note at `func.call` {{this operation}}
// expected-note at `te.block "B"` {{in the kernel, here}}
%i = schedule.get_loops of %a
// expected-error @below {{cannot compute 'B' at a loop: no proof where an operation's accesses are unknown}}
schedule.reverse_compute_at %b, %i

// CASE: (P4) A captured value comes from a loop of its own.
// EDIT: `%out : memref<8xf32>, memref<8xf32>` -> `%out, %q : memref<8xf32>, memref<8xf32>, index`
// BEFORE: `te.block "B"`
//| %q = arith.muli %j, %j : index
// LINES: `^bb0(%v0: index, %x: memref<8xf32>, %y: memref<8xf32>):`#2
//| ^bb0(%v0: index, %x: memref<8xf32>, %y: memref<8xf32>, %p: index):
// LINES: `affine.store %a`#2
//| %b = arith.index_cast %p : index to i32
//| %c = arith.sitofp %b : i32 to f32
//| %d = arith.addf %a, %c : f32
//| affine.store %d, %y[%v0] : memref<8xf32>
// expected-note at `%q = arith.muli %j` {{here}}
// expected-note at `te.block "B"` {{in the kernel, here}}
%i = schedule.get_loops of %a
// expected-error @below {{cannot compute 'B' at a loop: expected values that are available at the loop}}
schedule.reverse_compute_at %b, %i

// CASE: (P5) Only half of its input is computed.
// EDIT: `%i = 0 to 8` -> `%i = 0 to 4`
// expected-note at `affine.for %i` {{here}}
// expected-note at `te.block "B"` {{in the kernel, here}}
%i = schedule.get_loops of %a
// expected-error @below {{cannot compute 'B' at a loop: no proof that all of it is computed there}}
schedule.reverse_compute_at %b, %i

// CASE: (P6) Every thread would write the same elements.
// EDIT: `8xf32>) {` -> `2xf32>) {`
// LINES: `te.block "B"` to `^bb0(%v0`
//| affine.for %l = 0 to 2 {
//|   te.block "B" [false, false] affine_map<(d0, d1) -> (d0, d1)>(%j, %l)
//|       captures(%t, %out : memref<8xf32>, memref<2xf32>) do {
//|   ^bb0(%v0: index, %v1: index, %x: memref<8xf32>, %y: memref<2xf32>):
// LINES: `affine.store %a`#2
//| affine.store %a, %y[%v1] : memref<2xf32>
// BEFORE: `return`
//| }
// expected-note at `te.block "B"` {{in the kernel, here}}
// expected-note at `affine.store %a, %y[%v1` {{'B' writes first, here}}
// expected-note at `affine.store %a, %y[%v1` {{'B' writes the same element later, here}}
%i = schedule.get_loops of %a
schedule.parallel %i
// expected-error @below {{cannot compute 'B' at a loop in a parallel one: it breaks a write-after-write dependence of block 'B' on block 'B'}}
schedule.reverse_compute_at %b, %i

// CASE: (P2) Every other iteration: what lies between would not be computed.
// LINES: `func.func @kernel` to `affine.for`
//| func.func @kernel(%in: memref<8xf32>, %t: memref<8xf32>, %out: memref<8xf32>) {
//|   affine.for %i = 0 to 8 step 2 {
// expected-note at `affine.for %i` {{here}}
// expected-note at `te.block "B"` {{in the kernel, here}}
%i = schedule.get_loops of %a
// expected-error @below {{cannot compute 'B' at a loop: expected loops in steps of 1}}
schedule.reverse_compute_at %b, %i

// PAYLOAD
func.func @kernel(%in: memref<8xf32>, %out: memref<8xf32>) {
  %t = memref.alloc() : memref<8xf32>
  affine.for %j = 0 to 8 {
    te.block "B" [false] affine_map<(d0) -> (d0)>(%j)
        captures(%in, %out : memref<8xf32>, memref<8xf32>) do {
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

// CASE: (P2) A loop in front.
// expected-note at `te.block "B"` {{in the kernel, here}}
// expected-note at `affine.for %i` {{here}}
%b = schedule.get_block "B" in %root
%a = schedule.get_block "A" in %root
%i = schedule.get_loops of %a
// expected-error @below {{cannot compute 'B' at a loop: expected a loop in front of it}}
schedule.reverse_compute_at %b, %i

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

// CASE: (P4) The sum is complete only behind the loop.
// expected-note at `%0 = te.compute [4` {{'A' initialises first, here}}
// expected-note at `%1 = te.compute [4` {{in the kernel, here}}
// expected-note at `%a = te.read %0` {{'B' reads the same element later, here}}
%b = schedule.get_block "B" in %root
%a = schedule.get_block "A" in %root
%i, %k = schedule.get_loops of %a
// expected-error @below {{cannot compute 'B' at a loop: it breaks a read-after-write dependence of block 'B' on block 'A'}}
schedule.reverse_compute_at %b, %k

// PAYLOAD
func.func @kernel(%in: memref<8xf32>, %out: memref<8xf32>, %s: memref<8xf32>) {
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
  affine.for %k = 0 to 8 {
    te.block "W" [false] affine_map<(d0) -> (d0)>(%k)
        captures(%in, %s : memref<8xf32>, memref<8xf32>) do {
    ^bb0(%v0: index, %x: memref<8xf32>, %y: memref<8xf32>):
      %a = affine.load %x[%v0] : memref<8xf32>
      affine.store %a, %y[%v0] : memref<8xf32>
      te.yield
    }
  }
  affine.for %j = 0 to 8 {
    te.block "B" [false] affine_map<(d0) -> (d0)>(%j)
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

// CASE: (P4) Another input is written in between.
// expected-note at `affine.store %a`#2 {{'W' writes first, here}}
// expected-note at `te.block "B"` {{in the kernel, here}}
// expected-note at `%b = affine.load %z` {{'B' reads the same element later, here}}
%b = schedule.get_block "B" in %root
%a = schedule.get_block "A" in %root
%i = schedule.get_loops of %a
// expected-error @below {{cannot compute 'B' at a loop: it breaks a read-after-write dependence of block 'B' on block 'W'}}
schedule.reverse_compute_at %b, %i

// PAYLOAD
func.func @kernel(%a: memref<?x4xf32>, %b: memref<4xf32>, %n: index) {
  %t = memref.alloc() : memref<4xf32>
  affine.for %i = 0 to 4 {
    te.block "A" [false] affine_map<(i) -> (i)>(%i) captures(%t : memref<4xf32>) do {
    ^bb0(%v: index, %y: memref<4xf32>):
      %0 = arith.constant 1.0 : f32
      affine.store %0, %y[%v] : memref<4xf32>
      te.yield
    }
  }
  affine.for %i = 0 to 4 {
    affine.for %k = 0 to %n {
      te.block "B" [false, true] affine_map<(i, k) -> (i, k)>(%i, %k) captures(%a, %t, %b : memref<?x4xf32>, memref<4xf32>, memref<4xf32>) init {
      ^bb0(%v: index, %r: index, %x: memref<?x4xf32>, %y: memref<4xf32>, %z: memref<4xf32>):
        %zero = arith.constant 0.0 : f32
        affine.store %zero, %z[%v] : memref<4xf32>
        te.yield
      } do {
      ^bb0(%v: index, %r: index, %x: memref<?x4xf32>, %y: memref<4xf32>, %z: memref<4xf32>):
        %0 = affine.load %x[%r, %v] : memref<?x4xf32>
        %1 = affine.load %y[%v] : memref<4xf32>
        %2 = arith.mulf %0, %1 : f32
        %3 = affine.load %z[%v] : memref<4xf32>
        %4 = arith.addf %3, %2 : f32
        affine.store %4, %z[%v] : memref<4xf32>
        te.yield
      }
    }
  }
  return
}

// CASE: (P5) A reduction over nothing would leave no start value behind.
// expected-note at `affine.for %k` {{here}}
// expected-note at `te.block "B"` {{in the kernel, here}}
%a = schedule.get_block "A" in %root
%b = schedule.get_block "B" in %root
%i = schedule.get_loops of %a
// expected-error @below {{cannot compute 'B' at a loop: expected a reduction over a constant number of elements, one at least}}
schedule.reverse_compute_at %b, %i

// PAYLOAD
func.func @kernel(%b: memref<1xf32>) {
  %t = memref.alloc() : memref<4xf32>
  affine.for %i = 0 to 4 {
    te.block "A" [false] affine_map<(i) -> (3 - i)>(%i) captures(%t : memref<4xf32>) do {
    ^bb0(%v: index, %y: memref<4xf32>):
      %0 = arith.constant 1.0 : f32
      affine.store %0, %y[%v] : memref<4xf32>
      te.yield
    }
  }
  affine.for %i = 0 to 4 {
    te.block "B" [false] affine_map<(i) -> (i)>(%i) captures(%t, %b : memref<4xf32>, memref<1xf32>) do {
    ^bb0(%v: index, %y: memref<4xf32>, %z: memref<1xf32>):
      %0 = affine.load %y[%v] : memref<4xf32>
      affine.store %0, %z[0] : memref<1xf32>
      te.yield
    }
  }
  return
}

// CASE: (P4) The last point decides, which would come first.
// expected-note at `te.block "B"` {{in the kernel, here}}
// expected-note at `affine.store %0, %z` {{'B' writes first, here}}
// expected-note at `affine.store %0, %z` {{'B' writes the same element later, here}}
%a = schedule.get_block "A" in %root
%b = schedule.get_block "B" in %root
%i = schedule.get_loops of %a
// expected-error @below {{cannot compute 'B' at a loop: it breaks a write-after-write dependence of block 'B' on block 'B'}}
schedule.reverse_compute_at %b, %i

// PAYLOAD
func.func @kernel(%a: memref<10x6xf32>, %b: memref<10xf32>, %d: memref<10xf32>) {
  %t = memref.alloc() : memref<10xf32>
  affine.for %i = 0 to 10 {
    te.block "A" [false] affine_map<(i) -> (i)>(%i) captures(%t, %d : memref<10xf32>, memref<10xf32>) do {
    ^bb0(%v0: index, %y: memref<10xf32>, %x: memref<10xf32>):
      %0 = affine.load %x[%v0] : memref<10xf32>
      affine.store %0, %y[%v0] : memref<10xf32>
      te.yield
    }
  }
  affine.for %i = 0 to 10 {
    affine.for %k = 0 to 6 {
      te.block "C" [false, true] affine_map<(i, k) -> (i, k)>(%i, %k) if affine_set<(i, k) : (k - 7 >= 0)> captures(%a, %b : memref<10x6xf32>, memref<10xf32>) init {
      ^bb0(%v0: index, %v1: index, %x: memref<10x6xf32>, %y: memref<10xf32>):
        %z = arith.constant 0.0 : f32
        affine.store %z, %y[%v0] : memref<10xf32>
        te.yield
      } do {
      ^bb0(%v0: index, %v1: index, %x: memref<10x6xf32>, %y: memref<10xf32>):
        %0 = affine.load %x[%v0, %v1] : memref<10x6xf32>
        %1 = affine.load %y[%v0] : memref<10xf32>
        %2 = arith.addf %1, %0 : f32
        affine.store %2, %y[%v0] : memref<10xf32>
        te.yield
      }
    }
  }
  affine.for %i = 0 to 10 {
    te.block "D" [false] affine_map<(i) -> (i)>(%i) captures(%b, %t, %d : memref<10xf32>, memref<10xf32>, memref<10xf32>) do {
    ^bb0(%v0: index, %x: memref<10xf32>, %w: memref<10xf32>, %y: memref<10xf32>):
      %0 = affine.load %x[%v0] : memref<10xf32>
      %1 = affine.load %w[%v0] : memref<10xf32>
      %2 = arith.subf %0, %1 : f32
      affine.store %2, %y[%v0] : memref<10xf32>
      te.yield
    }
  }
  return
}

// CASE: (P4) What 'D' reads is initialised, by a reduction whose predicate never holds.
// expected-note at `affine.store %z` {{'C' initialises first, here}}
// expected-note at `te.block "D"` {{in the kernel, here}}
// expected-note at `%0 = affine.load %x`#3 {{'D' reads the same element later, here}}
%d = schedule.get_block "D" in %root
%a = schedule.get_block "A" in %root
%i = schedule.get_loops of %a
// expected-error @below {{cannot compute 'D' at a loop: it breaks a read-after-write dependence of block 'D' on block 'C'}}
schedule.reverse_compute_at %d, %i
