// RUN: %cases %s | tvm-opt --transform-interpreter --split-input-file -verify-diagnostics

// PAYLOAD
func.func @kernel(%a: memref<8x16xf32>, %c: memref<8x16xf32>) {
  %t = memref.alloc() : memref<8x16xf32>
  affine.for %i = 0 to 8 {
    affine.for %j = 0 to 16 {
      te.block "A" [false, false] affine_map<(i, j) -> (i, j)>(%i, %j) captures(%a, %t : memref<8x16xf32>, memref<8x16xf32>) do {
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
      te.block "C" [false, false] affine_map<(i, j) -> (i, j)>(%i, %j) captures(%t, %c : memref<8x16xf32>, memref<8x16xf32>) do {
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
%x = schedule.get_block "C" in %root

// CASE: (P1) a reduction.
// EDIT: `%c: memref<8x16xf32` -> `%s: memref<8xf32`
// LINES: `te.block "C"` to `^bb0(%v:`
//| te.block "C" [false, true] affine_map<(i, j) -> (i, j)>(%i, %j) captures(%t, %s : memref<8x16xf32>, memref<8xf32>) init {
//| ^bb0(%v: index, %w: index, %x: memref<8x16xf32>, %y: memref<8xf32>):
//|   %z = arith.constant 0.0 : f32
//|   affine.store %z, %y[%v] : memref<8xf32>
//|   te.yield
//| } do {
//| ^bb0(%v: index, %w: index, %x: memref<8x16xf32>, %y: memref<8xf32>):
// LINES: `%1 = arith.negf %0`#2 to `affine.store`
//| %1 = affine.load %y[%v] : memref<8xf32>
//| %2 = arith.addf %1, %0 : f32
//| affine.store %2, %y[%v] : memref<8xf32>
// expected-note at `te.block "C"` {{in the kernel, here}}
// expected-error @below {{cannot compute 'C' in place: expected 'C' to have no reduction axes}}
schedule.compute_in_place %x, 0

// CASE: (P1) a store elsewhere.
// LINES: `affine.store %1`#2
//| affine.store %1, %y[%v, 15 - %w] : memref<8x16xf32>
// expected-note at `te.block "C"` {{in the kernel, here}}
// expected-note at `affine.store %1, %y[%v, 15` {{here}}
// expected-error @below {{cannot compute 'C' in place: expected a store at the block's axes, in order}}
schedule.compute_in_place %x, 0

// CASE: (P1) a loop that runs on threads.
// LINES: `}`#6
//| } {te.kind = "parallel"}
// expected-note at `affine.for %i`#2 {{here}}
// expected-note at `te.block "C"` {{in the kernel, here}}
// expected-error @below {{cannot compute 'C' in place: expected serial loops around it}}
schedule.compute_in_place %x, 0

// CASE: (P2) no such buffer.
// expected-note at `te.block "C"` {{in the kernel, here}}
// expected-error @below {{cannot compute 'C' in place: expected an index below 1 (read-only buffers), got 1}}
schedule.compute_in_place %x, 1

// CASE: (P2) an argument.
// LINES: `%t = memref.alloc() :`
// LINES: `te.block "A"` to `te.block "C"`
//| te.block "C" [false, false] affine_map<(i, j) -> (i, j)>(%i, %j) captures(%a, %c : memref<8x16xf32>, memref<8x16xf32>) do {
// expected-note at `te.block "C"` {{in the kernel, here}}
// expected-error @below {{cannot compute 'C' in place: expected a buffer that the kernel allocates, of the type that it writes}}
schedule.compute_in_place %x, 0

// CASE: (P2) it reads other elements as well.
// LINES: `%0 = affine.load %x`#2
//| %0 = affine.load %x[-%v + 7, %w] : memref<8x16xf32>
// expected-note at `te.block "C"` {{in the kernel, here}}
// expected-note at `%0 = affine.load %x[-` {{here}}
// expected-error @below {{cannot compute 'C' in place: expected it to read the buffer at the axes that it stores at}}
schedule.compute_in_place %x, 0

// CASE: (P3) an earlier user of what it writes.
// EDIT: `%a, %t` -> `%c, %t`
// expected-note at `%0 = affine.load %x`#1 {{here}}
// expected-note at `te.block "C"` {{in the kernel, here}}
// expected-error @below {{cannot compute 'C' in place: expected other uses of its result buffer behind it and behind the uses of its operand}}
schedule.compute_in_place %x, 0

// CASE: (P3) what it writes is made inside of its nest.
// EDIT: `, %c :` -> `, %u :`
// BEFORE: `affine.for %j`#2
//| %u = memref.alloca() : memref<8x16xf32>
// expected-note at `te.block "C"` {{here}}
// expected-error @below {{cannot compute 'C' in place: expected its result buffer to be available at other users of its operand}}
schedule.compute_in_place %x, 0

// CASE: (P3) it writes a part.
// LINES: `affine.for %i`#2
//| affine.for %i = 0 to 7 {
// expected-note at `te.block "C"` {{in the kernel, here}}
// expected-error @below {{cannot compute 'C' in place: no proof that it writes the whole buffer}}
schedule.compute_in_place %x, 0

// CASE: (P4) a read of the old values behind it.
// EDIT: `8x16xf32>) {` -> `8x16xf32>, %d: memref<8x16xf32>) {`
// BEFORE: `return`
//| affine.for %i = 0 to 8 {
//|   affine.for %j = 0 to 16 {
//|     te.block "D" [false, false] affine_map<(i, j) -> (i, j)>(%i, %j) captures(%t, %d : memref<8x16xf32>, memref<8x16xf32>) do {
//|     ^bb0(%v: index, %w: index, %x: memref<8x16xf32>, %y: memref<8x16xf32>):
//|       %0 = affine.load %x[%v, %w] : memref<8x16xf32>
//|       %1 = arith.negf %0 : f32
//|       affine.store %1, %y[%v, %w] : memref<8x16xf32>
//|       te.yield
//|     }
//|   }
//| }
// expected-note at `te.block "C"` {{in the kernel, here}}
// expected-note at `affine.store %1`#2 {{'C' writes first, here}}
// expected-note at `%0 = affine.load %x`#3 {{'D' reads the same element later, here}}
// expected-error @below {{cannot compute 'C' in place: it breaks a read-after-write dependence of block 'D' on block 'C'}}
schedule.compute_in_place %x, 0

// PAYLOAD
func.func @kernel(%a: memref<8xf64>, %c: memref<8xf32>) {
  %t = memref.alloc() : memref<8xf64>
  affine.for %i = 0 to 8 {
    te.block "C" [false] affine_map<(i) -> (i)>(%i) captures(%t, %c : memref<8xf64>, memref<8xf32>) do {
    ^bb0(%v: index, %x: memref<8xf64>, %y: memref<8xf32>):
      %0 = affine.load %x[%v] : memref<8xf64>
      %1 = arith.truncf %0 : f64 to f32
      affine.store %1, %y[%v] : memref<8xf32>
      te.yield
    }
  }
  return
}
// STEPS
%x = schedule.get_block "C" in %root

// CASE: (P2) another type.
// expected-note at `%t = memref.alloc() :` {{here}}
// expected-note at `te.block "C"` {{in the kernel, here}}
// expected-error @below {{cannot compute 'C' in place: expected a buffer that the kernel allocates, of the type that it writes}}
schedule.compute_in_place %x, 0

// CASE: (P3) what it writes goes to a function.
// LINES: `func.func @kernel` to `%t = memref.alloc`
//| func.func private @g(memref<8xf32>)
//| func.func @kernel(%a: memref<8xf32>, %c: memref<8xf32>) {
//|   %t = memref.alloc() : memref<8xf32>
// LINES: `te.block "C"` to `affine.store`
//| te.block "C" [false] affine_map<(i) -> (i)>(%i) captures(%t, %c : memref<8xf32>, memref<8xf32>) do {
//| ^bb0(%v: index, %x: memref<8xf32>, %y: memref<8xf32>):
//|   %0 = affine.load %x[%v] : memref<8xf32>
//|   affine.store %0, %y[%v] : memref<8xf32>
// BEFORE: `return`
//| func.call @g(%c) : (memref<8xf32>) -> ()
// expected-note at `te.block "C"` {{in the kernel, here}}
// expected-note at `func.call` {{here}}
// expected-error @below {{cannot compute 'C' in place: expected only blocks to use its result buffer}}
schedule.compute_in_place %x, 0

// PAYLOAD
func.func private @g(memref<8x16xf32>)
func.func @kernel(%a: memref<8x16xf32>, %c: memref<8x16xf32>) {
  %t = memref.alloc() : memref<8x16xf32>
  func.call @g(%t) : (memref<8x16xf32>) -> ()
  affine.for %i = 0 to 8 {
    affine.for %j = 0 to 16 {
      te.block "C" [false, false] affine_map<(i, j) -> (i, j)>(%i, %j) captures(%t, %c : memref<8x16xf32>, memref<8x16xf32>) do {
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

// CASE: (P2) somebody else has the buffer.
// expected-note at `func.call` {{here}}
// expected-note at `te.block "C"` {{in the kernel, here}}
%x = schedule.get_block "C" in %root
// expected-error @below {{cannot compute 'C' in place: expected a buffer that only blocks load from and store to}}
schedule.compute_in_place %x, 0
