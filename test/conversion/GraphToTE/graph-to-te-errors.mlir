// RUN: tvm-opt %s -convert-graph-to-te -verify-diagnostics -split-input-file

// Kernels are launched by the host, not by kernels.
module @k {
  func.func @k(%x: tensor<4xf32>) -> tensor<4xf32> {
    return %x : tensor<4xf32>
  }
}
func.func @launch(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error@+1 {{has no tensor expression}}
  %0 = graph.launch @k::@k(%x : tensor<4xf32>) outs(%x : tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
