// RUN: tvm-opt %s --split-input-file --pass-pipeline='builtin.module(target-set{entries=max_vector_op_width=512,vector_registers=32,L2_cache_size_in_bytes=262144},schedule-generate)' | FileCheck %s

// 130 rows are 20 tiles of six and two of five, inside of one loop over tiles
// of four vectors: weights come from memory once, asked for by the first nest.
// CHECK: #[[LAYOUT:.*]] = affine_map<(d0, d1) -> (d1 floordiv 64, d0, d1 mod 64)>
// CHECK: module @streamed
// CHECK: schedule.transform_layout %{{.*}} capture 1 to #[[LAYOUT]]
// CHECK: schedule.loop_partition %{{.*}} by 120
// CHECK: schedule.split %{{.*}} by [0, 6]
// CHECK: schedule.split %{{.*}} by [0, 64]
// CHECK: schedule.spread_prefetch
// CHECK: schedule.split %{{.*}} by [0, 5]
// CHECK: schedule.split %{{.*}} by [0, 64]
// CHECK-NOT: schedule.spread_prefetch
// CHECK: schedule.merge
// CHECK-NEXT: schedule.parallel
module @streamed {
  func.func @product(%x: memref<130x64xf32>, %w: memref<64x512xf32> {graph.constant}, %y: memref<130x512xf32>) {
    affine.for %i = 0 to 130 {
      affine.for %j = 0 to 512 {
        affine.for %k = 0 to 64 {
          te.block "C" [false, false, true] affine_map<(i, j, k) -> (i, j, k)>(%i, %j, %k) captures(%x, %w, %y : memref<130x64xf32>, memref<64x512xf32>, memref<130x512xf32>) init {
          ^bb0(%vi: index, %vj: index, %vk: index, %a: memref<130x64xf32>, %b: memref<64x512xf32>, %c: memref<130x512xf32>):
            %0 = arith.constant 0.0 : f32
            affine.store %0, %c[%vi, %vj] : memref<130x512xf32>
            te.yield
          } do {
          ^bb0(%vi: index, %vj: index, %vk: index, %a: memref<130x64xf32>, %b: memref<64x512xf32>, %c: memref<130x512xf32>):
            %0 = affine.load %a[%vi, %vk] : memref<130x64xf32>
            %1 = affine.load %b[%vk, %vj] : memref<64x512xf32>
            %2 = arith.mulf %0, %1 : f32
            %3 = affine.load %c[%vi, %vj] : memref<130x512xf32>
            %4 = arith.addf %3, %2 : f32
            affine.store %4, %c[%vi, %vj] : memref<130x512xf32>
            te.yield
          }
        }
      }
    }
    return
  }
}

// -----

// Weights that stay in the cache: nests of their own. 132 rows are 22 tiles.
// CHECK: #[[LAYOUT:.*]] = affine_map<(d0, d1) -> (d1 floordiv 64, d0, d1 mod 64)>
// CHECK: module @kept
// CHECK-NOT: schedule.loop_partition
// CHECK: schedule.split %{{.*}} by [0, 6]
// CHECK-NOT: schedule.merge
module @kept {
  func.func @product(%x: memref<132x64xf32>, %w: memref<64x128xf32> {graph.constant}, %y: memref<132x128xf32>) {
    affine.for %i = 0 to 132 {
      affine.for %j = 0 to 128 {
        affine.for %k = 0 to 64 {
          te.block "C" [false, false, true] affine_map<(i, j, k) -> (i, j, k)>(%i, %j, %k) captures(%x, %w, %y : memref<132x64xf32>, memref<64x128xf32>, memref<132x128xf32>) init {
          ^bb0(%vi: index, %vj: index, %vk: index, %a: memref<132x64xf32>, %b: memref<64x128xf32>, %c: memref<132x128xf32>):
            %0 = arith.constant 0.0 : f32
            affine.store %0, %c[%vi, %vj] : memref<132x128xf32>
            te.yield
          } do {
          ^bb0(%vi: index, %vj: index, %vk: index, %a: memref<132x64xf32>, %b: memref<64x128xf32>, %c: memref<132x128xf32>):
            %0 = affine.load %a[%vi, %vk] : memref<132x64xf32>
            %1 = affine.load %b[%vk, %vj] : memref<64x128xf32>
            %2 = arith.mulf %0, %1 : f32
            %3 = affine.load %c[%vi, %vj] : memref<132x128xf32>
            %4 = arith.addf %3, %2 : f32
            affine.store %4, %c[%vi, %vj] : memref<132x128xf32>
            te.yield
          }
        }
      }
    }
    return
  }
}

