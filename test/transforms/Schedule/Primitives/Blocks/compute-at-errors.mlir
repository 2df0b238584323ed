// RUN: %cases %s | tvm-opt --transform-interpreter --split-input-file -verify-diagnostics

// PAYLOAD
func.func @kernel(%a: memref<10xf32>, %b: memref<10xf32>) {
  %t = memref.alloc() : memref<10xf32>
  affine.for %i = 0 to 10 {
    te.block "A" [false] affine_map<(i) -> (i)>(%i) captures(%a, %t : memref<10xf32>, memref<10xf32>) do {
    ^bb0(%v: index, %x: memref<10xf32>, %y: memref<10xf32>):
      %0 = affine.load %x[%v] : memref<10xf32>
      %1 = math.exp %0 : f32
      affine.store %1, %y[%v] : memref<10xf32>
      te.yield
    }
  }
  affine.for %i = 0 to 10 {
    te.block "B" [false] affine_map<(i) -> (i)>(%i) captures(%t, %b : memref<10xf32>, memref<10xf32>) do {
    ^bb0(%v: index, %x: memref<10xf32>, %y: memref<10xf32>):
      %0 = affine.load %x[%v] : memref<10xf32>
      %r = arith.negf %0 : f32
      affine.store %r, %y[%v] : memref<10xf32>
      te.yield
    }
  }
  return
}
// STEPS
%a = schedule.get_block "A" in %root
%b = schedule.get_block "B" in %root
%i = schedule.get_loops of %b

// CASE: (P1) the loop comes before.
// EDIT: `"A" [false` -> `"B" [false`
// EDIT: `te.block "B" [false] affine_map<(i) -> (i)>(%i) captures(%t, %b : memref<10xf32>, memref<10xf32>) do {` -> `te.block "A" [false] affine_map<(i) -> (i)>(%i) captures(%t, %b : memref<10xf32>, memref<10xf32>) do {`
// expected-note at `affine.for %i`#1 {{here}}
// expected-note at `te.block "A"` {{in the kernel, here}}
// expected-error @below {{cannot compute 'A' at a loop: expected a loop behind the block's nest}}
%c = schedule.compute_at %a, %i

// CASE: (P2) the block writes a part of an argument.
// LINES: `func.func @kernel` to `affine.for`
//| func.func @kernel(%a: memref<10xf32>, %b: memref<10xf32>, %t: memref<10xf32>) {
//|   affine.for %i = 0 to 9 {
// expected-note at `te.block "A"` {{in the kernel, here}}
// expected-error @below {{cannot compute 'A' at a loop: expected a loop of its own per spatial axis, or a proof that its loops come to all elements of its result}}
%c = schedule.compute_at %a, %i

// CASE: (P2) another block writes the buffer.
// AFTER: `affine.store %1`
//|     te.yield
//|   }
//| }
//| affine.for %i = 0 to 10 {
//|   te.block "Q" [false] affine_map<(i) -> (i)>(%i) captures(%t : memref<10xf32>) do {
//|   ^bb0(%v: index, %y: memref<10xf32>):
//|     %0 = arith.constant 0.0 : f32
//|     affine.store %0, %y[%v] : memref<10xf32>
// expected-note at `te.block "A"` {{in the kernel, here}}
// expected-note at `affine.store %0` {{here}}
// expected-error @below {{cannot compute 'A' at a loop: expected no other block to write its buffer}}
%c = schedule.compute_at %a, %i

// CASE: (P2) the block reads what it writes.
// LINES: `func.func @kernel` to `%t = memref.alloc`
//| func.func @kernel(%a: memref<10xf32>, %b: memref<10xf32>, %t: memref<10xf32>) {
// LINES: `%0 = affine.load %x`#1
//| %0 = affine.load %y[%v] : memref<10xf32>
// expected-note at `te.block "A"` {{in the kernel, here}}
// expected-note at `%0 = affine.load %y` {{here}}
// expected-error @below {{cannot compute 'A' at a loop: expected a block that does not read its own result}}
%c = schedule.compute_at %a, %i

