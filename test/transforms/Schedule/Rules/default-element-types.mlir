// RUN: tvm-opt %s --pass-pipeline='builtin.module(target-set{entries=max_vector_op_width=256},schedule-generate,schedule-apply,func.func(te-lower-blocks,canonicalize,vectorize-marked-loops{quiet}))' -split-input-file | FileCheck %s

// Tiles of four indices are transposed.
// CHECK-LABEL: @indices
// CHECK: affine.vector_load %{{.*}}, vector<4xindex>
// CHECK: affine.vector_store %{{.*}}, vector<4xindex>
func.func @indices(%a: memref<64x128xindex>, %b: memref<128x64xindex>) {
  affine.for %i = 0 to 128 {
    affine.for %j = 0 to 64 {
      te.block "T" [false, false] affine_map<(i, j) -> (i, j)>(%i, %j) captures(%a, %b : memref<64x128xindex>, memref<128x64xindex>) do {
      ^bb0(%v: index, %w: index, %x: memref<64x128xindex>, %y: memref<128x64xindex>):
        %0 = affine.load %x[%w, %v] : memref<64x128xindex>
        affine.store %0, %y[%v, %w] : memref<128x64xindex>
        te.yield
      }
    }
  }
  return
}

// -----

// Complex numbers are no elements of vectors.
// CHECK-LABEL: @complex
// CHECK-NOT: vector<
// CHECK: affine.load %{{.*}} : memref<64x128xcomplex<f32>>
// CHECK-NOT: vector<
// CHECK: return
func.func @complex(%a: memref<64x128xcomplex<f32>>, %b: memref<128x64xcomplex<f32>>) {
  affine.for %i = 0 to 128 {
    affine.for %j = 0 to 64 {
      te.block "T" [false, false] affine_map<(i, j) -> (i, j)>(%i, %j) captures(%a, %b : memref<64x128xcomplex<f32>>, memref<128x64xcomplex<f32>>) do {
      ^bb0(%v: index, %w: index, %x: memref<64x128xcomplex<f32>>, %y: memref<128x64xcomplex<f32>>):
        %0 = affine.load %x[%w, %v] : memref<64x128xcomplex<f32>>
        affine.store %0, %y[%v, %w] : memref<128x64xcomplex<f32>>
        te.yield
      }
    }
  }
  return
}

// -----

// Nor are vectors; large results are stored as others are.
// CHECK-LABEL: @vectors
// CHECK: affine.for
// CHECK: affine.load %{{.*}} : memref<1024x4096xvector<4xf32>>
func.func @vectors(%a: memref<1024x4096xvector<4xf32>>, %b: memref<1024x4096xvector<4xf32>>) {
  affine.for %i = 0 to 1024 {
    affine.for %j = 0 to 4096 {
      te.block "T" [false, false] affine_map<(i, j) -> (i, j)>(%i, %j) captures(%a, %b : memref<1024x4096xvector<4xf32>>, memref<1024x4096xvector<4xf32>>) do {
      ^bb0(%v: index, %w: index, %x: memref<1024x4096xvector<4xf32>>, %y: memref<1024x4096xvector<4xf32>>):
        %0 = affine.load %x[%v, %w] : memref<1024x4096xvector<4xf32>>
        %1 = arith.addf %0, %0 : vector<4xf32>
        affine.store %1, %y[%v, %w] : memref<1024x4096xvector<4xf32>>
        te.yield
      }
    }
  }
  return
}

// -----

// Register tiles of four columns.
// CHECK-LABEL: @product
// CHECK: vector<4xindex>
func.func @product(%a: memref<64x256xindex>, %b: memref<256x128xindex>, %c: memref<64x128xindex>) {
  affine.for %i = 0 to 64 {
    affine.for %j = 0 to 128 {
      affine.for %k = 0 to 256 {
        te.block "C" [false, false, true] affine_map<(i, j, k) -> (i, j, k)>(%i, %j, %k) captures(%a, %b, %c : memref<64x256xindex>, memref<256x128xindex>, memref<64x128xindex>) init {
        ^bb0(%u: index, %v: index, %w: index, %x: memref<64x256xindex>, %y: memref<256x128xindex>, %z: memref<64x128xindex>):
          %0 = arith.constant 0 : index
          affine.store %0, %z[%u, %v] : memref<64x128xindex>
          te.yield
        } do {
        ^bb0(%u: index, %v: index, %w: index, %x: memref<64x256xindex>, %y: memref<256x128xindex>, %z: memref<64x128xindex>):
          %0 = affine.load %x[%u, %w] : memref<64x256xindex>
          %1 = affine.load %y[%w, %v] : memref<256x128xindex>
          %2 = arith.muli %0, %1 : index
          %3 = affine.load %z[%u, %v] : memref<64x128xindex>
          %4 = arith.addi %3, %2 : index
          affine.store %4, %z[%u, %v] : memref<64x128xindex>
          te.yield
        }
      }
    }
  }
  return
}
