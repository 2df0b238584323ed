// RUN: tvm-opt %s --vta-lower-tiles --split-input-file --verify-diagnostics

// The memory is full: 2000 of its 2048 elements are taken.
func.func @capacity(%x: memref<100x1x16xi8>) {
  %a = memref.alloc() : memref<2000x1x16xi8, #vta.space<inp>>
  // expected-error @+1 {{expected 100 free elements of memory inp, got 48 of 2048}}
  %b = memref.alloc() : memref<100x1x16xi8, #vta.space<inp>>
  vta.tile_load %x, %b : memref<100x1x16xi8> to memref<100x1x16xi8, #vta.space<inp>>
  return
}

// -----

// More micro-ops than the chip holds: two loops are the hardware's, the third
// has 8.
func.func @micro_ops(%y: memref<8x1x16xi8>) attributes {vta.config = #vta.config<LOG_UOP_BUFF_SIZE = 3>} {
  %a = memref.alloc() : memref<8x8x8x1x16xi32, #vta.space<acc>>
  // expected-error @+1 {{expected loops that read an accumulator 2 micro-ops or more behind its write, and fit into the fields of an instruction}}
  vta.tile_reset %a : memref<8x8x8x1x16xi32, #vta.space<acc>>
  return
}

// -----

// All kernels together have more micro-ops than the chip holds.
// expected-error @+1 {{expected at most 2 micro-ops, which memory uop holds, got 3}}
func.func @all_micro_ops(%y: memref<8x1x16xi8>) attributes {vta.config = #vta.config<LOG_UOP_BUFF_SIZE = 3>} {
  %a = memref.alloc() : memref<8x1x16xi32, #vta.space<acc>>
  %b = memref.alloc() : memref<8x1x16xi32, #vta.space<acc>>
  %c = memref.alloc() : memref<8x1x16xi32, #vta.space<acc>>
  vta.tile_reset %a : memref<8x1x16xi32, #vta.space<acc>>
  vta.tile_reset %b : memref<8x1x16xi32, #vta.space<acc>>
  vta.tile_reset %c : memref<8x1x16xi32, #vta.space<acc>>
  return
}

// -----

// A sum into one accumulator would read it before it is written.
func.func @latency(%x: memref<4x1x16xi8>, %w: memref<4x16x16xi8>) {
  %a = memref.alloc() : memref<1x1x16xi32, #vta.space<acc>>
  %i = memref.alloc() : memref<4x1x16xi8, #vta.space<inp>>
  %v = memref.alloc() : memref<4x16x16xi8, #vta.space<wgt>>
  // expected-error @+1 {{expected loops that read an accumulator 2 micro-ops or more behind its write}}
  vta.tile_gemm %a, %i, %v over [4] maps [affine_map<(k) -> (0)>, affine_map<(k) -> (k)>, affine_map<(k) -> (k)>] : memref<1x1x16xi32, #vta.space<acc>>, memref<4x1x16xi8, #vta.space<inp>>, memref<4x16x16xi8, #vta.space<wgt>>
  return
}

// -----

// Columns in DRAM that are apart.
func.func @columns(%x: memref<4x2x1x16xi8>) {
  %v = memref.subview %x[0, 0, 0, 0] [4, 1, 1, 16] [1, 1, 1, 1] : memref<4x2x1x16xi8> to memref<4x1x16xi8, strided<[32, 16, 1]>>
  %i = memref.alloc() : memref<4x1x16xi8, #vta.space<inp>>
  // expected-error @+1 {{expected columns side by side, and rows on the chip one behind the other}}
  vta.tile_load %v, %i : memref<4x1x16xi8, strided<[32, 16, 1]>> to memref<4x1x16xi8, #vta.space<inp>>
  return
}

// -----

// A place that the type does not say.
func.func @dynamic(%x: memref<8x1x16xi8>) {
  %i = memref.alloc() : memref<4x1x16xi8, #vta.space<inp>>
  %v = memref.subview %x[1, 0, 0] [4, 1, 16] [1, 1, 1] : memref<8x1x16xi8> to memref<4x1x16xi8, strided<[16, 16, 1], offset: 16>>
  %d = memref.cast %v : memref<4x1x16xi8, strided<[16, 16, 1], offset: 16>> to memref<4x1x16xi8, strided<[16, 16, 1], offset: ?>>
  // expected-error @+1 {{expected a place that is known, got 'memref<4x1x16xi8, strided<[16, 16, 1], offset: ?>>'}}
  vta.tile_load %d, %i : memref<4x1x16xi8, strided<[16, 16, 1], offset: ?>> to memref<4x1x16xi8, #vta.space<inp>>
  return
}

