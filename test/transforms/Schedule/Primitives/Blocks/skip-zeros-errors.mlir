// RUN: %cases %s | tvm-opt -split-input-file -verify-diagnostics --schedule-apply

// PAYLOAD
func.func @kernel(%x: memref<8xf32>, %w: memref<3xf32> {graph.finite}, %y: memref<8xf32>) {
  %a = memref.alloc() : memref<10xf32>
  affine.for %i = 0 to 10 {
    te.block "A" [false] affine_map<(i) -> (i)>(%i) captures(%x, %a : memref<8xf32>, memref<10xf32>) do {
    ^bb0(%v: index, %s: memref<8xf32>, %t: memref<10xf32>):
      %zero = arith.constant 0.0 : f32
      %m = arith.constant -1 : index
      %size = arith.constant 8 : index
      %0 = arith.addi %v, %m : index
      %1 = arith.cmpi ult, %0, %size : index
      %2 = scf.if %1 -> (f32) {
        %3 = affine.load %s[%v - 1] : memref<8xf32>
        scf.yield %3 : f32
      } else {
        scf.yield %zero : f32
      }
      affine.store %2, %t[%v] : memref<10xf32>
      te.yield
    }
  }
  affine.for %i = 0 to 8 {
    affine.for %k = 0 to 3 {
      te.block "C" [false, true] affine_map<(i, k) -> (i, k)>(%i, %k) captures(%a, %w, %y : memref<10xf32>, memref<3xf32>, memref<8xf32>) init {
      ^bb0(%v: index, %r: index, %p: memref<10xf32>, %q: memref<3xf32>, %c: memref<8xf32>):
        %zero = arith.constant 0.0 : f32
        affine.store %zero, %c[%v] : memref<8xf32>
        te.yield
      } do {
      ^bb0(%v: index, %r: index, %p: memref<10xf32>, %q: memref<3xf32>, %c: memref<8xf32>):
        %0 = affine.load %p[%v + %r] : memref<10xf32>
        %1 = affine.load %q[%r] : memref<3xf32>
        %2 = arith.mulf %0, %1 : f32
        %3 = affine.load %c[%v] : memref<8xf32>
        %4 = arith.addf %3, %2 : f32
        affine.store %4, %c[%v] : memref<8xf32>
        te.yield
      }
    }
  }
  return
}
// STEPS
%c = schedule.get_block "C" in %root
%i, %k = schedule.get_loops of %c

// CASE: (P1) No such buffer.
// expected-note at `te.block "C"` {{in the kernel, here}}
%init = schedule.decompose_reduction %c, %k
// expected-error @below {{cannot skip zeros that 'C' adds: expected an index below 2 (read-only buffers), got 2}}
schedule.skip_zeros %c, 2 at %k

// CASE: (P1) The start value would go, too.
// expected-note at `te.block "C"` {{in the kernel, here}}
// expected-error @below {{cannot skip zeros that 'C' adds: expected a sum, apart from its initialisation}}
schedule.skip_zeros %c, 0 at %k

// CASE: (P1) A maximum.
// EDIT: `arith.addf` -> `arith.maximumf`
// expected-note at `te.block "C"` {{in the kernel, here}}
// expected-note at `affine.store %4` {{here}}
%init = schedule.decompose_reduction %c, %k
// expected-error @below {{cannot skip zeros that 'C' adds: expected a sum}}
schedule.skip_zeros %c, 0 at %k

// CASE: (P1) A sum under a condition.
// BEFORE: `affine.store %4`
//| %5 = arith.cmpf oge, %0, %1 : f32
//| scf.if %5 {
// AFTER: `affine.store %4`
//| }
// expected-note at `te.block "C"` {{in the kernel, here}}
%init = schedule.decompose_reduction %c, %k
// expected-error @below {{cannot skip zeros that 'C' adds: expected one store, under no condition}}
schedule.skip_zeros %c, 0 at %k

