// RUN: tvm-opt %s -split-input-file -verify-diagnostics -convert-te-to-loops

// A kernel has no place for a result that is no tensor.
// expected-error @below {{expected results that are ranked tensors, got 'index'}}
func.func @scalar(%x: tensor<4xf32>) -> (tensor<4xf32>, index) {
  %c0 = arith.constant 0 : index
  return %x, %c0 : tensor<4xf32>, index
}

// -----

// Loops need to know how many there are.
// expected-error @below {{expected results that are ranked tensors, got 'tensor<*xf32>'}}
func.func @unranked(%x: tensor<*xf32>) -> tensor<*xf32> {
  return %x : tensor<*xf32>
}

// -----

// One block.
// expected-error @below {{expected one block}}
func.func @branch() {
  cf.br ^bb1
^bb1:
  return
}

// -----

// Only what a kernel consists of is converted.
func.func @cast(%x: tensor<4xf32>) -> tensor<?xf32> {
  // expected-error @below {{cannot be converted to loops}}
  %y = tensor.cast %x : tensor<4xf32> to tensor<?xf32>
  return %y : tensor<?xf32>
}