// -----

// A place within a tensor.
func.func @within(%x: memref<8x1x16xi8>) {
  %i = memref.alloc() : memref<4x1x16xi8, #vta.space<inp>>
  %v = memref.reinterpret_cast %x to offset: [8], sizes: [4, 1, 16], strides: [16, 16, 1] : memref<8x1x16xi8> to memref<4x1x16xi8, strided<[16, 16, 1], offset: 8>>
  // expected-error @+1 {{expected strides of whole tensors}}
  vta.tile_load %v, %i : memref<4x1x16xi8, strided<[16, 16, 1], offset: 8>> to memref<4x1x16xi8, #vta.space<inp>>
  return
}

// -----

// Buffers that seem to be in DRAM and are not.
func.func @cast() {
  %a = memref.alloc() : memref<4x1x16xi8, #vta.space<inp>>
  %x = memref.memory_space_cast %a : memref<4x1x16xi8, #vta.space<inp>> to memref<4x1x16xi8>
  // expected-error @+1 {{expected an argument in DRAM}}
  vta.tile_load %x, %a : memref<4x1x16xi8> to memref<4x1x16xi8, #vta.space<inp>>
  return
}

// -----

// A tile in pieces.
func.func @pieces(%x: memref<4x1x16xi8>) {
  // expected-error @+1 {{expected a tile of static shape in one piece, with tensors in its last two dimensions}}
  %i = memref.alloc() : memref<4x1x16xi8, strided<[32, 16, 1]>, #vta.space<inp>>
  vta.tile_load %x, %i : memref<4x1x16xi8> to memref<4x1x16xi8, strided<[32, 16, 1]>, #vta.space<inp>>
  return
}

// -----

// Several blocks.
// expected-error @+1 {{expected a body of one block}}
func.func @blocks(%x: memref<4x1x16xi8>) {
  %i = memref.alloc() : memref<4x1x16xi8, #vta.space<inp>>
  vta.tile_load %x, %i : memref<4x1x16xi8> to memref<4x1x16xi8, #vta.space<inp>>
  cf.br ^end
^end:
  return
}

// -----

// Control flow.
func.func @loop(%x: memref<4x1x16xi8>) {
  %i = memref.alloc() : memref<4x1x16xi8, #vta.space<inp>>
  // expected-error @+1 {{expected operations on tiles, their allocations and views}}
  affine.for %k = 0 to 2 {
    vta.tile_load %x, %i : memref<4x1x16xi8> to memref<4x1x16xi8, #vta.space<inp>>
  }
  return
}

// -----

// A tile that is an argument.
// expected-error @+1 {{expected arguments that are memrefs in DRAM, of static shape, in one piece}}
func.func @tile_argument(%a: memref<4x1x16xi32, #vta.space<acc>>) {
  vta.tile_reset %a : memref<4x1x16xi32, #vta.space<acc>>
  return
}

// -----

// A buffer in DRAM that is no argument.
func.func @local() {
  // expected-error @+1 {{expected a tile in a #vta.space, got 'memref<4x1x16xi8>'}}
  %x = memref.alloc() : memref<4x1x16xi8>
  %i = memref.alloc() : memref<4x1x16xi8, #vta.space<inp>>
  vta.tile_load %x, %i : memref<4x1x16xi8> to memref<4x1x16xi8, #vta.space<inp>>
  return
}

// -----

// A program has no results.
func.func @result(%x: memref<4x1x16xi8>) -> memref<4x1x16xi8> {
  %i = memref.alloc() : memref<4x1x16xi8, #vta.space<inp>>
  vta.tile_load %x, %i : memref<4x1x16xi8> to memref<4x1x16xi8, #vta.space<inp>>
  // expected-error @+1 {{expected no results of a program}}
  return %x : memref<4x1x16xi8>
}
