// RUN: tvm-opt %s -verify-diagnostics -split-input-file

// C1
func.func @constant() {
  // expected-error @+1 {{failed to verify that all of {value, result} have same type}}
  %0 = "graph.constant"() <{value = dense<1.0> : tensor<2xf32>}> : () -> tensor<3xf32>
  return
}

// -----

// A number is no tensor.
func.func @constant() {
  // expected-error @+1 {{result #0 must be tensor}}
  %0 = "graph.constant"() <{value = 1.0 : f32}> : () -> f32
  return
}

// -----

// C1: the name.
func.func @launch(%x: tensor<4xf32>) {
  // expected-error @+1 {{expected a kernel '@module::@function', got @k}}
  %0 = graph.launch @k(%x : tensor<4xf32>) outs(%x : tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

// C1: no function.
func.func @launch(%x: tensor<4xf32>) {
  // expected-error @+1 {{refers to @k::@k, which is no function}}
  %0 = graph.launch @k::@k(%x : tensor<4xf32>) outs(%x : tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

// C2
module @k {
  func.func private @k(tensor<4xf32>) -> tensor<5xf32>
}
func.func @launch(%x: tensor<4xf32>) {
  // expected-error @+1 {{expected a kernel of type '(tensor<4xf32>) -> tensor<4xf32>', got '(tensor<4xf32>) -> tensor<5xf32>'}}
  %0 = graph.launch @k::@k(%x : tensor<4xf32>) outs(%x : tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

// C3
func.func @launch(%x: tensor<4xf32>) {
  // expected-error @+1 {{expected results of the types of its outs}}
  %0 = graph.launch @k::@k(%x : tensor<4xf32>) outs(%x : tensor<4xf32>) -> tensor<5xf32>
  return
}
