// RUN: tvm-opt %s --graph-pack-weights | FileCheck %s

// The launch passes the constant as the kernel reads it: columns in pairs, the
// place that nothing goes to is zero. The kernel's attributes are gone.
module {
  module @k {
    // CHECK: func.func @k(%{{[^:]*}}: memref<2x2x2xi32>, %{{[^:]*}}: memref<2xi32>)
    func.func @k(%w: memref<2x2x2xi32> {graph.constant, graph.layout = affine_map<(i, j) -> (j floordiv 2, i, j mod 2)>}, %y: memref<2xi32>) {
      return
    }
  }
  // CHECK-LABEL: func.func @main
  // CHECK: graph.constant dense<{{\[}}{{\[}}[1, 2], [4, 5]], {{\[}}[3, 0], [6, 0]{{\]\]}}> : tensor<2x2x2xi32>
  // CHECK-NOT: tensor<2x3xi32>
  func.func @main() -> tensor<2xi32> {
    %w = graph.constant dense<[[1, 2, 3], [4, 5, 6]]> : tensor<2x3xi32>
    %e = tensor.empty() : tensor<2xi32>
    %0 = graph.launch @k::@k(%w : tensor<2x3xi32>) outs(%e : tensor<2xi32>) -> tensor<2xi32>
    return %0 : tensor<2xi32>
  }
}

// A scalar has one place.
module {
  module @scalar {
    func.func @scalar(%w: memref<3xi32> {graph.constant, graph.layout = affine_map<() -> (1)>}, %y: memref<2xi32>) {
      return
    }
  }
  // CHECK-LABEL: func.func @of_scalar
  // CHECK: graph.constant dense<[0, 7, 0]> : tensor<3xi32>
  func.func @of_scalar() -> tensor<2xi32> {
    %w = graph.constant dense<7> : tensor<i32>
    %e = tensor.empty() : tensor<2xi32>
    %0 = graph.launch @scalar::@scalar(%w : tensor<i32>) outs(%e : tensor<2xi32>) -> tensor<2xi32>
    return %0 : tensor<2xi32>
  }
}

// One constant in one layout, for kernels that read more places of it.
module {
  module @less {
    func.func @less(%w: memref<2xi32> {graph.layout = affine_map<(i) -> (i)>}, %y: memref<2xi32>) {
      return
    }
  }
  module @more {
    func.func @more(%w: memref<4xi32> {graph.layout = affine_map<(i) -> (i)>}, %y: memref<2xi32>) {
      return
    }
  }
  // CHECK-LABEL: func.func @sizes
  // CHECK-DAG: graph.constant dense<[1, 2]> : tensor<2xi32>
  // CHECK-DAG: graph.constant dense<[1, 2, 0, 0]> : tensor<4xi32>
  func.func @sizes() -> (tensor<2xi32>, tensor<2xi32>) {
    %w = graph.constant dense<[1, 2]> : tensor<2xi32>
    %e = tensor.empty() : tensor<2xi32>
    %0 = graph.launch @less::@less(%w : tensor<2xi32>) outs(%e : tensor<2xi32>) -> tensor<2xi32>
    %1 = graph.launch @more::@more(%w : tensor<2xi32>) outs(%e : tensor<2xi32>) -> tensor<2xi32>
    return %0, %1 : tensor<2xi32>, tensor<2xi32>
  }
}

// Elements of other sizes: 1, 2, 8 and 16 bytes.
module {
  module @k {
    func.func @k(%w: memref<2x2xi8> {graph.layout = affine_map<(i, j) -> (j, i)>}, %y: memref<2xi32>) {
      return
    }
  }
  // CHECK-LABEL: func.func @bytes
  // CHECK: graph.constant dense<{{\[}}[1, -3], [2, 4]]> : tensor<2x2xi8>
  func.func @bytes() -> tensor<2xi32> {
    %w = graph.constant dense<[[1, 2], [-3, 4]]> : tensor<2x2xi8>
    %e = tensor.empty() : tensor<2xi32>
    %0 = graph.launch @k::@k(%w : tensor<2x2xi8>) outs(%e : tensor<2xi32>) -> tensor<2xi32>
    return %0 : tensor<2xi32>
  }
}
module {
  module @k {
    func.func @k(%w: memref<2x2xf16> {graph.layout = affine_map<(i, j) -> (j, i)>}, %y: memref<2xi32>) {
      return
    }
  }
  // CHECK-LABEL: func.func @halves
  // CHECK: graph.constant dense<{{\[}}[1.000000e+00, 3.000000e+00], [2.000000e+00, 4.000000e+00]]> : tensor<2x2xf16>
  func.func @halves() -> tensor<2xi32> {
    %w = graph.constant dense<[[1.0, 2.0], [3.0, 4.0]]> : tensor<2x2xf16>
    %e = tensor.empty() : tensor<2xi32>
    %0 = graph.launch @k::@k(%w : tensor<2x2xf16>) outs(%e : tensor<2xi32>) -> tensor<2xi32>
    return %0 : tensor<2xi32>
  }
}
module {
  module @k {
    func.func @k(%w: memref<2x2xi64> {graph.layout = affine_map<(i, j) -> (j, i)>}, %y: memref<2xi32>) {
      return
    }
  }
  // CHECK-LABEL: func.func @longs
  // CHECK: graph.constant dense<{{\[}}[1, -3], [2, 4]]> : tensor<2x2xi64>
  func.func @longs() -> tensor<2xi32> {
    %w = graph.constant dense<[[1, 2], [-3, 4]]> : tensor<2x2xi64>
    %e = tensor.empty() : tensor<2xi32>
    %0 = graph.launch @k::@k(%w : tensor<2x2xi64>) outs(%e : tensor<2xi32>) -> tensor<2xi32>
    return %0 : tensor<2xi32>
  }
}
module {
  module @k {
    func.func @k(%w: memref<2x2xi128> {graph.layout = affine_map<(i, j) -> (j, i)>}, %y: memref<2xi32>) {
      return
    }
  }
  // CHECK-LABEL: func.func @complex
  // CHECK: graph.constant dense<{{\[}}[(1.000000e+00,2.000000e+00), (5.000000e+00,6.000000e+00)], [(3.000000e+00,4.000000e+00), (7.000000e+00,8.000000e+00)]]> : tensor<2x2xcomplex<f64>>
  func.func @complex() -> tensor<2xi32> {
    %w = graph.constant dense<[[(1.0, 2.0), (3.0, 4.0)], [(5.0, 6.0), (7.0, 8.0)]]> : tensor<2x2xcomplex<f64>>
    %e = tensor.empty() : tensor<2xi32>
    %0 = graph.launch @k::@k(%w : tensor<2x2xcomplex<f64>>) outs(%e : tensor<2xi32>) -> tensor<2xi32>
    return %0 : tensor<2xi32>
  }
}
