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
^bb0(%w: memref<4x2xf32, strided<[?, 1], offset: ?>>, %x: memref<2x4xf32, strided<[?, 1], offset: ?>>, %y: memref<4x4xf32>):
  te.hardware_intrin "gemm"(r %w : memref<4x2xf32, strided<[?, 1], offset: ?>>, r %x : memref<2x4xf32, strided<[?, 1], offset: ?>>, w %y : memref<4x4xf32>)
  te.yield
} reset {
^bb0(%y: memref<4x4xf32>):
  te.hardware_intrin "fill_zero"(w %y : memref<4x4xf32>)
  te.yield
} update {
^bb0(%w: memref<4x2xf32, strided<[?, 1], offset: ?>>, %x: memref<2x4xf32, strided<[?, 1], offset: ?>>, %y: memref<4x4xf32>):
  te.hardware_intrin "gemm_add"(r %w : memref<4x2xf32, strided<[?, 1], offset: ?>>, r %x : memref<2x4xf32, strided<[?, 1], offset: ?>>, rw %y : memref<4x4xf32>)
  te.yield
}
// STEPS
%c = schedule.get_block "C" in %root
%i, %j, %k = schedule.get_loops of %c
%io, %jo, %ko, %il, %jl, %kl = schedule.tile %i, %j, %k by [4, 4, 2]

// CASE: (P7) The reduction goes on outside, but the instruction cannot start one.
// LINES: `^bb0(%w: memref<4x2xf32, strided<[?, 1], offset: ?>>, %x: memref<2x4xf32, strided<[?, 1], offset: ?>>, %y: memref<4x4xf32>):`#1 to `te.hardware_intrin "gemm_add"`
//| ^bb0(%w: memref<4x2xf32, strided<[?, 1], offset: ?>>, %x: memref<2x4xf32, strided<[?, 1], offset: ?>>, %y: memref<4x4xf32, strided<[?, 1], offset: ?>>):
//|   te.hardware_intrin "gemm"(r %w : memref<4x2xf32, strided<[?, 1], offset: ?>>, r %x : memref<2x4xf32, strided<[?, 1], offset: ?>>, w %y : memref<4x4xf32, strided<[?, 1], offset: ?>>)
// expected-note at `%0 = te.compute [8` {{in the kernel, here}}
// expected-note at `te.tensor_intrin` {{declared here}}
// expected-error @below {{cannot tensorize with @gemm: expected a region 'reset': the reduction goes on outside of the tile}}
%t = schedule.tensorize %il with @gemm

// CASE: (P7) The block goes on with a reduction, but the instruction cannot.
// LINES: `^bb0(%w: memref<4x2xf32, strided<[?, 1], offset: ?>>, %x: memref<2x4xf32, strided<[?, 1], offset: ?>>, %y: memref<4x4xf32>):`#1 to `te.hardware_intrin "gemm_add"`
//| ^bb0(%w: memref<4x2xf32, strided<[?, 1], offset: ?>>, %x: memref<2x4xf32, strided<[?, 1], offset: ?>>, %y: memref<4x4xf32, strided<[?, 1], offset: ?>>):
//|   te.hardware_intrin "gemm"(r %w : memref<4x2xf32, strided<[?, 1], offset: ?>>, r %x : memref<2x4xf32, strided<[?, 1], offset: ?>>, w %y : memref<4x4xf32, strided<[?, 1], offset: ?>>)
// expected-note at `%0 = te.compute [8` {{in the kernel, here}}
// expected-note at `te.tensor_intrin` {{declared here}}
%init = schedule.decompose_reduction %c, %ko
// expected-error @below {{cannot tensorize with @gemm: expected a region 'update': the tile goes on with a reduction}}
%t = schedule.tensorize %il with @gemm

// CASE: (P7) The instruction takes its operand from another memory.
// EDIT: `>, %x: memref<2x4xf32, strided<[?, 1], offset: ?>>, %y: memref<4x4xf32` -> `, "vdla.inp_buffer">, %x: memref<2x4xf32, strided<[?, 1], offset: ?>>, %y: memref<4x4xf32, strided<[?, 1], offset: ?>`
// EDIT: `: memref<4x4xf32>):` -> `: memref<4x4xf32, strided<[?, 1], offset: ?>>):`
// EDIT: `te.hardware_intrin "fill_zero"(w %y : memref<4x4xf32>)` -> `te.hardware_intrin "fill_zero"(w %y : memref<4x4xf32, strided<[?, 1], offset: ?>>)`
// EDIT: `>, r %x : memref<2x4xf32, strided<[?, 1], offset: ?>>, w %y : memref<4x4xf32` -> `, "vdla.inp_buffer">, r %x : memref<2x4xf32, strided<[?, 1], offset: ?>>, w %y : memref<4x4xf32, strided<[?, 1], offset: ?>`
// EDIT: `>, r %x : memref<2x4xf32, strided<[?, 1], offset: ?>>, rw %y : memref<4x4xf32` -> `, "vdla.inp_buffer">, r %x : memref<2x4xf32, strided<[?, 1], offset: ?>>, rw %y : memref<4x4xf32, strided<[?, 1], offset: ?>`
// expected-note at `%0 = te.compute [8` {{in the kernel, here}}
// expected-note at `te.tensor_intrin` {{declared here}}
// expected-error @below {{cannot tensorize with @gemm: expected 'memref<4x2xf32, strided<[?, 1], offset: ?>, "vdla.inp_buffer">' for operand 0, got 'memref<4x2xf32, strided<[6, 1], offset: ?>>'}}
%t = schedule.tensorize %il with @gemm

// CASE: (P7) The instruction takes no strides.
// expected-note at `%0 = te.compute [8` {{in the kernel, here}}
// expected-note at `te.tensor_intrin` {{declared here}}
// expected-error @below {{cannot tensorize with @gemm: expected 'memref<4x4xf32>' for the result, got 'memref<4x4xf32, strided<[8, 1], offset: ?>>'}}
%t = schedule.tensorize %il with @gemm

// PAYLOAD
func.func @kernel(%a: memref<8x8xf32, affine_map<(d0, d1) -> (d0 floordiv 2, d1, d0 mod 2)>>, %c: memref<8x8xf32>) {
  affine.for %i = 0 to 4 {
    affine.for %j = 0 to 4 {
      te.block "C" [false, false] affine_map<(i, j) -> (i, j)>(%i, %j) captures(%a, %c : memref<8x8xf32, affine_map<(d0, d1) -> (d0 floordiv 2, d1, d0 mod 2)>>, memref<8x8xf32>) do {
      ^bb0(%v: index, %w: index, %aa: memref<8x8xf32, affine_map<(d0, d1) -> (d0 floordiv 2, d1, d0 mod 2)>>, %cc: memref<8x8xf32>):
        %0 = affine.load %aa[%v, %w] : memref<8x8xf32, affine_map<(d0, d1) -> (d0 floordiv 2, d1, d0 mod 2)>>
        affine.store %0, %cc[%v, %w] : memref<8x8xf32>
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

// CASE: (P7) A buffer in blocks.
// expected-note at `te.block "C"` {{in the kernel, here}}
// expected-note at `te.tensor_intrin` {{declared here}}
%c = schedule.get_block "C" in %root
%i, %j = schedule.get_loops of %c
// expected-error @below {{cannot tensorize with @copy: expected a buffer with strides for operand 0, got 'memref<8x8xf32, affine_map<(d0, d1) -> (d0 floordiv 2, d1, d0 mod 2)>>'}}
%t = schedule.tensorize %i with @copy
