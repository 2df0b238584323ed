// RUN: tvm-opt %s -graph-lower-control-flow -cse | FileCheck %s

// A dimension that a branch decides is a value beside the tensor.
// CHECK-LABEL: func.func @branches
// CHECK-SAME: (%[[C:.*]]: tensor<i1>, %[[A:.*]]: tensor<?x4xf32>, %[[B:.*]]: tensor<3x4xf32>)
func.func @branches(%c: tensor<i1>, %a: tensor<?x4xf32>, %b: tensor<3x4xf32>) -> tensor<?x4xf32> {
  // CHECK: %[[CONDITION:.*]] = tensor.extract %[[C]][]
  // CHECK: %[[Y:.*]]:2 = scf.if %[[CONDITION]] -> (tensor<?x4xf32>, index) {
  // CHECK: %[[DIM:.*]] = tensor.dim %[[A]]
  // CHECK: scf.yield %[[A]], %[[DIM]]
  // CHECK: } else {
  // CHECK: %[[CAST:.*]] = tensor.cast %[[B]] : tensor<3x4xf32> to tensor<?x4xf32>
  // CHECK: %[[THREE:.*]] = arith.constant 3
  // CHECK: scf.yield %[[CAST]], %[[THREE]]
  %y = graph.if %c -> tensor<?x4xf32> {
    graph.yield %a : tensor<?x4xf32>
  } else {
    graph.yield %b : tensor<3x4xf32>
  }
  // CHECK: %[[KNOWN:.*]] = graph.with_dims %[[Y]]#0(%[[Y]]#1) : tensor<?x4xf32>
  // CHECK: graph.neg %[[KNOWN]]
  %z = graph.neg %y : (tensor<?x4xf32>) -> tensor<?x4xf32>
  return %z : tensor<?x4xf32>
}

// The number of rows is known before the loop: they are inserted.
// CHECK-LABEL: func.func @counted
func.func @counted(%n: tensor<i64>, %c: tensor<i1>, %x: tensor<4xf32>) -> (tensor<4xf32>, tensor<?x4xf32>) {
  // CHECK: %[[M:.*]] = arith.maxsi
  // CHECK: %[[N:.*]] = arith.select %{{.*}}, %[[M]],
  // CHECK: %[[ROWS:.*]] = bufferization.alloc_tensor(%[[N]]) : tensor<?x4xf32>
  // CHECK: %[[LAST:.*]]:4 = scf.while (%{{.*}} = %{{.*}}, %{{.*}} = %arg2, %{{.*}} = %[[ROWS]], %{{.*}} = %{{.*}})
  // CHECK: %[[GOES:.*]] = arith.cmpi slt, %{{.*}}, %[[N]]
  // CHECK: scf.condition(%[[GOES]])
  // CHECK: ^bb0(%[[I:.*]]: index, %[[A:.*]]: tensor<4xf32>, %[[ALL:.*]]: tensor<?x4xf32>, %[[D:.*]]: index):
  // CHECK: %[[B:.*]] = graph.add %[[A]], %[[A]]
  // CHECK: %[[NEXT:.*]] = arith.addi %[[I]],
  // CHECK: %[[INSERTED:.*]] = tensor.insert_slice %[[B]] into %[[ALL]][%[[I]], 0] [1, 4] [1, 1]
  // CHECK: scf.yield %[[NEXT]], %[[B]], %[[INSERTED]], %[[D]]
  %y, %all = graph.loop count %n while %c init(%x : tensor<4xf32>) -> tensor<4xf32>, tensor<?x4xf32> {
  ^bb0(%i: tensor<i64>, %a: tensor<4xf32>):
    %b = graph.add %a, %a : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
    graph.next carry(%b : tensor<4xf32>) rows(%b : tensor<4xf32>)
  }
  // CHECK: %[[KNOWN:.*]] = graph.with_dims %[[LAST]]#2(%[[LAST]]#3)
  // CHECK: return %[[LAST]]#1, %[[KNOWN]]
  return %y, %all : tensor<4xf32>, tensor<?x4xf32>
}

