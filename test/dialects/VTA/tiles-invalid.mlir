// RUN: tvm-opt %s --split-input-file --verify-diagnostics

// vta.tile_load C1: tensors of another shape.
func.func @load_c1(%x: memref<4x1x8xi8>, %t: memref<4x1x8xi8, #vta.space<inp>>) {
  // expected-error @+1 {{expected tensors of 1x16xi8 in one piece, got 'memref<4x1x8xi8, #vta.space<inp>>'}}
  vta.tile_load %x, %t : memref<4x1x8xi8> to memref<4x1x8xi8, #vta.space<inp>>
  return
}

// -----

// vta.tile_load C1: tensors in pieces.
func.func @load_c1_strided(%x: memref<4x1x16xi8, strided<[64, 16, 2]>>, %t: memref<4x1x16xi8, #vta.space<inp>>) {
  // expected-error @+1 {{expected tensors of 1x16xi8 in one piece}}
  vta.tile_load %x, %t : memref<4x1x16xi8, strided<[64, 16, 2]>> to memref<4x1x16xi8, #vta.space<inp>>
  return
}

// -----

// vta.tile_load C1: how many rows there are is known.
func.func @load_c1_dynamic(%x: memref<?x1x16xi8>, %t: memref<4x1x16xi8, #vta.space<inp>>) {
  // expected-error @+1 {{expected tensors of 1x16xi8 in one piece, got 'memref<?x1x16xi8>'}}
  vta.tile_load %x, %t : memref<?x1x16xi8> to memref<4x1x16xi8, #vta.space<inp>>
  return
}

// -----

// vta.tile_load C1: the configuration says what an element is.
func.func @load_config(%x: memref<4x1x16xi8>, %t: memref<4x1x16xi8, #vta.space<inp>>) attributes {vta.config = #vta.config<LOG_BLOCK = 3, LOG_INP_BUFF_SIZE = 14, LOG_WGT_BUFF_SIZE = 16, LOG_ACC_BUFF_SIZE = 15>} {
  // expected-error @+1 {{expected tensors of 1x8xi8 in one piece}}
  vta.tile_load %x, %t : memref<4x1x16xi8> to memref<4x1x16xi8, #vta.space<inp>>
  return
}

// -----

// An attribute that is no configuration.
// expected-error @+1 {{expected 'vta.config' to be a #vta.config, got 3}}
func.func @no_config() attributes {vta.config = 3 : i64} {
  return
}

// -----

// vta.tile_load C2: the target is on the chip.
func.func @load_c2(%x: memref<4x1x16xi8>, %t: memref<4x1x16xi8>) {
  // expected-error @+1 {{expected a target in inp, wgt or acc, got 'memref<4x1x16xi8>'}}
  vta.tile_load %x, %t : memref<4x1x16xi8> to memref<4x1x16xi8>
  return
}

// -----

// vta.tile_load C2: the source is not.
func.func @load_c2_source(%x: memref<4x1x16xi8, #vta.space<inp>>, %t: memref<4x1x16xi8, #vta.space<inp>>) {
  // expected-error @+1 {{expected a buffer in DRAM, got 'memref<4x1x16xi8, #vta.space<inp>>'}}
  vta.tile_load %x, %t : memref<4x1x16xi8, #vta.space<inp>> to memref<4x1x16xi8, #vta.space<inp>>
  return
}

// -----

// vta.tile_load C3: the border has its place.
func.func @load_c3(%x: memref<4x4x1x16xi8>, %t: memref<4x4x1x16xi8, #vta.space<inp>>) {
  // expected-error @+1 {{expected a target of sizes 5, 4, 1, 16, got 'memref<4x4x1x16xi8, #vta.space<inp>>'}}
  vta.tile_load %x, %t pad [1, 0, 0, 0] : memref<4x4x1x16xi8> to memref<4x4x1x16xi8, #vta.space<inp>>
  return
}

// -----

// vta.tile_load C3: a row has nothing above it.
func.func @load_c3_row(%x: memref<4x1x16xi8>, %t: memref<4x1x16xi8, #vta.space<inp>>) {
  // expected-error @+1 {{expected no border above and below a row}}
  vta.tile_load %x, %t pad [1, 0, 0, 0] : memref<4x1x16xi8> to memref<4x1x16xi8, #vta.space<inp>>
  return
}

// -----

// vta.tile_load C3: two dimensions are all.
func.func @load_c3_rank(%x: memref<2x4x4x1x16xi8>, %t: memref<2x4x4x1x16xi8, #vta.space<inp>>) {
  // expected-error @+1 {{expected rows and columns of tensors, got 'memref<2x4x4x1x16xi8>'}}
  vta.tile_load %x, %t : memref<2x4x4x1x16xi8> to memref<2x4x4x1x16xi8, #vta.space<inp>>
  return
}

// -----

