// RUN: tvm-opt %s -split-input-file -verify-diagnostics -graph-plan-memory

// Operators have to be outlined before.
func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @below {{'graph.relu' op is left in the host function: expected launches of kernels, constants, views and index arithmetic}}
  %y = graph.relu %x : (tensor<4xf32>) -> tensor<4xf32>
  return %y : tensor<4xf32>
}

// -----

// Destinations are fresh.
module @k { func.func private @k(memref<4xf32>, memref<4xf32>) }
func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @below {{expected outs made by tensor.empty}}
  %y = graph.launch @k::@k(%x : tensor<4xf32>) outs(%x : tensor<4xf32>) -> tensor<4xf32>
  return %y : tensor<4xf32>
}

// -----

// No memory holds 2^60 floats.
module @k { func.func private @k(memref<1152921504606846976xf32>) }
func.func @main() -> tensor<1152921504606846976xf32> {
  %e = tensor.empty() : tensor<1152921504606846976xf32>
  // expected-error @below {{tensor of type 'tensor<1152921504606846976xf32>' is too large}}
  %y = graph.launch @k::@k() outs(%e : tensor<1152921504606846976xf32>) -> tensor<1152921504606846976xf32>
  return %y : tensor<1152921504606846976xf32>
}

// -----

// The host reads signed elements.
func.func @main(%x: tensor<4xui8>) {
  %c0 = arith.constant 0 : index
  // expected-error @below {{reads an unsigned element on the host}}
  %y = tensor.extract %x[%c0] : tensor<4xui8>
  return
}

// -----

// One block.
// expected-error @below {{expected one block}}
func.func @main() {
  cf.br ^bb1
^bb1:
  return
}

// -----

// The workspace function has the kernel's dims and the threads.
module @k {
  func.func private @k(memref<?xf32>, memref<?xf32>)
  // expected-error @below {{expected a function of 2 dims and the threads to one size}}
  func.func @k.workspace(%n: index) -> index { return %n : index }
}
func.func @main(%x: tensor<?xf32>) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %x, %c0 : tensor<?xf32>
  %e = tensor.empty(%n) : tensor<?xf32>
  %y = graph.launch @k::@k(%x : tensor<?xf32>) outs(%e : tensor<?xf32>) -> tensor<?xf32>
  return %y : tensor<?xf32>
}

// -----

// A loop decides by scalars, and passes on what it has.
func.func @main(%x: tensor<4xf32>, %n: tensor<i64>) -> tensor<4xf32> {
  %c0 = arith.constant 0 : index
  // expected-error @below {{expected a condition of scalars that passes all values on}}
  %y = scf.while (%i = %c0, %a = %x) : (index, tensor<4xf32>) -> tensor<4xf32> {
    %c = arith.cmpi slt, %i, %c0 : index
    scf.condition(%c) %a : tensor<4xf32>
  } do {
  ^bb0(%a: tensor<4xf32>):
    scf.yield %c0, %a : index, tensor<4xf32>
  }
  return %y : tensor<4xf32>
}

// -----

// Operators in regions are found, too.
func.func @main(%x: tensor<4xf32>, %n: tensor<i1>) -> tensor<4xf32> {
  %c = tensor.extract %n[] : tensor<i1>
  %y = scf.if %c -> tensor<4xf32> {
    // expected-error @below {{is left in the host function}}
    %a = graph.neg %x : (tensor<4xf32>) -> tensor<4xf32>
    scf.yield %a : tensor<4xf32>
  } else {
    scf.yield %x : tensor<4xf32>
  }
  return %y : tensor<4xf32>
}

// -----

// The workspace that a kernel's module says.
// expected-error @below {{expected 'kernel.workspace' to be a number of bytes, got -1}}
module @k attributes {kernel.workspace = -1 : i64} {
  func.func private @k(memref<4xf32>, memref<4xf32>)
}
func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  %e = tensor.empty() : tensor<4xf32>
  %y = graph.launch @k::@k(%x : tensor<4xf32>) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  return %y : tensor<4xf32>
}

// -----
// expected-error @below {{expected 'kernel.workspace' to be a number of bytes, got 9223372036854775807}}
module @k attributes {kernel.workspace = 9223372036854775807 : i64} {
  func.func private @k(memref<4xf32>, memref<4xf32>)
}
func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  %e = tensor.empty() : tensor<4xf32>
  %y = graph.launch @k::@k(%x : tensor<4xf32>) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  return %y : tensor<4xf32>
}

// -----
// expected-error @below {{expected 'kernel.workspace' to be a number of bytes, got "64"}}
module @k attributes {kernel.workspace = "64"} {
  func.func private @k(memref<4xf32>, memref<4xf32>)
}
func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  %e = tensor.empty() : tensor<4xf32>
  %y = graph.launch @k::@k(%x : tensor<4xf32>) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  return %y : tensor<4xf32>
}

// -----
// expected-error @below {{expected 'kernel.workspace' to be a number of bytes, got 64}}
module @k attributes {kernel.workspace = 64 : i32} {
  func.func private @k(memref<4xf32>, memref<4xf32>)
}
func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  %e = tensor.empty() : tensor<4xf32>
  %y = graph.launch @k::@k(%x : tensor<4xf32>) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  return %y : tensor<4xf32>
}