// CASE: (P3) what the block reads is overwritten in between.
// AFTER: `affine.store %1`
//|     te.yield
//|   }
//| }
//| affine.for %i = 0 to 10 {
//|   te.block "Q" [false] affine_map<(i) -> (i)>(%i) captures(%a : memref<10xf32>) do {
//|   ^bb0(%v: index, %y: memref<10xf32>):
//|     %0 = arith.constant 0.0 : f32
//|     affine.store %0, %y[%v] : memref<10xf32>
// expected-note at `te.block "A"` {{in the kernel, here}}
// expected-note at `%0 = affine.load %x`#1 {{'A' reads first, here}}
// expected-note at `affine.store %0` {{'Q' writes the same element later, here}}
// expected-error @below {{cannot compute 'A' at a loop: it breaks a write-after-read dependence of block 'Q' on block 'A'}}
%c = schedule.compute_at %a, %i

// CASE: (P3) accesses in between that are unknown.
// BEFORE: `func.func @kernel`
//| func.func private @f()
// BEFORE: `affine.for %i`#2
//| func.call @f() : () -> ()
// expected-note at `te.block "A"` {{in the kernel, here}}
// expected-note at `func.call` {{this operation}}
// expected-error @below {{cannot compute 'A' at a loop: no proof where an operation's accesses are unknown}}
%c = schedule.compute_at %a, %i

// CASE: (P4) nothing reads it.
// EDIT: `%t, %b` -> `%a, %b`
// LINES: `%0 = affine.load %x`#2
//| %0 = affine.load %x[0] : memref<10xf32>
// expected-note at `affine.for %i`#2 {{in the kernel, here}}
// expected-error @below {{expected a loop that reads what the block writes}}
%c = schedule.compute_at %a, %i

// CASE: (P4) a subscript that is not linear, and no quotient or remainder of that.
// LINES: `%0 = affine.load %x`#2
//| %0 = affine.load %x[%v ceildiv 3] : memref<10xf32>
// expected-note at `affine.for %i`#2 {{in the kernel, here}}
// expected-note at `%0 = affine.load %x[%v ceildiv` {{this one does not}}
%o, %l = schedule.split %i by [0, 5]
// expected-error @below {{expected reads that vary linearly, over a constant extent, inside of the loop}}
%c = schedule.compute_at %a, %o

// CASE: (P5) a region that is too large.
// EDIT: `memref<10xf32>` -> `memref<100000xf32>`
// EDIT: `to 10 {` -> `to 100000 {`
// expected-note at `te.block "A"` {{in the kernel, here}}
%o, %l = schedule.split %i by [1, 0]
// expected-error @below {{cannot compute 'A' at a loop: expected a region of at most 262144 bytes}}
%c = schedule.compute_at %a, %o

// CASE: A vectorized loop.
// expected-note at `te.block "A"` {{in the kernel, here}}
// expected-note at `affine.for %i`#2 {{here}}
schedule.vectorize %i
// expected-error @below {{cannot compute 'A' at a loop: expected a loop that is not vectorized}}
%c = schedule.compute_at %a, %i

// CASE: (P2) something else than a block uses the buffer.
// BEFORE: `func.func @kernel`
//| func.func private @use(memref<10xf32>)
// LINES: `%1 = math.exp %0` to `affine.store`
//| affine.store %0, %y[%v] : memref<10xf32>
// LINES: `%r = arith.negf %0` to `affine.store`
//| affine.store %0, %y[%v] : memref<10xf32>
// BEFORE: `return`
//| func.call @use(%t) : (memref<10xf32>) -> ()
// expected-note at `te.block "A"` {{in the kernel, here}}
// expected-note at `func.call` {{here}}
// expected-error @below {{cannot compute 'A' at a loop: expected only blocks to use its buffer}}
%c = schedule.compute_at %a, %i

// CASE: (P3) an earlier iteration overwrites what a later one reads.
// LINES: `affine.for %i`#2
//| affine.for %i = 0 to 9 {
// AFTER: `affine.store %r`
//|   te.yield
//| }
//| te.block "Q" [false] affine_map<(i) -> (i)>(%i) captures(%a : memref<10xf32>) do {
//| ^bb0(%v: index, %y: memref<10xf32>):
//|   %0 = arith.constant 0.0 : f32
//|   affine.store %0, %y[%v + 1] : memref<10xf32>
// expected-note at `te.block "A"` {{in the kernel, here}}
// expected-note at `%0 = affine.load %x`#1 {{'A' reads first, here}}
// expected-note at `affine.store %0` {{'Q' writes the same element later, here}}
// expected-error @below {{cannot compute 'A' at a loop: it breaks a write-after-read dependence of block 'Q' on block 'A'}}
%c = schedule.compute_at %a, %i

