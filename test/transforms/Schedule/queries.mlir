// RUN: tvm-opt %s --transform-interpreter --split-input-file | FileCheck %s

// A block by its name in a kernel, its loops from the outermost on.
module attributes {transform.with_named_sequence} {
  // CHECK-LABEL: @copy
  // CHECK-NOT: te.kind
  // CHECK-LABEL: @other
  // CHECK: te.kind = "unrolled"
  func.func @copy(%a: memref<4xf32>, %b: memref<4xf32>) {
    affine.for %i = 0 to 4 {
      te.block "C" [false] affine_map<(i) -> (i)>(%i) captures(%a, %b : memref<4xf32>, memref<4xf32>) do {
      ^bb0(%v: index, %x: memref<4xf32>, %y: memref<4xf32>):
        %0 = affine.load %x[%v] : memref<4xf32>
        affine.store %0, %y[%v] : memref<4xf32>
        te.yield
      }
    }
    return
  }
  func.func @other(%a: memref<5xf32>, %b: memref<5xf32>) {
    affine.for %i = 0 to 5 {
      te.block "C" [false] affine_map<(i) -> (i)>(%i) captures(%a, %b : memref<5xf32>, memref<5xf32>) do {
      ^bb0(%v: index, %x: memref<5xf32>, %y: memref<5xf32>):
        %0 = affine.load %x[%v] : memref<5xf32>
        affine.store %0, %y[%v] : memref<5xf32>
        te.yield
      }
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %f = schedule.get_kernel "other" in %root
    %c = schedule.get_block "C" in %f
    %i = schedule.get_loops of %c
    schedule.unroll %i
    transform.yield
  }
}
