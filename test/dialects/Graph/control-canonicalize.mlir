// RUN: tvm-opt %s -canonicalize="region-simplify=disabled" | FileCheck %s

// A constant condition chooses the branch.
// CHECK-LABEL: func.func @constant_condition
// CHECK-SAME: (%[[A:.*]]: tensor<4xf32>, %[[B:.*]]: tensor<4xf32>)
func.func @constant_condition(%a: tensor<4xf32>, %b: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %true = graph.constant dense<true> : tensor<i1>
  %false = graph.constant dense<false> : tensor<i1>
  %x = graph.if %true -> tensor<4xf32> {
    graph.yield %a : tensor<4xf32>
  } else {
    graph.yield %b : tensor<4xf32>
  }
  // CHECK: %[[N:.*]] = graph.neg %[[B]]
  %y = graph.if %false -> tensor<4xf32> {
    graph.yield %a : tensor<4xf32>
  } else {
    %n = graph.neg %b : (tensor<4xf32>) -> tensor<4xf32>
    graph.yield %n : tensor<4xf32>
  }
  // CHECK: return %[[A]], %[[N]]
  return %x, %y : tensor<4xf32>, tensor<4xf32>
}

// Results that no one reads go.
// CHECK-LABEL: func.func @unused_results
func.func @unused_results(%c: tensor<i1>, %a: tensor<4xf32>, %b: tensor<4xf32>) -> tensor<4xf32> {
  // CHECK: %[[Y:.*]] = graph.if %{{.*}} -> tensor<4xf32> {
  // CHECK-NEXT: graph.yield %{{.*}} : tensor<4xf32>
  // CHECK-NEXT: } else {
  // CHECK-NEXT: graph.yield %{{.*}} : tensor<4xf32>
  %x, %y = graph.if %c -> tensor<4xf32>, tensor<4xf32> {
    %n = graph.neg %b : (tensor<4xf32>) -> tensor<4xf32>
    graph.yield %n, %a : tensor<4xf32>, tensor<4xf32>
  } else {
    graph.yield %a, %b : tensor<4xf32>, tensor<4xf32>
  }
  // CHECK: return %[[Y]]
  return %y : tensor<4xf32>
}

// No iteration: the first values, and no rows.
// CHECK-LABEL: func.func @no_iteration
// CHECK-SAME: (%[[N:.*]]: tensor<i64>, %[[X:.*]]: tensor<4xf32>)
func.func @no_iteration(%n: tensor<i64>, %x: tensor<4xf32>) -> (tensor<4xf32>, tensor<?x4xf32>, tensor<4xf32>) {
  // CHECK: %[[ROWS:.*]] = graph.constant dense<> : tensor<0x4xf32>
  %zero = graph.constant dense<0> : tensor<i64>
  %false = graph.constant dense<false> : tensor<i1>
  %y, %all = graph.loop count %zero init(%x : tensor<4xf32>) -> tensor<4xf32>, tensor<?x4xf32> {
  ^bb0(%i: tensor<i64>, %a: tensor<4xf32>):
    %b = graph.neg %a : (tensor<4xf32>) -> tensor<4xf32>
    graph.next carry(%b : tensor<4xf32>) rows(%b : tensor<4xf32>)
  }
  %z = graph.loop count %n while %false init(%x : tensor<4xf32>) -> tensor<4xf32> {
  ^bb0(%i: tensor<i64>, %a: tensor<4xf32>):
    %b = graph.neg %a : (tensor<4xf32>) -> tensor<4xf32>
    graph.next carry(%b : tensor<4xf32>)
  }
  // CHECK: %[[CAST:.*]] = tensor.cast %[[ROWS]] : tensor<0x4xf32> to tensor<?x4xf32>
  // CHECK: return %[[X]], %[[CAST]], %[[X]]
  return %y, %all, %z : tensor<4xf32>, tensor<?x4xf32>, tensor<4xf32>
}

// One iteration: the body.
// CHECK-LABEL: func.func @one_iteration
// CHECK-SAME: (%[[X:.*]]: tensor<4xf32>)
func.func @one_iteration(%x: tensor<4xf32>) -> (tensor<4xf32>, tensor<1x4xf32>) {
  // CHECK-NOT: graph.loop
  // CHECK: %[[Y:.*]] = graph.neg %[[X]]
  // CHECK: %[[ALL:.*]] = graph.reshape %[[Y]], %{{.*}} -> tensor<1x4xf32>
  %one = graph.constant dense<1> : tensor<i64>
  %y, %all = graph.loop count %one init(%x : tensor<4xf32>) -> tensor<4xf32>, tensor<1x4xf32> {
  ^bb0(%i: tensor<i64>, %a: tensor<4xf32>):
    %b = graph.neg %a : (tensor<4xf32>) -> tensor<4xf32>
    graph.next carry(%b : tensor<4xf32>) rows(%b : tensor<4xf32>)
  }
  // CHECK: return %[[Y]], %[[ALL]]
  return %y, %all : tensor<4xf32>, tensor<1x4xf32>
}

// Conditions that hold are none, where there is a count; values that stay come
// from outside; values that no one reads go.
// CHECK-LABEL: func.func @fewer_values
// CHECK-SAME: (%[[N:.*]]: tensor<i64>, %[[X:.*]]: tensor<4xf32>, %[[K:.*]]: tensor<4xf32>)
func.func @fewer_values(%n: tensor<i64>, %x: tensor<4xf32>, %k: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %true = graph.constant dense<true> : tensor<i1>
  // CHECK: %[[Y:.*]] = graph.loop count %[[N]] init(%[[X]] : tensor<4xf32>) -> tensor<4xf32> {
  // CHECK-NEXT: ^bb0(%{{.*}}: tensor<i64>, %[[A:.*]]: tensor<4xf32>):
  // CHECK-NEXT: %[[B:.*]] = graph.add %[[A]], %[[K]]
  // CHECK-NEXT: graph.next carry(%[[B]] : tensor<4xf32>)
  %y, %stays, %unread, %rows = graph.loop count %n while %true
      init(%x, %k, %x : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>)
      -> tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<?x4xf32> {
  ^bb0(%i: tensor<i64>, %a: tensor<4xf32>, %c: tensor<4xf32>, %d: tensor<4xf32>):
    %b = graph.add %a, %c : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
    graph.next while %true carry(%b, %c, %b : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>)
        rows(%b : tensor<4xf32>)
  }
  // CHECK: return %[[Y]], %[[K]]
  return %y, %stays : tensor<4xf32>, tensor<4xf32>
}

// A condition of the data stays.
// CHECK-LABEL: func.func @condition
func.func @condition(%c: tensor<i1>, %x: tensor<4xi1>) -> tensor<?xi64> {
  // CHECK: graph.loop while %{{.*}} -> tensor<?xi64> {
  %true = graph.constant dense<true> : tensor<i1>
  %all = graph.loop while %true -> tensor<?xi64> {
  ^bb0(%i: tensor<i64>):
    // CHECK: graph.next while %{{.*}} rows
    graph.next while %c rows(%i : tensor<i64>)
  }
  return %all : tensor<?xi64>
}
