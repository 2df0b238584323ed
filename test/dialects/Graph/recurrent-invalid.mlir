// RUN: tvm-opt %s -verify-diagnostics -split-input-file

func.func @ranks(%x: tensor<5x3xf32>, %w: tensor<1x4x3xf32>, %r: tensor<1x4x4xf32>) {
  // expected-error @+1 {{expected x and r of 3 dimensions}}
  %y, %h = graph.rnn forward %x, %w, %r ["Tanh"] {alphas = array<f32: 0.0>, betas = array<f32: 0.0>}
      : (tensor<5x3xf32>, tensor<1x4x3xf32>, tensor<1x4x4xf32>) -> (tensor<5x1x2x4xf32>, tensor<1x2x4xf32>)
  return
}

// -----

func.func @c1(%x: tensor<5x2x3xf32>, %w: tensor<1x4x2xf32>, %r: tensor<1x4x4xf32>) {
  // expected-error @+1 {{expected w of shape [1, 4, 3], got 'tensor<1x4x2xf32>'}}
  %y, %h = graph.rnn forward %x, %w, %r ["Tanh"] {alphas = array<f32: 0.0>, betas = array<f32: 0.0>}
      : (tensor<5x2x3xf32>, tensor<1x4x2xf32>, tensor<1x4x4xf32>) -> (tensor<5x1x2x4xf32>, tensor<1x2x4xf32>)
  return
}

// -----

func.func @c2(%x: tensor<5x2x3xf32>, %w: tensor<1x4x3xf32>, %r: tensor<1x4x4xf32>, %n: tensor<5xi32>) {
  // expected-error @+1 {{expected lengths of shape [2], got 'tensor<5xi32>'}}
  %y, %h = graph.rnn forward %x, %w, %r lengths %n ["Tanh"] {alphas = array<f32: 0.0>, betas = array<f32: 0.0>}
      : (tensor<5x2x3xf32>, tensor<1x4x3xf32>, tensor<1x4x4xf32>, tensor<5xi32>) -> (tensor<5x1x2x4xf32>, tensor<1x2x4xf32>)
  return
}

// -----

func.func @c3(%x: tensor<5x2x3xf32>, %w: tensor<1x?x3xf32>, %r: tensor<1x?x?xf32>) {
  // expected-error @+1 {{expected r of static dimensions, got 'tensor<1x?x?xf32>'}}
  %y, %h = graph.rnn forward %x, %w, %r ["Tanh"] {alphas = array<f32: 0.0>, betas = array<f32: 0.0>}
      : (tensor<5x2x3xf32>, tensor<1x?x3xf32>, tensor<1x?x?xf32>) -> (tensor<5x1x2x?xf32>, tensor<1x2x?xf32>)
  return
}

// -----

func.func @c4(%x: tensor<5x2x3xf32>, %w: tensor<2x4x3xf32>, %r: tensor<2x4x4xf32>) {
  // expected-error @+1 {{expected 2 activations, alphas and betas, got 1, 2 and 2}}
  %y, %h = graph.rnn bidirectional %x, %w, %r ["Tanh"] {alphas = array<f32: 0.0, 0.0>, betas = array<f32: 0.0, 0.0>}
      : (tensor<5x2x3xf32>, tensor<2x4x3xf32>, tensor<2x4x4xf32>) -> (tensor<5x2x2x4xf32>, tensor<2x2x4xf32>)
  return
}

// -----

func.func @c5(%x: tensor<5x2x3xf32>, %w: tensor<1x4x3xf32>, %r: tensor<1x4x4xf32>) {
  // expected-error @+1 {{expected an activation, got "Sine"}}
  %y, %h = graph.rnn forward %x, %w, %r ["Sine"] {alphas = array<f32: 0.0>, betas = array<f32: 0.0>}
      : (tensor<5x2x3xf32>, tensor<1x4x3xf32>, tensor<1x4x4xf32>) -> (tensor<5x1x2x4xf32>, tensor<1x2x4xf32>)
  return
}

// -----

func.func @c6(%x: tensor<5x2x3xf32>, %w: tensor<1x4x3xf64>, %r: tensor<1x4x4xf32>) {
  // expected-error @+1 {{expected w of element type 'f32', got 'tensor<1x4x3xf64>'}}
  %y, %h = graph.rnn forward %x, %w, %r ["Tanh"] {alphas = array<f32: 0.0>, betas = array<f32: 0.0>}
      : (tensor<5x2x3xf32>, tensor<1x4x3xf64>, tensor<1x4x4xf32>) -> (tensor<5x1x2x4xf32>, tensor<1x2x4xf32>)
  return
}

// -----

func.func @peepholes(%x: tensor<5x2x3xf32>, %w: tensor<1x16x3xf32>, %r: tensor<1x16x4xf32>, %p: tensor<1x16xf32>) {
  // expected-error @+1 {{expected peepholes of shape [1, 12], got 'tensor<1x16xf32>'}}
  %y, %lh, %lc = graph.lstm forward %x, %w, %r peepholes %p ["Sigmoid", "Tanh", "Tanh"]
      {alphas = array<f32: 0.0, 0.0, 0.0>, betas = array<f32: 0.0, 0.0, 0.0>}
      : (tensor<5x2x3xf32>, tensor<1x16x3xf32>, tensor<1x16x4xf32>, tensor<1x16xf32>) -> (tensor<5x1x2x4xf32>, tensor<1x2x4xf32>, tensor<1x2x4xf32>)
  return
}

// -----

