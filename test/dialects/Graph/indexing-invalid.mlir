// RUN: tvm-opt %s -verify-diagnostics -split-input-file

// C1
func.func @gather_elements(%x: tensor<2x3xf32>, %i: tensor<2x1xi64>) {
  // expected-error @+2 {{expected an axis of 2 dimensions, got 2}}
  // expected-error @+1 {{failed to infer returned types}}
  %0 = graph.gather_elements %x, %i axis 2 : (tensor<2x3xf32>, tensor<2x1xi64>) -> tensor<2x1xf32>
  return
}

// -----

// C2
func.func @gather_elements(%x: tensor<2x3xf32>, %i: tensor<2xi64>) {
  // expected-error @+2 {{expected indices of rank 2, got 'tensor<2xi64>'}}
  // expected-error @+1 {{failed to infer returned types}}
  %0 = graph.gather_elements %x, %i axis 1 : (tensor<2x3xf32>, tensor<2xi64>) -> tensor<2xf32>
  return
}

// -----

// C1
func.func @gather_nd(%x: tensor<2x3xf32>, %i: tensor<2x?xi64>) {
  // expected-error @+2 {{expected indices with a known last dimension, got 'tensor<2x?xi64>'}}
  // expected-error @+1 {{failed to infer returned types}}
  %0 = graph.gather_nd %x, %i batch 0 : (tensor<2x3xf32>, tensor<2x?xi64>) -> tensor<2xf32>
  return
}

// -----

// C2: batches.
func.func @gather_nd(%x: tensor<2x3xf32>, %i: tensor<2x1xi64>) {
  // expected-error @+2 {{expected at most 2 batch dimensions and coordinates, got 2 and 1}}
  // expected-error @+1 {{failed to infer returned types}}
  %0 = graph.gather_nd %x, %i batch 2 : (tensor<2x3xf32>, tensor<2x1xi64>) -> tensor<2xf32>
  return
}

// -----

// C1
func.func @scatter_elements(%x: tensor<2x3xf32>, %i: tensor<2x1xi64>, %u: tensor<2x1xf32>) {
  // expected-error @+2 {{expected an axis of 2 dimensions, got -3}}
  // expected-error @+1 {{failed to infer returned types}}
  %0 = graph.scatter_elements %x, %i, %u axis -3 reduction none
      : (tensor<2x3xf32>, tensor<2x1xi64>, tensor<2x1xf32>) -> tensor<2x3xf32>
  return
}

// -----

// C2: shapes.
func.func @scatter_elements(%x: tensor<2x3xf32>, %i: tensor<2x1xi64>, %u: tensor<2x2xf32>) {
  // expected-error @+2 {{expected indices and updates of rank 2, got 'tensor<2x1xi64>' and 'tensor<2x2xf32>'}}
  // expected-error @+1 {{failed to infer returned types}}
  %0 = graph.scatter_elements %x, %i, %u axis 1 reduction add
      : (tensor<2x3xf32>, tensor<2x1xi64>, tensor<2x2xf32>) -> tensor<2x3xf32>
  return
}

// -----

// C2: element types.
func.func @scatter_elements(%x: tensor<2x3xf32>, %i: tensor<2x1xi64>, %u: tensor<2x1xf16>) {
  // expected-error @+2 {{expected updates of elements 'f32', got 'tensor<2x1xf16>'}}
  // expected-error @+1 {{failed to infer returned types}}
  %0 = graph.scatter_elements %x, %i, %u axis 1 reduction add
      : (tensor<2x3xf32>, tensor<2x1xi64>, tensor<2x1xf16>) -> tensor<2x3xf32>
  return
}

// -----

// C4
func.func @scatter_elements(%x: tensor<2x3xcomplex<f32>>, %i: tensor<2x1xi64>, %u: tensor<2x1xcomplex<f32>>) {
  // expected-error @+2 {{expected numbers to reduce, got 'tensor<2x3xcomplex<f32>>'}}
  // expected-error @+1 {{failed to infer returned types}}
  %0 = graph.scatter_elements %x, %i, %u axis 1 reduction add
      : (tensor<2x3xcomplex<f32>>, tensor<2x1xi64>, tensor<2x1xcomplex<f32>>) -> tensor<2x3xcomplex<f32>>
  return
}

// -----

