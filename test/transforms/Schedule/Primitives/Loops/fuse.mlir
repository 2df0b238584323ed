// RUN: tvm-opt %s --transform-interpreter --split-input-file | FileCheck %s

// Two loops become one; the handle of the outer one stands for it.
module attributes {transform.with_named_sequence} {
  // CHECK: affine_map<(d0) -> (d0 floordiv 8, d0 mod 8)>
  // CHECK: affine.for %{{.*}} = 0 to 64 {
  // CHECK-NEXT: te.block "C"
  // CHECK: te.kind = "unrolled"
  func.func @nest(%x: memref<16x16xf32>) {
    affine.for %i = 0 to 8 {
      affine.for %j = 0 to 8 {
        te.block "C" [false, false] affine_map<(i, j) -> (i, j)>(%i, %j) captures(%x : memref<16x16xf32>) do {
        ^bb0(%v: index, %w: index, %m: memref<16x16xf32>):
          %0 = affine.load %m[%v, %w] : memref<16x16xf32>
          %1 = arith.addf %0, %0 : f32
          affine.store %1, %m[%v, %w] : memref<16x16xf32>
          te.yield
        }
      }
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %c = schedule.get_block "C" in %root
    %i, %j = schedule.get_loops of %c
    %f = schedule.fuse %i, %j
    schedule.unroll %i
    transform.yield
  }
}

// -----

// The outer trip count may be symbolic.
module attributes {transform.with_named_sequence} {
  // CHECK: #[[BOUND:.*]] = affine_map<()[s0] -> (s0 * 8)>
  // CHECK: affine.for %{{.*}} = 0 to #[[BOUND]]()
  func.func @nest(%x: memref<16x16xf32>, %n: index) {
    affine.for %i = 0 to %n {
      affine.for %j = 0 to 8 {
        te.block "C" [false, false] affine_map<(i, j) -> (i, j)>(%i, %j) captures(%x : memref<16x16xf32>) do {
        ^bb0(%v: index, %w: index, %m: memref<16x16xf32>):
          %0 = affine.load %m[%v, %w] : memref<16x16xf32>
          %1 = arith.addf %0, %0 : f32
          affine.store %1, %m[%v, %w] : memref<16x16xf32>
          te.yield
        }
      }
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %c = schedule.get_block "C" in %root
    %i, %j = schedule.get_loops of %c
    %f = schedule.fuse %i, %j
    transform.yield
  }
}

// -----

// Loops of a split with a predicate.
module attributes {transform.with_named_sequence} {
  // CHECK: affine_set<(d0, d1) : (-({{.*}}) + 6 >= 0)>
  // CHECK: affine.for %{{.*}} = 0 to 8 {
  func.func @nest(%x: memref<16x16xf32>) {
    affine.for %i = 0 to 7 {
      affine.for %j = 0 to 8 {
        te.block "C" [false, false] affine_map<(i, j) -> (i, j)>(%i, %j) captures(%x : memref<16x16xf32>) do {
        ^bb0(%v: index, %w: index, %m: memref<16x16xf32>):
          %0 = affine.load %m[%v, %w] : memref<16x16xf32>
          %1 = arith.addf %0, %0 : f32
          affine.store %1, %m[%v, %w] : memref<16x16xf32>
          te.yield
        }
      }
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %c = schedule.get_block "C" in %root
    %i, %j = schedule.get_loops of %c
    %o, %l = schedule.split %i by [0, 4]
    %f = schedule.fuse %o, %l
    transform.yield
  }
}

// -----

// A spatial axis with a reduction: every iteration has elements of its own.
module attributes {transform.with_named_sequence} {
  // CHECK: affine.for %{{.*}} = 0 to 16 {
  // CHECK-NEXT: affine.for %{{.*}} = 0 to 96 {
  // CHECK: init
  func.func @product(%a: memref<16x8xf32>, %b: memref<8x12xf32>, %c: memref<16x12xf32>) {
    affine.for %i = 0 to 16 {
      affine.for %j = 0 to 12 {
        affine.for %k = 0 to 8 {
          te.block "C" [false, false, true] affine_map<(i, j, k) -> (i, j, k)>(%i, %j, %k)
              captures(%a, %b, %c : memref<16x8xf32>, memref<8x12xf32>, memref<16x12xf32>) init {
          ^bb0(%vi: index, %vj: index, %vk: index, %x: memref<16x8xf32>, %y: memref<8x12xf32>, %z: memref<16x12xf32>):
            %zero = arith.constant 0.0 : f32
            affine.store %zero, %z[%vi, %vj] : memref<16x12xf32>
            te.yield
          } do {
          ^bb0(%vi: index, %vj: index, %vk: index, %x: memref<16x8xf32>, %y: memref<8x12xf32>, %z: memref<16x12xf32>):
            %0 = affine.load %x[%vi, %vk] : memref<16x8xf32>
            %1 = affine.load %y[%vk, %vj] : memref<8x12xf32>
            %2 = arith.mulf %0, %1 : f32
            %3 = affine.load %z[%vi, %vj] : memref<16x12xf32>
            %4 = arith.addf %3, %2 : f32
            affine.store %4, %z[%vi, %vj] : memref<16x12xf32>
            te.yield
          }
        }
      }
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %c = schedule.get_block "C" in %root
    %i, %j, %k = schedule.get_loops of %c
    %f = schedule.fuse %j, %k
    transform.yield
  }
}
