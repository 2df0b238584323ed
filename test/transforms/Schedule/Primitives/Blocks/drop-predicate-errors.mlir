// RUN: %cases %s | tvm-opt -split-input-file -verify-diagnostics --schedule-apply

// PAYLOAD
func.func @kernel(%x: memref<8xf32>) {
  affine.for %i = 0 to 8 {
    te.block "A" [false] affine_map<(i) -> (i)>(%i) if affine_set<(i) : (5 - i >= 0)> captures(%x : memref<8xf32>) do {
    ^bb0(%v: index, %s: memref<8xf32>):
      %0 = arith.constant 1.0 : f32
      affine.store %0, %s[%v] : memref<8xf32>
      te.yield
    }
  }
  return
}
// STEPS
%a = schedule.get_block "A" in %root

// CASE: (P1) No predicate.
// EDIT: `if affine_set<(i) : (5 - i >= 0)> captures` -> `captures`
// expected-note at `te.block "A"` {{in the kernel, here}}
// expected-error @below {{cannot drop the predicate of 'A': expected a predicate, made of inequalities}}
schedule.drop_predicate %a

// CASE: (P2) An output: whoever calls the kernel has values there.
// expected-note at `te.block "A"` {{in the kernel, here}}
// expected-error @below {{cannot drop the predicate of 'A': expected a buffer that the kernel allocates, not an output}}
schedule.drop_predicate %a

// CASE: (P3) A division by what is arbitrary.
// LINES: `func.func @kernel`
//| func.func @kernel(%x: memref<8xi32>) {
//|   %a = memref.alloc() : memref<8xi32>
// LINES: `te.block "A"` to `affine.store`
//| te.block "A" [false] affine_map<(i) -> (i)>(%i) if affine_set<(i) : (5 - i >= 0)> captures(%x, %a : memref<8xi32>, memref<8xi32>) do {
//| ^bb0(%v: index, %s: memref<8xi32>, %t: memref<8xi32>):
//|   %0 = affine.load %s[%v] : memref<8xi32>
//|   %1 = arith.divsi %0, %0 : i32
//|   affine.store %1, %t[%v] : memref<8xi32>
// expected-note at `te.block "A"` {{in the kernel, here}}
// expected-note at `%1 = arith.divsi %0` {{here}}
// expected-error @below {{cannot drop the predicate of 'A': expected loads, stores, and what cannot fail}}
schedule.drop_predicate %a

// PAYLOAD
func.func @kernel() {
  %a = memref.alloc() : memref<8xf32>
  affine.for %i = 0 to 8 {
    te.block "A" [false] affine_map<(i) -> (i)>(%i) if affine_set<(i) : (5 - i >= 0)> captures(%a : memref<8xf32>)
        reads [] writes [#te.region<0, (d0) -> (d0), [1]>] do {
    ^bb0(%v: index, %s: memref<8xf32>):
      %0 = arith.constant 1.0 : f32
      affine.store %0, %s[%v] : memref<8xf32>
      te.yield
    }
  }
  return
}
// STEPS
%a = schedule.get_block "A" in %root

// CASE: (P1) An equality: most points would be new.
// LINES: `te.block "A"` to `reads []`
//| te.block "A" [false] affine_map<(i) -> (i)>(%i) if affine_set<(i) : (i - 3 == 0)> captures(%a : memref<8xf32>) do {
// expected-note at `te.block "A"` {{in the kernel, here}}
// expected-error @below {{cannot drop the predicate of 'A': expected a predicate, made of inequalities}}
schedule.drop_predicate %a

// CASE: (P2) Another block writes the rest.
// EDIT: `@kernel() {` -> `@kernel(%y: memref<8xf32>) {`
// LINES: `te.block "A"` to `reads []`
//|   te.block "B" [false] affine_map<(i) -> (i)>(%i) if affine_set<(i) : (i - 6 >= 0)> captures(%a : memref<8xf32>) do {
//|   ^bb0(%v: index, %s: memref<8xf32>):
//|     %0 = arith.constant 2.0 : f32
//|     affine.store %0, %s[%v] : memref<8xf32>
//|     te.yield
//|   }
//| }
//| affine.for %i = 0 to 8 {
//|   te.block "A" [false] affine_map<(i) -> (i)>(%i) if affine_set<(i) : (5 - i >= 0)> captures(%a : memref<8xf32>) do {
// expected-note at `affine.store %0`#1 {{here}}
// expected-note at `te.block "A"` {{in the kernel, here}}
// expected-error @below {{cannot drop the predicate of 'A': expected no other block to write its buffer}}
schedule.drop_predicate %a

// CASE: (P3) What it reads ends where the predicate does.
// EDIT: `@kernel() {` -> `@kernel(%x: memref<6xf32>) {`
// LINES: `te.block "A"` to `affine.store`
//| te.block "A" [false] affine_map<(i) -> (i)>(%i) if affine_set<(i) : (5 - i >= 0)> captures(%x, %a : memref<6xf32>, memref<8xf32>) do {
//| ^bb0(%v: index, %s: memref<6xf32>, %t: memref<8xf32>):
//|   %0 = affine.load %s[%v] : memref<6xf32>
//|   affine.store %0, %t[%v] : memref<8xf32>
// expected-note at `te.block "A"` {{in the kernel, here}}
// expected-note at `%0 = affine.load %s` {{here}}
// expected-error @below {{cannot drop the predicate of 'A': expected accesses inside of buffers, wherever its loops go}}
schedule.drop_predicate %a

