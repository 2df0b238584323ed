// RUN: tvm-opt %s --target-set=entries=L2_cache_size_in_bytes=16384 --graph-simplify --graph-fuse | FileCheck %s

// Attention as exporters spell it out: keys transposed before the product, and
// softmax by its definition. It becomes what the rule for attention fuses.
// CHECK: graph.matmul {{.*}} {graph.role = #graph.role<attention_scores>, transpose_b = true}
// CHECK: graph.softmax
// CHECK-NEXT: graph.matmul
// CHECK-LABEL: func.func @attention
// CHECK-COUNT-1: graph.launch
// CHECK-NOT: graph.launch
func.func @attention(%q: tensor<2x4x16x8xf32>, %k: tensor<2x4x16x8xf32>, %v: tensor<2x4x16x8xf32>, %mask: tensor<2x1x1x16xf32>) -> tensor<2x4x16x8xf32> {
  %root = graph.constant dense<2.82842708> : tensor<f32>
  %t = graph.transpose %k [0, 1, 3, 2] : (tensor<2x4x16x8xf32>) -> tensor<2x4x8x16xf32>
  %0 = graph.matmul %q, %t : (tensor<2x4x16x8xf32>, tensor<2x4x8x16xf32>) -> tensor<2x4x16x16xf32>
  %1 = graph.div %0, %root : (tensor<2x4x16x16xf32>, tensor<f32>) -> tensor<2x4x16x16xf32>
  %2 = graph.add %1, %mask : (tensor<2x4x16x16xf32>, tensor<2x1x1x16xf32>) -> tensor<2x4x16x16xf32>
  %m = graph.reduce max %2 [3] {keepdims} : (tensor<2x4x16x16xf32>) -> tensor<2x4x16x1xf32>
  %d = graph.sub %2, %m : (tensor<2x4x16x16xf32>, tensor<2x4x16x1xf32>) -> tensor<2x4x16x16xf32>
  %e = graph.exp %d : (tensor<2x4x16x16xf32>) -> tensor<2x4x16x16xf32>
  %s = graph.reduce sum %e [3] {keepdims} : (tensor<2x4x16x16xf32>) -> tensor<2x4x16x1xf32>
  %p = graph.div %e, %s : (tensor<2x4x16x16xf32>, tensor<2x4x16x1xf32>) -> tensor<2x4x16x16xf32>
  %y = graph.matmul %p, %v : (tensor<2x4x16x16xf32>, tensor<2x4x16x8xf32>) -> tensor<2x4x16x8xf32>
  return %y : tensor<2x4x16x8xf32>
}
