// RUN: tvm-opt %s --convert-graph-to-te | FileCheck %s

// One product for the inputs of all steps, one per step for the state.
// CHECK-LABEL: func @lstm
func.func @lstm(%x: tensor<5x2x3xf32>, %w: tensor<1x16x3xf32>, %r: tensor<1x16x4xf32>) -> tensor<5x1x2x4xf32> {
  // CHECK: te.compute [5, 2, 16, 3] spatial 3 reduce sum
  // CHECK: te.scan
  // CHECK: te.compute [2, 16, 4] spatial 2 reduce sum
  // CHECK: te.compute [2, 4] spatial 2
  // CHECK: math.tanh
  // CHECK: -> tensor<5x2x4xf32>, tensor<5x2x4xf32>
  %y, %lh, %lc = graph.lstm forward %x, %w, %r ["Sigmoid", "Tanh", "Tanh"]
      {alphas = array<f32: 0.0, 0.0, 0.0>, betas = array<f32: 0.0, 0.0, 0.0>}
      : (tensor<5x2x3xf32>, tensor<1x16x3xf32>, tensor<1x16x4xf32>) -> (tensor<5x1x2x4xf32>, tensor<1x2x4xf32>, tensor<1x2x4xf32>)
  return %y : tensor<5x1x2x4xf32>
}

// The reverse direction begins at the end of the sequence, and its result is
// turned back.
// CHECK-LABEL: func.func @gru(
// CHECK: te.compute [5, 2, 12, 3] spatial 3 reduce sum
// CHECK: te.scan
// CHECK: te.compute [2, 8, 4] spatial 2 reduce sum
// CHECK: te.read %{{.*}}[-%{{.*}} + 4,
// CHECK: te.compute [2, 4, 4] spatial 2 reduce sum
// CHECK: math.tanh
// CHECK: te.compute [5, 1, 2, 4] spatial 4
// CHECK: te.read %{{.*}}[-%{{.*}} + 4,
func.func @gru(%x: tensor<5x2x3xf32>, %w: tensor<1x12x3xf32>, %r: tensor<1x12x4xf32>) -> tensor<5x1x2x4xf32> {
  %y, %lh = graph.gru reverse %x, %w, %r ["Sigmoid", "Tanh"]
      {alphas = array<f32: 0.0, 0.0>, betas = array<f32: 0.0, 0.0>}
      : (tensor<5x2x3xf32>, tensor<1x12x3xf32>, tensor<1x12x4xf32>) -> (tensor<5x1x2x4xf32>, tensor<1x2x4xf32>)
  return %y : tensor<5x1x2x4xf32>
}

// An unknown number of steps may be 0: then the last state is not in the history,
// and it is 0.
// CHECK-LABEL: func.func @unknown_steps(
// CHECK: %[[HISTORY:.*]] = te.scan
// CHECK: te.compute [1, 2, 4] spatial 3
// CHECK: te.read %[[HISTORY]][%{{.*}} - 1, %{{.*}}, %{{.*}}] else %{{.*}} : tensor<?x2x4xf32>
func.func @unknown_steps(%x: tensor<?x2x3xf32>, %w: tensor<1x4x3xf32>, %r: tensor<1x4x4xf32>) -> tensor<1x2x4xf32> {
  %y, %lh = graph.rnn forward %x, %w, %r ["Tanh"] {alphas = array<f32: 0.0>, betas = array<f32: 0.0>}
      : (tensor<?x2x3xf32>, tensor<1x4x3xf32>, tensor<1x4x4xf32>) -> (tensor<?x1x2x4xf32>, tensor<1x2x4xf32>)
  return %lh : tensor<1x2x4xf32>
}

// Without steps nothing is read.
// CHECK-LABEL: func.func @no_steps(
// CHECK: %[[HISTORY:.*]] = te.scan
// CHECK-NOT: te.read %[[HISTORY]][-1
// CHECK: return
func.func @no_steps(%x: tensor<0x2x3xf32>, %w: tensor<1x4x3xf32>, %r: tensor<1x4x4xf32>) -> tensor<1x2x4xf32> {
  %y, %lh = graph.rnn forward %x, %w, %r ["Tanh"] {alphas = array<f32: 0.0>, betas = array<f32: 0.0>}
      : (tensor<0x2x3xf32>, tensor<1x4x3xf32>, tensor<1x4x4xf32>) -> (tensor<0x1x2x4xf32>, tensor<1x2x4xf32>)
  return %lh : tensor<1x2x4xf32>
}

// A sequence of length 0 has no state to read either.
// CHECK-LABEL: func.func @lengths(
// CHECK: te.compute [1, 2, 4] spatial 3
// CHECK: %[[LAST:.*]] = te.read %{{.*}}[4, %{{.*}}, %{{.*}}] : tensor<5x2x4xf32>
// CHECK: %[[RUNS:.*]] = arith.cmpi slt, %{{.*}}, %{{.*}} : i64
// CHECK: arith.select %[[RUNS]], %[[LAST]]
func.func @lengths(%x: tensor<5x2x3xf32>, %w: tensor<1x4x3xf32>, %r: tensor<1x4x4xf32>, %l: tensor<2xi32>) -> tensor<1x2x4xf32> {
  %y, %lh = graph.rnn forward %x, %w, %r lengths %l ["Tanh"] {alphas = array<f32: 0.0>, betas = array<f32: 0.0>}
      : (tensor<5x2x3xf32>, tensor<1x4x3xf32>, tensor<1x4x4xf32>, tensor<2xi32>) -> (tensor<5x1x2x4xf32>, tensor<1x2x4xf32>)
  return %lh : tensor<1x2x4xf32>
}

// Results of steps are stacked, of the state there is only the last one. A rate
// that all heads share is read at 0.
// CHECK-LABEL: func.func @linear_attention(
// CHECK: te.scan
// CHECK: math.exp
// CHECK: te.compute [2, 2, 4, 4] spatial 3 reduce sum
// CHECK: te.compute [2, 2, 4, 4] spatial 4
// CHECK: te.compute [2, 4, 4, 4] spatial 3 reduce sum
// CHECK: -> tensor<?x2x4x4xf32>, tensor<2x2x4x4xf32>
func.func @linear_attention(%q: tensor<2x?x16xf32>, %k: tensor<2x?x8xf32>, %d: tensor<2x?x1xf32>, %b: tensor<2x?x2xf32>) -> tensor<2x2x4x4xf32> {
  %y, %state = graph.linear_attention %q, %k, %k decay %b beta %d {heads = 2 : i64, query_heads = 4 : i64, scale = 0.5 : f32}
      : (tensor<2x?x16xf32>, tensor<2x?x8xf32>, tensor<2x?x8xf32>, tensor<2x?x2xf32>, tensor<2x?x1xf32>) -> (tensor<2x?x16xf32>, tensor<2x2x4x4xf32>)
  return %state : tensor<2x2x4x4xf32>
}
