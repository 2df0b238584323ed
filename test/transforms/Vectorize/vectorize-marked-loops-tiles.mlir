// RUN: tvm-opt %s --pass-pipeline='builtin.module(target-set{entries=max_vector_op_width=512},func.func(vectorize-marked-loops))' | FileCheck %s
// RUN: tvm-opt %s --pass-pipeline='builtin.module(target-set{entries=max_vector_op_width=256},func.func(vectorize-marked-loops))' | FileCheck %s --check-prefix=NARROW

// Rows of 14 are vectors of 16 lanes under a mask, as a register has them.
// Vectors of 256 bits have no mask registers: rows are vectors of 14.
// CHECK-LABEL: @padded
// CHECK-COUNT-14: affine.vector_load %{{.*}} : memref<28xf32>, vector<2xf32>
// CHECK: %[[MASK:.*]] = arith.constant dense<[true, true, true, true, true, true, true, true, true, true, true, true, true, true, false, false]> : vector<16xi1>
// CHECK: %[[R:.*]] = vector.maskedload %{{.*}}[%{{.*}}], %[[MASK]], %{{.*}} : memref<28xf32>, vector<16xi1>, vector<16xf32> into vector<16xf32>
// CHECK: %[[D:.*]] = arith.addf %{{.*}}, %[[R]] : vector<16xf32>
// CHECK: vector.maskedstore %{{.*}}[%{{.*}}], %{{.*}}, %[[D]] : memref<28xf32>, vector<16xi1>, vector<16xf32>
// NARROW-LABEL: @padded
// NARROW-NOT: vector.maskedload
// NARROW: affine.vector_store %{{.*}} : memref<28xf32>, vector<14xf32>
func.func @padded(%x: memref<14x2xf32>, %r: memref<2x14xf32>, %z: memref<2x14xf32>) {
  affine.for %i = 0 to 2 {
    affine.for %j = 0 to 14 {
      %a = affine.load %x[%j, %i] : memref<14x2xf32>
      %b = affine.load %r[%i, %j] : memref<2x14xf32>
      %c = arith.addf %a, %b : f32
      affine.store %c, %z[%i, %j] : memref<2x14xf32>
    } {te.kind = "vectorized"}
  } {te.kind = "vectorized"}
  return
}

// A lane beyond the row might divide by zero; 17 elements are no register.
// CHECK-LABEL: @exact
// CHECK-NOT: vector.maskedload
// CHECK: arith.divsi {{.*}} vector<14xi32>
// CHECK: affine.vector_store %{{.*}} : memref<34xf32>, vector<17xf32>
// CHECK: return
func.func @exact(%x: memref<14x2xi32>, %r: memref<2x14xi32>, %z: memref<2x14xi32>, %u: memref<17x2xf32>, %v: memref<2x17xf32>) {
  affine.for %i = 0 to 2 {
    affine.for %j = 0 to 14 {
      %a = affine.load %x[%j, %i] : memref<14x2xi32>
      %b = affine.load %r[%i, %j] : memref<2x14xi32>
      %c = arith.divsi %a, %b : i32
      affine.store %c, %z[%i, %j] : memref<2x14xi32>
    } {te.kind = "vectorized"}
  } {te.kind = "vectorized"}
  affine.for %i = 0 to 2 {
    affine.for %j = 0 to 17 {
      %a = affine.load %u[%j, %i] : memref<17x2xf32>
      affine.store %a, %v[%i, %j] : memref<2x17xf32>
    } {te.kind = "vectorized"}
  } {te.kind = "vectorized"}
  return
}

// Columns of 14 are loaded under a mask, too, and rows stored whole.
// CHECK-LABEL: @columns
// CHECK-COUNT-16: vector.maskedload %{{.*}} : memref<224xf32>, vector<16xi1>, vector<16xf32> into vector<16xf32>
// CHECK-COUNT-14: affine.vector_store %{{.*}} : memref<224xf32>, vector<16xf32>
// NARROW-LABEL: @columns
// NARROW-COUNT-16: affine.vector_load %{{.*}} : memref<224xf32>, vector<14xf32>
func.func @columns(%x: memref<16x14xf32>, %z: memref<14x16xf32>) {
  affine.for %i = 0 to 14 {
    affine.for %j = 0 to 16 {
      %a = affine.load %x[%j, %i] : memref<16x14xf32>
      affine.store %a, %z[%i, %j] : memref<14x16xf32>
    } {te.kind = "vectorized"}
  } {te.kind = "vectorized"}
  return
}

// Pixels of two loops as one: 16 of them lie in one row.
// CHECK-LABEL: @pixels
// CHECK-COUNT-16: affine.vector_load
// CHECK: vector.shuffle
// CHECK-COUNT-16: affine.vector_store
// CHECK-NOT: affine.store
func.func @pixels(%x: memref<4x64x16xf32>, %y: memref<16x4x64xf32>) {
  affine.for %i = 0 to 16 {
    affine.for %c = 0 to 16 {
      affine.for %l = 0 to 16 {
        %a = affine.load %x[(%i * 16 + %l) floordiv 64, (%i * 16 + %l) mod 64, %c] : memref<4x64x16xf32>
        affine.store %a, %y[%c, %i floordiv 4, (%i * 16 + %l) mod 64] : memref<16x4x64xf32>
      } {te.kind = "vectorized"}
    } {te.kind = "vectorized"}
  }
  return
}
