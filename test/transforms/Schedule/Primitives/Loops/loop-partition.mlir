// RUN: tvm-opt %s --transform-interpreter --split-input-file | FileCheck %s
// RUN: tvm-opt %s --transform-interpreter --canonicalize --split-input-file | FileCheck %s --check-prefix=CANONICAL

// The iterations that do not fill a tile of 4 get their own loop and block.
module attributes {transform.with_named_sequence} {
  // CHECK: #[[REST:.*]] = affine_map<(d0) -> (d0 + 8)>
  // CHECK: affine.for %{{.*}} = 0 to 8 {
  // CHECK: te.block "C"
  // CHECK: affine.for %{{.*}} = 0 to 2 {
  // CHECK-NEXT: te.block "C_1" [false] #[[REST]]
  // CHECK: te.kind = "unrolled"
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
    %r = schedule.loop_partition %i by 4
    schedule.unroll %r
    transform.yield
  }
}

// -----

// A trip count that is a multiple: no rest.
module attributes {transform.with_named_sequence} {
  // CHECK: affine.for %{{.*}} = 0 to 8 {
  // CHECK-NOT: affine.for
  func.func @copy(%a: memref<8xf32>, %b: memref<8xf32>) {
    affine.for %i = 0 to 8 {
      te.block "C" [false] affine_map<(i) -> (i)>(%i) captures(%a, %b : memref<8xf32>, memref<8xf32>) do {
      ^bb0(%v: index, %x: memref<8xf32>, %y: memref<8xf32>):
        %0 = affine.load %x[%v] : memref<8xf32>
        affine.store %0, %y[%v] : memref<8xf32>
        te.yield
      }
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %c = schedule.get_block "C" in %root
    %i = schedule.get_loops of %c
    %r = schedule.loop_partition %i by 4
    transform.yield
  }
}

// -----

// A symbolic trip count.
module attributes {transform.with_named_sequence} {
  // CHECK: affine_map<()[s0] -> ((s0 floordiv 4) * 4)>
  // CHECK: affine_map<()[s0] -> (s0 mod 4)>
  // CHECK: affine_map<(d0)[s0] -> (d0 + (s0 floordiv 4) * 4)>
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
    %r = schedule.loop_partition %i by 4
    transform.yield
  }
}

// -----

// A reduction goes on in the rest: its initialisation stays with the first nest.
module attributes {transform.with_named_sequence} {
  // CHECK: affine.for %{{.*}} = 0 to 6 {
  // CHECK: te.block "C" {{.*}} init {
  // CHECK: affine.for %{{.*}} = 0 to 2 {
  // CHECK: te.block "C_1"
  // CHECK-NOT: init
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
    %r = schedule.loop_partition %k by 3
    transform.yield
  }
}

// -----

// A spatial loop in a reduction: both nests initialise elements of their own.
module attributes {transform.with_named_sequence} {
  // CHECK: affine.for %{{.*}} = 0 to 10 {
  // CHECK: te.block "C" {{.*}} init {
  // CHECK: affine.for %{{.*}} = 0 to 2 {
  // CHECK: te.block "C_1" {{.*}} init {
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
    schedule.reorder %k, %i, %j
    %r = schedule.loop_partition %j by 5
    transform.yield
  }
}

// -----

