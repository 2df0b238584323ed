// RUN: tvm-opt %s --pass-pipeline='builtin.module(convert-te-to-loops,schedule-apply)' -split-input-file | FileCheck %s

// Sums of every fourth column; the new dimension is the first one. The handle of
// the block is that of the last sum.
// CHECK: #[[$RF:.*]] = affine_map<(d0, d1, d2) -> (d2, d0, d1)>
// CHECK-LABEL: func.func @sum
// CHECK: %[[PART:.*]] = memref.alloc() : memref<4x6xf32>
// CHECK: affine.for %[[I:.*]] = 0 to 6 {
// CHECK-NEXT: affine.for %[[O:.*]] = 0 to 5 {
// CHECK-NEXT: affine.for %[[L:.*]] = 0 to 4 {
// CHECK-NEXT: te.block "A_rf" [false, false, true] #[[$RF]](%[[I]], %[[O]], %[[L]]) captures(%arg0, %[[PART]] :
// CHECK: arith.constant 0.0
// CHECK: ^bb0(%[[VL:.*]]: index, %[[VI:.*]]: index, %[[VO:.*]]: index,
// CHECK-NEXT: affine.load %{{.*}}[%[[VI]], %[[VO]] * 4 + %[[VL]]] : memref<6x20xf32>
// CHECK-NEXT: affine.load %{{.*}}[%[[VL]], %[[VI]]] : memref<4x6xf32>
// CHECK-NEXT: arith.addf
// CHECK-NEXT: affine.store %{{.*}}, %{{.*}}[%[[VL]], %[[VI]]] : memref<4x6xf32>
// CHECK: affine.for %[[I2:.*]] = 0 to 6 {
// CHECK-NEXT: affine.for %[[L2:.*]] = 0 to 4 {
// CHECK-NEXT: te.block "A" [false, true] #{{.*}}(%[[I2]], %[[L2]]) captures(%arg1, %[[PART]] :
// CHECK: arith.constant 0.0
// CHECK: affine.load %{{.*}}[%[[V:.*]]] : memref<6xf32>
// CHECK: affine.load %{{.*}}[%{{.*}}, %[[V]]] : memref<4x6xf32>
// CHECK-NEXT: arith.addf
// CHECK: } {te.kind = "unrolled"}
module attributes {transform.with_named_sequence} {
  func.func @sum(%x: tensor<6x20xf32>) -> tensor<6xf32> {
    %0 = te.compute [6, 20] spatial 1 reduce sum tag "A" {
    ^bb0(%i: index, %k: index):
      %a = te.read %x[%i, %k] : tensor<6x20xf32>
      te.yield %a : f32
    } : tensor<6xf32>
    return %0 : tensor<6xf32>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %a = schedule.get_block "A" in %root
    %i, %k = schedule.get_loops of %a
    %o, %l = schedule.split %k by [0, 4]
    %rf = schedule.rfactor %a, %l
    %i2, %l2 = schedule.get_loops of %a
    schedule.unroll %l2
    transform.yield
  }
}

// -----

// All iterations become results: nothing is reduced in the old nest. The size is
// unknown; the new dimension is the last one.
// CHECK-LABEL: func.func @all
// CHECK: %[[PART:.*]] = memref.alloc(%{{.*}}) : memref<?x5xf32>
// CHECK: te.block "A_rf" [false, false] #{{.*}} do {
// CHECK-NOT: arith.maximumf
// CHECK: te.yield
// CHECK: te.block "A" [false, true]
// CHECK: arith.maximumf
module attributes {transform.with_named_sequence} {
  func.func @all(%n: index, %x: tensor<?x5xf32>) -> tensor<?xf32> {
    %0 = te.compute [%n, 5] spatial 1 reduce max tag "A" {
    ^bb0(%i: index, %k: index):
      %a = te.read %x[%i, %k] : tensor<?x5xf32>
      te.yield %a : f32
    } : tensor<?xf32>
    return %0 : tensor<?xf32>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %a = schedule.get_block "A" in %root
    %i, %k = schedule.get_loops of %a
    %rf = schedule.rfactor %a, %k axis -1
    transform.yield
  }
}

// -----

