// RUN: tvm-opt %s --graph-infer-shapes | FileCheck %s

// Types are refined through operators and in the function's results.
// CHECK-LABEL: func.func @main(%arg0: tensor<2x3xf32>) -> tensor<6xf32>
func.func @main(%x: tensor<2x3xf32>) -> tensor<?xf32> {
  %s = graph.constant dense<-1> : tensor<1xi64>
  // CHECK: graph.relu %arg0 : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %0 = graph.relu %x : (tensor<2x3xf32>) -> tensor<?x?xf32>
  // CHECK: graph.reshape {{.*}} -> tensor<6xf32>
  %1 = graph.reshape %0, %s : (tensor<?x?xf32>, tensor<1xi64>) -> tensor<?xf32>
  return %1 : tensor<?xf32>
}

// What branches yield, and iterations leave, is known behind them; what a loop
// does not change is known inside.
// CHECK-LABEL: func.func @regions
func.func @regions(%c: tensor<i1>, %n: tensor<i64>, %x: tensor<2x3xf32>) -> (tensor<?x?xf32>, tensor<?x?xf32>) {
  // CHECK: graph.if %arg0 -> tensor<2x3xf32> {
  %y = graph.if %c -> tensor<?x?xf32> {
    // CHECK: graph.neg %arg2 : (tensor<2x3xf32>) -> tensor<2x3xf32>
    %a = graph.neg %x : (tensor<2x3xf32>) -> tensor<?x?xf32>
    graph.yield %a : tensor<?x?xf32>
  } else {
    graph.yield %x : tensor<2x3xf32>
  }
  // CHECK: graph.loop count %arg1 init(%{{.*}} : tensor<2x3xf32>) -> tensor<?x3xf32> {
  %z = graph.loop count %n init(%y : tensor<?x?xf32>) -> tensor<?x?xf32> {
  // CHECK: ^bb0(%{{.*}}: tensor<i64>, %[[A:.*]]: tensor<?x3xf32>):
  ^bb0(%i: tensor<i64>, %a: tensor<?x?xf32>):
    // CHECK: %[[R:.*]] = graph.concat %[[A]], %arg2 axis 0 : (tensor<?x3xf32>, tensor<2x3xf32>) -> tensor<?x3xf32>
    %b = graph.concat %a, %x axis 0 : (tensor<?x?xf32>, tensor<2x3xf32>) -> tensor<?x?xf32>
    graph.next carry(%b : tensor<?x?xf32>)
  }
  return %y, %z : tensor<?x?xf32>, tensor<?x?xf32>
}
