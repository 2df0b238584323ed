// RUN: tvm-opt %s --convert-linalg-to-te --split-input-file | FileCheck %s

// Named operators are generalised; a sum that starts from zeros is only a sum.
// CHECK-LABEL: @matmul
// CHECK-SAME: %[[A:.*]]: tensor<4x16xf32>, %[[B:.*]]: tensor<16x8xf32>
func.func @matmul(%a: tensor<4x16xf32>, %b: tensor<16x8xf32>) -> tensor<4x8xf32> {
  // CHECK: %[[C:.*]] = te.compute [4, 8, 16] spatial 2 reduce sum {
  // CHECK: ^bb0(%[[I:.*]]: index, %[[J:.*]]: index, %[[K:.*]]: index):
  // CHECK: %[[X:.*]] = te.read %[[A]][%[[I]], %[[K]]]
  // CHECK: %[[Y:.*]] = te.read %[[B]][%[[K]], %[[J]]]
  // CHECK: %[[P:.*]] = arith.mulf %[[X]], %[[Y]]
  // CHECK: te.yield %[[P]]
  // CHECK: return %[[C]]
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<4x8xf32>
  %0 = linalg.fill ins(%zero : f32) outs(%e : tensor<4x8xf32>) -> tensor<4x8xf32>
  %1 = linalg.matmul ins(%a, %b : tensor<4x16xf32>, tensor<16x8xf32>) outs(%0 : tensor<4x8xf32>) -> tensor<4x8xf32>
  return %1 : tensor<4x8xf32>
}

// -----

// The start value of a sum is added afterwards.
// CHECK-LABEL: @bias
// CHECK-SAME: %{{.*}}, %{{.*}}, %[[BIAS:.*]]: tensor<4x8xf32>
func.func @bias(%a: tensor<4x16xf32>, %b: tensor<16x8xf32>, %c: tensor<4x8xf32>) -> tensor<4x8xf32> {
  // CHECK: %[[SUM:.*]] = te.compute {{.*}} reduce sum
  // CHECK: te.compute [4, 8] spatial 2 {
  // CHECK: %[[START:.*]] = te.read %[[BIAS]]
  // CHECK: %[[VALUE:.*]] = te.read %[[SUM]]
  // CHECK: arith.addf %[[START]], %[[VALUE]]
  %0 = linalg.matmul ins(%a, %b : tensor<4x16xf32>, tensor<16x8xf32>) outs(%c : tensor<4x8xf32>) -> tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}

// -----

