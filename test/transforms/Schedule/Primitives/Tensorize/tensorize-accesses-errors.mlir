// RUN: %cases %s | tvm-opt --pass-pipeline='builtin.module(convert-te-to-loops,schedule-apply)' -split-input-file -verify-diagnostics

// PAYLOAD
func.func @kernel(%a: tensor<8x6xf32>, %b: tensor<6x8xf32>) -> tensor<8x8xf32> {
  %0 = te.compute [8, 8, 6] spatial 2 reduce sum tag "C" {
  ^bb0(%i: index, %j: index, %k: index):
    %x = te.read %a[%i, %k] : tensor<8x6xf32>
    %y = te.read %b[%k, %j] : tensor<6x8xf32>
    %z = arith.mulf %x, %y : f32
    te.yield %z : f32
  } : tensor<8x8xf32>
  return %0 : tensor<8x8xf32>
}
te.tensor_intrin @gemm {
^bb0(%w: tensor<4x2xf32>, %x: tensor<2x4xf32>):
  %y = te.compute [4, 4, 2] spatial 2 reduce sum {
  ^bb0(%i: index, %j: index, %k: index):
    %0 = te.read %w[%i, %k] : tensor<4x2xf32>
    %1 = te.read %x[%k, %j] : tensor<2x4xf32>
    %2 = arith.mulf %0, %1 : f32
    te.yield %2 : f32
  } : tensor<4x4xf32>
  te.yield %y : tensor<4x4xf32>
} compute {
^bb0(%w: memref<4x2xf32, strided<[?, 1], offset: ?>>, %x: memref<2x4xf32, strided<[?, 1], offset: ?>>, %y: memref<4x4xf32, strided<[?, 1], offset: ?>>):
  te.hardware_intrin "gemm"(r %w : memref<4x2xf32, strided<[?, 1], offset: ?>>, r %x : memref<2x4xf32, strided<[?, 1], offset: ?>>, w %y : memref<4x4xf32, strided<[?, 1], offset: ?>>)
  te.yield
}
// STEPS
%c = schedule.get_block "C" in %root
%i, %j, %k = schedule.get_loops of %c
%io, %jo, %ko, %il, %jl, %kl = schedule.tile %i, %j, %k by [4, 4, 2]

// CASE: (P6) A square: both factors are read at one place. The first reading that differs is
// named, in the order of the kernel.
// EDIT: `, %y :` -> `, %x :`
// expected-note at `%x = te.read %a` {{in the kernel, here}}
// expected-note at `%1 = te.read %x` {{declared here}}
// expected-error @below {{cannot tensorize with @gemm: expected an access at (d0, d1, d2) -> (d2, d1) in the tile, got (d0, d1, d2) -> (d0, d2)}}
%t = schedule.tensorize %il with @gemm

// CASE: (P6) The second operand is transposed.
// EDIT: `6x8xf32>) ->` -> `8x6xf32>) ->`
// EDIT: `%k, %j] : tensor<6x8xf32` -> `%j, %k] : tensor<8x6xf32`
// expected-note at `%y = te.read %b` {{in the kernel, here}}
// expected-note at `%1 = te.read %x` {{declared here}}
// expected-error @below {{cannot tensorize with @gemm: expected an access at (d0, d1, d2) -> (d2, d1) in the tile, got (d0, d1, d2) -> (d1, d2)}}
%t = schedule.tensorize %il with @gemm

// CASE: (P6) The operand stays where it is along an axis.
// EDIT: `8x6xf32>, %b` -> `6xf32>, %b`
// EDIT: `%i, %k] : tensor<8x6xf32` -> `%k] : tensor<6xf32`
// expected-note at `%x = te.read %a` {{in the kernel, here}}
// expected-note at `%0 = te.read %w` {{declared here}}
// expected-error @below {{cannot tensorize with @gemm: expected an access that varies in 2 dimensions}}
%t = schedule.tensorize %il with @gemm

// PAYLOAD
func.func @kernel(%a: memref<8x8xf32>, %c: memref<8x8xf32>) {
  affine.for %i = 0 to 4 {
    affine.for %j = 0 to 4 {
      te.block "C" [false, false] affine_map<(i, j) -> (i, j)>(%i, %j) captures(%a, %c : memref<8x8xf32>, memref<8x8xf32>) do {
      ^bb0(%v: index, %w: index, %aa: memref<8x8xf32>, %cc: memref<8x8xf32>):
        %0 = affine.load %aa[%v, %w] : memref<8x8xf32>
        affine.store %0, %cc[%v + %w, %w] : memref<8x8xf32>
        te.yield
      }
    }
  }
  return
}
te.tensor_intrin @copy {
^bb0(%s: tensor<4x4xf32>):
  %y = te.compute [4, 4] spatial 2 {
  ^bb0(%i: index, %j: index):
    %0 = te.read %s[%i, %j] : tensor<4x4xf32>
    te.yield %0 : f32
  } : tensor<4x4xf32>
  te.yield %y : tensor<4x4xf32>
} compute {
^bb0(%s: memref<4x4xf32, strided<[?, ?], offset: ?>>, %y: memref<4x4xf32, strided<[?, ?], offset: ?>>):
  te.hardware_intrin "copy"(r %s : memref<4x4xf32, strided<[?, ?], offset: ?>>, w %y : memref<4x4xf32, strided<[?, ?], offset: ?>>)
  te.yield
}
// STEPS
%c = schedule.get_block "C" in %root

