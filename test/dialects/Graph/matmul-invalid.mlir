// RUN: tvm-opt %s -verify-diagnostics -split-input-file

// C1: element types.
func.func @types(%a: tensor<3x4xf32>, %b: tensor<4x3xf16>) {
  // expected-error@+2 {{expected matrices or vectors of one element type}}
  // expected-error@+1 {{failed to infer returned types}}
  %0 = graph.matmul %a, %b : (tensor<3x4xf32>, tensor<4x3xf16>) -> tensor<3x3xf32>
  return
}

// -----

// C1: weights of quantised data have a sign, the data none.
func.func @quantized(%a: tensor<3x4xi8>, %b: tensor<4x3xui8>) {
  // expected-error@+2 {{expected matrices or vectors of one element type}}
  // expected-error@+1 {{failed to infer returned types}}
  %0 = graph.matmul %a, %b : (tensor<3x4xi8>, tensor<4x3xui8>) -> tensor<3x3xi32>
  return
}

// -----

// C1: ranks.
func.func @scalar(%a: tensor<f32>) {
  // expected-error@+2 {{expected matrices or vectors of one element type}}
  // expected-error@+1 {{failed to infer returned types}}
  %0 = graph.matmul %a, %a : (tensor<f32>, tensor<f32>) -> tensor<f32>
  return
}

// -----

// C2
func.func @vector(%a: tensor<4xf32>) {
  // expected-error@+2 {{cannot transpose a vector}}
  // expected-error@+1 {{failed to infer returned types}}
  %0 = graph.matmul %a, %a {transpose_a = true} : (tensor<4xf32>, tensor<4xf32>) -> tensor<f32>
  return
}

// -----

// C3
func.func @inner(%a: tensor<3x4xf32>) {
  // expected-error@+2 {{expected equal inner dimensions, got 4 and 3}}
  // expected-error@+1 {{failed to infer returned types}}
  %0 = graph.matmul %a, %a : (tensor<3x4xf32>, tensor<3x4xf32>) -> tensor<3x4xf32>
  return
}

// -----

// C4
func.func @batch(%a: tensor<2x4x4xf32>, %b: tensor<3x4x4xf32>) {
  // expected-error@+2 {{cannot broadcast batch [2] with [3]}}
  // expected-error@+1 {{failed to infer returned types}}
  %0 = graph.matmul %a, %b : (tensor<2x4x4xf32>, tensor<3x4x4xf32>) -> tensor<2x4x4xf32>
  return
}

// -----

// C4: beside a dimension that is not known.
func.func @batch_of_unknown_size(%a: tensor<?x2x4x4xf32>, %b: tensor<?x3x4x4xf32>) {
  // expected-error@+2 {{cannot broadcast batch [?, 2] with [?, 3]}}
  // expected-error@+1 {{failed to infer returned types}}
  %0 = graph.matmul %a, %b : (tensor<?x2x4x4xf32>, tensor<?x3x4x4xf32>) -> tensor<?x2x4x4xf32>
  return
}

// -----

// C1: terms.
func.func @terms(%a: tensor<2x4xf32>) {
  // expected-error@+2 {{expected an equation of 1 terms, got 2}}
  // expected-error@+1 {{failed to infer returned types}}
  %0 = graph.einsum %a {equation = "ij,jk->ik"} : (tensor<2x4xf32>) -> tensor<2x4xf32>
  return
}

// -----

// C1: letters.
func.func @letters(%a: tensor<2x4xf32>) {
  // expected-error@+2 {{expected 2 letters for an operand, got 'i'}}
  // expected-error@+1 {{failed to infer returned types}}
  %0 = graph.einsum %a {equation = "i->i"} : (tensor<2x4xf32>) -> tensor<2xf32>
  return
}

// -----

// C3
func.func @sizes(%a: tensor<2x4xf32>) {
  // expected-error@+2 {{expected one size of dimension 'i', got 2 and 4}}
  // expected-error@+1 {{failed to infer returned types}}
  %0 = graph.einsum %a {equation = "ii->i"} : (tensor<2x4xf32>) -> tensor<2xf32>
  return
}

// -----

// C2
func.func @result(%a: tensor<2x4xf32>) {
  // expected-error@+2 {{expected result letters that occur in an operand, once each, got 'k'}}
  // expected-error@+1 {{failed to infer returned types}}
  %0 = graph.einsum %a {equation = "ij->k"} : (tensor<2x4xf32>) -> tensor<2xf32>
  return
}

// -----

func.func @det_c1(%x: tensor<2x3x4xf32>) {
  // expected-error @+2 {{expected square matrices, got 'tensor<2x3x4xf32>'}}
  // expected-error @+1 {{failed to infer returned types}}
  %0 = graph.det %x : (tensor<2x3x4xf32>) -> tensor<2xf32>
  return
}

// -----

// C4
func.func @einsum(%a: tensor<2x4xf32>, %b: tensor<4xf16>) {
  // expected-error @+2 {{expected operands of element type 'f32', got 'tensor<4xf16>'}}
  // expected-error @+1 {{failed to infer returned types}}
  %0 = graph.einsum %a, %b {equation = "ij,j->i"} : (tensor<2x4xf32>, tensor<4xf16>) -> tensor<2xf32>
  return
}

// -----

func.func @product_of_bools(%x: tensor<2x2xi1>) {
  // expected-error @+1 {{operand #0 must be tensor of numbers}}
  %0 = graph.matmul %x, %x : (tensor<2x2xi1>, tensor<2x2xi1>) -> tensor<2x2xi1>
  return
}
