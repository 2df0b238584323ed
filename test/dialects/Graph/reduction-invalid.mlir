// RUN: tvm-opt %s -verify-diagnostics -split-input-file

func.func @reduce_c1(%x: tensor<2x3xf32>) {
  // expected-error @+2 {{expected increasing axes of 2 dimensions, got [2]}}
  // expected-error @+1 {{failed to infer returned types}}
  %0 = graph.reduce sum %x [2] : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @reduce_c1_order(%x: tensor<2x3xf32>) {
  // expected-error @+2 {{expected increasing axes of 2 dimensions, got [1, 0]}}
  // expected-error @+1 {{failed to infer returned types}}
  %0 = graph.reduce sum %x [1, 0] : (tensor<2x3xf32>) -> tensor<f32>
  return
}

// -----

func.func @dynamic_reduce_c1(%x: tensor<2x3xf32>, %reduced: tensor<1xi64>) {
  // expected-error @+2 {{expected 2 elements, one per dimension, got 'tensor<1xi64>'}}
  // expected-error @+1 {{failed to infer returned types}}
  %0 = graph.dynamic_reduce sum %x over %reduced rank 1 : (tensor<2x3xf32>, tensor<1xi64>) -> tensor<?xf32>
  return
}

// -----

func.func @dynamic_reduce_c2(%x: tensor<2x3xf32>, %reduced: tensor<2xi64>) {
  // expected-error @+2 {{expected the rank of 'tensor<2x3xf32>' after reduction, got 3}}
  // expected-error @+1 {{failed to infer returned types}}
  %0 = graph.dynamic_reduce sum %x over %reduced rank 3 : (tensor<2x3xf32>, tensor<2xi64>) -> tensor<?x?x?xf32>
  return
}

// -----

func.func @dynamic_reduce_c2_keepdims(%x: tensor<2x3xf32>, %reduced: tensor<2xi64>) {
  // expected-error @+2 {{expected the rank of 'tensor<2x3xf32>' after reduction, got 1}}
  // expected-error @+1 {{failed to infer returned types}}
  %0 = graph.dynamic_reduce sum %x over %reduced rank 1 {keepdims} : (tensor<2x3xf32>, tensor<2xi64>) -> tensor<?xf32>
  return
}

// -----

func.func @arg_max_c1(%x: tensor<f32>) {
  // expected-error @+2 {{expected increasing axes of 0 dimensions, got [0]}}
  // expected-error @+1 {{failed to infer returned types}}
  %0 = graph.arg_max %x [0] : (tensor<f32>) -> tensor<i64>
  return
}

// -----

func.func @softmax_c1(%x: tensor<2x3xf32>) {
  // expected-error @+1 {{expected increasing axes of 2 dimensions, got [-1]}}
  %0 = graph.softmax %x [-1] : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @cumulate_c1(%x: tensor<2x3xf32>) {
  // expected-error @+1 {{expected kind sum or prod, got max}}
  %0 = graph.cumulate max %x [1] : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @cumulate_c2(%x: tensor<2x3xf32>) {
  // expected-error @+1 {{expected increasing axes of 2 dimensions, got [2]}}
  %0 = graph.cumulate sum %x [2] : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @dynamic_cumulate_c2(%x: tensor<2x3xf32>, %axis: tensor<2xi64>) {
  // expected-error @+1 {{expected an axis of one element, got 'tensor<2xi64>'}}
  %0 = graph.dynamic_cumulate sum %x, %axis : (tensor<2x3xf32>, tensor<2xi64>) -> tensor<2x3xf32>
  return
}

// -----

// C1
func.func @arg_min(%x: tensor<2x3xf32>) {
  // expected-error @+2 {{expected increasing axes of 2 dimensions, got [2]}}
  // expected-error @+1 {{failed to infer returned types}}
  %0 = graph.arg_min %x [2] : (tensor<2x3xf32>) -> tensor<2xi64>
  return
}

// -----

// C1
func.func @log_softmax(%x: tensor<2x3xf32>) {
  // expected-error @+1 {{expected increasing axes of 2 dimensions, got [1, 1]}}
  %0 = graph.log_softmax %x [1, 1] : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}

// -----

// C1
func.func @hardmax(%x: tensor<2x3xf32>) {
  // expected-error @+1 {{expected increasing axes of 2 dimensions, got [2]}}
  %0 = graph.hardmax %x [2] : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}

// -----

// C1
func.func @dynamic_cumulate(%x: tensor<2x3xf32>, %axis: tensor<i64>) {
  // expected-error @+1 {{expected kind sum or prod, got min}}
  %0 = graph.dynamic_cumulate min %x, %axis : (tensor<2x3xf32>, tensor<i64>) -> tensor<2x3xf32>
  return
}
