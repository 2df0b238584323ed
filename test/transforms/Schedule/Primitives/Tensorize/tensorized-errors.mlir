// RUN: %cases %s | tvm-opt --pass-pipeline='builtin.module(convert-te-to-loops,schedule-apply)' -split-input-file -verify-diagnostics

// PAYLOAD
func.func @kernel(%a: tensor<8x6xf32>, %b: tensor<6x8xf32>) -> tensor<8x8xf32> {
  %0 = te.compute [8, 6] spatial 2 tag "A" {
  ^bb0(%i: index, %k: index):
    %x = te.read %a[%i, %k] : tensor<8x6xf32>
    te.yield %x : f32
  } : tensor<8x6xf32>
  %1 = te.compute [8, 8, 6] spatial 2 reduce sum tag "C" {
  ^bb0(%i: index, %j: index, %k: index):
    %x = te.read %0[%i, %k] : tensor<8x6xf32>
    %y = te.read %b[%k, %j] : tensor<6x8xf32>
    %z = arith.mulf %x, %y : f32
    te.yield %z : f32
  } : tensor<8x8xf32>
  return %1 : tensor<8x8xf32>
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
} reset {
^bb0(%y: memref<4x4xf32, strided<[?, 1], offset: ?>>):
  te.hardware_intrin "fill_zero"(w %y : memref<4x4xf32, strided<[?, 1], offset: ?>>)
  te.yield
} update {
^bb0(%w: memref<4x2xf32, strided<[?, 1], offset: ?>>, %x: memref<2x4xf32, strided<[?, 1], offset: ?>>, %y: memref<4x4xf32, strided<[?, 1], offset: ?>>):
  te.hardware_intrin "gemm_add"(r %w : memref<4x2xf32, strided<[?, 1], offset: ?>>, r %x : memref<2x4xf32, strided<[?, 1], offset: ?>>, rw %y : memref<4x4xf32, strided<[?, 1], offset: ?>>)
  te.yield
}
// STEPS
%c = schedule.get_block "C" in %root
%i, %j, %k = schedule.get_loops of %c
%io, %jo, %ko, %il, %jl, %kl = schedule.tile %i, %j, %k by [4, 4, 2]
%t = schedule.tensorize %il with @gemm

// CASE: Views are of the buffer that it was: a copy is made before tensorize.
// expected-note at `%1 = te.compute [8` {{in the kernel, here}}
// expected-note at `%1 = te.compute [8` {{here}}
// expected-error @below {{cannot cache what 'C' reads: expected a buffer that is only loaded from}}
%copy = schedule.cache_read %t, 0 to "local" at %ko

// CASE: The same of a copy of all of the buffer.
// expected-note at `%1 = te.compute [8` {{in the kernel, here}}
// expected-note at `%1 = te.compute [8` {{here}}
// expected-error @below {{cannot cache what 'C' reads: expected a buffer that is only loaded from}}
%copy = schedule.cache_read %t, 0

// CASE: The same of a producer.
// expected-note at `%0 = te.compute [8` {{in the kernel, here}}
// expected-note at `%1 = te.compute [8` {{here}}
%p = schedule.get_block "A" in %root
// expected-error @below {{cannot compute 'A' at a loop: expected a buffer that is only loaded from}}
%at = schedule.compute_at %p, %ko

// CASE: The same of a scope.
// expected-note at `%0 = te.compute [8` {{in the kernel, here}}
// expected-note at `%1 = te.compute [8` {{here}}
%p = schedule.get_block "A" in %root
// expected-error @below {{cannot set the scope of what 'A' writes: expected a buffer that is only loaded from and stored to}}
schedule.set_scope %p to "vdla.inp_buffer"

// CASE: The same of a copy of the result.
// expected-note at `%1 = te.compute [8` {{in the kernel, here}}
// expected-error @below {{cannot cache what 'C' writes: expected a block that writes buffers, at its spatial axes, and does not read them}}
%w = schedule.cache_write %t

// CASE: Nothing to inline.
// expected-note at `%1 = te.compute [8` {{in the kernel, here}}
// expected-error @below {{cannot inline 'C' where it is read: expected 'C' to have no reduction axes}}
schedule.compute_inline %t
