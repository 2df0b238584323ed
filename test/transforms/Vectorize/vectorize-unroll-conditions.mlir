// RUN: tvm-opt %s --pass-pipeline='builtin.module(func.func(vectorize-unroll-conditions))' -split-input-file | FileCheck %s
// RUN: tvm-opt %s --pass-pipeline='builtin.module(target-set{entries=max_vector_op_width=128},func.func(vectorize-unroll-conditions,vectorize-marked-loops),canonicalize)' -split-input-file | FileCheck %s --check-prefix=VECTOR

// Two tiles of a row with a border in front of the first: what the second one
// reads is inside, and so are all rows.
// CHECK-LABEL: func.func @border
// CHECK: affine.for %[[ROW:.*]] = 0 to 8 {
// CHECK-NEXT: affine.for %[[I:.*]] = 0 to 4 {
// CHECK-NOT: andi
// CHECK: %[[IS:.*]] = arith.cmpi ult, %{{.*}}, %{{.*}} : index
// CHECK: scf.if %[[IS]]
// CHECK: } {te.kind = "vectorized"}
// CHECK-NEXT: affine.for %[[I:.*]] = 0 to 4 {
// CHECK-NEXT: affine.load %{{.*}}[%[[ROW]], %[[I]] + 3]
// CHECK-NEXT: affine.store
// CHECK-NEXT: } {te.kind = "vectorized"}
// VECTOR-LABEL: func.func @border
// VECTOR: %[[MASK:.*]] = arith.constant dense<[false, true, true, true]> : vector<4xi1>
// VECTOR: affine.for
// VECTOR: vector.maskedload %{{.*}}, %[[MASK]]
// VECTOR: affine.vector_load %{{.*}}[%{{.*}}, 3]
func.func @border(%x: memref<8x16xf32>, %y: memref<8x8xf32>) {
  %zero = arith.constant 0.0 : f32
  %one = arith.constant 1 : index
  %height = arith.constant 8 : index
  %width = arith.constant 16 : index
  affine.for %row = 0 to 8 {
    affine.for %tile = 0 to 2 {
      affine.for %i = 0 to 4 {
        %j = affine.apply affine_map<(t, i) -> (t * 4 + i)>(%tile, %i)
        %k = arith.subi %j, %one : index
        %in_column = arith.cmpi ult, %k, %width : index
        %in_row = arith.cmpi ult, %row, %height : index
        %inside = arith.andi %in_row, %in_column : i1
        %0 = scf.if %inside -> (f32) {
          %1 = affine.load %x[%row, %tile * 4 + %i - 1] : memref<8x16xf32>
          scf.yield %1 : f32
        } else {
          scf.yield %zero : f32
        }
        affine.store %0, %y[%row, %tile * 4 + %i] : memref<8x8xf32>
      } {te.kind = "vectorized"}
    } {te.kind = "unrolled"}
  }
  return
}

// -----

// In steps of 2, where nothing is outside, whole vectors are read; elsewhere no
// element in front of the first one that a lane needs.
// VECTOR-LABEL: func.func @steps
// VECTOR-NOT: vector.gather
// VECTOR: %[[FIRST:.*]] = arith.constant dense<[false, false, true, true]> : vector<4xi1>
// VECTOR: vector.maskedload %{{.*}}, %[[FIRST]]
// VECTOR-NEXT: vector.load
// VECTOR-NEXT: vector.shuffle
// VECTOR: affine.vector_load %{{.*}}[7]
// VECTOR-NEXT: affine.vector_load %{{.*}}[10]
// VECTOR-NEXT: vector.shuffle
func.func @steps(%x: memref<16xf32>, %y: memref<8xf32>) {
  %zero = arith.constant 0.0 : f32
  %one = arith.constant 1 : index
  %width = arith.constant 16 : index
  affine.for %only = 0 to 1 {
    affine.for %tile = 0 to 2 {
      affine.for %i = 0 to 4 {
        %j = affine.apply affine_map<(o, t, i) -> (o * 16 + t * 8 + i * 2)>(%only, %tile, %i)
        %k = arith.subi %j, %one : index
        %inside = arith.cmpi ult, %k, %width : index
        %0 = scf.if %inside -> (f32) {
          %1 = affine.load %x[%tile * 8 + %i * 2 - 1] : memref<16xf32>
          scf.yield %1 : f32
        } else {
          scf.yield %zero : f32
        }
        affine.store %0, %y[%tile * 4 + %i] : memref<8xf32>
      } {te.kind = "vectorized"}
    } {te.kind = "unrolled"}
  }
  return
}

// -----

// All lanes of the first tile are outside, all of the second one inside.
// VECTOR-LABEL: func.func @whole_tiles
// VECTOR-NOT: mask
// VECTOR: affine.vector_store %cst{{.*}}, %{{.*}}[0]
// VECTOR-NOT: mask
// VECTOR: affine.vector_load %{{.*}}[0]
// VECTOR-NEXT: affine.vector_store %{{.*}}[4]
func.func @whole_tiles(%x: memref<4xf32>, %y: memref<8xf32>) {
  %zero = arith.constant 0.0 : f32
  %four = arith.constant 4 : index
  affine.for %tile = 0 to 2 {
    affine.for %i = 0 to 4 {
      %j = affine.apply affine_map<(t, i) -> (t * 4 + i)>(%tile, %i)
      %k = arith.subi %j, %four : index
      %inside = arith.cmpi ult, %k, %four : index
      %0 = scf.if %inside -> (f32) {
        %1 = affine.load %x[%tile * 4 + %i - 4] : memref<4xf32>
        scf.yield %1 : f32
      } else {
        scf.yield %zero : f32
      }
      affine.store %0, %y[%tile * 4 + %i] : memref<8xf32>
    } {te.kind = "vectorized"}
  } {te.kind = "unrolled"}
  return
}

