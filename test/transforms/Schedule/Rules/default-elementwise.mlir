// RUN: tvm-opt %s --pass-pipeline='builtin.module(target-set{entries=max_vector_op_width=512,vector_registers=32},convert-te-to-loops,schedule-generate,schedule-apply)' | FileCheck %s

// Vectors along rows, threads over them.
// CHECK-LABEL: func.func @rows
// CHECK: affine.for %{{.*}} = 0 to 512
// CHECK: } {te.kind = "vectorized"}
// CHECK: } {te.kind = "parallel"}
func.func @rows(%x: tensor<512x512xf32>) -> tensor<512x512xf32> {
  %0 = te.compute [512, 512] spatial 2 {
  ^bb0(%i: index, %j: index):
    %a = te.read %x[%i, %j] : tensor<512x512xf32>
    %b = arith.negf %a : f32
    te.yield %b : f32
  } : tensor<512x512xf32>
  return %0 : tensor<512x512xf32>
}

// A few long rows are split for threads; what is left is a nest of its own.
// CHECK-LABEL: func.func @long_rows
// CHECK: affine.for %{{.*}} = 0 to 72 {
// CHECK: affine.for %{{.*}} = 0 to 4096 {
// CHECK: } {te.kind = "vectorized"}
// CHECK: } {te.kind = "parallel"}
// CHECK: affine.for %{{.*}} = 0 to 3 {
// CHECK: affine.for %{{.*}} = 0 to 1696 {
func.func @long_rows(%x: tensor<3x100000xf32>) -> tensor<3x100000xf32> {
  %0 = te.compute [3, 100000] spatial 2 {
  ^bb0(%i: index, %j: index):
    %a = te.read %x[%i, %j] : tensor<3x100000xf32>
    %b = arith.negf %a : f32
    te.yield %b : f32
  } : tensor<3x100000xf32>
  return %0 : tensor<3x100000xf32>
}

// CHECK-LABEL: func.func @line
// CHECK: affine.for %{{.*}} = 0 to 24 {
// CHECK: affine.for %{{.*}} = 0 to 4096 {
// CHECK: } {te.kind = "vectorized"}
// CHECK: } {te.kind = "parallel"}
// CHECK: affine.for %{{.*}} = 0 to 1696 {
// CHECK: } {te.kind = "vectorized"}
func.func @line(%x: tensor<100000xf32>) -> tensor<100000xf32> {
  %0 = te.compute [100000] spatial 1 {
  ^bb0(%i: index):
    %a = te.read %x[%i] : tensor<100000xf32>
    %b = arith.negf %a : f32
    te.yield %b : f32
  } : tensor<100000xf32>
  return %0 : tensor<100000xf32>
}

// What is larger than caches is stored around them, a line of four rows after
// another.
// CHECK-LABEL: func.func @large
// CHECK: affine.for %{{.*}} = 0 to 1024 {
// CHECK-NEXT: affine.for %{{.*}} = 0 to 64 {
// CHECK-NEXT: affine.for %{{.*}} = 0 to 4 {
// CHECK-NEXT: affine.for %{{.*}} = 0 to 16 {
// CHECK: } {te.kind = "vectorized", te.streams}
// CHECK-NEXT: } {te.kind = "unrolled"}
// CHECK: } {te.kind = "parallel"}
func.func @large(%x: tensor<4096x1024xf32>) -> tensor<4096x1024xf32> {
  %0 = te.compute [4096, 1024] spatial 2 {
  ^bb0(%i: index, %j: index):
    %a = te.read %x[%i, %j] : tensor<4096x1024xf32>
    %b = arith.negf %a : f32
    te.yield %b : f32
  } : tensor<4096x1024xf32>
  return %0 : tensor<4096x1024xf32>
}

// Short rows follow each other.
// CHECK-LABEL: func.func @short_rows
// CHECK: affine.for %{{.*}} = 0 to 65536 {
// CHECK-NEXT: affine.for %{{.*}} = 0 to 64 {
// CHECK: } {te.kind = "vectorized", te.streams}
// CHECK-NEXT: } {te.kind = "parallel"}
func.func @short_rows(%x: tensor<65536x64xf32>) -> tensor<65536x64xf32> {
  %0 = te.compute [65536, 64] spatial 2 {
  ^bb0(%i: index, %j: index):
    %a = te.read %x[%i, %j] : tensor<65536x64xf32>
    %b = arith.negf %a : f32
    te.yield %b : f32
  } : tensor<65536x64xf32>
  return %0 : tensor<65536x64xf32>
}

