// RUN: tvm-opt %s -graph-to-mixed-precision=only-recorded -split-input-file -verify-diagnostics
// RUN: tvm-opt %s --tvm-graph-pipeline -split-input-file -verify-diagnostics

// Two narrow types in one function.
module attributes {tvm.level = "import"} {
func.func @two(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = graph.relu %x {graph.precision = bf16} : (tensor<4xf32>) -> tensor<4xf32>
  // expected-error @+1 {{'graph.exp' op expected a precision of 'f32' or 'bf16', got 'f16'}}
  %1 = graph.exp %0 {graph.precision = f16} : (tensor<4xf32>) -> tensor<4xf32>
  return %1 : tensor<4xf32>
}
}

// -----

// Only decisions for f32, one of them on data of another type.
module attributes {tvm.level = "import"} {
func.func @data(%x: tensor<4xf64>, %y: tensor<4xf32>) -> (tensor<4xf64>, tensor<4xf32>) {
  // expected-error @+1 {{'graph.relu' op expected operands of 'f32', or results of 'f32', for a precision of 'f32'}}
  %0 = graph.relu %x {graph.precision = f32} : (tensor<4xf64>) -> tensor<4xf64>
  %1 = graph.relu %y {graph.precision = f32} : (tensor<4xf32>) -> tensor<4xf32>
  return %0, %1 : tensor<4xf64>, tensor<4xf32>
}
}
