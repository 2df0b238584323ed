// RUN: %cases %s | tvm-opt -split-input-file -verify-diagnostics --schedule-apply

// PAYLOAD
func.func @kernel(%x: memref<8x16xf32>, %y: memref<8x16xf32>) {
  %a = memref.alloc() : memref<8x16xf32>
  affine.for %h = 0 to 8 {
    affine.for %i = 0 to 16 {
      te.block "A" [false, false] affine_map<(h, i) -> (h, i)>(%h, %i) captures(%x, %a : memref<8x16xf32>, memref<8x16xf32>) do {
      ^bb0(%v: index, %w: index, %s: memref<8x16xf32>, %t: memref<8x16xf32>):
        %0 = affine.load %s[%v, %w] : memref<8x16xf32>
        %1 = arith.negf %0 : f32
        affine.store %1, %t[%v, %w] : memref<8x16xf32>
        te.yield
      }
    }
    affine.for %i = 0 to 16 {
      te.block "B" [false, false] affine_map<(h, i) -> (h, i)>(%h, %i) captures(%a, %y : memref<8x16xf32>, memref<8x16xf32>) do {
      ^bb0(%v: index, %w: index, %s: memref<8x16xf32>, %t: memref<8x16xf32>):
        %0 = affine.load %s[%v, %w] : memref<8x16xf32>
        %1 = arith.negf %0 : f32
        affine.store %1, %t[%v, %w] : memref<8x16xf32>
        te.yield
      }
    }
  }
  return
}
// STEPS
%a = schedule.get_block "A" in %root
%h, %i = schedule.get_loops of %a

// CASE: (P1) Who calls the kernel sees the buffer.
// LINES: `func.func @kernel` to `%a = memref.alloc`
//| func.func @kernel(%x: memref<8x16xf32>, %y: memref<8x16xf32>, %a: memref<8x16xf32>) {
// expected-note at `te.block "A"` {{in the kernel, here}}
// expected-error @below {{cannot compact what 'A' writes: expected a buffer that the kernel allocates, not an output}}
schedule.compact_buffer %a at %h

// CASE: (P2) A block behind the loop reads it.
// BEFORE: `affine.for %i`#2
//| }
//| affine.for %h = 0 to 8 {
// expected-note at `te.block "A"` {{in the kernel, here}}
// expected-note at `te.block "B"` {{here}}
// expected-error @below {{cannot compact what 'A' writes: expected nothing but blocks in the loop to use its buffer, by loads and stores}}
schedule.compact_buffer %a at %h

// CASE: (P2) Lanes.
// expected-note at `affine.for %i`#1 {{here}}
// expected-note at `te.block "A"` {{in the kernel, here}}
schedule.vectorize %i
// expected-error @below {{cannot compact what 'A' writes: expected a loop that is not vectorized}}
schedule.compact_buffer %a at %i

// CASE: (P2) Made in each iteration already.
// expected-note at `affine.for %h` {{here}}
// expected-note at `te.block "A"` {{in the kernel, here}}
schedule.compact_buffer %a at %h
// expected-error @below {{cannot compact what 'A' writes: expected a buffer from outside of the loop}}
schedule.compact_buffer %a at %h

// CASE: (P3) A row of the iteration before.
// LINES: `%0 = affine.load %s`#2
//| %0 = affine.load %s[%v - 1, %w] : memref<8x16xf32>
// expected-note at `te.block "A"` {{in the kernel, here}}
// expected-note at `affine.store %1`#1 {{'A' writes first, here}}
// expected-note at `%0 = affine.load %s[%v -` {{'B' reads the same element later, here}}
// expected-error @below {{cannot compact what 'A' writes: it breaks a read-after-write dependence of block 'B' on block 'A'}}
schedule.compact_buffer %a at %h

// CASE: (P3) All write the same row.
// LINES: `affine.store %1`#1
//| affine.store %1, %t[%v mod 1, %w] : memref<8x16xf32>
// LINES: `%0 = affine.load %s`#2
//| %0 = affine.load %s[%v mod 1, %w] : memref<8x16xf32>
// expected-note at `te.block "A"` {{in the kernel, here}}
// expected-note at `affine.store %1, %t[%v mod` {{'A' writes first, here}}
// expected-note at `affine.store %1, %t[%v mod` {{'A' writes the same element later, here}}
// expected-error @below {{cannot compact what 'A' writes: it breaks a write-after-write dependence of block 'A' on block 'A'}}
schedule.compact_buffer %a at %h

// CASE: (P4) Reads begin elsewhere.
// LINES: `%0 = affine.load %s`#2
//| %0 = affine.load %s[%v, 15] : memref<8x16xf32>
// expected-note at `affine.for %h` {{here}}
// expected-note at `te.block "A"` {{in the kernel, here}}
// expected-error @below {{cannot compact what 'A' writes: expected reads that begin where the writes do}}
schedule.compact_buffer %a at %h

// PAYLOAD
func.func @kernel(%x: memref<8x16xf32>) {
  %a = memref.alloc() : memref<8xf32>
  affine.for %h = 0 to 8 {
    affine.for %i = 0 to 16 {
      te.block "A" [false, true] affine_map<(h, i) -> (h, i)>(%h, %i) captures(%x, %a : memref<8x16xf32>, memref<8xf32>) init {
      ^bb0(%v: index, %w: index, %s: memref<8x16xf32>, %t: memref<8xf32>):
        %zero = arith.constant 0.0 : f32
        affine.store %zero, %t[%v] : memref<8xf32>
        te.yield
      } do {
      ^bb0(%v: index, %w: index, %s: memref<8x16xf32>, %t: memref<8xf32>):
        %0 = affine.load %s[%v, %w] : memref<8x16xf32>
        %1 = affine.load %t[%v] : memref<8xf32>
        %2 = arith.addf %1, %0 : f32
        affine.store %2, %t[%v] : memref<8xf32>
        te.yield
      }
    }
  }
  return
}

// CASE: (P2) The initialisation runs in front of the loop.
// expected-note at `te.block "A"` {{in the kernel, here}}
// expected-note at `te.block "A"` {{here}}
%a = schedule.get_block "A" in %root
%h, %i = schedule.get_loops of %a
// expected-error @below {{cannot compact what 'A' writes: expected a loop around all that initialises its buffer}}
schedule.compact_buffer %a at %i
