// RUN: tvm-opt %s --graph-divide-concatenations -split-input-file | FileCheck %s

// Seventeen tensors of unknown sizes are concatenated in two runs.
// CHECK-LABEL: func.func @unknown
// CHECK: %[[A:.*]] = graph.concat %{{[^%]*}}, %{{[^%]*}}, %{{[^%]*}}, %{{[^%]*}}, %{{[^%]*}}, %{{[^%]*}}, %{{[^%]*}}, %{{[^%]*}}, %{{[^%]*}} axis 0
// CHECK: %[[B:.*]] = graph.concat %{{[^%]*}}, %{{[^%]*}}, %{{[^%]*}}, %{{[^%]*}}, %{{[^%]*}}, %{{[^%]*}}, %{{[^%]*}}, %{{[^%]*}} axis 0
// CHECK: %[[Y:.*]] = graph.concat %[[A]], %[[B]] axis 0 : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
// CHECK: return %[[Y]]
func.func @unknown(%x0: tensor<?xf32>, %x1: tensor<?xf32>, %x2: tensor<?xf32>, %x3: tensor<?xf32>, %x4: tensor<?xf32>, %x5: tensor<?xf32>, %x6: tensor<?xf32>, %x7: tensor<?xf32>, %x8: tensor<?xf32>, %x9: tensor<?xf32>, %x10: tensor<?xf32>, %x11: tensor<?xf32>, %x12: tensor<?xf32>, %x13: tensor<?xf32>, %x14: tensor<?xf32>, %x15: tensor<?xf32>, %x16: tensor<?xf32>) -> tensor<?xf32> {
  %0 = graph.concat %x0, %x1, %x2, %x3, %x4, %x5, %x6, %x7, %x8, %x9, %x10, %x11, %x12, %x13, %x14, %x15, %x16 axis 0 : (tensor<?xf32>, tensor<?xf32>, tensor<?xf32>, tensor<?xf32>, tensor<?xf32>, tensor<?xf32>, tensor<?xf32>, tensor<?xf32>, tensor<?xf32>, tensor<?xf32>, tensor<?xf32>, tensor<?xf32>, tensor<?xf32>, tensor<?xf32>, tensor<?xf32>, tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// -----

// Sixteen are few enough.
// CHECK-LABEL: func.func @few
// CHECK-COUNT-1: graph.concat
// CHECK-NOT: graph.concat
func.func @few(%x0: tensor<?xf32>, %x1: tensor<?xf32>, %x2: tensor<?xf32>, %x3: tensor<?xf32>, %x4: tensor<?xf32>, %x5: tensor<?xf32>, %x6: tensor<?xf32>, %x7: tensor<?xf32>, %x8: tensor<?xf32>, %x9: tensor<?xf32>, %x10: tensor<?xf32>, %x11: tensor<?xf32>, %x12: tensor<?xf32>, %x13: tensor<?xf32>, %x14: tensor<?xf32>, %x15: tensor<?xf32>) -> tensor<?xf32> {
  %0 = graph.concat %x0, %x1, %x2, %x3, %x4, %x5, %x6, %x7, %x8, %x9, %x10, %x11, %x12, %x13, %x14, %x15 axis 0 : (tensor<?xf32>, tensor<?xf32>, tensor<?xf32>, tensor<?xf32>, tensor<?xf32>, tensor<?xf32>, tensor<?xf32>, tensor<?xf32>, tensor<?xf32>, tensor<?xf32>, tensor<?xf32>, tensor<?xf32>, tensor<?xf32>, tensor<?xf32>, tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// -----

// Known sizes: each position belongs to a known tensor.
// CHECK-LABEL: func.func @known
// CHECK-COUNT-1: graph.concat
// CHECK-NOT: graph.concat
func.func @known(%x0: tensor<2xf32>, %x1: tensor<2xf32>, %x2: tensor<2xf32>, %x3: tensor<2xf32>, %x4: tensor<2xf32>, %x5: tensor<2xf32>, %x6: tensor<2xf32>, %x7: tensor<2xf32>, %x8: tensor<2xf32>, %x9: tensor<2xf32>, %x10: tensor<2xf32>, %x11: tensor<2xf32>, %x12: tensor<2xf32>, %x13: tensor<2xf32>, %x14: tensor<2xf32>, %x15: tensor<2xf32>, %x16: tensor<2xf32>) -> tensor<34xf32> {
  %0 = graph.concat %x0, %x1, %x2, %x3, %x4, %x5, %x6, %x7, %x8, %x9, %x10, %x11, %x12, %x13, %x14, %x15, %x16 axis 0 : (tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) -> tensor<34xf32>
  return %0 : tensor<34xf32>
}

// -----

// One unknown size: the run without it has a known result.
// CHECK-LABEL: func.func @mixed
// CHECK: graph.concat {{.*}} -> tensor<4x18xf32>
// CHECK: graph.concat {{.*}} -> tensor<4x?xf32>
// CHECK: graph.concat {{.*}} : (tensor<4x18xf32>, tensor<4x?xf32>) -> tensor<4x?xf32>
func.func @mixed(%x0: tensor<4x2xf32>, %x1: tensor<4x2xf32>, %x2: tensor<4x2xf32>, %x3: tensor<4x2xf32>, %x4: tensor<4x2xf32>, %x5: tensor<4x2xf32>, %x6: tensor<4x2xf32>, %x7: tensor<4x2xf32>, %x8: tensor<4x2xf32>, %x9: tensor<4x2xf32>, %x10: tensor<4x2xf32>, %x11: tensor<4x2xf32>, %x12: tensor<4x2xf32>, %x13: tensor<4x2xf32>, %x14: tensor<4x2xf32>, %x15: tensor<4x2xf32>, %x16: tensor<4x2xf32>, %y: tensor<4x?xf32>) -> tensor<4x?xf32> {
  %0 = graph.concat %x0, %x1, %x2, %x3, %x4, %x5, %x6, %x7, %x8, %x9, %x10, %x11, %x12, %x13, %x14, %x15, %x16, %y axis -1 : (tensor<4x2xf32>, tensor<4x2xf32>, tensor<4x2xf32>, tensor<4x2xf32>, tensor<4x2xf32>, tensor<4x2xf32>, tensor<4x2xf32>, tensor<4x2xf32>, tensor<4x2xf32>, tensor<4x2xf32>, tensor<4x2xf32>, tensor<4x2xf32>, tensor<4x2xf32>, tensor<4x2xf32>, tensor<4x2xf32>, tensor<4x2xf32>, tensor<4x2xf32>, tensor<4x?xf32>) -> tensor<4x?xf32>
  return %0 : tensor<4x?xf32>
}

// -----

// All concatenations in its place keep the decisions.
// CHECK-LABEL: func.func @decisions
// CHECK-COUNT-2: graph.concat {{.*}} axis 0 {graph.apart, graph.keep_layout} : {{.*}} -> tensor<?xf32>
// CHECK: graph.concat %{{.*}}, %{{.*}} axis 0 {graph.apart, graph.keep_layout} : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
func.func @decisions(%x: tensor<?xf32>) -> tensor<?xf32> {
  %0 = graph.concat %x, %x, %x, %x, %x, %x, %x, %x, %x, %x, %x, %x, %x, %x, %x, %x, %x axis 0 {graph.apart, graph.keep_layout} : (tensor<?xf32>, tensor<?xf32>, tensor<?xf32>, tensor<?xf32>, tensor<?xf32>, tensor<?xf32>, tensor<?xf32>, tensor<?xf32>, tensor<?xf32>, tensor<?xf32>, tensor<?xf32>, tensor<?xf32>, tensor<?xf32>, tensor<?xf32>, tensor<?xf32>, tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}
