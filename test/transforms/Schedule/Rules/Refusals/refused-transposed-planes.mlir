// RUN: tvm-opt %s --pass-pipeline='builtin.module(target-set{entries=max_vector_op_width=128},schedule-generate)' --mlir-debug-counter=schedule-primitive-skip=0,schedule-primitive-count=3 | FileCheck %s
// RUN: tvm-opt %s --pass-pipeline='builtin.module(target-set{entries=max_vector_op_width=128},schedule-generate)' --mlir-debug-counter=schedule-primitive-skip=0,schedule-primitive-count=5 | FileCheck %s
// RUN: tvm-opt %s --pass-pipeline='builtin.module(target-set{entries=max_vector_op_width=128},schedule-generate)' --mlir-debug-counter=schedule-primitive-skip=2,schedule-primitive-count=1000 | FileCheck %s --check-prefix=FUSED

// The first two primitives refuse, and there are no tiles. The strategy of the
// fused loops takes their place.
// FUSED: #schedule.collapsed<then = #schedule.elementwise<tasks = 16>>
// FUSED: schedule.fuse

// Primitives refuse from the fourth on, in the middle of the tiles: their steps
// are undone. Loops are not fused either, and the block is an element-wise one.
// CHECK-LABEL: func.func @fused
// CHECK-SAME: "T" = #schedule.elementwise<tasks = 16>>
// CHECK: transform.named_sequence
// CHECK-NOT: schedule.
// CHECK: transform.yield
func.func @fused(%x: memref<5x9x6xf32>, %y: memref<6x5x9xf32>) {
  affine.for %c = 0 to 6 {
    affine.for %h = 0 to 5 {
      affine.for %w = 0 to 9 {
        te.block "T" [false, false, false] affine_map<(c, h, w) -> (c, h, w)>(%c, %h, %w) captures(%x, %y : memref<5x9x6xf32>, memref<6x5x9xf32>) do {
        ^bb0(%vc: index, %vh: index, %vw: index, %a: memref<5x9x6xf32>, %b: memref<6x5x9xf32>):
          %0 = affine.load %a[%vh, %vw, %vc] : memref<5x9x6xf32>
          affine.store %0, %b[%vc, %vh, %vw] : memref<6x5x9xf32>
          te.yield
        }
      }
    }
  }
  return
}
