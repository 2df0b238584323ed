// RUN: tvm-opt %s --graph-to-mixed-precision='allow=graph.exp' | FileCheck %s --check-prefix=ALLOW
// RUN: tvm-opt %s --graph-to-mixed-precision='deny=graph.matmul,graph.relu' | FileCheck %s --check-prefix=DENY
// RUN: tvm-opt %s --graph-to-mixed-precision='deny=graph.relu' | FileCheck %s --check-prefix=RELU

// What the user allows comes before a default, and replaces the list.
// ALLOW: graph.matmul {{.*}} -> tensor<4x4xf32>
// ALLOW: graph.relu {{.*}} -> tensor<4x4xf32>
// ALLOW: graph.exp {{.*}} -> tensor<4x4xbf16>

// So does what the user denies.
// DENY-NOT: bf16

// The operator that is denied, and what would follow it.
// RELU: graph.matmul {{.*}} -> tensor<4x4xbf16>
// RELU: graph.relu {{.*}} -> tensor<4x4xf32>
// RELU: graph.exp {{.*}} -> tensor<4x4xf32>
func.func @main(%x: tensor<4x4xf32>) -> tensor<4x4xf32> {
  %0 = graph.matmul %x, %x : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  %1 = graph.relu %0 : (tensor<4x4xf32>) -> tensor<4x4xf32>
  %2 = graph.exp %1 : (tensor<4x4xf32>) -> tensor<4x4xf32>
  return %2 : tensor<4x4xf32>
}
