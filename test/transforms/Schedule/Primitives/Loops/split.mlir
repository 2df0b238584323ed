// RUN: tvm-opt %s --transform-interpreter --split-input-file | FileCheck %s

// Factors that divide: no predicate. The old handle is the innermost loop.
module attributes {transform.with_named_sequence} {
  // CHECK: #[[MAP:.*]] = affine_map<(d0, d1) -> (d0 * 4 + d1)>
  // CHECK: affine.for %[[O:.*]] = 0 to 3 {
  // CHECK-NEXT: affine.for %[[L:.*]] = 0 to 4 {
  // CHECK-NEXT: te.block "C" [false] #[[MAP]](%[[O]], %[[L]]) captures
  // CHECK: te.kind = "unrolled"
  func.func @copy(%a: memref<12xf32>, %b: memref<12xf32>) {
    affine.for %i = 0 to 12 {
      te.block "C" [false] affine_map<(i) -> (i)>(%i) captures(%a, %b : memref<12xf32>, memref<12xf32>) do {
      ^bb0(%v: index, %x: memref<12xf32>, %y: memref<12xf32>):
        %0 = affine.load %x[%v] : memref<12xf32>
        affine.store %0, %y[%v] : memref<12xf32>
        te.yield
      }
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %c = schedule.get_block "C" in %root
    %i = schedule.get_loops of %c
    %o, %l = schedule.split %i by [0, 4]
    schedule.unroll %i
    transform.yield
  }
}

// -----

// Factors that do not divide: a predicate.
module attributes {transform.with_named_sequence} {
  // CHECK: #[[SET:.*]] = affine_set<(d0, d1) : (-(d0 * 4 + d1) + 9 >= 0)>
  // CHECK: affine.for %{{.*}} = 0 to 3 {
  // CHECK-NEXT: affine.for %{{.*}} = 0 to 4 {
  // CHECK-NEXT: te.block "C" {{.*}} if #[[SET]]
  func.func @copy(%a: memref<10xf32>, %b: memref<10xf32>) {
    affine.for %i = 0 to 10 {
      te.block "C" [false] affine_map<(i) -> (i)>(%i) captures(%a, %b : memref<10xf32>, memref<10xf32>) do {
      ^bb0(%v: index, %x: memref<10xf32>, %y: memref<10xf32>):
        %0 = affine.load %x[%v] : memref<10xf32>
        affine.store %0, %y[%v] : memref<10xf32>
        te.yield
      }
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %c = schedule.get_block "C" in %root
    %i = schedule.get_loops of %c
    %o, %l = schedule.split %i by [0, 4]
    transform.yield
  }
}

// -----

// An inferred factor in the middle, the product exceeds the trip count.
module attributes {transform.with_named_sequence} {
  // CHECK: affine_map<(d0, d1, d2) -> (d0 * 6 + d1 * 3 + d2)>
  // CHECK: affine.for %{{.*}} = 0 to 2 {
  // CHECK-NEXT: affine.for %{{.*}} = 0 to 2 {
  // CHECK-NEXT: affine.for %{{.*}} = 0 to 3 {
  func.func @copy(%a: memref<10xf32>, %b: memref<10xf32>) {
    affine.for %i = 0 to 10 {
      te.block "C" [false] affine_map<(i) -> (i)>(%i) captures(%a, %b : memref<10xf32>, memref<10xf32>) do {
      ^bb0(%v: index, %x: memref<10xf32>, %y: memref<10xf32>):
        %0 = affine.load %x[%v] : memref<10xf32>
        affine.store %0, %y[%v] : memref<10xf32>
        te.yield
      }
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %c = schedule.get_block "C" in %root
    %i = schedule.get_loops of %c
    %o, %m, %l = schedule.split %i by [2, 0, 3]
    transform.yield
  }
}

// -----

// A symbolic trip count: the outer loop has the quotient, rounded up.
module attributes {transform.with_named_sequence} {
  // CHECK: #[[CEIL:.*]] = affine_map<()[s0] -> (s0 ceildiv 4)>
  // CHECK: affine_set<(d0, d1)[s0] : (-(d0 * 4 + d1) + s0 - 1 >= 0)>
  // CHECK: affine.for %{{.*}} = 0 to #[[CEIL]]()[%{{.*}}] {
  // CHECK-NEXT: affine.for %{{.*}} = 0 to 4 {
  func.func @symbolic(%a: memref<?xf32>, %b: memref<?xf32>, %n: index) {
    affine.for %i = 0 to %n {
      te.block "C" [false] affine_map<(i) -> (i)>(%i) captures(%a, %b : memref<?xf32>, memref<?xf32>) do {
      ^bb0(%v: index, %x: memref<?xf32>, %y: memref<?xf32>):
        %0 = affine.load %x[%v] : memref<?xf32>
        affine.store %0, %y[%v] : memref<?xf32>
        te.yield
      }
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %c = schedule.get_block "C" in %root
    %i = schedule.get_loops of %c
    %o, %l = schedule.split %i by [0, 4]
    transform.yield
  }
}

// -----

// After fuse: axes are quotients and remainders of two variables.
module attributes {transform.with_named_sequence} {
  // CHECK: affine_map<(d0, d1) -> (d0 * 2 + d1 floordiv 8, d1 mod 8)>
  // CHECK: affine.for %{{.*}} = 0 to 4 {
  // CHECK-NEXT: affine.for %{{.*}} = 0 to 16 {
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
    %o, %l = schedule.split %f by [0, 16]
    transform.yield
  }
}

// -----

// Numbers from parameters.
module attributes {transform.with_named_sequence} {
  // CHECK: affine.for %{{.*}} = 0 to 3 {
  // CHECK-NEXT: affine.for %{{.*}} = 0 to 4 {
  func.func @copy(%a: memref<12xf32>, %b: memref<12xf32>) {
    affine.for %i = 0 to 12 {
      te.block "C" [false] affine_map<(i) -> (i)>(%i) captures(%a, %b : memref<12xf32>, memref<12xf32>) do {
      ^bb0(%v: index, %x: memref<12xf32>, %y: memref<12xf32>):
        %0 = affine.load %x[%v] : memref<12xf32>
        affine.store %0, %y[%v] : memref<12xf32>
        te.yield
      }
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %c = schedule.get_block "C" in %root
    %i = schedule.get_loops of %c
    %four = transform.param.constant 4 : i64 -> !transform.param<i64>
    %o, %l = schedule.split %i by [0, %four]
    transform.yield
  }
}

// -----

// Nothing runs: the outer loop is empty, without a predicate.
module attributes {transform.with_named_sequence} {
  // CHECK-NOT: affine_set
  // CHECK: affine.for %{{.*}} = 0 to 0 {
  // CHECK-NEXT: affine.for %{{.*}} = 0 to 2 {
  func.func @copy(%a: memref<0xf32>, %b: memref<0xf32>) {
    affine.for %i = 0 to 0 {
      te.block "C" [false] affine_map<(i) -> (i)>(%i) captures(%a, %b : memref<0xf32>, memref<0xf32>) do {
      ^bb0(%v: index, %x: memref<0xf32>, %y: memref<0xf32>):
        %0 = affine.load %x[%v] : memref<0xf32>
        affine.store %0, %y[%v] : memref<0xf32>
        te.yield
      }
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %c = schedule.get_block "C" in %root
    %i = schedule.get_loops of %c
    %o, %l = schedule.split %i by [2, 2]
    transform.yield
  }
}

// -----

// Bounds of loops inside that depend on the variable follow, lower ones too.
module attributes {transform.with_named_sequence} {
  // CHECK-DAG: #[[LOW:.*]] = affine_map<(d0, d1) -> (d0 * 4 + d1)>
  // CHECK-DAG: #[[HIGH:.*]] = affine_map<(d0, d1) -> (d0 * 4 + d1 + 1)>
  // CHECK: affine.for %[[O:.*]] = 0 to 2 {
  // CHECK-NEXT: affine.for %[[L:.*]] = 0 to 4 {
  // CHECK-NEXT: affine.for %{{.*}} = #[[LOW]](%[[O]], %[[L]]) to #[[HIGH]](%[[O]], %[[L]]) {
  func.func @triangle(%x: memref<8x8xf32>) {
    affine.for %i = 0 to 8 {
      affine.for %j = affine_map<(i) -> (i)>(%i) to affine_map<(i) -> (i + 1)>(%i) {
        te.block "C" [false, false] affine_map<(i, j) -> (i, j)>(%i, %j) captures(%x : memref<8x8xf32>) do {
        ^bb0(%v: index, %w: index, %m: memref<8x8xf32>):
          %0 = arith.constant 1.0 : f32
          affine.store %0, %m[%v, %w] : memref<8x8xf32>
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
    transform.yield
  }
}

// -----

// Other uses of the variable take its value.
module attributes {transform.with_named_sequence} {
  // CHECK: %[[I:.*]] = affine.apply #{{.*}}(%{{.*}}, %{{.*}})
  // CHECK-NEXT: memref.store %[[I]], %{{.*}}[%[[I]]]
  func.func @other(%x: memref<8xindex>) {
    affine.for %i = 0 to 8 {
      memref.store %i, %x[%i] : memref<8xindex>
      te.block "C" [false] affine_map<(i) -> (i)>(%i) captures() do {
      ^bb0(%v: index):
        te.yield
      }
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %c = schedule.get_block "C" in %root
    %i = schedule.get_loops of %c
    %o, %l = schedule.split %i by [0, 4]
    transform.yield
  }
}
