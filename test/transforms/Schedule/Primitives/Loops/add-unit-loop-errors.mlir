// RUN: %cases %s | tvm-opt --pass-pipeline='builtin.module(convert-te-to-loops,schedule-apply)' -split-input-file -verify-diagnostics

// PAYLOAD
func.func @kernel(%x: memref<8xf32>) {
  %zero = arith.constant 0.0 : f32
  %0 = affine.for %i = 0 to 8 iter_args(%s = %zero) -> f32 {
    te.block "A" [false] affine_map<(d0) -> (d0)>(%i)
        captures(%x : memref<8xf32>) do {
    ^bb0(%v0: index, %y: memref<8xf32>):
      te.yield
    }
    affine.yield %s : f32
  }
  return
}

// CASE: (P1) A loop that carries values.
// expected-note at `%0 = affine.for %i` {{in the kernel, here}}
%a = schedule.get_block "A" in %root
%i = schedule.get_loops of %a
// expected-error @below {{cannot add a loop: expected one that carries no values}}
%u = schedule.add_unit_loop %i

// PAYLOAD
func.func @kernel(%x: tensor<9x10xf32>) -> tensor<9x10xf32> {
  %0 = te.compute [9, 10] spatial 2 tag "A" {
  ^bb0(%i: index, %j: index):
    %a = te.read %x[%i, %j] : tensor<9x10xf32>
    te.yield %a : f32
  } : tensor<9x10xf32>
  %1 = te.compute [9, 10] spatial 2 tag "B" {
  ^bb0(%i: index, %j: index):
    %a = te.read %0[%i, %j] : tensor<9x10xf32>
    te.yield %a : f32
  } : tensor<9x10xf32>
  return %1 : tensor<9x10xf32>
}

// CASE: A loop or a block.
// expected-note at `func.func @kernel` {{this operation}}
%f = schedule.get_kernel "kernel" in %root
// expected-error @below {{expected a handle to a loop or a block, got 'func.func'}}
%u = schedule.add_unit_loop %f

// CASE: One loop or block: the inner one is gone after fuse.
%a = schedule.get_block "A" in %root
%i, %j = schedule.get_loops of %a
%f = schedule.fuse %i, %j
// expected-error @below {{expected a handle to one operation, got 0}}
%u = schedule.add_unit_loop %j
