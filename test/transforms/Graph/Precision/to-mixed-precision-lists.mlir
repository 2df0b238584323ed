// RUN: tvm-opt %s --graph-to-mixed-precision='allow=graph.exp' | FileCheck %s --check-prefix=ALLOW
// RUN: tvm-opt %s --graph-to-mixed-precision='deny=graph.matmul,graph.relu' | FileCheck %s --check-prefix=DENY
// RUN: tvm-opt %s --graph-to-mixed-precision='deny=graph.relu' | FileCheck %s --check-prefix=RELU
// RUN: tvm-opt %s --graph-to-mixed-precision='allow=graph.conv' | FileCheck %s --check-prefix=CONV

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

// Of few channels, too, where it is asked for.
// CONV-LABEL: @colours
// CONV: graph.conv {{.*}} -> tensor<1x16x8x8xbf16>
func.func @colours(%x: tensor<1x3x8x8xf32>, %w: tensor<16x3x1x1xf32>) -> tensor<1x16x8x8xf32> {
  %0 = graph.conv %x, %w {strides = array<i64: 1, 1>, dilations = array<i64: 1, 1>, pads = array<i64: 0, 0, 0, 0>}
      : (tensor<1x3x8x8xf32>, tensor<16x3x1x1xf32>) -> tensor<1x16x8x8xf32>
  return %0 : tensor<1x16x8x8xf32>
}
