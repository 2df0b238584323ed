// RUN: tvm-opt %s -verify-diagnostics -split-input-file

func.func @c1(%shape: tensor<i64>) {
  // expected-error @+2 {{expected a shape of one dimension and known size, got 'tensor<i64>'}}
  // expected-error @+1 {{failed to infer returned types}}
  %0 = graph.random_bits %shape seed 1 word 0 : (tensor<i64>) -> tensor<?xui32>
  return
}

// -----

func.func @c2(%shape: tensor<1xi64>) {
  // expected-error @+2 {{expected a word from 0 to 3, got 4}}
  // expected-error @+1 {{failed to infer returned types}}
  %0 = graph.random_bits %shape seed 1 word 4 : (tensor<1xi64>) -> tensor<?xui32>
  return
}