// A sum of everything, which has no spatial axes, of what a block computes.
// CHECK-LABEL: func.func @sum
// CHECK: te.block "block0" [false]
// CHECK: te.block "block1" [true]
func.func @sum(%x: tensor<?xf32>) -> tensor<f32> {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %x, %c0 : tensor<?xf32>
  %y = te.compute [%n] spatial 1 {
  ^bb0(%i: index):
    %a = te.read %x[%i] : tensor<?xf32>
    %b = arith.negf %a : f32
    te.yield %b : f32
  } : tensor<?xf32>
  %z = te.compute [%n] spatial 0 reduce sum {
  ^bb0(%i: index):
    %a = te.read %y[%i] : tensor<?xf32>
    te.yield %a : f32
  } : tensor<f32>
  return %z : tensor<f32>
}

// What is reduced lies element after element: one loop, whatever the shape.
// CHECK-LABEL: func.func @planes
// CHECK: affine.for %[[P:.*]] = 0 to 64 {
// CHECK: affine.for %[[E:.*]] = 0 to 784 {
// CHECK-NEXT: te.block "block0" [false, true, true] #{{.*}}(%[[P]], %[[E]])
// CHECK: } {te.kind = "vectorized"}
// CHECK: } {te.kind = "parallel"}
func.func @planes(%x: tensor<64x28x28xf32>) -> tensor<64xf32> {
  %0 = te.compute [64, 28, 28] spatial 1 reduce max {
  ^bb0(%i: index, %j: index, %k: index):
    %a = te.read %x[%i, %j, %k] : tensor<64x28x28xf32>
    te.yield %a : f32
  } : tensor<64xf32>
  return %0 : tensor<64xf32>
}

// One column is no tile: lanes are what is reduced, here a row of taps and their
// channels.
// CHECK-LABEL: func.func @one_column
// CHECK-NOT: memref.alloca
// CHECK: affine.for %{{.*}} = 0 to 3 {
// CHECK-NEXT: affine.for %{{.*}} = 0 to 96 {
// CHECK-NEXT: te.block "block0" [false, false, false, true, true, true]
// CHECK: } {te.kind = "vectorized"}
func.func @one_column(%x: tensor<16x16x32xf32>, %w: tensor<3x3x32xf32>) -> tensor<14x14x1xf32> {
  %0 = te.compute [14, 14, 1, 3, 3, 32] spatial 3 reduce sum {
  ^bb0(%i: index, %j: index, %o: index, %k: index, %l: index, %c: index):
    %a = te.read %x[%i + %k, %j + %l, %c] : tensor<16x16x32xf32>
    %b = te.read %w[%k, %l, %c] : tensor<3x3x32xf32>
    %p = arith.mulf %a, %b : f32
    te.yield %p : f32
  } : tensor<14x14x1xf32>
  return %0 : tensor<14x14x1xf32>
}

// One image of unknown rows: these are for threads.
// CHECK-LABEL: func.func @one_image
// CHECK: affine.for %{{.*}} = 0 to 1 {
// CHECK-NEXT: affine.for %{{.*}} = 0 to %{{.*}} {
// CHECK: } {te.kind = "vectorized"}
// CHECK-NEXT: } {te.kind = "parallel"}
func.func @one_image(%x: tensor<1x?x64xf32>) -> tensor<1x?x64xf32> {
  %c1 = arith.constant 1 : index
  %rows = tensor.dim %x, %c1 : tensor<1x?x64xf32>
  %0 = te.compute [1, %rows, 64] spatial 3 {
  ^bb0(%i: index, %j: index, %k: index):
    %a = te.read %x[%i, %j, %k] : tensor<1x?x64xf32>
    %b = arith.negf %a : f32
    te.yield %b : f32
  } : tensor<1x?x64xf32>
  return %0 : tensor<1x?x64xf32>
}