// CASE: (P3) iterations run in no order.
// LINES: `affine.for %i`#2
//| affine.for %i = 0 to 9 {
// AFTER: `affine.store %r`
//|   te.yield
//| }
//| te.block "Q" [false] affine_map<(i) -> (i)>(%i) captures(%a : memref<10xf32>) do {
//| ^bb0(%v: index, %y: memref<10xf32>):
//|   %0 = arith.constant 0.0 : f32
//|   affine.store %0, %y[%v] : memref<10xf32>
// expected-note at `te.block "A"` {{in the kernel, here}}
// expected-note at `%0 = affine.load %x`#1 {{'A' reads first, here}}
// expected-note at `affine.store %0` {{'Q' writes the same element later, here}}
schedule.parallel %i
// expected-error @below {{cannot compute 'A' at a loop: it breaks a write-after-read dependence of block 'Q' on block 'A'}}
%c = schedule.compute_at %a, %i

// PAYLOAD
func.func @kernel(%a: memref<10xf32>, %b: memref<10xf32>) {
  %t = memref.alloc() : memref<10xf32>
  affine.for %i = 0 to 10 {
    affine.for %k = 0 to 10 {
      te.block "A" [false, true] affine_map<(i, k) -> (i, i)>(%i, %k) captures(%a, %t : memref<10xf32>, memref<10xf32>) init {
      ^bb0(%v: index, %w: index, %x: memref<10xf32>, %y: memref<10xf32>):
        %c = arith.constant 0.0 : f32
        affine.store %c, %y[%v] : memref<10xf32>
        te.yield
      } do {
      ^bb0(%v: index, %w: index, %x: memref<10xf32>, %y: memref<10xf32>):
        %0 = affine.load %x[%w] : memref<10xf32>
        %1 = affine.load %y[%v] : memref<10xf32>
        %2 = arith.addf %1, %0 : f32
        affine.store %2, %y[%v] : memref<10xf32>
        te.yield
      }
    }
  }
  affine.for %i = 0 to 10 {
    te.block "B" [false] affine_map<(i) -> (i)>(%i) captures(%t, %b : memref<10xf32>, memref<10xf32>) do {
    ^bb0(%v: index, %x: memref<10xf32>, %y: memref<10xf32>):
      %0 = affine.load %x[%v] : memref<10xf32>
      affine.store %0, %y[%v] : memref<10xf32>
      te.yield
    }
  }
  return
}
// STEPS
%a = schedule.get_block "A" in %root
%b = schedule.get_block "B" in %root
%i = schedule.get_loops of %b

// CASE: (P2) its two loops, with a predicate, leave an element out.
// LINES: `affine.for %i`#1 to `affine.store %2`
//| affine.for %o = 0 to 3 {
//|   affine.for %l = 0 to 4 {
//|     te.block "A" [false] affine_map<(o, l) -> (o * 4 + l)>(%o, %l) if affine_set<(o, l) : (8 - o * 4 - l >= 0)> captures(%a, %t : memref<10xf32>, memref<10xf32>) do {
//|     ^bb0(%v: index, %x: memref<10xf32>, %y: memref<10xf32>):
//|       %0 = affine.load %x[%v] : memref<10xf32>
//|       affine.store %0, %y[%v] : memref<10xf32>
// expected-note at `te.block "A"` {{in the kernel, here}}
// expected-error @below {{cannot compute 'A' at a loop: expected a loop of its own per spatial axis, or a proof that its loops come to all elements of its result}}
%c = schedule.compute_at %a, %i