// A constant number of rows is part of the type.
// CHECK-LABEL: func.func @constant_count
func.func @constant_count() -> tensor<3xi64> {
  // CHECK: %[[ROWS:.*]] = bufferization.alloc_tensor() : tensor<3xi64>
  // CHECK: %[[LAST:.*]]:2 = scf.while
  // CHECK: %[[NUMBER:.*]] = arith.index_cast %{{.*}} : index to i64
  // CHECK: %[[I:.*]] = tensor.from_elements %[[NUMBER]] : tensor<i64>
  // CHECK: tensor.insert_slice %[[I]]
  %n = graph.constant dense<3> : tensor<i64>
  %all = graph.loop count %n -> tensor<3xi64> {
  ^bb0(%i: tensor<i64>):
    graph.next rows(%i : tensor<i64>)
  }
  // CHECK: return %[[LAST]]#1 : tensor<3xi64>
  return %all : tensor<3xi64>
}

// Iterations say whether there is another one, and may change sizes: rows are
// appended, and have to be of one shape.
// CHECK-LABEL: func.func @conditional
func.func @conditional(%c: tensor<i1>, %x: tensor<?xf32>) -> (tensor<?xf32>, tensor<?x?xf32>) {
  // CHECK: %[[ON:.*]] = tensor.extract
  // CHECK: %[[ROW:.*]] = tensor.dim %arg1
  // CHECK: %[[EMPTY:.*]] = tensor.empty() : tensor<0x0xf32>
  // CHECK: %[[NONE:.*]] = tensor.cast %[[EMPTY]] : tensor<0x0xf32> to tensor<?x?xf32>
  // CHECK: %[[LAST:.*]]:7 = scf.while (%{{.*}} = %{{.*}}, %{{.*}} = %true, %{{.*}} = %arg1, %{{.*}} = %[[NONE]], %{{.*}} = %{{.*}}, %{{.*}} = %{{.*}}, %{{.*}} = %{{.*}})
  // CHECK: %[[BELOW:.*]] = arith.cmpi slt
  // CHECK: %[[GOES:.*]] = arith.andi %[[BELOW]], %{{.*}} : i1
  // CHECK: scf.condition(%[[GOES]])
  // CHECK: ^bb0(%[[I:.*]]: index, %{{.*}}: i1, %[[A:.*]]: tensor<?xf32>, %[[ALL:.*]]: tensor<?x?xf32>, %[[SIZE:.*]]: index, %{{.*}}: index, %[[BEFORE:.*]]: index):
  // CHECK: %[[V:.*]] = graph.with_dims %[[A]](%[[SIZE]])
  // CHECK: %[[B:.*]] = graph.concat %[[V]], %[[V]]
  // CHECK: %[[LARGER:.*]] = tensor.dim %[[B]]
  // CHECK: %[[EQUAL:.*]] = arith.cmpi eq, %[[ROW]], %[[BEFORE]]
  // CHECK: %[[OK:.*]] = arith.ori %{{.*}}, %[[EQUAL]]
  // CHECK: graph.check %[[OK]], "{{.*}}of one shape in all iterations, got sizes {0} and {1}"(%[[BEFORE]], %[[ROW]])
  // CHECK: %[[MORE:.*]] = graph.append %arg1 to %[[ALL]][%[[I]]]
  // CHECK: scf.yield %[[NEXT:.*]], %[[ON]], %[[B]], %[[MORE]], %[[LARGER]], %[[NEXT]], %[[ROW]]
  %y, %all = graph.loop while %c init(%x : tensor<?xf32>) -> tensor<?xf32>, tensor<?x?xf32> {
  ^bb0(%i: tensor<i64>, %a: tensor<?xf32>):
    %b = graph.concat %a, %a axis 0 : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
    graph.next while %c carry(%b : tensor<?xf32>) rows(%x : tensor<?xf32>)
  }
  // CHECK: graph.with_dims %[[LAST]]#2(%[[LAST]]#4)
  // CHECK: graph.with_dims %[[LAST]]#3(%[[LAST]]#5, %[[LAST]]#6)
  return %y, %all : tensor<?xf32>, tensor<?x?xf32>
}
