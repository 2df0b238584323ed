// RUN: tvm-opt %s --pass-pipeline='builtin.module(convert-te-to-loops,schedule-apply)' --split-input-file | FileCheck %s

// A split that does not divide; loops of blocks may be inside of those of threads where nothing else is.
// CHECK-LABEL: func.func @vadd
// CHECK: affine.for %{{.*}} = 0 to 32 {
// CHECK: affine.for %{{.*}} = 0 to #{{.*}}()[%{{.*}}] {
// CHECK: te.block "C" {{.*}} if #
// CHECK: } {te.kind = "blockIdx.x"}
// CHECK: } {te.kind = "threadIdx.x"}
module attributes {transform.with_named_sequence} {
  func.func @vadd(%a: tensor<?xf32>, %b: tensor<?xf32>) -> tensor<?xf32> {
    %c0 = arith.constant 0 : index
    %n = tensor.dim %a, %c0 : tensor<?xf32>
    %c = te.compute [%n] spatial 1 tag "C" {
    ^bb0(%i: index):
      %0 = te.read %a[%i] : tensor<?xf32>
      %1 = te.read %b[%i] : tensor<?xf32>
      %2 = arith.addf %0, %1 : f32
      te.yield %2 : f32
    } : tensor<?xf32>
    return %c : tensor<?xf32>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %c = schedule.get_block "C" in %root
    %i = schedule.get_loops of %c
    %xo, %xi = schedule.split %i by [0, 32]
    schedule.reorder %xi, %xo
    schedule.bind %xo to "blockIdx.x"
    schedule.bind %xi to "threadIdx.x" extent 32
    transform.yield
  }
}

// -----

// Loops next to each other: every thread goes on with its own elements of a global buffer; shared ones may be anybody's.
// CHECK-LABEL: func.func @stages
// CHECK: memref.alloca() : memref<1x32xf32, "shared">
// CHECK: te.block "A"
// CHECK: } {te.kind = "threadIdx.x"}
// CHECK: te.block "B"
// CHECK: } {te.kind = "threadIdx.x"}
// CHECK: } {te.kind = "blockIdx.z"}
module attributes {transform.with_named_sequence} {
  func.func @stages(%a: tensor<4x32xf32>) -> tensor<4x32xf32> {
    %0 = te.compute [4, 32] spatial 2 tag "A" {
    ^bb0(%i: index, %j: index):
      %x = te.read %a[%i, %j] : tensor<4x32xf32>
      %y = arith.mulf %x, %x : f32
      te.yield %y : f32
    } : tensor<4x32xf32>
    %1 = te.compute [4, 32] spatial 2 tag "B" {
    ^bb0(%i: index, %j: index):
      %x = te.read %0[%i, -%j + 31] : tensor<4x32xf32>
      te.yield %x : f32
    } : tensor<4x32xf32>
    return %1 : tensor<4x32xf32>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %a = schedule.get_block "A" in %root
    %b = schedule.get_block "B" in %root
    %i, %j = schedule.get_loops of %b
    %at = schedule.compute_at %a, %i
    schedule.set_scope %at to "shared"
    %i1, %u, %k = schedule.get_loops of %at
    schedule.bind %k to "threadIdx.x"
    schedule.bind %j to "threadIdx.x"
    schedule.bind %i to "blockIdx.z"
    transform.yield
  }
}

// -----

// Threads reduce: the start value stays with the block until barriers are put.
// CHECK-LABEL: func.func @reduce
// CHECK: te.block "C" [false, true] {{.*}} init {
// CHECK: } {te.kind = "threadIdx.x"}
// CHECK: } {te.kind = "blockIdx.x"}
module attributes {transform.with_named_sequence} {
  func.func @reduce(%a: memref<16x8xf32>, %c: memref<16xf32>) {
    affine.for %i = 0 to 16 {
      affine.for %k = 0 to 8 {
        te.block "C" [false, true] affine_map<(i, k) -> (i, k)>(%i, %k) captures(%a, %c : memref<16x8xf32>, memref<16xf32>) init {
        ^bb0(%vi: index, %vk: index, %x: memref<16x8xf32>, %z: memref<16xf32>):
          %zero = arith.constant 0.0 : f32
          affine.store %zero, %z[%vi] : memref<16xf32>
          te.yield
        } do {
        ^bb0(%vi: index, %vk: index, %x: memref<16x8xf32>, %z: memref<16xf32>):
          %0 = affine.load %x[%vi, %vk] : memref<16x8xf32>
          %1 = affine.load %z[%vi] : memref<16xf32>
          %2 = arith.addf %1, %0 : f32
          affine.store %2, %z[%vi] : memref<16xf32>
          te.yield
        }
      }
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %c = schedule.get_block "C" in %root
    %i, %k = schedule.get_loops of %c
    schedule.bind %k to "threadIdx.x"
    schedule.bind %i to "blockIdx.x"
    transform.yield
  }
}

// -----

// Threads reduce several values each: serial loops of the reduction are around and in theirs.
// CHECK-LABEL: func.func @reduce_parts
// CHECK: te.block "C" [false, true] {{.*}} init {
// CHECK: arith.addf
// CHECK-NEXT: affine.store
// CHECK-NEXT: te.yield
// CHECK-NEXT: }
// CHECK-NEXT: }
// CHECK-NEXT: } {te.kind = "threadIdx.x"}
// CHECK-NEXT: }
// CHECK-NEXT: } {te.kind = "blockIdx.x"}
module attributes {transform.with_named_sequence} {
  func.func @reduce_parts(%a: memref<16x40xf32>, %c: memref<16xf32>) {
    affine.for %i = 0 to 16 {
      affine.for %k = 0 to 40 {
        te.block "C" [false, true] affine_map<(i, k) -> (i, k)>(%i, %k) captures(%a, %c : memref<16x40xf32>, memref<16xf32>) init {
        ^bb0(%vi: index, %vk: index, %x: memref<16x40xf32>, %z: memref<16xf32>):
          %zero = arith.constant 0.0 : f32
          affine.store %zero, %z[%vi] : memref<16xf32>
          te.yield
        } do {
        ^bb0(%vi: index, %vk: index, %x: memref<16x40xf32>, %z: memref<16xf32>):
          %0 = affine.load %x[%vi, %vk] : memref<16x40xf32>
          %1 = affine.load %z[%vi] : memref<16xf32>
          %2 = arith.addf %1, %0 : f32
          affine.store %2, %z[%vi] : memref<16xf32>
          te.yield
        }
      }
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %c = schedule.get_block "C" in %root
    %i, %k = schedule.get_loops of %c
    %o, %l, %p = schedule.split %k by [0, 2, 4]
    schedule.bind %l to "threadIdx.x"
    schedule.bind %i to "blockIdx.x"
    transform.yield
  }
}
