// RUN: tvm-opt %s --graph-pack-weights --graph-mark-constants | FileCheck %s

// Weights without infinities or NaN, in each format; @any gets one with. (To
// pack a constant puts it into the store.)
module {
  module @f32 {
    // CHECK: func.func @f32(%{{[^:]*}}: memref<2x64x48xf32> {graph.constant, graph.finite},
    func.func @f32(%w: memref<2x64x48xf32> {graph.constant, graph.layout = affine_map<(i, j) -> (j floordiv 48, i, j mod 48)>}, %y: memref<2xf32>) {
      return
    }
  }
  module @f16 {
    // CHECK: func.func @f16(%{{[^:]*}}: memref<2x64x48xf16> {graph.constant},
    func.func @f16(%w: memref<2x64x48xf16> {graph.constant, graph.layout = affine_map<(i, j) -> (j floordiv 48, i, j mod 48)>}, %y: memref<2xf32>) {
      return
    }
  }
  module @bf16 {
    // CHECK: func.func @bf16(%{{[^:]*}}: memref<2x64x48xbf16> {graph.constant, graph.finite},
    func.func @bf16(%w: memref<2x64x48xbf16> {graph.constant, graph.layout = affine_map<(i, j) -> (j floordiv 48, i, j mod 48)>}, %y: memref<2xf32>) {
      return
    }
  }
  module @f64 {
    // CHECK: func.func @f64(%{{[^:]*}}: memref<2x64x48xf64> {graph.constant},
    func.func @f64(%w: memref<2x64x48xf64> {graph.constant, graph.layout = affine_map<(i, j) -> (j floordiv 48, i, j mod 48)>}, %y: memref<2xf32>) {
      return
    }
  }
  module @i32 {
    // CHECK: func.func @i32(%{{[^:]*}}: memref<2x64x48xi32> {graph.constant, graph.finite},
    func.func @i32(%w: memref<2x64x48xi32> {graph.constant, graph.layout = affine_map<(i, j) -> (j floordiv 48, i, j mod 48)>}, %y: memref<2xf32>) {
      return
    }
  }
  module @any {
    // CHECK: func.func @any(%{{[^:]*}}: memref<2x64x48xf32> {graph.constant},
    func.func @any(%w: memref<2x64x48xf32> {graph.constant, graph.layout = affine_map<(i, j) -> (j floordiv 48, i, j mod 48)>}, %y: memref<2xf32>) {
      return
    }
  }
  func.func @main() -> tensor<2xf32> {
    %large = graph.constant dense<3.0e+38> : tensor<64x64xf32>
    %nan = graph.constant dense<0x7FC00000> : tensor<64x64xf32>
    %f16 = graph.constant dense<0x7C00> : tensor<64x64xf16>
    %bf16 = graph.constant dense<0x7F7F> : tensor<64x64xbf16>
    %f64 = graph.constant dense<0xFFF0000000000000> : tensor<64x64xf64>
    %i32 = graph.constant dense<-1> : tensor<64x64xi32>
    %e = tensor.empty() : tensor<2xf32>
    %0 = graph.launch @f32::@f32(%large : tensor<64x64xf32>) outs(%e : tensor<2xf32>) -> tensor<2xf32>
    %1 = graph.launch @any::@any(%large : tensor<64x64xf32>) outs(%e : tensor<2xf32>) -> tensor<2xf32>
    %2 = graph.launch @any::@any(%nan : tensor<64x64xf32>) outs(%e : tensor<2xf32>) -> tensor<2xf32>
    %3 = graph.launch @f16::@f16(%f16 : tensor<64x64xf16>) outs(%e : tensor<2xf32>) -> tensor<2xf32>
    %4 = graph.launch @bf16::@bf16(%bf16 : tensor<64x64xbf16>) outs(%e : tensor<2xf32>) -> tensor<2xf32>
    %5 = graph.launch @f64::@f64(%f64 : tensor<64x64xf64>) outs(%e : tensor<2xf32>) -> tensor<2xf32>
    %6 = graph.launch @i32::@i32(%i32 : tensor<64x64xi32>) outs(%e : tensor<2xf32>) -> tensor<2xf32>
    return %0 : tensor<2xf32>
  }
}