// CASE: (P1) Not of products.
// EDIT: `arith.mulf` -> `arith.subf`
// expected-note at `te.block "C"` {{in the kernel, here}}
// expected-note at `%2 = arith.subf %0` {{here}}
%init = schedule.decompose_reduction %c, %k
// expected-error @below {{cannot skip zeros that 'C' adds: expected a sum of products of the padded operand and a finite value: an integer, a finite constant, or a weight with 'graph.finite'}}
schedule.skip_zeros %c, 0 at %k

// CASE: (P1) A weight may be infinite, or not a number.
// EDIT: `> {graph.finite}` -> `>`
// expected-note at `te.block "C"` {{in the kernel, here}}
// expected-note at `%2 = arith.mulf %0` {{here}}
%init = schedule.decompose_reduction %c, %k
// expected-error @below {{cannot skip zeros that 'C' adds: expected a sum of products of the padded operand and a finite value: an integer, a finite constant, or a weight with 'graph.finite'}}
schedule.skip_zeros %c, 0 at %k

// CASE: (P2) A loop around another block.
// expected-note at `affine.for %i = 0 to 10` {{here}}
// expected-note at `te.block "C"` {{in the kernel, here}}
%init = schedule.decompose_reduction %c, %k
%a = schedule.get_block "A" in %root
%j = schedule.get_loops of %a
// expected-error @below {{cannot skip zeros that 'C' adds: expected a loop around it, serial or unrolled, from 0 in steps of 1}}
schedule.skip_zeros %c, 0 at %j

// CASE: (P2) Lanes.
// expected-note at `affine.for %i = 0 to 8` {{here}}
// expected-note at `te.block "C"` {{in the kernel, here}}
schedule.reorder %k, %i
%init = schedule.decompose_reduction %c, %k
schedule.vectorize %i
// expected-error @below {{cannot skip zeros that 'C' adds: expected a loop around it, serial or unrolled, from 0 in steps of 1}}
schedule.skip_zeros %c, 0 at %i

// CASE: (P2) A second time.
// expected-note at `affine.for %k` {{here}}
// expected-note at `te.block "C"` {{in the kernel, here}}
%init = schedule.decompose_reduction %c, %k
schedule.skip_zeros %c, 0 at %k
// expected-error @below {{cannot skip zeros that 'C' adds: expected a loop around it, serial or unrolled, from 0 in steps of 1}}
schedule.skip_zeros %c, 0 at %k

// CASE: (P2) Not this block alone.
// expected-note at `te.block "C"` {{in the kernel, here}}
// expected-note at `affine.store %zero` {{here}}
%init = schedule.decompose_reduction %c, %k
// expected-error @below {{cannot skip zeros that 'C' adds: expected no other block in the loop}}
schedule.skip_zeros %c, 0 at %i

// CASE: (P3) Not zero.
// LINES: `%zero = arith.constant 0.0`#1
//| %zero = arith.constant 1.0 : f32
// expected-note at `%2 = scf.if %1` {{here}}
// expected-note at `te.block "C"` {{in the kernel, here}}
%init = schedule.decompose_reduction %c, %k
// expected-error @below {{cannot skip zeros that 'C' adds: expected zeros outside}}
schedule.skip_zeros %c, 0 at %k

// CASE: (P3) No padding.
// EDIT: `, %s: memref<8xf32>` -> ``
// EDIT: `%x, %a : memref<8xf32>,` -> `%a :`
// LINES: `%m = arith.constant -` to `affine.store`
//| affine.store %zero, %t[%v] : memref<10xf32>
// expected-note at `te.block "A"` {{in the kernel, here}}
// expected-note at `affine.store %zero, %t` {{here}}
%init = schedule.decompose_reduction %c, %k
// expected-error @below {{cannot skip zeros that 'C' adds: expected a store of a value that depends on where it reads}}
schedule.skip_zeros %c, 0 at %k

