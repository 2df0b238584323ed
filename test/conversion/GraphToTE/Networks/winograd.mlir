// RUN: tvm-opt %s --convert-graph-to-te | FileCheck %s

// Tiles of 4x4 that overhang the result of 6x7 read data with zeros behind it.
// CHECK-LABEL: @nchw
// CHECK: %[[PADDED:[a-z0-9]+]] = te.compute [1, 10, 10, 3] spatial 4
// CHECK-NEXT: ^bb0(%[[N:[a-z0-9]+]]: index, %[[Y:[a-z0-9]+]]: index, %[[X:[a-z0-9]+]]: index, %[[C:[a-z0-9]+]]: index)
// CHECK: te.read %arg0[%[[N]], %[[C]], %[[Y]] - 1, %[[X]]] else
// CHECK: %[[ROWS:[a-z0-9]+]] = te.compute [6, 6, 1, 2, 2, 3] spatial 6
// CHECK: te.read %[[PADDED]][%{{[a-z0-9]+}}, %[[TY:[a-z0-9]+]] * 4, %[[TX:[a-z0-9]+]] * 4 + %[[J:[a-z0-9]+]], %{{.*}}]
// CHECK: te.read %[[PADDED]][%{{[a-z0-9]+}}, %[[TY]] * 4 + 5, %[[TX]] * 4 + %[[J]], %{{.*}}]
// CHECK: %[[V:.*]] = te.compute [6, 6, 1, 2, 2, 3] spatial 6
// CHECK: te.read %[[ROWS]]
// CHECK: %[[M:[a-z0-9]+]] = te.compute [6, 6, 1, 2, 2, 5, 3] spatial 6 reduce sum
// CHECK-NEXT: ^bb0(%[[A:[a-z0-9]+]]: index, %[[B:[a-z0-9]+]]: index, {{.*}}, %[[K:[a-z0-9]+]]: index, %[[C:[a-z0-9]+]]: index)
// CHECK: te.read %[[V]][%[[A]], %[[B]], {{.*}}, %[[C]]]
// CHECK: te.read %arg1[%[[A]], %[[B]], %[[C]], %[[K]]]
// CHECK: %[[Q:[a-z0-9]+]] = te.compute [4, 6, 1, 2, 2, 5] spatial 6
// CHECK: te.read %[[M]]
// CHECK: %[[T:[a-z0-9]+]] = te.compute [4, 4, 1, 2, 2, 5] spatial 6
// CHECK: te.read %[[Q]]
// CHECK: te.compute [1, 5, 6, 7] spatial 4
// CHECK-NEXT: ^bb0(%[[N:[a-z0-9]+]]: index, %[[K:[a-z0-9]+]]: index, %[[Y:[a-z0-9]+]]: index, %[[X:[a-z0-9]+]]: index)
// CHECK: te.read %[[T]][%[[Y]] mod 4, %[[X]] mod 4, %[[N]], %[[Y]] floordiv 4, %[[X]] floordiv 4, %[[K]]]
func.func @nchw(%x: tensor<1x3x6x8xf32>, %u: tensor<6x6x3x5xf32>) -> tensor<1x5x6x7xf32> {
  %0 = graph.winograd_conv %x, %u {pads = array<i64: 1, 0, 1, 1>}
      : (tensor<1x3x6x8xf32>, tensor<6x6x3x5xf32>) -> tensor<1x5x6x7xf32>
  return %0 : tensor<1x5x6x7xf32>
}

