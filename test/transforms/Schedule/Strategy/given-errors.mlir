// RUN: %cases %s | tvm-opt --schedule-generate -split-input-file -verify-diagnostics

// PAYLOAD
func.func @kernel(%x: memref<64xf32>, %y: memref<64xf32>) attributes {schedule.strategy = #schedule.blocks<"T" = #schedule.elementwise<>>} {
  affine.for %i = 0 to 64 {
    te.block "S" [false] affine_map<(i) -> (i)>(%i) captures(%x, %y : memref<64xf32>, memref<64xf32>) do {
    ^bb0(%v: index, %a: memref<64xf32>, %b: memref<64xf32>):
      %0 = affine.load %a[%v] : memref<64xf32>
      affine.store %0, %b[%v] : memref<64xf32>
      te.yield
    }
  }
  return
}

// CASE: A copy is no sum.
// EDIT: `"T" = #schedule.elementwise<` -> `"S" = #schedule.register_tile<columns = 8`
// expected-error at `func.func @kernel` {{expected the strategy of block 'S' to apply: the block is no sum with vectors along its last axis}}

// CASE: It does not transpose either.
// EDIT: `"T" = #schedule.elementwise<` -> `"S" = #schedule.transpose<rows = 8, columns = 8`
// expected-error at `func.func @kernel` {{expected the strategy of block 'S' to apply: the copy does not transpose}}

// CASE: A block that is not there.
// expected-error at `func.func @kernel` {{expected a block 'T' that still needs the strategy #schedule.elementwise<>}}

// CASE: Two strategies of which one has no block.
// EDIT: `"T" = #schedule.elementwise<>` -> `"S" = #schedule.elementwise<>, "U" = #schedule.vectorized`
// expected-error at `func.func @kernel` {{expected a block 'U' that still needs the strategy #schedule.vectorized}}

// CASE: No block for the strategy of a kernel.
// EDIT: `#schedule.blocks<"T" = #schedule.elementwise<>` -> `#schedule.columns<columns = 64`
// expected-error at `func.func @kernel` {{expected a block for the strategy #schedule.columns<columns = 64>}}

// CASE: No block reads the results.
// EDIT: `#schedule.blocks<"T" = #schedule.elementwise<>` -> `#schedule.column_tiles<columns = 8`
// expected-error at `func.func @kernel` {{expected a block for the strategy #schedule.column_tiles<columns = 8>}}

// CASE: A rule that nobody registered.
// EDIT: `"T" = #schedule.elementwise<` -> `"S" = #schedule.custom<rule = "thin"`
// expected-error at `func.func @kernel` {{there is no schedule rule 'thin' for the strategy #schedule.custom<rule = "thin">}}

// CASE: The same inside of another strategy.
// EDIT: `"T" = #schedule.elementwise<>` -> `"S" = #schedule.collapsed<then = #schedule.custom<rule = "thin">>`
// expected-error at `func.func @kernel` {{there is no schedule rule 'thin' for the strategy #schedule.custom<rule = "thin">}}

// CASE: The same at a block.
// EDIT: ` attributes {schedule.strategy = #schedule.blocks<"T" = #schedule.elementwise<>>}` -> ``
// EDIT: `memref<64xf32>) do` -> `memref<64xf32>) attributes {schedule.strategy = #schedule.custom<rule = "thin">} do`
// expected-error at `te.block "S"` {{there is no schedule rule 'thin' for the strategy #schedule.custom<rule = "thin">}}

// CASE: A rule that has an attribute of its own.
// EDIT: `"T" = #schedule.elementwise<` -> `"S" = #schedule.custom<rule = "transpose"`
// expected-error at `func.func @kernel` {{expected the rule's own attribute #schedule.transpose<...>, got #schedule.custom<rule = "transpose">}}

// CASE: The strategies of blocks are of no rule.
// EDIT: `"T" = #schedule.elementwise<` -> `"S" = #schedule.custom<rule = "blocks"`
// expected-error at `func.func @kernel` {{there is no schedule rule 'blocks'}}
