// RUN: tvm-opt %s --target-set=entries=max_vector_op_width=512 --vectorize-marked-loops --canonicalize --cse -split-input-file | FileCheck %s --check-prefixes=CHECK,FEW
// RUN: tvm-opt %s --target-set=entries=max_vector_op_width=512,vector_registers=32 --vectorize-marked-loops --canonicalize --cse -split-input-file | FileCheck %s --check-prefixes=CHECK,MANY

// A loop inside that is to be unrolled is unrolled first. Its stores, one row
// together, are whole vectors.
// CHECK-LABEL: @interleave
// CHECK: %[[X:.*]] = affine.vector_load %{{.*}}[0] : memref<20xf32>, vector<16xf32>
// CHECK: %[[Y:.*]] = affine.vector_load %{{.*}}[0] : memref<20xf32>, vector<16xf32>
// CHECK: %[[ROW:.*]] = memref.collapse_shape
// CHECK: %[[A:.*]] = vector.shuffle %[[X]], %[[Y]] [0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23]
// CHECK: affine.vector_store %[[A]], %[[ROW]][0] : memref<40xf32>, vector<16xf32>
// CHECK: %[[B:.*]] = vector.shuffle %[[X]], %[[Y]] [8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31]
// CHECK: affine.vector_store %[[B]], %[[ROW]][16] : memref<40xf32>, vector<16xf32>
// CHECK: affine.vector_store %{{.*}}, %[[ROW]][32] : memref<40xf32>, vector<4xf32>
// CHECK: affine.vector_store %{{.*}}, %[[ROW]][36] : memref<40xf32>, vector<4xf32>
// CHECK-NOT: store
func.func @interleave(%x: memref<20xf32>, %y: memref<20xf32>, %z: memref<20x2xf32>) {
  %c1 = arith.constant 1 : index
  affine.for %i = 0 to 20 {
    affine.for %j = 0 to 2 {
      %first = arith.cmpi slt, %j, %c1 : index
      %v = scf.if %first -> f32 {
        %a = affine.load %x[%i] : memref<20xf32>
        scf.yield %a : f32
      } else {
        %b = affine.load %y[%i] : memref<20xf32>
        scf.yield %b : f32
      }
      affine.store %v, %z[%i, %j] : memref<20x2xf32>
    } {te.kind = "unrolled"}
  } {te.kind = "vectorized"}
  return
}

// -----

// Loads of one row read the same vectors.
// CHECK-LABEL: @third
// CHECK: %[[ROW:.*]] = memref.collapse_shape
// CHECK: %[[A:.*]] = affine.vector_load %[[ROW]][0] : memref<48xf32>, vector<16xf32>
// CHECK: %[[B:.*]] = affine.vector_load %[[ROW]][16] : memref<48xf32>, vector<16xf32>
// CHECK: %[[C:.*]] = affine.vector_load %[[ROW]][32] : memref<48xf32>, vector<16xf32>
// CHECK: %[[AB:.*]] = vector.shuffle %[[A]], %[[B]] [0, 3, 6, 9, 12, 15, 18, 21, 24, 27, 30, -1, -1, -1, -1, -1]
// CHECK: %[[R:.*]] = vector.shuffle %[[AB]], %[[C]] [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 17, 20, 23, 26, 29]
// CHECK: affine.vector_store %[[R]], %{{.*}}[0, 0] : memref<3x16xf32>, vector<16xf32>
// CHECK: affine.vector_store %{{.*}}, %{{.*}}[1, 0]
// CHECK: affine.vector_store %{{.*}}, %{{.*}}[2, 0]
func.func @third(%x: memref<16x3xf32>, %y: memref<3x16xf32>) {
  affine.for %i = 0 to 16 {
    affine.for %j = 0 to 3 {
      %a = affine.load %x[%i, %j] : memref<16x3xf32>
      affine.store %a, %y[%j, %i] : memref<3x16xf32>
    } {te.kind = "unrolled"}
  } {te.kind = "vectorized"}
  return
}

// -----

