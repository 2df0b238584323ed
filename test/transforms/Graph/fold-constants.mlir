// RUN: tvm-opt %s --graph-fold-constants | FileCheck %s

// What depends on constants only is computed; the rest stays.
// CHECK-LABEL: @values
// CHECK-DAG: dense<[2.000000e+00, 4.000000e+00]>
// CHECK: graph.add
// CHECK-NOT: graph.mul
func.func @values(%x: tensor<2xf32>) -> tensor<2xf32> {
  %a = graph.constant dense<[1.0, 2.0]> : tensor<2xf32>
  %b = graph.constant dense<2.0> : tensor<f32>
  %0 = graph.mul %a, %b : (tensor<2xf32>, tensor<f32>) -> tensor<2xf32>
  %1 = graph.add %x, %0 : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  return %1 : tensor<2xf32>
}

// Large results are weights; a transposed splat is a splat.
// CHECK-LABEL: @weights
// CHECK-DAG: graph.constant #graph.weight<"folded"
// CHECK-DAG: graph.constant dense<3.000000e+00> : tensor<4x2xf32>
func.func @weights() -> (tensor<16x8xf32>, tensor<4x2xf32>) {
  %a = graph.constant dense<1.0> : tensor<16x8xf32>
  %b = graph.constant dense<[1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0]> : tensor<8xf32>
  %0 = graph.add %a, %b : (tensor<16x8xf32>, tensor<8xf32>) -> tensor<16x8xf32>
  %c = graph.constant dense<3.0> : tensor<2x4xf32>
  %1 = graph.transpose %c [1, 0] : (tensor<2x4xf32>) -> tensor<4x2xf32>
  return %0, %1 : tensor<16x8xf32>, tensor<4x2xf32>
}

// A much larger result stays an operator.
// CHECK-LABEL: @growth
// CHECK: graph.expand
func.func @growth() -> tensor<1024x1024xf32> {
  %a = graph.constant dense<[1.0, 2.0]> : tensor<2xf32>
  %c = graph.constant dense<1.0> : tensor<1xf32>
  %shape = graph.constant dense<[1024, 1024]> : tensor<2xi64>
  %0 = graph.expand %c, %shape : (tensor<1xf32>, tensor<2xi64>) -> tensor<1024x1024xf32>
  return %0 : tensor<1024x1024xf32>
}

// In regions, too.
// CHECK-LABEL: @regions
// CHECK: graph.if
// CHECK: dense<[2.000000e+00, 4.000000e+00]>
// CHECK-NOT: graph.mul
// CHECK: graph.add
func.func @regions(%c: tensor<i1>, %x: tensor<2xf32>) -> tensor<2xf32> {
  %y = graph.if %c -> tensor<2xf32> {
    %a = graph.constant dense<[1.0, 2.0]> : tensor<2xf32>
    %b = graph.constant dense<2.0> : tensor<f32>
    %d = graph.mul %a, %b : (tensor<2xf32>, tensor<f32>) -> tensor<2xf32>
    %e = graph.add %x, %d : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
    graph.yield %e : tensor<2xf32>
  } else {
    graph.yield %x : tensor<2xf32>
  }
  return %y : tensor<2xf32>
}

// A row of what is computed is a view of it, not a kernel.
// CHECK-LABEL: @row
// CHECK: dense<{{.*}}1.500000e+01, 2.800000e+01
// CHECK-NOT: graph.gather
func.func @row() -> tensor<1x2xf32> {
  %a = graph.constant dense<[[1.0, 2.0], [3.0, 4.0]]> : tensor<2x2xf32>
  %b = graph.constant dense<[[2.0, 3.0], [5.0, 7.0]]> : tensor<2x2xf32>
  %last = graph.constant dense<-1> : tensor<1xi64>
  %0 = graph.mul %a, %b : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
  %1 = graph.gather %0, %last axis 0 : (tensor<2x2xf32>, tensor<1xi64>) -> tensor<1x2xf32>
  return %1 : tensor<1x2xf32>
}

// Functions of the runtime run as well.
// CHECK-LABEL: @library
// CHECK-DAG: graph.constant dense<[5.000000e+00, 4.000000e+00]>
// CHECK-DAG: graph.constant dense<[3, 4]>
func.func @library() -> (tensor<2xf32>, tensor<2xi64>) {
  %x = graph.constant dense<[3.0, 1.0, 2.0, 5.0, 4.0]> : tensor<5xf32>
  %k = graph.constant dense<2> : tensor<1xi64>
  %values, %indices = graph.top_k %x, %k axis 0 {largest} : (tensor<5xf32>, tensor<1xi64>) -> (tensor<2xf32>, tensor<2xi64>)
  return %values, %indices : tensor<2xf32>, tensor<2xi64>
}