// CASE: (P6) It copies a buffer to another part of it.
// EDIT: `%w, %w` -> `4, %w`
// EDIT: `%aa[%v, %w` -> `%cc[%v, %w`
// EDIT: `%a: memref<8x8xf32>, %c` -> `%c`
// EDIT: `%aa: memref<8x8xf32>, %cc` -> `%cc`
// EDIT: `%a, %c : memref<8x8xf32>,` -> `%c :`
// expected-note at `%0 = affine.load %cc` {{in the kernel, here}}
// expected-note at `%0 = te.read %s` {{declared here}}
%i, %j = schedule.get_loops of %c
// expected-error @below {{cannot tensorize with @copy: expected an input that the block does not write}}
%t = schedule.tensorize %i with @copy

// CASE: (P6) A diagonal.
// EDIT: `%v + %w, %w` -> `%v, %v`
// expected-note at `affine.store %0` {{in the kernel, here}}
// expected-note at `%y = te.compute [4` {{declared here}}
%i, %j = schedule.get_loops of %c
// expected-error @below {{cannot tensorize with @copy: expected a loop of its own for axis 1}}
%t = schedule.tensorize %i with @copy

// CASE: (P6) A skewed result.
// expected-note at `affine.store %0` {{in the kernel, here}}
// expected-note at `%y = te.compute [4` {{declared here}}
%i, %j = schedule.get_loops of %c
// expected-error @below {{cannot tensorize with @copy: expected subscripts of the result with one loop each}}
%t = schedule.tensorize %i with @copy

// CASE: (P6) Neighbours that are further away than declared.
// EDIT: `: tensor<4x4xf32>)` -> `: tensor<4x5xf32>)`
// EDIT: `%s: memref<4x4xf32` -> `%s: memref<4x5xf32`
// EDIT: `%s : memref<4x4xf32` -> `%s : memref<4x5xf32`
// LINES: `affine.store %0`
//| %1 = affine.load %aa[%v, %w + 2] : memref<8x8xf32>
//| %2 = arith.subf %0, %1 : f32
//| affine.store %2, %cc[%v, %w] : memref<8x8xf32>
// LINES: `%0 = te.read %s` to `te.yield`
//| %0 = te.read %s[%i, %j] : tensor<4x5xf32>
//| %1 = te.read %s[%i, %j + 1] : tensor<4x5xf32>
//| %2 = arith.subf %0, %1 : f32
//| te.yield %2 : f32
// expected-note at `%1 = affine.load %aa` {{in the kernel, here}}
// expected-note at `%1 = te.read %s` {{declared here}}
%i, %j = schedule.get_loops of %c
// expected-error @below {{cannot tensorize with @copy: expected an access of the same part of the buffer as others of operand 0}}
%t = schedule.tensorize %i with @copy

// CASE: (P6) A loop that the result does not vary with.
// LINES: `te.block "C"` to `affine.store`
//| affine.for %l = 0 to 4 {
//|   te.block "C" [false, false, false] affine_map<(i, j, k) -> (i, j, k)>(%i, %j, %l) captures(%a, %c : memref<8x8xf32>, memref<8x8xf32>) do {
//|   ^bb0(%v: index, %w: index, %u: index, %aa: memref<8x8xf32>, %cc: memref<8x8xf32>):
//|     %0 = affine.load %aa[%v, %u] : memref<8x8xf32>
//|     affine.store %0, %cc[%v, %u] : memref<8x8xf32>
// AFTER: `te.yield`#1
//| }
// expected-note at `affine.for %j` {{in the kernel, here}}
// expected-note at `%y = te.compute [4` {{declared here}}
%i, %j, %l = schedule.get_loops of %c
// expected-error @below {{cannot tensorize with @copy: expected loops that the result varies with, or of a reduction}}
%t = schedule.tensorize %i with @copy

// PAYLOAD
func.func @kernel(%a: memref<24xf32>, %b: memref<2x12xf32>) {
  affine.for %j = 0 to 24 {
    te.block "C" [false] affine_map<(j) -> (j)>(%j) captures(%a, %b : memref<24xf32>, memref<2x12xf32>) do {
    ^bb0(%vj: index, %x: memref<24xf32>, %y: memref<2x12xf32>):
      %0 = affine.load %x[%vj] : memref<24xf32>
      affine.store %0, %y[%vj floordiv 12, %vj mod 12] : memref<2x12xf32>
      te.yield
    }
  }
  return
}
te.tensor_intrin @copy8 {
^bb0(%x: tensor<8xf32>):
  %y = te.compute [8] spatial 1 {
  ^bb0(%i: index):
    %0 = te.read %x[%i] : tensor<8xf32>
    te.yield %0 : f32
  } : tensor<8xf32>
  te.yield %y : tensor<8xf32>
} compute {
^bb0(%x: memref<8xf32, strided<[1], offset: ?>>, %y: memref<8xf32, strided<[1], offset: ?>>):
  te.hardware_intrin "copy8"(r %x : memref<8xf32, strided<[1], offset: ?>>, w %y : memref<8xf32, strided<[1], offset: ?>>)
  te.yield
}

// CASE: (P3) Tiles of 8 that those of 12 do not begin with.
// expected-note at `te.block "C"` {{in the kernel, here}}
// expected-note at `affine.store %0` {{here}}
%c = schedule.get_block "C" in %root
%j = schedule.get_loops of %c
%jo, %jl = schedule.split %j by [0, 8]
// expected-error @below {{expected loads and stores of captured buffers alone, under no condition, at subscripts that vary linearly in the tile}}
%t = schedule.tensorize %jl with @copy8
