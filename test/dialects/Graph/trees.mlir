// RUN: tvm-opt %s | tvm-opt | FileCheck %s

// CHECK-LABEL: func @tree_leaves
func.func @tree_leaves(%x: tensor<?x4xf32>, %f: tensor<7xi64>, %s: tensor<7xf32>, %a: tensor<7xui8>, %r: tensor<2xi64>) -> tensor<?x2xi64> {
  // CHECK: graph.tree_leaves %{{.*}} features %{{.*}} splits %{{.*}} accept %{{.*}} yes %{{.*}} no %{{.*}} roots %{{.*}} depth 3
  %0 = graph.tree_leaves %x features %f splits %s accept %a yes %f no %f roots %r depth 3
      : (tensor<?x4xf32>, tensor<7xi64>, tensor<7xf32>, tensor<7xui8>, tensor<7xi64>, tensor<7xi64>, tensor<2xi64>) -> tensor<?x2xi64>
  return %0 : tensor<?x2xi64>
}
