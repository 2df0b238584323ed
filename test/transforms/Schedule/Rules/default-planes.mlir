// RUN: tvm-opt %s --split-input-file --pass-pipeline='builtin.module(target-set{entries=max_vector_op_width=512,vector_registers=32,L2_cache_size_in_bytes=2097152},schedule-generate)' | FileCheck %s

// A pointwise convolution, channels first: what a tile of eight rows needs of
// the constant matrix lies together for each step, columns are three vectors,
// copied for each tile, and the last vector is a nest of its own.
// CHECK: #[[LAYOUT:.*]] = affine_map<(d0, d1, d2, d3) -> (d0 floordiv 8, d1, d2, d3, d0 mod 8)>
// CHECK: module @packed
// CHECK: schedule.transform_layout %{{.*}} capture 0 to #[[LAYOUT]]
// CHECK: schedule.loop_partition %{{.*}} by 48
// CHECK: schedule.split %{{.*}} by [0, 8]
// CHECK: schedule.split %{{.*}} by [0, 48]
// CHECK: schedule.split %{{.*}} by [0, 4]
// CHECK: schedule.split %{{.*}} by [0, 8]
// CHECK: schedule.split %{{.*}} by [0, 16]
// CHECK: schedule.cache_read %{{.*}}, 1 at
module @packed {
  func.func @conv(%w: memref<64x32x1x1xf32> {graph.constant}, %x: memref<2x32x1x400xf32>, %y: memref<2x64x1x400xf32>) {
    affine.for %b = 0 to 2 {
      affine.for %i = 0 to 64 {
        affine.for %h = 0 to 1 {
          affine.for %j = 0 to 400 {
            affine.for %k = 0 to 32 {
              affine.for %p = 0 to 1 {
                affine.for %q = 0 to 1 {
                  te.block "C" [false, false, false, false, true, true, true] affine_map<(b, i, h, j, k, p, q) -> (b, i, h, j, k, p, q)>(%b, %i, %h, %j, %k, %p, %q) captures(%w, %x, %y : memref<64x32x1x1xf32>, memref<2x32x1x400xf32>, memref<2x64x1x400xf32>) init {
                  ^bb0(%vb: index, %vi: index, %vh: index, %vj: index, %vk: index, %vp: index, %vq: index, %a: memref<64x32x1x1xf32>, %d: memref<2x32x1x400xf32>, %r: memref<2x64x1x400xf32>):
                    %0 = arith.constant 0.0 : f32
                    affine.store %0, %r[%vb, %vi, %vh, %vj] : memref<2x64x1x400xf32>
                    te.yield
                  } do {
                  ^bb0(%vb: index, %vi: index, %vh: index, %vj: index, %vk: index, %vp: index, %vq: index, %a: memref<64x32x1x1xf32>, %d: memref<2x32x1x400xf32>, %r: memref<2x64x1x400xf32>):
                    %0 = affine.load %a[%vi, %vk, %vp, %vq] : memref<64x32x1x1xf32>
                    %1 = affine.load %d[%vb, %vk, %vh + %vp, %vj + %vq] : memref<2x32x1x400xf32>
                    %2 = arith.mulf %0, %1 : f32
                    %3 = affine.load %r[%vb, %vi, %vh, %vj] : memref<2x64x1x400xf32>
                    %4 = arith.addf %3, %2 : f32
                    affine.store %4, %r[%vb, %vi, %vh, %vj] : memref<2x64x1x400xf32>
                    te.yield
                  }
                }
              }
            }
          }
        }
      }
    }
    return
  }
}

// -----

