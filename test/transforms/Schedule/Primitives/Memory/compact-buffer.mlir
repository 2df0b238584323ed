// RUN: tvm-opt %s -split-input-file --schedule-apply | FileCheck %s

// A row at a time, in each iteration.
// CHECK-LABEL: @rows
// CHECK-NOT: memref.alloc()
// CHECK: affine.for %[[H:.*]] = 0 to 8 {
// CHECK: %[[A:.*]] = memref.alloca() {alignment = 64 : i64} : memref<1x16xf32>
// CHECK: te.block "A" {{.*}} captures(%{{.*}}, %[[A]], %[[H0:.*]], %[[I0:.*]] : memref<8x16xf32>, memref<1x16xf32>, index, index)
// CHECK: affine.store %{{.*}}, %{{.*}}[%{{.*}} - %{{.*}}, %{{.*}} - %{{.*}}] : memref<1x16xf32>
// CHECK: te.block "B" {{.*}} captures(%[[A]]
// CHECK: affine.load {{.*}} : memref<1x16xf32>
module attributes {transform.with_named_sequence} {
  func.func @rows(%x: memref<8x16xf32>, %y: memref<8x16xf32>) {
    %a = memref.alloc() : memref<8x16xf32>
    affine.for %h = 0 to 8 {
      affine.for %i = 0 to 16 {
        te.block "A" [false, false] affine_map<(h, i) -> (h, i)>(%h, %i) captures(%x, %a : memref<8x16xf32>, memref<8x16xf32>) do {
        ^bb0(%v: index, %w: index, %s: memref<8x16xf32>, %t: memref<8x16xf32>):
          %0 = affine.load %s[%v, %w] : memref<8x16xf32>
          %1 = arith.negf %0 : f32
          affine.store %1, %t[%v, %w] : memref<8x16xf32>
          te.yield
        }
      }
      affine.for %i = 0 to 16 {
        te.block "B" [false, false] affine_map<(h, i) -> (h, i)>(%h, %i) captures(%a, %y : memref<8x16xf32>, memref<8x16xf32>) do {
        ^bb0(%v: index, %w: index, %s: memref<8x16xf32>, %t: memref<8x16xf32>):
          %0 = affine.load %s[%v, %w] : memref<8x16xf32>
          %1 = arith.negf %0 : f32
          affine.store %1, %t[%v, %w] : memref<8x16xf32>
          te.yield
        }
      }
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %a = schedule.get_block "A" in %root
    %h, %i = schedule.get_loops of %a
    schedule.compact_buffer %a at %h
    transform.yield
  }
}

// -----

// On threads, and after a split: four rows at a time.
// CHECK-LABEL: @tiles
// CHECK: affine.for %{{.*}} = 0 to 2 {
// CHECK: memref.alloca() {alignment = 64 : i64} : memref<4x16xf32>
// CHECK: te.kind = "parallel"
module attributes {transform.with_named_sequence} {
  func.func @tiles(%x: memref<8x16xf32>, %y: memref<8x16xf32>) {
    %a = memref.alloc() : memref<8x16xf32>
    affine.for %h = 0 to 8 {
      affine.for %i = 0 to 16 {
        te.block "A" [false, false] affine_map<(h, i) -> (h, i)>(%h, %i) captures(%x, %a : memref<8x16xf32>, memref<8x16xf32>) do {
        ^bb0(%v: index, %w: index, %s: memref<8x16xf32>, %t: memref<8x16xf32>):
          %0 = affine.load %s[%v, %w] : memref<8x16xf32>
          %1 = arith.negf %0 : f32
          affine.store %1, %t[%v, %w] : memref<8x16xf32>
          te.yield
        }
      }
      affine.for %i = 0 to 16 {
        te.block "B" [false, false] affine_map<(h, i) -> (h, i)>(%h, %i) captures(%a, %y : memref<8x16xf32>, memref<8x16xf32>) do {
        ^bb0(%v: index, %w: index, %s: memref<8x16xf32>, %t: memref<8x16xf32>):
          %0 = affine.load %s[%v, %w] : memref<8x16xf32>
          %1 = arith.negf %0 : f32
          affine.store %1, %t[%v, %w] : memref<8x16xf32>
          te.yield
        }
      }
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %a = schedule.get_block "A" in %root
    %h, %i = schedule.get_loops of %a
    %o, %l = schedule.split %h by [0, 4]
    schedule.compact_buffer %a at %o
    schedule.parallel %o
    transform.yield
  }
}

// -----

// A block that only prefetches from the buffer prefetches from the new one.
// CHECK-LABEL: @prefetched
// CHECK: %[[A:.*]] = memref.alloca() {alignment = 64 : i64} : memref<1x16xf32>
// CHECK: te.block "B_prefetch" {{.*}} captures(%[[A]], %{{.*}}, %{{.*}} : memref<1x16xf32>, index, index)
// CHECK: affine.prefetch %{{.*}}[%{{.*}} - %{{.*}}, %{{.*}} - %{{.*}}], read, locality<3>, data : memref<1x16xf32>
// CHECK: te.block "B" {{.*}} captures(%[[A]]
module attributes {transform.with_named_sequence} {
  func.func @prefetched(%x: memref<8x16xf32>, %y: memref<8x16xf32>) {
    %a = memref.alloc() : memref<8x16xf32>
    affine.for %h = 0 to 8 {
      affine.for %i = 0 to 16 {
        te.block "A" [false, false] affine_map<(h, i) -> (h, i)>(%h, %i) captures(%x, %a : memref<8x16xf32>, memref<8x16xf32>) do {
        ^bb0(%v: index, %w: index, %s: memref<8x16xf32>, %t: memref<8x16xf32>):
          %0 = affine.load %s[%v, %w] : memref<8x16xf32>
          affine.store %0, %t[%v, %w] : memref<8x16xf32>
          te.yield
        }
      }
      affine.for %i = 0 to 16 {
        te.block "B" [false, false] affine_map<(h, i) -> (h, i)>(%h, %i) captures(%a, %y : memref<8x16xf32>, memref<8x16xf32>) do {
        ^bb0(%v: index, %w: index, %s: memref<8x16xf32>, %t: memref<8x16xf32>):
          %0 = affine.load %s[%v, %w] : memref<8x16xf32>
          affine.store %0, %t[%v, %w] : memref<8x16xf32>
          te.yield
        }
      }
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %b = schedule.get_block "B" in %root
    %h, %i = schedule.get_loops of %b
    %hint = schedule.prefetch %b, 0 at %i ahead 1
    %a = schedule.get_block "A" in %root
    schedule.compact_buffer %a at %h
    transform.yield
  }
}
