// RUN: tvm-opt %s -split-input-file --schedule-apply="seed=1 keep-script" | FileCheck %s

// All loops of the consumer are legal; so is none.
// CHECK-LABEL: @stages
// CHECK: affine.for
// CHECK: te.block "A"
// CHECK: schedule.sample_compute_location %{{.*}} decision {{-?[0-9]+$}}
module attributes {transform.with_named_sequence} {
  func.func @stages(%a: memref<4x8xf32>, %b: memref<4x8xf32>) {
    %t = memref.alloc() : memref<4x8xf32>
    affine.for %i = 0 to 4 {
      affine.for %j = 0 to 8 {
        te.block "A" [false, false] affine_map<(i, j) -> (i, j)>(%i, %j) captures(%a, %t : memref<4x8xf32>, memref<4x8xf32>) do {
        ^bb0(%v: index, %w: index, %x: memref<4x8xf32>, %y: memref<4x8xf32>):
          %0 = affine.load %x[%v, %w] : memref<4x8xf32>
          affine.store %0, %y[%v, %w] : memref<4x8xf32>
          te.yield
        }
      }
    }
    affine.for %i = 0 to 4 {
      affine.for %j = 0 to 8 {
        te.block "B" [false, false] affine_map<(i, j) -> (i, j)>(%i, %j) captures(%t, %b : memref<4x8xf32>, memref<4x8xf32>) do {
        ^bb0(%v: index, %w: index, %x: memref<4x8xf32>, %y: memref<4x8xf32>):
          %0 = affine.load %x[%v, %w] : memref<4x8xf32>
          affine.store %0, %y[%v, %w] : memref<4x8xf32>
          te.yield
        }
      }
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %a = schedule.get_block "A" in %root
    %at = schedule.sample_compute_location %a
    transform.foreach %at : !transform.any_op {
    ^bb0(%loop: !transform.any_op):
      %c = schedule.compute_at %a, %loop
    }
    transform.yield
  }
}
