// RUN: tvm-opt %s --target-set=entries=L2_cache_size_in_bytes=16384 --graph-fuse -split-input-file | FileCheck %s
// RUN: tvm-opt %s --target-set=entries=L2_cache_size_in_bytes=32768 --graph-fuse -split-input-file | FileCheck %s --check-prefix=LARGE
// RUN: tvm-opt %s --target-set=entries=L2_cache_size_in_bytes=8191 --graph-fuse -split-input-file | FileCheck %s --check-prefix=SMALL
// RUN: tvm-opt %s --target-set=entries=L2_cache_size_in_bytes=16384 "--graph-fuse=max-operators=4" -split-input-file | FileCheck %s --check-prefix=FEW

// Scores of 8 KiB leave their quarter of a cache of 16 KiB between three
// kernels; 1 KiB per matrix, and its exponentials, do not. All fits where the
// quarter is 8 KiB; in less than 2 KiB a matrix does not, and blocks of its
// queries would be too small. A limit of operators holds.
// The operators of the one kernel have roles, as no other operator does.
// CHECK: module @fused_matmul_div_add_softmax
// CHECK: graph.matmul {{.*}} {graph.role = #graph.role<attention_scores>}
// CHECK-NOT: graph.role
// CHECK: graph.softmax {{.*}} {graph.role = #graph.role<attention_softmax>}
// CHECK-NEXT: graph.matmul {{.*}} {graph.role = #graph.role<attention_values>}
// CHECK-LABEL: func.func @attention
// CHECK: graph.launch {{.*}} {fusion = #graph.fusion<because = attention, apart = result>}
// CHECK-NOT: graph.launch
// LARGE-NOT: graph.role
// LARGE-LABEL: func.func @attention
// LARGE-COUNT-3: graph.launch
// SMALL-LABEL: func.func @attention
// SMALL-COUNT-2: graph.launch {{.*}} {fusion = #graph.fusion<because = {{.*}}, apart = traffic>}
// SMALL-COUNT-1: graph.launch
// FEW-LABEL: func.func @attention
// FEW-COUNT-3: graph.launch
func.func @attention(%q: tensor<2x4x16x8xf32>, %k: tensor<2x4x8x16xf32>, %v: tensor<2x4x16x8xf32>,
                     %scale: tensor<1xf32>, %mask: tensor<2x1x1x16xf32>) -> tensor<2x4x16x8xf32> {
  %0 = graph.matmul %q, %k : (tensor<2x4x16x8xf32>, tensor<2x4x8x16xf32>) -> tensor<2x4x16x16xf32>
  %1 = graph.div %0, %scale : (tensor<2x4x16x16xf32>, tensor<1xf32>) -> tensor<2x4x16x16xf32>
  %2 = graph.add %1, %mask : (tensor<2x4x16x16xf32>, tensor<2x1x1x16xf32>) -> tensor<2x4x16x16xf32>
  %3 = graph.softmax %2 [3] : (tensor<2x4x16x16xf32>) -> tensor<2x4x16x16xf32>
  %4 = graph.matmul %3, %v : (tensor<2x4x16x16xf32>, tensor<2x4x16x8xf32>) -> tensor<2x4x16x8xf32>
  return %4 : tensor<2x4x16x8xf32>
}

// -----

// Others use the scores.
// CHECK-LABEL: func.func @scores
// CHECK-COUNT-3: graph.launch
func.func @scores(%q: tensor<8x16x8xf32>, %k: tensor<8x8x16xf32>, %v: tensor<8x16x8xf32>) -> (tensor<8x16x16xf32>, tensor<8x16x8xf32>) {
  %0 = graph.matmul %q, %k : (tensor<8x16x8xf32>, tensor<8x8x16xf32>) -> tensor<8x16x16xf32>
  %1 = graph.softmax %0 [2] : (tensor<8x16x16xf32>) -> tensor<8x16x16xf32>
  %2 = graph.matmul %1, %v : (tensor<8x16x16xf32>, tensor<8x16x8xf32>) -> tensor<8x16x8xf32>
  return %0, %2 : tensor<8x16x16xf32>, tensor<8x16x8xf32>
}

// -----

// Others use the probabilities.
// CHECK-LABEL: func.func @probabilities
// CHECK-COUNT-3: graph.launch
func.func @probabilities(%q: tensor<8x16x8xf32>, %k: tensor<8x8x16xf32>, %v: tensor<8x16x8xf32>) -> (tensor<8x16x16xf32>, tensor<8x16x8xf32>) {
  %0 = graph.matmul %q, %k : (tensor<8x16x8xf32>, tensor<8x8x16xf32>) -> tensor<8x16x16xf32>
  %1 = graph.softmax %0 [2] : (tensor<8x16x16xf32>) -> tensor<8x16x16xf32>
  %2 = graph.matmul %1, %v : (tensor<8x16x16xf32>, tensor<8x16x8xf32>) -> tensor<8x16x8xf32>
  return %1, %2 : tensor<8x16x16xf32>, tensor<8x16x8xf32>
}

