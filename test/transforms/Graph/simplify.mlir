// RUN: tvm-opt %s --graph-simplify | FileCheck %s

// A shape computed by an exporter: one unknown dimension that is copied.
// CHECK-LABEL: func.func @copied
func.func @copied(%x: tensor<?x2x3xf32>) -> tensor<?x?xf32> {
  // CHECK: %[[S:.*]] = graph.constant dense<[0, 6]> : tensor<2xi64>
  // CHECK-NEXT: %[[Y:.*]] = graph.reshape %arg0, %[[S]] : (tensor<?x2x3xf32>, tensor<2xi64>) -> tensor<?x6xf32>
  // CHECK-NEXT: return %[[Y]] : tensor<?x6xf32>
  %zero = graph.constant dense<0> : tensor<i64>
  %rest = graph.constant dense<-1> : tensor<1xi64>
  %dims = graph.shape %x from 0 to 3 : (tensor<?x2x3xf32>) -> tensor<3xi64>
  %n = graph.gather %dims, %zero axis 0 : (tensor<3xi64>, tensor<i64>) -> tensor<i64>
  %n1 = graph.unsqueeze %n [0] : (tensor<i64>) -> tensor<1xi64>
  %shape = graph.concat %n1, %rest axis 0 : (tensor<1xi64>, tensor<1xi64>) -> tensor<2xi64>
  %y = graph.reshape %x, %shape : (tensor<?x2x3xf32>, tensor<2xi64>) -> tensor<?x?xf32>
  return %y : tensor<?x?xf32>
}

// Two unknown dimensions: one is copied, one inferred.
// CHECK-LABEL: func.func @heads
func.func @heads(%x: tensor<?x?x768xf32>) -> tensor<?x12x?x64xf32> {
  // CHECK: graph.constant dense<[0, 0, 12, 64]> : tensor<4xi64>
  %h = graph.constant dense<[12, 64]> : tensor<2xi64>
  %dims = graph.shape %x from 0 to 2 : (tensor<?x?x768xf32>) -> tensor<2xi64>
  %shape = graph.concat %dims, %h axis 0 : (tensor<2xi64>, tensor<2xi64>) -> tensor<4xi64>
  %y = graph.reshape %x, %shape : (tensor<?x?x768xf32>, tensor<4xi64>) -> tensor<?x?x12x64xf32>
  %t = graph.transpose %y [0, 2, 1, 3] : (tensor<?x?x12x64xf32>) -> tensor<?x12x?x64xf32>
  return %t : tensor<?x12x?x64xf32>
}

// Dimensions of arguments with one name are equal.
// CHECK-LABEL: func.func @named
func.func @named(%x: tensor<?x6xf32> {graph.dims = ["n", 6]}, %y: tensor<?xf32> {graph.dims = ["n"]}) -> tensor<?x2x3xf32> {
  // CHECK: graph.constant dense<[0, 2, 3]> : tensor<3xi64>
  %r = graph.constant dense<[2, 3]> : tensor<2xi64>
  %n = graph.shape %y from 0 to 1 : (tensor<?xf32>) -> tensor<1xi64>
  %shape = graph.concat %n, %r axis 0 : (tensor<1xi64>, tensor<2xi64>) -> tensor<3xi64>
  %z = graph.reshape %x, %shape : (tensor<?x6xf32>, tensor<3xi64>) -> tensor<?x2x3xf32>
  return %z : tensor<?x2x3xf32>
}

