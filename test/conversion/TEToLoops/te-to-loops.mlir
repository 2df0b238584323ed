// RUN: tvm-opt %s --convert-te-to-loops | FileCheck %s
// RUN: tvm-opt %s --pass-pipeline='builtin.module(convert-te-to-loops,func.func(te-lower-blocks),canonicalize,cse)' | FileCheck %s --check-prefix=LOWER

// Results become arguments; a reduction has an init region.
// CHECK-LABEL: func.func @product
// CHECK-SAME: memref<4x16xf32>, %{{.*}}: memref<16x8xf32>, %[[OUT:.*]]: memref<4x8xf32>)
// CHECK: affine.for %{{.*}} = 0 to 4
// CHECK: affine.for %{{.*}} = 0 to 8
// CHECK: affine.for %{{.*}} = 0 to 16
// CHECK: te.block "block0" [false, false, true]
// CHECK: init
// LOWER-LABEL: func.func @product
// LOWER: affine.for %[[I:.*]] = 0 to 4
// LOWER: affine.for %[[J:.*]] = 0 to 8
// LOWER: affine.store %{{.*}}, %{{.*}}[%[[I]], %[[J]]]
// LOWER: affine.for %[[K:.*]] = 0 to 16
// LOWER: affine.load %{{.*}}[%[[I]], %[[K]]]
// LOWER: affine.load %{{.*}}[%[[K]], %[[J]]]
func.func @product(%a: tensor<4x16xf32>, %b: tensor<16x8xf32>) -> tensor<4x8xf32> {
  %c = te.compute [4, 8, 16] spatial 2 reduce sum {
  ^bb0(%i: index, %j: index, %k: index):
    %0 = te.read %a[%i, %k] : tensor<4x16xf32>
    %1 = te.read %b[%k, %j] : tensor<16x8xf32>
    %2 = arith.mulf %0, %1 : f32
    te.yield %2 : f32
  } : tensor<4x8xf32>
  return %c : tensor<4x8xf32>
}

// A value in between gets a buffer; a padded read is guarded where it may be
// outside, and only there.
// LOWER-LABEL: func.func @padded
// LOWER: memref.alloc() : memref<8xf32>
// LOWER: arith.cmpi ult
// LOWER: scf.if
// LOWER: affine.load
// LOWER-NOT: scf.if
func.func @padded(%x: tensor<8xf32>) -> tensor<8xf32> {
  %zero = arith.constant 0.0 : f32
  %0 = te.compute [8] spatial 1 {
  ^bb0(%i: index):
    %a = te.read %x[%i - 1] else %zero : tensor<8xf32>
    te.yield %a : f32
  } : tensor<8xf32>
  %1 = te.compute [8] spatial 1 {
  ^bb0(%i: index):
    %a = te.read %0[%i] else %zero : tensor<8xf32>
    te.yield %a : f32
  } : tensor<8xf32>
  return %1 : tensor<8xf32>
}

// A result that is an argument is copied.
// CHECK-LABEL: func.func @identity
// CHECK: te.block "copy"
func.func @identity(%x: tensor<?xf32>) -> tensor<?xf32> {
  return %x : tensor<?xf32>
}

// One loop per step; states and their history are buffers.
// CHECK-LABEL: func.func @scan
// CHECK-SAME: %[[X:.*]]: memref<5x4xf32>, %[[H0:.*]]: memref<4xf32>, %[[OUT:.*]]: memref<5x4xf32>)
// CHECK: te.block "copy"
// CHECK: affine.for %{{.*}} = 0 to 5
// CHECK-NEXT: affine.for %{{.*}} = 0 to 4
// CHECK-NEXT: te.block
// CHECK: te.yield
// CHECK-NEXT: }
// CHECK-NEXT: }
// CHECK-NEXT: affine.for %{{.*}} = 0 to 4
// CHECK-NEXT: te.block "stack
// CHECK: te.block "copy_1"
func.func @scan(%x: tensor<5x4xf32>, %h0: tensor<4xf32>) -> tensor<5x4xf32> {
  %n = arith.constant 5 : index
  %h = te.scan %n init(%h0 : tensor<4xf32>) {
  ^bb0(%t: index, %s: tensor<4xf32>):
    %1 = te.compute [4] spatial 1 {
    ^bb0(%i: index):
      %a = te.read %s[%i] : tensor<4xf32>
      %b = te.read %x[%t, %i] : tensor<5x4xf32>
      %c = arith.addf %a, %b : f32
      te.yield %c : f32
    } : tensor<4xf32>
    te.yield %1 : tensor<4xf32>
  } -> tensor<5x4xf32>
  return %h : tensor<5x4xf32>
}

// A result that is the last state is the buffer of that state.
// CHECK-LABEL: func.func @last_state
// CHECK-SAME: %[[H0:.*]]: memref<4xf32>, %[[OUT:.*]]: memref<4xf32>)
// CHECK: te.block "copy"{{.*}}captures(%[[H0]], %[[OUT]] :
// CHECK: affine.for %{{.*}} = 0 to 5
// CHECK: te.block{{.*}}captures(%[[OUT]], %[[NEXT:.*]] :
// CHECK-NOT: stack
// CHECK: te.block "copy_1"{{.*}}captures(%[[NEXT]], %[[OUT]] :
func.func @last_state(%h0: tensor<4xf32>) -> tensor<4xf32> {
  %n = arith.constant 5 : index
  %h = te.scan %n init(%h0 : tensor<4xf32>) {
  ^bb0(%t: index, %s: tensor<4xf32>):
    %1 = te.compute [4] spatial 1 {
    ^bb0(%i: index):
      %a = te.read %s[%i] : tensor<4xf32>
      %c = arith.addf %a, %a : f32
      te.yield %c : f32
    } : tensor<4xf32>
    te.yield %1 : tensor<4xf32>
  } -> tensor<4xf32>
  return %h : tensor<4xf32>
}

