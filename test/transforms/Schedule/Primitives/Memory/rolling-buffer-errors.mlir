// RUN: %cases %s | tvm-opt -split-input-file -verify-diagnostics --schedule-apply

// PAYLOAD
func.func @kernel(%a: memref<10x4xf32>, %b: memref<8x4xf32>) {
  %t = memref.alloc() : memref<10x4xf32>
  affine.for %i = 0 to 10 {
    affine.for %j = 0 to 4 {
      te.block "A" [false, false] affine_map<(i, j) -> (i, j)>(%i, %j) captures(%a, %t : memref<10x4xf32>, memref<10x4xf32>) do {
      ^bb0(%v: index, %w: index, %x: memref<10x4xf32>, %y: memref<10x4xf32>):
        %0 = affine.load %x[%v, %w] : memref<10x4xf32>
        %1 = math.exp %0 : f32
        affine.store %1, %y[%v, %w] : memref<10x4xf32>
        te.yield
      }
    }
  }
  affine.for %i = 0 to 8 {
    affine.for %j = 0 to 4 {
      te.block "B" [false, false] affine_map<(i, j) -> (i, j)>(%i, %j) captures(%t, %b : memref<10x4xf32>, memref<8x4xf32>) do {
      ^bb0(%v: index, %w: index, %x: memref<10x4xf32>, %y: memref<8x4xf32>):
        %0 = affine.load %x[%v, %w] : memref<10x4xf32>
        %1 = affine.load %x[%v + 2, %w] : memref<10x4xf32>
        %2 = arith.subf %0, %1 : f32
        affine.store %2, %y[%v, %w] : memref<8x4xf32>
        te.yield
      }
    }
  }
  return
}
// STEPS
%a = schedule.get_block "A" in %root
%b = schedule.get_block "B" in %root
%i, %j = schedule.get_loops of %b

// CASE: (P1) A buffer that all iterations share already.
// expected-note at `te.block "A"` {{in the kernel, here}}
// expected-error @below {{cannot roll what 'A' writes: expected a buffer that a loop makes anew in each iteration}}
schedule.rolling_buffer %a

// CASE: (P1) Iterations that run in no order.
// expected-note at `affine.for %i = 0 to 8` {{in the kernel, here}}
%c = schedule.compute_at %a, %i
schedule.parallel %i
// expected-error @below {{cannot roll what 'A' writes: expected a serial loop, got one that is parallel}}
schedule.rolling_buffer %c

// CASE: (P3) Windows that do not overlap.
// EDIT: `%v + 2,` -> `%v, 3 -`
// expected-note at `te.block "A"` {{in the kernel, here}}
// expected-note at `affine.for %i = 0 to 8` {{here}}
%c = schedule.compute_at %a, %i
// expected-error @below {{cannot roll what 'A' writes: expected a dimension along which the regions of consecutive iterations overlap, and no other dimension that changes}}
schedule.rolling_buffer %c

// PAYLOAD
func.func @kernel(%a: memref<10xf32>, %b: memref<8xf32>) {
  affine.for %i = 0 to 8 {
    %t = memref.alloca() : memref<3xf32>
    affine.for %j = 0 to 3 {
      te.block "A" [false] affine_map<(i, j) -> (i + j)>(%i, %j) captures(%a, %t, %i : memref<10xf32>, memref<3xf32>, index) do {
      ^bb0(%v: index, %x: memref<10xf32>, %y: memref<3xf32>, %base: index):
        %0 = affine.load %x[%v] : memref<10xf32>
        affine.store %0, %y[%v - %base] : memref<3xf32>
        te.yield
      }
    }
    te.block "B" [false] affine_map<(i) -> (i)>(%i) captures(%a, %t, %b : memref<10xf32>, memref<3xf32>, memref<8xf32>) do {
    ^bb0(%v: index, %z: memref<10xf32>, %x: memref<3xf32>, %y: memref<8xf32>):
      %0 = affine.load %x[0] : memref<3xf32>
      %1 = affine.load %x[2] : memref<3xf32>
      %2 = arith.subf %0, %1 : f32
      affine.store %2, %y[%v] : memref<8xf32>
      te.yield
    }
  }
  return
}
// STEPS
%a = schedule.get_block "A" in %root

// CASE: (P1) Two buffers.
// AFTER: `affine.store %0`
//| affine.store %0, %x[%v] : memref<10xf32>
// expected-note at `te.block "A"` {{in the kernel, here}}
// expected-error @below {{cannot roll what 'A' writes: expected a block that writes one buffer}}
schedule.rolling_buffer %a

// CASE: (P2) Data decides what is read.
// AFTER: `affine.store %2`
//| %c0 = arith.constant 0 : index
//| %3 = memref.load %x[%c0] : memref<3xf32>
// expected-note at `te.block "A"` {{in the kernel, here}}
// expected-note at `%3 = memref.load %x` {{here}}
// expected-error @below {{cannot roll what 'A' writes: expected a buffer that blocks access at affine subscripts}}
schedule.rolling_buffer %a

