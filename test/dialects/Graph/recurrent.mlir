// RUN: tvm-opt %s | tvm-opt | FileCheck %s
// RUN: tvm-opt %s --mlir-print-op-generic | tvm-opt | FileCheck %s

// CHECK-LABEL: func @rnn
func.func @rnn(%x: tensor<5x2x3xf32>, %w: tensor<1x4x3xf32>, %r: tensor<1x4x4xf32>) -> tensor<1x2x4xf32> {
  // CHECK: graph.rnn forward %{{.*}}, %{{.*}}, %{{.*}} ["Tanh"]
  %y, %h = graph.rnn forward %x, %w, %r ["Tanh"] {alphas = array<f32: 0.0>, betas = array<f32: 0.0>}
      : (tensor<5x2x3xf32>, tensor<1x4x3xf32>, tensor<1x4x4xf32>) -> (tensor<5x1x2x4xf32>, tensor<1x2x4xf32>)
  return %h : tensor<1x2x4xf32>
}

// Optional operands have names; with batch_first sequences come first.
// CHECK-LABEL: func @gru
func.func @gru(%x: tensor<?x5x3xf32>, %w: tensor<1x12x3xf32>, %r: tensor<1x12x4xf32>, %b: tensor<1x24xf32>, %n: tensor<?xi32>) -> tensor<?x5x1x4xf32> {
  // CHECK: graph.gru reverse %{{.*}} bias %{{.*}} lengths %{{.*}} ["Sigmoid", "Tanh"] {{{.*}}batch_first{{.*}}linear_before_reset}
  %y, %h = graph.gru reverse %x, %w, %r bias %b lengths %n ["Sigmoid", "Tanh"]
      {alphas = array<f32: 0.0, 0.0>, batch_first, betas = array<f32: 0.0, 0.0>, linear_before_reset}
      : (tensor<?x5x3xf32>, tensor<1x12x3xf32>, tensor<1x12x4xf32>, tensor<1x24xf32>, tensor<?xi32>) -> (tensor<?x5x1x4xf32>, tensor<?x1x4xf32>)
  return %y : tensor<?x5x1x4xf32>
}

// CHECK-LABEL: func @lstm
func.func @lstm(%x: tensor<5x2x3xf32>, %w: tensor<1x16x3xf32>, %r: tensor<1x16x4xf32>, %c: tensor<1x2x4xf32>, %p: tensor<1x12xf32>) -> tensor<1x2x4xf32> {
  // CHECK: graph.lstm forward %{{.*}} initial_c %{{.*}} peepholes %{{.*}} ["Sigmoid", "Tanh", "Tanh"] {{{.*}}clip = 5.0{{.*}}}
  %y, %lh, %lc = graph.lstm forward %x, %w, %r initial_c %c peepholes %p ["Sigmoid", "Tanh", "Tanh"]
      {alphas = array<f32: 0.0, 0.0, 0.0>, betas = array<f32: 0.0, 0.0, 0.0>, clip = 5.0 : f32}
      : (tensor<5x2x3xf32>, tensor<1x16x3xf32>, tensor<1x16x4xf32>, tensor<1x2x4xf32>, tensor<1x12xf32>) -> (tensor<5x1x2x4xf32>, tensor<1x2x4xf32>, tensor<1x2x4xf32>)
  return %lc : tensor<1x2x4xf32>
}

// Only some rules have rates; those of all heads may be one.
// CHECK-LABEL: func @linear_attention
func.func @linear_attention(%q: tensor<2x?x64xf16>, %k: tensor<2x?x32xf16>, %s: tensor<2x4x8x8xf32>, %b: tensor<2x?x1xf16>) -> tensor<2x4x8x8xf32> {
  // CHECK: graph.linear_attention %{{.*}}, %{{.*}}, %{{.*}} past %{{.*}} beta %{{.*}} {heads = 4 : i64, query_heads = 8 : i64, scale = 5.000000e-01 : f32}
  %y, %state = graph.linear_attention %q, %k, %k past %s beta %b {heads = 4 : i64, query_heads = 8 : i64, scale = 0.5 : f32}
      : (tensor<2x?x64xf16>, tensor<2x?x32xf16>, tensor<2x?x32xf16>, tensor<2x4x8x8xf32>, tensor<2x?x1xf16>) -> (tensor<2x?x64xf16>, tensor<2x4x8x8xf32>)
  return %state : tensor<2x4x8x8xf32>
}