// vta.tile_store C1: the output's width.
func.func @store_c1(%t: memref<4x1x16xi32, #vta.space<acc>>, %y: memref<4x1x16xi32>) {
  // expected-error @+1 {{expected tensors of 1x16xi8 in one piece, got 'memref<4x1x16xi32>'}}
  vta.tile_store %t, %y : memref<4x1x16xi32, #vta.space<acc>> to memref<4x1x16xi32>
  return
}

// -----

// vta.tile_store C2: only the accumulator is stored.
func.func @store_c2(%t: memref<4x1x16xi8, #vta.space<inp>>, %y: memref<4x1x16xi8>) {
  // expected-error @+1 {{expected a tile in #vta.space<acc>, got 'memref<4x1x16xi8, #vta.space<inp>>'}}
  vta.tile_store %t, %y : memref<4x1x16xi8, #vta.space<inp>> to memref<4x1x16xi8>
  return
}

// -----

// vta.tile_store C3: the same sizes.
func.func @store_c3(%t: memref<4x1x16xi32, #vta.space<acc>>, %y: memref<5x1x16xi8>) {
  // expected-error @+1 {{expected a target of sizes 4, 1, 16, got 'memref<5x1x16xi8>'}}
  vta.tile_store %t, %y : memref<4x1x16xi32, #vta.space<acc>> to memref<5x1x16xi8>
  return
}

// -----

// vta.tile_gemm C1: weights are square.
func.func @gemm_c1(%a: memref<4x1x16xi32, #vta.space<acc>>, %i: memref<4x1x16xi8, #vta.space<inp>>, %w: memref<4x1x16xi8, #vta.space<wgt>>) {
  // expected-error @+1 {{expected tensors of 16x16xi8 in one piece}}
  vta.tile_gemm %a, %i, %w over [4] maps [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>, affine_map<(i) -> (i)>] : memref<4x1x16xi32, #vta.space<acc>>, memref<4x1x16xi8, #vta.space<inp>>, memref<4x1x16xi8, #vta.space<wgt>>
  return
}

// -----

// vta.tile_gemm C2: each operand in its memory.
func.func @gemm_c2(%a: memref<4x1x16xi32, #vta.space<acc>>, %i: memref<4x1x16xi8>, %w: memref<4x16x16xi8, #vta.space<wgt>>) {
  // expected-error @+1 {{expected a tile in #vta.space<inp>, got 'memref<4x1x16xi8>'}}
  vta.tile_gemm %a, %i, %w over [4] maps [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>, affine_map<(i) -> (i)>] : memref<4x1x16xi32, #vta.space<acc>>, memref<4x1x16xi8>, memref<4x16x16xi8, #vta.space<wgt>>
  return
}

// -----

// vta.tile_gemm C3: a map per operand.
func.func @gemm_c3(%a: memref<4x1x16xi32, #vta.space<acc>>, %i: memref<4x1x16xi8, #vta.space<inp>>, %w: memref<4x16x16xi8, #vta.space<wgt>>) {
  // expected-error @+1 {{expected 3 maps, got 2}}
  vta.tile_gemm %a, %i, %w over [4] maps [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>] : memref<4x1x16xi32, #vta.space<acc>>, memref<4x1x16xi8, #vta.space<inp>>, memref<4x16x16xi8, #vta.space<wgt>>
  return
}

// -----

// vta.tile_gemm C3: a dimension per extent.
func.func @gemm_c3_dims(%a: memref<4x1x16xi32, #vta.space<acc>>, %i: memref<4x1x16xi8, #vta.space<inp>>, %w: memref<4x16x16xi8, #vta.space<wgt>>) {
  // expected-error @+1 {{expected a map of 1 dimensions onto 1, got affine_map<(d0, d1) -> (d0)>}}
  vta.tile_gemm %a, %i, %w over [4] maps [affine_map<(i, j) -> (i)>, affine_map<(i) -> (i)>, affine_map<(i) -> (i)>] : memref<4x1x16xi32, #vta.space<acc>>, memref<4x1x16xi8, #vta.space<inp>>, memref<4x16x16xi8, #vta.space<wgt>>
  return
}

// -----

// vta.tile_gemm C3: no remainders.
func.func @gemm_c3_mod(%a: memref<4x1x16xi32, #vta.space<acc>>, %i: memref<4x1x16xi8, #vta.space<inp>>, %w: memref<4x16x16xi8, #vta.space<wgt>>) {
  // expected-error @+1 {{expected subscripts without quotients and remainders, got affine_map<(d0) -> (d0 mod 2)>}}
  vta.tile_gemm %a, %i, %w over [4] maps [affine_map<(i) -> (i mod 2)>, affine_map<(i) -> (i)>, affine_map<(i) -> (i)>] : memref<4x1x16xi32, #vta.space<acc>>, memref<4x1x16xi8, #vta.space<inp>>, memref<4x16x16xi8, #vta.space<wgt>>
  return
}

// -----