// A bound that depends on a loop: the rest stays one behind canonicalisation,
// which takes `(i + 1) mod 2` for 1.
module attributes {transform.with_named_sequence} {
  // CHECK: #[[FULL:.*]] = affine_map<(d0) -> (((d0 + 1) floordiv 2) * 2)>
  // CHECK: #[[REST:.*]] = affine_map<(d0) -> (d0 - ((d0 + 1) floordiv 2) * 2 + 1)>
  // CHECK: affine.for %[[I:.*]] = 0 to 3 {
  // CHECK: affine.for %{{.*}} = 0 to #[[FULL]](%[[I]]) {
  // CHECK: affine.for %{{.*}} = 0 to #[[REST]](%[[I]]) {
  // CANONICAL-LABEL: func.func @triangle(
  // CANONICAL: affine.for %[[I:.*]] = 0 to 3 {
  // CANONICAL: affine.for %{{.*}} = 0 to #{{.*}}(%[[I]]) {
  // CANONICAL: affine.for %{{.*}} = 0 to #{{.*}}(%[[I]]) {
  func.func @triangle(%a: memref<3x3xf32>, %b: memref<3x3xf32>) {
    affine.for %i = 0 to 3 {
      affine.for %j = 0 to affine_map<(d0) -> (d0 + 1)>(%i) {
        te.block "C" [false, false] affine_map<(i, j) -> (i, j)>(%i, %j) captures(%a, %b : memref<3x3xf32>, memref<3x3xf32>) do {
        ^bb0(%v: index, %w: index, %x: memref<3x3xf32>, %y: memref<3x3xf32>):
          %0 = affine.load %x[%v, %w] : memref<3x3xf32>
          affine.store %0, %y[%v, %w] : memref<3x3xf32>
          te.yield
        }
      }
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %c = schedule.get_block "C" in %root
    %i, %j = schedule.get_loops of %c
    %r = schedule.loop_partition %j by 2
    transform.yield
  }
}

// -----

// A bound below zero: there is no rest of it.
module attributes {transform.with_named_sequence} {
  // CHECK-LABEL: func.func @below_zero(
  // CHECK: affine.for %{{.*}} = 0 to min #{{.*}}
  // CANONICAL-LABEL: func.func @below_zero(
  // CANONICAL: affine.for %{{.*}} = 0 to min
  func.func @below_zero(%a: memref<8x8xf32>, %b: memref<8x8xf32>) {
    affine.for %i = 0 to 8 {
      affine.for %j = 0 to affine_map<(d0) -> (d0 - 3)>(%i) {
        te.block "C" [false, false] affine_map<(i, j) -> (i, j)>(%i, %j) captures(%a, %b : memref<8x8xf32>, memref<8x8xf32>) do {
        ^bb0(%v: index, %w: index, %x: memref<8x8xf32>, %y: memref<8x8xf32>):
          %0 = affine.load %x[%v, %w] : memref<8x8xf32>
          affine.store %0, %y[%v, %w] : memref<8x8xf32>
          te.yield
        }
      }
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %c = schedule.get_block "C" in %root
    %i, %j = schedule.get_loops of %c
    %r = schedule.loop_partition %j by 4
    transform.yield
  }
}

// -----

// Into loops of given extents: 0 is what is left.
module attributes {transform.with_named_sequence} {
  // CHECK-DAG: #[[$FROM1:.*]] = affine_map<(d0) -> (d0 + 1)>
  // CHECK-DAG: #[[$FROM8:.*]] = affine_map<(d0) -> (d0 + 8)>
  // CHECK-LABEL: func.func @borders(
  // CHECK: affine.for %{{.*}} = 0 to 1 {
  // CHECK-NEXT: te.block "C" [false] #
  // CHECK: affine.for %{{.*}} = 0 to 7 {
  // CHECK-NEXT: te.block "C_1" [false] #[[$FROM1]]
  // CHECK: affine.for %{{.*}} = 0 to 2 {
  // CHECK-NEXT: te.block "C_2" [false] #[[$FROM8]]
  // CHECK: te.kind = "unrolled"
  func.func @borders(%a: memref<10xf32>, %b: memref<10xf32>) {
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
    %inside, %last = schedule.loop_partition %i into [1, 0, 2]
    schedule.unroll %last
    transform.yield
  }
}

// -----

// One extent: the loop stays as it is.
module attributes {transform.with_named_sequence} {
  // CHECK-LABEL: func.func @one_part(
  // CHECK: affine.for %{{.*}} = 0 to 10 {
  // CHECK-NOT: affine.for
  func.func @one_part(%a: memref<10xf32>, %b: memref<10xf32>) {
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
    schedule.loop_partition %i into [0]
    transform.yield
  }
}

// -----

// A reduction goes on in all parts: its initialisation stays with the first.
module attributes {transform.with_named_sequence} {
  // CHECK-LABEL: func.func @sums(
  // CHECK: affine.for %{{.*}} = 0 to 3 {
  // CHECK: te.block "B" {{.*}} init {
  // CHECK: affine.for %{{.*}} = 0 to 4 {
  // CHECK: te.block "B_1"
  // CHECK-NOT: init
  // CHECK: affine.for %{{.*}} = 0 to 1 {
  // CHECK: te.block "B_2"
  // CHECK-NOT: init
  func.func @sums(%a: memref<4x8xf32>, %b: memref<4xf32>) {
    affine.for %i = 0 to 4 {
      affine.for %k = 0 to 8 {
        te.block "B" [false, true] affine_map<(i, k) -> (i, k)>(%i, %k) captures(%a, %b : memref<4x8xf32>, memref<4xf32>) init {
        ^bb0(%v: index, %r: index, %x: memref<4x8xf32>, %y: memref<4xf32>):
          %zero = arith.constant 0.0 : f32
          affine.store %zero, %y[%v] : memref<4xf32>
          te.yield
        } do {
        ^bb0(%v: index, %r: index, %x: memref<4x8xf32>, %y: memref<4xf32>):
          %0 = affine.load %x[%v, %r] : memref<4x8xf32>
          %1 = affine.load %y[%v] : memref<4xf32>
          %2 = arith.addf %1, %0 : f32
          affine.store %2, %y[%v] : memref<4xf32>
          te.yield
        }
      }
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %b = schedule.get_block "B" in %root
    %i, %k = schedule.get_loops of %b
    %c, %d = schedule.loop_partition %k into [3, 4, 1]
    transform.yield
  }
}