// CASE: (P2) two loops add up some elements twice.
// EDIT: `i, k) -> (i, i)>(%i, %k)` -> `o, l, k) -> (o * 2 + l, k)>(%o, %l, %k) if affine_set<(o, l, k) : (9 - o * 2 - l >= 0)>`
// LINES: `affine.for %i`#1
//| affine.for %o = 0 to 5 {
//|   affine.for %l = 0 to 3 {
// BEFORE: `affine.for %i`
//| }
// expected-note at `te.block "A"` {{in the kernel, here}}
// expected-error @below {{cannot compute 'A' at a loop: expected a loop of its own per spatial axis, or a proof that its loops come to each element of its result once}}
%c = schedule.compute_at %a, %i

// CASE: (P2) the predicate ties the reduction to the place.
// EDIT: `i)>(%i, %k)` -> `k)>(%i, %k) if affine_set<(i, k) : (i - k >= 0)>`
// expected-note at `te.block "A"` {{in the kernel, here}}
// expected-error @below {{cannot compute 'A' at a loop: expected loops from 0 in steps of 1, whose bounds are known outside of its nest, and a predicate, that concern spatial axes or reduction axes, not both}}
%c = schedule.compute_at %a, %i

// CASE: (P2) a loop of both kinds of axes.
// expected-note at `te.block "A"` {{in the kernel, here}}
// expected-error @below {{cannot compute 'A' at a loop: expected loops from 0 in steps of 1, whose bounds are known outside of its nest, and a predicate, that concern spatial axes or reduction axes, not both}}
%c = schedule.compute_at %a, %i

// PAYLOAD
func.func @kernel(%a: memref<4x5xf32>, %b: memref<4x5xf32>) {
  %s = memref.alloc() : memref<4x5xf32>
  %t = memref.alloc() : memref<4xf32>
  affine.for %i = 0 to 4 {
    affine.for %j = 0 to 5 {
      te.block "A" [false, false] affine_map<(i, j) -> (i, j)>(%i, %j) captures(%a, %s, %t : memref<4x5xf32>, memref<4x5xf32>, memref<4xf32>) do {
      ^bb0(%v: index, %w: index, %x: memref<4x5xf32>, %y: memref<4x5xf32>, %z: memref<4xf32>):
        %0 = affine.load %x[%v, %w] : memref<4x5xf32>
        affine.store %0, %y[%v, %w] : memref<4x5xf32>
        affine.store %0, %z[%v] : memref<4xf32>
        te.yield
      }
    }
  }
  affine.for %i = 0 to 4 {
    affine.for %j = 0 to 5 {
      te.block "B" [false, false] affine_map<(i, j) -> (i, j)>(%i, %j) captures(%s, %b : memref<4x5xf32>, memref<4x5xf32>) do {
      ^bb0(%v: index, %w: index, %x: memref<4x5xf32>, %y: memref<4x5xf32>):
        %0 = affine.load %x[%v, %w] : memref<4x5xf32>
        affine.store %0, %y[%v, %w] : memref<4x5xf32>
        te.yield
      }
    }
  }
  return
}

// CASE: (P2) one of two results is written at one of two axes.
// expected-note at `te.block "A"` {{in the kernel, here}}
%a = schedule.get_block "A" in %root
%b = schedule.get_block "B" in %root
%i, %j = schedule.get_loops of %b
// expected-error @below {{cannot compute 'A' at a loop: expected a block that writes buffers, all of them, at its spatial axes}}
%c = schedule.compute_at %a, %i

// PAYLOAD
func.func @kernel(%a: memref<8xf32>, %b: memref<8xf32>) {
  %t = memref.alloc() : memref<8xf32>
  affine.for %i = 0 to 8 {
    te.block "A" [false] affine_map<(i) -> (i)>(%i) captures(%a, %t, %t : memref<8xf32>, memref<8xf32>, memref<8xf32>) do {
    ^bb0(%v: index, %x: memref<8xf32>, %y: memref<8xf32>, %z: memref<8xf32>):
      %0 = affine.load %x[%v] : memref<8xf32>
      affine.store %0, %y[%v] : memref<8xf32>
      te.yield
    }
  }
  affine.for %i = 0 to 8 {
    te.block "B" [false] affine_map<(i) -> (i)>(%i) captures(%t, %b : memref<8xf32>, memref<8xf32>) do {
    ^bb0(%v: index, %x: memref<8xf32>, %y: memref<8xf32>):
      %0 = affine.load %x[%v] : memref<8xf32>
      affine.store %0, %y[%v] : memref<8xf32>
      te.yield
    }
  }
  return
}
// STEPS
%a = schedule.get_block "A" in %root
%b = schedule.get_block "B" in %root

