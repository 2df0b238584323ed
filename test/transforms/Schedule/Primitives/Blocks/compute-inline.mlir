// RUN: tvm-opt %s --pass-pipeline='builtin.module(convert-te-to-loops,schedule-apply)' -split-input-file | FileCheck %s

// The producer of two readers goes, with its buffer.
// CHECK-LABEL: func.func @two_readers
// CHECK-NOT: memref.alloc
// CHECK: te.block "B"
// CHECK: affine.load %{{.*}}[%[[I:.*]]] : memref<10xf32>
// CHECK-NEXT: math.exp
// CHECK-NEXT: affine.load %{{.*}}[%{{.*}} + 1] : memref<10xf32>
// CHECK-NEXT: math.exp
// CHECK: te.block "C"
// CHECK: affine.load %{{.*}}[%{{.*}} * 2 + 3] : memref<10xf32>
// CHECK-NEXT: math.exp
// CHECK-NOT: affine.for
// CHECK: return
module attributes {transform.with_named_sequence} {
  func.func @two_readers(%x: tensor<10xf32>) -> (tensor<9xf32>, tensor<3xf32>) {
    %0 = te.compute [10] spatial 1 tag "A" {
    ^bb0(%i: index):
      %a = te.read %x[%i] : tensor<10xf32>
      %b = math.exp %a : f32
      te.yield %b : f32
    } : tensor<10xf32>
    %1 = te.compute [9] spatial 1 tag "B" {
    ^bb0(%i: index):
      %a = te.read %0[%i] : tensor<10xf32>
      %b = te.read %0[%i + 1] : tensor<10xf32>
      %c = arith.addf %a, %b : f32
      te.yield %c : f32
    } : tensor<9xf32>
    %2 = te.compute [3] spatial 1 tag "C" {
    ^bb0(%i: index):
      %a = te.read %0[%i * 2 + 3] : tensor<10xf32>
      te.yield %a : f32
    } : tensor<3xf32>
    return %1, %2 : tensor<9xf32>, tensor<3xf32>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %a = schedule.get_block "A" in %root
    schedule.compute_inline %a
    transform.yield
  }
}

// -----

// Sizes are unknown; the read is padded: the producer is computed under the
// condition, and the size of its buffer is captured.
// CHECK-LABEL: func.func @padded
// CHECK-NOT: memref.alloc
// CHECK: te.block "B" {{.*}} captures(%{{.*}} : memref<?xf32>, index, memref<?xf32>)
// CHECK-NOT: memref.dim
// CHECK: scf.if
// CHECK-NEXT: affine.load %{{.*}}[%{{.*}} - 1]
// CHECK-NEXT: math.exp
// CHECK-NEXT: scf.yield
module attributes {transform.with_named_sequence} {
  func.func @padded(%x: tensor<?xf32>, %n: index) -> tensor<?xf32> {
    %0 = te.compute [%n] spatial 1 tag "A" {
    ^bb0(%i: index):
      %a = te.read %x[%i] : tensor<?xf32>
      %b = math.exp %a : f32
      te.yield %b : f32
    } : tensor<?xf32>
    %zero = arith.constant 0.0 : f32
    %1 = te.compute [%n] spatial 1 tag "B" {
    ^bb0(%i: index):
      %a = te.read %0[%i - 1] else %zero : tensor<?xf32>
      te.yield %a : f32
    } : tensor<?xf32>
    return %1 : tensor<?xf32>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %a = schedule.get_block "A" in %root
    schedule.compute_inline %a
    transform.yield
  }
}

// -----

// Into a reduction, after the producer was split with a rest.
// CHECK-LABEL: func.func @reduction
// CHECK-NOT: memref.alloc
// CHECK: te.block "B"
// CHECK: init
// CHECK: affine.load %{{.*}}[%[[K:.*]], %[[I:.*]]] : memref<7x10xf32>
// CHECK-NEXT: math.exp
// CHECK: arith.addf
module attributes {transform.with_named_sequence} {
  func.func @reduction(%x: tensor<7x10xf32>) -> tensor<10xf32> {
    %0 = te.compute [10, 7] spatial 2 tag "A" {
    ^bb0(%i: index, %j: index):
      %a = te.read %x[%j, %i] : tensor<7x10xf32>
      %b = math.exp %a : f32
      te.yield %b : f32
    } : tensor<10x7xf32>
    %1 = te.compute [10, 7] spatial 1 reduce sum tag "B" {
    ^bb0(%i: index, %k: index):
      %a = te.read %0[%i, %k] : tensor<10x7xf32>
      te.yield %a : f32
    } : tensor<10xf32>
    return %1 : tensor<10xf32>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %a = schedule.get_block "A" in %root
    %i, %j = schedule.get_loops of %a
    %io, %il = schedule.split %i by [0, 4]
    %f = schedule.fuse %il, %j
    schedule.compute_inline %a
    transform.yield
  }
}

// -----

