// RUN: tvm-opt %s --pass-pipeline='builtin.module(convert-te-to-loops,schedule-apply)' -split-input-file | FileCheck %s
// RUN: tvm-opt %s --pass-pipeline='builtin.module(convert-te-to-loops,schedule-apply,func.func(te-lower-blocks,canonicalize))' -split-input-file | FileCheck %s --check-prefix=LOWERED

// Axes count tiles; loops and what is at their points are in the body.
// CHECK-LABEL: func.func @tiles
// CHECK: affine.for %[[IO:.*]] = 0 to 2 {
// CHECK-NEXT: affine.for %[[JO:.*]] = 0 to 4 {
// CHECK-NEXT: te.block "A" [false, false] #{{.*}}(%[[IO]], %[[JO]]) captures(%arg0, %arg1 : memref<9x18xf32>, memref<8x16xf32>)
// CHECK-SAME: reads [#te.region<0, (d0, d1) -> (d0 * 4, d1 * 4 + 2), [4, 4]>, #te.region<0, (d0, d1) -> (d0 * 4 + 1, d1 * 4), [4, 4]>]
// CHECK-SAME: writes [#te.region<1, (d0, d1) -> (d0 * 4, d1 * 4), [4, 4]>] do {
// CHECK-NEXT: ^bb0(%[[I:.*]]: index, %[[J:.*]]: index, %[[X:.*]]: memref<9x18xf32>, %[[Y:.*]]: memref<8x16xf32>):
// CHECK-NEXT: affine.for %[[IL:.*]] = 0 to 4 {
// CHECK-NEXT: affine.for %[[JL:.*]] = 0 to 4 {
// CHECK: affine.store %{{.*}}, %[[Y]][%[[IL]] + %[[I]] * 4, %[[JL]] + %[[J]] * 4] : memref<8x16xf32>
// CHECK: te.yield
// LOWERED-LABEL: func.func @tiles
// LOWERED: affine.store %{{.*}}, %arg1[%arg4 + %arg2 * 4, %arg5 + %arg3 * 4] : memref<8x16xf32>
module attributes {transform.with_named_sequence} {
  func.func @tiles(%a: tensor<9x18xf32>) -> tensor<8x16xf32> {
    %0 = te.compute [8, 16] spatial 2 tag "A" {
    ^bb0(%i: index, %j: index):
      %x = te.read %a[%i, %j + 2] : tensor<9x18xf32>
      %y = te.read %a[%i + 1, %j] : tensor<9x18xf32>
      %z = arith.addf %x, %y : f32
      te.yield %z : f32
    } : tensor<8x16xf32>
    return %0 : tensor<8x16xf32>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %a = schedule.get_block "A" in %root
    %i, %j = schedule.get_loops of %a
    %io, %jo, %il, %jl = schedule.tile %i, %j by [4, 4]
    %t = schedule.blockize %il
    transform.yield
  }
}

// -----

// A reduction that goes on outside: it is initialised tile by tile, in front of
// the outer loop. Handles of the block stay, and steps go on.
// CHECK-LABEL: func.func @reduction
// CHECK: te.block "C" [false, false, true]
// CHECK-SAME: reads [#te.region<0, (d0, d1, d2) -> (d0 * 4, d2 * 2), [4, 2]>, #te.region<1, (d0, d1, d2) -> (d2 * 2, d1 * 8), [2, 8]>, #te.region<2, (d0, d1, d2) -> (d0 * 4, d1 * 8), [4, 8]>]
// CHECK-SAME: writes [#te.region<2, (d0, d1, d2) -> (d0 * 4, d1 * 8), [4, 8]>] init {
// CHECK: affine.for %{{.*}} = 0 to 4 {
// CHECK-NEXT: affine.for %{{.*}} = 0 to 8 {
// CHECK: affine.store
// CHECK: } do {
// CHECK: affine.for %{{.*}} = 0 to 4 {
// CHECK-NEXT: affine.for %{{.*}} = 0 to 8 {
// CHECK-NEXT: affine.for %{{.*}} = 0 to 2 {
// CHECK: } {te.kind = "parallel"}
// LOWERED-LABEL: func.func @reduction
// LOWERED: affine.for %[[IO:.*]] = 0 to 2 {
// LOWERED-NEXT: affine.for %[[JO:.*]] = 0 to 2 {
// LOWERED-NEXT: affine.for %[[I:.*]] = 0 to 4 {
// LOWERED-NEXT: affine.for %[[J:.*]] = 0 to 8 {
// LOWERED-NEXT: affine.store %{{.*}}, %arg2[%[[I]] + %[[IO]] * 4, %[[J]] + %[[JO]] * 8]
// LOWERED: affine.for %{{.*}} = 0 to 3 {
// LOWERED-NEXT: affine.for %{{.*}} = 0 to 4 {
// LOWERED-NEXT: affine.for %{{.*}} = 0 to 8 {
// LOWERED-NEXT: affine.for %{{.*}} = 0 to 2 {
module attributes {transform.with_named_sequence} {
  func.func @reduction(%a: tensor<8x6xf32>, %b: tensor<6x16xf32>) -> tensor<8x16xf32> {
    %0 = te.compute [8, 16, 6] spatial 2 reduce sum tag "C" {
    ^bb0(%i: index, %j: index, %k: index):
      %x = te.read %a[%i, %k] : tensor<8x6xf32>
      %y = te.read %b[%k, %j] : tensor<6x16xf32>
      %z = arith.mulf %x, %y : f32
      te.yield %z : f32
    } : tensor<8x16xf32>
    return %0 : tensor<8x16xf32>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %c = schedule.get_block "C" in %root
    %i, %j, %k = schedule.get_loops of %c
    %io, %jo, %ko, %il, %jl, %kl = schedule.tile %i, %j, %k by [4, 8, 2]
    %t = schedule.blockize %il
    %io1, %jo1, %ko1 = schedule.get_loops of %c
    schedule.parallel %io1
    transform.yield
  }
}