// -----

// A large operand that is no weight is copied to that layout once, by threads.
// CHECK: #[[LAYOUT:.*]] = affine_map<(d0, d1) -> (d1 floordiv 64, d0, d1 mod 64)>
// CHECK: module @copied
// CHECK: %[[COPY:.*]] = schedule.cache_read %[[PRODUCT:.*]], 1
// CHECK-NEXT: %[[LOOPS:.*]]:2 = schedule.get_loops of %[[COPY]]
// CHECK-NEXT: %[[COLUMNS:.*]]:2 = schedule.split %[[LOOPS]]#1 by [0, 64]
// CHECK-NEXT: %[[ROWS:.*]]:2 = schedule.split %[[LOOPS]]#0 by [0, 16]
// CHECK-NEXT: schedule.reorder %[[ROWS]]#0, %[[COLUMNS]]#0, %[[ROWS]]#1, %[[COLUMNS]]#1
// CHECK-NEXT: schedule.vectorize %[[COLUMNS]]#1
// CHECK-NEXT: schedule.parallel %[[ROWS]]#0
// CHECK-NEXT: schedule.transform_layout %[[PRODUCT]] capture 1 to #[[LAYOUT]]
// CHECK: schedule.spread_prefetch
module @copied {
  func.func @product(%x: memref<130x64xf32>, %w: memref<64x512xf32>, %y: memref<130x512xf32>) {
    affine.for %i = 0 to 130 {
      affine.for %j = 0 to 512 {
        affine.for %k = 0 to 64 {
          te.block "C" [false, false, true] affine_map<(i, j, k) -> (i, j, k)>(%i, %j, %k) captures(%x, %w, %y : memref<130x64xf32>, memref<64x512xf32>, memref<130x512xf32>) init {
          ^bb0(%vi: index, %vj: index, %vk: index, %a: memref<130x64xf32>, %b: memref<64x512xf32>, %c: memref<130x512xf32>):
            %0 = arith.constant 0.0 : f32
            affine.store %0, %c[%vi, %vj] : memref<130x512xf32>
            te.yield
          } do {
          ^bb0(%vi: index, %vj: index, %vk: index, %a: memref<130x64xf32>, %b: memref<64x512xf32>, %c: memref<130x512xf32>):
            %0 = affine.load %a[%vi, %vk] : memref<130x64xf32>
            %1 = affine.load %b[%vk, %vj] : memref<64x512xf32>
            %2 = arith.mulf %0, %1 : f32
            %3 = affine.load %c[%vi, %vj] : memref<130x512xf32>
            %4 = arith.addf %3, %2 : f32
            affine.store %4, %c[%vi, %vj] : memref<130x512xf32>
            te.yield
          }
        }
      }
    }
    return
  }
}

// -----

