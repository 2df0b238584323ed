// RUN: tvm-opt %s --target-set=entries=L2_cache_size_in_bytes=8192 --graph-divide-attention -split-input-file | FileCheck %s
// RUN: tvm-opt %s --target-set=entries=L2_cache_size_in_bytes=131072 --graph-divide-attention -split-input-file | FileCheck %s --check-prefix=LARGE

// A quarter of the cache holds scores and exponentials of 16 queries: blocks of
// 15, the last one filled up. What is the same for all queries is for all
// blocks, too; a mask of its own for each query is divided.
// CHECK-LABEL: func.func @attention
// CHECK-SAME: (%[[Q:.*]]: tensor<2x4x30x8xf32>, %[[K:.*]]: tensor<2x4x8x16xf32>, %[[V:.*]]: tensor<2x4x16x8xf32>, %[[S:.*]]: tensor<1xf32>, %[[M:.*]]: tensor<2x1x1x16xf32>, %[[N:.*]]: tensor<30x16xf32>)
// CHECK-DAG: %[[Q2:.*]] = graph.reshape %[[Q]], {{.*}} -> tensor<2x4x2x15x8xf32>
// CHECK-DAG: %[[K2:.*]] = graph.reshape %[[K]], {{.*}} -> tensor<2x4x1x8x16xf32>
// CHECK: %[[R:.*]] = graph.matmul %[[Q2]], %[[K2]] : (tensor<2x4x2x15x8xf32>, tensor<2x4x1x8x16xf32>) -> tensor<2x4x2x15x16xf32>
// CHECK: %[[D:.*]] = graph.div %[[R]], %[[S]]
// CHECK: %[[M2:.*]] = graph.reshape %[[M]], {{.*}} -> tensor<2x1x1x1x16xf32>
// CHECK: %[[A:.*]] = graph.add %[[D]], %[[M2]]
// CHECK: %[[N2:.*]] = graph.reshape %[[N]], {{.*}} -> tensor<2x15x16xf32>
// CHECK: %[[B:.*]] = graph.add %[[A]], %[[N2]]
// CHECK: %[[P:.*]] = graph.softmax %[[B]] [4] : (tensor<2x4x2x15x16xf32>)
// CHECK: %[[V2:.*]] = graph.reshape %[[V]], {{.*}} -> tensor<2x4x1x16x8xf32>
// CHECK: %[[Y:.*]] = graph.matmul %[[P]], %[[V2]] : {{.*}} -> tensor<2x4x2x15x8xf32>
// CHECK: %[[Z:.*]] = graph.reshape %[[Y]], {{.*}} -> tensor<2x4x30x8xf32>
// CHECK-NEXT: return %[[Z]]
// LARGE-LABEL: func.func @attention
// LARGE-NOT: graph.reshape
// LARGE: return
func.func @attention(%q: tensor<2x4x30x8xf32>, %k: tensor<2x4x8x16xf32>, %v: tensor<2x4x16x8xf32>,
                     %scale: tensor<1xf32>, %mask: tensor<2x1x1x16xf32>, %bias: tensor<30x16xf32>) -> tensor<2x4x30x8xf32> {
  %0 = graph.matmul %q, %k : (tensor<2x4x30x8xf32>, tensor<2x4x8x16xf32>) -> tensor<2x4x30x16xf32>
  %1 = graph.div %0, %scale : (tensor<2x4x30x16xf32>, tensor<1xf32>) -> tensor<2x4x30x16xf32>
  %2 = graph.add %1, %mask : (tensor<2x4x30x16xf32>, tensor<2x1x1x16xf32>) -> tensor<2x4x30x16xf32>
  %3 = graph.add %2, %bias : (tensor<2x4x30x16xf32>, tensor<30x16xf32>) -> tensor<2x4x30x16xf32>
  %4 = graph.softmax %3 [3] : (tensor<2x4x30x16xf32>) -> tensor<2x4x30x16xf32>
  %5 = graph.matmul %4, %v : (tensor<2x4x30x16xf32>, tensor<2x4x16x8xf32>) -> tensor<2x4x30x8xf32>
  return %5 : tensor<2x4x30x8xf32>
}

// -----

