// RUN: tvm-opt %s --pass-pipeline='builtin.module(func.func(convert-graph-to-te,te-inline-computes),canonicalize,cse,convert-te-to-loops,schedule-generate,schedule-apply)' | FileCheck %s

// One loop over batches and heads, on threads: scores of a head in register
// tiles, the softmax of its rows, the product in register tiles. Scores and
// exponentials are those of one head.
// CHECK-LABEL: func.func @attention
// CHECK-NOT: memref.alloc()
// CHECK: affine.for %[[I:.*]] = 0 to 40 {
// CHECK-COUNT-2: memref.alloca() {alignment = 64 : i64} : memref<1x1x32x32xf32>
// CHECK: affine.for %{{.*}} = 0 to 2 {
// CHECK: memref.alloca() : memref<1x1x4x16xf32>
// CHECK: te.block "block0" {{.*}}[false, false, false, false, true]
// CHECK: te.block "block1"
// CHECK: affine.for %{{.*}} = 0 to 32 {
// CHECK: te.block "block2" [false, false, false, true]
// CHECK: te.block "block3"
// CHECK: te.block "block4" [false, false, false, true]
// CHECK: te.block "block6"
// CHECK: memref.alloca() : memref<1x1x8x8xf32>
// CHECK: te.block "block7" {{.*}}[false, false, false, false, true]
// CHECK: te.block "block7_write"
// CHECK: } {te.kind = "parallel"}
// CHECK-NEXT: return
func.func @attention(%q: tensor<4x10x32x8xf32>, %k: tensor<4x10x8x32xf32>, %v: tensor<4x10x32x8xf32>,
                     %scale: tensor<1xf32>, %mask: tensor<4x1x1x32xf32>) -> tensor<4x10x32x8xf32> {
  %0 = graph.matmul %q, %k : (tensor<4x10x32x8xf32>, tensor<4x10x8x32xf32>) -> tensor<4x10x32x32xf32>
  %1 = graph.div %0, %scale : (tensor<4x10x32x32xf32>, tensor<1xf32>) -> tensor<4x10x32x32xf32>
  %2 = graph.add %1, %mask : (tensor<4x10x32x32xf32>, tensor<4x1x1x32xf32>) -> tensor<4x10x32x32xf32>
  %3 = graph.softmax %2 [3] : (tensor<4x10x32x32xf32>) -> tensor<4x10x32x32xf32>
  %4 = graph.matmul %3, %v : (tensor<4x10x32x32xf32>, tensor<4x10x32x8xf32>) -> tensor<4x10x32x8xf32>
  return %4 : tensor<4x10x32x8xf32>
}

// Tiles that do not divide are nests of their own, in the same loop.
// CHECK-LABEL: func.func @awkward
// CHECK: affine.for %{{.*}} = 0 to 40 {
// CHECK: te.block "block0_1" [false, false, false, true]
// CHECK: te.block "block0" [false, false, false, true]
// CHECK: te.block "block1" [false, false, true]
// CHECK: te.block "block6_1" [false, false, false, true]
// CHECK: te.block "block6" [false, false, false, true]
// CHECK: } {te.kind = "parallel"}
// CHECK-NEXT: return
func.func @awkward(%q: tensor<40x31x15xf32>, %k: tensor<40x15x17xf32>, %v: tensor<40x17x15xf32>, %scale: tensor<1xf32>) -> tensor<40x31x15xf32> {
  %0 = graph.matmul %q, %k : (tensor<40x31x15xf32>, tensor<40x15x17xf32>) -> tensor<40x31x17xf32>
  %1 = graph.mul %0, %scale : (tensor<40x31x17xf32>, tensor<1xf32>) -> tensor<40x31x17xf32>
  %2 = graph.softmax %1 [2] : (tensor<40x31x17xf32>) -> tensor<40x31x17xf32>
  %3 = graph.matmul %2, %v : (tensor<40x31x17xf32>, tensor<40x17x15xf32>) -> tensor<40x31x15xf32>
  return %3 : tensor<40x31x15xf32>
}

// Nothing in common but rows: nests of their own.
// CHECK-LABEL: func.func @single
// CHECK-COUNT-3: affine.for {{.*}} {
// CHECK: te.kind = "parallel"
// CHECK: te.kind = "parallel"
func.func @single(%q: tensor<256x64xf32>, %k: tensor<64x256xf32>, %v: tensor<256x64xf32>) -> tensor<256x64xf32> {
  %0 = graph.matmul %q, %k : (tensor<256x64xf32>, tensor<64x256xf32>) -> tensor<256x256xf32>
  %1 = graph.softmax %0 [1] : (tensor<256x256xf32>) -> tensor<256x256xf32>
  %2 = graph.matmul %1, %v : (tensor<256x256xf32>, tensor<256x64xf32>) -> tensor<256x64xf32>
  return %2 : tensor<256x64xf32>
}