// So many columns make up for a copy of the rows: those of a tile together, for
// each step, transposed in registers. Tiles are eight rows of three vectors.
// CHECK-DAG: #[[ROWS:.*]] = affine_map<(d0, d1) -> (d0 floordiv 8, d1, d0 mod 8)>
// CHECK-DAG: #[[COLUMNS:.*]] = affine_map<(d0, d1) -> (d1 floordiv 48, d0, d1 mod 48)>
// CHECK: module @packed
// CHECK: %[[B:.*]] = schedule.get_block "C"
// CHECK: %[[COPY:.*]] = schedule.cache_read %[[B]], 0
// CHECK: schedule.transform_layout %[[B]] capture 0 to #[[ROWS]]
// CHECK: %[[L:.*]]:2 = schedule.get_loops of %[[COPY]]
// CHECK: %[[K:.*]]:2 = schedule.split %[[L]]#1 by [0, 16]
// CHECK: %[[I:.*]]:2 = schedule.split %[[L]]#0 by [0, 8]
// CHECK: schedule.reorder %[[I]]#0, %[[K]]#0, %[[K]]#1, %[[I]]#1
// CHECK: schedule.vectorize %[[I]]#1
// CHECK: schedule.vectorize %[[K]]#1
// CHECK: schedule.transform_layout %[[B]] capture 1 to #[[COLUMNS]]
// CHECK: schedule.split %{{.*}} by [0, 8]
// CHECK: schedule.split %{{.*}} by [0, 48]
module @packed {
  func.func @product(%x: memref<128x64xf32>, %w: memref<64x2304xf32> {graph.constant}, %y: memref<128x2304xf32>) {
    affine.for %i = 0 to 128 {
      affine.for %j = 0 to 2304 {
        affine.for %k = 0 to 64 {
          te.block "C" [false, false, true] affine_map<(i, j, k) -> (i, j, k)>(%i, %j, %k) captures(%x, %w, %y : memref<128x64xf32>, memref<64x2304xf32>, memref<128x2304xf32>) init {
          ^bb0(%vi: index, %vj: index, %vk: index, %a: memref<128x64xf32>, %b: memref<64x2304xf32>, %c: memref<128x2304xf32>):
            %0 = arith.constant 0.0 : f32
            affine.store %0, %c[%vi, %vj] : memref<128x2304xf32>
            te.yield
          } do {
          ^bb0(%vi: index, %vj: index, %vk: index, %a: memref<128x64xf32>, %b: memref<64x2304xf32>, %c: memref<128x2304xf32>):
            %0 = affine.load %a[%vi, %vk] : memref<128x64xf32>
            %1 = affine.load %b[%vk, %vj] : memref<64x2304xf32>
            %2 = arith.mulf %0, %1 : f32
            %3 = affine.load %c[%vi, %vj] : memref<128x2304xf32>
            %4 = arith.addf %3, %2 : f32
            affine.store %4, %c[%vi, %vj] : memref<128x2304xf32>
            te.yield
          }
        }
      }
    }
    return
  }
}

// -----

// Rows or steps that fill no tiles of the copy, or fewer columns: as they are.
// CHECK: module @rows
// CHECK-NOT: schedule.cache_read
// CHECK: schedule.split %{{.*}} by [0, 6]
module @rows {
  func.func @product(%x: memref<132x64xf32>, %w: memref<64x2304xf32> {graph.constant}, %y: memref<132x2304xf32>) {
    affine.for %i = 0 to 132 {
      affine.for %j = 0 to 2304 {
        affine.for %k = 0 to 64 {
          te.block "C" [false, false, true] affine_map<(i, j, k) -> (i, j, k)>(%i, %j, %k) captures(%x, %w, %y : memref<132x64xf32>, memref<64x2304xf32>, memref<132x2304xf32>) init {
          ^bb0(%vi: index, %vj: index, %vk: index, %a: memref<132x64xf32>, %b: memref<64x2304xf32>, %c: memref<132x2304xf32>):
            %0 = arith.constant 0.0 : f32
            affine.store %0, %c[%vi, %vj] : memref<132x2304xf32>
            te.yield
          } do {
          ^bb0(%vi: index, %vj: index, %vk: index, %a: memref<132x64xf32>, %b: memref<64x2304xf32>, %c: memref<132x2304xf32>):
            %0 = affine.load %a[%vi, %vk] : memref<132x64xf32>
            %1 = affine.load %b[%vk, %vj] : memref<64x2304xf32>
            %2 = arith.mulf %0, %1 : f32
            %3 = affine.load %c[%vi, %vj] : memref<132x2304xf32>
            %4 = arith.addf %3, %2 : f32
            affine.store %4, %c[%vi, %vj] : memref<132x2304xf32>
            te.yield
          }
        }
      }
    }
    return
  }
}