// What changes nothing goes.
// CHECK-LABEL: func.func @identities
func.func @identities(%x: tensor<2x3xf32>) -> tensor<2x3xf32> {
  // CHECK-NEXT: return %arg0
  %s = graph.constant dense<[2, 3]> : tensor<2xi64>
  %0 = graph.reshape %x, %s : (tensor<2x3xf32>, tensor<2xi64>) -> tensor<2x3xf32>
  %1 = graph.transpose %0 [1, 0] : (tensor<2x3xf32>) -> tensor<3x2xf32>
  %2 = graph.transpose %1 [1, 0] : (tensor<3x2xf32>) -> tensor<2x3xf32>
  %3 = graph.slice %2 axes [1] starts [0] ends [9] steps [1] : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %4 = graph.expand %3, %s : (tensor<2x3xf32>, tensor<2xi64>) -> tensor<2x3xf32>
  %5 = graph.pad %4 low [0, 0] high [0, 0] mode edge : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %6 = graph.concat %5 axis 0 : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %7 = graph.unsqueeze %6 [0] : (tensor<2x3xf32>) -> tensor<1x2x3xf32>
  %8 = graph.squeeze %7 [0] : (tensor<1x2x3xf32>) -> tensor<2x3xf32>
  return %8 : tensor<2x3xf32>
}

// A transpose of a dimension of 1 is a reshape; reshapes become one.
// CHECK-LABEL: func.func @unit
func.func @unit(%x: tensor<2x1x3xf32>) -> tensor<6xf32> {
  // CHECK: graph.reshape %arg0, %{{.*}} : (tensor<2x1x3xf32>, tensor<1xi64>) -> tensor<6xf32>
  // CHECK-NEXT: return
  %0 = graph.transpose %x [1, 0, 2] : (tensor<2x1x3xf32>) -> tensor<1x2x3xf32>
  %1 = graph.flatten %0 axis 3 : (tensor<1x2x3xf32>) -> tensor<6x1xf32>
  %2 = graph.squeeze %1 [1] : (tensor<6x1xf32>) -> tensor<6xf32>
  return %2 : tensor<6xf32>
}