// Heads are beside each other in memory: keys are transposed in the same loop,
// the other operands are read, and the result is written, where it is.
// CHECK-LABEL: func.func @heads
// CHECK-SAME: (%[[Q:.*]]: memref<1x32x10x16xf32>, %[[K:.*]]: memref<1x32x10x16xf32>, %[[V:.*]]: memref<1x32x10x16xf32>, %[[Y:.*]]: memref<1x32x10x16xf32>
// CHECK: affine.for %{{.*}} = 0 to 10 {
// CHECK: %[[KT:.*]] = memref.alloca(){{.*}} : memref<1x1x16x32xf32>
// CHECK: te.block {{.*}}%[[KT]]
// CHECK: memref.alloca() : memref<1x1x{{.*}}xf32>
// CHECK: te.block {{.*}}%[[Q]]
// CHECK: te.block {{.*}}%[[V]]
// CHECK: te.block {{.*}}%[[Y]]
// CHECK: } {te.kind = "parallel"}
// CHECK-NEXT: return
func.func @heads(%q: tensor<1x32x10x16xf32>, %k: tensor<1x32x10x16xf32>, %v: tensor<1x32x10x16xf32>) -> tensor<1x32x10x16xf32> {
  %qt = graph.transpose %q [0, 2, 1, 3] : (tensor<1x32x10x16xf32>) -> tensor<1x10x32x16xf32>
  %kt = graph.transpose %k [0, 2, 3, 1] : (tensor<1x32x10x16xf32>) -> tensor<1x10x16x32xf32>
  %vt = graph.transpose %v [0, 2, 1, 3] : (tensor<1x32x10x16xf32>) -> tensor<1x10x32x16xf32>
  %0 = graph.matmul %qt, %kt : (tensor<1x10x32x16xf32>, tensor<1x10x16x32xf32>) -> tensor<1x10x32x32xf32>
  %1 = graph.softmax %0 [3] : (tensor<1x10x32x32xf32>) -> tensor<1x10x32x32xf32>
  %2 = graph.matmul %1, %vt : (tensor<1x10x32x32xf32>, tensor<1x10x32x16xf32>) -> tensor<1x10x32x16xf32>
  %3 = graph.transpose %2 [0, 2, 1, 3] : (tensor<1x10x32x16xf32>) -> tensor<1x32x10x16xf32>
  return %3 : tensor<1x32x10x16xf32>
}

// Blocks of queries, all with the same keys: scores are those of a block. Keys
// are copied for a head, to tiles of columns at once. The result is written in
// its own shape.
// CHECK-LABEL: func.func @blocks
// CHECK: %[[KT:.*]] = memref.alloc() : memref<8x4x1x8x16xf32>
// CHECK: affine.for %{{.*}} = 0 to 8 {
// CHECK: te.block {{.*}}%[[KT]]
// CHECK: affine.for %{{.*}} = 0 to 4 {
// CHECK-COUNT-2: memref.alloca() {alignment = 64 : i64} : memref<1x1x16x64xf32>
// CHECK: te.block "block1"
// CHECK-NOT: te.block "block7_write"
// CHECK: te.block "block8" [false, false, false]
// CHECK: } {te.kind = "parallel"}
// CHECK-NEXT: return
func.func @blocks(%q: tensor<8x64x8xf32>, %k: tensor<8x64x8xf32>, %v: tensor<8x64x8xf32>, %scale: tensor<1xf32>) -> tensor<8x64x8xf32> {
  %in = graph.constant dense<[8, 4, 16, 8]> : tensor<4xi64>
  %shared = graph.constant dense<[8, 1, 64, 8]> : tensor<4xi64>
  %out = graph.constant dense<[8, 64, 8]> : tensor<3xi64>
  %0 = graph.reshape %q, %in : (tensor<8x64x8xf32>, tensor<4xi64>) -> tensor<8x4x16x8xf32>
  %1 = graph.reshape %k, %shared : (tensor<8x64x8xf32>, tensor<4xi64>) -> tensor<8x1x64x8xf32>
  %2 = graph.reshape %v, %shared : (tensor<8x64x8xf32>, tensor<4xi64>) -> tensor<8x1x64x8xf32>
  %3 = graph.matmul %0, %1 {transpose_b = true} : (tensor<8x4x16x8xf32>, tensor<8x1x64x8xf32>) -> tensor<8x4x16x64xf32>
  %4 = graph.mul %3, %scale : (tensor<8x4x16x64xf32>, tensor<1xf32>) -> tensor<8x4x16x64xf32>
  %5 = graph.softmax %4 [3] : (tensor<8x4x16x64xf32>) -> tensor<8x4x16x64xf32>
  %6 = graph.matmul %5, %2 : (tensor<8x4x16x64xf32>, tensor<8x1x64x8xf32>) -> tensor<8x4x16x8xf32>
  %7 = graph.reshape %6, %out : (tensor<8x4x16x8xf32>, tensor<3xi64>) -> tensor<8x64x8xf32>
  return %7 : tensor<8x64x8xf32>
}