// C1
func.func @scatter_nd(%x: tensor<2x3xf32>, %i: tensor<4x3xi64>, %u: tensor<4xf32>) {
  // expected-error @+2 {{expected indices with a known last dimension of at most 2, got 'tensor<4x3xi64>'}}
  // expected-error @+1 {{failed to infer returned types}}
  %0 = graph.scatter_nd %x, %i, %u reduction max
      : (tensor<2x3xf32>, tensor<4x3xi64>, tensor<4xf32>) -> tensor<2x3xf32>
  return
}

// -----

// C2: element types.
func.func @scatter_nd(%x: tensor<2x3xf32>, %i: tensor<4x2xi64>, %u: tensor<4xi32>) {
  // expected-error @+2 {{expected updates of elements 'f32', got 'tensor<4xi32>'}}
  // expected-error @+1 {{failed to infer returned types}}
  %0 = graph.scatter_nd %x, %i, %u reduction max
      : (tensor<2x3xf32>, tensor<4x2xi64>, tensor<4xi32>) -> tensor<2x3xf32>
  return
}

// -----

// C3
func.func @scatter_nd(%x: tensor<2x3x!graph.string>, %i: tensor<4x2xi64>, %u: tensor<4x!graph.string>) {
  // expected-error @+2 {{expected numbers to reduce, got 'tensor<2x3x!graph.string>'}}
  // expected-error @+1 {{failed to infer returned types}}
  %0 = graph.scatter_nd %x, %i, %u reduction max
      : (tensor<2x3x!graph.string>, tensor<4x2xi64>, tensor<4x!graph.string>) -> tensor<2x3x!graph.string>
  return
}

// -----

// C1
func.func @tensor_scatter(%x: tensor<2x3xf32>, %u: tensor<2x1xf32>) {
  // expected-error @+2 {{expected an axis other than the first}}
  // expected-error @+1 {{failed to infer returned types}}
  %0 = graph.tensor_scatter %x, %u axis -2 : (tensor<2x3xf32>, tensor<2x1xf32>) -> tensor<2x3xf32>
  return
}

// -----

// C2: the rank.
func.func @tensor_scatter(%x: tensor<2x3xf32>, %u: tensor<2xf32>) {
  // expected-error @+2 {{expected an update of rank 2, got 'tensor<2xf32>'}}
  // expected-error @+1 {{failed to infer returned types}}
  %0 = graph.tensor_scatter %x, %u axis 1 : (tensor<2x3xf32>, tensor<2xf32>) -> tensor<2x3xf32>
  return
}

// -----

// C2: positions.
func.func @tensor_scatter(%x: tensor<2x3xf32>, %u: tensor<2x1xf32>, %p: tensor<2x1xi64>) {
  // expected-error @+2 {{expected one position per batch, got 'tensor<2x1xi64>'}}
  // expected-error @+1 {{failed to infer returned types}}
  %0 = graph.tensor_scatter %x, %u at %p axis 1
      : (tensor<2x3xf32>, tensor<2x1xf32>, tensor<2x1xi64>) -> tensor<2x3xf32>
  return
}

// -----

// C1
func.func @one_hot(%i: tensor<4xi64>, %d: tensor<i64>, %v: tensor<2xf32>) {
  // expected-error @+2 {{expected an axis of 2 dimensions, got 2}}
  // expected-error @+1 {{failed to infer returned types}}
  %0 = graph.one_hot %i, %d, %v axis 2
      : (tensor<4xi64>, tensor<i64>, tensor<2xf32>) -> tensor<4x?xf32>
  return
}

// -----

// C2: values.
func.func @one_hot(%i: tensor<4xi64>, %d: tensor<i64>, %v: tensor<3xf32>) {
  // expected-error @+2 {{expected one depth and two values, got 'tensor<i64>' and 'tensor<3xf32>'}}
  // expected-error @+1 {{failed to infer returned types}}
  %0 = graph.one_hot %i, %d, %v axis 1
      : (tensor<4xi64>, tensor<i64>, tensor<3xf32>) -> tensor<4x?xf32>
  return
}

// -----

// C2: the depth.
func.func @one_hot(%i: tensor<4xi64>, %d: tensor<2xi64>, %v: tensor<2xf32>) {
  // expected-error @+2 {{expected one depth and two values, got 'tensor<2xi64>' and 'tensor<2xf32>'}}
  // expected-error @+1 {{failed to infer returned types}}
  %0 = graph.one_hot %i, %d, %v axis 1
      : (tensor<4xi64>, tensor<2xi64>, tensor<2xf32>) -> tensor<4x?xf32>
  return
}

// -----

