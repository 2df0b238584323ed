// RUN: tvm-opt %s --pass-pipeline='builtin.module(target-set{entries=max_vector_op_width=128},schedule-generate)' --mlir-debug-counter=schedule-primitive-skip=0,schedule-primitive-count=2 | FileCheck %s
// RUN: tvm-opt %s --pass-pipeline='builtin.module(target-set{entries=max_vector_op_width=128},schedule-generate)' --mlir-debug-counter=schedule-primitive-skip=0,schedule-primitive-count=5 | FileCheck %s

// A matrix of which a part fills no tile. Where the nests of that part cannot be
// tiled, none of them is made: nothing is left where all primitives refuse
// behind the peeling, or behind the splits.
// CHECK: transform.named_sequence
// CHECK-NEXT: transform.yield
func.func @rest(%x: memref<28x10xf32>, %y: memref<10x28xf32>) {
  affine.for %i = 0 to 10 {
    affine.for %j = 0 to 28 {
      te.block "T" [false, false] affine_map<(i, j) -> (i, j)>(%i, %j) captures(%x, %y : memref<28x10xf32>, memref<10x28xf32>) do {
      ^bb0(%vi: index, %vj: index, %a: memref<28x10xf32>, %b: memref<10x28xf32>):
        %0 = affine.load %a[%vj, %vi] : memref<28x10xf32>
        affine.store %0, %b[%vi, %vj] : memref<10x28xf32>
        te.yield
      }
    }
  }
  return
}