// Few rows read columns where they are. Rows that no tile divides stay where
// they are: of 26, eight and nine.
// CHECK: module @few
// CHECK-NOT: schedule.cache_read
// CHECK-NOT: schedule.transform_layout
// CHECK: schedule.loop_partition
// CHECK: schedule.split %{{.*}} by [0, 9]
// CHECK: schedule.split %{{.*}} by [0, 48]
// CHECK-NOT: schedule.cache_read
// CHECK: schedule.split %{{.*}} by [0, 8]
// CHECK: schedule.split %{{.*}} by [0, 48]
// CHECK-NOT: schedule.cache_read
module @few {
  func.func @conv(%w: memref<26x32x1x1xf32> {graph.constant}, %x: memref<2x32x1x480xf32>, %y: memref<2x26x1x480xf32>) {
    affine.for %b = 0 to 2 {
      affine.for %i = 0 to 26 {
        affine.for %h = 0 to 1 {
          affine.for %j = 0 to 480 {
            affine.for %k = 0 to 32 {
              affine.for %p = 0 to 1 {
                affine.for %q = 0 to 1 {
                  te.block "C" [false, false, false, false, true, true, true] affine_map<(b, i, h, j, k, p, q) -> (b, i, h, j, k, p, q)>(%b, %i, %h, %j, %k, %p, %q) captures(%w, %x, %y : memref<26x32x1x1xf32>, memref<2x32x1x480xf32>, memref<2x26x1x480xf32>) init {
                  ^bb0(%vb: index, %vi: index, %vh: index, %vj: index, %vk: index, %vp: index, %vq: index, %a: memref<26x32x1x1xf32>, %d: memref<2x32x1x480xf32>, %r: memref<2x26x1x480xf32>):
                    %0 = arith.constant 0.0 : f32
                    affine.store %0, %r[%vb, %vi, %vh, %vj] : memref<2x26x1x480xf32>
                    te.yield
                  } do {
                  ^bb0(%vb: index, %vi: index, %vh: index, %vj: index, %vk: index, %vp: index, %vq: index, %a: memref<26x32x1x1xf32>, %d: memref<2x32x1x480xf32>, %r: memref<2x26x1x480xf32>):
                    %0 = affine.load %a[%vi, %vk, %vp, %vq] : memref<26x32x1x1xf32>
                    %1 = affine.load %d[%vb, %vk, %vh + %vp, %vj + %vq] : memref<2x32x1x480xf32>
                    %2 = arith.mulf %0, %1 : f32
                    %3 = affine.load %r[%vb, %vi, %vh, %vj] : memref<2x26x1x480xf32>
                    %4 = arith.addf %3, %2 : f32
                    affine.store %4, %r[%vb, %vi, %vh, %vj] : memref<2x26x1x480xf32>
                    te.yield
                  }
                }
              }
            }
          }
        }
      }
    }
    return
  }
}

// -----

// Few columns are in tiles of two vectors.
// CHECK: module @small
// CHECK: schedule.transform_layout
// CHECK: schedule.split %{{.*}} by [0, 8]
// CHECK: schedule.split %{{.*}} by [0, 32]
module @small {
  func.func @conv(%w: memref<64x32x1x1xf32> {graph.constant}, %x: memref<2x32x1x192xf32>, %y: memref<2x64x1x192xf32>) {
    affine.for %b = 0 to 2 {
      affine.for %i = 0 to 64 {
        affine.for %h = 0 to 1 {
          affine.for %j = 0 to 192 {
            affine.for %k = 0 to 32 {
              affine.for %p = 0 to 1 {
                affine.for %q = 0 to 1 {
                  te.block "C" [false, false, false, false, true, true, true] affine_map<(b, i, h, j, k, p, q) -> (b, i, h, j, k, p, q)>(%b, %i, %h, %j, %k, %p, %q) captures(%w, %x, %y : memref<64x32x1x1xf32>, memref<2x32x1x192xf32>, memref<2x64x1x192xf32>) init {
                  ^bb0(%vb: index, %vi: index, %vh: index, %vj: index, %vk: index, %vp: index, %vq: index, %a: memref<64x32x1x1xf32>, %d: memref<2x32x1x192xf32>, %r: memref<2x64x1x192xf32>):
                    %0 = arith.constant 0.0 : f32
                    affine.store %0, %r[%vb, %vi, %vh, %vj] : memref<2x64x1x192xf32>
                    te.yield
                  } do {
                  ^bb0(%vb: index, %vi: index, %vh: index, %vj: index, %vk: index, %vp: index, %vq: index, %a: memref<64x32x1x1xf32>, %d: memref<2x32x1x192xf32>, %r: memref<2x64x1x192xf32>):
                    %0 = affine.load %a[%vi, %vk, %vp, %vq] : memref<64x32x1x1xf32>
                    %1 = affine.load %d[%vb, %vk, %vh + %vp, %vj + %vq] : memref<2x32x1x192xf32>
                    %2 = arith.mulf %0, %1 : f32
                    %3 = affine.load %r[%vb, %vi, %vh, %vj] : memref<2x64x1x192xf32>
                    %4 = arith.addf %3, %2 : f32
                    affine.store %4, %r[%vb, %vi, %vh, %vj] : memref<2x64x1x192xf32>
                    te.yield
                  }
                }
              }
            }
          }
        }
      }
    }
    return
  }
}