// Small constants move at compile time.
// CHECK-LABEL: func.func @constants
func.func @constants() -> (tensor<2xi64>, tensor<3x2xf32>) {
  // CHECK-DAG: graph.constant dense<[3, 5]> : tensor<2xi64>
  // CHECK-DAG: graph.constant dense<{{\[\[}}1.000000e+00, 4.000000e+00], [2.000000e+00, 5.000000e+00], [3.000000e+00, 6.000000e+00]]> : tensor<3x2xf32>
  // CHECK-NOT: graph.{{add|gather|transpose|slice}}
  %a = graph.constant dense<[1, 2, 3, 4]> : tensor<4xi64>
  %i = graph.constant dense<[0, -2]> : tensor<2xi64>
  %two = graph.constant dense<2> : tensor<i64>
  %0 = graph.gather %a, %i axis 0 : (tensor<4xi64>, tensor<2xi64>) -> tensor<2xi64>
  %1 = graph.add %0, %two : (tensor<2xi64>, tensor<i64>) -> tensor<2xi64>
  %m = graph.constant dense<[[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]> : tensor<2x3xf32>
  %2 = graph.transpose %m [1, 0] : (tensor<2x3xf32>) -> tensor<3x2xf32>
  return %1, %2 : tensor<2xi64>, tensor<3x2xf32>
}

// The expand of PyTorch's exporter: -1 keeps a dimension, add broadcasts.
// CHECK-LABEL: func.func @expand
func.func @expand(%x: tensor<?x1xf32>, %y: tensor<?x4xf32>) -> tensor<?x4xf32> {
  // CHECK-NEXT: %[[Z:.*]] = graph.add %arg1, %arg0
  // CHECK-NEXT: return %[[Z]]
  %minus = graph.constant dense<-1> : tensor<2xi64>
  %one = graph.constant dense<1> : tensor<2xi64>
  %dims = graph.shape %y from 0 to 2 : (tensor<?x4xf32>) -> tensor<2xi64>
  %is = graph.equal %dims, %minus : (tensor<2xi64>, tensor<2xi64>) -> tensor<2xi1>
  %shape = graph.where %is, %one, %dims : (tensor<2xi1>, tensor<2xi64>, tensor<2xi64>) -> tensor<2xi64>
  %e = graph.expand %x, %shape : (tensor<?x1xf32>, tensor<2xi64>) -> tensor<?x4xf32>
  %z = graph.add %y, %e : (tensor<?x4xf32>, tensor<?x4xf32>) -> tensor<?x4xf32>
  return %z : tensor<?x4xf32>
}

// Gathering one constant index is a slice.
// CHECK-LABEL: func.func @first
func.func @first(%x: tensor<?x128x768xf32>) -> tensor<?x768xf32> {
  // CHECK: graph.slice %arg0 axes [1] starts [0] ends [1] steps [1]
  // CHECK: graph.reshape
  %zero = graph.constant dense<0> : tensor<i64>
  %0 = graph.gather %x, %zero axis 1 : (tensor<?x128x768xf32>, tensor<i64>) -> tensor<?x768xf32>
  return %0 : tensor<?x768xf32>
}

// An inner cast that loses nothing is not needed.
// CHECK-LABEL: func.func @casts
func.func @casts(%x: tensor<4xi32>, %y: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  // CHECK: graph.cast %arg0 {to = f32} : (tensor<4xi32>) -> tensor<4xf32>
  // CHECK: graph.cast %arg1 {to = f16}
  // CHECK: graph.cast %{{.*}} {to = f32}
  %0 = graph.cast %x {to = i64} : (tensor<4xi32>) -> tensor<4xi64>
  %1 = graph.cast %0 {to = f32} : (tensor<4xi64>) -> tensor<4xf32>
  %2 = graph.cast %y {to = f16} : (tensor<4xf32>) -> tensor<4xf16>
  %3 = graph.cast %2 {to = f32} : (tensor<4xf16>) -> tensor<4xf32>
  return %1, %3 : tensor<4xf32>, tensor<4xf32>
}

// What every iteration computes in the same way is computed before the loop.
// CHECK-LABEL: func.func @invariant
func.func @invariant(%n: tensor<i64>, %x: tensor<4xf32>, %y: tensor<4xf32>) -> tensor<4xf32> {
  // CHECK: %[[S:.*]] = graph.exp %arg2
  // CHECK: graph.loop
  // CHECK-NOT: graph.exp
  // CHECK: graph.add %{{.*}}, %[[S]]
  %z = graph.loop count %n init(%x : tensor<4xf32>) -> tensor<4xf32> {
  ^bb0(%i: tensor<i64>, %a: tensor<4xf32>):
    %s = graph.exp %y : (tensor<4xf32>) -> tensor<4xf32>
    %b = graph.add %a, %s : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
    graph.next carry(%b : tensor<4xf32>)
  }
  return %z : tensor<4xf32>
}

// A condition that follows from shapes chooses the branch.
// CHECK-LABEL: func.func @condition_of_shapes
func.func @condition_of_shapes(%x: tensor<2x3xf32>) -> tensor<2x3xf32> {
  // CHECK-NOT: graph.if
  // CHECK: graph.neg %arg0
  %size = graph.size %x : (tensor<2x3xf32>) -> tensor<i64>
  %six = graph.constant dense<6> : tensor<i64>
  %c = graph.equal %size, %six : (tensor<i64>, tensor<i64>) -> tensor<i1>
  %y = graph.if %c -> tensor<2x3xf32> {
    %a = graph.neg %x : (tensor<2x3xf32>) -> tensor<2x3xf32>
    graph.yield %a : tensor<2x3xf32>
  } else {
    graph.yield %x : tensor<2x3xf32>
  }
  return %y : tensor<2x3xf32>
}

// Powers of two are not all in f16, numbers of 4 bits are.
// CHECK-LABEL: func.func @narrow_casts
func.func @narrow_casts(%x: tensor<4xf8E8M0FNU>, %y: tensor<4xf4E2M1FN>) -> (tensor<4xf32>, tensor<4xf32>) {
  // CHECK: graph.cast %arg0 {to = f16}
  // CHECK: graph.cast %{{.*}} {to = f32}
  // CHECK: graph.cast %arg1 {to = f32}
  %0 = graph.cast %x {to = f16} : (tensor<4xf8E8M0FNU>) -> tensor<4xf16>
  %1 = graph.cast %0 {to = f32} : (tensor<4xf16>) -> tensor<4xf32>
  %2 = graph.cast %y {to = f16} : (tensor<4xf4E2M1FN>) -> tensor<4xf16>
  %3 = graph.cast %2 {to = f32} : (tensor<4xf16>) -> tensor<4xf32>
  return %1, %3 : tensor<4xf32>, tensor<4xf32>
}

// An expand that is both operands stays at one of them, or the rank were lost.
// CHECK-LABEL: func.func @expand_twice
func.func @expand_twice(%x: tensor<2x4xf32>) -> tensor<3x2x4xf32> {
  // CHECK: %[[E:.*]] = graph.expand %arg0
  // CHECK: graph.max {{.*}}%[[E]]{{.*}} -> tensor<3x2x4xf32>
  %shape = graph.constant dense<[3, 2, 4]> : tensor<3xi64>
  %e = graph.expand %x, %shape : (tensor<2x4xf32>, tensor<3xi64>) -> tensor<3x2x4xf32>
  %y = graph.max %e, %e : (tensor<3x2x4xf32>, tensor<3x2x4xf32>) -> tensor<3x2x4xf32>
  return %y : tensor<3x2x4xf32>
}

// Parts that a reshape keeps apart are joined along a dimension of their own,
// where all of them are alike.
// CHECK-LABEL: func.func @stack
// CHECK: %[[S:.*]] = graph.constant dense<[3, 1, 4]>
// CHECK: %[[X:.*]] = graph.reshape %arg0, %[[S]]
// CHECK: %[[Y:.*]] = graph.reshape %arg1, %[[S]]
// CHECK: %[[Z:.*]] = graph.concat %[[X]], %[[Y]] axis 1 : {{.*}} -> tensor<3x2x4xf32>
// CHECK: %[[W:.*]] = graph.concat %arg2, %arg3 axis 1 : {{.*}} -> tensor<3x8xf32>
// CHECK: graph.reshape %[[W]]
func.func @stack(%x: tensor<3x4xf32>, %y: tensor<3x4xf32>, %one: tensor<3x3xf32>, %more: tensor<3x5xf32>) -> (tensor<3x2x4xf32>, tensor<3x2x4xf32>) {
  %halves = graph.constant dense<[3, 2, 4]> : tensor<3xi64>
  %0 = graph.concat %x, %y axis 1 : (tensor<3x4xf32>, tensor<3x4xf32>) -> tensor<3x8xf32>
  %1 = graph.reshape %0, %halves : (tensor<3x8xf32>, tensor<3xi64>) -> tensor<3x2x4xf32>
  %2 = graph.concat %one, %more axis 1 : (tensor<3x3xf32>, tensor<3x5xf32>) -> tensor<3x8xf32>
  %3 = graph.reshape %2, %halves : (tensor<3x8xf32>, tensor<3xi64>) -> tensor<3x2x4xf32>
  return %1, %3 : tensor<3x2x4xf32>, tensor<3x2x4xf32>
}

// A size of 0 that is computed is no copy of a dimension, which 0 would say in a
// constant shape.
// CHECK-LABEL: func.func @nothing
// CHECK: graph.reshape %arg0, %{{.*}} {allow_zero} : (tensor<3x0x5xf32>, tensor<1xi64>) -> tensor<0xf32>
func.func @nothing(%x: tensor<3x0x5xf32>, %s: tensor<1xi64>) -> tensor<?xf32> {
  %0 = graph.reshape %x, %s {allow_zero} : (tensor<3x0x5xf32>, tensor<1xi64>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}
