// RUN: tvm-opt %s --convert-graph-to-te | FileCheck %s

// Sizes are read outside; the position chooses.
// CHECK-LABEL: func.func @shape_of(
// CHECK: tensor.dim %arg0
// CHECK: te.compute [2] spatial 1
// CHECK: arith.cmpi slt, %arg1
// CHECK: arith.select
func.func @shape_of(%x: tensor<?x3xf32>) -> tensor<2xi64> {
  %0 = graph.shape %x from 0 to 2 : (tensor<?x3xf32>) -> tensor<2xi64>
  return %0 : tensor<2xi64>
}

// A length that is known when running.
// CHECK-LABEL: func.func @range(
// CHECK: arith.ceildivsi
// CHECK: %[[N:.*]] = arith.maxsi
// CHECK: te.compute [%[[N]]] spatial 1
// CHECK: arith.muli
// CHECK: arith.addi
func.func @range(%s: tensor<i64>) -> tensor<?xi64> {
  %0 = graph.range %s, %s, %s : (tensor<i64>, tensor<i64>, tensor<i64>) -> tensor<?xi64>
  return %0 : tensor<?xi64>
}

// One diagonal.
// CHECK-LABEL: func.func @eye(
// CHECK: arith.cmpi eq
// CHECK: arith.select %{{.*}} : i64
func.func @eye(%x: tensor<4x4xf32>) -> tensor<4x4xi64> {
  %0 = graph.eye_like %x diagonal -1 of i64 : (tensor<4x4xf32>) -> tensor<4x4xi64>
  return %0 : tensor<4x4xi64>
}

// The triangle is read, the rest is 0.
// CHECK-LABEL: func.func @trilu(
// CHECK: arith.cmpi slt
// CHECK: %[[X:.*]] = te.read %arg0[%arg1, %arg2]
// CHECK: arith.select %{{.*}}, %{{.*}}, %[[X]]
func.func @trilu(%x: tensor<4x4xf32>) -> tensor<4x4xf32> {
  %0 = graph.trilu %x upper : (tensor<4x4xf32>) -> tensor<4x4xf32>
  return %0 : tensor<4x4xf32>
}

// A sum of cosines in f32; a symmetric window ends where it began.
// CHECK-LABEL: func.func @window(
// CHECK: %[[N:.*]] = arith.index_cast %{{.*}} : i64 to index
// CHECK: te.compute [%[[N]]] spatial 1
// CHECK: arith.addi %[[N]], %c-1
// CHECK-COUNT-2: math.cos
// CHECK: arith.truncf
func.func @window(%n: tensor<i64>) -> tensor<?xf16> {
  %0 = graph.cosine_window %n [0.5, -0.5] symmetric of f16 : (tensor<i64>) -> tensor<?xf16>
  return %0 : tensor<?xf16>
}