// vta.tile_gemm C3: nor quotients, also of 0.
func.func @gemm_c3_zero(%a: memref<4x1x16xi32, #vta.space<acc>>, %i: memref<4x1x16xi8, #vta.space<inp>>, %w: memref<4x16x16xi8, #vta.space<wgt>>) {
  // expected-error @+1 {{expected subscripts without quotients and remainders, got affine_map<(d0) -> (d0 floordiv 0)>}}
  vta.tile_gemm %a, %i, %w over [4] maps [affine_map<(i) -> (i floordiv 0)>, affine_map<(i) -> (i)>, affine_map<(i) -> (i)>] : memref<4x1x16xi32, #vta.space<acc>>, memref<4x1x16xi8, #vta.space<inp>>, memref<4x16x16xi8, #vta.space<wgt>>
  return
}

// -----

// vta.tile_gemm C4: subscripts within the operand.
func.func @gemm_c4(%a: memref<4x1x16xi32, #vta.space<acc>>, %i: memref<4x1x16xi8, #vta.space<inp>>, %w: memref<4x16x16xi8, #vta.space<wgt>>) {
  // expected-error @+1 {{expected subscripts from 0 to 3, got -1 to 2}}
  vta.tile_gemm %a, %i, %w over [4] maps [affine_map<(i) -> (i - 1)>, affine_map<(i) -> (i)>, affine_map<(i) -> (i)>] : memref<4x1x16xi32, #vta.space<acc>>, memref<4x1x16xi8, #vta.space<inp>>, memref<4x16x16xi8, #vta.space<wgt>>
  return
}

// -----

// vta.tile_gemm C4: extents.
func.func @gemm_c4_extent(%a: memref<4x1x16xi32, #vta.space<acc>>, %i: memref<4x1x16xi8, #vta.space<inp>>, %w: memref<4x16x16xi8, #vta.space<wgt>>) {
  // expected-error @+1 {{expected extents of 1 or more, got 0}}
  vta.tile_gemm %a, %i, %w over [0] maps [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>, affine_map<(i) -> (i)>] : memref<4x1x16xi32, #vta.space<acc>>, memref<4x1x16xi8, #vta.space<inp>>, memref<4x16x16xi8, #vta.space<wgt>>
  return
}

// -----

// vta.tile_reset C1: the accumulator's width.
func.func @reset_c1(%a: memref<4x1x16xi8, #vta.space<acc>>) {
  // expected-error @+1 {{expected tensors of 1x16xi32 in one piece}}
  vta.tile_reset %a : memref<4x1x16xi8, #vta.space<acc>>
  return
}

// -----

// vta.tile_reset C2: only the accumulator is reset.
func.func @reset_c2(%a: memref<4x1x16xi8, #vta.space<inp>>) {
  // expected-error @+1 {{expected a tile in #vta.space<acc>}}
  vta.tile_reset %a : memref<4x1x16xi8, #vta.space<inp>>
  return
}

// -----

// vta.tile_alu C1: tensors, not numbers.
func.func @alu_c1(%a: memref<4xi32, #vta.space<acc>>) {
  // expected-error @+1 {{expected tensors of 1x16xi32 in one piece}}
  vta.tile_alu add %a imm 1 over [4] maps [affine_map<(i) -> (i)>] : memref<4xi32, #vta.space<acc>>
  return
}

// -----

// vta.tile_alu C2: only the accumulator.
func.func @alu_c2(%a: memref<4x1x16xi32, #vta.space<acc>>, %i: memref<4x1x16xi8, #vta.space<inp>>) {
  // expected-error @+1 {{expected a tile in #vta.space<acc>}}
  vta.tile_alu add %a, %i over [4] maps [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>] : memref<4x1x16xi32, #vta.space<acc>>, memref<4x1x16xi8, #vta.space<inp>>
  return
}

// -----

// vta.tile_alu C3: a map for the source, too.
func.func @alu_c3(%a: memref<4x1x16xi32, #vta.space<acc>>) {
  // expected-error @+1 {{expected 2 maps, got 1}}
  vta.tile_alu add %a, %a over [4] maps [affine_map<(i) -> (i)>] : memref<4x1x16xi32, #vta.space<acc>>, memref<4x1x16xi32, #vta.space<acc>>
  return
}

// -----

// vta.tile_alu C4: subscripts within the operand.
func.func @alu_c4(%a: memref<4x1x16xi32, #vta.space<acc>>) {
  // expected-error @+1 {{expected subscripts from 0 to 3, got 0 to 4}}
  vta.tile_alu add %a imm 1 over [5] maps [affine_map<(i) -> (i)>] : memref<4x1x16xi32, #vta.space<acc>>
  return
}

// -----

// vta.tile_alu C5: something to combine with.
func.func @alu_c5(%a: memref<4x1x16xi32, #vta.space<acc>>) {
  // expected-error @+1 {{expected a source or an immediate}}
  vta.tile_alu add %a over [4] maps [affine_map<(i) -> (i)>] : memref<4x1x16xi32, #vta.space<acc>>
  return
}
