// RUN: tvm-opt %s --pass-pipeline='builtin.module(target-set{entries=max_vector_op_width=128},schedule-generate)' -split-input-file | FileCheck %s
// RUN: tvm-opt %s --pass-pipeline='builtin.module(target-set{entries=max_vector_op_width=128},schedule-generate,schedule-apply,func.func(te-lower-blocks,canonicalize,cse,vectorize-marked-loops,canonicalize,cse))' -split-input-file | FileCheck %s --check-prefix=CODE
// RUN: tvm-opt %s --pass-pipeline='builtin.module(target-set{entries=max_vector_op_width=512},schedule-generate)' -split-input-file | FileCheck %s --check-prefix=WIDE

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

// Parts of a vector, where these can be accessed: all tiles are the same.
// CHECK-LABEL: func.func @even
// CHECK: schedule.loop_partition %{{.*}} by 4
// WIDE-LABEL: func.func @even
// WIDE: transform.named_sequence
// WIDE-NOT: schedule.loop_partition
// WIDE: schedule.split %{{.*}} by [0, 10]
// WIDE: schedule.split %{{.*}} by [0, 14]
func.func @even(%x: memref<28x10xf32>, %y: memref<10x28xf32>) {
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

// -----

// Far more columns than rows: what lies behind each other is read one after the
// other. Unless that makes lines that are written evict each other.
// CHECK-LABEL: func.func @long
// CHECK: %[[L:.*]]:2 = schedule.get_loops
// CHECK: %[[ROWS:.*]]:2 = schedule.split %[[L]]#0 by [0, 4]
// CHECK: %[[COLUMNS:.*]]:2 = schedule.split %[[L]]#1 by [0, 4]
// CHECK: schedule.reorder %[[COLUMNS]]#0, %[[ROWS]]#0, %[[ROWS]]#1, %[[COLUMNS]]#1
func.func @long(%x: memref<1000x64xf32>, %y: memref<64x1000xf32>) {
  affine.for %i = 0 to 64 {
    affine.for %j = 0 to 1000 {
      te.block "T" [false, false] affine_map<(i, j) -> (i, j)>(%i, %j) captures(%x, %y : memref<1000x64xf32>, memref<64x1000xf32>) do {
      ^bb0(%vi: index, %vj: index, %a: memref<1000x64xf32>, %b: memref<64x1000xf32>):
        %0 = affine.load %a[%vj, %vi] : memref<1000x64xf32>
        affine.store %0, %b[%vi, %vj] : memref<64x1000xf32>
        te.yield
      }
    }
  }
  return
}

// -----

// CHECK-LABEL: func.func @conflicts
// CHECK: %[[L:.*]]:2 = schedule.get_loops
// CHECK: %[[ROWS:.*]]:2 = schedule.split %[[L]]#0 by [0, 4]
// CHECK: %[[COLUMNS:.*]]:2 = schedule.split %[[L]]#1 by [0, 4]
// CHECK: schedule.reorder %[[ROWS]]#0, %[[COLUMNS]]#0, %[[ROWS]]#1, %[[COLUMNS]]#1
func.func @conflicts(%x: memref<1024x64xf32>, %y: memref<64x1024xf32>) {
  affine.for %i = 0 to 64 {
    affine.for %j = 0 to 1024 {
      te.block "T" [false, false] affine_map<(i, j) -> (i, j)>(%i, %j) captures(%x, %y : memref<1024x64xf32>, memref<64x1024xf32>) do {
      ^bb0(%vi: index, %vj: index, %a: memref<1024x64xf32>, %b: memref<64x1024xf32>):
        %0 = affine.load %a[%vj, %vi] : memref<1024x64xf32>
        affine.store %0, %b[%vi, %vj] : memref<64x1024xf32>
        te.yield
      }
    }
  }
  return
}

// -----

// With a border: everything is filled, and what is inside is transposed.
// CHECK-LABEL: func.func @border
// CHECK: transform.named_sequence
// CHECK: %[[B:.*]] = schedule.get_block "T"
// CHECK: %[[L:.*]]:3 = schedule.get_loops of %[[B]]
// CHECK: %[[FILL:.*]] = schedule.decompose_padding %[[B]], %[[L]]#0
// CHECK: schedule.get_loops of %[[FILL]]
// CHECK: schedule.split %[[L]]#1 by [0, 4]
// CHECK: schedule.split %[[L]]#2 by [0, 4]
// CODE-LABEL: func.func @border
// CODE: affine.vector_store %{{.*}} : memref<10x10x8xf32>, vector<4xf32>
// CODE-COUNT-4: affine.vector_load %{{.*}} : memref<512xf32>, vector<4xf32>
// CODE-COUNT-8: vector.shuffle
// CODE-COUNT-4: affine.vector_store %{{.*}} : memref<800xf32>, vector<4xf32>
// CODE-NOT: scf.if
func.func @border(%x: memref<8x8x8xf32>, %y: memref<10x10x8xf32>) {
  affine.for %h = 0 to 10 {
    affine.for %w = 0 to 10 {
      affine.for %c = 0 to 8 {
        te.block "T" [false, false, false] affine_map<(h, w, c) -> (h, w, c)>(%h, %w, %c) captures(%x, %y : memref<8x8x8xf32>, memref<10x10x8xf32>) do {
        ^bb0(%vh: index, %vw: index, %vc: index, %a: memref<8x8x8xf32>, %b: memref<10x10x8xf32>):
          %zero = arith.constant 0.0 : f32
          %one = arith.constant 1 : index
          %size = arith.constant 8 : index
          %row = arith.subi %vh, %one : index
          %column = arith.subi %vw, %one : index
          %hasRow = arith.cmpi ult, %row, %size : index
          %hasColumn = arith.cmpi ult, %column, %size : index
          %inside = arith.andi %hasRow, %hasColumn : i1
          %0 = scf.if %inside -> (f32) {
            %1 = affine.load %a[%vc, %vh - 1, %vw - 1] : memref<8x8x8xf32>
            scf.yield %1 : f32
          } else {
            scf.yield %zero : f32
          }
          affine.store %0, %b[%vh, %vw, %vc] : memref<10x10x8xf32>
          te.yield
        }
      }
    }
  }
  return
}

// -----

// Too few columns for a tile: rows are lanes, and the columns, repeated for
// them, one row of what is stored.
// CHECK-LABEL: func.func @narrow
// CHECK: %[[L:.*]]:2 = schedule.get_loops
// CHECK-NOT: schedule.split
// CHECK: schedule.unroll %[[L]]#1
// CHECK: schedule.vectorize %[[L]]#0
// CODE-LABEL: func.func @narrow
// CODE-COUNT-6: affine.vector_store {{.*}} : memref<24xf32>, vector<4xf32>
// CODE-NOT: store
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

// -----

// Planes of unknown size to channels: tiles of columns and channels, and, in
// the same rows, the columns that fill none, under a mask where there are masks.
// CHECK-LABEL: func.func @unknown
// CHECK: %[[L:.*]]:3 = schedule.get_loops
// CHECK: schedule.loop_partition %[[L]]#1 by 4
// CHECK: %[[REST:.*]]:3 = schedule.get_loops
// CHECK: schedule.vectorize %[[REST]]#2
// CHECK: schedule.vectorize
// CHECK: schedule.vectorize
// CHECK: schedule.parallel %[[REST]]#0
// WIDE-LABEL: func.func @unknown
// WIDE: %[[L:.*]]:3 = schedule.get_loops
// WIDE: schedule.loop_partition %[[L]]#1 by 16
// WIDE: schedule.vectorize
// WIDE: schedule.vectorize
// WIDE: schedule.parallel
// CODE-LABEL: func.func @unknown
// CODE-COUNT-4: affine.vector_load %arg0[{{.*}}] : memref<64x?x?xf32>, vector<4xf32>
// CODE-COUNT-8: vector.shuffle
// CODE-COUNT-4: affine.vector_store {{.*}} : memref<?x?x64xf32>, vector<4xf32>
func.func @unknown(%x: memref<64x?x?xf32>, %y: memref<?x?x64xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %h = memref.dim %y, %c0 : memref<?x?x64xf32>
  %w = memref.dim %y, %c1 : memref<?x?x64xf32>
  affine.for %i = 0 to %h {
    affine.for %j = 0 to %w {
      affine.for %k = 0 to 64 {
        te.block "T" [false, false, false] affine_map<(i, j, k) -> (i, j, k)>(%i, %j, %k) captures(%x, %y : memref<64x?x?xf32>, memref<?x?x64xf32>) do {
        ^bb0(%vi: index, %vj: index, %vk: index, %a: memref<64x?x?xf32>, %b: memref<?x?x64xf32>):
          %0 = affine.load %a[%vk, %vi, %vj] : memref<64x?x?xf32>
          affine.store %0, %b[%vi, %vj, %vk] : memref<?x?x64xf32>
          te.yield
        }
      }
    }
  }
  return
}

// -----

// Back: what is left of columns is an unknown part of a vector.
// CHECK-LABEL: func.func @unknown_columns
// CHECK: schedule.reorder
// CHECK: %[[REST:.*]] = schedule.loop_partition %{{.*}} by 4
// CHECK-NOT: schedule.split %[[REST]]
// WIDE-LABEL: func.func @unknown_columns
// WIDE: schedule.reorder
// WIDE: %[[REST:.*]] = schedule.loop_partition %{{.*}} by 16
// WIDE: schedule.split %[[REST]] by [0, 16]
func.func @unknown_columns(%x: memref<?x?x64xf32>, %y: memref<64x?x?xf32>) {
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %h = memref.dim %y, %c1 : memref<64x?x?xf32>
  %w = memref.dim %y, %c2 : memref<64x?x?xf32>
  affine.for %k = 0 to 64 {
    affine.for %i = 0 to %h {
      affine.for %j = 0 to %w {
        te.block "T" [false, false, false] affine_map<(k, i, j) -> (k, i, j)>(%k, %i, %j) captures(%x, %y : memref<?x?x64xf32>, memref<64x?x?xf32>) do {
        ^bb0(%vk: index, %vi: index, %vj: index, %a: memref<?x?x64xf32>, %b: memref<64x?x?xf32>):
          %0 = affine.load %a[%vi, %vj, %vk] : memref<?x?x64xf32>
          affine.store %0, %b[%vk, %vi, %vj] : memref<64x?x?xf32>
          te.yield
        }
      }
    }
  }
  return
}

// -----

// Columns of a small matrix are gathered.
// WIDE-LABEL: func.func @small
// WIDE-NOT: schedule.loop_partition
// WIDE: schedule.vectorize
func.func @small(%x: memref<?x64xf32>, %y: memref<64x?xf32>) {
  %c1 = arith.constant 1 : index
  %w = memref.dim %y, %c1 : memref<64x?xf32>
  affine.for %k = 0 to 64 {
    affine.for %j = 0 to %w {
      te.block "T" [false, false] affine_map<(k, j) -> (k, j)>(%k, %j) captures(%x, %y : memref<?x64xf32>, memref<64x?xf32>) do {
      ^bb0(%vk: index, %vj: index, %a: memref<?x64xf32>, %b: memref<64x?xf32>):
        %0 = affine.load %a[%vj, %vk] : memref<?x64xf32>
        affine.store %0, %b[%vk, %vj] : memref<64x?xf32>
        te.yield
      }
    }
  }
  return
}

// -----

// Half a vector divides 40 rows, and leaves nothing over; there are so many
// columns that what a whole vector leaves over takes no time.
// WIDE-LABEL: func.func @half
// WIDE: transform.named_sequence
// WIDE-NOT: schedule.loop_partition %{{.*}} by 8
// WIDE: schedule.loop_partition %{{.*}} by 16
// WIDE-NOT: schedule.loop_partition
// WIDE: schedule.split %{{.*}} by [0, 8]
// WIDE: schedule.split %{{.*}} by [0, 16]
func.func @half(%x: memref<1620x40xf32>, %y: memref<40x1620xf32>) {
  affine.for %i = 0 to 40 {
    affine.for %j = 0 to 1620 {
      te.block "T" [false, false] affine_map<(i, j) -> (i, j)>(%i, %j) captures(%x, %y : memref<1620x40xf32>, memref<40x1620xf32>) do {
      ^bb0(%vi: index, %vj: index, %a: memref<1620x40xf32>, %b: memref<40x1620xf32>):
        %0 = affine.load %a[%vj, %vi] : memref<1620x40xf32>
        affine.store %0, %b[%vi, %vj] : memref<40x1620xf32>
        te.yield
      }
    }
  }
  return
}