// -----

// CHECK: module @steps
// CHECK-NOT: schedule.cache_read
// CHECK: schedule.split %{{.*}} by [0, 6]
module @steps {
  func.func @product(%x: memref<128x60xf32>, %w: memref<60x2304xf32> {graph.constant}, %y: memref<128x2304xf32>) {
    affine.for %i = 0 to 128 {
      affine.for %j = 0 to 2304 {
        affine.for %k = 0 to 60 {
          te.block "C" [false, false, true] affine_map<(i, j, k) -> (i, j, k)>(%i, %j, %k) captures(%x, %w, %y : memref<128x60xf32>, memref<60x2304xf32>, memref<128x2304xf32>) init {
          ^bb0(%vi: index, %vj: index, %vk: index, %a: memref<128x60xf32>, %b: memref<60x2304xf32>, %c: memref<128x2304xf32>):
            %0 = arith.constant 0.0 : f32
            affine.store %0, %c[%vi, %vj] : memref<128x2304xf32>
            te.yield
          } do {
          ^bb0(%vi: index, %vj: index, %vk: index, %a: memref<128x60xf32>, %b: memref<60x2304xf32>, %c: memref<128x2304xf32>):
            %0 = affine.load %a[%vi, %vk] : memref<128x60xf32>
            %1 = affine.load %b[%vk, %vj] : memref<60x2304xf32>
            %2 = arith.mulf %0, %1 : f32
            %3 = affine.load %c[%vi, %vj] : memref<128x2304xf32>
            %4 = arith.addf %3, %2 : f32
            affine.store %4, %c[%vi, %vj] : memref<128x2304xf32>
            te.yield
          }
        }
      }
    }
    return
  }
}

// -----

// CHECK: module @columns
// CHECK-NOT: schedule.cache_read
// CHECK: schedule.split %{{.*}} by [0, 6]
module @columns {
  func.func @product(%x: memref<128x64xf32>, %w: memref<64x1536xf32> {graph.constant}, %y: memref<128x1536xf32>) {
    affine.for %i = 0 to 128 {
      affine.for %j = 0 to 1536 {
        affine.for %k = 0 to 64 {
          te.block "C" [false, false, true] affine_map<(i, j, k) -> (i, j, k)>(%i, %j, %k) captures(%x, %w, %y : memref<128x64xf32>, memref<64x1536xf32>, memref<128x1536xf32>) init {
          ^bb0(%vi: index, %vj: index, %vk: index, %a: memref<128x64xf32>, %b: memref<64x1536xf32>, %c: memref<128x1536xf32>):
            %0 = arith.constant 0.0 : f32
            affine.store %0, %c[%vi, %vj] : memref<128x1536xf32>
            te.yield
          } do {
          ^bb0(%vi: index, %vj: index, %vk: index, %a: memref<128x64xf32>, %b: memref<64x1536xf32>, %c: memref<128x1536xf32>):
            %0 = affine.load %a[%vi, %vk] : memref<128x64xf32>
            %1 = affine.load %b[%vk, %vj] : memref<64x1536xf32>
            %2 = arith.mulf %0, %1 : f32
            %3 = affine.load %c[%vi, %vj] : memref<128x1536xf32>
            %4 = arith.addf %3, %2 : f32
            affine.store %4, %c[%vi, %vj] : memref<128x1536xf32>
            te.yield
          }
        }
      }
    }
    return
  }
}