// -----

// A softmax over queries, not keys.
// CHECK-LABEL: func.func @columns
// CHECK-COUNT-3: graph.launch
func.func @columns(%q: tensor<8x16x8xf32>, %k: tensor<8x8x16xf32>, %v: tensor<8x16x8xf32>) -> tensor<8x16x8xf32> {
  %0 = graph.matmul %q, %k : (tensor<8x16x8xf32>, tensor<8x8x16xf32>) -> tensor<8x16x16xf32>
  %1 = graph.softmax %0 [1] : (tensor<8x16x16xf32>) -> tensor<8x16x16xf32>
  %2 = graph.matmul %1, %v : (tensor<8x16x16xf32>, tensor<8x16x8xf32>) -> tensor<8x16x8xf32>
  return %2 : tensor<8x16x8xf32>
}

// -----

// Probabilities on the other side of the product, or transposed.
// CHECK-LABEL: func.func @sides
// CHECK-COUNT-6: graph.launch
func.func @sides(%q: tensor<8x16x8xf32>, %k: tensor<8x8x16xf32>, %v: tensor<8x16x16xf32>) -> (tensor<8x16x16xf32>, tensor<8x16x16xf32>) {
  %0 = graph.matmul %q, %k : (tensor<8x16x8xf32>, tensor<8x8x16xf32>) -> tensor<8x16x16xf32>
  %1 = graph.softmax %0 [2] : (tensor<8x16x16xf32>) -> tensor<8x16x16xf32>
  %2 = graph.matmul %v, %1 : (tensor<8x16x16xf32>, tensor<8x16x16xf32>) -> tensor<8x16x16xf32>
  %3 = graph.matmul %q, %k : (tensor<8x16x8xf32>, tensor<8x8x16xf32>) -> tensor<8x16x16xf32>
  %4 = graph.softmax %3 [2] : (tensor<8x16x16xf32>) -> tensor<8x16x16xf32>
  %5 = graph.matmul %4, %v {transpose_a = true} : (tensor<8x16x16xf32>, tensor<8x16x16xf32>) -> tensor<8x16x16xf32>
  return %2, %5 : tensor<8x16x16xf32>, tensor<8x16x16xf32>
}

// -----

// Scores of unknown number, and those of no product.
// CHECK-LABEL: func.func @others
// CHECK-COUNT-5: graph.launch
func.func @others(%q: tensor<?x16x8xf32>, %k: tensor<?x8x16xf32>, %v: tensor<?x16x8xf32>, %x: tensor<8x16x16xf32>, %w: tensor<8x16x8xf32>)
    -> (tensor<?x16x8xf32>, tensor<8x16x8xf32>) {
  %0 = graph.matmul %q, %k : (tensor<?x16x8xf32>, tensor<?x8x16xf32>) -> tensor<?x16x16xf32>
  %1 = graph.softmax %0 [2] : (tensor<?x16x16xf32>) -> tensor<?x16x16xf32>
  %2 = graph.matmul %1, %v : (tensor<?x16x16xf32>, tensor<?x16x8xf32>) -> tensor<?x16x8xf32>
  %3 = graph.softmax %x [2] : (tensor<8x16x16xf32>) -> tensor<8x16x16xf32>
  %4 = graph.matmul %3, %w : (tensor<8x16x16xf32>, tensor<8x16x8xf32>) -> tensor<8x16x8xf32>
  return %2, %4 : tensor<?x16x8xf32>, tensor<8x16x8xf32>
}

// -----

// Values of one element are a column, which has no tile.
// CHECK-LABEL: func.func @value_column
// CHECK-COUNT-2: graph.launch {{.*}} {fusion = #graph.fusion<because = single, apart = tiles>}
// CHECK-COUNT-1: graph.launch
func.func @value_column(%q: tensor<8x16x8xf32>, %k: tensor<8x8x16xf32>, %v: tensor<8x16x1xf32>) -> tensor<8x16x1xf32> {
  %0 = graph.matmul %q, %k : (tensor<8x16x8xf32>, tensor<8x8x16xf32>) -> tensor<8x16x16xf32>
  %1 = graph.softmax %0 [2] : (tensor<8x16x16xf32>) -> tensor<8x16x16xf32>
  %2 = graph.matmul %1, %v : (tensor<8x16x16xf32>, tensor<8x16x1xf32>) -> tensor<8x16x1xf32>
  return %2 : tensor<8x16x1xf32>
}
