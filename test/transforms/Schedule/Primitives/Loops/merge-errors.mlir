// RUN: %cases %s | tvm-opt --transform-interpreter --split-input-file -verify-diagnostics

// PAYLOAD
func.func @kernel(%a: memref<8x16xf32>, %b: memref<8x16xf32>, %c: memref<8x16xf32>) {
  affine.for %i = 0 to 8 {
    affine.for %j = 0 to 16 {
      te.block "A" [false, false] affine_map<(i, j) -> (i, j)>(%i, %j) captures(%a, %b : memref<8x16xf32>, memref<8x16xf32>) do {
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
      te.block "C" [false, false] affine_map<(i, j) -> (i, j)>(%i, %j) captures(%b, %c : memref<8x16xf32>, memref<8x16xf32>) do {
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
// STEPS
%x = schedule.get_block "A" in %root
%y = schedule.get_block "C" in %root
%i, %j = schedule.get_loops of %x
%k, %l = schedule.get_loops of %y

// CASE: (P3) the second loop reads what a later iteration of the first one writes.
// LINES: `%0 = affine.load %x`#2
//| %0 = affine.load %x[-%v + 7, %w] : memref<8x16xf32>
// expected-note at `affine.for %i`#1 {{in the kernel, here}}
// expected-note at `affine.store %1`#1 {{'A' writes first, here}}
// expected-note at `%0 = affine.load %x[-` {{'C' reads the same element later, here}}
// expected-error @below {{cannot merge: it breaks a read-after-write dependence of block 'C' on block 'A'}}
schedule.merge %i, %k

// CASE: (P2) what is between reads what the first loop writes.
// EDIT: `8x16xf32>) {` -> `8x16xf32>, %d: memref<8x16xf32>) {`
// AFTER: `te.block "A"`
//|     ^bb0(%v: index, %w: index, %x: memref<8x16xf32>, %y: memref<8x16xf32>):
//|       %0 = affine.load %x[%v, %w] : memref<8x16xf32>
//|       %1 = arith.negf %0 : f32
//|       affine.store %1, %y[%v, %w] : memref<8x16xf32>
//|       te.yield
//|     }
//|   }
//| }
//| affine.for %i = 0 to 8 {
//|   affine.for %j = 0 to 16 {
//|     te.block "B" [false, false] affine_map<(i, j) -> (i, j)>(%i, %j) captures(%b, %d : memref<8x16xf32>, memref<8x16xf32>) do {
// expected-note at `affine.for %i`#1 {{in the kernel, here}}
// expected-note at `affine.store %1`#1 {{'A' writes first, here}}
// expected-note at `%0 = affine.load %x`#2 {{'B' reads the same element later, here}}
// expected-error @below {{cannot merge: it breaks a read-after-write dependence of block 'B' on block 'A'}}
schedule.merge %i, %k

// CASE: (P2) what is between has unknown accesses.
// BEFORE: `func.func @kernel`
//| func.func private @g()
// BEFORE: `affine.for %i`#2
//| func.call @g() : () -> ()
// expected-note at `affine.for %i`#1 {{in the kernel, here}}
// expected-note at `func.call` {{this operation}}
// expected-error @below {{cannot merge: no proof where an operation's accesses are unknown}}
schedule.merge %i, %k

// CASE: (P3) one of the loops has unknown accesses.
// BEFORE: `func.func @kernel`
//| func.func private @g()
// BEFORE: `affine.for %j`#1
//| func.call @g() : () -> ()
// expected-note at `affine.for %i`#1 {{in the kernel, here}}
// expected-note at `func.call` {{this operation}}
// expected-error @below {{cannot merge: no proof where an operation's accesses are unknown}}
schedule.merge %i, %k

// CASE: (P1) a marked loop.
// LINES: `}`#3
//| } {te.kind = "unrolled"}
// expected-note at `affine.for %i`#1 {{in the kernel, here}}
// expected-error @below {{cannot merge: expected a serial loop, got one that is unrolled}}
schedule.merge %i, %k

// CASE: (P1) in the other order.
// expected-note at `affine.for %i`#1 {{the other loop}}
// expected-note at `affine.for %i`#2 {{in the kernel, here}}
// expected-error @below {{cannot merge: expected a loop behind it, in the same body}}
schedule.merge %k, %i

// CASE: (P1) in different bodies.
// expected-note at `affine.for %j`#1 {{in the kernel, here}}
// expected-note at `affine.for %j`#2 {{the other loop}}
// expected-error @below {{cannot merge: expected a loop behind it, in the same body}}
schedule.merge %j, %l

// CASE: (P1) of different extents.
// LINES: `affine.for %i`#2
//| affine.for %i = 0 to 7 {
// expected-note at `affine.for %i = 0 to 8` {{in the kernel, here}}
// expected-note at `affine.for %i = 0 to 7` {{the other loop}}
// expected-error @below {{cannot merge: expected loops of the same extent}}
schedule.merge %i, %k

// PAYLOAD
func.func @kernel(%s: memref<8xf32>, %a: memref<16xf32>, %b: memref<16xf32>) {
  affine.for %i = 0 to 16 {
    te.block "A" [false] affine_map<(i) -> (i)>(%i) captures(%s, %a : memref<8xf32>, memref<16xf32>) do {
    ^bb0(%v: index, %x: memref<8xf32>, %y: memref<16xf32>):
      %0 = affine.load %x[0] : memref<8xf32>
      affine.store %0, %y[%v] : memref<16xf32>
      te.yield
    }
  }
  affine.for %i = 0 to 16 {
    te.block "S" [true] affine_map<(i) -> (i)>(%i) captures(%b, %s : memref<16xf32>, memref<8xf32>) init {
    ^bb0(%v: index, %x: memref<16xf32>, %y: memref<8xf32>):
      %z = arith.constant 0.0 : f32
      affine.store %z, %y[0] : memref<8xf32>
      te.yield
    } do {
    ^bb0(%v: index, %x: memref<16xf32>, %y: memref<8xf32>):
      %0 = affine.load %x[%v] : memref<16xf32>
      %1 = affine.load %y[1] : memref<8xf32>
      %2 = arith.addf %1, %0 : f32
      affine.store %2, %y[1] : memref<8xf32>
      te.yield
    }
  }
  return
}

// CASE: (P3) a start value of the second loop's sum overwrites what the first one reads.
// expected-note at `affine.for %i`#1 {{in the kernel, here}}
// expected-note at `%0 = affine.load %x[0` {{'A' reads first, here}}
// expected-note at `affine.store %z` {{'S' initialises the same element later, here}}
%x = schedule.get_block "A" in %root
%y = schedule.get_block "S" in %root
%i = schedule.get_loops of %x
%k = schedule.get_loops of %y
// expected-error @below {{cannot merge: it breaks a write-after-read dependence of block 'S' on block 'A'}}
schedule.merge %i, %k