// One column alone: nothing that is not in the buffer. With many registers,
// those beside it, too.
// CHECK-LABEL: @column
// CHECK: affine.vector_load %{{.*}}[0] : memref<45xf32>, vector<15xf32>
// CHECK: affine.vector_load %{{.*}}[15] : memref<45xf32>, vector<15xf32>
// FEW: affine.vector_load %{{.*}}[28] : memref<45xf32>, vector<15xf32>
// MANY: affine.vector_load %{{.*}}[30] : memref<45xf32>, vector<15xf32>
func.func @column(%x: memref<15x3xf32>, %y: memref<15xf32>) {
  affine.for %i = 0 to 15 {
    %a = affine.load %x[%i, 0] : memref<15x3xf32>
    affine.store %a, %y[%i] : memref<15xf32>
  } {te.kind = "vectorized"}
  return
}

// -----

// At the end of the buffer, those in front; where it has none around the
// elements, the last vector ends with them.
// CHECK-LABEL: @border
// MANY: affine.vector_load %{{.*}}[0] : memref<23xf32>, vector<8xf32>
// MANY: affine.vector_load %{{.*}}[8] : memref<23xf32>, vector<8xf32>
// MANY: affine.vector_load %{{.*}}[15] : memref<23xf32>, vector<4xf32>
// MANY: affine.vector_load %{{.*}}[19] : memref<23xf32>, vector<4xf32>
// CHECK-LABEL: @tight
// CHECK: affine.vector_load %{{.*}}[0] : memref<15xf32>, vector<8xf32>
// CHECK: affine.vector_load %{{.*}}[7] : memref<15xf32>, vector<8xf32>
func.func @border(%x: memref<23xf32>, %y: memref<8xf32>, %z: memref<4xf32>) {
  affine.for %i = 0 to 8 {
    %a = affine.load %x[%i * 2] : memref<23xf32>
    affine.store %a, %y[%i] : memref<8xf32>
  } {te.kind = "vectorized"}
  affine.for %i = 0 to 4 {
    %a = affine.load %x[%i * 2 + 16] : memref<23xf32>
    affine.store %a, %z[%i] : memref<4xf32>
  } {te.kind = "vectorized"}
  return
}
func.func @tight(%x: memref<15xf32>, %y: memref<8xf32>) {
  affine.for %i = 0 to 8 {
    %a = affine.load %x[%i * 2] : memref<15xf32>
    affine.store %a, %y[%i] : memref<8xf32>
  } {te.kind = "vectorized"}
  return
}

// -----

// A window of three: the first two offsets read the same vectors where there
// are registers for them, though each has its own loop. Unknown bounds of an
// outer loop prove nothing.
// CHECK-LABEL: @window
// CHECK: affine.vector_load %{{.*}}[0] : memref<34xf32>
// MANY: affine.vector_load %{{.*}}[16] : memref<34xf32>
// MANY: vector.shuffle {{.*}} [0, 2
// MANY: affine.vector_load %{{.*}}[0] : memref<34xf32>
// MANY: affine.vector_load %{{.*}}[16] : memref<34xf32>
// MANY: vector.shuffle {{.*}} [1, 3
// FEW: affine.vector_load %{{.*}}[1] : memref<34xf32>
// CHECK: affine.vector_load %{{.*}}[2] : memref<34xf32>
// MANY: affine.vector_load %{{.*}}[18] : memref<34xf32>
// MANY: vector.shuffle {{.*}} [0, 2
// CHECK-LABEL: @unknown
// CHECK: affine.vector_load %{{.*}}[%[[T:[a-z0-9]*]]] :
// CHECK: affine.vector_load %{{.*}}[%[[T]] + 7] :
func.func @window(%x: memref<34xf32>, %y: memref<3x16xf32>) {
  affine.for %i = 0 to 16 {
    %a = affine.load %x[%i * 2] : memref<34xf32>
    affine.store %a, %y[0, %i] : memref<3x16xf32>
  } {te.kind = "vectorized"}
  affine.for %i = 0 to 16 {
    %a = affine.load %x[%i * 2 + 1] : memref<34xf32>
    affine.store %a, %y[1, %i] : memref<3x16xf32>
  } {te.kind = "vectorized"}
  affine.for %i = 0 to 16 {
    %a = affine.load %x[%i * 2 + 2] : memref<34xf32>
    affine.store %a, %y[2, %i] : memref<3x16xf32>
  } {te.kind = "vectorized"}
  return
}
func.func @unknown(%x: memref<64xf32>, %y: memref<8xf32>, %n: index) {
  affine.for %t = 0 to %n {
    affine.for %i = 0 to 8 {
      %a = affine.load %x[%t + %i * 2] : memref<64xf32>
      affine.store %a, %y[%i] : memref<8xf32>
    } {te.kind = "vectorized"}
  }
  return
}