// CASE: (P3) Another block writes there, too.
// AFTER: `affine.store %2`
//|     te.yield
//|   }
//| }
//| affine.for %i = 0 to 10 {
//|   te.block "B" [false] affine_map<(i) -> (i)>(%i) captures(%a : memref<10xf32>) do {
//|   ^bb0(%v: index, %t: memref<10xf32>):
//|     %one = arith.constant 1.0 : f32
//|     affine.store %one, %t[%v] : memref<10xf32>
// expected-note at `te.block "B"` {{here}}
// expected-note at `te.block "C"` {{in the kernel, here}}
%init = schedule.decompose_reduction %c, %k
// expected-error @below {{cannot skip zeros that 'C' adds: expected one block that writes its operand}}
schedule.skip_zeros %c, 0 at %k

// CASE: (P3) Who calls the kernel sees the buffer.
// LINES: `func.func @kernel` to `%a = memref.alloc`
//| func.func @kernel(%x: memref<8xf32>, %w: memref<3xf32> {graph.finite}, %y: memref<8xf32>, %a: memref<10xf32>) {
// expected-note at `te.block "C"` {{in the kernel, here}}
// expected-note at `te.block "C"` {{here}}
%init = schedule.decompose_reduction %c, %k
// expected-error @below {{cannot skip zeros that 'C' adds: expected a buffer of its own that only blocks use}}
schedule.skip_zeros %c, 0 at %k

// CASE: (P4) All iterations read something.
// EDIT: `: memref<8xf32>)` -> `: memref<6xf32>)`
// EDIT: `%v] : memref<8xf32` -> `%v] : memref<6xf32`
// EDIT: `to 8 {` -> `to 6 {`
// EDIT: `+ %r] :` -> `+ %r + 1] :`
// EDIT: `8xf32>) init` -> `6xf32>) init`
// expected-note at `affine.for %k` {{here}}
// expected-note at `te.block "C"` {{in the kernel, here}}
%init = schedule.decompose_reduction %c, %k
// expected-error @below {{cannot skip zeros that 'C' adds: expected iterations that read nothing else, at subscripts that the loop increases}}
schedule.skip_zeros %c, 0 at %k

// CASE: (P4) The last tap comes first.
// EDIT: `+ %r] :` -> `- %r + 2] :`
// expected-note at `affine.for %k` {{here}}
// expected-note at `te.block "C"` {{in the kernel, here}}
%init = schedule.decompose_reduction %c, %k
// expected-error @below {{cannot skip zeros that 'C' adds: expected iterations that read nothing else, at subscripts that the loop increases}}
schedule.skip_zeros %c, 0 at %k

// CASE: (P4) Other values of the loop read the same.
// EDIT: `%v + %r` -> `%v`
// expected-note at `affine.for %k` {{here}}
// expected-note at `te.block "C"` {{in the kernel, here}}
%init = schedule.decompose_reduction %c, %k
// expected-error @below {{cannot skip zeros that 'C' adds: expected reads that move with the loop}}
schedule.skip_zeros %c, 0 at %k

// PAYLOAD
func.func @kernel(%x: memref<9xf32>, %w: memref<3xf32>, %y: memref<8x2xf32>) {
  affine.for %i = 0 to 8 {
    affine.for %s = 0 to 2 {
      affine.for %k = 0 to 2 {
        te.block "C" [false, false, true] affine_map<(i, s, k) -> (i, s, k)>(%i, %s, %k) captures(%x, %w, %y : memref<9xf32>, memref<3xf32>, memref<8x2xf32>) init {
        ^bb0(%v: index, %t: index, %r: index, %p: memref<9xf32>, %q: memref<3xf32>, %c: memref<8x2xf32>):
          %zero = arith.constant 0.0 : f32
          affine.store %zero, %c[%v, %t] : memref<8x2xf32>
          te.yield
        } do {
        ^bb0(%v: index, %t: index, %r: index, %p: memref<9xf32>, %q: memref<3xf32>, %c: memref<8x2xf32>):
          %other = arith.constant 0.0 : f32
          %size = arith.constant 3 : index
          %tap = affine.apply affine_map<(t, r) -> (t + r * 2)>(%t, %r)
          %is = arith.cmpi ult, %tap, %size : index
          %0 = affine.load %p[%v + %r] : memref<9xf32>
          %1 = affine.load %q[%r] : memref<3xf32>
          %2 = arith.mulf %0, %1 : f32
          %3 = arith.select %is, %2, %other : f32
          %4 = affine.load %c[%v, %t] : memref<8x2xf32>
          %5 = arith.addf %4, %3 : f32
          affine.store %5, %c[%v, %t] : memref<8x2xf32>
          te.yield
        }
      }
    }
  }
  return
}
// STEPS
%c = schedule.get_block "C" in %root
%i, %s, %k = schedule.get_loops of %c
%init = schedule.decompose_reduction %c, %k