// The larger one of what is not NaN is in one part as in another.
// CHECK-LABEL: func.func @larger
// CHECK: te.block "A_rf"
// CHECK: arith.cmpf ogt
// CHECK: arith.select
// CHECK: te.block "A" [false, true]
// CHECK: arith.cmpf ogt
// CHECK: arith.select
module attributes {transform.with_named_sequence} {
  func.func @larger(%x: tensor<3x8xf32>) -> tensor<3xf32> {
    %0 = te.compute [3, 8] spatial 1 reduce maxnum tag "A" {
    ^bb0(%i: index, %k: index):
      %a = te.read %x[%i, %k] : tensor<3x8xf32>
      te.yield %a : f32
    } : tensor<3xf32>
    return %0 : tensor<3xf32>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %a = schedule.get_block "A" in %root
    %i, %k = schedule.get_loops of %a
    %ko, %kl = schedule.split %k by [0, 4]
    %rf = schedule.rfactor %a, %kl
    transform.yield
  }
}

// -----

// Two results at once: sum, and sum of squares, by a combine region.
// CHECK-LABEL: func.func @moments
// CHECK-COUNT-2: memref.alloc() : memref<4x6xf32>
// CHECK: te.block "A_rf"
// CHECK: te.block "A"
// CHECK-COUNT-2: arith.addf
// CHECK: return
module attributes {transform.with_named_sequence} {
  func.func @moments(%x: tensor<6x20xf32>) -> (tensor<6xf32>, tensor<6xf32>) {
    %zero = arith.constant 0.0 : f32
    %0:2 = te.compute [6, 20] spatial 1 combine(%zero, %zero : f32, f32) {
    ^bb0(%a: f32, %b: f32, %c: f32, %d: f32):
      %e = arith.addf %c, %a : f32
      %f = arith.addf %b, %d : f32
      te.yield %e, %f : f32, f32
    } tag "A" {
    ^bb0(%i: index, %k: index):
      %a = te.read %x[%i, %k] : tensor<6x20xf32>
      %b = arith.mulf %a, %a : f32
      te.yield %a, %b : f32, f32
    } : tensor<6xf32>, tensor<6xf32>
    return %0#0, %0#1 : tensor<6xf32>, tensor<6xf32>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %a = schedule.get_block "A" in %root
    %i, %k = schedule.get_loops of %a
    %o, %l = schedule.split %k by [4, 5]
    %rf = schedule.rfactor %a, %o
    transform.yield
  }
}

// -----

