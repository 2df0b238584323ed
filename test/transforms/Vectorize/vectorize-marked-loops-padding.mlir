// RUN: tvm-opt %s --target-set=entries=max_vector_op_width=512 --vectorize-marked-loops --canonicalize | FileCheck %s
// RUN: tvm-opt %s --target-set=entries=max_vector_op_width=256 --vectorize-marked-loops --canonicalize | FileCheck %s --check-prefix=BRANCH

// Under a condition that all lanes share, a row beside the image is a load
// without lanes, where there are masks and it is accumulated. It is of the
// buffer's first elements then, which are in memory.
// CHECK-LABEL: @row
// CHECK: %[[ZERO:.*]] = arith.constant dense<0.000000e+00> : vector<16xf32>
// CHECK: %[[FIRST:.*]] = arith.constant 0 : index
// CHECK: %[[INSIDE:.*]] = arith.cmpi ult
// CHECK: %[[PLACE:.*]] = arith.select %[[INSIDE]], %{{.*}}, %[[FIRST]]
// CHECK: %[[MASK:.*]] = vector.broadcast %[[INSIDE]] : i1 to vector<16xi1>
// CHECK: %[[X:.*]] = vector.maskedload %{{.*}}[%[[PLACE]]], %[[MASK]], %[[ZERO]]
// CHECK-NOT: scf.if
// CHECK: arith.addf %{{.*}}, %[[X]]
// CHECK: affine.vector_store
// BRANCH-LABEL: @row
// BRANCH: scf.if
// BRANCH: affine.vector_load
// BRANCH-NOT: vector.maskedload
// BRANCH: return
func.func @row(%x: memref<4x16xf32>, %y: memref<16xf32>, %i: index) {
  %zero = arith.constant 0.0 : f32
  %c4 = arith.constant 4 : index
  affine.for %l = 0 to 16 {
    %inside = arith.cmpi ult, %i, %c4 : index
    %a = scf.if %inside -> f32 {
      %b = affine.load %x[symbol(%i), %l] : memref<4x16xf32>
      scf.yield %b : f32
    } else {
      scf.yield %zero : f32
    }
    %old = affine.load %y[%l] : memref<16xf32>
    %new = arith.addf %old, %a : f32
    affine.store %new, %y[%l] : memref<16xf32>
  } {te.kind = "vectorized"}
  return
}

// A copy keeps the branch: it loads what it needs alone.
// CHECK-LABEL: @copy
// CHECK: scf.if
// CHECK-NOT: vector.maskedload
// CHECK: return
func.func @copy(%x: memref<4x16xf32>, %y: memref<16xf32>, %i: index, %inside: i1) {
  %zero = arith.constant 0.0 : f32
  affine.for %l = 0 to 16 {
    %a = scf.if %inside -> f32 {
      %b = affine.load %x[symbol(%i), %l] : memref<4x16xf32>
      scf.yield %b : f32
    } else {
      scf.yield %zero : f32
    }
    affine.store %a, %y[%l] : memref<16xf32>
  } {te.kind = "vectorized"}
  return
}

// The rest has fewer lanes; what is there otherwise may differ from lane to
// lane.
// CHECK-LABEL: @otherwise
// CHECK: %[[W:.*]] = affine.vector_load %{{.*}} : memref<5xf32>, vector<5xf32>
// CHECK: %[[MASK:.*]] = vector.broadcast %{{.*}} : i1 to vector<5xi1>
// CHECK: vector.maskedload %{{.*}}, %[[MASK]], %[[W]]
func.func @otherwise(%x: memref<4x5xf32>, %w: memref<5xf32>, %y: memref<5xf32>,
                     %i: index, %inside: i1) {
  affine.for %l = 0 to 5 {
    %v = affine.load %w[%l] : memref<5xf32>
    %a = scf.if %inside -> f32 {
      %b = affine.load %x[symbol(%i), %l] : memref<4x5xf32>
      scf.yield %b : f32
    } else {
      scf.yield %v : f32
    }
    %old = affine.load %y[%l] : memref<5xf32>
    %new = arith.addf %old, %a : f32
    affine.store %new, %y[%l] : memref<5xf32>
  } {te.kind = "vectorized"}
  return
}

// Lanes that are masked already, of rows of unknown size.
// CHECK-LABEL: @both
// CHECK: %[[LANES:.*]] = vector.create_mask
// CHECK: %[[ROW:.*]] = arith.select %[[INSIDE:.*]], %{{.*}}, %{{.*}} : index
// CHECK: %[[SAME:.*]] = vector.broadcast %{{.*}} : i1 to vector<16xi1>
// CHECK: %[[MASK:.*]] = arith.andi %[[LANES]], %[[SAME]]
// CHECK: vector.maskedload %{{.*}}[%[[ROW]], %{{.*}}], %[[MASK]]
func.func @both(%x: memref<4x?xf32>, %y: memref<?xf32>, %n: index, %i: index,
                %inside: i1) {
  %zero = arith.constant 0.0 : f32
  affine.for %l = 0 to 16 {
    affine.if affine_set<(l)[n] : (n - l - 1 >= 0)>(%l)[%n] {
      %a = scf.if %inside -> f32 {
        %b = affine.load %x[symbol(%i), %l] : memref<4x?xf32>
        scf.yield %b : f32
      } else {
        scf.yield %zero : f32
      }
      %old = affine.load %y[%l] : memref<?xf32>
      %new = arith.addf %old, %a : f32
      affine.store %new, %y[%l] : memref<?xf32>
    }
  } {te.kind = "vectorized"}
  return
}

// More than a load, and loads of elements apart, stay in their branch.
// CHECK-LABEL: @branches
// CHECK: scf.if
// CHECK: math.exp
// CHECK-COUNT-16: affine.load
// CHECK-NOT: vector.maskedload
// CHECK: return
func.func @branches(%x: memref<4x16xf32>, %z: memref<16x16xf32>,
                    %y: memref<16xf32>, %i: index, %inside: i1) {
  %zero = arith.constant 0.0 : f32
  affine.for %l = 0 to 16 {
    %a = scf.if %inside -> f32 {
      %b = affine.load %x[symbol(%i), %l] : memref<4x16xf32>
      %c = math.exp %b : f32
      scf.yield %c : f32
    } else {
      scf.yield %zero : f32
    }
    %d = scf.if %inside -> f32 {
      %b = affine.load %z[%l, symbol(%i)] : memref<16x16xf32>
      scf.yield %b : f32
    } else {
      scf.yield %zero : f32
    }
    %old = affine.load %y[%l] : memref<16xf32>
    %sum = arith.addf %a, %d : f32
    %e = arith.addf %old, %sum : f32
    affine.store %e, %y[%l] : memref<16xf32>
  } {te.kind = "vectorized"}
  return
}
