// RUN: tvm-opt %s --convert-te-to-linalg --mlir-print-local-scope --split-input-file | FileCheck %s

// Reads at axes are operands with indexing maps; two of one map are one.
// CHECK-LABEL: @product
// CHECK-SAME: %[[A:.*]]: tensor<4x16xf32>, %[[B:.*]]: tensor<16x8xf32>
func.func @product(%a: tensor<4x16xf32>, %b: tensor<16x8xf32>) -> tensor<4x8xf32> {
  // CHECK: %[[EMPTY:.*]] = tensor.empty() : tensor<4x8xf32>
  // CHECK: %[[ZERO:.*]] = arith.constant 0.0
  // CHECK: %[[INIT:.*]] = linalg.fill ins(%[[ZERO]] : f32) outs(%[[EMPTY]] : tensor<4x8xf32>)
  // CHECK: linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d2)>, affine_map<(d0, d1, d2) -> (d2, d1)>, affine_map<(d0, d1, d2) -> (d0, d1)>]
  // CHECK-SAME: iterator_types = ["parallel", "parallel", "reduction"]}
  // CHECK-SAME: ins(%[[A]], %[[B]] : tensor<4x16xf32>, tensor<16x8xf32>) outs(%[[INIT]] : tensor<4x8xf32>)
  // CHECK-NEXT: ^bb0(%[[X:.*]]: f32, %[[Y:.*]]: f32, %[[SUM:.*]]: f32):
  // CHECK-NEXT: %[[SQUARE:.*]] = arith.mulf %[[X]], %[[X]]
  // CHECK-NEXT: %[[PRODUCT:.*]] = arith.mulf %[[SQUARE]], %[[Y]]
  // CHECK-NEXT: %[[NEXT:.*]] = arith.addf %[[SUM]], %[[PRODUCT]]
  // CHECK-NEXT: linalg.yield %[[NEXT]]
  %c = te.compute [4, 8, 16] spatial 2 reduce sum {
  ^bb0(%i: index, %j: index, %k: index):
    %0 = te.read %a[%i, %k] : tensor<4x16xf32>
    %1 = te.read %a[%i, %k] : tensor<4x16xf32>
    %2 = te.read %b[%k, %j] : tensor<16x8xf32>
    %3 = arith.mulf %0, %1 : f32
    %4 = arith.mulf %3, %2 : f32
    te.yield %4 : f32
  } : tensor<4x8xf32>
  return %c : tensor<4x8xf32>
}

// -----

