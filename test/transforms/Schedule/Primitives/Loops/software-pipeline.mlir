// RUN: tvm-opt %s -split-input-file --schedule-apply | FileCheck %s

// A row is read two iterations ahead of its use: two copies in front, three
// versions of the buffer, two uses behind. Blocks in the loop keep their names.
// CHECK-DAG: #[[$MOD0:.*]] = affine_map<(d0) -> (d0 mod 3)>
// CHECK-DAG: #[[$MOD2:.*]] = affine_map<(d0) -> ((d0 + 2) mod 3)>
// CHECK-LABEL: @f
// CHECK: %[[T:.*]] = memref.alloca() : memref<3x1x4xf32>
// CHECK: te.block "B_read_1"
// CHECK: te.block "B_read_2"
// CHECK: affine.for %[[I:.*]] = 0 to 6 {
// CHECK-DAG: %[[OLD:.*]] = affine.apply #[[$MOD0]](%[[I]])
// CHECK-DAG: %[[NEW:.*]] = affine.apply #[[$MOD2]](%[[I]])
// CHECK: affine.for %[[J:.*]] = 0 to 4 {
// CHECK-NEXT: te.block "B"
// CHECK-SAME: (%[[I]], %[[J]])
// CHECK-SAME: %[[OLD]]
// CHECK: affine.load %{{.*}} : memref<3x1x4xf32>
// CHECK: te.block "B_read"
// CHECK-SAME: %[[NEW]]
// CHECK: affine.store %{{.*}} : memref<3x1x4xf32>
// CHECK: te.block "B_1"
// CHECK: te.block "B_2"
// CHECK: return
module attributes {transform.with_named_sequence} {
  func.func @f(%a: memref<8x4xf32>, %b: memref<8x4xf32>) {
    affine.for %i = 0 to 8 {
      affine.for %j = 0 to 4 {
        te.block "B" [false, false] affine_map<(i, j) -> (i, j)>(%i, %j) captures(%a, %b : memref<8x4xf32>, memref<8x4xf32>) do {
        ^bb0(%v: index, %w: index, %x: memref<8x4xf32>, %y: memref<8x4xf32>):
          %0 = affine.load %x[%v, %w] : memref<8x4xf32>
          %1 = arith.negf %0 : f32
          affine.store %1, %y[%v, %w] : memref<8x4xf32>
          te.yield
        }
      }
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %b = schedule.get_block "B" in %root
    %i, %j = schedule.get_loops of %b
    %copy = schedule.cache_read %b, 0 at %i
    schedule.software_pipeline %i stages [0, 2] order [1, 0]
    transform.yield
  }
}
