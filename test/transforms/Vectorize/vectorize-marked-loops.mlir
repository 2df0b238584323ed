// RUN: tvm-opt %s --target-set=entries=max_vector_op_width=256 --vectorize-marked-loops --canonicalize | FileCheck %s

// Contiguous accesses become vectors, invariant ones are broadcast; the rest of
// the trip count is a shorter vector.
// CHECK-LABEL: @contiguous
// CHECK: affine.vector_load %{{.*}} : memref<11xf32>, vector<8xf32>
// CHECK: vector.broadcast
// CHECK: affine.vector_store %{{.*}} : memref<11xf32>, vector<8xf32>
// CHECK: vector<3xf32>
// CHECK-NOT: affine.for
func.func @contiguous(%x: memref<11xf32>, %s: memref<1xf32>, %y: memref<11xf32>) {
  affine.for %i = 0 to 11 {
    %a = affine.load %x[%i] : memref<11xf32>
    %b = affine.load %s[0] : memref<1xf32>
    %c = arith.mulf %a, %b : f32
    affine.store %c, %y[%i] : memref<11xf32>
  } {te.kind = "vectorized"}
  return
}

// An accumulator becomes a vector of partial results that is reduced behind
// the loop.
// CHECK-LABEL: @sum
// CHECK: %{{.*}}:4 = affine.for %{{.*}} = 0 to 64 step 32 iter_args
// CHECK: vector.reduction <add>
// CHECK: affine.store
func.func @sum(%x: memref<64xf32>, %y: memref<1xf32>) {
  affine.for %i = 0 to 64 {
    %a = affine.load %x[%i] : memref<64xf32>
    %b = affine.load %y[0] : memref<1xf32>
    %c = arith.addf %b, %a : f32
    affine.store %c, %y[0] : memref<1xf32>
  } {te.kind = "vectorized"}
  return
}

// The larger one of what is not NaN stays a comparison and a selection. No lane
// is NaN then.
// CHECK-LABEL: @larger(
// CHECK-DAG: %[[LEAST:.*]] = arith.constant dense<0xFF800000> : vector<8xf32>
// CHECK: affine.for %{{.*}} iter_args(%[[PARTIAL:[a-z0-9]+]] = %[[LEAST]],
// CHECK: %[[X:.*]] = affine.vector_load
// CHECK: %[[C:.*]] = arith.cmpf ogt, %[[X]], %[[PARTIAL]] : vector<8xf32>
// CHECK: arith.select %[[C]], %[[X]], %[[PARTIAL]]
// CHECK: %[[OLD:.*]] = affine.load
// CHECK: %[[ONE:.*]] = vector.reduction <maxnumf>, %{{.*}} fastmath<nnan>
// CHECK: %[[D:.*]] = arith.cmpf ogt, %[[ONE]], %[[OLD]]
// CHECK: arith.select %[[D]], %[[ONE]], %[[OLD]]
func.func @larger(%x: memref<64xf32>, %y: memref<1xf32>) {
  affine.for %i = 0 to 64 {
    %a = affine.load %x[%i] : memref<64xf32>
    %b = affine.load %y[0] : memref<1xf32>
    %c = arith.cmpf ogt, %a, %b : f32
    %d = arith.select %c, %a, %b : f32
    affine.store %d, %y[0] : memref<1xf32>
  } {te.kind = "vectorized"}
  return
}

// CHECK-LABEL: @smaller(
// CHECK: arith.cmpf olt
// CHECK: vector.reduction <minnumf>
func.func @smaller(%x: memref<64xf32>, %y: memref<1xf32>) {
  affine.for %i = 0 to 64 {
    %a = affine.load %x[%i] : memref<64xf32>
    %b = affine.load %y[0] : memref<1xf32>
    %c = arith.cmpf olt, %a, %b : f32
    %d = arith.select %c, %a, %b : f32
    affine.store %d, %y[0] : memref<1xf32>
  } {te.kind = "vectorized"}
  return
}

// Neither: the selected value is another one than the one that is compared; NaN
// is taken; the old one is.
// CHECK-LABEL: @no_extremum(
// CHECK-NOT: vector
// CHECK: return
func.func @no_extremum(%x: memref<64xf32>, %y: memref<3xf32>) {
  affine.for %i = 0 to 64 {
    %a = affine.load %x[%i] : memref<64xf32>
    %b = affine.load %y[0] : memref<3xf32>
    %c = arith.cmpf ogt, %a, %b : f32
    %d = arith.addf %a, %a : f32
    %e = arith.select %c, %d, %b : f32
    affine.store %e, %y[0] : memref<3xf32>
  } {te.kind = "vectorized"}
  affine.for %i = 0 to 64 {
    %a = affine.load %x[%i] : memref<64xf32>
    %b = affine.load %y[1] : memref<3xf32>
    %c = arith.cmpf ugt, %a, %b : f32
    %e = arith.select %c, %a, %b : f32
    affine.store %e, %y[1] : memref<3xf32>
  } {te.kind = "vectorized"}
  affine.for %i = 0 to 64 {
    %a = affine.load %x[%i] : memref<64xf32>
    %b = affine.load %y[2] : memref<3xf32>
    %c = arith.cmpf ogt, %a, %b : f32
    %e = arith.select %c, %b, %a : f32
    affine.store %e, %y[2] : memref<3xf32>
  } {te.kind = "vectorized"}
  return
}

