// RUN: tvm-opt %s | tvm-opt | FileCheck %s
// RUN: tvm-opt %s --mlir-print-op-generic | tvm-opt | FileCheck %s

// Operands broadcast; predicates and comparisons give bools.
// CHECK-LABEL: func @broadcast
func.func @broadcast(%x: tensor<2x1xf32>, %y: tensor<?xf32>, %c: tensor<i1>)
    -> (tensor<2x?xf32>, tensor<2x?xi1>, tensor<2x?xf32>) {
  // CHECK: graph.add %{{.*}}, %{{.*}} : (tensor<2x1xf32>, tensor<?xf32>) -> tensor<2x?xf32>
  %0 = graph.add %x, %y : (tensor<2x1xf32>, tensor<?xf32>) -> tensor<2x?xf32>
  // CHECK: graph.less_equal
  %1 = graph.less_equal %x, %y : (tensor<2x1xf32>, tensor<?xf32>) -> tensor<2x?xi1>
  // CHECK: graph.where %{{.*}}, %{{.*}}, %{{.*}} : (tensor<i1>, tensor<2x1xf32>, tensor<?xf32>)
  %2 = graph.where %c, %x, %y : (tensor<i1>, tensor<2x1xf32>, tensor<?xf32>) -> tensor<2x?xf32>
  return %0, %1, %2 : tensor<2x?xf32>, tensor<2x?xi1>, tensor<2x?xf32>
}

// Types change only where an attribute says so.
// CHECK-LABEL: func @types
func.func @types(%x: tensor<4xf32>, %n: tensor<4xi32>)
    -> (tensor<4xf16>, tensor<4xi32>, tensor<4xf32>) {
  // CHECK: graph.cast %{{.*}} {to = f16}
  %0 = graph.cast %x {to = f16} : (tensor<4xf32>) -> tensor<4xf16>
  // CHECK: graph.bit_cast %{{.*}} {to = i32}
  %1 = graph.bit_cast %x {to = i32} : (tensor<4xf32>) -> tensor<4xi32>
  // CHECK: graph.pow %{{.*}}, %{{.*}} : (tensor<4xf32>, tensor<4xi32>) -> tensor<4xf32>
  %2 = graph.pow %x, %n : (tensor<4xf32>, tensor<4xi32>) -> tensor<4xf32>
  return %0, %1, %2 : tensor<4xf16>, tensor<4xi32>, tensor<4xf32>
}

// Parameters of activations.
// CHECK-LABEL: func @activations
func.func @activations(%x: tensor<4xf32>) -> tensor<4xf32> {
  // CHECK: graph.gelu %{{.*}} {tanh}
  %0 = graph.gelu %x {tanh} : (tensor<4xf32>) -> tensor<4xf32>
  // CHECK: graph.elu %{{.*}} {alpha = 5.000000e-01 : f32}
  %1 = graph.elu %0 {alpha = 0.5 : f32} : (tensor<4xf32>) -> tensor<4xf32>
  // CHECK: graph.selu
  %2 = graph.selu %1 {alpha = 2.0 : f32, beta = 3.0 : f32} : (tensor<4xf32>) -> tensor<4xf32>
  // CHECK: graph.shrink
  %3 = graph.shrink %2 {bias = 0.0 : f32, lambda = 0.5 : f32} : (tensor<4xf32>) -> tensor<4xf32>
  // CHECK: graph.binarize %{{.*}} {threshold = 2.500000e+00 : f32}
  %b = graph.binarize %3 {threshold = 2.5 : f32} : (tensor<4xf32>) -> tensor<4xf32>
  // CHECK: graph.mod %{{.*}}, %{{.*}} {truncated}
  %4 = graph.mod %b, %x {truncated} : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return %4 : tensor<4xf32>
}
