// RUN: tvm-opt %s --graph-fuse -split-input-file -verify-diagnostics

// An operator cannot join readers in several kernels.
func.func @readers(%x: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  // expected-error @+1 {{cannot be in the kernel of its readers: several kernels read its result, or it is returned}}
  %0 = graph.exp %x {graph.fusion = {joined = "post_dominator"}} : (tensor<4xf32>) -> tensor<4xf32>
  %1 = graph.relu %0 : (tensor<4xf32>) -> tensor<4xf32>
  return %0, %1 : tensor<4xf32>, tensor<4xf32>
}

// -----

// Nor what nobody but the caller reads.
func.func @result(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @+1 {{cannot be in the kernel of its readers: no operator reads its result}}
  %0 = graph.exp %x {graph.fusion = {joined = "single"}} : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

// A product does not join a product.
func.func @kinds(%x: tensor<4x4xf32>, %y: tensor<4x4xf32>) -> tensor<4x4xf32> {
  // expected-error @+1 {{cannot be in the kernel of its readers: the operator that reads its result is of a kind that does not join}}
  %0 = graph.matmul %x, %y {graph.fusion = {joined = "post_dominator"}} : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  %1 = graph.matmul %0, %y : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  return %1 : tensor<4x4xf32>
}

// -----

// A determinant is opaque.
func.func @opaque(%x: tensor<4x4xf32>) -> tensor<f32> {
  // expected-error @+1 {{cannot be in the kernel of its readers: it is opaque, or the operator that reads its result is}}
  %0 = graph.exp %x {graph.fusion = {joined = "post_dominator"}} : (tensor<4x4xf32>) -> tensor<4x4xf32>
  %1 = graph.det %0 : (tensor<4x4xf32>) -> tensor<f32>
  return %1 : tensor<f32>
}

// -----

// The reader is to be a kernel of its own.
func.func @asked(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @+1 {{cannot be in the kernel of its readers: 'graph.apart' asks for it}}
  %0 = graph.exp %x {graph.fusion = {joined = "post_dominator"}} : (tensor<4xf32>) -> tensor<4xf32>
  %1 = graph.relu %0 {graph.apart} : (tensor<4xf32>) -> tensor<4xf32>
  return %1 : tensor<4xf32>
}
