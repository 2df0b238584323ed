// RUN: tvm-opt %s --verify-roundtrip | FileCheck %s

// A product: spatial axes, a reduction axis, a combiner.
// CHECK-LABEL: @compute
// CHECK: te.compute [4, 8, 16] spatial 2 reduce sum
func.func @compute(%a: tensor<4x16xf32>, %b: tensor<16x8xf32>) -> tensor<4x8xf32> {
  %c = te.compute [4, 8, 16] spatial 2 reduce sum {
  ^bb0(%i: index, %j: index, %k: index):
    %0 = te.read %a[%i, %k] : tensor<4x16xf32>
    %1 = te.read %b[%k, %j] : tensor<16x8xf32>
    %2 = arith.mulf %0, %1 : f32
    te.yield %2 : f32
  } : tensor<4x8xf32>
  return %c : tensor<4x8xf32>
}

// A dynamic extent, a padded and a data-dependent read.
// CHECK-LABEL: @reads
// CHECK: te.compute [%{{.*}}, 4] spatial 2
// CHECK: te.read %{{.*}}[%{{.*}} * 2 - 1, %{{.*}}] else %{{.*}} : tensor<?x4xf32>
func.func @reads(%n: index, %x: tensor<?x4xf32>, %at: tensor<4xi64>) -> tensor<?x4xf32> {
  %zero = arith.constant 0.0 : f32
  %y = te.compute [%n, 4] spatial 2 {
  ^bb0(%i: index, %j: index):
    %0 = te.read %at[%j] : tensor<4xi64>
    %1 = arith.index_cast %0 : i64 to index
    %2 = te.read %x[%i * 2 - 1, %1] else %zero : tensor<?x4xf32>
    te.yield %2 : f32
  } : tensor<?x4xf32>
  return %y : tensor<?x4xf32>
}

// A combiner of one's own, with its start value.
// CHECK-LABEL: @combine
// CHECK: combine(%{{.*}} : f32) {
func.func @combine(%a: tensor<16xf32>) -> tensor<f32> {
  %one = arith.constant 1.0 : f32
  %c = te.compute [16] spatial 0 combine (%one : f32) {
  ^bb0(%acc: f32, %new: f32):
    %0 = arith.mulf %acc, %new : f32
    te.yield %0 : f32
  } {
  ^bb0(%k: index):
    %0 = te.read %a[%k] : tensor<16xf32>
    te.yield %0 : f32
  } : tensor<f32>
  return %c : tensor<f32>
}

// The same, which may be combined in parts; as a block, which declares it.
// CHECK-LABEL: @commutative
// CHECK: combine(%{{.*}} : f32) commutative {
// CHECK: te.block "b" [true] #{{.*}}(%{{.*}}) captures(%{{.*}} : memref<f32>) combine [1.000000e+00 : f32] {
// CHECK-NEXT: ^bb0(%[[A:.*]]: f32, %[[B:.*]]: f32):
// CHECK-NEXT: %[[C:.*]] = arith.mulf %[[A]], %[[B]] : f32
// CHECK-NEXT: te.yield %[[C]] : f32
// CHECK-NEXT: } do {
func.func @commutative(%a: tensor<16xf32>, %m: memref<f32>) -> tensor<f32> {
  %one = arith.constant 1.0 : f32
  %c = te.compute [16] spatial 0 combine (%one : f32) commutative {
  ^bb0(%acc: f32, %new: f32):
    %0 = arith.mulf %acc, %new : f32
    te.yield %0 : f32
  } {
  ^bb0(%k: index):
    %0 = te.read %a[%k] : tensor<16xf32>
    te.yield %0 : f32
  } : tensor<f32>
  affine.for %k = 0 to 16 {
    te.block "b" [true] affine_map<(k) -> (k)>(%k) captures(%m : memref<f32>)
        combine [1.0 : f32] {
    ^bb0(%acc: f32, %new: f32):
      %0 = arith.mulf %acc, %new : f32
      te.yield %0 : f32
    } do {
    ^bb0(%vk: index, %x: memref<f32>):
      te.yield
    }
  }
  return %c : tensor<f32>
}