// Loops that were fused and split in three: its points are listed.
// CHECK-LABEL: func.func @fused(
// CHECK-NOT: te.block "P"
// CHECK: te.block "C"
module attributes {transform.with_named_sequence} {
  func.func @fused(%x: memref<14x64xf32>, %y: memref<14x64xf32>) {
    %t = memref.alloc() : memref<14x64xf32>
    affine.for %i = 0 to 14 {
      affine.for %j = 0 to 64 {
        te.block "P" [false, false] affine_map<(i, j) -> (i, j)>(%i, %j) captures(%x, %t : memref<14x64xf32>, memref<14x64xf32>) do {
        ^bb0(%v: index, %w: index, %s: memref<14x64xf32>, %d: memref<14x64xf32>):
          %0 = affine.load %s[%v, %w] : memref<14x64xf32>
          %1 = math.exp %0 : f32
          affine.store %1, %d[%v, %w] : memref<14x64xf32>
          te.yield
        }
      }
    }
    affine.for %i = 0 to 14 {
      affine.for %j = 0 to 64 {
        te.block "C" [false, false] affine_map<(i, j) -> (i, j)>(%i, %j) captures(%t, %y : memref<14x64xf32>, memref<14x64xf32>) do {
        ^bb0(%v: index, %w: index, %s: memref<14x64xf32>, %d: memref<14x64xf32>):
          %0 = affine.load %s[%v, %w] : memref<14x64xf32>
          affine.store %0, %d[%v, %w] : memref<14x64xf32>
          te.yield
        }
      }
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %p = schedule.get_block "P" in %root
    %i, %j = schedule.get_loops of %p
    %f = schedule.fuse %i, %j
    %a, %b, %c = schedule.split %f by [0, 4, 16]
    schedule.compute_inline %p
    transform.yield
  }
}

// -----

// Where data decide what is read, they decide what is read for that.
// CHECK-LABEL: func.func @gather
// CHECK-NOT: memref.alloc
// CHECK: te.block "B"
// CHECK: %[[I:.*]] = arith.index_cast
// CHECK-NOT: affine.apply
// CHECK: %[[A:.*]] = memref.load %{{.*}}[%[[I]]] : memref<8xf32>
// CHECK: %[[B:.*]] = memref.load
// CHECK: arith.addf %[[A]], %[[B]]
module attributes {transform.with_named_sequence} {
  func.func @gather(%in: memref<8xf32>, %out: memref<8xf32>) {
    %t = memref.alloc() : memref<8xf32>
    affine.for %i = 0 to 8 {
      te.block "A" [false] affine_map<(d0) -> (d0)>(%i)
          captures(%in, %t : memref<8xf32>, memref<8xf32>) do {
      ^bb0(%v0: index, %x: memref<8xf32>, %y: memref<8xf32>):
        %n = affine.apply affine_map<(d0) -> (7 - d0)>(%v0)
        %a = affine.load %x[%v0] : memref<8xf32>
        %b = memref.load %x[%n] : memref<8xf32>
        %c = arith.addf %a, %b : f32
        affine.store %c, %y[%v0] : memref<8xf32>
        te.yield
      }
    }
    affine.for %i = 0 to 8 {
      te.block "B" [false] affine_map<(d0) -> (d0)>(%i)
          captures(%t, %out, %in : memref<8xf32>, memref<8xf32>, memref<8xf32>) do {
      ^bb0(%v0: index, %x: memref<8xf32>, %y: memref<8xf32>, %z: memref<8xf32>):
        %a = affine.load %z[%v0] : memref<8xf32>
        %b = arith.fptoui %a : f32 to i32
        %c = arith.index_cast %b : i32 to index
        %d = memref.load %x[%c] : memref<8xf32>
        affine.store %d, %y[%v0] : memref<8xf32>
        te.yield
      }
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %a = schedule.get_block "A" in %root
    schedule.compute_inline %a
    transform.yield
  }
}

// -----

// An element that is read twice is computed once, so a chain does not double.
// CHECK-LABEL: func.func @chain
// CHECK: te.block "D"
// CHECK: %[[X:.*]] = affine.load
// CHECK-NEXT: %[[A:.*]] = arith.addf %[[X]], %[[X]]
// CHECK-NEXT: %[[B:.*]] = arith.mulf %[[A]], %[[A]]
// CHECK-NEXT: %[[C:.*]] = arith.addf %[[B]], %[[B]]
// CHECK-NEXT: %[[D:.*]] = arith.subf %[[C]], %[[C]]
// CHECK-NEXT: affine.store %[[D]]
module attributes {transform.with_named_sequence} {
  func.func @chain(%x: tensor<10xf32>) -> tensor<10xf32> {
    %a = te.compute [10] spatial 1 tag "A" {
    ^bb0(%i: index):
      %0 = te.read %x[%i] : tensor<10xf32>
      %1 = te.read %x[%i] : tensor<10xf32>
      %2 = arith.addf %0, %1 : f32
      te.yield %2 : f32
    } : tensor<10xf32>
    %b = te.compute [10] spatial 1 tag "B" {
    ^bb0(%i: index):
      %0 = te.read %a[%i] : tensor<10xf32>
      %1 = te.read %a[%i] : tensor<10xf32>
      %2 = arith.mulf %0, %1 : f32
      te.yield %2 : f32
    } : tensor<10xf32>
    %c = te.compute [10] spatial 1 tag "C" {
    ^bb0(%i: index):
      %0 = te.read %b[%i] : tensor<10xf32>
      %1 = te.read %b[%i] : tensor<10xf32>
      %2 = arith.addf %0, %1 : f32
      te.yield %2 : f32
    } : tensor<10xf32>
    %d = te.compute [10] spatial 1 tag "D" {
    ^bb0(%i: index):
      %0 = te.read %c[%i] : tensor<10xf32>
      %1 = te.read %c[%i] : tensor<10xf32>
      %2 = arith.subf %0, %1 : f32
      te.yield %2 : f32
    } : tensor<10xf32>
    return %d : tensor<10xf32>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %a = schedule.get_block "A" in %root
    %b = schedule.get_block "B" in %root
    %c = schedule.get_block "C" in %root
    schedule.compute_inline %c
    schedule.compute_inline %a
    schedule.compute_inline %b
    transform.yield
  }
}