// Keys that all matrices share stay so; 31 queries are two blocks of 16.
// CHECK-LABEL: func.func @rest
// CHECK: %[[P:.*]] = graph.pad %{{.*}} low [0, 0, 0] high [0, 1, 0] mode constant
// CHECK: graph.reshape %[[P]], {{.*}} -> tensor<8x2x16x8xf32>
// CHECK: graph.matmul {{.*}} {transpose_b = true} : (tensor<8x2x16x8xf32>, tensor<16x8xf32>) -> tensor<8x2x16x16xf32>
// CHECK: %[[Y:.*]] = graph.reshape {{.*}} -> tensor<8x32x8xf32>
// CHECK: %[[Z:.*]] = graph.slice %[[Y]] axes [1] starts [0] ends [31] steps [1] : (tensor<8x32x8xf32>) -> tensor<8x31x8xf32>
// CHECK: return %[[Z]]
func.func @rest(%q: tensor<8x31x8xf32>, %k: tensor<16x8xf32>, %v: tensor<8x16x8xf32>) -> tensor<8x31x8xf32> {
  %0 = graph.matmul %q, %k {transpose_b = true} : (tensor<8x31x8xf32>, tensor<16x8xf32>) -> tensor<8x31x16xf32>
  %1 = graph.softmax %0 [2] : (tensor<8x31x16xf32>) -> tensor<8x31x16xf32>
  %2 = graph.matmul %1, %v : (tensor<8x31x16xf32>, tensor<8x16x8xf32>) -> tensor<8x31x8xf32>
  return %2 : tensor<8x31x8xf32>
}

// -----

// The operators of blocks keep the decisions of those of the whole.
// CHECK-LABEL: func.func @decisions
// CHECK: graph.matmul {{.*}} {graph.precision = f32} : {{.*}} -> tensor<8x2x15x16xf32>
// CHECK: graph.relu {{.*}} {graph.precision = f32} : {{.*}} -> tensor<8x2x15x16xf32>
// CHECK: graph.softmax {{.*}} {graph.keep_layout} : {{.*}} -> tensor<8x2x15x16xf32>
// CHECK: graph.matmul {{.*}} {graph.precision = f32} : {{.*}} -> tensor<8x2x15x8xf32>
func.func @decisions(%q: tensor<8x30x8xf32>, %k: tensor<8x8x16xf32>, %v: tensor<8x16x8xf32>) -> tensor<8x30x8xf32> {
  %0 = graph.matmul %q, %k {graph.precision = f32} : (tensor<8x30x8xf32>, tensor<8x8x16xf32>) -> tensor<8x30x16xf32>
  %1 = graph.relu %0 {graph.precision = f32} : (tensor<8x30x16xf32>) -> tensor<8x30x16xf32>
  %2 = graph.softmax %1 [2] {graph.keep_layout} : (tensor<8x30x16xf32>) -> tensor<8x30x16xf32>
  %3 = graph.matmul %2, %v {graph.precision = f32} : (tensor<8x30x16xf32>, tensor<8x16x8xf32>) -> tensor<8x30x8xf32>
  return %3 : tensor<8x30x8xf32>
}

// -----

