// A convolution of 32 onto 32 channels, in blocks of 16: 3x3 taps, stride 2, then
// shifted and clipped. ExecutionTest.cpp runs it.
// RUN: tvm-opt %s --vta-lower-tiles --vta-insert-tokens --vta-fold-tokens --vta-check -o /dev/null

func.func @convolution(%data: memref<2x8x8x1x16xi8>, %weights: memref<36x16x16xi8>, %result: memref<2x16x1x16xi8>) {
  %inp = memref.alloc() : memref<2x10x10x1x16xi8, #vta.space<inp>>
  %wgt = memref.alloc() : memref<36x16x16xi8, #vta.space<wgt>>
  %acc = memref.alloc() : memref<2x16x1x16xi32, #vta.space<acc>>
  %x0 = memref.subview %data[0, 0, 0, 0, 0] [1, 8, 8, 1, 16] [1, 1, 1, 1, 1] : memref<2x8x8x1x16xi8> to memref<8x8x1x16xi8, strided<[128, 16, 16, 1]>>
  %x1 = memref.subview %data[1, 0, 0, 0, 0] [1, 8, 8, 1, 16] [1, 1, 1, 1, 1] : memref<2x8x8x1x16xi8> to memref<8x8x1x16xi8, strided<[128, 16, 16, 1], offset: 1024>>
  %i0 = memref.subview %inp[0, 0, 0, 0, 0] [1, 10, 10, 1, 16] [1, 1, 1, 1, 1] : memref<2x10x10x1x16xi8, #vta.space<inp>> to memref<10x10x1x16xi8, strided<[160, 16, 16, 1]>, #vta.space<inp>>
  %i1 = memref.subview %inp[1, 0, 0, 0, 0] [1, 10, 10, 1, 16] [1, 1, 1, 1, 1] : memref<2x10x10x1x16xi8, #vta.space<inp>> to memref<10x10x1x16xi8, strided<[160, 16, 16, 1], offset: 1600>, #vta.space<inp>>
  vta.tile_load %weights, %wgt : memref<36x16x16xi8> to memref<36x16x16xi8, #vta.space<wgt>>
  vta.tile_load %x0, %i0 pad [1, 1, 1, 1] : memref<8x8x1x16xi8, strided<[128, 16, 16, 1]>> to memref<10x10x1x16xi8, strided<[160, 16, 16, 1]>, #vta.space<inp>>
  vta.tile_load %x1, %i1 pad [1, 1, 1, 1] : memref<8x8x1x16xi8, strided<[128, 16, 16, 1], offset: 1024>> to memref<10x10x1x16xi8, strided<[160, 16, 16, 1], offset: 1600>, #vta.space<inp>>
  vta.tile_reset %acc : memref<2x16x1x16xi32, #vta.space<acc>>
  vta.tile_gemm %acc, %inp, %wgt over [2, 4, 4, 2, 3, 3] maps [
      affine_map<(o, y, x, c, i, j) -> (o, 4 * y + x)>,
      affine_map<(o, y, x, c, i, j) -> (c, 2 * y + i, 2 * x + j)>,
      affine_map<(o, y, x, c, i, j) -> (18 * o + 9 * c + 3 * i + j)>]
    : memref<2x16x1x16xi32, #vta.space<acc>>, memref<2x10x10x1x16xi8, #vta.space<inp>>, memref<36x16x16xi8, #vta.space<wgt>>
  vta.tile_alu shr %acc imm 8 over [2, 16] maps [affine_map<(o, p) -> (o, p)>] : memref<2x16x1x16xi32, #vta.space<acc>>
  vta.tile_alu max %acc imm 0 over [2, 16] maps [affine_map<(o, p) -> (o, p)>] : memref<2x16x1x16xi32, #vta.space<acc>>
  vta.tile_alu min %acc imm 127 over [2, 16] maps [affine_map<(o, p) -> (o, p)>] : memref<2x16x1x16xi32, #vta.space<acc>>
  vta.tile_store %acc, %result : memref<2x16x1x16xi32, #vta.space<acc>> to memref<2x16x1x16xi8>
  return
}
