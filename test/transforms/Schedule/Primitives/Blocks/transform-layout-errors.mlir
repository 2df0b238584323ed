// RUN: %cases %s | tvm-opt --transform-interpreter -split-input-file -verify-diagnostics

// PAYLOAD
func.func @kernel(%w: memref<3x6xf32> {graph.constant}, %y: memref<3x6xf32>) {
  affine.for %i = 0 to 3 {
    affine.for %j = 0 to 6 {
      te.block "B" [false, false] affine_map<(i, j) -> (i, j)>(%i, %j) captures(%w, %y : memref<3x6xf32>, memref<3x6xf32>) do {
      ^bb0(%vi: index, %vj: index, %x: memref<3x6xf32>, %z: memref<3x6xf32>):
        %0 = affine.load %x[%vi, %vj] : memref<3x6xf32>
        affine.store %0, %z[%vi, %vj] : memref<3x6xf32>
        te.yield
      }
    }
  }
  return
}
// STEPS
%b = schedule.get_block "B" in %root

// CASE: (P1) Callers do not know of another layout of what they pass at run time.
// EDIT: `> {graph.constant}` -> `>`
// expected-note at `te.block "B"` {{in the kernel, here}}
// expected-error @below {{expected a buffer that the kernel allocates, or a constant}}
schedule.transform_layout %b capture 0 to affine_map<(i, j) -> (j, i)>

// CASE: (P1) Sizes that are not known.
// EDIT: `: memref<3x6xf32>,` -> `: memref<?x6xf32>,`
// EDIT: `3x6xf32> {` -> `?x6xf32> {`
// EDIT: `%0 = affine.load %x[%vi, %vj] : memref<3x6xf32>` -> `%0 = affine.load %x[%vi, %vj] : memref<?x6xf32>`
// expected-note at `te.block "B"` {{in the kernel, here}}
// expected-error @below {{cannot transform the layout of a buffer of 'B': expected a buffer of static shape, of rank 1 at least}}
schedule.transform_layout %b capture 0 to affine_map<(i, j) -> (j, i)>

// CASE: (P1) A layout over other dimensions.
// expected-note at `te.block "B"` {{in the kernel, here}}
// expected-error @below {{expected a layout over 2 dimensions, got one over 1}}
schedule.transform_layout %b capture 0 to affine_map<(i) -> (i)>

// CASE: (P2) Something else than a block uses it.
// BEFORE: `affine.for %i`
//| memref.dealloc %w : memref<3x6xf32>
// expected-note at `memref.dealloc` {{here}}
// expected-note at `te.block "B"` {{in the kernel, here}}
// expected-error @below {{expected only blocks to use it}}
schedule.transform_layout %b capture 0 to affine_map<(i, j) -> (j, i)>

// CASE: (P2) Subscripts that data decides.
// EDIT: `affine.load` -> `memref.load`
// expected-note at `te.block "B"` {{in the kernel, here}}
// expected-note at `%0 = memref.load %x` {{here}}
// expected-error @below {{expected affine accesses only}}
schedule.transform_layout %b capture 0 to affine_map<(i, j) -> (j, i)>

// CASE: (P3) Two elements at one place.
// expected-note at `te.block "B"` {{in the kernel, here}}
// expected-error @below {{expected a layout with a place for every element}}
schedule.transform_layout %b capture 0 to affine_map<(i, j) -> (i + j)>

// CASE: (P3) Places in front of the buffer.
// expected-note at `te.block "B"` {{in the kernel, here}}
// expected-error @below {{expected places that are not negative}}
schedule.transform_layout %b capture 0 to affine_map<(i, j) -> (i, j - 1)>

// CASE: There is no such capture.
// expected-note at `te.block "B"` {{in the kernel, here}}
// expected-error @below {{expected one of 2 captures, got #7}}
schedule.transform_layout %b capture 7 to affine_map<(i, j) -> (j, i)>

// CASE: There is no such capture.
// expected-note at `te.block "B"` {{in the kernel, here}}
// expected-error @below {{expected one of 2 captures, got #-1}}
schedule.transform_layout %b capture -1 to affine_map<(i, j) -> (j, i)>

// PAYLOAD
func.func @kernel(%x: memref<8xf32> {graph.constant}, %y: memref<8xf32>) {
  affine.for %i = 0 to 8 {
    te.block "C" [false] affine_map<(i) -> (i)>(%i) captures(%x, %y : memref<8xf32>, memref<8xf32>) do {
    ^bb0(%v: index, %s: memref<8xf32>, %d: memref<8xf32>):
      %0 = affine.load %s[%v] : memref<8xf32>
      affine.store %0, %d[%v] : memref<8xf32>
      te.yield
    }
  }
  return
}
// STEPS
%c = schedule.get_block "C" in %root

// CASE: Places that are too many.
// expected-note at `te.block "C"` {{in the kernel, here}}
// expected-error @below {{expected places that are not negative, at most 2147483648 of them}}
schedule.transform_layout %c capture 0 to affine_map<(i) -> (i * 4611686018427387904, i)>

// CASE: Vectors of it are loaded.
// LINES: `%0 = affine.load %s` to `affine.store`
//| %0 = vector.load %s[%v] : memref<8xf32>, vector<1xf32>
//| %1 = vector.extract %0[0] : f32 from vector<1xf32>
//| affine.store %1, %d[%v] : memref<8xf32>
// expected-note at `te.block "C"` {{in the kernel, here}}
// expected-note at `%0 = vector.load %s` {{here}}
// expected-error @below {{expected affine accesses only}}
schedule.transform_layout %c capture 0 to affine_map<(i) -> (7 - i)>