// CASE: (P2) it reads what it writes by another name.
// expected-note at `te.block "A"` {{in the kernel, here}}
%i = schedule.get_loops of %b
// expected-error @below {{cannot compute 'A' at a loop: expected a block that writes buffers, all of them, at its spatial axes}}
%c = schedule.compute_at %a, %i

// CASE: (P2) It writes nothing, as a loop that is no subscript has no iterations: the
// argument keeps what it had.
// LINES: `func.func @kernel` to `%t = memref.alloc`
//| func.func @kernel(%a: memref<8xf32>, %t: memref<8xf32>, %b: memref<8xf32>) {
// LINES: `te.block "A"` to `^bb0(%v:`
//| affine.for %j = 0 to 0 {
//|   te.block "A" [false, false] affine_map<(i, j) -> (i, j)>(%i, %j) captures(%a, %t : memref<8xf32>, memref<8xf32>) do {
//|   ^bb0(%v: index, %w: index, %x: memref<8xf32>, %y: memref<8xf32>):
// AFTER: `te.yield`#1
//| }
// expected-note at `te.block "A"` {{in the kernel, here}}
%i = schedule.get_loops of %b
// expected-error @below {{cannot compute 'A' at a loop: expected a loop of its own per spatial axis, or a proof that its loops come to all elements of its result}}
%c = schedule.compute_at %a, %i

// CASE: (P2) The predicate of a step says whether it writes at all: the buffer keeps
// what the step before wrote.
// EDIT: `, %z: memref<8xf32>` -> ``
// EDIT: `) -> (i)>(%i) captures(%a, %t, %t : memref<8xf32>, memref<8xf32>, memref<8xf32>` -> `, s) -> (i)>(%i, %s) if affine_set<(i, s) : (1 - s >= 0)> captures(%a, %t : memref<8xf32>, memref<8xf32>`
// AFTER: `%t = memref.alloc() :`
//| affine.for %s = 0 to 5 {
// BEFORE: `return`
//| } {te.steps}
// expected-note at `te.block "A"` {{in the kernel, here}}
%s, %i = schedule.get_loops of %b
// expected-error @below {{cannot compute 'A' at a loop: expected loops from 0 in steps of 1, whose bounds are known outside of its nest, and a predicate, that concern spatial axes or reduction axes, not both}}
%c = schedule.compute_at %a, %i

// PAYLOAD
func.func @kernel(%x: memref<?x?xf32>, %z: memref<?x?xf32>, %n: index, %m: index) {
  %b = memref.alloc(%n, %m) : memref<?x?xf32, 3>
  affine.for %i = 0 to %n {
    affine.for %j = 0 to %m {
      te.block "B" [false, false] affine_map<(i, j) -> (i, j)>(%i, %j) captures(%x, %b : memref<?x?xf32>, memref<?x?xf32, 3>) do {
      ^bb0(%vi: index, %vj: index, %a: memref<?x?xf32>, %y: memref<?x?xf32, 3>):
        %0 = affine.load %a[%vi, %vj] : memref<?x?xf32>
        affine.store %0, %y[%vi, %vj] : memref<?x?xf32, 3>
        te.yield
      }
    }
  }
  affine.for %i = 0 to %n {
    affine.for %j = 0 to %m {
      te.block "C" [false, false] affine_map<(i, j) -> (i, j)>(%i, %j) captures(%b, %z : memref<?x?xf32, 3>, memref<?x?xf32>) do {
      ^bb0(%vi: index, %vj: index, %a: memref<?x?xf32, 3>, %y: memref<?x?xf32>):
        %0 = affine.load %a[%vi, %vj] : memref<?x?xf32, 3>
        affine.store %0, %y[%vi, %vj] : memref<?x?xf32>
        te.yield
      }
    }
  }
  return
}

