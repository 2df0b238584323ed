// RUN: tvm-opt %s --pass-pipeline='builtin.module(schedule-generate{vector-bits=128})' -split-input-file | FileCheck %s
// RUN: tvm-opt %s --pass-pipeline='builtin.module(schedule-generate{vector-bits=128},schedule-apply,func.func(te-lower-blocks,canonicalize,cse,te-vectorize-loops{vector-bits=128},canonicalize,cse))' -split-input-file | FileCheck %s --check-prefix=CODE

// Channels to the front: rows and columns of the image run as one loop; tiles
// of 4 x 4 are transposed in registers, what fills none is peeled.
// CHECK-LABEL: func.func @planes
// CHECK: transform.named_sequence
// CHECK: %[[F:.*]] = schedule.fuse
// CHECK: schedule.loop_partition %[[F]] by 4
// CHECK: schedule.loop_partition %{{.*}} by 4
// CHECK: schedule.split %{{.*}} by [0, 4]
// CHECK: schedule.split %{{.*}} by [0, 4]
// CHECK: schedule.reorder
// CHECK: schedule.vectorize
// CHECK: schedule.vectorize
// CODE-LABEL: func.func @planes
// CODE-DAG: %[[IN:.*]] = memref.collapse_shape %arg0 {{.*}} into memref<270xf32>
// CODE-DAG: %[[OUT:.*]] = memref.collapse_shape %arg1 {{.*}} into memref<270xf32>
// CODE-COUNT-4: affine.vector_load %[[IN]][{{.*}}] : memref<270xf32>, vector<4xf32>
// CODE-COUNT-8: vector.shuffle
// CODE-COUNT-4: affine.vector_store %{{.*}}, %[[OUT]][{{.*}}] : memref<270xf32>, vector<4xf32>
func.func @planes(%x: memref<5x9x6xf32>, %y: memref<6x5x9xf32>) {
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

// -----

// Too few columns for a tile: vectors along them only.
// CHECK-LABEL: func.func @narrow
// CHECK-NOT: schedule.split
// CHECK: schedule.vectorize
// CODE-LABEL: func.func @narrow
// CODE-NOT: vector.shuffle
func.func @narrow(%x: memref<3x8xf32>, %y: memref<8x3xf32>) {
  affine.for %i = 0 to 8 {
    affine.for %j = 0 to 3 {
      te.block "T" [false, false] affine_map<(i, j) -> (i, j)>(%i, %j) captures(%x, %y : memref<3x8xf32>, memref<8x3xf32>) do {
      ^bb0(%vi: index, %vj: index, %a: memref<3x8xf32>, %b: memref<8x3xf32>):
        %0 = affine.load %a[%vj, %vi] : memref<3x8xf32>
        affine.store %0, %b[%vi, %vj] : memref<8x3xf32>
        te.yield
      }
    }
  }
  return
}