// So do those with roles in their kernel.
// CHECK-LABEL: func.func @roles
// CHECK: graph.matmul {{.*}} {graph.role = #graph.role<attention_scores>} : {{.*}} -> tensor<8x2x15x16xf32>
// CHECK: graph.softmax {{.*}} {graph.role = #graph.role<attention_softmax>} : {{.*}} -> tensor<8x2x15x16xf32>
// CHECK: graph.matmul {{.*}} {graph.role = #graph.role<attention_values>} : {{.*}} -> tensor<8x2x15x8xf32>
func.func @roles(%q: tensor<8x30x8xf32>, %k: tensor<8x8x16xf32>, %v: tensor<8x16x8xf32>) -> tensor<8x30x8xf32> {
  %0 = graph.matmul %q, %k {graph.role = #graph.role<attention_scores>} : (tensor<8x30x8xf32>, tensor<8x8x16xf32>) -> tensor<8x30x16xf32>
  %1 = graph.softmax %0 [2] {graph.role = #graph.role<attention_softmax>} : (tensor<8x30x16xf32>) -> tensor<8x30x16xf32>
  %2 = graph.matmul %1, %v {graph.role = #graph.role<attention_values>} : (tensor<8x30x16xf32>, tensor<8x16x8xf32>) -> tensor<8x30x8xf32>
  return %2 : tensor<8x30x8xf32>
}

// -----

// Where operators have roles, the attention is where the roles are, though both
// products and their softmax look the same.
// CHECK-LABEL: func.func @second
// CHECK: graph.softmax {{.*}} : (tensor<8x30x16xf32>)
// CHECK: graph.softmax {{.*}} : (tensor<8x2x15x16xf32>)
func.func @second(%q: tensor<8x30x8xf32>, %k: tensor<8x8x16xf32>, %v: tensor<8x16x8xf32>) -> tensor<8x30x8xf32> {
  %0 = graph.matmul %q, %k : (tensor<8x30x8xf32>, tensor<8x8x16xf32>) -> tensor<8x30x16xf32>
  %1 = graph.softmax %0 [2] : (tensor<8x30x16xf32>) -> tensor<8x30x16xf32>
  %2 = graph.matmul %1, %v : (tensor<8x30x16xf32>, tensor<8x16x8xf32>) -> tensor<8x30x8xf32>
  %3 = graph.matmul %2, %k {graph.role = #graph.role<attention_scores>} : (tensor<8x30x8xf32>, tensor<8x8x16xf32>) -> tensor<8x30x16xf32>
  %4 = graph.softmax %3 [2] {graph.role = #graph.role<attention_softmax>} : (tensor<8x30x16xf32>) -> tensor<8x30x16xf32>
  %5 = graph.matmul %4, %v {graph.role = #graph.role<attention_values>} : (tensor<8x30x16xf32>, tensor<8x16x8xf32>) -> tensor<8x30x8xf32>
  return %5 : tensor<8x30x8xf32>
}

// -----

// Without the role of the scores, or of the values, there is no attention.
// CHECK-LABEL: func.func @no_scores
// CHECK-NOT: graph.reshape
// CHECK-LABEL: func.func @no_values
// CHECK-NOT: graph.reshape
// CHECK: return
func.func @no_scores(%q: tensor<8x30x8xf32>, %k: tensor<8x8x16xf32>, %v: tensor<8x16x8xf32>) -> tensor<8x30x8xf32> {
  %0 = graph.matmul %q, %k : (tensor<8x30x8xf32>, tensor<8x8x16xf32>) -> tensor<8x30x16xf32>
  %1 = graph.softmax %0 [2] {graph.role = #graph.role<attention_softmax>} : (tensor<8x30x16xf32>) -> tensor<8x30x16xf32>
  %2 = graph.matmul %1, %v {graph.role = #graph.role<attention_values>} : (tensor<8x30x16xf32>, tensor<8x16x8xf32>) -> tensor<8x30x8xf32>
  return %2 : tensor<8x30x8xf32>
}
func.func @no_values(%q: tensor<8x30x8xf32>, %k: tensor<8x8x16xf32>, %v: tensor<8x16x8xf32>) -> tensor<8x30x8xf32> {
  %0 = graph.matmul %q, %k {graph.role = #graph.role<attention_scores>} : (tensor<8x30x8xf32>, tensor<8x8x16xf32>) -> tensor<8x30x16xf32>
  %1 = graph.softmax %0 [2] {graph.role = #graph.role<attention_softmax>} : (tensor<8x30x16xf32>) -> tensor<8x30x16xf32>
  %2 = graph.matmul %1, %v : (tensor<8x30x16xf32>, tensor<8x16x8xf32>) -> tensor<8x30x8xf32>
  return %2 : tensor<8x30x8xf32>
}

// -----

// What is added to the scores may come first, and from other operators.
// CHECK-LABEL: func.func @bias
// CHECK: %[[S:.*]] = graph.sigmoid
// CHECK: %[[B:.*]] = graph.reshape %[[S]], {{.*}} -> tensor<8x2x15x16xf32>
// CHECK: graph.add %[[B]], %{{.*}} : (tensor<8x2x15x16xf32>, tensor<8x2x15x16xf32>)
func.func @bias(%q: tensor<8x30x8xf32>, %k: tensor<8x8x16xf32>, %v: tensor<8x16x8xf32>, %b: tensor<8x30x16xf32>) -> tensor<8x30x8xf32> {
  %0 = graph.matmul %q, %k : (tensor<8x30x8xf32>, tensor<8x8x16xf32>) -> tensor<8x30x16xf32>
  %1 = graph.sigmoid %b : (tensor<8x30x16xf32>) -> tensor<8x30x16xf32>
  %2 = graph.add %1, %0 : (tensor<8x30x16xf32>, tensor<8x30x16xf32>) -> tensor<8x30x16xf32>
  %3 = graph.softmax %2 [2] : (tensor<8x30x16xf32>) -> tensor<8x30x16xf32>
  %4 = graph.matmul %3, %v : (tensor<8x30x16xf32>, tensor<8x16x8xf32>) -> tensor<8x30x8xf32>
  return %4 : tensor<8x30x8xf32>
}

// -----

// So many keys that a block would be of few queries; others use the scores, or
// the probabilities; the softmax is of columns; shapes are not known.
// CHECK-LABEL: func.func @many_keys
// CHECK-NOT: graph.reshape
// CHECK-LABEL: func.func @scores
// CHECK-NOT: graph.reshape
// CHECK-LABEL: func.func @probabilities
// CHECK-NOT: graph.reshape
// CHECK-LABEL: func.func @columns
// CHECK-NOT: graph.reshape
// CHECK-LABEL: func.func @unknown
// CHECK-NOT: graph.reshape
func.func @many_keys(%q: tensor<8x30x8xf32>, %k: tensor<8x8x64xf32>, %v: tensor<8x64x8xf32>) -> tensor<8x30x8xf32> {
  %0 = graph.matmul %q, %k : (tensor<8x30x8xf32>, tensor<8x8x64xf32>) -> tensor<8x30x64xf32>
  %1 = graph.softmax %0 [2] : (tensor<8x30x64xf32>) -> tensor<8x30x64xf32>
  %2 = graph.matmul %1, %v : (tensor<8x30x64xf32>, tensor<8x64x8xf32>) -> tensor<8x30x8xf32>
  return %2 : tensor<8x30x8xf32>
}
func.func @scores(%q: tensor<8x30x8xf32>, %k: tensor<8x8x16xf32>, %v: tensor<8x16x8xf32>) -> (tensor<8x30x16xf32>, tensor<8x30x8xf32>) {
  %0 = graph.matmul %q, %k : (tensor<8x30x8xf32>, tensor<8x8x16xf32>) -> tensor<8x30x16xf32>
  %1 = graph.softmax %0 [2] : (tensor<8x30x16xf32>) -> tensor<8x30x16xf32>
  %2 = graph.matmul %1, %v : (tensor<8x30x16xf32>, tensor<8x16x8xf32>) -> tensor<8x30x8xf32>
  return %0, %2 : tensor<8x30x16xf32>, tensor<8x30x8xf32>
}
func.func @probabilities(%q: tensor<8x30x8xf32>, %k: tensor<8x8x16xf32>, %v: tensor<8x16x8xf32>) -> (tensor<8x30x16xf32>, tensor<8x30x8xf32>) {
  %0 = graph.matmul %q, %k : (tensor<8x30x8xf32>, tensor<8x8x16xf32>) -> tensor<8x30x16xf32>
  %1 = graph.softmax %0 [2] : (tensor<8x30x16xf32>) -> tensor<8x30x16xf32>
  %2 = graph.matmul %1, %v : (tensor<8x30x16xf32>, tensor<8x16x8xf32>) -> tensor<8x30x8xf32>
  return %1, %2 : tensor<8x30x16xf32>, tensor<8x30x8xf32>
}
func.func @columns(%q: tensor<8x30x8xf32>, %k: tensor<8x8x16xf32>, %v: tensor<8x16x8xf32>) -> tensor<8x30x8xf32> {
  %0 = graph.matmul %q, %k : (tensor<8x30x8xf32>, tensor<8x8x16xf32>) -> tensor<8x30x16xf32>
  %1 = graph.softmax %0 [1] : (tensor<8x30x16xf32>) -> tensor<8x30x16xf32>
  %2 = graph.matmul %1, %v : (tensor<8x30x16xf32>, tensor<8x16x8xf32>) -> tensor<8x30x8xf32>
  return %2 : tensor<8x30x8xf32>
}
func.func @unknown(%q: tensor<8x30x?xf32>, %k: tensor<8x?x16xf32>, %v: tensor<8x16x8xf32>) -> tensor<8x30x8xf32> {
  %0 = graph.matmul %q, %k : (tensor<8x30x?xf32>, tensor<8x?x16xf32>) -> tensor<8x30x16xf32>
  %1 = graph.softmax %0 [2] : (tensor<8x30x16xf32>) -> tensor<8x30x16xf32>
  %2 = graph.matmul %1, %v : (tensor<8x30x16xf32>, tensor<8x16x8xf32>) -> tensor<8x30x8xf32>
  return %2 : tensor<8x30x8xf32>
}
