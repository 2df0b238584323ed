// RUN: tvm-opt %s --te-outline-kernels --split-input-file --verify-diagnostics

// expected-error@+1 {{'func.func' op expected arguments that are ranked tensors, got 'index'}}
func.func @scalar(%a: tensor<4xf32>, %n: index) -> tensor<4xf32> {
  return %a : tensor<4xf32>
}

// -----

// expected-error@+1 {{'func.func' op expected one block}}
func.func @blocks(%a: tensor<4xf32>) -> tensor<4xf32> {
  cf.br ^next
^next:
  return %a : tensor<4xf32>
}

// -----

func.func @resource() -> tensor<4xf32> {
  // expected-error@+1 {{'arith.constant' op expected a dense constant}}
  %0 = arith.constant dense_resource<absent> : tensor<4xf32>
  return %0 : tensor<4xf32>
}