// Nothing that is read at one axis alone says how large the window is.
// CHECK-LABEL: @windows
func.func @windows(%a: tensor<9xf32>) -> tensor<4xf32> {
  // CHECK: %[[SIZES:.*]] = tensor.empty() : tensor<3xi8>
  // CHECK: linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0 * 2 + d1)>, affine_map<(d0, d1) -> (d1)>, affine_map<(d0, d1) -> (d0)>]
  // CHECK-SAME: ins(%{{.*}}, %[[SIZES]] : tensor<9xf32>, tensor<3xi8>)
  // CHECK: arith.maximumf
  %0 = te.compute [4, 3] spatial 1 reduce max {
  ^bb0(%i: index, %j: index):
    %1 = te.read %a[%i * 2 + %j] : tensor<9xf32>
    te.yield %1 : f32
  } : tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

// Linalg would take the size of the loop from this operand.
// CHECK-LABEL: @part
func.func @part(%a: tensor<9xf32>) -> tensor<4xf32> {
  // CHECK: linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} outs(
  // CHECK: %[[I:.*]] = linalg.index 0
  // CHECK: tensor.extract %{{.*}}[%[[I]]] : tensor<9xf32>
  %0 = te.compute [4] spatial 1 {
  ^bb0(%i: index):
    %1 = te.read %a[%i] : tensor<9xf32>
    te.yield %1 : f32
  } : tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

// A size that is not known has to be that of the operand.
// CHECK-LABEL: @dynamic
// CHECK-SAME: %[[A:.*]]: tensor<?xf32>, %[[B:.*]]: tensor<?xf32>
func.func @dynamic(%a: tensor<?xf32>, %b: tensor<?xf32>) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %a, %c0 : tensor<?xf32>
  // CHECK: linalg.generic {{.*}} ins(%[[A]] : tensor<?xf32>) outs(
  // CHECK: tensor.extract %[[B]]
  %0 = te.compute [%n] spatial 1 {
  ^bb0(%i: index):
    %1 = te.read %a[%i] : tensor<?xf32>
    %2 = te.read %b[%i] : tensor<?xf32>
    %3 = arith.addf %1, %2 : f32
    te.yield %3 : f32
  } : tensor<?xf32>
  return %0 : tensor<?xf32>
}

// -----

// CHECK-LABEL: @padding
func.func @padding(%a: tensor<8x?xf32>) -> tensor<10x4xf32> {
  %zero = arith.constant 0.0 : f32
  // CHECK: %[[I:.*]] = linalg.index 0
  // CHECK: %[[ROW:.*]] = arith.addi %[[I]], %{{.*}}
  // CHECK: %[[ROWS:.*]] = arith.cmpi ult, %[[ROW]], %c8
  // CHECK: %[[DIM:.*]] = tensor.dim %{{.*}}, %c1
  // CHECK: %[[COLUMNS:.*]] = arith.cmpi ult, %{{.*}}, %[[DIM]]
  // CHECK: %[[INSIDE:.*]] = arith.andi %[[ROWS]], %[[COLUMNS]]
  // CHECK: scf.if %[[INSIDE]] -> (f32) {
  // CHECK-NEXT: tensor.extract %{{.*}}[%[[ROW]], %{{.*}}]
  // CHECK: } else {
  // CHECK-NEXT: scf.yield %cst
  %0 = te.compute [10, 4] spatial 2 {
  ^bb0(%i: index, %j: index):
    %1 = te.read %a[%i - 1, %j] else %zero : tensor<8x?xf32>
    te.yield %1 : f32
  } : tensor<10x4xf32>
  return %0 : tensor<10x4xf32>
}

// -----

// Subscripts that depend on data, and a read that is not always done.
// CHECK-LABEL: @data
func.func @data(%a: tensor<9xf32>, %i: tensor<4xi64>) -> tensor<4xf32> {
  // CHECK: linalg.generic {{.*}} ins(%{{.*}} : tensor<4xi64>) outs(
  // CHECK-NEXT: ^bb0(%[[IN:.*]]: i64, %{{.*}}: f32):
  // CHECK: %[[INDEX:.*]] = arith.index_cast %[[IN]]
  // CHECK: scf.if
  // CHECK: tensor.extract %{{.*}}[%[[INDEX]]] : tensor<9xf32>
  %zero = arith.constant 0.0 : f32
  %c9 = arith.constant 9 : index
  %0 = te.compute [4] spatial 1 {
  ^bb0(%k: index):
    %1 = te.read %i[%k] : tensor<4xi64>
    %2 = arith.index_cast %1 : i64 to index
    %3 = arith.cmpi ult, %2, %c9 : index
    %4 = scf.if %3 -> f32 {
      %5 = te.read %a[%2] : tensor<9xf32>
      scf.yield %5 : f32
    } else {
      scf.yield %zero : f32
    }
    te.yield %4 : f32
  } : tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

// CHECK-LABEL: @combine
func.func @combine(%a: tensor<4x16xi32>) -> tensor<4xi32> {
  // CHECK: %[[ONE:.*]] = arith.constant 1 : i32
  // CHECK: linalg.fill ins(%[[ONE]] : i32)
  // CHECK: ^bb0(%[[IN:.*]]: i32, %[[OUT:.*]]: i32):
  // CHECK: %[[NEXT:.*]] = arith.maxui %[[OUT]], %[[IN]]
  // CHECK: linalg.yield %[[NEXT]]
  %one = arith.constant 1 : i32
  %0 = te.compute [4, 16] spatial 1 combine(%one : i32) {
  ^bb0(%acc: i32, %new: i32):
    %1 = arith.maxui %acc, %new : i32
    te.yield %1 : i32
  } {
  ^bb0(%i: index, %k: index):
    %2 = te.read %a[%i, %k] : tensor<4x16xi32>
    te.yield %2 : i32
  } : tensor<4xi32>
  return %0 : tensor<4xi32>
}

// -----

// CHECK-LABEL: @sum_of_all
func.func @sum_of_all(%a: tensor<4xf32>) -> tensor<f32> {
  // CHECK: linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> ()>], iterator_types = ["reduction"]}
  %0 = te.compute [4] spatial 0 reduce sum {
  ^bb0(%k: index):
    %1 = te.read %a[%k] : tensor<4xf32>
    te.yield %1 : f32
  } : tensor<f32>
  return %0 : tensor<f32>
}

// -----

// Two results start from two identities.
// CHECK-LABEL: @argmax
func.func @argmax(%a: tensor<4x16xf32>) -> tensor<4xi64> {
  // CHECK: linalg.fill ins(%{{.*}} : f32)
  // CHECK: linalg.fill ins(%{{.*}} : i64)
  // CHECK: %[[R:.*]]:2 = linalg.generic
  // CHECK: linalg.index 1
  // CHECK: linalg.yield %{{.*}}, %{{.*}} : f32, i64
  // CHECK: return %[[R]]#1
  %0:2 = te.compute [4, 16] spatial 1 reduce argmax {
  ^bb0(%i: index, %k: index):
    %1 = te.read %a[%i, %k] : tensor<4x16xf32>
    %2 = arith.index_cast %k : index to i64
    te.yield %1, %2 : f32, i64
  } : tensor<4xf32>, tensor<4xi64>
  return %0#1 : tensor<4xi64>
}

// -----

// The first result stacks its states, the second one is the last.
// CHECK-LABEL: @scan
// CHECK-SAME: %[[INIT:.*]]: tensor<4xf32>, %{{.*}}: tensor<?x4xf32>, %[[N:.*]]: index
func.func @scan(%init: tensor<4xf32>, %x: tensor<?x4xf32>, %n: index) -> (tensor<?x4xf32>, tensor<4xf32>) {
  // CHECK: %[[ROWS:.*]] = tensor.empty(%[[N]]) : tensor<?x4xf32>
  // CHECK: %[[LOOP:.*]]:3 = scf.for %[[T:.*]] = %c0 to %[[N]] step %c1 iter_args(%[[S:.*]] = %[[INIT]], %[[LAST:.*]] = %[[INIT]], %[[ALL:.*]] = %[[ROWS]])
  // CHECK: %[[NEXT:.*]] = linalg.generic {{.*}} ins(%[[S]] : tensor<4xf32>)
  // CHECK: tensor.extract %{{.*}}[%[[T]], %{{.*}}]
  // CHECK: %[[ROW:.*]] = tensor.insert_slice %[[NEXT]] into %[[ALL]][%[[T]], 0] [1, 4] [1, 1]
  // CHECK: scf.yield %[[NEXT]], %[[S]], %[[ROW]]
  // CHECK: return %[[LOOP]]#2, %[[LOOP]]#1
  %r:2 = te.scan %n init(%init, %init : tensor<4xf32>, tensor<4xf32>) {
  ^bb0(%t: index, %s: tensor<4xf32>, %l: tensor<4xf32>):
    %1 = te.compute [4] spatial 1 {
    ^bb0(%i: index):
      %a = te.read %s[%i] : tensor<4xf32>
      %b = te.read %x[%t, %i] : tensor<?x4xf32>
      %c = arith.addf %a, %b : f32
      te.yield %c : f32
    } : tensor<4xf32>
    te.yield %1, %s : tensor<4xf32>, tensor<4xf32>
  } -> tensor<?x4xf32>, tensor<4xf32>
  return %r#0, %r#1 : tensor<?x4xf32>, tensor<4xf32>
}
