// RUN: tvm-opt %s | tvm-opt | FileCheck %s

// Operations on tiles, with the default accelerator.
// CHECK-LABEL: func.func @tiles
func.func @tiles(%x: memref<4x4x1x16xi8>, %rows: memref<4x4x1x16xi8, strided<[224, 16, 16, 1], offset: 32>>,
                 %bytes: memref<9x1x16xi8>, %bias: memref<4x4x1x16xi32>, %y: memref<4x4x1x16xi8>) {
  %inp = memref.alloc() : memref<6x6x1x16xi8, #vta.space<inp>>
  %inp2 = memref.alloc() : memref<4x4x1x16xi8, #vta.space<inp>>
  %wgt = memref.alloc() : memref<1x9x16x16xi8, #vta.space<wgt>>
  %acc = memref.alloc() : memref<4x4x1x16xi32, #vta.space<acc>>
  %row = memref.alloc() : memref<11x1x16xi32, #vta.space<acc>>
  // CHECK: vta.tile_load %{{.*}}, %{{.*}} pad [1, 1, 1, 1] : memref<4x4x1x16xi8> to memref<6x6x1x16xi8, #vta.space<inp>>
  vta.tile_load %x, %inp pad [1, 1, 1, 1] : memref<4x4x1x16xi8> to memref<6x6x1x16xi8, #vta.space<inp>>
  // CHECK: vta.tile_load %{{.*}}, %{{.*}} : memref<4x4x1x16xi8, strided<[224, 16, 16, 1], offset: 32>> to memref<4x4x1x16xi8, #vta.space<inp>>
  vta.tile_load %rows, %inp2 : memref<4x4x1x16xi8, strided<[224, 16, 16, 1], offset: 32>> to memref<4x4x1x16xi8, #vta.space<inp>>
  // CHECK: vta.tile_load %{{.*}}, %{{.*}} pad [0, 0, 1, 1] : memref<9x1x16xi8> to memref<11x1x16xi32, #vta.space<acc>>
  vta.tile_load %bytes, %row pad [0, 0, 1, 1] : memref<9x1x16xi8> to memref<11x1x16xi32, #vta.space<acc>>
  // CHECK: vta.tile_load {{.*}} : memref<4x4x1x16xi32> to memref<4x4x1x16xi32, #vta.space<acc>>
  vta.tile_load %bias, %acc : memref<4x4x1x16xi32> to memref<4x4x1x16xi32, #vta.space<acc>>
  // CHECK: vta.tile_reset %{{.*}} : memref<4x4x1x16xi32, #vta.space<acc>>
  vta.tile_reset %acc : memref<4x4x1x16xi32, #vta.space<acc>>
  // CHECK: vta.tile_gemm {{.*}} over [4, 4, 3, 3] maps [
  vta.tile_gemm %acc, %inp, %wgt over [4, 4, 3, 3] maps [affine_map<(y, x, i, j) -> (y, x)>, affine_map<(y, x, i, j) -> (y + i, x + j)>, affine_map<(y, x, i, j) -> (0, 3 * i + j)>]
    : memref<4x4x1x16xi32, #vta.space<acc>>, memref<6x6x1x16xi8, #vta.space<inp>>, memref<1x9x16x16xi8, #vta.space<wgt>>
  // CHECK: vta.tile_alu shr %{{.*}} imm 8 over [4, 4] maps [
  vta.tile_alu shr %acc imm 8 over [4, 4] maps [affine_map<(y, x) -> (y, x)>] : memref<4x4x1x16xi32, #vta.space<acc>>
  // CHECK: vta.tile_alu max %{{.*}}, %{{.*}} over [4] maps [
  vta.tile_alu max %acc, %row over [4] maps [affine_map<(x) -> (0, x)>, affine_map<(x) -> (2 * x)>] : memref<4x4x1x16xi32, #vta.space<acc>>, memref<11x1x16xi32, #vta.space<acc>>
  // CHECK: vta.tile_store %{{.*}}, %{{.*}} : memref<4x4x1x16xi32, #vta.space<acc>> to memref<4x4x1x16xi8>
  vta.tile_store %acc, %y : memref<4x4x1x16xi32, #vta.space<acc>> to memref<4x4x1x16xi8>
  return
}

// The configuration says what an element is.
// CHECK-LABEL: func.func @batch2
func.func @batch2(%x: memref<8x2x16xi8>) attributes {vta.config = #vta.config<LOG_BATCH = 1, LOG_INP_BUFF_SIZE = 16, LOG_ACC_BUFF_SIZE = 18>} {
  %inp = memref.alloc() : memref<8x2x16xi8, #vta.space<inp>>
  // CHECK: vta.tile_load
  vta.tile_load %x, %inp : memref<8x2x16xi8> to memref<8x2x16xi8, #vta.space<inp>>
  return
}
