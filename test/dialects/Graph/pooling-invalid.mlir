// RUN: tvm-opt %s -verify-diagnostics -split-input-file

// C1
func.func @rank(%x: tensor<1x4xf32>) {
  // expected-error@+2 {{expected data of rank 3 or more}}
  // expected-error@+1 {{failed to infer returned types}}
  %0 = graph.max_pool %x {kernel = array<i64>, strides = array<i64>, dilations = array<i64>,
      pads = array<i64>} : (tensor<1x4xf32>) -> tensor<1x4xf32>
  return
}

// -----

// C2
func.func @kernel(%x: tensor<1x4x8xf32>) {
  // expected-error@+2 {{expected 1 kernel sizes, got 2}}
  // expected-error@+1 {{failed to infer returned types}}
  %0 = graph.average_pool %x {kernel = array<i64: 2, 2>, strides = array<i64: 1>, dilations = array<i64: 1>,
      pads = array<i64: 0, 0>} : (tensor<1x4x8xf32>) -> tensor<1x4x7xf32>
  return
}

// -----

// C3
func.func @window(%x: tensor<1x4x2xf32>) {
  // expected-error@+2 {{expected a window that fits into padded dimension 2 of size 2, got one of 3 elements}}
  // expected-error@+1 {{failed to infer returned types}}
  %0 = graph.max_pool %x {kernel = array<i64: 3>, strides = array<i64: 1>, dilations = array<i64: 1>,
      pads = array<i64: 0, 0>} : (tensor<1x4x2xf32>) -> tensor<1x4x1xf32>
  return
}

// -----

func.func @norm(%x: tensor<1x4x2xf32>) {
  // expected-error@+1 {{attribute 'p' failed to satisfy constraint}}
  %0 = graph.lp_pool %x {kernel = array<i64: 2>, strides = array<i64: 1>, dilations = array<i64: 1>,
      pads = array<i64: 0, 0>, p = 0} : (tensor<1x4x2xf32>) -> tensor<1x4x1xf32>
  return
}

// -----

// C2: strides.
func.func @max_pool_with_indices(%x: tensor<1x4x8xf32>) {
  // expected-error @+2 {{expected strides of at least 1, got 0}}
  // expected-error @+1 {{failed to infer returned types}}
  %0, %1 = graph.max_pool_with_indices %x {kernel = array<i64: 2>, strides = array<i64: 0>, dilations = array<i64: 1>,
      pads = array<i64: 0, 0>} : (tensor<1x4x8xf32>) -> (tensor<1x4x7xf32>, tensor<1x4x7xi64>)
  return
}