func.func @attention_c1(%q: tensor<2x4x?xf32>) {
  // expected-error @+2 {{expected 3 dimensions, the last one known, got 'tensor<2x4x?xf32>'}}
  // expected-error @+1 {{failed to infer returned types}}
  %y, %s = graph.linear_attention %q, %q, %q {heads = 4 : i64, query_heads = 4 : i64, scale = 1.0 : f32}
      : (tensor<2x4x?xf32>, tensor<2x4x?xf32>, tensor<2x4x?xf32>) -> (tensor<2x4x?xf32>, tensor<2x4x?x?xf32>)
  return
}

// -----

func.func @attention_c1_tokens(%q: tensor<2x4x32xf32>, %k: tensor<2x5x32xf32>) {
  // expected-error @+2 {{expected [2, 4] sequences and tokens, got 'tensor<2x5x32xf32>'}}
  // expected-error @+1 {{failed to infer returned types}}
  %y, %s = graph.linear_attention %q, %k, %k {heads = 4 : i64, query_heads = 4 : i64, scale = 1.0 : f32}
      : (tensor<2x4x32xf32>, tensor<2x5x32xf32>, tensor<2x5x32xf32>) -> (tensor<2x4x32xf32>, tensor<2x4x8x8xf32>)
  return
}

// -----

func.func @attention_c2(%q: tensor<2x4x32xf32>) {
  // expected-error @+2 {{expected 8 heads of queries that share 4 of keys and values of one size, got 'tensor<2x4x32xf32>', 'tensor<2x4x32xf32>' and 'tensor<2x4x32xf32>'}}
  // expected-error @+1 {{failed to infer returned types}}
  %y, %s = graph.linear_attention %q, %q, %q {heads = 4 : i64, query_heads = 8 : i64, scale = 1.0 : f32}
      : (tensor<2x4x32xf32>, tensor<2x4x32xf32>, tensor<2x4x32xf32>) -> (tensor<2x4x64xf32>, tensor<2x4x8x8xf32>)
  return
}

// -----

func.func @attention_c3(%q: tensor<2x4x32xf32>, %b: tensor<2x4x3xf32>) {
  // expected-error @+2 {{expected a past of shape [2, 4, 8, 8], decay and beta per head, got}}
  // expected-error @+1 {{failed to infer returned types}}
  %y, %s = graph.linear_attention %q, %q, %q beta %b {heads = 4 : i64, query_heads = 4 : i64, scale = 1.0 : f32}
      : (tensor<2x4x32xf32>, tensor<2x4x32xf32>, tensor<2x4x32xf32>, tensor<2x4x3xf32>) -> (tensor<2x4x32xf32>, tensor<2x4x8x8xf32>)
  return
}

// -----

// C1: three gates.
func.func @gru(%x: tensor<5x2x3xf32>, %w: tensor<1x4x3xf32>, %r: tensor<1x4x4xf32>) {
  // expected-error @+1 {{expected w of shape [1, 12, 3], got 'tensor<1x4x3xf32>'}}
  %y, %h = graph.gru forward %x, %w, %r ["Sigmoid", "Tanh"] {alphas = array<f32: 0.0, 0.0>, betas = array<f32: 0.0, 0.0>}
      : (tensor<5x2x3xf32>, tensor<1x4x3xf32>, tensor<1x4x4xf32>) -> (tensor<5x1x2x4xf32>, tensor<1x2x4xf32>)
  return
}

// -----

// C1: of features that are not known.
func.func @unknown_features(%x: tensor<5x2x?xf32>, %w: tensor<1x5x3xf32>, %r: tensor<1x4x4xf32>) {
  // expected-error @+1 {{expected w of shape [1, 4, ?], got 'tensor<1x5x3xf32>'}}
  %y, %h = graph.rnn forward %x, %w, %r ["Tanh"] {alphas = array<f32: 0.0>, betas = array<f32: 0.0>}
      : (tensor<5x2x?xf32>, tensor<1x5x3xf32>, tensor<1x4x4xf32>) -> (tensor<5x1x2x4xf32>, tensor<1x2x4xf32>)
  return
}

// -----

func.func @attention_c1_unknown_tokens(%q: tensor<2x?x32xf32>, %k: tensor<3x5x32xf32>) {
  // expected-error @+2 {{expected [2, ?] sequences and tokens, got 'tensor<3x5x32xf32>'}}
  // expected-error @+1 {{failed to infer returned types}}
  %y, %s = graph.linear_attention %q, %k, %k {heads = 4 : i64, query_heads = 4 : i64, scale = 1.0 : f32}
      : (tensor<2x?x32xf32>, tensor<3x5x32xf32>, tensor<3x5x32xf32>) -> (tensor<2x?x32xf32>, tensor<2x4x8x8xf32>)
  return
}

// -----

func.func @attention_c3_unknown_batch(%q: tensor<?x4x32xf32>, %b: tensor<?x4x3xf32>) {
  // expected-error @+2 {{expected a past of shape [?, 4, 8, 8], decay and beta per head, got}}
  // expected-error @+1 {{failed to infer returned types}}
  %y, %s = graph.linear_attention %q, %q, %q beta %b {heads = 4 : i64, query_heads = 4 : i64, scale = 1.0 : f32}
      : (tensor<?x4x32xf32>, tensor<?x4x32xf32>, tensor<?x4x32xf32>, tensor<?x4x3xf32>) -> (tensor<?x4x32xf32>, tensor<?x4x8x8xf32>)
  return
}
