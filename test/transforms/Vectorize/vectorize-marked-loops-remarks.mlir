// RUN: tvm-opt %s --target-set=entries=max_vector_op_width=256 --vectorize-marked-loops -split-input-file -verify-diagnostics

// Not from 0.
func.func @shifted(%x: memref<8xf32>, %y: memref<8xf32>) {
  // expected-remark @+1 {{cannot vectorize: expected a loop from 0 in steps of 1 to one bound, that carries no values}}
  affine.for %i = 1 to 8 {
    %a = affine.load %x[%i] : memref<8xf32>
    affine.store %a, %y[%i] : memref<8xf32>
  } {te.kind = "vectorized"}
  return
}

// -----

// Another loop inside.
func.func @outer(%x: memref<8x8xf32>, %y: memref<8x8xf32>) {
  // expected-remark @+1 {{cannot vectorize: expected an innermost loop}}
  affine.for %i = 0 to 8 {
    // expected-note @+1 {{a loop inside}}
    affine.for %j = 0 to 8 {
      %a = affine.load %x[%i, %j] : memref<8x8xf32>
      affine.store %a, %y[%i, %j] : memref<8x8xf32>
    }
  } {te.kind = "vectorized"}
  return
}

// -----

// Two loops that are no transposed tile: the inner one becomes vectors.
func.func @tile(%x: memref<8x8xf32>, %y: memref<8x8xf32>) {
  // expected-remark @+1 {{cannot vectorize: expected a tile that is copied, transposed}}
  affine.for %i = 0 to 8 {
    affine.for %j = 0 to 8 {
      %a = affine.load %x[%i, %j] : memref<8x8xf32>
      affine.store %a, %y[%i, %j] : memref<8x8xf32>
    } {te.kind = "vectorized"}
  } {te.kind = "vectorized"}
  return
}

// -----

// A result that is no element of a vector.
func.func @buffers(%y: memref<8xf32>) {
  // expected-remark @+1 {{cannot vectorize: expected numbers as results of all operations}}
  affine.for %i = 0 to 8 {
    // expected-note @+1 {{'memref.alloca' has another one}}
    %t = memref.alloca() : memref<1xf32>
    %a = affine.load %t[0] : memref<1xf32>
    affine.store %a, %y[%i] : memref<8xf32>
  } {te.kind = "vectorized"}
  return
}

// -----

// The last iteration decides.
func.func @last(%x: memref<8xf32>, %y: memref<1xf32>) {
  // expected-remark @+1 {{cannot vectorize: all iterations store to one place, and not always to combine a value with the previous one}}
  affine.for %i = 0 to 8 {
    %a = affine.load %x[%i] : memref<8xf32>
    // expected-note @+1 {{this store}}
    affine.store %a, %y[0] : memref<1xf32>
  } {te.kind = "vectorized"}
  return
}

// -----

// Accumulations under different conditions.
func.func @conditional(%x: memref<8xf32>, %y: memref<1xf32>, %z: memref<8xf32>, %n: index) {
  // expected-remark @+1 {{cannot vectorize: all iterations store to one place, and not always to combine a value with the previous one}}
  affine.for %i = 0 to 8 {
    %a = affine.load %x[%i] : memref<8xf32>
    affine.if affine_set<(i)[n] : (n - i - 1 >= 0)>(%i)[%n] {
      %b = affine.load %y[0] : memref<1xf32>
      %c = arith.addf %b, %a : f32
      // expected-note @+1 {{this store}}
      affine.store %c, %y[0] : memref<1xf32>
    }
    affine.store %a, %z[%i] : memref<8xf32>
  } {te.kind = "vectorized"}
  return
}

// -----

// A call has no masked form.
func.func private @effect(f32)
func.func @call(%x: memref<8xf32>, %n: index) {
  // expected-remark @+1 {{cannot vectorize: expected an operation that can run under a mask}}
  affine.for %i = 0 to 8 {
    affine.if affine_set<(i)[n] : (n - i - 1 >= 0)>(%i)[%n] {
      %a = affine.load %x[%i] : memref<8xf32>
      // expected-note @+1 {{this one runs under a condition}}
      func.call @effect(%a) : (f32) -> ()
    }
  } {te.kind = "vectorized"}
  return
}

// -----

// Elements with a layout are not gathered.
func.func @layout(%x: memref<8xf32, strided<[?]>>, %y: memref<8xf32>, %n: index) {
  // expected-remark @+1 {{cannot vectorize: expected an operation that can run under a mask}}
  affine.for %i = 0 to 8 {
    affine.if affine_set<(i)[n] : (n - i - 1 >= 0)>(%i)[%n] {
      // expected-note @+1 {{this one runs under a condition}}
      %a = affine.load %x[%i] : memref<8xf32, strided<[?]>>
      affine.store %a, %y[%i] : memref<8xf32>
    }
  } {te.kind = "vectorized"}
  return
}

// -----

// A tile of complex numbers is not transposed in registers either.
func.func @complex(%x: memref<4x4xcomplex<f32>>, %y: memref<4x4xcomplex<f32>>) {
  // expected-remark @+1 {{cannot vectorize: expected a tile that is copied, transposed}}
  affine.for %i = 0 to 4 {
    // expected-remark @+1 {{cannot vectorize: expected numbers as results of all operations}}
    affine.for %j = 0 to 4 {
      // expected-note @+1 {{'affine.load' has another one}}
      %a = affine.load %x[%j, %i] : memref<4x4xcomplex<f32>>
      affine.store %a, %y[%i, %j] : memref<4x4xcomplex<f32>>
    } {te.kind = "vectorized"}
  } {te.kind = "vectorized"}
  return
}