// A state that becomes another one is saved before it changes.
// CHECK-LABEL: func.func @shifted
// CHECK: %[[S0:.*]] = memref.alloc() : memref<2xf32>
// CHECK: te.block "copy_1"{{.*}}captures(%{{.*}}, %[[S1:.*]] : memref<2xf32>, memref<2xf32>)
// CHECK: %[[NEW:.*]] = memref.alloc() : memref<2xf32>
// CHECK: %[[SAVED:.*]] = memref.alloc() : memref<2xf32>
// CHECK: affine.for %{{.*}} = 0 to 5
// CHECK: te.block "stack"{{.*}}captures(%[[NEW]],
// CHECK: te.block "stack_1"{{.*}}captures(%[[S0]], %{{.*}} : memref<2xf32>, memref<5x2xf32>)
// CHECK: te.block "copy_2"{{.*}}captures(%[[S0]], %[[SAVED]] :
// CHECK: te.block "copy_3"{{.*}}captures(%[[NEW]], %[[S0]] :
// CHECK: te.block "copy_4"{{.*}}captures(%[[SAVED]], %[[S1]] : memref<2xf32>, memref<2xf32>)
func.func @shifted(%a: tensor<2xf32>, %b: tensor<2xf32>) -> (tensor<5x2xf32>, tensor<5x2xf32>) {
  %n = arith.constant 5 : index
  %h:2 = te.scan %n init(%a, %b : tensor<2xf32>, tensor<2xf32>) {
  ^bb0(%t: index, %s0: tensor<2xf32>, %s1: tensor<2xf32>):
    %1 = te.compute [2] spatial 1 {
    ^bb0(%i: index):
      %x = te.read %s0[%i] : tensor<2xf32>
      %y = te.read %s1[%i] : tensor<2xf32>
      %z = arith.addf %x, %y : f32
      te.yield %z : f32
    } : tensor<2xf32>
    te.yield %1, %s0 : tensor<2xf32>, tensor<2xf32>
  } -> tensor<5x2xf32>, tensor<5x2xf32>
  return %h#0, %h#1 : tensor<5x2xf32>, tensor<5x2xf32>
}

// A block declares a commutative combination, with the constants that it uses.
// CHECK-LABEL: func.func @commutative
// CHECK: te.block {{.*}} combine [0.000000e+00 : f32] {
// CHECK-NEXT: ^bb0(%[[A:.*]]: f32, %[[B:.*]]: f32):
// CHECK-NEXT: %[[TWO:.*]] = arith.constant 2.0
// CHECK-NEXT: %[[M:.*]] = arith.mulf %[[A]], %[[TWO]]
// CHECK-NEXT: %[[S:.*]] = arith.addf %[[M]], %[[B]]
// CHECK-NEXT: te.yield %[[S]]
// CHECK: } init {
// CHECK: te.block
// CHECK-NOT: combine
// CHECK: return
func.func @commutative(%x: tensor<16xf32>, %start: f32) -> (tensor<f32>, tensor<f32>) {
  %zero = arith.constant 0.0 : f32
  %two = arith.constant 2.0 : f32
  %0 = te.compute [16] spatial 0 combine(%zero : f32) commutative {
  ^bb0(%a: f32, %b: f32):
    %m = arith.mulf %a, %two : f32
    %s = arith.addf %m, %b : f32
    te.yield %s : f32
  } {
  ^bb0(%k: index):
    %v = te.read %x[%k] : tensor<16xf32>
    te.yield %v : f32
  } : tensor<f32>
  %1 = te.compute [16] spatial 0 combine(%start : f32) commutative {
  ^bb0(%a: f32, %b: f32):
    %s = arith.addf %a, %b : f32
    te.yield %s : f32
  } {
  ^bb0(%k: index):
    %v = te.read %x[%k] : tensor<16xf32>
    te.yield %v : f32
  } : tensor<f32>
  return %0, %1 : tensor<f32>, tensor<f32>
}

// -----

// Blocks are called by their tags, each by another name.
// CHECK-LABEL: func.func @tags
// CHECK: te.block "square" [
// CHECK: te.block "square_1" [
// CHECK: te.block "block2" [
func.func @tags(%a: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) {
  %0 = te.compute [4] spatial 1 tag "square" {
  ^bb0(%i: index):
    %v = te.read %a[%i] : tensor<4xf32>
    %s = arith.mulf %v, %v : f32
    te.yield %s : f32
  } : tensor<4xf32>
  %1 = te.compute [4] spatial 1 tag "square" {
  ^bb0(%i: index):
    %v = te.read %0[%i] : tensor<4xf32>
    %s = arith.mulf %v, %v : f32
    te.yield %s : f32
  } : tensor<4xf32>
  %2 = te.compute [4] spatial 1 {
  ^bb0(%i: index):
    %v = te.read %1[%i] : tensor<4xf32>
    %s = arith.negf %v : f32
    te.yield %s : f32
  } : tensor<4xf32>
  return %0, %1, %2 : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
}
