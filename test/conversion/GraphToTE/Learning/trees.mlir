// RUN: tvm-opt %s --convert-graph-to-te | FileCheck %s

// A step down for all rows and trees, as often as the deepest tree needs.
// CHECK-LABEL: func.func @tree_leaves(
// CHECK: %[[DEPTH:.*]] = arith.constant 3 : index
// CHECK: te.scan %[[DEPTH]]
// CHECK: te.compute [%{{.*}}, 2] spatial 2
// CHECK: arith.andi
// CHECK: -> tensor<?x2xi64>
func.func @tree_leaves(%x: tensor<?x4xf32>, %f: tensor<7xi64>, %s: tensor<7xf32>, %a: tensor<7xui8>, %r: tensor<2xi64>) -> tensor<?x2xi64> {
  %0 = graph.tree_leaves %x features %f splits %s accept %a yes %f no %f roots %r depth 3
      : (tensor<?x4xf32>, tensor<7xi64>, tensor<7xf32>, tensor<7xui8>, tensor<7xi64>, tensor<7xi64>, tensor<2xi64>) -> tensor<?x2xi64>
  return %0 : tensor<?x2xi64>
}