// CASE: (P4) As many elements as a size says, in a scope.
// expected-note at `affine.for %i`#2 {{in the kernel, here}}
// expected-note at `affine.for %j`#2 {{this has a number of iterations that is not known before it runs}}
// expected-note at `%0 = affine.load %a[%vi, %vj] : memref<?x?xf32, 3` {{this one is not}}
%b = schedule.get_block "B" in %root
%c = schedule.get_block "C" in %root
%i, %j = schedule.get_loops of %c
// expected-error @below {{cannot compute 'B' at a loop: expected reads over a constant extent inside of the loop}}
%at = schedule.compute_at %b, %i

// PAYLOAD
func.func @kernel(%a: memref<1x?xi32>, %b: memref<1x?xi32>, %c: memref<1x?xi32>) {
  %one = arith.constant 1 : index
  %n = memref.dim %a, %one : memref<1x?xi32>
  affine.for %i = 0 to %n {
    affine.for %j = 0 to 1 {
      te.block "B" [false, false] affine_map<(d0, d1) -> (d1, d0)>(%i, %j) captures(%a, %b : memref<1x?xi32>, memref<1x?xi32>) do {
      ^bb0(%v: index, %w: index, %x: memref<1x?xi32>, %y: memref<1x?xi32>):
        %0 = affine.load %x[%v, %w] : memref<1x?xi32>
        affine.store %0, %y[%v, %w] : memref<1x?xi32>
        te.yield
      }
    }
  }
  affine.for %i = 0 to %n {
    te.block "C" [false] affine_map<(d0) -> (d0)>(%i) captures(%b, %c : memref<1x?xi32>, memref<1x?xi32>) do {
    ^bb0(%w: index, %y: memref<1x?xi32>, %z: memref<1x?xi32>):
      %0 = affine.load %y[0, %w] : memref<1x?xi32>
      affine.store %0, %z[0, %w] : memref<1x?xi32>
      te.yield
    }
  }
  return
}

// CASE: (P2) Rounded up twice, with a border of 1: to prove that all is computed would
// take longer than anybody waits, and all of the memory.
// expected-note at `te.block "B"` {{in the kernel, here}}
%b = schedule.get_block "B" in %root
%i, %j = schedule.get_loops of %b
%io, %il = schedule.split %i by [0, 3]
%ioo, %iol = schedule.split %io by [0, 4]
%c = schedule.get_block "C" in %root
%k = schedule.get_loops of %c
// expected-error @below {{cannot compute 'B' at a loop: expected a loop of its own per spatial axis, or a proof that its loops come to all elements of its result}}
%at = schedule.compute_at %b, %k

// PAYLOAD
func.func @kernel(%b: memref<2xi32>) {
  %a = memref.alloc() : memref<2xi32>
  affine.for %i = 0 to 2 {
    te.block "A" [false] affine_map<(d0) -> (d0)>(%i) captures(%b, %a : memref<2xi32>, memref<2xi32>) do {
    ^bb0(%v: index, %x: memref<2xi32>, %y: memref<2xi32>):
      %0 = affine.load %x[%v] : memref<2xi32>
      affine.store %0, %y[%v] : memref<2xi32>
      te.yield
    }
  }
  affine.for %i = 0 to 2 {
    te.block "B" [true] affine_map<(d0) -> (d0)>(%i) captures(%a, %b : memref<2xi32>, memref<2xi32>) init {
    ^bb0(%v: index, %x: memref<2xi32>, %y: memref<2xi32>):
      %one = arith.constant 1 : i32
      affine.store %one, %y[0] : memref<2xi32>
      te.yield
    } do {
    ^bb0(%v: index, %x: memref<2xi32>, %y: memref<2xi32>):
      %0 = affine.load %x[%v] : memref<2xi32>
      %1 = affine.load %y[0] : memref<2xi32>
      %2 = arith.muli %1, %0 : i32
      affine.store %2, %y[0] : memref<2xi32>
      te.yield
    }
  }
  return
}

// CASE: (P3) What the block reads is initialised in front of the loop of a reduction.
// expected-note at `te.block "A"` {{in the kernel, here}}
// expected-note at `%0 = affine.load %x`#1 {{'A' reads first, here}}
// expected-note at `affine.store %one` {{'B' initialises the same element later, here}}
%a = schedule.get_block "A" in %root
%b = schedule.get_block "B" in %root
%i = schedule.get_loops of %b
// expected-error @below {{cannot compute 'A' at a loop}}
%at = schedule.compute_at %a, %i
