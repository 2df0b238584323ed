// RUN: tvm-opt %s -graph-to-mixed-precision -split-input-file -verify-diagnostics

// A decision for another narrow type.
func.func @other(%x: tensor<4x8xf32>, %w: tensor<8x16xf32>) -> tensor<4x16xf32> {
  // expected-error @+1 {{'graph.matmul' op expected a precision of 'f32' or 'bf16', got 'f16'}}
  %0 = graph.matmul %x, %w {graph.precision = f16} : (tensor<4x8xf32>, tensor<8x16xf32>) -> tensor<4x16xf32>
  return %0 : tensor<4x16xf32>
}

// -----

// The same for an operator that follows its data.
func.func @follows(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @+1 {{'graph.relu' op expected a precision of 'f32' or 'bf16', got 'f16'}}
  %0 = graph.relu %x {graph.precision = f16} : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

// A decision on an operator that has no data of f32.
func.func @wide_data(%x: tensor<4xf64>) -> tensor<4xf64> {
  // expected-error @+1 {{'graph.relu' op expected operands of 'f32', or results of 'bf16', for a precision of 'bf16'}}
  %0 = graph.relu %x {graph.precision = bf16} : (tensor<4xf64>) -> tensor<4xf64>
  return %0 : tensor<4xf64>
}

// -----

// The same for f32 and data of f16.
func.func @narrow_data(%x: tensor<4xf16>) -> tensor<4xf16> {
  // expected-error @+1 {{'graph.relu' op expected operands of 'f32', or results of 'f32', for a precision of 'f32'}}
  %0 = graph.relu %x {graph.precision = f32} : (tensor<4xf16>) -> tensor<4xf16>
  return %0 : tensor<4xf16>
}
