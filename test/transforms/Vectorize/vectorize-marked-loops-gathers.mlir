// RUN: tvm-opt %s --target-set=entries=max_vector_op_width=512 --vectorize-marked-loops --canonicalize | FileCheck %s
// RUN: tvm-opt %s --target-set=entries=max_vector_op_width=256 --vectorize-marked-loops --canonicalize | FileCheck %s --check-prefix=NARROW

// Elements at places that data decide: the machine gathers them (AVX-512), or
// lane by lane.
// CHECK-LABEL: @table
// CHECK: %[[ALL:.*]] = arith.constant dense<true> : vector<16xi1>
// CHECK: %[[P:.*]] = affine.vector_load {{.*}} vector<16xi32>
// CHECK: %[[I:.*]] = arith.index_cast %[[P]] : vector<16xi32> to vector<16xindex>
// CHECK: vector.gather %arg1[%{{.*}}] [%[[I]]], %[[ALL]], %{{.*}} : memref<9xf32>, vector<16xindex>, vector<16xi1>, vector<16xf32> into vector<16xf32>
// CHECK-NOT: memref.load
// NARROW-LABEL: @table
// NARROW-NOT: vector.gather
// NARROW-COUNT-16: memref.load %arg1
func.func @table(%at: memref<16xi32>, %x: memref<9xf32>, %y: memref<16xf32>) {
  affine.for %i = 0 to 16 {
    %p = affine.load %at[%i] : memref<16xi32>
    %q = arith.index_cast %p : i32 to index
    %a = memref.load %x[%q] : memref<9xf32>
    affine.store %a, %y[%i] : memref<16xf32>
  } {te.kind = "vectorized"}
  return
}

// The elements of a row are gathered from a place where all rows are one.
// CHECK-LABEL: @row
// CHECK: %[[FLAT:.*]] = memref.collapse_shape %arg1 {{.*}} into memref<27xf32>
// CHECK: vector.gather %[[FLAT]]
func.func @row(%at: memref<16xi32>, %x: memref<3x9xf32>, %y: memref<16xf32>, %r: index) {
  affine.for %i = 0 to 16 {
    %p = affine.load %at[%i] : memref<16xi32>
    %q = arith.index_cast %p : i32 to index
    %a = memref.load %x[%r, %q] : memref<3x9xf32>
    affine.store %a, %y[%i] : memref<16xf32>
  } {te.kind = "vectorized"}
  return
}

// A whole row at a place that data decide: a vector. Narrow elements cannot be
// gathered.
// CHECK-LABEL: @others
// CHECK: vector.load %{{.*}} : memref<9x16xf32>, vector<16xf32>
// CHECK-NOT: vector.gather
// CHECK: memref.load %{{.*}} : memref<9xi8>
func.func @others(%at: memref<16xi32>, %x: memref<9x16xf32>, %y: memref<16xf32>, %b: memref<9xi8>, %c: memref<16xi8>) {
  %p = affine.load %at[0] : memref<16xi32>
  %q = arith.index_cast %p : i32 to index
  affine.for %i = 0 to 16 {
    %a = memref.load %x[%q, %i] : memref<9x16xf32>
    affine.store %a, %y[%i] : memref<16xf32>
  } {te.kind = "vectorized"}
  affine.for %i = 0 to 16 {
    %r = affine.load %at[%i] : memref<16xi32>
    %s = arith.index_cast %r : i32 to index
    %a = memref.load %b[%s] : memref<9xi8>
    affine.store %a, %c[%i] : memref<16xi8>
  } {te.kind = "vectorized"}
  return
}
