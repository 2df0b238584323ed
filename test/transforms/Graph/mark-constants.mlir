// RUN: tvm-opt %s --graph-mark-constants | FileCheck %s

// Marked where every launch passes a weight: not %x of @k, and not %w of
// @shared, which one launch passes a computed value for.
module {
  module @k {
    // CHECK: func.func @k(%{{[^:]*}}: tensor<4xf32>, %{{[^:]*}}: tensor<4xf32> {graph.constant})
    func.func @k(%x: tensor<4xf32>, %w: tensor<4xf32>) -> tensor<4xf32> {
      %0 = graph.add %x, %w : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
      return %0 : tensor<4xf32>
    }
  }
  module @shared {
    // CHECK-NOT: graph.constant}
    func.func @shared(%x: tensor<4xf32>, %w: tensor<4xf32>) -> tensor<4xf32> {
      %0 = graph.mul %x, %w : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
      return %0 : tensor<4xf32>
    }
  }
  func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
    %w = graph.constant #graph.weight<"w", 0, 1> : tensor<4xf32>
    %e = tensor.empty() : tensor<4xf32>
    %0 = graph.launch @k::@k(%x, %w : tensor<4xf32>, tensor<4xf32>) outs(%e : tensor<4xf32>) -> tensor<4xf32>
    %1 = graph.launch @shared::@shared(%x, %w : tensor<4xf32>, tensor<4xf32>) outs(%e : tensor<4xf32>) -> tensor<4xf32>
    %2 = graph.launch @shared::@shared(%x, %0 : tensor<4xf32>, tensor<4xf32>) outs(%e : tensor<4xf32>) -> tensor<4xf32>
    return %2 : tensor<4xf32>
  }
}