// CHECK-LABEL: @scan
// CHECK: te.scan %{{.*}} init(%{{.*}} : tensor<4xf32>)
func.func @scan(%n: index, %x: tensor<?x4xf32>, %h0: tensor<4xf32>) -> tensor<?x4xf32> {
  %h = te.scan %n init(%h0 : tensor<4xf32>) {
  ^bb0(%t: index, %s: tensor<4xf32>):
    %1 = te.compute [4] spatial 1 {
    ^bb0(%i: index):
      %a = te.read %s[%i] : tensor<4xf32>
      %b = te.read %x[%t, %i] : tensor<?x4xf32>
      %c = arith.addf %a, %b : f32
      te.yield %c : f32
    } : tensor<4xf32>
    te.yield %1 : tensor<4xf32>
  } -> tensor<?x4xf32>
  return %h : tensor<?x4xf32>
}

// The last state instead of all of them.
// CHECK-LABEL: @last_state
// CHECK: te.scan %{{.*}} init(%{{.*}} : tensor<4xf32>)
// CHECK: } -> tensor<4xf32>
func.func @last_state(%n: index, %h0: tensor<4xf32>) -> tensor<4xf32> {
  %h = te.scan %n init(%h0 : tensor<4xf32>) {
  ^bb0(%t: index, %s: tensor<4xf32>):
    te.yield %s : tensor<4xf32>
  } -> tensor<4xf32>
  return %h : tensor<4xf32>
}

// CHECK-LABEL: @extern
// CHECK: te.extern @sort(%{{.*}}) : (tensor<8xf32>) -> tensor<8xf32>
// CHECK: te.extern @unique(%{{.*}}) extents(%{{.*}}) : (tensor<8xf32>) -> tensor<?xf32>
func.func @extern(%x: tensor<8xf32>, %n: index) -> (tensor<8xf32>, tensor<?xf32>) {
  %y = te.extern @sort(%x) : (tensor<8xf32>) -> tensor<8xf32>
  %z = te.extern @unique(%x) extents(%n) : (tensor<8xf32>) -> tensor<?xf32>
  return %y, %z : tensor<8xf32>, tensor<?xf32>
}

// CHECK-LABEL: @block
// CHECK: te.block "copy" [false, false]
func.func @block(%a: memref<4x8xf32>, %b: memref<4x8xf32>) {
  affine.for %i = 0 to 4 {
    affine.for %j = 0 to 8 {
      te.block "copy" [false, false] affine_map<(i, j) -> (i, j)>(%i, %j)
          captures(%a, %b : memref<4x8xf32>, memref<4x8xf32>) do {
      ^bb0(%vi: index, %vj: index, %x: memref<4x8xf32>, %y: memref<4x8xf32>):
        %0 = affine.load %x[%vi, %vj] : memref<4x8xf32>
        affine.store %0, %y[%vi, %vj] : memref<4x8xf32>
        te.yield
      }
    }
  }
  return
}

// The role of a computation, and of a block, in an algorithm.
// CHECK-LABEL: @role
// CHECK: te.compute [4] spatial 1 tag "twice" role <"doubling", "twice"> {
// CHECK: te.block "b" [false] #{{.*}}(%{{.*}}) captures() role <"doubling", "twice"> do {
func.func @role(%x: tensor<4xf32>) -> tensor<4xf32> {
  %y = te.compute [4] spatial 1 tag "twice" role <"doubling", "twice"> {
  ^bb0(%i: index):
    %0 = te.read %x[%i] : tensor<4xf32>
    %1 = arith.addf %0, %0 : f32
    te.yield %1 : f32
  } : tensor<4xf32>
  affine.for %i = 0 to 4 {
    te.block "b" [false] affine_map<(i) -> (i)>(%i) captures() role <"doubling", "twice"> do {
    ^bb0(%vi: index):
      te.yield
    }
  }
  return %y : tensor<4xf32>
}
