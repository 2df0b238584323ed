// RUN: tvm-opt %s -split-input-file --schedule-apply | FileCheck %s

// Two of three rows stay: from the second iteration on only the third one is
// computed, in the place of the one that is not needed any more.
// CHECK-LABEL: @stencil
// CHECK: %[[T:.*]] = memref.alloca() : memref<3x4xf32>
// CHECK-NEXT: affine.for %[[I:.*]] = 0 to 8 {
// CHECK: te.block "A"
// CHECK-SAME: if
// CHECK: affine.store %{{.*}}[{{.*}} mod 3, {{.*}}] : memref<3x4xf32>
// CHECK: te.block "B"
// CHECK: affine.load %{{.*}}[{{.*}} mod 3, {{.*}}] : memref<3x4xf32>
// CHECK: affine.load %{{.*}}[{{.*}} + 2) floordiv 3) * 3 + 2, {{.*}}] : memref<3x4xf32>
module attributes {transform.with_named_sequence} {
  func.func @stencil(%a: memref<10x4xf32>, %b: memref<8x4xf32>) {
    %t = memref.alloc() : memref<10x4xf32>
    affine.for %i = 0 to 10 {
      affine.for %j = 0 to 4 {
        te.block "A" [false, false] affine_map<(i, j) -> (i, j)>(%i, %j) captures(%a, %t : memref<10x4xf32>, memref<10x4xf32>) do {
        ^bb0(%v: index, %w: index, %x: memref<10x4xf32>, %y: memref<10x4xf32>):
          %0 = affine.load %x[%v, %w] : memref<10x4xf32>
          %1 = math.exp %0 : f32
          affine.store %1, %y[%v, %w] : memref<10x4xf32>
          te.yield
        }
      }
    }
    affine.for %i = 0 to 8 {
      affine.for %j = 0 to 4 {
        te.block "B" [false, false] affine_map<(i, j) -> (i, j)>(%i, %j) captures(%t, %b : memref<10x4xf32>, memref<8x4xf32>) do {
        ^bb0(%v: index, %w: index, %x: memref<10x4xf32>, %y: memref<8x4xf32>):
          %0 = affine.load %x[%v, %w] : memref<10x4xf32>
          %1 = affine.load %x[%v + 2, %w] : memref<10x4xf32>
          %2 = arith.subf %0, %1 : f32
          affine.store %2, %y[%v, %w] : memref<8x4xf32>
          te.yield
        }
      }
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %a = schedule.get_block "A" in %root
    %b = schedule.get_block "B" in %root
    %i, %j = schedule.get_loops of %b
    %c = schedule.compute_at %a, %i
    schedule.rolling_buffer %c
    transform.yield
  }
}

// -----

// Its operand changes in the loop, behind the last use.
module attributes {transform.with_named_sequence} {
  // CHECK-LABEL: func.func @behind
  // CHECK: memref.alloca() : memref<3xf32>
  // CHECK-NEXT: affine.for %{{.*}} = 0 to 8 {
  func.func @behind(%a: memref<10xf32>, %b: memref<8xf32>) {
    affine.for %i = 0 to 8 {
      %t = memref.alloca() : memref<3xf32>
      affine.for %j = 0 to 3 {
        te.block "A" [false] affine_map<(i, j) -> (i + j)>(%i, %j) captures(%a, %t, %i : memref<10xf32>, memref<3xf32>, index) do {
        ^bb0(%v: index, %x: memref<10xf32>, %y: memref<3xf32>, %base: index):
          %0 = affine.load %x[%v] : memref<10xf32>
          affine.store %0, %y[%v - %base] : memref<3xf32>
          te.yield
        }
      }
      te.block "B" [false] affine_map<(i) -> (i)>(%i) captures(%a, %t, %b : memref<10xf32>, memref<3xf32>, memref<8xf32>) do {
      ^bb0(%v: index, %z: memref<10xf32>, %x: memref<3xf32>, %y: memref<8xf32>):
        %0 = affine.load %x[0] : memref<3xf32>
        %1 = affine.load %x[2] : memref<3xf32>
        %2 = arith.subf %0, %1 : f32
        affine.store %2, %y[%v] : memref<8xf32>
        affine.store %2, %z[%v] : memref<10xf32>
        te.yield
      }
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %a = schedule.get_block "A" in %root
    schedule.rolling_buffer %a
    transform.yield
  }
}
