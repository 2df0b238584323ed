// RUN: tvm-opt %s --transform-interpreter --split-input-file | FileCheck %s

// A reduction writes to a buffer of its own, a second nest copies that.
module attributes {transform.with_named_sequence} {
  // CHECK: %[[NEW:.*]] = memref.alloc() : memref<16x12xf32>
  // CHECK: te.block "C" {{.*}} captures(%{{.*}}, %{{.*}}, %[[NEW]] :
  // CHECK: affine.for %{{.*}} = 0 to 16 {
  // CHECK-NEXT: affine.for %{{.*}} = 0 to 12 {
  // CHECK-NEXT: te.block "C_write" [false, false] {{.*}} captures(%[[NEW]], %{{.*}}
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
    %w = schedule.cache_write %c
    transform.yield
  }
}

// -----

// A symbolic size; loops and the predicate of a split are those of the block.
module attributes {transform.with_named_sequence} {
  // CHECK: %[[N:.*]] = memref.dim
  // CHECK: memref.alloc(%[[N]]) : memref<?xf32>
  // CHECK: te.block "C_write" {{.*}} if #
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
    %w = schedule.cache_write %c
    transform.yield
  }
}

// -----

// A loop that no axis is bound to is copied as well: it may be empty.
module attributes {transform.with_named_sequence} {
  // CHECK: te.block "C"
  // CHECK: affine.for %{{.*}} = 0 to 2 {
  // CHECK-NEXT: affine.for %{{.*}} = 0 to 4 {
  // CHECK-NEXT: te.block "C_write"
  func.func @repeated(%a: memref<8xf32>, %c: memref<4xf32>) {
    affine.for %t = 0 to 2 {
      affine.for %i = 0 to 4 {
        affine.for %k = 0 to 8 {
          te.block "C" [false, true] affine_map<(i, k) -> (i, k)>(%i, %k) captures(%a, %c : memref<8xf32>, memref<4xf32>) init {
          ^bb0(%v: index, %w: index, %x: memref<8xf32>, %y: memref<4xf32>):
            %zero = arith.constant 0.0 : f32
            affine.store %zero, %y[%v] : memref<4xf32>
            te.yield
          } do {
          ^bb0(%v: index, %w: index, %x: memref<8xf32>, %y: memref<4xf32>):
            %0 = affine.load %x[%w] : memref<8xf32>
            %1 = affine.load %y[%v] : memref<4xf32>
            %2 = arith.addf %1, %0 : f32
            affine.store %2, %y[%v] : memref<4xf32>
            te.yield
          }
        }
      }
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %c = schedule.get_block "C" in %root
    %w = schedule.cache_write %c
    transform.yield
  }
}

// -----

// Another block of the nest uses other elements, and these before they are
// written.
module attributes {transform.with_named_sequence} {
  // CHECK-LABEL: func.func @others(
  // CHECK-SAME: %{{.*}}: memref<16xf32>, %[[B:.*]]: memref<16xf32>)
  // CHECK: %[[NEW:.*]] = memref.alloc() : memref<16xf32>
  // CHECK: te.block "A" {{.*}} captures(%{{.*}}, %[[B]] :
  // CHECK: te.block "C" {{.*}} captures(%{{.*}}, %[[NEW]] :
  // CHECK: te.block "C_write" {{.*}} captures(%[[NEW]], %[[B]] :
  func.func @others(%a: memref<16xf32>, %b: memref<16xf32>) {
    affine.for %i = 0 to 8 {
      te.block "A" [false] affine_map<(i) -> (i)>(%i) captures(%a, %b : memref<16xf32>, memref<16xf32>) do {
      ^bb0(%v: index, %x: memref<16xf32>, %y: memref<16xf32>):
        %0 = affine.load %y[%v + 8] : memref<16xf32>
        %1 = affine.load %y[%v + 1] : memref<16xf32>
        %2 = arith.addf %0, %1 : f32
        affine.store %2, %x[%v] : memref<16xf32>
        te.yield
      }
      te.block "C" [false] affine_map<(i) -> (i)>(%i) captures(%a, %b : memref<16xf32>, memref<16xf32>) do {
      ^bb0(%v: index, %x: memref<16xf32>, %y: memref<16xf32>):
        %0 = affine.load %x[%v] : memref<16xf32>
        affine.store %0, %y[%v] : memref<16xf32>
        te.yield
      }
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %c = schedule.get_block "C" in %root
    %w = schedule.cache_write %c
    transform.yield
  }
}

// -----

// To a view with an offset and strides; the new buffer has none.
module attributes {transform.with_named_sequence} {
  // CHECK-LABEL: func.func @view(
  // CHECK-SAME: %[[B:[a-z0-9]+]]: memref<?x4xf32, strided<[?, 1], offset: ?>>, %{{.*}}: index)
  // CHECK: %[[N:.*]] = memref.dim %[[B]]
  // CHECK: %[[NEW:.*]] = memref.alloc(%[[N]]) : memref<?x4xf32>
  // CHECK: te.block "C" {{.*}} captures(%{{.*}}, %[[NEW]] : memref<?x4xf32>, memref<?x4xf32>)
  // CHECK: affine.store %{{.*}} : memref<?x4xf32>
  // CHECK: te.block "C_write" {{.*}} captures(%[[NEW]], %[[B]] :
  func.func @view(%a: memref<?x4xf32>, %b: memref<?x4xf32, strided<[?, 1], offset: ?>>, %n: index) {
    affine.for %i = 0 to %n {
      affine.for %j = 0 to 4 {
        te.block "C" [false, false] affine_map<(i, j) -> (i, j)>(%i, %j) captures(%a, %b : memref<?x4xf32>, memref<?x4xf32, strided<[?, 1], offset: ?>>) do {
        ^bb0(%v: index, %w: index, %x: memref<?x4xf32>, %y: memref<?x4xf32, strided<[?, 1], offset: ?>>):
          %0 = affine.load %x[%v, %w] : memref<?x4xf32>
          affine.store %0, %y[%v, %w] : memref<?x4xf32, strided<[?, 1], offset: ?>>
          te.yield
        }
      }
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %c = schedule.get_block "C" in %root
    %w = schedule.cache_write %c
    transform.yield
  }
}

// -----

// Several results: a buffer each, one block copies all of them.
module attributes {transform.with_named_sequence} {
  // CHECK-LABEL: func.func @both(
  // CHECK-SAME: %{{.*}}: memref<8xf32>, %[[B:.*]]: memref<8xf32>, %[[C:.*]]: memref<8xi64>)
  // CHECK: %[[NB:.*]] = memref.alloc() : memref<8xf32>
  // CHECK: %[[NC:.*]] = memref.alloc() : memref<8xi64>
  // CHECK: te.block "A" {{.*}} captures(%{{.*}}, %[[NB]], %[[NC]] :
  // CHECK: te.block "A_write" {{.*}} captures(%[[NB]], %[[NC]], %[[B]], %[[C]] :
  // CHECK: %[[V0:.*]] = affine.load %[[X0:.*]][
  // CHECK-NEXT: affine.store %[[V0]], {{.*}} : memref<8xf32>
  // CHECK-NEXT: %[[V1:.*]] = affine.load
  // CHECK-NEXT: affine.store %[[V1]], {{.*}} : memref<8xi64>
  func.func @both(%a: memref<8xf32>, %b: memref<8xf32>, %c: memref<8xi64>) {
    affine.for %i = 0 to 8 {
      te.block "A" [false] affine_map<(i) -> (i)>(%i) captures(%a, %b, %c : memref<8xf32>, memref<8xf32>, memref<8xi64>) do {
      ^bb0(%v: index, %x: memref<8xf32>, %y: memref<8xf32>, %z: memref<8xi64>):
        %0 = affine.load %x[%v] : memref<8xf32>
        %1 = arith.index_cast %v : index to i64
        affine.store %0, %y[%v] : memref<8xf32>
        affine.store %1, %z[%v] : memref<8xi64>
        te.yield
      }
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %a = schedule.get_block "A" in %root
    %w = schedule.cache_write %a
    transform.yield
  }
}
