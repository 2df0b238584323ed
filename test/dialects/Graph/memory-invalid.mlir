// RUN: tvm-opt %s -split-input-file -verify-diagnostics

// C1
func.func @check(%c: i1, %n: index) {
  // expected-error @below {{has no value for '{1}' of its text}}
  graph.check %c, "{0} and {1}" (%n)
  return
}

// -----

// C1
func.func @check(%c: i1, %n: index) {
  // expected-error @below {{expected at most four values, got 5}}
  graph.check %c, "many" (%n, %n, %n, %n, %n)
  return
}

// -----

// C1
func.func @byte_size(%n: index) {
  // expected-error @below {{expected 2 dynamic dimensions of 'memref<?x?xf32>', got 1}}
  %s = graph.byte_size(%n) : memref<?x?xf32>
  return
}

// -----

// C1
func.func @output(%n: index) {
  // expected-error @below {{expected 0 dynamic dimensions of 'memref<4xf32>', got 1}}
  %s = graph.output 0(%n) : memref<4xf32>
  return
}

// -----

// C1
func.func @copy(%x: memref<?xf32>) {
  // expected-error @below {{expected 1 dynamic dimensions of 'memref<?xf32>', got 0}}
  graph.copy %x() to %x : memref<?xf32>, memref<?xf32>
  return
}

// -----

// C1
func.func @get_weight() {
  // expected-error @below {{expected memory of the shape of 'tensor<4xf32>', got 'memref<5xf32>'}}
  %w = graph.get_weight #graph.weight<"w", 0, 42> : tensor<4xf32> -> memref<5xf32>
  return
}

// -----

// C1
func.func @call(%x: memref<4xf32>) {
  // expected-error @below {{expected a kernel '@module::@function', got @k}}
  graph.call @k(%x : memref<4xf32>)
  return
}
