// RUN: tvm-opt %s --target-set=entries=L2_cache_size_in_bytes=16384 --graph-fuse -split-input-file | FileCheck %s
// RUN: tvm-opt %s --target-set=entries=L2_cache_size_in_bytes=16384 --graph-fuse=max-operators=1 -split-input-file | FileCheck %s --check-prefix=SINGLE

// Element-wise operators by the rules of kinds; the result is only returned. A
// limit of operators is a reason, too.
// CHECK-LABEL: func.func @chain
// CHECK: graph.launch {{.*}} {fusion = #graph.fusion<because = post_dominator, apart = result>}
// SINGLE-LABEL: func.func @chain
// SINGLE: graph.launch {{.*}} {fusion = #graph.fusion<because = single, apart = limit>}
// SINGLE: graph.launch {{.*}} {fusion = #graph.fusion<because = single, apart = result>}
func.func @chain(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = graph.exp %x : (tensor<4xf32>) -> tensor<4xf32>
  %1 = graph.relu %0 : (tensor<4xf32>) -> tensor<4xf32>
  return %1 : tensor<4xf32>
}

// -----

// A value that is returned, too.
// CHECK-LABEL: func.func @readers
// CHECK: graph.launch {{.*}} {fusion = #graph.fusion<because = single, apart = readers>}
// CHECK: graph.launch {{.*}} {fusion = #graph.fusion<because = single, apart = result>}
func.func @readers(%x: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %0 = graph.exp %x : (tensor<4xf32>) -> tensor<4xf32>
  %1 = graph.relu %0 : (tensor<4xf32>) -> tensor<4xf32>
  return %0, %1 : tensor<4xf32>, tensor<4xf32>
}

// -----

// A product does not join a product.
// CHECK-LABEL: func.func @kinds
// CHECK: graph.launch {{.*}} {fusion = #graph.fusion<because = single, apart = kinds>}
// CHECK: graph.launch {{.*}} {fusion = #graph.fusion<because = single, apart = result>}
func.func @kinds(%x: tensor<4x4xf32>, %y: tensor<4x4xf32>) -> tensor<4x4xf32> {
  %0 = graph.matmul %x, %y : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  %1 = graph.matmul %0, %y : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  return %1 : tensor<4x4xf32>
}

// -----

// A determinant is opaque.
// CHECK-LABEL: func.func @opaque
// CHECK: graph.launch {{.*}} {fusion = #graph.fusion<because = single, apart = opaque>}
func.func @opaque(%x: tensor<4x4xf32>) -> tensor<f32> {
  %0 = graph.exp %x : (tensor<4x4xf32>) -> tensor<4x4xf32>
  %1 = graph.det %0 : (tensor<4x4xf32>) -> tensor<f32>
  return %1 : tensor<f32>
}

// -----

// An operator that is to be a kernel of its own is one. The launch says so; the
// kernel is that of other such operators.
// CHECK: func.func @fused_relu
// CHECK: graph.relu %arg0 :
// CHECK-LABEL: func.func @asked
// CHECK: graph.launch {{.*}} {fusion = #graph.fusion<because = single, apart = asked>}
// CHECK: graph.launch {{.*}} {fusion = #graph.fusion<because = single, apart = asked>}
// CHECK: graph.launch {{.*}} {fusion = #graph.fusion<because = single, apart = result>}
func.func @asked(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = graph.exp %x : (tensor<4xf32>) -> tensor<4xf32>
  %1 = graph.relu %0 {graph.apart} : (tensor<4xf32>) -> tensor<4xf32>
  %2 = graph.neg %1 : (tensor<4xf32>) -> tensor<4xf32>
  return %2 : tensor<4xf32>
}

// -----

// Nor do patterns take it: a softmax.
// CHECK-LABEL: func.func @apart_softmax
// CHECK-COUNT-3: graph.launch
func.func @apart_softmax(%q: tensor<8x16x8xf32>, %k: tensor<8x8x16xf32>, %v: tensor<8x16x8xf32>) -> tensor<8x16x8xf32> {
  %0 = graph.matmul %q, %k : (tensor<8x16x8xf32>, tensor<8x8x16xf32>) -> tensor<8x16x16xf32>
  %1 = graph.softmax %0 [2] {graph.apart} : (tensor<8x16x16xf32>) -> tensor<8x16x16xf32>
  %2 = graph.matmul %1, %v : (tensor<8x16x16xf32>, tensor<8x16x8xf32>) -> tensor<8x16x8xf32>
  return %2 : tensor<8x16x8xf32>
}

// -----

// A transpose, or the product that reads it.
// CHECK-LABEL: func.func @apart_transpose
// CHECK-COUNT-4: graph.launch
func.func @apart_transpose(%x: tensor<8x4xf32>, %y: tensor<8x4xf32>) -> (tensor<4x4xf32>, tensor<4x4xf32>) {
  %0 = graph.transpose %x [1, 0] {graph.apart} : (tensor<8x4xf32>) -> tensor<4x8xf32>
  %1 = graph.matmul %0, %y : (tensor<4x8xf32>, tensor<8x4xf32>) -> tensor<4x4xf32>
  %2 = graph.transpose %y [1, 0] : (tensor<8x4xf32>) -> tensor<4x8xf32>
  %3 = graph.matmul %2, %y {graph.apart} : (tensor<4x8xf32>, tensor<8x4xf32>) -> tensor<4x4xf32>
  return %1, %3 : tensor<4x4xf32>, tensor<4x4xf32>
}

// -----

// A transpose of an operand.
// CHECK-LABEL: func.func @transpose
// CHECK: graph.launch {{.*}} {fusion = #graph.fusion<because = transpose, apart = result>}
func.func @transpose(%x: tensor<8x4xf32>, %y: tensor<8x4xf32>) -> tensor<4x4xf32> {
  %0 = graph.transpose %x [1, 0] : (tensor<8x4xf32>) -> tensor<4x8xf32>
  %1 = graph.matmul %0, %y : (tensor<4x8xf32>, tensor<8x4xf32>) -> tensor<4x4xf32>
  return %1 : tensor<4x4xf32>
}
