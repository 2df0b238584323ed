// RUN: tvm-opt %s --target-set=entries=max_vector_op_width=512 --vectorize-marked-loops --canonicalize | FileCheck %s
// RUN: tvm-opt %s --target-set=entries=max_vector_op_width=256 --vectorize-marked-loops --canonicalize | FileCheck %s --check-prefix=LOAD

// Lanes of one group read the same: one vector to the last of them, and a
// shuffle.
// CHECK-LABEL: @groups
// CHECK: %[[MASK:.*]] = vector.constant_mask [13] : vector<16xi1>
// CHECK: %[[X:.*]] = vector.maskedload %{{.*}}[%{{.*}}], %[[MASK]]
// CHECK: vector.shuffle %[[X]], %[[X]] [0, 0, 0, 0, 4, 4, 4, 4, 8, 8, 8, 8, 12, 12, 12, 12]
// LOAD-LABEL: @groups
// LOAD: %[[X:.*]] = vector.load %{{.*}} : memref<64xf32>, vector<5xf32>
// LOAD: vector.shuffle %[[X]], %[[X]] [0, 0, 0, 0, 4, 4, 4, 4]
func.func @groups(%x: memref<64xf32>, %y: memref<64xf32>) {
  affine.for %i = 0 to 4 {
    affine.for %l = 0 to 16 {
      %a = affine.load %x[((%i * 16 + %l) floordiv 4) * 4 + 3] : memref<64xf32>
      affine.store %a, %y[%i * 16 + %l] : memref<64xf32>
    } {te.kind = "vectorized"}
  }
  return
}

// All lanes of a vector are of one group: a scalar.
// CHECK-LABEL: @one_group
// CHECK: %[[X:.*]] = affine.load
// CHECK: vector.broadcast %[[X]] : f32 to vector<16xf32>
func.func @one_group(%x: memref<8xf32>, %y: memref<128xf32>) {
  affine.for %i = 0 to 4 {
    affine.for %l = 0 to 32 {
      %a = affine.load %x[(%i * 32 + %l) floordiv 16] : memref<8xf32>
      affine.store %a, %y[%i * 32 + %l] : memref<128xf32>
    } {te.kind = "vectorized"}
  }
  return
}

// Elements that are further apart than the length of a vector, in another dimension,
// or at an unknown distance are loaded lane by lane.
// CHECK-LABEL: @apart
// CHECK-NOT: vector.shuffle
// CHECK: return
func.func @apart(%x: memref<256xf32>, %z: memref<4x16xf32>, %y: memref<3x16xf32>, %n: index) {
  affine.for %l = 0 to 16 {
    %a = affine.load %x[(%l floordiv 4) * 16] : memref<256xf32>
    affine.store %a, %y[0, %l] : memref<3x16xf32>
    %b = affine.load %z[%l floordiv 4, 0] : memref<4x16xf32>
    affine.store %b, %y[1, %l] : memref<3x16xf32>
    %c = affine.load %x[(%l + symbol(%n)) floordiv 4] : memref<256xf32>
    affine.store %c, %y[2, %l] : memref<3x16xf32>
  } {te.kind = "vectorized"}
  return
}