// Values of all heads, beside each other in memory: blocks of queries share
// them, so they are copied before, for each head, to tiles of columns.
// CHECK-LABEL: func.func @values
// CHECK: %[[V:.*]] = memref.alloc() : memref<8x2x2048x16xf32>
// CHECK: te.block "block6_read" {{.*}}%[[V]]
// CHECK: } {te.kind = "parallel"}
// CHECK-COUNT-2: memref.alloca() {{.*}}memref<1x1x16x2048xf32>
// CHECK: te.block "block6" {{.*}}%[[V]]
// CHECK: return
// One tile holds all columns: heads are still apart.
// CHECK-LABEL: func.func @columns
// CHECK: %[[V:.*]] = memref.alloc() : memref<8x2048x16xf32>
// CHECK: te.block "block6_read" {{.*}}%[[V]]
func.func @values(%q: tensor<8x64x16x32xf32>, %k: tensor<8x1x32x2048xf32>, %v: tensor<2048x8x32xf32>, %scale: tensor<1xf32>) -> tensor<8x64x16x32xf32> {
  %shared = graph.constant dense<[8, 1, 2048, 32]> : tensor<4xi64>
  %0 = graph.transpose %v [1, 0, 2] : (tensor<2048x8x32xf32>) -> tensor<8x2048x32xf32>
  %1 = graph.reshape %0, %shared : (tensor<8x2048x32xf32>, tensor<4xi64>) -> tensor<8x1x2048x32xf32>
  %2 = graph.matmul %q, %k : (tensor<8x64x16x32xf32>, tensor<8x1x32x2048xf32>) -> tensor<8x64x16x2048xf32>
  %3 = graph.mul %2, %scale : (tensor<8x64x16x2048xf32>, tensor<1xf32>) -> tensor<8x64x16x2048xf32>
  %4 = graph.softmax %3 [3] : (tensor<8x64x16x2048xf32>) -> tensor<8x64x16x2048xf32>
  %5 = graph.matmul %4, %1 : (tensor<8x64x16x2048xf32>, tensor<8x1x2048x32xf32>) -> tensor<8x64x16x32xf32>
  return %5 : tensor<8x64x16x32xf32>
}

func.func @columns(%q: tensor<8x64x16x16xf32>, %k: tensor<8x1x16x2048xf32>, %v: tensor<2048x8x16xf32>, %scale: tensor<1xf32>) -> tensor<8x64x16x16xf32> {
  %shared = graph.constant dense<[8, 1, 2048, 16]> : tensor<4xi64>
  %0 = graph.transpose %v [1, 0, 2] : (tensor<2048x8x16xf32>) -> tensor<8x2048x16xf32>
  %1 = graph.reshape %0, %shared : (tensor<8x2048x16xf32>, tensor<4xi64>) -> tensor<8x1x2048x16xf32>
  %2 = graph.matmul %q, %k : (tensor<8x64x16x16xf32>, tensor<8x1x16x2048xf32>) -> tensor<8x64x16x2048xf32>
  %3 = graph.mul %2, %scale : (tensor<8x64x16x2048xf32>, tensor<1xf32>) -> tensor<8x64x16x2048xf32>
  %4 = graph.softmax %3 [3] : (tensor<8x64x16x2048xf32>) -> tensor<8x64x16x2048xf32>
  %5 = graph.matmul %4, %1 : (tensor<8x64x16x2048xf32>, tensor<8x1x2048x16xf32>) -> tensor<8x64x16x16xf32>
  return %5 : tensor<8x64x16x16xf32>
}
