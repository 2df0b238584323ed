// RUN: %cases %s | tvm-opt --transform-interpreter -split-input-file -verify-diagnostics

// PAYLOAD
func.func @kernel(%a: memref<4x4xf32>, %b: memref<4x4xf32>) {
  affine.for %i = 0 to 4 {
    affine.for %j = 0 to 4 {
      te.block "B" [false, false] affine_map<(i, j) -> (i, j)>(%i, %j) captures(%a, %b : memref<4x4xf32>, memref<4x4xf32>) do {
      ^bb0(%vi: index, %vj: index, %x: memref<4x4xf32>, %y: memref<4x4xf32>):
        %zero = arith.constant 0.0 : f32
        %three = arith.constant 3 : index
        %inside = arith.cmpi ult, %vi, %three : index
        %0 = scf.if %inside -> f32 {
          %1 = affine.load %x[%vj, %vi + 1] : memref<4x4xf32>
          scf.yield %1 : f32
        } else {
          scf.yield %zero : f32
        }
        affine.store %0, %y[%vi, %vj] : memref<4x4xf32>
        te.yield
      }
    }
  }
  return
}

// CASE: (P1) A tile of vectors has no conditions.
// expected-note at `affine.for %i` {{in the kernel, here}}
// expected-note at `affine.for %j` {{a loop inside}}
%b = schedule.get_block "B" in %root
%i, %j = schedule.get_loops of %b
schedule.vectorize %j
// expected-error @below {{cannot vectorize: expected an innermost loop, or one around a vectorized loop of an element-wise block}}
schedule.vectorize %i

// PAYLOAD
func.func @kernel(%a: memref<4x4xf32>, %b: memref<4xf32>) {
  affine.for %i = 0 to 4 {
    affine.for %j = 0 to 4 {
      te.block "B" [false, false] affine_map<(i, j) -> (i, j)>(%i, %j) captures(%a, %b : memref<4x4xf32>, memref<4xf32>) do {
      ^bb0(%vi: index, %vj: index, %x: memref<4x4xf32>, %y: memref<4xf32>):
        %0 = affine.load %x[%vj, %vi] : memref<4x4xf32>
        affine.store %0, %y[%vi] : memref<4xf32>
        te.yield
      }
    }
  }
  return
}
// STEPS
%b = schedule.get_block "B" in %root

// CASE: (P1) Nor does it combine values.
// EDIT: `, false` -> `, true`
// LINES: `affine.store %0`
//| %1 = affine.load %y[%vi] : memref<4xf32>
//| %2 = arith.addf %1, %0 : f32
//| affine.store %2, %y[%vi] : memref<4xf32>
// expected-note at `affine.for %i` {{in the kernel, here}}
// expected-note at `affine.for %j` {{a loop inside}}
%i, %j = schedule.get_loops of %b
schedule.vectorize %j
// expected-error @below {{cannot vectorize: expected an innermost loop, or one around a vectorized loop of an element-wise block}}
schedule.vectorize %i

// CASE: (P3) Lanes of a fused loop would partly combine values and partly not.
// EDIT: `4x4xf32>, %b` -> `4x8xf32>, %b`
// LINES: `affine.for %j` to `affine.store`
//| affine.for %k = 0 to 8 {
//|   te.block "B" [false, true] affine_map<(i, k) -> (i, k)>(%i, %k) captures(%a, %b : memref<4x8xf32>, memref<4xf32>) do {
//|   ^bb0(%vi: index, %vk: index, %x: memref<4x8xf32>, %y: memref<4xf32>):
//|     %0 = affine.load %x[%vi, %vk] : memref<4x8xf32>
//|     %1 = affine.load %y[%vi] : memref<4xf32>
//|     %2 = arith.addf %1, %0 : f32
//|     affine.store %2, %y[%vi] : memref<4xf32>
// expected-note at `affine.for %i` {{in the kernel, here}}
// expected-note at `te.block "B"` {{this block}}
%i, %k = schedule.get_loops of %b
%f = schedule.fuse %i, %k
// expected-error @below {{cannot vectorize: expected a loop that does not fuse spatial and reduction axes of a block}}
schedule.vectorize %f

// CASE: (P2) Points of a tile are computed in any order, but the last one to write
// the element should be the last.
// EDIT: `: memref<4xf32>)` -> `: memref<1xf32>)`
// EDIT: `4xf32>) do` -> `1xf32>) do`
// EDIT: `%vi] : memref<4xf32` -> `0] : memref<1xf32`
// expected-note at `affine.for %i` {{in the kernel, here}}
// expected-note at `affine.store %0` {{'B' writes first, here}}
// expected-note at `affine.store %0` {{'B' writes the same element later, here}}
%i, %j = schedule.get_loops of %b
schedule.vectorize %j
// expected-error @below {{cannot vectorize: it breaks a write-after-write dependence of block 'B' on block 'B'}}
schedule.vectorize %i

// CASE: (P2) The same along the inner loop only.
// expected-note at `affine.for %i` {{in the kernel, here}}
// expected-note at `affine.store %0` {{'B' writes first, here}}
// expected-note at `affine.store %0` {{'B' writes the same element later, here}}
%i, %j = schedule.get_loops of %b
schedule.vectorize %j
// expected-error @below {{cannot vectorize: it breaks a write-after-write dependence of block 'B' on block 'B'}}
schedule.vectorize %i
