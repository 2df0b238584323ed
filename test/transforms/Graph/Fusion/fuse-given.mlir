// RUN: tvm-opt %s --target-set=entries=L2_cache_size_in_bytes=16384 --graph-fuse -split-input-file | FileCheck %s

// An operator that is to be separate does not join its reader, but takes what it
// reads. The reason that was given stays.
// CHECK-LABEL: func.func @separate
// CHECK: graph.launch {{.*}} {fusion = #graph.fusion<because = post_dominator, apart = traffic>}
// CHECK: graph.launch {{.*}} {fusion = #graph.fusion<because = single, apart = result>}
// CHECK-NOT: graph.launch
func.func @separate(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = graph.exp %x : (tensor<4xf32>) -> tensor<4xf32>
  %1 = graph.relu %0 {graph.fusion = {separate = "traffic"}} : (tensor<4xf32>) -> tensor<4xf32>
  %2 = graph.neg %1 : (tensor<4xf32>) -> tensor<4xf32>
  return %2 : tensor<4xf32>
}

// -----

// Patterns obey it, too: a transpose does not take what a product computes.
// CHECK-LABEL: func.func @transposed
// CHECK: graph.launch {{.*}} {fusion = #graph.fusion<because = transpose, apart = result>}
// CHECK-NOT: graph.launch
// CHECK-LABEL: func.func @separate_product
// CHECK: graph.launch {{.*}} {fusion = #graph.fusion<because = single, apart = asked>}
// CHECK: graph.launch {{.*}} {fusion = #graph.fusion<because = single, apart = result>}
func.func @transposed(%q: tensor<8x16x8xf32>, %k: tensor<8x8x16xf32>) -> tensor<16x8x16xf32> {
  %0 = graph.matmul %q, %k : (tensor<8x16x8xf32>, tensor<8x8x16xf32>) -> tensor<8x16x16xf32>
  %1 = graph.transpose %0 [1, 0, 2] : (tensor<8x16x16xf32>) -> tensor<16x8x16xf32>
  return %1 : tensor<16x8x16xf32>
}
func.func @separate_product(%q: tensor<8x16x8xf32>, %k: tensor<8x8x16xf32>) -> tensor<16x8x16xf32> {
  %0 = graph.matmul %q, %k {graph.fusion = {separate = "asked"}} : (tensor<8x16x8xf32>, tensor<8x8x16xf32>) -> tensor<8x16x16xf32>
  %1 = graph.transpose %0 [1, 0, 2] : (tensor<8x16x16xf32>) -> tensor<16x8x16xf32>
  return %1 : tensor<16x8x16xf32>
}

// -----

// Operators join against an estimate: scores that stay in the cache anyway.
// CHECK-LABEL: func.func @estimated
// CHECK-COUNT-3: graph.launch
// CHECK-LABEL: func.func @joined
// CHECK: graph.launch {{.*}} {fusion = #graph.fusion<because = attention, apart = result>}
// CHECK-NOT: graph.launch
func.func @estimated(%q: tensor<1x4x8xf32>, %k: tensor<1x8x16xf32>, %v: tensor<1x16x16xf32>) -> tensor<1x4x16xf32> {
  %0 = graph.matmul %q, %k : (tensor<1x4x8xf32>, tensor<1x8x16xf32>) -> tensor<1x4x16xf32>
  %1 = graph.softmax %0 [2] : (tensor<1x4x16xf32>) -> tensor<1x4x16xf32>
  %2 = graph.matmul %1, %v : (tensor<1x4x16xf32>, tensor<1x16x16xf32>) -> tensor<1x4x16xf32>
  return %2 : tensor<1x4x16xf32>
}
func.func @joined(%q: tensor<1x4x8xf32>, %k: tensor<1x8x16xf32>, %v: tensor<1x16x16xf32>) -> tensor<1x4x16xf32> {
  %0 = graph.matmul %q, %k {graph.fusion = {joined = "attention"}} : (tensor<1x4x8xf32>, tensor<1x8x16xf32>) -> tensor<1x4x16xf32>
  %1 = graph.softmax %0 [2] {graph.fusion = {joined = "attention"}} : (tensor<1x4x16xf32>) -> tensor<1x4x16xf32>
  %2 = graph.matmul %1, %v : (tensor<1x4x16xf32>, tensor<1x16x16xf32>) -> tensor<1x4x16xf32>
  return %2 : tensor<1x4x16xf32>
}
