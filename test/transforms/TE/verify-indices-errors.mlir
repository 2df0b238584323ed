// RUN: tvm-opt %s --te-verify-indices --split-input-file --verify-diagnostics

// Divisors in all operations that have affine expressions.
func.func @apply(%n: index) -> index {
  // expected-error@+1 {{'affine.apply' op expected divisions by numbers of at least 1 in affine expressions}}
  %0 = affine.apply affine_map<(d) -> (d + d floordiv 0)>(%n)
  // Only the first is reported.
  %1 = affine.apply affine_map<(d) -> (d floordiv 0)>(%n)
  return %0 : index
}

// -----

func.func @min(%n: index) -> index {
  // expected-error@+1 {{'affine.min' op expected divisions by numbers of at least 1 in affine expressions}}
  %0 = affine.min affine_map<(d) -> (d, d mod -4)>(%n)
  return %0 : index
}

// -----

func.func @max(%n: index) -> index {
  // expected-error@+1 {{'affine.max' op expected divisions by numbers of at least 1 in affine expressions}}
  %0 = affine.max affine_map<(d) -> (d, d ceildiv 0)>(%n)
  return %0 : index
}

// -----

func.func @bound(%n: index) {
  // expected-error@+1 {{'affine.for' op expected divisions by numbers of at least 1 in affine expressions}}
  affine.for %i = 0 to affine_map<()[s] -> (s floordiv 0)>()[%n] {
  }
  return
}

// -----

func.func @parallel(%n: index) {
  // expected-error@+1 {{'affine.parallel' op expected divisions by numbers of at least 1 in affine expressions}}
  affine.parallel (%i) = (symbol(%n) mod 0) to (8) {
  }
  return
}

// -----

func.func @condition() {
  affine.for %i = 0 to 8 {
    // expected-error@+1 {{'affine.if' op expected divisions by numbers of at least 1 in affine expressions}}
    affine.if affine_set<(d) : (d mod 0 == 0)>(%i) {
    }
  }
  return
}

// -----

func.func @load(%x: memref<8xf32>) {
  affine.for %i = 0 to 8 {
    // expected-error@+1 {{'affine.load' op expected divisions by numbers of at least 1 in affine expressions}}
    %0 = affine.load %x[%i floordiv 0] : memref<8xf32>
  }
  return
}

// -----

func.func @store(%x: memref<8xf32>, %v: vector<4xf32>) {
  affine.for %i = 0 to 8 {
    // expected-error@+1 {{'affine.vector_store' op expected divisions by numbers of at least 1 in affine expressions}}
    affine.vector_store %v, %x[%i mod 0] : memref<8xf32>, vector<4xf32>
  }
  return
}

// -----

func.func @prefetch(%x: memref<8xf32>) {
  affine.for %i = 0 to 8 {
    // expected-error@+1 {{'affine.prefetch' op expected divisions by numbers of at least 1 in affine expressions}}
    affine.prefetch %x[%i floordiv 0], read, locality<3>, data : memref<8xf32>
  }
  return
}

// -----

// A layout is an affine expression as well.
// expected-error@+1 {{'func.func' op expected divisions by numbers of at least 1 in affine expressions}}
func.func @argument(%x: memref<8xf32, affine_map<(d) -> (d floordiv 0)>>) {
  return
}

// -----

func.func @allocation() {
  // expected-error@+1 {{'memref.alloc' op expected divisions by numbers of at least 1 in affine expressions}}
  %0 = memref.alloc() : memref<8xf32, affine_map<(d) -> (d mod 0)>>
  return
}

// -----

// Dimensions that are not there.
func.func @dimension(%x: memref<?x8xf32>) -> index {
  %c2 = arith.constant 2 : index
  // expected-error@+1 {{'memref.dim' op expected a dimension of 'memref<?x8xf32>', got 2}}
  %0 = memref.dim %x, %c2 : memref<?x8xf32>
  return %0 : index
}

// -----

func.func @negative(%x: tensor<?xf32>) -> index {
  %c = arith.constant -1 : index
  // expected-error@+1 {{'tensor.dim' op expected a dimension of 'tensor<?xf32>', got -1}}
  %0 = tensor.dim %x, %c : tensor<?xf32>
  return %0 : index
}
