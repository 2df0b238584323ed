// RUN: tvm-opt %s -split-input-file --schedule-apply | FileCheck %s

// Four at a time of an unknown number of elements: what is copied is guarded,
// and so is the result; what is computed between them is not.
// CHECK-LABEL: @tile
// CHECK: te.block "A_read" {{.*}} if #
// CHECK: te.block "A" [false] #{{[a-z0-9]+}}(%{{[0-9]+}}, %{{[a-z0-9]+}}) captures(
// CHECK: te.block "B" {{.*}} if #
module attributes {transform.with_named_sequence} {
  func.func @tile(%x: memref<?xf32>, %y: memref<?xf32>) {
    %c0 = arith.constant 0 : index
    %n = memref.dim %y, %c0 : memref<?xf32>
    %a = memref.alloc(%n) : memref<?xf32>
    affine.for %i = 0 to %n {
      te.block "A" [false] affine_map<(i) -> (i)>(%i) captures(%x, %a : memref<?xf32>, memref<?xf32>) do {
      ^bb0(%v: index, %s: memref<?xf32>, %t: memref<?xf32>):
        %0 = affine.load %s[%v] : memref<?xf32>
        %1 = arith.negf %0 : f32
        affine.store %1, %t[%v] : memref<?xf32>
        te.yield
      }
    }
    affine.for %i = 0 to %n {
      te.block "B" [false] affine_map<(i) -> (i)>(%i) captures(%a, %y : memref<?xf32>, memref<?xf32>) do {
      ^bb0(%v: index, %s: memref<?xf32>, %t: memref<?xf32>):
        %0 = affine.load %s[%v] : memref<?xf32>
        %1 = arith.negf %0 : f32
        affine.store %1, %t[%v] : memref<?xf32>
        te.yield
      }
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %a = schedule.get_block "A" in %root
    %b = schedule.get_block "B" in %root
    %i = schedule.get_loops of %b
    %io, %il = schedule.split %i by [0, 4]
    %c = schedule.compute_at %a, %io
    %r = schedule.cache_read %c, 0 at %io
    schedule.drop_predicate %c
    transform.yield
  }
}

// -----

// A sum: it begins with zero everywhere.
// CHECK-LABEL: @sum
// CHECK: te.block "A_read" {{.*}} if #
// CHECK: te.block "A" [false, true] #{{[a-z0-9]+}}(%{{[0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}) captures({{.*}}) init {
// CHECK: te.block "B" {{.*}} if #
module attributes {transform.with_named_sequence} {
  func.func @sum(%x: memref<10x8xf32>, %y: memref<10xf32>) {
    %a = memref.alloc() : memref<10xf32>
    affine.for %i = 0 to 10 {
      affine.for %k = 0 to 8 {
        te.block "A" [false, true] affine_map<(i, k) -> (i, k)>(%i, %k) captures(%x, %a : memref<10x8xf32>, memref<10xf32>) init {
        ^bb0(%v: index, %w: index, %s: memref<10x8xf32>, %t: memref<10xf32>):
          %0 = arith.constant 0.0 : f32
          affine.store %0, %t[%v] : memref<10xf32>
          te.yield
        } do {
        ^bb0(%v: index, %w: index, %s: memref<10x8xf32>, %t: memref<10xf32>):
          %0 = affine.load %s[%v, %w] : memref<10x8xf32>
          %1 = affine.load %t[%v] : memref<10xf32>
          %2 = arith.addf %1, %0 : f32
          affine.store %2, %t[%v] : memref<10xf32>
          te.yield
        }
      }
    }
    affine.for %i = 0 to 10 {
      te.block "B" [false] affine_map<(i) -> (i)>(%i) captures(%a, %y : memref<10xf32>, memref<10xf32>) do {
      ^bb0(%v: index, %s: memref<10xf32>, %t: memref<10xf32>):
        %0 = affine.load %s[%v] : memref<10xf32>
        affine.store %0, %t[%v] : memref<10xf32>
        te.yield
      }
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %a = schedule.get_block "A" in %root
    %b = schedule.get_block "B" in %root
    %i = schedule.get_loops of %b
    %io, %il = schedule.split %i by [0, 4]
    %c = schedule.compute_at %a, %io
    %r = schedule.cache_read %c, 0 at %io
    schedule.drop_predicate %c
    transform.yield
  }
}
