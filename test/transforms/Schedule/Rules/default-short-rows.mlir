// RUN: tvm-opt %s --target-set=entries=max_vector_op_width=512 --schedule-generate -split-input-file | FileCheck %s

// Colours of pixels become planes: all of them of a row of pixels at once.
// CHECK-LABEL: func.func @planes
// CHECK: %[[L:.*]]:3 = schedule.get_loops
// CHECK: schedule.reorder %[[L]]#1, %[[L]]#2, %[[L]]#0
// CHECK: schedule.unroll %[[L]]#0
// CHECK: schedule.vectorize %[[L]]#2
func.func @planes(%x: memref<9x20x3xf32>, %y: memref<3x9x20xf32>) {
  affine.for %c = 0 to 3 {
    affine.for %i = 0 to 9 {
      affine.for %j = 0 to 20 {
        te.block "T" [false, false, false] affine_map<(c, i, j) -> (c, i, j)>(%c, %i, %j) captures(%x, %y : memref<9x20x3xf32>, memref<3x9x20xf32>) do {
        ^bb0(%vc: index, %vi: index, %vj: index, %a: memref<9x20x3xf32>, %b: memref<3x9x20xf32>):
          %0 = affine.load %a[%vi, %vj, %vc] : memref<9x20x3xf32>
          %1 = arith.addf %0, %0 : f32
          affine.store %1, %b[%vc, %vi, %vj] : memref<3x9x20xf32>
          te.yield
        }
      }
    }
  }
  return
}

// -----

// Rows that lie behind each other everywhere are one.
// CHECK-LABEL: func.func @same
// CHECK: %[[L:.*]]:2 = schedule.get_loops
// CHECK: %[[F:.*]] = schedule.fuse %[[L]]#0, %[[L]]#1
// CHECK: schedule.vectorize %[[F]]
func.func @same(%x: memref<20x3xf32>, %y: memref<20x3xf32>) {
  affine.for %i = 0 to 20 {
    affine.for %j = 0 to 3 {
      te.block "T" [false, false] affine_map<(i, j) -> (i, j)>(%i, %j) captures(%x, %y : memref<20x3xf32>, memref<20x3xf32>) do {
      ^bb0(%vi: index, %vj: index, %a: memref<20x3xf32>, %b: memref<20x3xf32>):
        %0 = affine.load %a[%vi, %vj] : memref<20x3xf32>
        %1 = arith.addf %0, %0 : f32
        affine.store %1, %b[%vi, %vj] : memref<20x3xf32>
        te.yield
      }
    }
  }
  return
}

// -----

// Two rows take turns at what is stored: their parts are repeated.
// CHECK-LABEL: func.func @turns
// CHECK: %[[L:.*]] = schedule.get_loops
// CHECK: %[[S:.*]]:2 = schedule.split %[[L]] by [0, 2]
// CHECK: schedule.unroll %[[S]]#1
// CHECK: schedule.vectorize %[[S]]#0
func.func @turns(%x: memref<2x20xf32>, %y: memref<40xf32>) {
  affine.for %i = 0 to 40 {
    te.block "T" [false] affine_map<(i) -> (i)>(%i) captures(%x, %y : memref<2x20xf32>, memref<40xf32>) do {
    ^bb0(%vi: index, %a: memref<2x20xf32>, %b: memref<40xf32>):
      %0 = affine.load %a[%vi mod 2, %vi floordiv 2] : memref<2x20xf32>
      affine.store %0, %b[%vi] : memref<40xf32>
      te.yield
    }
  }
  return
}

// -----

// Elements that neighbours share take no turns: one vector and a shuffle.
// CHECK-LABEL: func.func @shared
// CHECK-NOT: schedule.split
// CHECK: schedule.vectorize
func.func @shared(%x: memref<20xf32>, %y: memref<40xf32>) {
  affine.for %i = 0 to 40 {
    te.block "T" [false] affine_map<(i) -> (i)>(%i) captures(%x, %y : memref<20xf32>, memref<40xf32>) do {
    ^bb0(%vi: index, %a: memref<20xf32>, %b: memref<40xf32>):
      %0 = affine.load %a[%vi floordiv 2] : memref<20xf32>
      affine.store %0, %b[%vi] : memref<40xf32>
      te.yield
    }
  }
  return
}
