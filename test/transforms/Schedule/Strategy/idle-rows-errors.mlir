// RUN: %cases %s | tvm-opt --pass-pipeline='builtin.module(convert-te-to-loops,schedule-generate)' -split-input-file -verify-diagnostics

// Flags of blocks that share rows. The sum of a row has nothing in common with
// the result, and no loop computes what it adds.

// PAYLOAD
func.func @normalize(%x: tensor<4x8xf32>) -> tensor<4x8xf32> attributes {schedule.strategy = #schedule.rows<blocks = ["block0", "block1"], tasks = 2>} {
  %0 = te.compute [4, 8] spatial 1 reduce sum {
  ^bb0(%i: index, %k: index):
    %a = te.read %x[%i, %k] : tensor<4x8xf32>
    te.yield %a : f32
  } : tensor<4xf32>
  %1 = te.compute [4, 8] spatial 2 {
  ^bb0(%i: index, %j: index):
    %a = te.read %x[%i, %j] : tensor<4x8xf32>
    %b = te.read %0[%i] : tensor<4xf32>
    %c = arith.divf %a, %b : f32
    te.yield %c : f32
  } : tensor<4x8xf32>
  return %1 : tensor<4x8xf32>
}

// CASE: The sum is not stored where the result is.
// EDIT: `tasks = 2` -> `in_place = false`
// expected-error at `func.func @normalize` {{expected the strategy of block 'block1' to apply: 'in_place = false' gives the schedule of 'in_place = true'}}

// CASE: Elements that are added are not computed before.
// EDIT: `tasks = 2` -> `prefetch = false`
// expected-error at `func.func @normalize` {{expected the strategy of block 'block1' to apply: 'prefetch = false' gives the schedule of 'prefetch = true'}}

// CASE: The number of threads is a limit.
// EDIT: `tasks = 2` -> `tasks = 1000`

// Exponentials can be stored where the result is, and are computed where they
// are added.

// PAYLOAD
func.func @softmax(%x: tensor<4x8xf32>) -> tensor<4x8xf32> attributes {schedule.strategy = #schedule.rows<blocks = ["block0", "block1", "block2", "block3"], tasks = 2>} {
  %0 = te.compute [4, 8] spatial 1 reduce max {
  ^bb0(%i: index, %k: index):
    %a = te.read %x[%i, %k] : tensor<4x8xf32>
    te.yield %a : f32
  } : tensor<4xf32>
  %1 = te.compute [4, 8] spatial 2 {
  ^bb0(%i: index, %j: index):
    %a = te.read %x[%i, %j] : tensor<4x8xf32>
    %b = te.read %0[%i] : tensor<4xf32>
    %c = arith.subf %a, %b : f32
    %d = math.exp %c : f32
    te.yield %d : f32
  } : tensor<4x8xf32>
  %2 = te.compute [4, 8] spatial 1 reduce sum {
  ^bb0(%i: index, %k: index):
    %a = te.read %1[%i, %k] : tensor<4x8xf32>
    te.yield %a : f32
  } : tensor<4xf32>
  %3 = te.compute [4, 8] spatial 2 {
  ^bb0(%i: index, %j: index):
    %a = te.read %1[%i, %j] : tensor<4x8xf32>
    %b = te.read %2[%i] : tensor<4xf32>
    %c = arith.divf %a, %b : f32
    te.yield %c : f32
  } : tensor<4x8xf32>
  return %3 : tensor<4x8xf32>
}

// CASE: Without either.
// EDIT: `tasks = 2` -> `in_place = false, prefetch = false`

// CASE: In place, with nothing prefetched.
// EDIT: `tasks = 2` -> `prefetch = false`

// CASE: Copies of exponentials are not added where they are computed.
// EDIT: `te.read %1[%i, %k] : tensor<4x8xf32>` -> `te.read %x[%i, %k] : tensor<4x8xf32>`
// EDIT: `tasks = 2` -> `prefetch = false`
// expected-error at `func.func @softmax` {{'prefetch = false' gives the schedule of 'prefetch = true'}}
