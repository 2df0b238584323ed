// RUN: %cases %s | tvm-opt --pass-pipeline='builtin.module(convert-te-to-loops,schedule-generate)' -split-input-file -verify-diagnostics

// Numbers of columns of a reduction to several results.

// PAYLOAD
func.func @arg_max(%x: tensor<6x9x32xf32>, %n: index) -> tensor<6x32xi64> attributes {schedule.strategy = #schedule.blocks<"block0" = #schedule.columns<columns = 32>>} {
  %0:2 = te.compute [6, 32, 9] spatial 2 reduce argmax {
  ^bb0(%i: index, %j: index, %k: index):
    %a = te.read %x[%i, %k, %j] : tensor<6x9x32xf32>
    %b = arith.index_cast %k : index to i64
    te.yield %a, %b : f32, i64
  } : tensor<6x32xf32>, tensor<6x32xi64>
  return %0#1 : tensor<6x32xi64>
}

// CASE: As many as there are.

// CASE: More than there are.
// EDIT: `columns = 32` -> `columns = 64`
// expected-error at `func.func @arg_max` {{expected the strategy of block 'block0' to apply: 'columns = 64' gives the schedule of 'columns = 32'}}

// CASE: The default is more, too.
// EDIT: `columns = 32` -> ``
// expected-error at `func.func @arg_max` {{expected the strategy of block 'block0' to apply: 'columns = 512' gives the schedule of 'columns = 32'}}

// CASE: An unknown number.
// EDIT: `[6, 32, 9]` -> `[6, %n, 9]`
// EDIT: `6x32x` -> `6x?x`
// EDIT: `6x9x32x` -> `6x9x?x`
// expected-error at `func.func @arg_max` {{expected the strategy of block 'block0' to apply: expected a known number of columns}}

// PAYLOAD
func.func @arg_max_and_cast(%x: tensor<6x9x384xf32>) -> tensor<6x384xi64> attributes {schedule.strategy = #schedule.blocks<"block0" = #schedule.column_tiles<columns = 512>>} {
  %0:2 = te.compute [6, 384, 9] spatial 2 reduce argmax {
  ^bb0(%i: index, %j: index, %k: index):
    %a = te.read %x[%i, %k, %j] : tensor<6x9x384xf32>
    %b = arith.index_cast %k : index to i32
    te.yield %a, %b : f32, i32
  } : tensor<6x384xf32>, tensor<6x384xi32>
  %1 = te.compute [6, 384] spatial 2 {
  ^bb0(%i: index, %j: index):
    %a = te.read %0#1[%i, %j] : tensor<6x384xi32>
    %b = arith.extsi %a : i32 to i64
    te.yield %b : i64
  } : tensor<6x384xi64>
  return %1 : tensor<6x384xi64>
}

// CASE: Fewer columns than a tile of results.
// expected-error at `func.func @arg_max_and_cast` {{expected the strategy of block 'block0' to apply: expected 'columns' of at most 384, the columns of the block that reads the results, got 512}}
