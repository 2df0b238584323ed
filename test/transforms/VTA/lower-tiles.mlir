// RUN: tvm-opt %s --vta-lower-tiles --split-input-file | FileCheck %s
// RUN: tvm-opt %s --vta-lower-tiles --vta-insert-tokens --vta-fold-tokens --vta-check --split-input-file -o /dev/null

// Tiles get places one behind the other; one micro-op is enough.
// CHECK-LABEL: vta.program @relu {
// CHECK-NEXT: vta.dram @arg0 input size 2048
// CHECK-NEXT: vta.dram @arg1 input size 512
// CHECK-NEXT: vta.dram @arg2 output size 512
// CHECK-NEXT: vta.uops (0, 0, 0), (0, 32, 0)
// CHECK-NEXT: vta.load uop sram 0 dram[0] size 1 by 2 stride 2
// CHECK-NEXT: vta.load acc sram 0 dram @arg0[0] size 1 by 32 stride 32
// CHECK-NEXT: vta.load acc_8bit sram 32 dram @arg1[0] size 1 by 32 stride 32
// CHECK-NEXT: vta.alu max use_imm uops 0 until 1 outer 32 [1, 0] inner 1 [0, 0]
// CHECK-NEXT: vta.alu add uops 1 until 2 outer 32 [1, 1] inner 1 [0, 0]
// CHECK-NEXT: vta.store out sram 0 dram @arg2[0] size 1 by 32 stride 32
// CHECK-NEXT: vta.finish
func.func @relu(%x: memref<32x1x16xi32>, %b: memref<32x1x16xi8>, %y: memref<32x1x16xi8>) {
  %t = memref.alloc() : memref<32x1x16xi32, #vta.space<acc>>
  %s = memref.alloc() : memref<32x1x16xi32, #vta.space<acc>>
  vta.tile_load %x, %t : memref<32x1x16xi32> to memref<32x1x16xi32, #vta.space<acc>>
  vta.tile_load %b, %s : memref<32x1x16xi8> to memref<32x1x16xi32, #vta.space<acc>>
  vta.tile_alu max %t imm 0 over [32] maps [affine_map<(i) -> (i)>] : memref<32x1x16xi32, #vta.space<acc>>
  vta.tile_alu add %t, %s over [32] maps [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>] : memref<32x1x16xi32, #vta.space<acc>>, memref<32x1x16xi32, #vta.space<acc>>
  vta.tile_store %t, %y : memref<32x1x16xi32, #vta.space<acc>> to memref<32x1x16xi8>
  return
}

// -----

// A convolution: a rectangle of the input with a border. With the loops over
// pixels in hardware, taps would write one accumulator again and again; so
// columns are micro-ops, which change faster than taps.
// CHECK-LABEL: vta.program @convolution {
// CHECK: vta.uops (0, 0, 0), (0, 0, 0), (1, 1, 0), (2, 2, 0), (3, 3, 0), (0, 1, 1), (1, 2, 1), (2, 3, 1), (3, 4, 1), (0, 2, 2), (1, 3, 2), (2, 4, 2), (3, 5, 2)
// CHECK: vta.load inp sram 0 dram @arg0[0] size 4 by 4 stride 8 pad [1, 1, 1, 1]
// CHECK-NEXT: vta.load wgt sram 0 dram @arg1[0] size 1 by 9 stride 9
// CHECK-NEXT: vta.gemm reset uops {{.*}} outer 4 [4, 0, 0] inner 4 [1, 0, 0]
// CHECK-NEXT: vta.gemm uops 1 until 13 outer 4 [4, 6, 0] inner 3 [0, 6, 3]
// CHECK-NEXT: vta.alu shr use_imm imm 8 uops {{.*}} outer 4 [4, 0] inner 4 [1, 0]
// CHECK-NEXT: vta.store out sram 0 dram @arg2[0] size 4 by 4 stride 4
// CHECK-NEXT: vta.finish
func.func @convolution(%x: memref<8x8x1x16xi8>, %w: memref<9x16x16xi8>, %y: memref<4x4x1x16xi8>) {
  %v = memref.subview %x[0, 0, 0, 0] [4, 4, 1, 16] [1, 1, 1, 1] : memref<8x8x1x16xi8> to memref<4x4x1x16xi8, strided<[128, 16, 16, 1]>>
  %inp = memref.alloc() : memref<6x6x1x16xi8, #vta.space<inp>>
  %wgt = memref.alloc() : memref<9x16x16xi8, #vta.space<wgt>>
  %acc = memref.alloc() : memref<4x4x1x16xi32, #vta.space<acc>>
  vta.tile_load %v, %inp pad [1, 1, 1, 1] : memref<4x4x1x16xi8, strided<[128, 16, 16, 1]>> to memref<6x6x1x16xi8, #vta.space<inp>>
  vta.tile_load %w, %wgt : memref<9x16x16xi8> to memref<9x16x16xi8, #vta.space<wgt>>
  vta.tile_reset %acc : memref<4x4x1x16xi32, #vta.space<acc>>
  vta.tile_gemm %acc, %inp, %wgt over [4, 4, 3, 3] maps [affine_map<(y, x, i, j) -> (y, x)>, affine_map<(y, x, i, j) -> (y + i, x + j)>, affine_map<(y, x, i, j) -> (3 * i + j)>]
    : memref<4x4x1x16xi32, #vta.space<acc>>, memref<6x6x1x16xi8, #vta.space<inp>>, memref<9x16x16xi8, #vta.space<wgt>>
  vta.tile_alu shr %acc imm 8 over [4, 4] maps [affine_map<(y, x) -> (y, x)>] : memref<4x4x1x16xi32, #vta.space<acc>>
  vta.tile_store %acc, %y : memref<4x4x1x16xi32, #vta.space<acc>> to memref<4x4x1x16xi8>
  return
}

// -----

// A maximum with the neighbour: with one loop each would read what the one
// before is about to write.
// CHECK-LABEL: vta.program @neighbours {
// CHECK: vta.uops (1, 0, 0)
// CHECK: vta.alu max uops 0 until 1 outer 4 [1, 1] inner 4 [4, 4]
func.func @neighbours(%x: memref<17x1x16xi32>) {
  %t = memref.alloc() : memref<17x1x16xi32, #vta.space<acc>>
  vta.tile_load %x, %t : memref<17x1x16xi32> to memref<17x1x16xi32, #vta.space<acc>>
  vta.tile_alu max %t, %t over [4, 4] maps [affine_map<(i, j) -> (4 * i + j + 1)>, affine_map<(i, j) -> (4 * i + j)>]
    : memref<17x1x16xi32, #vta.space<acc>>, memref<17x1x16xi32, #vta.space<acc>>
  return
}

// -----

// A function that is not on tiles stays.
// CHECK-LABEL: func.func @other
func.func @other(%x: f32) -> f32 {
  return %x : f32
}
