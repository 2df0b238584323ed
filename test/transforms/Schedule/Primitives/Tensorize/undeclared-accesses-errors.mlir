// RUN: %cases %s | tvm-opt --transform-interpreter --split-input-file --verify-diagnostics

// Declared regions of a block are compared with the accesses of its operations.

// PAYLOAD
func.func @kernel(%a: memref<40xf32>) {
  affine.for %i = 0 to 8 {
    te.block "C" [false] affine_map<(i) -> (i)>(%i) captures(%a : memref<40xf32>) reads [] writes [#te.region<0, (d0) -> (d0 * 4), [4]>] do {
    ^bb0(%v: index, %d: memref<40xf32>):
      %at = affine.apply affine_map<(i) -> (i * 4)>(%v)
      %view = memref.subview %d[%at] [3] [2] : memref<40xf32> to memref<3xf32, strided<[2], offset: ?>>
      te.hardware_intrin "fill"(w %view : memref<3xf32, strided<[2], offset: ?>>)
      te.yield
    }
  }
  return
}
// STEPS
%c = schedule.get_block "C" in %root
%i = schedule.get_loops of %c

// CASE: A store elsewhere.
// EDIT: `40xf32>) {` -> `9xf32>, %b: memref<9xf32>) {`
// LINES: `te.block "C"` to `te.hardware_intrin`
//| te.block "C" [false] affine_map<(i) -> (i)>(%i) captures(%a, %b : memref<9xf32>, memref<9xf32>) reads [#te.region<0, (d0) -> (d0), [1]>] writes [#te.region<1, (d0) -> (d0), [1]>] do {
//| ^bb0(%v: index, %s: memref<9xf32>, %d: memref<9xf32>):
//|   %0 = affine.load %s[%v] : memref<9xf32>
//|   affine.store %0, %d[%v + 1] : memref<9xf32>
// expected-note at `affine.for %i` {{in the kernel, here}}
// expected-note at `affine.store %0` {{this operation}}
// expected-error @below {{cannot parallelize: no proof where a block may access undeclared elements}}
schedule.parallel %i

// CASE: A loop in the body that goes one too far in the last iteration.
// LINES: `%at = affine.apply affine_map` to `te.hardware_intrin`
//| %zero = arith.constant 0.0 : f32
//| affine.for %k = 0 to 5 {
//|   affine.store %zero, %d[%v * 4 + %k] : memref<40xf32>
//| }
// expected-note at `affine.for %i` {{in the kernel, here}}
// expected-note at `affine.store %zero` {{this operation}}
// expected-error @below {{cannot parallelize: no proof where a block may access undeclared elements}}
schedule.parallel %i

// CASE: An instruction on a view that is larger.
// expected-note at `affine.for %i` {{in the kernel, here}}
// expected-note at `te.hardware_intrin` {{this operation}}
// expected-error @below {{cannot parallelize: no proof where a block may access undeclared elements}}
schedule.parallel %i

// PAYLOAD
func.func @kernel(%a: memref<8xf32>, %t: memref<7xf32>, %p: memref<8xindex>) {
  affine.for %i = 0 to 8 {
    te.block "C" [false] affine_map<(i) -> (i)>(%i) captures(%a, %t, %p : memref<8xf32>, memref<7xf32>, memref<8xindex>) reads [#te.region<1, (d0) -> (0), [6]>, #te.region<2, (d0) -> (d0), [1]>] writes [#te.region<0, (d0) -> (d0), [1]>] do {
    ^bb0(%v: index, %d: memref<8xf32>, %s: memref<7xf32>, %q: memref<8xindex>):
      %at = affine.load %q[%v] : memref<8xindex>
      %0 = memref.load %s[%at] : memref<7xf32>
      affine.store %0, %d[%v] : memref<8xf32>
      te.yield
    }
  }
  return
}
// STEPS
%c = schedule.get_block "C" in %root
%i = schedule.get_loops of %c