// -----

// Without a condition nothing is unrolled, nor around it.
// CHECK-LABEL: func.func @no_condition
// CHECK: affine.for
// CHECK: affine.for
// CHECK: } {te.kind = "vectorized"}
// CHECK-NEXT: } {te.kind = "unrolled"}
func.func @no_condition(%x: memref<8xf32>, %y: memref<8xf32>) {
  affine.for %tile = 0 to 2 {
    affine.for %i = 0 to 4 {
      %0 = affine.load %x[%tile * 4 + %i] : memref<8xf32>
      affine.store %0, %y[%tile * 4 + %i] : memref<8xf32>
    } {te.kind = "vectorized"}
  } {te.kind = "unrolled"}
  return
}

// -----

// Virtual threads are interleaved first.
// CHECK-LABEL: func.func @virtual_threads
// CHECK: } {te.kind = "vectorized"}
// CHECK-NEXT: } {te.kind = "unrolled"}
// CHECK-NEXT: } {te.kind = "vthread"}
func.func @virtual_threads(%x: memref<16xf32>, %y: memref<16xf32>, %n: index) {
  %zero = arith.constant 0.0 : f32
  affine.for %thread = 0 to 2 {
    affine.for %tile = 0 to 2 {
      affine.for %i = 0 to 4 {
        %j = affine.apply affine_map<(t, i) -> (t * 4 + i)>(%tile, %i)
        %inside = arith.cmpi ult, %j, %n : index
        %0 = scf.if %inside -> (f32) {
          %1 = affine.load %x[%thread * 8 + %tile * 4 + %i] : memref<16xf32>
          scf.yield %1 : f32
        } else {
          scf.yield %zero : f32
        }
        affine.store %0, %y[%thread * 8 + %tile * 4 + %i] : memref<16xf32>
      } {te.kind = "vectorized"}
    } {te.kind = "unrolled"}
  } {te.kind = "vthread"}
  return
}

// -----

// All lanes take the same branch.
// CHECK-LABEL: func.func @uniform
// CHECK: } {te.kind = "vectorized"}
// CHECK-NEXT: } {te.kind = "unrolled"}
func.func @uniform(%x: memref<2x4xf32>, %y: memref<2x4xf32>, %n: index) {
  %zero = arith.constant 0.0 : f32
  affine.for %row = 0 to 2 {
    affine.for %i = 0 to 4 {
      %inside = arith.cmpi ult, %row, %n : index
      %0 = scf.if %inside -> (f32) {
        %1 = affine.load %x[%row, %i] : memref<2x4xf32>
        scf.yield %1 : f32
      } else {
        scf.yield %zero : f32
      }
      affine.store %0, %y[%row, %i] : memref<2x4xf32>
    } {te.kind = "vectorized"}
  } {te.kind = "unrolled"}
  return
}

// -----

// Around it a loop, and in it a bound, that are known when it runs.
// CHECK-LABEL: func.func @unknown_batch
// CHECK: affine.for %{{.*}} = 0 to %{{.*}} {
// CHECK-NEXT: affine.for %{{.*}} = 0 to 4 {
// CHECK: scf.if
// CHECK: } {te.kind = "vectorized"}
// CHECK-NEXT: affine.for %{{.*}} = 0 to 4 {
// CHECK-NEXT: affine.load
// CHECK-NEXT: affine.store
func.func @unknown_batch(%x: memref<?x8xf32>, %y: memref<?x8xf32>, %n: index) {
  %zero = arith.constant 0.0 : f32
  %one = arith.constant 1 : index
  %width = arith.constant 8 : index
  affine.for %b = 0 to %n {
    affine.for %tile = 0 to 2 {
      affine.for %i = 0 to 4 {
        %j = affine.apply affine_map<(t, i) -> (t * 4 + i)>(%tile, %i)
        %k = arith.subi %j, %one : index
        %inside = arith.cmpi ult, %k, %width : index
        %0 = scf.if %inside -> (f32) {
          %1 = affine.load %x[%b, %tile * 4 + %i - 1] : memref<?x8xf32>
          scf.yield %1 : f32
        } else {
          scf.yield %zero : f32
        }
        affine.store %0, %y[%b, %tile * 4 + %i] : memref<?x8xf32>
      } {te.kind = "vectorized"}
    } {te.kind = "unrolled"}
  }
  return
}

// -----

// Too many copies.
// CHECK-LABEL: func.func @many
// CHECK: } {te.kind = "vectorized"}
// CHECK-NEXT: } {te.kind = "unrolled"}
// CHECK-NEXT: } {te.kind = "unrolled"}
func.func @many(%x: memref<32768xf32>, %y: memref<32768xf32>) {
  %zero = arith.constant 0.0 : f32
  %one = arith.constant 1 : index
  %width = arith.constant 32768 : index
  affine.for %a = 0 to 128 {
    affine.for %b = 0 to 64 {
      affine.for %i = 0 to 4 {
        %j = affine.apply affine_map<(a, b, i) -> (a * 256 + b * 4 + i)>(%a, %b, %i)
        %k = arith.subi %j, %one : index
        %inside = arith.cmpi ult, %k, %width : index
        %0 = scf.if %inside -> (f32) {
          %1 = affine.load %x[%a * 256 + %b * 4 + %i - 1] : memref<32768xf32>
          scf.yield %1 : f32
        } else {
          scf.yield %zero : f32
        }
        affine.store %0, %y[%a * 256 + %b * 4 + %i] : memref<32768xf32>
      } {te.kind = "vectorized"}
    } {te.kind = "unrolled"}
  } {te.kind = "unrolled"}
  return
}