// CASE: (P3) Where the condition does not hold, one is added.
// EDIT: `%other = arith.constant 0.0` -> `%other = arith.constant 1.0`
// expected-note at `te.block "C"` {{in the kernel, here}}
// expected-note at `%3 = arith.select %is` {{here}}
// expected-error @below {{cannot skip zeros that 'C' adds: expected zero where the condition does not hold}}
schedule.skip_zeros %c, 0 at %k

// CASE: (P3) Another condition.
// EDIT: `ult, %tap` -> `ne, %tap`
// expected-note at `te.block "C"` {{in the kernel, here}}
// expected-note at `%3 = arith.select %is` {{here}}
// expected-error @below {{cannot skip zeros that 'C' adds: expected a condition that affine subscripts are inside of constant sizes}}
schedule.skip_zeros %c, 0 at %k

// CASE: (P4) The loop does not decide.
// EDIT: `r * 2)` -> `2)`
// expected-note at `affine.for %k` {{here}}
// expected-note at `te.block "C"` {{in the kernel, here}}
// expected-error @below {{cannot skip zeros that 'C' adds: expected a condition on what the loop increases}}
schedule.skip_zeros %c, 0 at %k

// PAYLOAD
func.func @kernel(%a: memref<10xf32>, %w: memref<3xf32> {graph.finite}, %y: memref<9xf32>) {
  affine.for %i = 0 to 8 {
    affine.for %k = 0 to 3 {
      te.block "C" [false, true] affine_map<(i, k) -> (i, k)>(%i, %k) captures(%a, %w, %y : memref<10xf32>, memref<3xf32>, memref<9xf32>) do {
      ^bb0(%v: index, %r: index, %p: memref<10xf32>, %q: memref<3xf32>, %c: memref<9xf32>):
        %0 = affine.load %p[%v + %r] : memref<10xf32>
        %1 = affine.load %q[%r] : memref<3xf32>
        %2 = arith.mulf %0, %1 : f32
        %3 = affine.load %c[%v + 1] : memref<9xf32>
        %4 = arith.addf %3, %2 : f32
        affine.store %4, %c[%v] : memref<9xf32>
        te.yield
      }
    }
  }
  return
}
// STEPS
%c = schedule.get_block "C" in %root
%i, %k = schedule.get_loops of %c

// CASE: (P3) No block writes what is read.
// EDIT: `9xf32>) do` -> `8xf32>) do`
// EDIT: `%c: memref<9xf32` -> `%c: memref<8xf32`
// EDIT: `%v] : memref<9xf32` -> `%v] : memref<8xf32`
// EDIT: `%v + 1] : memref<9xf32` -> `%v] : memref<8xf32`
// LINES: `func.func @kernel`
//| func.func @kernel(%w: memref<3xf32> {graph.finite}, %y: memref<8xf32>) {
//|   %a = memref.alloc() : memref<10xf32>
// expected-note at `te.block "C"` {{in the kernel, here}}
// expected-error @below {{expected a block that writes its operand}}
schedule.skip_zeros %c, 0 at %k

// CASE: (P1) A sum that does not go on with what was stored.
// expected-note at `te.block "C"` {{in the kernel, here}}
// expected-note at `%4 = arith.addf %3` {{here}}
// expected-error @below {{expected a sum with the element that it stores to}}
schedule.skip_zeros %c, 0 at %k