// An unknown count: whole vectors, then one by one.
// CHECK-LABEL: @dynamic
// CHECK: affine.for %{{.*}} = 0 to #{{.*}}(){{.*}} step 8
// CHECK: affine.vector_store
// CHECK: affine.for
// CHECK: affine.store
func.func @dynamic(%n: index, %x: memref<?xf32>, %y: memref<?xf32>) {
  affine.for %i = 0 to %n {
    %a = affine.load %x[%i] : memref<?xf32>
    affine.store %a, %y[%i] : memref<?xf32>
  } {te.kind = "vectorized"}
  return
}

// Two loops as one: 8 elements lie in one row.
// CHECK-LABEL: @fused
// CHECK: affine.vector_load
// CHECK: affine.vector_store
// CHECK-NOT: affine.load
func.func @fused(%x: memref<4x16xf32>, %y: memref<64xf32>) {
  affine.for %i = 0 to 8 {
    affine.for %l = 0 to 8 {
      %a = affine.load %x[(%i * 8 + %l) floordiv 16, (%i * 8 + %l) mod 16] : memref<4x16xf32>
      affine.store %a, %y[%i * 8 + %l] : memref<64xf32>
    } {te.kind = "vectorized"}
  }
  return
}

// Strided reads are gathered lane by lane.
// CHECK-LABEL: @strided
// CHECK-COUNT-8: affine.load
// CHECK: vector.from_elements
// CHECK: affine.vector_store
func.func @strided(%x: memref<64xf32>, %y: memref<8xf32>) {
  affine.for %i = 0 to 8 {
    %a = affine.load %x[%i * 8] : memref<64xf32>
    affine.store %a, %y[%i] : memref<8xf32>
  } {te.kind = "vectorized"}
  return
}

// The variable as a value: consecutive numbers.
// CHECK-LABEL: @iota
// CHECK: dense<[0, 1, 2, 3]>
func.func @iota(%y: memref<4xi64>) {
  affine.for %i = 0 to 4 {
    %a = arith.index_cast %i : index to i64
    affine.store %a, %y[%i] : memref<4xi64>
  } {te.kind = "vectorized"}
  return
}

// A store to one place that combines nothing stays a scalar loop.
// CHECK-LABEL: @last
// CHECK: affine.for
// CHECK-NOT: vector
func.func @last(%x: memref<8xf32>, %y: memref<1xf32>) {
  affine.for %i = 0 to 8 {
    %a = affine.load %x[%i] : memref<8xf32>
    affine.store %a, %y[0] : memref<1xf32>
  } {te.kind = "vectorized"}
  return
}

// All lanes take the same branch: one condition, a vector load in it.
// CHECK-LABEL: @padded
// CHECK: %[[V:.*]] = scf.if %{{.*}} -> (vector<8xf32>)
// CHECK: affine.vector_load
// CHECK: scf.yield %{{.*}} : vector<8xf32>
// CHECK: scf.yield %{{.*}} : vector<8xf32>
// CHECK: affine.vector_store %[[V]]
func.func @padded(%x: memref<4x8xf32>, %y: memref<6x8xf32>, %row: index) {
  %zero = arith.constant 0.0 : f32
  %four = arith.constant 4 : index
  %inside = arith.cmpi ult, %row, %four : index
  affine.for %i = 0 to 8 {
    %a = scf.if %inside -> (f32) {
      %b = affine.load %x[symbol(%row), %i] : memref<4x8xf32>
      scf.yield %b : f32
    } else {
      scf.yield %zero : f32
    }
    affine.store %a, %y[symbol(%row), %i] : memref<6x8xf32>
  } {te.kind = "vectorized"}
  return
}

// A tile with arithmetic: two rows of three lanes. What lies along the outer
// loop is loaded as it lies and transposed (padded to a square of 4); what lies
// along the inner one is a vector per row, what does neither a scalar.
// CHECK-LABEL: @tile
// CHECK-COUNT-3: affine.vector_load %{{.*}} : memref<6xf32>, vector<2xf32>
// CHECK-COUNT-8: vector.shuffle {{.*}} vector<4xf32>
// CHECK-COUNT-2: affine.vector_load %{{.*}} : memref<6xf32>, vector<3xf32>
// CHECK-NOT: affine.for
func.func @tile(%x: memref<3x2xf32>, %y: memref<2x3xf32>, %bias: memref<2xf32>, %z: memref<2x3xf32>) {
  affine.for %i = 0 to 2 {
    affine.for %j = 0 to 3 {
      %a = affine.load %x[%j, %i] : memref<3x2xf32>
      %b = affine.load %y[%i, %j] : memref<2x3xf32>
      %c = affine.load %bias[%i] : memref<2xf32>
      %d = arith.addf %a, %b : f32
      %e = arith.mulf %d, %c : f32
      affine.store %e, %z[%i, %j] : memref<2x3xf32>
    } {te.kind = "vectorized"}
  } {te.kind = "vectorized"}
  return
}

