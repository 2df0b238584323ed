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

// -----

// A place outside of the buffer, beyond its end and before it.
module {
  module @k {
    func.func @k(%w: memref<6xi32> {graph.layout = affine_map<(i, j) -> (i * 4 + j)>}, %y: memref<2xi32>) {
      return
    }
  }
  func.func @main() -> tensor<2xi32> {
    // expected-error @+1 {{has elements that affine_map<(d0, d1) -> (d0 * 4 + d1)> places outside of 'memref<6xi32>'}}
    %w = graph.constant dense<[[1, 2, 3], [4, 5, 6]]> : tensor<2x3xi32>
    %e = tensor.empty() : tensor<2xi32>
    %0 = graph.launch @k::@k(%w : tensor<2x3xi32>) outs(%e : tensor<2xi32>) -> tensor<2xi32>
    return %0 : tensor<2xi32>
  }
}

// -----

module {
  module @k {
    func.func @k(%w: memref<6xi32> {graph.layout = affine_map<(i, j) -> (i * 3 - j)>}, %y: memref<2xi32>) {
      return
    }
  }
  func.func @main() -> tensor<2xi32> {
    // expected-error @+1 {{has elements that affine_map<(d0, d1) -> (d0 * 3 - d1)> places outside of 'memref<6xi32>'}}
    %w = graph.constant dense<[[1, 2, 3], [4, 5, 6]]> : tensor<2x3xi32>
    %e = tensor.empty() : tensor<2xi32>
    %0 = graph.launch @k::@k(%w : tensor<2x3xi32>) outs(%e : tensor<2xi32>) -> tensor<2xi32>
    return %0 : tensor<2xi32>
  }
}

// -----

// A place that is not defined, or that no number says.
module {
  module @k {
    func.func @k(%w: memref<6xi32> {graph.layout = affine_map<(i, j) -> (i mod 0 + j)>}, %y: memref<2xi32>) {
      return
    }
  }
  func.func @main() -> tensor<2xi32> {
    // expected-error @+1 {{places outside of 'memref<6xi32>'}}
    %w = graph.constant dense<[[1, 2, 3], [4, 5, 6]]> : tensor<2x3xi32>
    %e = tensor.empty() : tensor<2xi32>
    %0 = graph.launch @k::@k(%w : tensor<2x3xi32>) outs(%e : tensor<2xi32>) -> tensor<2xi32>
    return %0 : tensor<2xi32>
  }
}

// -----

module {
  module @k {
    func.func @k(%w: memref<6xi32> {graph.layout = affine_map<(i, j) -> (i * 9223372036854775807 + j * 9223372036854775807)>}, %y: memref<2xi32>) {
      return
    }
  }
  func.func @main() -> tensor<2xi32> {
    // expected-error @+1 {{places outside of 'memref<6xi32>'}}
    %w = graph.constant dense<[[1, 2, 3], [4, 5, 6]]> : tensor<2x3xi32>
    %e = tensor.empty() : tensor<2xi32>
    %0 = graph.launch @k::@k(%w : tensor<2x3xi32>) outs(%e : tensor<2xi32>) -> tensor<2xi32>
    return %0 : tensor<2xi32>
  }
}

// -----

// A layout of another rank than the constant has, of no dimensions, and other
// elements.
module {
  module @k {
    func.func @k(%w: memref<6xi32> {graph.layout = affine_map<(i) -> (i)>}, %y: memref<2xi32>) {
      return
    }
  }
  func.func @main() -> tensor<2xi32> {
    %w = graph.constant dense<[[1, 2, 3], [4, 5, 6]]> : tensor<2x3xi32>
    %e = tensor.empty() : tensor<2xi32>
    // expected-error @+1 {{expected a layout of 1 dimensions and the constant's elements for operand #0, got affine_map<(d0) -> (d0)> of 'tensor<2x3xi32>' in 'memref<6xi32>'}}
    %0 = graph.launch @k::@k(%w : tensor<2x3xi32>) outs(%e : tensor<2xi32>) -> tensor<2xi32>
    return %0 : tensor<2xi32>
  }
}

// -----

module {
  module @k {
    func.func @k(%w: memref<2x3xi8> {graph.layout = affine_map<(i, j) -> (i, j)>}, %y: memref<2xi32>) {
      return
    }
  }
  func.func @main() -> tensor<2xi32> {
    %w = graph.constant dense<[[1, 2, 3], [4, 5, 6]]> : tensor<2x3xi32>
    %e = tensor.empty() : tensor<2xi32>
    // expected-error @+1 {{expected a layout of 2 dimensions and the constant's elements for operand #0}}
    %0 = graph.launch @k::@k(%w : tensor<2x3xi32>) outs(%e : tensor<2xi32>) -> tensor<2xi32>
    return %0 : tensor<2xi32>
  }
}

// -----

// More places than any schedule makes.
module {
  module @k {
    func.func @k(%w: memref<1000000000000xi32> {graph.layout = affine_map<(i) -> (i)>}, %y: memref<2xi32>) {
      return
    }
  }
  func.func @main() -> tensor<2xi32> {
    %w = graph.constant dense<[1, 2, 3]> : tensor<3xi32>
    %e = tensor.empty() : tensor<2xi32>
    // expected-error @+1 {{expected a layout of fewer places for operand #0, got 'memref<1000000000000xi32>'}}
    %0 = graph.launch @k::@k(%w : tensor<3xi32>) outs(%e : tensor<2xi32>) -> tensor<2xi32>
    return %0 : tensor<2xi32>
  }
}

// -----

// A kernel of fewer arguments.
module {
  module @k {
    func.func @k(%w: memref<3xi32> {graph.layout = affine_map<(i) -> (i)>}) {
      return
    }
  }
  func.func @main() -> tensor<2xi32> {
    %w = graph.constant dense<[1, 2, 3]> : tensor<3xi32>
    %e = tensor.empty() : tensor<2xi32>
    // expected-error @+1 {{expected a kernel of 2 arguments or more, got 1}}
    %0 = graph.launch @k::@k(%w, %w : tensor<3xi32>, tensor<3xi32>) outs(%e : tensor<2xi32>) -> tensor<2xi32>
    return %0 : tensor<2xi32>
  }
}
