// RUN: %cases %s | tvm-opt --pass-pipeline='builtin.module(convert-te-to-loops,schedule-apply)' -split-input-file -verify-diagnostics

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
// STEPS
%a = schedule.get_block "A" in %root
%i, %j = schedule.get_loops of %a

// CASE: (P1) Positive sizes.
// expected-note at `%0 = te.compute [9` {{in the kernel, here}}
// expected-error @below {{cannot tile: expected positive sizes, got 0}}
%io, %jo, %il, %jl = schedule.tile %i, %j by [4, 0]

// CASE: (P2) A perfect nest: the loops are given from the outermost on.
// expected-note at `%0 = te.compute [9` {{in the kernel, here}}
// expected-note at `%0 = te.compute [9` {{the other loop}}
// expected-error @below {{cannot tile: expected a loop that holds nothing but the other one}}
%io, %jo, %il, %jl = schedule.tile %j, %i by [4, 4]

// CASE: (P2) A loop that has a kind.
// expected-note at `%0 = te.compute [9` {{in the kernel, here}}
schedule.vectorize %j
// expected-error @below {{cannot split: expected a serial loop, got one that is vectorized}}
%io, %jo, %il, %jl = schedule.tile %i, %j by [4, 4]

// CASE: (P2) As for split: iterations that do nothing.
// LINES: `%1 = te.compute [9` to `return %1`
//| return %0 : tensor<9x10xf32>
// expected-note at `%0 = te.compute [9` {{in the kernel, here}}
// expected-error @below {{expected factors that add at most 2147483648 iterations, got [0, 9223372036854775807]}}
%io, %jo, %il, %jl = schedule.tile %i, %j by [4, 9223372036854775807]

// PAYLOAD
func.func @kernel(%x: memref<10x10xf32>) {
  affine.for %i = 0 to 8 {
    affine.for %j = 0 to 8 {
      te.block "A" [false, false] affine_map<(d0, d1) -> (d0, d1)>(%i, %j)
          captures(%x : memref<10x10xf32>) do {
      ^bb0(%v0: index, %v1: index, %m: memref<10x10xf32>):
        %a = affine.load %m[%v0, %v1 + 2] : memref<10x10xf32>
        affine.store %a, %m[%v0 + 1, %v1 + 1] : memref<10x10xf32>
        te.yield
      }
    }
  }
  return
}

// CASE: (P2) An element of the row below is read two columns further left: tiles would
// read it too early.
// expected-note at `affine.for %i` {{in the kernel, here}}
// expected-note at `%a = affine.load %m` {{'A' reads the same element later, here}}
// expected-note at `affine.store %a` {{'A' writes first, here}}
%a = schedule.get_block "A" in %root
%i, %j = schedule.get_loops of %a
// expected-error @below {{cannot reorder: it breaks a read-after-write dependence of block 'A' on block 'A'}}
%io, %jo, %il, %jl = schedule.tile %i, %j by [4, 4]

// PAYLOAD

// CASE: (C1) A size for each loop.
// expected-error @below {{'schedule.tile' op expected 1 sizes and 2 results, got 2 and 2}}
%o, %l = schedule.tile %root by [4, 4]

// CASE: (C1) Two results for each loop.
// expected-error @below {{'schedule.tile' op expected 1 sizes and 2 results, got 1 and 1}}
%o = schedule.tile %root by [4]