// Nothing to transpose: vectors along the inner loop, in the outer one.
// CHECK-LABEL: @rows
// CHECK: affine.for
// CHECK: affine.vector_load {{.*}} vector<8xf32>
// CHECK-NOT: vector.shuffle
func.func @rows(%x: memref<4x8xf32>, %y: memref<4x8xf32>) {
  affine.for %i = 0 to 4 {
    affine.for %j = 0 to 8 {
      %a = affine.load %x[%i, %j] : memref<4x8xf32>
      %b = arith.negf %a : f32
      affine.store %b, %y[%i, %j] : memref<4x8xf32>
    } {te.kind = "vectorized"}
  } {te.kind = "vectorized"}
  return
}

// Every other element: two vectors, the second of which ends with the last
// element that is needed.
// CHECK-LABEL: @every_other
// CHECK: %[[A:.*]] = affine.vector_load %arg0[1] : memref<16xf32>, vector<8xf32>
// CHECK: %[[B:.*]] = affine.vector_load %arg0[8] : memref<16xf32>, vector<8xf32>
// CHECK: vector.shuffle %[[A]], %[[B]] [0, 2, 4, 6, 9, 11, 13, 15]
func.func @every_other(%x: memref<16xf32>, %y: memref<8xf32>) {
  affine.for %i = 0 to 8 {
    %a = affine.load %x[%i * 2 + 1] : memref<16xf32>
    affine.store %a, %y[%i] : memref<8xf32>
  } {te.kind = "vectorized"}
  return
}

// One hint per vector, which lies in a cache line; under a condition of all
// lanes, behind a branch. Where lanes differ there is none.
// CHECK-LABEL: @prefetch
// CHECK: affine.if #{{.*}}(%[[I:.*]]) {
// CHECK-NEXT: affine.prefetch %[[X:.*]][%[[I]] + 2, 0], read
// CHECK-NEXT: }
// CHECK-NEXT: affine.vector_load %[[X]][%[[I]], 0] : memref<8x16xf64>, vector<4xf64>
// CHECK: affine.prefetch %[[X]][%[[I]] + 2, 4], read
// CHECK-NOT: affine.prefetch {{.*}} write
// CHECK: return
func.func @prefetch(%n: index, %x: memref<8x16xf64>, %y: memref<8x16xf64>) {
  affine.for %i = 0 to 7 {
    affine.for %j = 0 to 16 {
      affine.if affine_set<(i) : (5 - i >= 0)>(%i) {
        affine.prefetch %x[%i + 2, %j], read, locality<3>, data : memref<8x16xf64>
      }
      affine.if affine_set<(j) : (5 - j >= 0)>(%j) {
        affine.prefetch %x[%i + 1, %j], write, locality<3>, data : memref<8x16xf64>
      }
      %a = affine.load %x[%i, %j] : memref<8x16xf64>
      affine.store %a, %y[%i, %j] : memref<8x16xf64>
    } {te.kind = "vectorized"}
  }
  return
}

// A loop over rows of seven, one after another: lanes follow each other across
// their ends, so divisions are not needed.
// CHECK-LABEL: @rows_of_seven
// CHECK: %[[FLAT:.*]] = memref.collapse_shape %{{.*}} {{\[\[}}0, 1, 2]] : memref<3x8x7xf32> into memref<168xf32>
// CHECK: vector.load %[[FLAT]][%{{.*}}] : memref<168xf32>, vector<8xf32>
// CHECK-NOT: floordiv
// CHECK: return
func.func @rows_of_seven(%x: memref<3x8x7xf32>, %y: memref<1xf32>) {
  affine.for %i = 0 to 3 {
    affine.for %f = 0 to 56 {
      %r = affine.apply affine_map<(f) -> (f floordiv 7)>(%f)
      %c = affine.apply affine_map<(f) -> (f mod 7)>(%f)
      %a = affine.load %x[%i, %r, %c] : memref<3x8x7xf32>
      %s = affine.load %y[0] : memref<1xf32>
      %t = arith.maximumf %s, %a : f32
      affine.store %t, %y[0] : memref<1xf32>
    } {te.kind = "vectorized"}
  }
  return
}

// A bound below zero: nothing is left to run one by one.
// CHECK-LABEL: func.func @below_zero(
// CHECK: affine.for %{{.*}} = max #{{.*}} to #
func.func @below_zero(%x: memref<40x40xf32>, %y: memref<40x40xf32>) {
  affine.for %i = 0 to 40 {
    affine.for %j = 0 to affine_map<(d0) -> (d0 - 3)>(%i) {
      %0 = affine.load %x[%i, %j] : memref<40x40xf32>
      affine.store %0, %y[%i, %j] : memref<40x40xf32>
    } {te.kind = "vectorized"}
  }
  return
}
