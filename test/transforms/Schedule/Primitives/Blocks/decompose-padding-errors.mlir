// RUN: %cases %s | tvm-opt -split-input-file -verify-diagnostics --schedule-apply

// PAYLOAD
func.func @kernel(%a: memref<8x5xf32>, %b: memref<10x7xf32>) {
  affine.for %i = 0 to 10 {
    affine.for %j = 0 to 7 {
      te.block "B" [false, false] affine_map<(i, j) -> (i, j)>(%i, %j) captures(%a, %b : memref<8x5xf32>, memref<10x7xf32>) do {
      ^bb0(%v: index, %w: index, %x: memref<8x5xf32>, %y: memref<10x7xf32>):
        %zero = arith.constant 0.0 : f32
        %m = arith.constant -1 : index
        %c8 = arith.constant 8 : index
        %c5 = arith.constant 5 : index
        %0 = arith.addi %v, %m : index
        %1 = arith.addi %w, %m : index
        %2 = arith.cmpi ult, %0, %c8 : index
        %3 = arith.cmpi ult, %1, %c5 : index
        %4 = arith.andi %2, %3 : i1
        %5 = scf.if %4 -> (f32) {
          %6 = affine.load %x[%v - 1, %w - 1] : memref<8x5xf32>
          scf.yield %6 : f32
        } else {
          scf.yield %zero : f32
        }
        affine.store %5, %y[%v, %w] : memref<10x7xf32>
        te.yield
      }
    }
  }
  return
}
// STEPS
%b = schedule.get_block "B" in %root
%i, %j = schedule.get_loops of %b

// CASE: (P1) A reduction, not one element per point.
// EDIT: `, false` -> `, true`
// expected-note at `te.block "B"` {{in the kernel, here}}
// expected-error @below {{cannot decompose the padding of 'B': expected 'B' to have no reduction axes}}
%fill = schedule.decompose_padding %b, %i

// CASE: (P1) The same element from several points.
// EDIT: `%v, %w` -> `%v, 0`
// expected-note at `te.block "B"` {{in the kernel, here}}
// expected-note at `affine.store %5` {{here}}
// expected-error @below {{cannot decompose the padding of 'B': expected a store at its axes}}
%fill = schedule.decompose_padding %b, %i

// CASE: (P1) No choice.
// EDIT: `%5, %y` -> `%zero, %y`
// expected-note at `te.block "B"` {{in the kernel, here}}
// expected-note at `affine.store %zero` {{here}}
// expected-error @below {{cannot decompose the padding of 'B': expected a store of a value that depends on where it reads}}
%fill = schedule.decompose_padding %b, %i

// CASE: (P1) Another value outside than a constant.
// EDIT: `%zero :` -> `%n :`
// BEFORE: `%5 = scf.if %4`
//| %n = math.exp %zero : f32
// expected-note at `te.block "B"` {{in the kernel, here}}
// expected-note at `%5 = scf.if %4` {{here}}
// expected-error @below {{cannot decompose the padding of 'B': expected a constant, or a captured value, outside}}
%fill = schedule.decompose_padding %b, %i

// CASE: (P1) Not a question of being inside.
// EDIT: `ult, %0` -> `slt, %0`
// expected-note at `te.block "B"` {{in the kernel, here}}
// expected-note at `%5 = scf.if %4` {{here}}
// expected-error @below {{cannot decompose the padding of 'B': expected a condition that affine subscripts are inside of constant sizes}}
%fill = schedule.decompose_padding %b, %i

// CASE: (P2) A loop elsewhere.
// AFTER: `affine.store %5`
//|     te.yield
//|   }
//| }
//| affine.for %u = 0 to 8 {
//|   te.block "C" [false] affine_map<(i) -> (i)>(%u) captures(%b : memref<10x7xf32>) do {
//|   ^bb0(%v: index, %y: memref<10x7xf32>):
//|     %0 = affine.load %y[%v, 0] : memref<10x7xf32>
// expected-note at `te.block "B"` {{in the kernel, here}}
// expected-note at `affine.for %u` {{here}}
%c = schedule.get_block "C" in %root
%u, %w = schedule.get_loops of %c
// expected-error @below {{cannot decompose the padding of 'B': expected a loop around it}}
%fill = schedule.decompose_padding %b, %w

// CASE: (P2) A loop that is parallel.
// expected-note at `affine.for %j` {{here}}
// expected-note at `te.block "B"` {{in the kernel, here}}
schedule.parallel %j
// expected-error @below {{cannot decompose the padding of 'B': expected serial loops, from 0 in steps of 1}}
%fill = schedule.decompose_padding %b, %i

// CASE: (P3) Another block in the loop looks at the buffer.
// AFTER: `affine.store %5`
//|     te.yield
//|   }
//| }
//| affine.for %u = 0 to 8 {
//|   te.block "C" [false] affine_map<(i) -> (i)>(%u) captures(%b : memref<10x7xf32>) do {
//|   ^bb0(%v: index, %y: memref<10x7xf32>):
//|     %0 = affine.load %y[%v, 0] : memref<10x7xf32>
// expected-note at `te.block "B"` {{in the kernel, here}}
// expected-note at `%0 = affine.load %y` {{here}}
// expected-error @below {{cannot decompose the padding of 'B': expected no other block in the loop to use its buffer}}
%fill = schedule.decompose_padding %b, %i

// PAYLOAD
func.func @kernel(%a: memref<8xf32>, %b: memref<10x7xf32>) {
  affine.for %i = 0 to 10 {
    %n = affine.apply affine_map<(i) -> (i)>(%i)
    affine.for %j = 0 to 7 {
      te.block "B" [false, false] affine_map<(i, j) -> (i, j)>(%n, %j) captures(%a, %b : memref<8xf32>, memref<10x7xf32>) do {
      ^bb0(%v: index, %w: index, %x: memref<8xf32>, %y: memref<10x7xf32>):
        %zero = arith.constant 0.0 : f32
        %m = arith.constant -1 : index
        %c8 = arith.constant 8 : index
        %0 = arith.addi %v, %m : index
        %1 = arith.cmpi ult, %0, %c8 : index
        %2 = scf.if %1 -> (f32) {
          %3 = affine.load %x[%v - 1] : memref<8xf32>
          scf.yield %3 : f32
        } else {
          scf.yield %zero : f32
        }
        affine.store %2, %y[%v, %w] : memref<10x7xf32>
        te.yield
      }
    }
  }
  return
}

// CASE: (P2) A loop in which an index that the block is bound to is computed.
// expected-note at `affine.for %i` {{here}}
// expected-note at `te.block "B"` {{in the kernel, here}}
%b = schedule.get_block "B" in %root
%i, %j = schedule.get_loops of %b
// expected-error @below {{cannot decompose the padding of 'B': expected a loop that defines nothing that it refers to}}
%fill = schedule.decompose_padding %b, %i
