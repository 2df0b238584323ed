// RUN: tvm-opt %s -verify-diagnostics -split-input-file

func.func @sequence_operand(%x: tensor<2xf32>, %i: tensor<i64>) {
  // expected-error @+1 {{'graph.sequence_erase' op operand #0 must be sequence of}}
  %0 = graph.sequence_erase %x[%i] : (tensor<2xf32>, tensor<i64>) -> tensor<1x!graph.handle>
  return
}

// -----

func.func @sequence_shape_c1(%s: tensor<?x!graph.handle>, %i: tensor<2xi64>) {
  // expected-error @+2 {{expected one position, got 'tensor<2xi64>'}}
  // expected-error @+1 {{failed to infer returned types}}
  %0 = graph.sequence_shape %s[%i] of f32 rank 2 : (tensor<?x!graph.handle>, tensor<2xi64>) -> tensor<2xi64>
  return
}

// -----

func.func @sequence_shape_c2(%s: tensor<?x!graph.handle>, %i: tensor<i64>) {
  // expected-error @+2 {{expected a rank, got -1}}
  // expected-error @+1 {{failed to infer returned types}}
  %0 = graph.sequence_shape %s[%i] of f32 rank -1 : (tensor<?x!graph.handle>, tensor<i64>) -> tensor<2xi64>
  return
}

// -----

func.func @sequence_at_c1(%s: tensor<?x!graph.handle>, %i: tensor<?xi64>, %d: tensor<2xi64>) {
  // expected-error @+2 {{expected one position, got 'tensor<?xi64>'}}
  // expected-error @+1 {{failed to infer returned types}}
  %0 = graph.sequence_at %s[%i] shape %d of f32 : (tensor<?x!graph.handle>, tensor<?xi64>, tensor<2xi64>) -> tensor<?x?xf32>
  return
}

// -----

func.func @sequence_at_shape_c1(%s: tensor<?x!graph.handle>, %i: tensor<i64>, %d: tensor<?xi64>) {
  // expected-error @+2 {{expected a list of dimensions, got 'tensor<?xi64>'}}
  // expected-error @+1 {{failed to infer returned types}}
  %0 = graph.sequence_at %s[%i] shape %d of f32 : (tensor<?x!graph.handle>, tensor<i64>, tensor<?xi64>) -> tensor<?x?xf32>
  return
}

// -----

func.func @sequence_insert_c1(%s: tensor<?x!graph.handle>, %x: tensor<f32>, %i: tensor<2xi64>) {
  // expected-error @+2 {{expected one position, got 'tensor<2xi64>'}}
  // expected-error @+1 {{failed to infer returned types}}
  %0 = graph.sequence_insert %x into %s[%i] : (tensor<f32>, tensor<?x!graph.handle>, tensor<2xi64>) -> tensor<?x!graph.handle>
  return
}

// -----

func.func @sequence_erase_c1(%s: tensor<?x!graph.handle>, %i: tensor<2xi64>) {
  // expected-error @+2 {{expected one position, got 'tensor<2xi64>'}}
  // expected-error @+1 {{failed to infer returned types}}
  %0 = graph.sequence_erase %s[%i] : (tensor<?x!graph.handle>, tensor<2xi64>) -> tensor<?x!graph.handle>
  return
}

// -----

func.func @sequence_split_c1(%x: tensor<2x3xf32>, %n: tensor<?xi64>) {
  // expected-error @+2 {{expected an axis of 2 dimensions, got 2}}
  // expected-error @+1 {{failed to infer returned types}}
  %0 = graph.sequence_split %x by %n axis 2 : (tensor<2x3xf32>, tensor<?xi64>) -> tensor<?x!graph.handle>
  return
}

// -----

func.func @sequence_split_c2(%x: tensor<2x3xf32>, %n: tensor<i64>) {
  // expected-error @+2 {{expected a list of sizes, got 'tensor<i64>'}}
  // expected-error @+1 {{failed to infer returned types}}
  %0 = graph.sequence_split %x by %n axis 0 : (tensor<2x3xf32>, tensor<i64>) -> tensor<?x!graph.handle>
  return
}

// -----

func.func @sequence_concat_shape_c1(%s: tensor<?x!graph.handle>) {
  // expected-error @+2 {{expected an axis of 2 dimensions, got 2}}
  // expected-error @+1 {{failed to infer returned types}}
  %0 = graph.sequence_concat_shape %s axis 2 of f32 rank 2 : (tensor<?x!graph.handle>) -> tensor<2xi64>
  return
}

// -----

func.func @sequence_concat_c1(%s: tensor<?x!graph.handle>, %d: tensor<2xi64>) {
  // expected-error @+2 {{expected an axis of 2 dimensions, got -1}}
  // expected-error @+1 {{failed to infer returned types}}
  %0 = graph.sequence_concat %s shape %d axis -1 of f32 : (tensor<?x!graph.handle>, tensor<2xi64>) -> tensor<?x?xf32>
  return
}