// CASE: (P2) Another block writes to it.
// AFTER: `affine.store %2`
//| affine.store %2, %x[1] : memref<3xf32>
// expected-note at `te.block "A"` {{in the kernel, here}}
// expected-note at `affine.store %2, %x` {{here}}
// expected-error @below {{cannot roll what 'A' writes: expected no other block to write its buffer}}
schedule.rolling_buffer %a

// CASE: (P2) It goes on with what was there.
// EDIT: `%x[%v] : memref<10xf32` -> `%y[%v - %base] : memref<3xf32`
// expected-note at `te.block "A"` {{in the kernel, here}}
// expected-note at `%0 = affine.load %y` {{here}}
// expected-error @below {{cannot roll what 'A' writes: expected it not to read its own result}}
schedule.rolling_buffer %a

// CASE: (P3) Not all of the buffer is written.
// EDIT: `%v - %base` -> `1`
// expected-note at `te.block "A"` {{in the kernel, here}}
// expected-note at `affine.store %0` {{here}}
// expected-error @below {{cannot roll what 'A' writes: expected a store at variables of loops of its own, one per dimension and all of it}}
schedule.rolling_buffer %a

// CASE: (P3) A store from back to front.
// EDIT: `%y[%v -` -> `%y[2 - %v +`
// expected-note at `te.block "A"` {{in the kernel, here}}
// expected-note at `affine.store %0` {{here}}
// expected-error @below {{cannot roll what 'A' writes: expected a store at variables of loops of its own, one per dimension and all of it}}
schedule.rolling_buffer %a

// CASE: (P4) The value depends on the iteration.
// LINES: `affine.store %0`
//| %n = arith.index_cast %base : index to i32
//| %m = arith.sitofp %n : i32 to f32
//| %s = arith.addf %0, %m : f32
//| affine.store %s, %y[%v - %base] : memref<3xf32>
// expected-note at `te.block "A"` {{in the kernel, here}}
// expected-error @below {{cannot roll what 'A' writes: expected inputs from outside of the loop}}
schedule.rolling_buffer %a

// CASE: (P4) What it reads changes in the loop.
// AFTER: `affine.store %2`
//| affine.store %2, %z[%v + 2] : memref<10xf32>
// expected-note at `te.block "A"` {{in the kernel, here}}
// expected-note at `%0 = affine.load %x[%v` {{'A' reads the same element later, here}}
// expected-note at `affine.store %2, %z` {{'B' writes first, here}}
// expected-error @below {{cannot roll what 'A' writes: it breaks a read-after-write dependence of block 'A' on block 'B'}}
schedule.rolling_buffer %a

// CASE: (P2) A window that is declared as one box would wrap around.
// EDIT: `, %z: memref<10xf32>` -> ``
// EDIT: `%a, %t, %b : memref<10xf32>, memref<3xf32>, memref<8xf32>) do` -> `%t, %b : memref<3xf32>, memref<8xf32>) reads [#te.region<0, (d0) -> (0), [3]>] writes [#te.region<1, (d0) -> (d0), [1]>] do`
// expected-note at `te.block "A"` {{in the kernel, here}}
// expected-note at `te.block "B"` {{here}}
// expected-error @below {{cannot roll what 'A' writes: expected blocks that declare no box along the dimension that rolls}}
schedule.rolling_buffer %a

// PAYLOAD
func.func @kernel(%a: memref<10x3xf32>, %b: memref<8xf32>) {
  affine.for %i = 0 to 8 {
    %t = memref.alloca() : memref<3x3xf32>
    affine.for %j = 0 to 3 {
      affine.for %k = 0 to 3 {
        te.block "A" [false, false] affine_map<(i, j, k) -> (i + j, k)>(%i, %j, %k) captures(%a, %t, %i : memref<10x3xf32>, memref<3x3xf32>, index) do {
        ^bb0(%v: index, %w: index, %x: memref<10x3xf32>, %y: memref<3x3xf32>, %base: index):
          %0 = affine.load %x[%v, %w] : memref<10x3xf32>
          affine.store %0, %y[%v - %base, %w] : memref<3x3xf32>
          affine.store %0, %y[%w, %v - %base] : memref<3x3xf32>
          te.yield
        }
      }
    }
    te.block "B" [false] affine_map<(i) -> (i)>(%i) captures(%t, %b : memref<3x3xf32>, memref<8xf32>) do {
    ^bb0(%v: index, %x: memref<3x3xf32>, %y: memref<8xf32>):
      %0 = affine.load %x[0, 0] : memref<3x3xf32>
      affine.store %0, %y[%v] : memref<8xf32>
      te.yield
    }
  }
  return
}

// CASE: (P3) Stores at two places.
// expected-note at `te.block "A"` {{in the kernel, here}}
// expected-note at `affine.store %0, %y[%w` {{here}}
%a = schedule.get_block "A" in %root
// expected-error @below {{cannot roll what 'A' writes: expected stores at one place}}
schedule.rolling_buffer %a