// CASE: A load of what is only declared as written.
// EDIT: `%t: memref<7xf32>, %p: memref<8xindex` -> `%b: memref<8xf32`
// LINES: `te.block "C"` to `%0 = memref.load`
//| te.block "C" [false] affine_map<(i) -> (i)>(%i) captures(%a, %b : memref<8xf32>, memref<8xf32>) reads [#te.region<0, (d0) -> (d0), [1]>] writes [#te.region<1, (d0) -> (d0), [1]>] do {
//| ^bb0(%v: index, %s: memref<8xf32>, %d: memref<8xf32>):
//|   %0 = affine.load %d[%v] : memref<8xf32>
// expected-note at `affine.for %i` {{in the kernel, here}}
// expected-note at `%0 = affine.load %d` {{this operation}}
// expected-error @below {{cannot parallelize: no proof where a block may access undeclared elements}}
schedule.parallel %i

// CASE: The same with less of the buffer.
// expected-note at `affine.for %i` {{in the kernel, here}}
// expected-note at `%0 = memref.load %s` {{this operation}}
// expected-error @below {{cannot parallelize: no proof where a block may access undeclared elements}}
schedule.parallel %i

// PAYLOAD
func.func @kernel(%a: memref<40xf32>, %t: memref<7xf32>, %p: memref<8xindex>) {
  affine.for %i = 0 to 8 {
    te.block "C" [false] affine_map<(i) -> (i)>(%i) captures(%a, %t, %p : memref<40xf32>, memref<7xf32>, memref<8xindex>) reads [#te.region<1, (d0) -> (0), [7]>, #te.region<2, (d0) -> (d0), [1]>] writes [#te.region<0, (d0) -> (d0 * 4), [4]>] do {
    ^bb0(%v: index, %d: memref<40xf32>, %s: memref<7xf32>, %q: memref<8xindex>):
      %at = affine.load %q[%v] : memref<8xindex>
      %0 = memref.load %s[%at] : memref<7xf32>
      %mine = memref.alloca() : memref<1xf32>
      affine.store %0, %mine[0] : memref<1xf32>
      affine.for %k = 0 to 5 {
        affine.if affine_set<(k) : (3 - k >= 0)>(%k) {
          affine.store %0, %d[%v * 4 + %k] : memref<40xf32>
        }
      }
      te.yield
    }
  }
  return
}

// CASE: The same where a condition keeps it from that, and subscripts that data
// decides with all of a buffer declared: accepted.
%c = schedule.get_block "C" in %root
%i = schedule.get_loops of %c
schedule.parallel %i

// PAYLOAD
func.func @kernel(%a: memref<8xf32>, %b: memref<8x4xf32>) {
  affine.for %i = 0 to 8 {
    affine.for %k = 0 to 4 {
      te.block "C" [false, true] affine_map<(i, k) -> (i, k)>(%i, %k) captures(%a, %b : memref<8xf32>, memref<8x4xf32>) reads [#te.region<0, (d0, d1) -> (d0), [1]>, #te.region<1, (d0, d1) -> (d0, d1), [1, 1]>] writes [#te.region<0, (d0, d1) -> (d0), [1]>] init {
      ^bb0(%v: index, %w: index, %d: memref<8xf32>, %s: memref<8x4xf32>):
        %0 = affine.load %s[%v, 0] : memref<8x4xf32>
        affine.store %0, %d[%v] : memref<8xf32>
        te.yield
      } do {
      ^bb0(%v: index, %w: index, %d: memref<8xf32>, %s: memref<8x4xf32>):
        %0 = affine.load %d[%v] : memref<8xf32>
        %1 = affine.load %s[%v, %w] : memref<8x4xf32>
        %2 = arith.addf %0, %1 : f32
        affine.store %2, %d[%v] : memref<8xf32>
        te.yield
      }
    }
  }
  return
}

// CASE: An initialisation that reads.
// expected-note at `affine.for %i` {{in the kernel, here}}
// expected-note at `%0 = affine.load %s` {{this operation}}
%c = schedule.get_block "C" in %root
%i, %k = schedule.get_loops of %c
// expected-error @below {{cannot parallelize: no proof where a block may access undeclared elements}}
schedule.parallel %i