// The bias is added to one element of six, before the second transformation
// of products.
// CHECK-LABEL: @bias
// CHECK: te.compute [4, 6, 1, 2, 2, 5] spatial 6
// CHECK: te.compute [4, 4, 1, 2, 2, 5] spatial 6
// CHECK-NEXT: ^bb0(%[[I:[a-z0-9]+]]: index, %{{.*}}: index, %{{.*}}: index, %{{.*}}: index, %{{.*}}: index, %[[K:[a-z0-9]+]]: index)
// CHECK: te.read %{{.*}}[%[[I]], 0, {{.*}}]
// CHECK: %[[SECOND:.*]] = te.read %{{.*}}[%[[I]], 1, {{.*}}]
// CHECK-NEXT: %[[BIAS:.*]] = te.read %arg2[%[[K]]]
// CHECK-NEXT: arith.addf %[[SECOND]], %[[BIAS]]
// CHECK: te.read %{{.*}}[%[[I]], 2, {{.*}}]
// CHECK-NOT: te.read %arg2
// CHECK: return
func.func @bias(%x: tensor<1x3x6x8xf32>, %u: tensor<6x6x3x5xf32>, %b: tensor<5xf32>) -> tensor<1x5x6x8xf32> {
  %0 = graph.winograd_conv %x, %u, %b {pads = array<i64: 1, 1, 1, 1>}
      : (tensor<1x3x6x8xf32>, tensor<6x6x3x5xf32>, tensor<5xf32>) -> tensor<1x5x6x8xf32>
  return %0 : tensor<1x5x6x8xf32>
}

// Sizes that are known when running.
// CHECK-LABEL: @nhwc
// CHECK: te.compute [%{{.*}}, %{{.*}}, 6, 3] spatial 4
// CHECK: te.compute [6, 6, %{{.*}}, %{{.*}}, 1, 5, 3] spatial 6 reduce sum
// CHECK: te.read %{{.*}}[%[[Y:[a-z0-9]+]] mod 4, %[[X:[a-z0-9]+]] mod 4, %[[N:[a-z0-9]+]], %[[Y]] floordiv 4, %[[X]] floordiv 4, %[[K:[a-z0-9]+]]]
func.func @nhwc(%x: tensor<?x?x3x3xf32>, %u: tensor<6x6x3x5xf32>) -> tensor<?x?x3x5xf32> {
  %0 = graph.winograd_conv %x, %u {pads = array<i64: 1, 1, 1, 1>, layout = "NHWC"}
      : (tensor<?x?x3x3xf32>, tensor<6x6x3x5xf32>) -> tensor<?x?x3x5xf32>
  return %0 : tensor<?x?x3x5xf32>
}

// Other tiles: all sizes of a tile follow from the weights.
// CHECK-LABEL: @tiles_of_two
// CHECK: te.compute [1, 8, 8, 3] spatial 4
// CHECK: te.compute [4, 4, 1, 3, 3, 3] spatial 6
// CHECK: te.read %{{.*}}[%{{[a-z0-9]+}}, %[[TY:[a-z0-9]+]] * 2 + 3, %{{[a-z0-9]+}} * 2 + %{{.*}}]
// CHECK: te.compute [4, 4, 1, 3, 3, 5, 3] spatial 6 reduce sum
// CHECK: te.compute [2, 4, 1, 3, 3, 5] spatial 6
// CHECK: te.compute [2, 2, 1, 3, 3, 5] spatial 6
// CHECK: te.read %{{.*}}[%[[Y:[a-z0-9]+]] mod 2, %[[X:[a-z0-9]+]] mod 2, %{{[a-z0-9]+}}, %[[Y]] floordiv 2, %[[X]] floordiv 2, %{{[a-z0-9]+}}]
func.func @tiles_of_two(%x: tensor<1x3x6x6xf32>, %u: tensor<4x4x3x5xf32>) -> tensor<1x5x6x6xf32> {
  %0 = graph.winograd_conv %x, %u {pads = array<i64: 1, 1, 1, 1>}
      : (tensor<1x3x6x6xf32>, tensor<4x4x3x5xf32>) -> tensor<1x5x6x6xf32>
  return %0 : tensor<1x5x6x6xf32>
}

// CHECK-LABEL: @tiles_of_six
// CHECK: te.compute [8, 8, 1, 1, 1, 5, 3] spatial 6 reduce sum
// CHECK: te.compute [6, 6, 1, 1, 1, 5] spatial 6
func.func @tiles_of_six(%x: tensor<1x3x6x6xf32>, %u: tensor<8x8x3x5xf32>) -> tensor<1x5x6x6xf32> {
  %0 = graph.winograd_conv %x, %u {pads = array<i64: 1, 1, 1, 1>}
      : (tensor<1x3x6x6xf32>, tensor<8x8x3x5xf32>) -> tensor<1x5x6x6xf32>
  return %0 : tensor<1x5x6x6xf32>
}