// The reduction axis, as an expression of the loop, is independent of sizes that
// other axes depend on.
// CHECK-DAG: #[[$BACK:.*]] = affine_map<(d0) -> (-d0 + 7)>
// CHECK-LABEL: @backwards
// CHECK: te.block "B_rf"
// CHECK: ^bb0(%{{.*}}: index, %[[K:.*]]: index, %{{.*}}: memref
// CHECK: affine.apply #[[$BACK]](%[[K]])
module attributes {transform.with_named_sequence} {
  func.func @backwards(%a: memref<?xi64>, %n: index) {
    affine.for %i = 0 to %n {
      affine.for %k = 0 to 8 {
        te.block "B" [false, true] affine_map<(i, k) -> (i, 7 - k)>(%i, %k) captures(%a : memref<?xi64>) init {
        ^bb0(%v: index, %r: index, %y: memref<?xi64>):
          %zero = arith.constant 0 : i64
          affine.store %zero, %y[%v] : memref<?xi64>
          te.yield
        } do {
        ^bb0(%v: index, %r: index, %y: memref<?xi64>):
          %0 = arith.index_cast %r : index to i64
          %1 = affine.load %y[%v] : memref<?xi64>
          %2 = arith.addi %1, %0 : i64
          affine.store %2, %y[%v] : memref<?xi64>
          te.yield
        }
      }
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %b = schedule.get_block "B" in %root
    %i, %k = schedule.get_loops of %b
    %io, %il = schedule.split %i by [0, 4]
    %rf = schedule.rfactor %b, %k axis 1
    transform.yield
  }
}

// -----

// The points outside of a size that is known at run time are the identity:
// the condition moves into the body, so that all partial results are stored.
// CHECK-LABEL: func.func @ragged
// CHECK: te.block "A_rf" [false, false, true] #{{[a-z0-9]+}}({{[^)]*}}) captures(
// CHECK: do {
// CHECK-NEXT: ^bb0(%[[F:.*]]: index, %[[I:.*]]: index, %[[O:.*]]: index, {{.*}}, %[[N:.*]]: index):
// CHECK: %[[HOLDS:.*]] = arith.cmpi sge
// CHECK: %[[V:.*]] = scf.if %[[HOLDS]] -> (f32) {
// CHECK: affine.load %{{.*}}[%[[I]], %[[O]] * 4 + %[[F]]]
// CHECK: } else {
// CHECK: arith.constant 0.0
// CHECK: arith.addf %{{.*}}, %[[V]]
// CHECK: te.block "A" [false, true] #{{[a-z0-9]+}}({{[^)]*}}) captures(
module attributes {transform.with_named_sequence} {
  func.func @ragged(%x: tensor<4x?xf32>, %n: index) -> tensor<4xf32> {
    %0 = te.compute [4, %n] spatial 1 reduce sum tag "A" {
    ^bb0(%i: index, %k: index):
      %a = te.read %x[%i, %k] : tensor<4x?xf32>
      te.yield %a : f32
    } : tensor<4xf32>
    return %0 : tensor<4xf32>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %a = schedule.get_block "A" in %root
    %i, %k = schedule.get_loops of %a
    %ko, %kl = schedule.split %k by [0, 4]
    %rf = schedule.rfactor %a, %kl
    transform.yield
  }
}

// -----

// A part of the predicate that is about other loops stays.
// CHECK-LABEL: func.func @two_splits
// CHECK: te.block "A_rf" {{.*}} if #{{[a-z0-9]+}} captures(
// CHECK: scf.if
// CHECK: te.block "A" {{.*}} if #{{[a-z0-9]+}} captures(
module attributes {transform.with_named_sequence} {
  func.func @two_splits(%x: tensor<5x10xf32>) -> tensor<5xf32> {
    %0 = te.compute [5, 10] spatial 1 reduce max tag "A" {
    ^bb0(%i: index, %k: index):
      %a = te.read %x[%i, %k] : tensor<5x10xf32>
      te.yield %a : f32
    } : tensor<5xf32>
    return %0 : tensor<5xf32>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %a = schedule.get_block "A" in %root
    %i, %k = schedule.get_loops of %a
    %io, %il = schedule.split %i by [0, 2]
    %ko, %kl = schedule.split %k by [0, 4]
    %rf = schedule.rfactor %a, %ko
    transform.yield
  }
}

// -----

// A combination of two values that is declared commutative, in parts of parts.
// Each block that still reduces declares it.
// CHECK-LABEL: func.func @declared
// CHECK: te.block "A_rf_rf" [false, false, false] {{.*}} do {
// CHECK: te.block "A_rf" [false, false, true] {{.*}} combine [-1.000000e+00 : f32, 0.000000e+00 : f32] {
// CHECK: } init {
// CHECK: arith.constant -1.0
// CHECK: arith.constant 0.0
// CHECK: } do {
// CHECK: arith.select
// CHECK: %[[NEW:.*]] = arith.negf
// CHECK: arith.subf %{{.*}}, %[[NEW]]
// CHECK: te.block "A" [false, true] {{.*}} combine [-1.000000e+00 : f32, 0.000000e+00 : f32] {
module attributes {transform.with_named_sequence} {
  func.func @declared(%x: tensor<6x20xf32>) -> (tensor<6xf32>, tensor<6xf32>) {
    %low = arith.constant -1.0 : f32
    %zero = arith.constant 0.0 : f32
    %0:2 = te.compute [6, 20] spatial 1 combine(%low, %zero : f32, f32) commutative {
    ^bb0(%a0: f32, %a1: f32, %b0: f32, %b1: f32):
      %one = arith.constant 1.0 : f32
      %c = arith.cmpf oge, %a0, %b0 : f32
      %m = arith.select %c, %a0, %b0 : f32
      %n = arith.negf %b1 : f32
      %s = arith.subf %a1, %n : f32
      te.yield %m, %s : f32, f32
    } tag "A" {
    ^bb0(%i: index, %k: index):
      %a = te.read %x[%i, %k] : tensor<6x20xf32>
      %b = arith.mulf %a, %a : f32
      te.yield %a, %b : f32, f32
    } : tensor<6xf32>, tensor<6xf32>
    return %0#0, %0#1 : tensor<6xf32>, tensor<6xf32>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %a = schedule.get_block "A" in %root
    %i, %k = schedule.get_loops of %a
    %o, %l = schedule.split %k by [0, 4]
    %rf = schedule.rfactor %a, %l
    %i2, %o2, %l2 = schedule.get_loops of %rf
    %rf2 = schedule.rfactor %rf, %o2
    transform.yield
  }
}