// -----

// Columns too far apart are loaded one by one.
// CHECK-LABEL: @apart
// CHECK-COUNT-16: affine.load
func.func @apart(%x: memref<16x9xf32>, %y: memref<16xf32>) {
  affine.for %i = 0 to 16 {
    %a = affine.load %x[%i, 0] : memref<16x9xf32>
    affine.store %a, %y[%i] : memref<16xf32>
  } {te.kind = "vectorized"}
  return
}

// -----

// An element of the row that nothing stores to stays what it is, and a load
// sees what was stored before: stores one by one.
// CHECK-LABEL: @gap
// CHECK-NOT: vector_store
// CHECK-COUNT-32: affine.store
// CHECK-LABEL: @reloaded
// CHECK-NOT: vector_store %{{.*}} : memref<32xf32>
// CHECK-COUNT-32: affine.store
func.func @gap(%x: memref<16xf32>, %y: memref<16x3xf32>) {
  affine.for %i = 0 to 16 {
    %a = affine.load %x[%i] : memref<16xf32>
    affine.store %a, %y[%i, 0] : memref<16x3xf32>
    affine.store %a, %y[%i, 2] : memref<16x3xf32>
  } {te.kind = "vectorized"}
  return
}
func.func @reloaded(%x: memref<16xf32>, %y: memref<16x2xf32>) {
  affine.for %i = 0 to 16 {
    %a = affine.load %x[%i] : memref<16xf32>
    affine.store %a, %y[%i, 0] : memref<16x2xf32>
    %b = affine.load %y[%i, 0] : memref<16x2xf32>
    affine.store %b, %y[%i, 1] : memref<16x2xf32>
  } {te.kind = "vectorized"}
  return
}

// -----

// Every other element, under a condition that all lanes share and one of each:
// what lies in front of the first one that is needed is not loaded.
// CHECK-LABEL: @masked
// CHECK-SAME: %[[X:[a-z0-9]*]]: memref<30xf32>
// CHECK-DAG: %[[FIRST:.*]] = arith.constant dense<[false, false, true, true, true, true, true, true, true, true, true, true, true, true, true, true]>
// CHECK-DAG: %[[ON:.*]] = vector.broadcast %{{.*}} : i1 to vector<16xi1>
// CHECK-DAG: %[[M:.*]] = arith.andi %[[ON]], %[[FIRST]] :
// CHECK: %[[A:.*]] = vector.maskedload %[[X]][%{{.*}}], %[[M]]
// CHECK: %[[B:.*]] = vector.maskedload %[[X]][%{{.*}}], %[[ON]],
// CHECK: vector.shuffle %[[A]], %[[B]] [0, 2, 4, 6, 8, 10, 12, 14, 17, 19, 21, 23, 25, 27, 29, 31]
// CHECK-NOT: gather
func.func @masked(%x: memref<30xf32>, %y: memref<16xf32>, %on: i1) {
  %zero = arith.constant 0.0 : f32
  %c1 = arith.constant 1 : index
  %c30 = arith.constant 30 : index
  affine.for %i = 0 to 16 {
    %j = affine.apply affine_map<(i) -> (i * 2 - 1)>(%i)
    %inside = arith.cmpi ult, %j, %c30 : index
    %both = arith.andi %on, %inside : i1
    %v = scf.if %both -> f32 {
      %a = affine.load %x[%i * 2 - 1] : memref<30xf32>
      scf.yield %a : f32
    } else {
      scf.yield %zero : f32
    }
    affine.store %v, %y[%i] : memref<16xf32>
  } {te.kind = "vectorized"}
  return
}