// C1
func.func @reverse_sequence(%x: tensor<2x3xf32>, %l: tensor<2xi64>) {
  // expected-error @+2 {{expected axes 0 and 1, got 1 and 2}}
  // expected-error @+1 {{failed to infer returned types}}
  %0 = graph.reverse_sequence %x, %l batch 1 time 2 : (tensor<2x3xf32>, tensor<2xi64>) -> tensor<2x3xf32>
  return
}

// -----

// C2
func.func @reverse_sequence(%x: tensor<2x3xf32>, %l: tensor<2x1xi64>) {
  // expected-error @+2 {{expected one length per sequence, got 'tensor<2x1xi64>'}}
  // expected-error @+1 {{failed to infer returned types}}
  %0 = graph.reverse_sequence %x, %l batch 0 time 1 : (tensor<2x3xf32>, tensor<2x1xi64>) -> tensor<2x3xf32>
  return
}

// -----

// C3: indices of more rows than the data.
func.func @gather_elements_indices(%x: tensor<2x3xf32>, %i: tensor<5x2xi64>) -> tensor<5x2xf32> {
  // expected-error@+2 {{expected indices of at most 'tensor<2x3xf32>', got 'tensor<5x2xi64>'}}
  // expected-error@+1 {{failed to infer returned types}}
  %0 = graph.gather_elements %x, %i axis 1 : (tensor<2x3xf32>, tensor<5x2xi64>) -> tensor<5x2xf32>
  return %0 : tensor<5x2xf32>
}

// -----

// C3: other batches.
func.func @gather_nd_batches(%x: tensor<2x3xf32>, %i: tensor<5x1xi64>) -> tensor<5xf32> {
  // expected-error@+2 {{expected equal batch dimensions, got 'tensor<2x3xf32>' and 'tensor<5x1xi64>'}}
  // expected-error@+1 {{failed to infer returned types}}
  %0 = graph.gather_nd %x, %i batch 1 : (tensor<2x3xf32>, tensor<5x1xi64>) -> tensor<5xf32>
  return %0 : tensor<5xf32>
}

// -----

// C3: indices of more rows than the data.
func.func @scatter_elements_indices(%x: tensor<2x3xf32>, %i: tensor<5x2xi64>, %u: tensor<5x2xf32>) -> tensor<2x3xf32> {
  // expected-error@+2 {{expected indices of at most 'tensor<2x3xf32>', got 'tensor<5x2xi64>'}}
  // expected-error@+1 {{failed to infer returned types}}
  %0 = graph.scatter_elements %x, %i, %u axis 1 reduction none : (tensor<2x3xf32>, tensor<5x2xi64>, tensor<5x2xf32>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

// -----

// C3: an update of fewer heads.
func.func @tensor_scatter_update(%x: tensor<2x4x16x8xf32>, %u: tensor<2x3x1x8xf32>) -> tensor<2x4x16x8xf32> {
  // expected-error@+2 {{expected an update of at most 'tensor<2x4x16x8xf32>', got 'tensor<2x3x1x8xf32>'}}
  // expected-error@+1 {{failed to infer returned types}}
  %0 = graph.tensor_scatter %x, %u axis 2 : (tensor<2x4x16x8xf32>, tensor<2x3x1x8xf32>) -> tensor<2x4x16x8xf32>
  return %0 : tensor<2x4x16x8xf32>
}

// -----

// C2: a position for one batch of two.
func.func @tensor_scatter_positions(%x: tensor<2x4x16x8xf32>, %u: tensor<2x4x1x8xf32>, %p: tensor<1xi64>) -> tensor<2x4x16x8xf32> {
  // expected-error@+2 {{expected one position per batch, got 'tensor<1xi64>'}}
  // expected-error@+1 {{failed to infer returned types}}
  %0 = graph.tensor_scatter %x, %u at %p axis 2 : (tensor<2x4x16x8xf32>, tensor<2x4x1x8xf32>, tensor<1xi64>) -> tensor<2x4x16x8xf32>
  return %0 : tensor<2x4x16x8xf32>
}

// -----

// C2: lengths of two of three sequences.
func.func @reverse_sequence_lengths(%x: tensor<4x3xf32>, %l: tensor<2xi64>) -> tensor<4x3xf32> {
  // expected-error@+2 {{expected one length per sequence, got 'tensor<2xi64>'}}
  // expected-error@+1 {{failed to infer returned types}}
  %0 = graph.reverse_sequence %x, %l batch 1 time 0 : (tensor<4x3xf32>, tensor<2xi64>) -> tensor<4x3xf32>
  return %0 : tensor<4x3xf32>
}
