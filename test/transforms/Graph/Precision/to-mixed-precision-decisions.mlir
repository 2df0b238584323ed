// RUN: tvm-opt %s -graph-to-mixed-precision -split-input-file | FileCheck %s
// RUN: tvm-opt %s -graph-to-mixed-precision -graph-to-mixed-precision -split-input-file | FileCheck %s

// Decisions are recorded, and a second run obeys them.
// CHECK-LABEL: @recorded
// CHECK: graph.matmul {{.*}} {graph.precision = bf16} : {{.*}} -> tensor<4x16xbf16>
// CHECK: graph.relu {{.*}} {graph.precision = bf16} : {{.*}} -> tensor<4x16xbf16>
// CHECK: graph.softmax {{.*}} {graph.precision = f32} : {{.*}} -> tensor<4x16xf32>
func.func @recorded(%x: tensor<4x8xf32>) -> tensor<4x16xf32> {
  %w = graph.constant dense<1.0> : tensor<8x16xf32>
  %0 = graph.matmul %x, %w : (tensor<4x8xf32>, tensor<8x16xf32>) -> tensor<4x16xf32>
  %1 = graph.relu %0 : (tensor<4x16xf32>) -> tensor<4x16xf32>
  %2 = graph.softmax %1 [1] : (tensor<4x16xf32>) -> tensor<4x16xf32>
  return %2 : tensor<4x16xf32>
}

// -----

// A product that is to be of f32 is; an exponential that is to be narrow is.
// CHECK-LABEL: @obeyed
// CHECK: graph.matmul {{.*}} {graph.precision = f32} : {{.*}} -> tensor<4x16xf32>
// CHECK: graph.exp {{.*}} {graph.precision = bf16} : {{.*}} -> tensor<4x16xbf16>
func.func @obeyed(%x: tensor<4x8xf32>) -> tensor<4x16xf32> {
  %w = graph.constant dense<1.0> : tensor<8x16xf32>
  %0 = graph.matmul %x, %w {graph.precision = f32} : (tensor<4x8xf32>, tensor<8x16xf32>) -> tensor<4x16xf32>
  %1 = graph.exp %0 {graph.precision = bf16} : (tensor<4x16xf32>) -> tensor<4x16xf32>
  return %1 : tensor<4x16xf32>
}