// CASE: (P3) The same of an unknown size.
// LINES: `func.func @kernel`
//| func.func @kernel(%x: memref<?xf32>) {
//|   %c0 = arith.constant 0 : index
//|   %n = memref.dim %x, %c0 : memref<?xf32>
// LINES: `te.block "A"` to `affine.store`
//| te.block "A" [false] affine_map<(i, n) -> (i)>(%i, %n) if affine_set<(i, n) : (n - 1 - i >= 0)> captures(%x, %a : memref<?xf32>, memref<8xf32>) do {
//| ^bb0(%v: index, %s: memref<?xf32>, %t: memref<8xf32>):
//|   %0 = affine.load %s[%v] : memref<?xf32>
//|   affine.store %0, %t[%v] : memref<8xf32>
// expected-note at `te.block "A"` {{in the kernel, here}}
// expected-note at `%0 = affine.load %s` {{here}}
// expected-error @below {{cannot drop the predicate of 'A': expected accesses inside of buffers, wherever its loops go}}
schedule.drop_predicate %a

// CASE: (P3) What it accesses is what it declares.
// expected-note at `te.block "A"` {{in the kernel, here}}
// expected-error @below {{cannot drop the predicate of 'A': expected a block whose accesses are its loads and stores}}
schedule.drop_predicate %a

// CASE: (P3) Steps begin at the larger one of two bounds: at 1, which goes to 19.
// LINES: `affine.for %i` to `reads []`
//| affine.for %i = max affine_map<() -> (0, 1)>() to 20 step 2 {
//|   te.block "A" [false] affine_map<(i) -> (i)>(%i) if affine_set<(i) : (5 - i >= 0)> captures(%a : memref<8xf32>) do {
// expected-note at `te.block "A"` {{in the kernel, here}}
// expected-note at `affine.store %0` {{here}}
// expected-error @below {{cannot drop the predicate of 'A': expected accesses inside of buffers, wherever its loops go}}
schedule.drop_predicate %a

// PAYLOAD
func.func @kernel(%x: memref<8x8xf32>) {
  %a = memref.alloc() : memref<8xf32>
  affine.for %i = 0 to 8 {
    affine.for %k = 0 to 8 {
      te.block "A" [false, true] affine_map<(i, k) -> (i, k)>(%i, %k) if affine_set<(i, k) : (5 - k >= 0)> captures(%x, %a : memref<8x8xf32>, memref<8xf32>) init {
      ^bb0(%v: index, %w: index, %s: memref<8x8xf32>, %t: memref<8xf32>):
        %0 = arith.constant 0.0 : f32
        affine.store %0, %t[%v] : memref<8xf32>
        te.yield
      } do {
      ^bb0(%v: index, %w: index, %s: memref<8x8xf32>, %t: memref<8xf32>):
        %0 = affine.load %s[%v, %w] : memref<8x8xf32>
        %1 = affine.load %t[%v] : memref<8xf32>
        %2 = arith.addf %1, %0 : f32
        affine.store %2, %t[%v] : memref<8xf32>
        te.yield
      }
    }
  }
  return
}
// STEPS
%a = schedule.get_block "A" in %root

// CASE: (P4) Some steps of a sum alone: the others are no part of it.
// expected-note at `te.block "A"` {{in the kernel, here}}
// expected-note at `affine.store %0` {{here}}
// expected-error @below {{cannot drop the predicate of 'A': expected other elements to be written where the predicate holds than where it does not}}
schedule.drop_predicate %a

// CASE: (P4) One buffer for all iterations of a loop, which write the same elements.
// EDIT: `8x8xf32>) {` -> `4x8xf32>) {`
// BEFORE: `affine.for %i`
//| affine.for %o = 0 to 4 {
// LINES: `affine.for %k` to `%0 = arith.constant`
//| te.block "A" [false, false] affine_map<(o, i) -> (o, i)>(%o, %i) if affine_set<(o, i) : (5 - o - i >= 0)> captures(%x, %a : memref<4x8xf32>, memref<8xf32>) do {
//| ^bb0(%u: index, %v: index, %s: memref<4x8xf32>, %t: memref<8xf32>):
//|   %0 = affine.load %s[%u, %v] : memref<4x8xf32>
// LINES: `} do {` to `te.yield`
// expected-note at `te.block "A"` {{in the kernel, here}}
// expected-note at `affine.store %0` {{here}}
// expected-error @below {{cannot drop the predicate of 'A': expected other elements to be written where the predicate holds than where it does not}}
schedule.drop_predicate %a

// PAYLOAD
func.func @kernel(%x: memref<0xf32>) {
  %a = memref.alloc() : memref<3xf32>
  affine.for %i = 0 to 4 {
    affine.for %k = 0 to 0 {
      te.block "A" [false, true] affine_map<(i, k) -> (i, k)>(%i, %k) if affine_set<(i, k) : (2 - i >= 0)>
          captures(%x, %a : memref<0xf32>, memref<3xf32>) init {
      ^bb0(%v: index, %w: index, %s: memref<0xf32>, %t: memref<3xf32>):
        %zero = arith.constant 0.0 : f32
        affine.store %zero, %t[%v] : memref<3xf32>
        te.yield
      } do {
      ^bb0(%v: index, %w: index, %s: memref<0xf32>, %t: memref<3xf32>):
        %0 = affine.load %s[%w] : memref<0xf32>
        %1 = affine.load %t[%v] : memref<3xf32>
        %2 = arith.addf %0, %1 : f32
        affine.store %2, %t[%v] : memref<3xf32>
        te.yield
      }
    }
  }
  return
}

// CASE: (P3) A sum over nothing: its start values are written anywhere.
// expected-note at `affine.for %k` {{here}}
// expected-note at `te.block "A"` {{in the kernel, here}}
%a = schedule.get_block "A" in %root
// expected-error @below {{cannot drop the predicate of 'A': expected loops that have iterations}}
schedule.drop_predicate %a
