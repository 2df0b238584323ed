// RUN: tvm-opt %s -verify-roundtrip | FileCheck %s

// Branches of different sizes join to an unknown one.
// CHECK-LABEL: func.func @if
func.func @if(%c: tensor<i1>, %a: tensor<3xf32>, %b: tensor<4xf32>) -> tensor<?xf32> {
  // CHECK: %[[Y:.*]] = graph.if %{{.*}} -> tensor<?xf32> {
  // CHECK-NEXT: graph.yield %{{.*}} : tensor<3xf32>
  // CHECK-NEXT: } else {
  // CHECK-NEXT: graph.yield %{{.*}} : tensor<4xf32>
  // CHECK-NEXT: }
  %y = graph.if %c -> tensor<?xf32> {
    graph.yield %a : tensor<3xf32>
  } else {
    graph.yield %b : tensor<4xf32>
  }
  return %y : tensor<?xf32>
}

// CHECK-LABEL: func.func @loop
func.func @loop(%n: tensor<i64>, %c: tensor<i1>, %x: tensor<4xf32>) {
  // CHECK: %{{.*}}:2 = graph.loop count %{{.*}} while %{{.*}} init(%{{.*}} : tensor<4xf32>) -> tensor<4xf32>, tensor<?x4xf32> {
  // CHECK-NEXT: ^bb0(%{{.*}}: tensor<i64>, %[[A:.*]]: tensor<4xf32>):
  // CHECK-NEXT: %[[B:.*]] = graph.add %[[A]], %[[A]]
  // CHECK-NEXT: graph.next while %{{.*}} carry(%[[B]] : tensor<4xf32>) rows(%[[B]] : tensor<4xf32>)
  %last, %all = graph.loop count %n while %c init(%x : tensor<4xf32>)
      -> tensor<4xf32>, tensor<?x4xf32> {
  ^bb0(%i: tensor<i64>, %a: tensor<4xf32>):
    %b = graph.add %a, %a : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
    graph.next while %c carry(%b : tensor<4xf32>) rows(%b : tensor<4xf32>)
  }
  // A constant count is the number of rows.
  // CHECK: graph.loop count %{{.*}} -> tensor<3xi64> {
  %three = graph.constant dense<3> : tensor<i64>
  %numbers = graph.loop count %three -> tensor<3xi64> {
  ^bb0(%i: tensor<i64>):
    // CHECK: graph.next rows(%{{.*}} : tensor<i64>)
    graph.next rows(%i : tensor<i64>)
  }
  return
}

// CHECK-LABEL: func.func @lowered
func.func @lowered(%x: tensor<?x4xf32>, %row: tensor<4xf32>, %n: index) -> tensor<?x4xf32> {
  // CHECK: graph.with_dims %{{.*}}(%{{.*}}) : tensor<?x4xf32>
  %y = graph.with_dims %x(%n) : tensor<?x4xf32>
  // CHECK: graph.append %{{.*}} to %{{.*}}[%{{.*}}] : tensor<4xf32> to tensor<?x4xf32>
  %z = graph.append %row to %y[%n] : tensor<4xf32> to tensor<?x4xf32>
  return %z : tensor<?x4xf32>
}
