// RUN: tvm-opt %s -verify-diagnostics -split-input-file

// C2
func.func @batch(%x: tensor<2x8x3xf32>, %c: tensor<8xf32>, %d: tensor<3xf32>) {
  // expected-error@+2 {{expected a vector of 8 elements, got 'tensor<3xf32>'}}
  // expected-error@+1 {{failed to infer returned types}}
  %0 = graph.batch_norm %x, %c, %c, %d, %c {epsilon = 1.0e-05 : f32}
      : (tensor<2x8x3xf32>, tensor<8xf32>, tensor<8xf32>, tensor<3xf32>, tensor<8xf32>) -> tensor<2x8x3xf32>
  return
}

// -----

// C1
func.func @batch_rank(%x: tensor<8xf32>) {
  // expected-error@+2 {{expected data of rank 2 or more}}
  // expected-error@+1 {{failed to infer returned types}}
  %0 = graph.batch_norm %x, %x, %x, %x, %x {epsilon = 1.0e-05 : f32}
      : (tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>) -> tensor<8xf32>
  return
}

// -----

// C1
func.func @axis(%x: tensor<2x8xf32>, %c: tensor<8xf32>) {
  // expected-error@+2 {{expected an axis from 0 to 1, got 2}}
  // expected-error@+1 {{failed to infer returned types}}
  %0 = graph.layer_norm %x, %c {axis = 2, epsilon = 1.0e-05 : f32}
      : (tensor<2x8xf32>, tensor<8xf32>) -> tensor<2x8xf32>
  return
}

// -----

// C2
func.func @scale(%x: tensor<2x8xf32>, %c: tensor<4xf32>) {
  // expected-error@+2 {{cannot broadcast 'tensor<4xf32>' to 'tensor<2x8xf32>'}}
  // expected-error@+1 {{failed to infer returned types}}
  %0 = graph.rms_norm %x, %c {axis = 1, epsilon = 1.0e-05 : f32}
      : (tensor<2x8xf32>, tensor<4xf32>) -> tensor<2x8xf32>
  return
}

// -----

// C1: groups.
func.func @groups(%x: tensor<2x8x4xf32>, %c: tensor<8xf32>) {
  // expected-error@+2 {{expected a multiple of 3 channels}}
  // expected-error@+1 {{failed to infer returned types}}
  %0 = graph.group_norm %x, %c, %c {num_groups = 3, epsilon = 1.0e-05 : f32}
      : (tensor<2x8x4xf32>, tensor<8xf32>, tensor<8xf32>) -> tensor<2x8x4xf32>
  return
}

// -----

// C2
func.func @group_scale(%x: tensor<2x8x4xf32>, %c: tensor<3xf32>) {
  // expected-error@+2 {{expected a vector of 8 or 2 elements}}
  // expected-error@+1 {{failed to infer returned types}}
  %0 = graph.group_norm %x, %c, %c {num_groups = 2, epsilon = 1.0e-05 : f32}
      : (tensor<2x8x4xf32>, tensor<3xf32>, tensor<3xf32>) -> tensor<2x8x4xf32>
  return
}

// -----

// C1
func.func @lrn(%x: tensor<2x8x4xf32>) {
  // expected-error@+2 {{expected data of rank 2 or more and a positive size}}
  // expected-error@+1 {{failed to infer returned types}}
  %0 = graph.lrn %x {size = 0, alpha = 1.0e-04 : f32, beta = 0.75 : f32, bias = 1.0 : f32}
      : (tensor<2x8x4xf32>) -> tensor<2x8x4xf32>
  return
}

// -----

// C1
func.func @rms_norm(%x: tensor<2x8xf32>, %c: tensor<8xf32>) {
  // expected-error @+2 {{expected an axis from 0 to 1, got -1}}
  // expected-error @+1 {{failed to infer returned types}}
  %0 = graph.rms_norm %x, %c {axis = -1, epsilon = 1.0e-05 : f32}
      : (tensor<2x8xf32>, tensor<8xf32>) -> tensor<2x8xf32>
  return
}

// -----

// C2: a dimension too many.
func.func @layer_norm(%x: tensor<2x8xf32>, %c: tensor<1x1x8xf32>) {
  // expected-error @+2 {{cannot broadcast 'tensor<1x1x8xf32>' to 'tensor<2x8xf32>'}}
  // expected-error @+1 {{failed to infer returned types}}
  %0 = graph.layer_norm %x, %c {axis = 1, epsilon = 1.0e-05 : f32}
      : (tensor<2x8xf32>, tensor<1x1x8xf32>) -> tensor<2x8xf32>
  return
}

// -----

// C1: ranks.
func.func @group_norm(%x: tensor<2x8xf32>, %c: tensor<8xf32>) {
  // expected-error @+2 {{expected data of rank 3 or more, got 'tensor<2x8xf32>'}}
  // expected-error @+1 {{failed to infer returned types}}
  %0 = graph.group_norm %x, %c, %c {num_groups = 2, epsilon = 1.0e-05 : f32}
      : (tensor<2x8xf32>, tensor<8xf32>, tensor<8xf32>) -> tensor<2x8xf32>
  return
}

// -----

// C2: of a number of channels that is not known.
func.func @batch_of_unknown_size(%x: tensor<2x?x3xf32>, %c: tensor<8xf32>, %d: tensor<8x1xf32>) {
  // expected-error@+2 {{expected a vector of ? elements, got 'tensor<8x1xf32>'}}
  // expected-error@+1 {{failed to infer returned types}}
  %0 = graph.batch_norm %x, %c, %c, %d, %c {epsilon = 1.0e-05 : f32}
      : (tensor<2x?x3xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8x1xf32>, tensor<8xf32>) -> tensor<2x?x3xf32>
  return
}
