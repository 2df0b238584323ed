// A schedule in the distribution's own mlir-opt, and in tvm-opt, between
// upstream's operations.
// RUN: mlir-opt-22 --load-dialect-plugin=%plugin --load-pass-plugin=%plugin \
// RUN:   --transform-interpreter %s | FileCheck %s
// RUN: tvm-opt --transform-interpreter %s | FileCheck %s

// CHECK: affine.for %{{.*}} = 0 to 4 {
// CHECK-COUNT-2: te.block "C"
// CHECK-NOT: te.block "C"
// CHECK: te.kind = "parallel"
module attributes {transform.with_named_sequence} {
  func.func @copy(%a: memref<16xf32>, %b: memref<16xf32>) {
    affine.for %i = 0 to 16 {
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
    %i = schedule.get_loops of %c
    %four = transform.tune.knob<"tile"> = 4 from options = [2, 4, 8] -> !transform.param<i64>
    %o, %l = schedule.split %i by [0, %four]
    schedule.parallel %o
    transform.loop.unroll %l { factor = 2 } : !transform.any_op
    transform.yield
  }
}