// -----

// All of a reduction in the tile: its start values come first, as a whole.
// Without the block's declaration of what it writes, `parallel` had no proof.
// CHECK-LABEL: func.func @whole
// CHECK: affine.for %[[I:.*]] = 0 to 8 {
// CHECK-NEXT: te.block "C" [false, false, true] #{{.*}}(%[[I]]) captures(%arg0, %arg1 : memref<8x6xf32>, memref<8x1xf32>)
// CHECK: } {te.kind = "parallel"}
// LOWERED-LABEL: func.func @whole
// LOWERED: affine.for %{{.*}} = 0 to 8 {
// LOWERED-NEXT: affine.for %{{.*}} = 0 to 1 {
// LOWERED-NEXT: affine.store
// LOWERED: affine.for %{{.*}} = 0 to 6 {
// LOWERED: } {te.kind = "parallel"}
module attributes {transform.with_named_sequence} {
  func.func @whole(%a: tensor<8x6xf32>) -> tensor<8x1xf32> {
    %0 = te.compute [8, 1, 6] spatial 2 reduce max tag "C" {
    ^bb0(%i: index, %j: index, %k: index):
      %x = te.read %a[%i, %k] : tensor<8x6xf32>
      te.yield %x : f32
    } : tensor<8x1xf32>
    return %0 : tensor<8x1xf32>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %c = schedule.get_block "C" in %root
    %i, %j, %k = schedule.get_loops of %c
    %t = schedule.blockize %j
    schedule.parallel %i
    transform.yield
  }
}

// -----

// A block that reads a tile reads a copy of it: the region it declares moves.
// Its initialisation becomes a block that declares what it writes.
// CHECK-LABEL: func.func @moved
// CHECK: te.block "C_init" [false] {{.*}} reads [] writes [#te.region<0, (d0) -> (d0 * 4), [4]>] do {
// CHECK: memref.alloca() : memref<4x2xf32, "local">
// CHECK: te.block "C_read"
// CHECK: te.block "C" {{.*}} reads [#te.region<0, (d0, d1)[s0, s1, s2, s3] -> (d0 * 4 - s2, d1 * 2 - s3), [4, 2]>, #te.region<1, (d0, d1) -> (d0 * 4), [4]>]
// CHECK: affine.load %{{.*}}[%{{.*}} * 4 - %{{.*}}, %{{.*}} * 2 - %{{.*}}] : memref<4x2xf32, "local">
module attributes {transform.with_named_sequence} {
  func.func @moved(%a: tensor<8x6xf32>) -> tensor<8xf32> {
    %0 = te.compute [8, 6] spatial 1 reduce sum tag "C" {
    ^bb0(%i: index, %k: index):
      %x = te.read %a[%i, %k] : tensor<8x6xf32>
      te.yield %x : f32
    } : tensor<8xf32>
    return %0 : tensor<8xf32>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %c = schedule.get_block "C" in %root
    %i, %k = schedule.get_loops of %c
    %io, %ko, %il, %kl = schedule.tile %i, %k by [4, 2]
    %t = schedule.blockize %il
    %copy = schedule.cache_read %t, 0 to "local" at %ko
    %init = schedule.decompose_reduction %t, %ko
    transform.yield
  }
}

// -----

// A consumer goes to a tile: what that writes is known.
// CHECK-LABEL: func.func @consumed
// CHECK: affine.for %{{.*}} = 0 to 2 {
// CHECK-NEXT: te.block "A"
// CHECK: te.yield
// CHECK-NEXT: }
// CHECK-NEXT: affine.for %{{.*}} = 0 to 4 {
// CHECK-NEXT: te.block "B"
module attributes {transform.with_named_sequence} {
  func.func @consumed(%a: tensor<8xf32>) -> tensor<8xf32> {
    %0 = te.compute [8] spatial 1 tag "A" {
    ^bb0(%i: index):
      %x = te.read %a[%i] : tensor<8xf32>
      te.yield %x : f32
    } : tensor<8xf32>
    %1 = te.compute [8] spatial 1 tag "B" {
    ^bb0(%i: index):
      %x = te.read %0[%i] : tensor<8xf32>
      te.yield %x : f32
    } : tensor<8xf32>
    return %1 : tensor<8xf32>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %a = schedule.get_block "A" in %root
    %b = schedule.get_block "B" in %root
    %i = schedule.get_loops of %a
    %o, %l = schedule.split %i by [0, 4]
    %t = schedule.blockize %l
    schedule.reverse_compute_at %b, %o
    transform.yield
  }
}
