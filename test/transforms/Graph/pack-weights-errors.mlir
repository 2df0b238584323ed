// RUN: tvm-opt %s --graph-pack-weights -split-input-file -verify-diagnostics

// A layout is for weights; this operand is an input of the model.
module {
  module @k {
    func.func @k(%w: memref<3x2xi32> {graph.layout = affine_map<(i, j) -> (j, i)>}, %y: memref<2xi32>) {
      return
    }
  }
  func.func @main(%w: tensor<2x3xi32>) -> tensor<2xi32> {
    %e = tensor.empty() : tensor<2xi32>
    // expected-error @+1 {{expected a constant for operand #0, which kernel 'k' reads in layout affine_map<(d0, d1) -> (d1, d0)>}}
    %0 = graph.launch @k::@k(%w : tensor<2x3xi32>) outs(%e : tensor<2xi32>) -> tensor<2xi32>
    return %0 : tensor<2xi32>
  }
}

// -----

// A result that two dimensions share under a division has no place for each
// alone.
module {
  module @k {
    func.func @k(%w: memref<3x2xi32> {graph.layout = affine_map<(i, j) -> ((i + j * 2) floordiv 3, (i + j * 2) mod 3)>}, %y: memref<2xi32>) {
      return
    }
  }
  func.func @main() -> tensor<2xi32> {
    %w = graph.constant dense<[[1, 2, 3], [4, 5, 6]]> : tensor<2x3xi32>
    %e = tensor.empty() : tensor<2xi32>
    // expected-error @+1 {{expected a layout of sums of functions of one dimension for operand #0}}
    %0 = graph.launch @k::@k(%w : tensor<2x3xi32>) outs(%e : tensor<2xi32>) -> tensor<2xi32>
    return %0 : tensor<2xi32>
  }
}
