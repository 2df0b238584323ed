// RUN: tvm-opt %s -verify-roundtrip | FileCheck %s

// CHECK-LABEL: func @make
func.func @make(%x: tensor<2x?xf32>, %y: tensor<!graph.string>, %n: tensor<3xi64>) {
  // CHECK: graph.sequence : () -> tensor<0x!graph.handle>
  %0 = graph.sequence : () -> tensor<0x!graph.handle>
  // CHECK: graph.sequence %{{.*}}, %{{.*}} : (tensor<2x?xf32>, tensor<!graph.string>) -> tensor<2x!graph.handle>
  %1 = graph.sequence %x, %y : (tensor<2x?xf32>, tensor<!graph.string>) -> tensor<2x!graph.handle>
  // CHECK: graph.sequence %{{.*}} : (tensor<2x!graph.handle>) -> tensor<1x!graph.handle>
  %2 = graph.sequence %1 : (tensor<2x!graph.handle>) -> tensor<1x!graph.handle>
  // CHECK: graph.sequence_split %{{.*}} by %{{.*}} axis 1 {squeeze} : (tensor<2x?xf32>, tensor<3xi64>) -> tensor<3x!graph.handle>
  %3 = graph.sequence_split %x by %n axis 1 {squeeze} : (tensor<2x?xf32>, tensor<3xi64>) -> tensor<3x!graph.handle>
  return
}

// CHECK-LABEL: func @change
func.func @change(%s: tensor<2x!graph.handle>, %t: tensor<?x!graph.handle>, %x: tensor<f16>, %i: tensor<1xi64>) {
  // CHECK: graph.sequence_insert %{{.*}} into %{{.*}}[%{{.*}}] : (tensor<f16>, tensor<2x!graph.handle>, tensor<1xi64>) -> tensor<3x!graph.handle>
  %0 = graph.sequence_insert %x into %s[%i] : (tensor<f16>, tensor<2x!graph.handle>, tensor<1xi64>) -> tensor<3x!graph.handle>
  // CHECK: graph.sequence_insert {{.*}} -> tensor<?x!graph.handle>
  %1 = graph.sequence_insert %x into %t[%i] : (tensor<f16>, tensor<?x!graph.handle>, tensor<1xi64>) -> tensor<?x!graph.handle>
  // CHECK: graph.sequence_erase %{{.*}}[%{{.*}}] : (tensor<2x!graph.handle>, tensor<1xi64>) -> tensor<1x!graph.handle>
  %2 = graph.sequence_erase %s[%i] : (tensor<2x!graph.handle>, tensor<1xi64>) -> tensor<1x!graph.handle>
  return
}

// CHECK-LABEL: func @read
func.func @read(%s: tensor<?x!graph.handle>, %i: tensor<i64>) {
  // CHECK: %[[D:.*]] = graph.sequence_shape %{{.*}}[%{{.*}}] of f32 rank 2 : (tensor<?x!graph.handle>, tensor<i64>) -> tensor<2xi64>
  %0 = graph.sequence_shape %s[%i] of f32 rank 2 : (tensor<?x!graph.handle>, tensor<i64>) -> tensor<2xi64>
  // CHECK: graph.sequence_at %{{.*}}[%{{.*}}] shape %[[D]] of f32 : (tensor<?x!graph.handle>, tensor<i64>, tensor<2xi64>) -> tensor<?x?xf32>
  %1 = graph.sequence_at %s[%i] shape %0 of f32 : (tensor<?x!graph.handle>, tensor<i64>, tensor<2xi64>) -> tensor<?x?xf32>
  // CHECK: graph.sequence_concat_shape %{{.*}} axis 1 of f32 rank 2 {new_axis} : (tensor<?x!graph.handle>) -> tensor<3xi64>
  %2 = graph.sequence_concat_shape %s axis 1 of f32 rank 2 {new_axis} : (tensor<?x!graph.handle>) -> tensor<3xi64>
  // CHECK: graph.sequence_concat %{{.*}} shape %{{.*}} axis 1 of f32 {new_axis} : (tensor<?x!graph.handle>, tensor<3xi64>) -> tensor<?x?x?xf32>
  %3 = graph.sequence_concat %s shape %2 axis 1 of f32 {new_axis} : (tensor<?x!graph.handle>, tensor<3xi64>) -> tensor<?x?x?xf32>
  return
}

// What moves elements moves references; control flow does as well.
// CHECK-LABEL: func @move
func.func @move(%c: tensor<i1>, %n: tensor<i64>, %s: tensor<2x!graph.handle>, %t: tensor<?x!graph.handle>) -> tensor<?x!graph.handle> {
  // CHECK: graph.concat {{.*}} -> tensor<?x!graph.handle>
  %0 = graph.concat %s, %t axis 0 : (tensor<2x!graph.handle>, tensor<?x!graph.handle>) -> tensor<?x!graph.handle>
  // CHECK: graph.if %{{.*}} -> tensor<?x!graph.handle>
  %1 = graph.if %c -> tensor<?x!graph.handle> {
    graph.yield %0 : tensor<?x!graph.handle>
  } else {
    graph.yield %s : tensor<2x!graph.handle>
  }
  // CHECK: graph.loop count %{{.*}} init(%{{.*}} : tensor<?x!graph.handle>) -> tensor<?x!graph.handle>
  %2 = graph.loop count %n init(%1 : tensor<?x!graph.handle>) -> tensor<?x!graph.handle> {
  ^bb0(%i: tensor<i64>, %a: tensor<?x!graph.handle>):
    %3 = graph.concat %a, %s axis 0 : (tensor<?x!graph.handle>, tensor<2x!graph.handle>) -> tensor<?x!graph.handle>
    graph.next carry(%3 : tensor<?x!graph.handle>)
  }
  return %2 : tensor<?x!graph.handle>
}