#id = affine_map<(i, j) -> (i, j)>
#row = affine_map<(i, j) -> (i)>
#kept = affine_map<(i, j) -> (0, i)>
// Axes are in the order of the result; a constant indexes a dimension of 1.
// CHECK-LABEL: @maps
func.func @maps(%a: tensor<?x5xf32>) -> tensor<1x?xf32> {
  // CHECK: te.compute [1, %{{.*}}, 5] spatial 2 reduce max {
  // CHECK: ^bb0(%{{.*}}: index, %[[I:.*]]: index, %[[J:.*]]: index):
  // CHECK: te.read %{{.*}}[%[[I]], %[[J]]]
  %c0 = arith.constant 0 : index
  %n = tensor.dim %a, %c0 : tensor<?x5xf32>
  %low = arith.constant 0xFF800000 : f32
  %e = tensor.empty(%n) : tensor<1x?xf32>
  %0 = linalg.fill ins(%low : f32) outs(%e : tensor<1x?xf32>) -> tensor<1x?xf32>
  %1 = linalg.generic {indexing_maps = [#id, #kept], iterator_types = ["parallel", "reduction"]}
      ins(%a : tensor<?x5xf32>) outs(%0 : tensor<1x?xf32>) {
  ^bb0(%x: f32, %y: f32):
    %2 = arith.maximumf %x, %y : f32
    linalg.yield %2 : f32
  } -> tensor<1x?xf32>
  return %1 : tensor<1x?xf32>
}

// -----

#id = affine_map<(i, j) -> (i, j)>
#row = affine_map<(i, j) -> (i)>
// Results that depend on each other have a combine region, which starts from
// what linalg's reduction does.
// CHECK-LABEL: @argmax
func.func @argmax(%a: tensor<4x5xf32>) -> tensor<4xi64> {
  // CHECK-DAG: %[[LOW:.*]] = arith.constant 0xFF800000 : f32
  // CHECK-DAG: %[[FIRST:.*]] = arith.constant 0 : i64
  // CHECK: %[[R:.*]]:2 = te.compute [4, 5] spatial 1 combine(%{{.*}}, %{{.*}} : f32, i64) {
  // CHECK-NEXT: ^bb0(%[[MAX:.*]]: f32, %[[AT:.*]]: i64, %[[X:.*]]: f32, %[[J:.*]]: i64):
  // CHECK-NEXT: arith.maximumf %[[X]], %[[MAX]]
  // CHECK-NEXT: %[[MORE:.*]] = arith.cmpf ogt, %[[X]], %[[MAX]]
  // CHECK-NEXT: arith.select %[[MORE]], %[[J]], %[[AT]]
  // CHECK: te.read
  // CHECK: arith.index_cast
  // CHECK: return %[[R]]#1
  %low = arith.constant 0xFF800000 : f32
  %first = arith.constant 0 : i64
  %e = tensor.empty() : tensor<4xf32>
  %f = tensor.empty() : tensor<4xi64>
  %0 = linalg.fill ins(%low : f32) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  %1 = linalg.fill ins(%first : i64) outs(%f : tensor<4xi64>) -> tensor<4xi64>
  %2:2 = linalg.generic {indexing_maps = [#id, #row, #row], iterator_types = ["parallel", "reduction"]}
      ins(%a : tensor<4x5xf32>) outs(%0, %1 : tensor<4xf32>, tensor<4xi64>) {
  ^bb0(%x: f32, %max: f32, %at: i64):
    %3 = linalg.index 1 : index
    %4 = arith.index_cast %3 : index to i64
    %5 = arith.maximumf %x, %max : f32
    %6 = arith.cmpf ogt, %x, %max : f32
    %7 = arith.select %6, %4, %at : i64
    linalg.yield %5, %7 : f32, i64
  } -> (tensor<4xf32>, tensor<4xi64>)
  return %2#1 : tensor<4xi64>
}

// -----

#id = affine_map<(i, j) -> (i, j)>
#row = affine_map<(i, j) -> (i)>
// Bools are bytes in memory, and say so at the border.
// CHECK-LABEL: @any
// CHECK-SAME: (%[[A:.*]]: tensor<4x5xi8> {graph.dtype = "bool"}) -> (tensor<4xi8> {graph.dtype = "bool"})
func.func @any(%a: tensor<4x5xi1>) -> tensor<4xi1> {
  // CHECK: te.compute [4, 5] spatial 1 combine(%{{.*}} : i8) {
  // CHECK: arith.ori %{{.*}}, %{{.*}} : i1
  // CHECK: te.yield %{{.*}} : i8
  // CHECK: te.read %[[A]][%{{.*}}, %{{.*}}] : tensor<4x5xi8>
  %false = arith.constant false
  %e = tensor.empty() : tensor<4xi1>
  %0 = linalg.fill ins(%false : i1) outs(%e : tensor<4xi1>) -> tensor<4xi1>
  %1 = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]}
      ins(%a : tensor<4x5xi1>) outs(%0 : tensor<4xi1>) {
  ^bb0(%x: i1, %y: i1):
    %2 = arith.ori %x, %y : i1
    linalg.yield %2 : i1
  } -> tensor<4xi1>
  return %1 : tensor<4xi1>
}

// -----

#id = affine_map<(i) -> (i)>
// A subscript that is data is not trusted.
// CHECK-LABEL: @extract
func.func @extract(%a: tensor<9xf32>, %i: tensor<4xi64>) -> tensor<4xf32> {
  // CHECK: te.compute [4] spatial 1 {
  // CHECK: %[[AT:.*]] = arith.index_cast
  // CHECK-NOT: cf.assert
  // CHECK: te.read %{{.*}}[%[[AT]]] else %{{.*}} : tensor<9xf32>
  %c9 = arith.constant 9 : i64
  %e = tensor.empty() : tensor<4xf32>
  %0 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]}
      ins(%i : tensor<4xi64>) outs(%e : tensor<4xf32>) {
  ^bb0(%x: i64, %y: f32):
    %1 = arith.cmpi ult, %x, %c9 : i64
    cf.assert %1, "inside"
    %2 = arith.index_cast %x : i64 to index
    %3 = tensor.extract %a[%2] : tensor<9xf32>
    linalg.yield %3 : f32
  } -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

#id = affine_map<(i) -> (i)>
#scalar = affine_map<(i) -> ()>
// A result is read where the body uses it; a scalar is one for all; arithmetic
// on tensors is linalg's.
// CHECK-LABEL: @elements
// CHECK-SAME: %[[A:.*]]: tensor<4xf32>, %[[B:.*]]: tensor<4xf32>
func.func @elements(%a: tensor<4xf32>, %b: tensor<4xf32>) -> tensor<4xf32> {
  %two = arith.constant 2.0 : f32
  // CHECK: %[[SCALED:.*]] = te.compute [4] spatial 1 {
  // CHECK-DAG: te.read %[[A]]
  // CHECK-DAG: te.read %[[B]]
  // CHECK: arith.mulf %{{.*}}, %{{.*}} : f32
  %0 = linalg.generic {indexing_maps = [#id, #scalar, #id], iterator_types = ["parallel"]}
      ins(%a, %two : tensor<4xf32>, f32) outs(%b : tensor<4xf32>) {
  ^bb0(%x: f32, %s: f32, %y: f32):
    %1 = arith.mulf %x, %s : f32
    %2 = arith.addf %1, %y : f32
    linalg.yield %2 : f32
  } -> tensor<4xf32>
  // CHECK: te.compute [4] spatial 1 {
  // CHECK: te.read %[[SCALED]]
  // CHECK: arith.subf %{{.*}}, %{{.*}} : f32
  %3 = arith.subf %0, %a : tensor<4xf32>
  return %3 : tensor<4xf32>
}
