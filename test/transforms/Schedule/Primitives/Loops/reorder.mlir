// RUN: tvm-opt %s --transform-interpreter --split-input-file | FileCheck %s

// A reduction goes outwards: values are combined in any order.
module attributes {transform.with_named_sequence} {
  // CHECK: affine.for %[[K:.*]] = 0 to 8 {
  // CHECK-NEXT: affine.for %[[I:.*]] = 0 to 16 {
  // CHECK-NEXT: affine.for %[[J:.*]] = 0 to 12 {
  // CHECK-NEXT: te.block "C" {{.*}}(%[[I]], %[[J]], %[[K]])
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
    transform.yield
  }
}

// -----

// A transposed read of what is written at another place.
module attributes {transform.with_named_sequence} {
  // CHECK: affine.for %[[J:.*]] = 0 to 8 {
  // CHECK-NEXT: affine.for %[[I:.*]] = 0 to 8 {
  // CHECK-NEXT: te.block "C" {{.*}}(%[[I]], %[[J]])
  func.func @nest(%x: memref<16x16xf32>) {
    affine.for %i = 0 to 8 {
      affine.for %j = 0 to 8 {
        te.block "C" [false, false] affine_map<(i, j) -> (i, j)>(%i, %j) captures(%x : memref<16x16xf32>) do {
        ^bb0(%v: index, %w: index, %m: memref<16x16xf32>):
          %0 = affine.load %m[%w, %v + 8] : memref<16x16xf32>
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
    schedule.reorder %j, %i
    transform.yield
  }
}

// -----

// A dependence that both orders keep.
module attributes {transform.with_named_sequence} {
  // CHECK: te.block "C" {{.*}}
  func.func @nest(%x: memref<16x16xf32>) {
    affine.for %i = 0 to 8 {
      affine.for %j = 0 to 8 {
        te.block "C" [false, false] affine_map<(i, j) -> (i, j)>(%i, %j) captures(%x : memref<16x16xf32>) do {
        ^bb0(%v: index, %w: index, %m: memref<16x16xf32>):
          %0 = affine.load %m[%v, %w] : memref<16x16xf32>
          %1 = arith.addf %0, %0 : f32
          affine.store %1, %m[%v + 1, %w + 1] : memref<16x16xf32>
          te.yield
        }
      }
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %c = schedule.get_block "C" in %root
    %i, %j = schedule.get_loops of %c
    schedule.reorder %j, %i
    transform.yield
  }
}

// -----

// A parallel loop stays independent inside of another one.
module attributes {transform.with_named_sequence} {
  // CHECK: affine.for
  // CHECK-NEXT: affine.for
  // CHECK: } {te.kind = "parallel"}
  // CHECK-NEXT: }
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
    schedule.parallel %i
    schedule.reorder %j, %i
    transform.yield
  }
}
