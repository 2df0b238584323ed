// RUN: tvm-opt %s -verify-diagnostics -split-input-file

func.func @c1(%x: tensor<?x4xf64>, %f: tensor<7xi64>, %s: tensor<7xf32>, %a: tensor<7xui8>, %r: tensor<2xi64>) {
  // expected-error @+2 {{expected a matrix of 'f32', got 'tensor<?x4xf64>'}}
  // expected-error @+1 {{failed to infer returned types}}
  %0 = graph.tree_leaves %x features %f splits %s accept %a yes %f no %f roots %r depth 3
      : (tensor<?x4xf64>, tensor<7xi64>, tensor<7xf32>, tensor<7xui8>, tensor<7xi64>, tensor<7xi64>, tensor<2xi64>) -> tensor<?x2xi64>
  return
}

// -----

func.func @c2(%x: tensor<?x4xf32>, %f: tensor<7xi64>, %s: tensor<7xf32>, %a: tensor<6xui8>, %r: tensor<2xi64>) {
  // expected-error @+2 {{expected tables of one length, got 'tensor<7xf32>' and 'tensor<6xui8>'}}
  // expected-error @+1 {{failed to infer returned types}}
  %0 = graph.tree_leaves %x features %f splits %s accept %a yes %f no %f roots %r depth 3
      : (tensor<?x4xf32>, tensor<7xi64>, tensor<7xf32>, tensor<6xui8>, tensor<7xi64>, tensor<7xi64>, tensor<2xi64>) -> tensor<?x2xi64>
  return
}

// -----

func.func @c2_roots(%x: tensor<?x4xf32>, %f: tensor<7xi64>, %s: tensor<7xf32>, %a: tensor<7xui8>, %r: tensor<i64>) {
  // expected-error @+2 {{expected roots of one dimension, got 'tensor<i64>'}}
  // expected-error @+1 {{failed to infer returned types}}
  %0 = graph.tree_leaves %x features %f splits %s accept %a yes %f no %f roots %r depth 3
      : (tensor<?x4xf32>, tensor<7xi64>, tensor<7xf32>, tensor<7xui8>, tensor<7xi64>, tensor<7xi64>, tensor<i64>) -> tensor<?x2xi64>
  return
}
