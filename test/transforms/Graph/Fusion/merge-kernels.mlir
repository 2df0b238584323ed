// RUN: tvm-opt %s --graph-merge-kernels -split-input-file | FileCheck %s

// Two layers differ in their biases: one kernel, whose argument is the bias.
// The constant on which they agree stays in the kernel.
// CHECK-NOT: module @b
// CHECK: module @a
// CHECK: func.func @a(%{{.*}}: tensor<4xf32>, %[[C:.*]]: tensor<4xf32>)
// CHECK-NEXT: %[[TWO:.*]] = graph.constant dense<[1.000000e+00, 1.000000e+00, 2.000000e+00, 2.000000e+00]>
// CHECK-NEXT: graph.add %{{.*}}, %[[C]]
// CHECK-NEXT: graph.mul %{{.*}}, %[[TWO]]
// CHECK-NOT: module @b
// CHECK-LABEL: func.func @biases
// CHECK: %[[FIRST:.*]] = graph.constant #graph.weight<{{.*}}> : tensor<4xf32>
// CHECK: graph.launch @a::@a(%{{.*}}, %[[FIRST]] :
// CHECK: %[[SECOND:.*]] = graph.constant #graph.weight<{{.*}}> : tensor<4xf32>
// CHECK: graph.launch @a::@a(%{{.*}}, %[[SECOND]] :
module @a {
  func.func @a(%x: tensor<4xf32>) -> tensor<4xf32> {
    %b = graph.constant dense<[1.0, 2.0, 3.0, 4.0]> : tensor<4xf32>
    %c = graph.constant dense<[1.0, 1.0, 2.0, 2.0]> : tensor<4xf32>
    %0 = graph.add %x, %b : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
    %1 = graph.mul %0, %c : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
    return %1 : tensor<4xf32>
  }
}
module @b {
  func.func @b(%x: tensor<4xf32>) -> tensor<4xf32> {
    %b = graph.constant dense<[5.0, 6.0, 7.0, 8.0]> : tensor<4xf32>
    %c = graph.constant dense<[1.0, 1.0, 2.0, 2.0]> : tensor<4xf32>
    %0 = graph.add %x, %b : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
    %1 = graph.mul %0, %c : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
    return %1 : tensor<4xf32>
  }
}
func.func @biases(%x: tensor<4xf32>) -> tensor<4xf32> {
  %e = tensor.empty() : tensor<4xf32>
  %0 = graph.launch @a::@a(%x : tensor<4xf32>) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  %1 = graph.launch @b::@b(%0 : tensor<4xf32>) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  return %1 : tensor<4xf32>
}

// -----

// A constant of equal elements stays known: two kernels.
// CHECK: module @square
// CHECK: module @root
module @square {
  func.func @square(%x: tensor<4xf32>) -> tensor<4xf32> {
    %c = graph.constant dense<2.0> : tensor<f32>
    %0 = graph.pow %x, %c : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
    return %0 : tensor<4xf32>
  }
}
module @root {
  func.func @root(%x: tensor<4xf32>) -> tensor<4xf32> {
    %c = graph.constant dense<0.5> : tensor<f32>
    %0 = graph.pow %x, %c : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
    return %0 : tensor<4xf32>
  }
}
func.func @scalars(%x: tensor<4xf32>) -> tensor<4xf32> {
  %e = tensor.empty() : tensor<4xf32>
  %0 = graph.launch @square::@square(%x : tensor<4xf32>) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  %1 = graph.launch @root::@root(%0 : tensor<4xf32>) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  return %1 : tensor<4xf32>
}

// -----

// Other types, attributes or operators: kernels of their own.
// CHECK: module @plus
// CHECK: module @minus
// CHECK: module @wider
module @plus {
  func.func @plus(%x: tensor<2xf32>) -> tensor<2xf32> {
    %c = graph.constant dense<[1.0, 2.0]> : tensor<2xf32>
    %0 = graph.add %x, %c : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
    return %0 : tensor<2xf32>
  }
}
module @minus {
  func.func @minus(%x: tensor<2xf32>) -> tensor<2xf32> {
    %c = graph.constant dense<[1.0, 3.0]> : tensor<2xf32>
    %0 = graph.sub %x, %c : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
    return %0 : tensor<2xf32>
  }
}
module @wider {
  func.func @wider(%x: tensor<1x2xf32>) -> tensor<1x2xf32> {
    %c = graph.constant dense<[1.0, 4.0]> : tensor<2xf32>
    %0 = graph.add %x, %c : (tensor<1x2xf32>, tensor<2xf32>) -> tensor<1x2xf32>
    return %0 : tensor<1x2xf32>
  }
}
func.func @others(%x: tensor<2xf32>, %y: tensor<1x2xf32>) -> (tensor<2xf32>, tensor<1x2xf32>) {
  %e = tensor.empty() : tensor<2xf32>
  %f = tensor.empty() : tensor<1x2xf32>
  %0 = graph.launch @plus::@plus(%x : tensor<2xf32>) outs(%e : tensor<2xf32>) -> tensor<2xf32>
  %1 = graph.launch @minus::@minus(%0 : tensor<2xf32>) outs(%e : tensor<2xf32>) -> tensor<2xf32>
  %2 = graph.launch @wider::@wider(%y : tensor<1x2xf32>) outs(%f : tensor<1x2xf32>) -> tensor<1x2xf32>
  return %1, %2 : tensor<2xf32>, tensor<1x2xf32>
}
