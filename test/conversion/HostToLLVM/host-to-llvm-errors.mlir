// RUN: tvm-opt %s -split-input-file -verify-diagnostics -convert-host-to-llvm

// expected-error @below {{expected memory as arguments, got 'tensor<4xf32>'}}
func.func @main(%x: tensor<4xf32>) {
  return
}

// -----

func.func @main(%x: memref<4xf32>) {
  // expected-error @below {{cannot be part of the host function}}
  %y = memref.alloc() : memref<4xf32>
  return
}

// -----

func.func @main(%m: memref<?xi8>) {
  %c0 = arith.constant 0 : index
  %v = memref.view %m[%c0][%c0, %c0] : memref<?xi8> to memref<?x?xf32>
  // expected-error @below {{expected memory with static inner dimensions}}
  %x = memref.load %v[%c0, %c0] : memref<?x?xf32>
  return
}

// -----

// A block's argument is no argument of the function.
func.func @main(%m: memref<?xi8>) {
  cf.br ^bb1(%m : memref<?xi8>)
^bb1(%x: memref<?xi8>):
  %c0 = arith.constant 0 : index
  // expected-error @below {{expected a dimension of an argument}}
  %n = memref.dim %x, %c0 : memref<?xi8>
  return
}

// -----

func.func @main(%m: memref<?xi8>) {
  %c0 = arith.constant 0 : index
  %v = memref.view %m[%c0][%c0] : memref<?xi8> to memref<?xf32>
  // expected-error @below {{expected a dimension of an argument}}
  %x = memref.dim %v, %c0 : memref<?xf32>
  return
}

// -----

// Weights of other code of the artefact.
// expected-error @below {{expected 'tvm.weights' to be an array of #graph.weight, got [1]}}
module attributes {tvm.weights = [1]} {
  func.func @main(%x: memref<4xf32>) {
    return
  }
}
