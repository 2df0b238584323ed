// RUN: tvm-opt %s --split-input-file --pass-pipeline='builtin.module(target-set{entries=max_vector_op_width=512,vector_registers=32,matrix_unit=true},schedule-generate{max-estimates=0})' | FileCheck %s
// RUN: tvm-opt %s --split-input-file --pass-pipeline='builtin.module(target-set{entries=max_vector_op_width=512,vector_registers=32},schedule-generate{max-estimates=0})' | FileCheck %s --check-prefix=NONE
// RUN: tvm-opt %s --split-input-file --pass-pipeline='builtin.module(target-set{entries=max_vector_op_width=512,vector_registers=32,matrix_unit=true},schedule-generate{max-estimates=0},schedule-apply)' | FileCheck %s --check-prefix=APPLIED

// Products of bf16: 33 rows are a tile of 17 and one of 16, 48 columns one of 32
// and one of 16, each an instruction of its own, of all steps. Two of these lie
// beside each other in the weight.
// NONE-NOT: schedule.tensorize
// CHECK: #[[LAYOUT:.*]] = affine_map<(d0, d1) -> (d1 floordiv 32, d0 floordiv 2, d1 mod 32, d0 mod 2)>
// CHECK: module @tails
// CHECK: schedule.transform_layout %{{.*}} capture 1 to #[[LAYOUT]]
// CHECK-DAG: schedule.tensorize %{{.*}} with @product_17x32x96_bf16
// CHECK-DAG: schedule.tensorize %{{.*}} with @product_17x16x96_bf16
// CHECK-DAG: schedule.tensorize %{{.*}} with @product_16x32x96_bf16
// CHECK-DAG: schedule.tensorize %{{.*}} with @product_16x16x96_bf16
// APPLIED-LABEL: module @tails
// Four registers hold a sum, whose steps are 32 at a time. All have 16 rows: the
// last ones of 17 begin at the second.
// APPLIED: %[[FIRST:.*]] = affine.apply
// APPLIED: arith.constant 16 : i16
// APPLIED: arith.constant 64 : i16
// APPLIED-COUNT-4: llvm.call_intrinsic "llvm.x86.tilezero.internal"
// APPLIED: scf.for {{.*}} iter_args({{.*}}) -> (!llvm.x86_amx, !llvm.x86_amx, !llvm.x86_amx, !llvm.x86_amx) {
// APPLIED-COUNT-4: llvm.call_intrinsic "llvm.x86.tileloadd64.internal"
// APPLIED-COUNT-4: llvm.call_intrinsic "llvm.x86.tdpbf16ps.internal"
// APPLIED: scf.yield
// APPLIED-COUNT-4: llvm.call_intrinsic "llvm.x86.tilestored64.internal"
module @tails {
  func.func @product(%x: memref<33x96xbf16>, %w: memref<96x48xbf16> {graph.constant}, %y: memref<33x48xf32>) {
    affine.for %i = 0 to 33 {
      affine.for %j = 0 to 48 {
        affine.for %k = 0 to 96 {
          te.block "C" [false, false, true] affine_map<(i, j, k) -> (i, j, k)>(%i, %j, %k) captures(%x, %w, %y : memref<33x96xbf16>, memref<96x48xbf16>, memref<33x48xf32>) init {
          ^bb0(%vi: index, %vj: index, %vk: index, %a: memref<33x96xbf16>, %b: memref<96x48xbf16>, %c: memref<33x48xf32>):
            %0 = arith.constant 0.0 : f32
            affine.store %0, %c[%vi, %vj] : memref<33x48xf32>
            te.yield
          } do {
          ^bb0(%vi: index, %vj: index, %vk: index, %a: memref<33x96xbf16>, %b: memref<96x48xbf16>, %c: memref<33x48xf32>):
            %0 = affine.load %a[%vi, %vk] : memref<33x96xbf16>
            %1 = arith.extf %0 : bf16 to f32
            %2 = affine.load %b[%vk, %vj] : memref<96x48xbf16>
            %3 = arith.extf %2 : bf16 to f32
            %4 = arith.mulf %1, %3 : f32
            %5 = affine.load %c[%vi, %vj] : memref<33x48xf32>
            %6 = arith.addf %5, %4 : f32
            affine.store %6, %c[%vi, %vj] : memref<33x48xf32>
            te.yield
          }
        }
      }
    }
    return
  }
}

// -----

// Columns that two registers do not divide: tiles that do.
// CHECK: module @even_columns
// CHECK: schedule.tensorize %{{.*}} with @product_32x25x40_bf16
module @even_columns {
  func.func @product(%x: memref<32x40xbf16>, %w: memref<40x100xbf16> {graph.constant}, %y: memref<32x100xf32>) {
    affine.for %i = 0 to 32 {
      affine.for %j = 0 to 100 {
        affine.for %k = 0 to 40 {
          te.block "C" [false, false, true] affine_map<(i, j, k) -> (i, j, k)>(%i, %j, %k) captures(%x, %w, %y : memref<32x40xbf16>, memref<40x100xbf16>, memref<32x100xf32>) init {
          ^bb0(%vi: index, %vj: index, %vk: index, %a: memref<32x40xbf16>, %b: memref<40x100xbf16>, %c: memref<32x100xf32>):
            %0 = arith.constant 0.0 : f32
            affine.store %0, %c[%vi, %vj] : memref<32x100xf32>
            te.yield
          } do {
          ^bb0(%vi: index, %vj: index, %vk: index, %a: memref<32x40xbf16>, %b: memref<40x100xbf16>, %c: memref<32x100xf32>):
            %0 = affine.load %a[%vi, %vk] : memref<32x40xbf16>
            %1 = arith.extf %0 : bf16 to f32
            %2 = affine.load %b[%vk, %vj] : memref<40x100xbf16>
            %3 = arith.extf %2 : bf16 to f32
            %4 = arith.mulf %1, %3 : f32
            %5 = affine.load %c[%vi, %vj] : memref<32x100xf32>
            %6 = arith.addf %5, %4 : f32
            affine.store %6, %c[%vi, %vj] : memref<32x100xf32>
            te.yield
          }
        }
      }
    }
    return
  }
}

// -----

// Few rows would leave most of a register empty.
// CHECK: module @few_rows
// CHECK-NOT: schedule.tensorize
module @few_rows {
  func.func @product(%x: memref<3x64xbf16>, %w: memref<64x32xbf16> {graph.constant}, %y: memref<3x32xf32>) {
    affine.for %i = 0 to 3 {
      affine.for %j = 0 to 32 {
        affine.for %k = 0 to 64 {
          te.block "C" [false, false, true] affine_map<(i, j, k) -> (i, j, k)>(%i, %j, %k) captures(%x, %w, %y : memref<3x64xbf16>, memref<64x32xbf16>, memref<3x32xf32>) init {
          ^bb0(%vi: index, %vj: index, %vk: index, %a: memref<3x64xbf16>, %b: memref<64x32xbf16>, %c: memref<3x32xf32>):
            %0 = arith.constant 0.0 : f32
            affine.store %0, %c[%vi, %vj] : memref<3x32xf32>
            te.yield
          } do {
          ^bb0(%vi: index, %vj: index, %vk: index, %a: memref<3x64xbf16>, %b: memref<64x32xbf16>, %c: memref<3x32xf32>):
            %0 = affine.load %a[%vi, %vk] : memref<3x64xbf16>
            %1 = arith.extf %0 : bf16 to f32
            %2 = affine.load %b[%vk, %vj] : memref<64x32xbf16>
            %3 = arith.extf %2 : bf16 to f32
            %4 = arith.mulf %1, %3 : f32
            %5 = affine.load %c[%vi, %vj] : memref<3x32xf32>
            %6 = arith.addf %5, %4 : f32
            affine.store %6, %c[%vi, %vj] : memref<3x32xf32>
            te.yield
          }
        }
      }
    }
    return
  }
}

// -----

// Registers have one shape: as many steps each time, and columns.
// CHECK: module @odd_steps
// CHECK-NOT: schedule.tensorize
module @odd_steps {
  func.func @product(%x: memref<32x34xbf16>, %w: memref<34x32xbf16> {graph.constant}, %y: memref<32x32xf32>) {
    affine.for %i = 0 to 32 {
      affine.for %j = 0 to 32 {
        affine.for %k = 0 to 34 {
          te.block "C" [false, false, true] affine_map<(i, j, k) -> (i, j, k)>(%i, %j, %k) captures(%x, %w, %y : memref<32x34xbf16>, memref<34x32xbf16>, memref<32x32xf32>) init {
          ^bb0(%vi: index, %vj: index, %vk: index, %a: memref<32x34xbf16>, %b: memref<34x32xbf16>, %c: memref<32x32xf32>):
            %0 = arith.constant 0.0 : f32
            affine.store %0, %c[%vi, %vj] : memref<32x32xf32>
            te.yield
          } do {
          ^bb0(%vi: index, %vj: index, %vk: index, %a: memref<32x34xbf16>, %b: memref<34x32xbf16>, %c: memref<32x32xf32>):
            %0 = affine.load %a[%vi, %vk] : memref<32x34xbf16>
            %1 = arith.extf %0 : bf16 to f32
            %2 = affine.load %b[%vk, %vj] : memref<34x32xbf16>
            %3 = arith.extf %2 : bf16 to f32
            %4 = arith.mulf %1, %3 : f32
            %5 = affine.load %c[%vi, %vj] : memref<32x32xf32>
            %6 = arith.addf %5, %4 : f32
            affine.store %6, %c[%vi, %vj] : memref<32x32xf32>
            te.yield
          }
        }
      }
    }
    return
  }
}

// -----

// CHECK: module @odd_columns
// CHECK-NOT: schedule.tensorize
module @odd_columns {
  func.func @product(%x: memref<32x64xbf16>, %w: memref<64x33xbf16> {graph.constant}, %y: memref<32x33xf32>) {
    affine.for %i = 0 to 32 {
      affine.for %j = 0 to 33 {
        affine.for %k = 0 to 64 {
          te.block "C" [false, false, true] affine_map<(i, j, k) -> (i, j, k)>(%i, %j, %k) captures(%x, %w, %y : memref<32x64xbf16>, memref<64x33xbf16>, memref<32x33xf32>) init {
          ^bb0(%vi: index, %vj: index, %vk: index, %a: memref<32x64xbf16>, %b: memref<64x33xbf16>, %c: memref<32x33xf32>):
            %0 = arith.constant 0.0 : f32
            affine.store %0, %c[%vi, %vj] : memref<32x33xf32>
            te.yield
          } do {
          ^bb0(%vi: index, %vj: index, %vk: index, %a: memref<32x64xbf16>, %b: memref<64x33xbf16>, %c: memref<32x33xf32>):
            %0 = affine.load %a[%vi, %vk] : memref<32x64xbf16>
            %1 = arith.extf %0 : bf16 to f32
            %2 = affine.load %b[%vk, %vj] : memref<64x33xbf16>
            %3 = arith.extf %2 : bf16 to f32
            %4 = arith.mulf %1, %3 : f32
            %5 = affine.load %c[%vi, %vj] : memref<32x33xf32>
            %6 = arith.addf %5, %4 : f32
            affine.store %6, %c[%vi, %vj] : memref<32x33xf32>
            te.yield
          }
        }
      }
    }
    return
  }
}

// -----

// The second factor has to be a weight, whose layout is its own.
// CHECK: module @no_weight
// CHECK-NOT: schedule.tensorize
module @no_weight {
  func.func @product(%x: memref<32x64xbf16>, %w: memref<64x32xbf16>, %y: memref<32x32xf32>) {
    affine.for %i = 0 to 32 {
      affine.for %j = 0 to 32 {
        affine.for %k = 0 to 64 {
          te.block "C" [false, false, true] affine_map<(i, j, k) -> (i, j, k)>(%i, %j, %k) captures(%x, %w, %y : memref<32x64xbf16>, memref<64x32xbf16>, memref<32x32xf32>) init {
          ^bb0(%vi: index, %vj: index, %vk: index, %a: memref<32x64xbf16>, %b: memref<64x32xbf16>, %c: memref<32x32xf32>):
            %0 = arith.constant 0.0 : f32
            affine.store %0, %c[%vi, %vj] : memref<32x32xf32>
            te.yield
          } do {
          ^bb0(%vi: index, %vj: index, %vk: index, %a: memref<32x64xbf16>, %b: memref<64x32xbf16>, %c: memref<32x32xf32>):
            %0 = affine.load %a[%vi, %vk] : memref<32x64xbf16>
            %1 = arith.extf %0 : bf16 to f32
            %2 = affine.load %b[%vk, %vj] : memref<64x32xbf16>
            %3 = arith.extf %2 : bf16 to f32
            %4 = arith.mulf %1, %3 : f32
            %5 = affine.load %c[%vi, %vj] : memref<32x32xf32>
            %6 = arith.addf %5, %4 : f32
            affine.store %6, %c[%vi, %vj] : memref<32x32xf32>
            te.yield
          }
        }
      }
    }
    return
  }
}

// -----

// There is no instruction for f16.
// CHECK: module @halves
// CHECK-NOT: schedule.tensorize
module @halves {
  func.func @product(%x: memref<32x64xf16>, %w: memref<64x32xf16> {graph.constant}, %y: memref<32x32xf32>) {
    affine.for %i = 0 to 32 {
      affine.for %j = 0 to 32 {
        affine.for %k = 0 to 64 {
          te.block "C" [false, false, true] affine_map<(i, j, k) -> (i, j, k)>(%i, %j, %k) captures(%x, %w, %y : memref<32x64xf16>, memref<64x32xf16>, memref<32x32xf32>) init {
          ^bb0(%vi: index, %vj: index, %vk: index, %a: memref<32x64xf16>, %b: memref<64x32xf16>, %c: memref<32x32xf32>):
            %0 = arith.constant 0.0 : f32
            affine.store %0, %c[%vi, %vj] : memref<32x32xf32>
            te.yield
          } do {
          ^bb0(%vi: index, %vj: index, %vk: index, %a: memref<32x64xf16>, %b: memref<64x32xf16>, %c: memref<32x32xf32>):
            %0 = affine.load %a[%vi, %vk] : memref<32x64xf16>
            %1 = arith.extf %0 : f16 to f32
            %2 = affine.load %b[%vk, %vj] : memref<64x32xf16>
            %3 = arith.extf %2 : f16 to f32
            %4 = arith.mulf %1, %3 : f32
            %5 = affine.load %c[%vi, %vj] : memref<32x32xf32>
            %6 = arith.addf %5, %4 : f32
            affine.store %6, %c[%vi, %vj] : memref<32x32xf32>
            te.yield
          }
        }
      }
    }
    return
  }
}

// -----

// A window: sums begin with zeros, each place of it adds a product.
// CHECK: module @window
// CHECK: schedule.tensorize %{{.*}} with @product_14x32x32_bf16_added
// CHECK: schedule.decompose_reduction
// APPLIED-LABEL: module @window
// APPLIED: affine.store
// APPLIED: affine.for {{.*}} = 0 to 3 {
// APPLIED: affine.for {{.*}} = 0 to 3 {
// APPLIED-COUNT-2: llvm.call_intrinsic "llvm.x86.tileloadd64.internal"
// APPLIED: scf.for
module @window {
  func.func @conv(%x: memref<1x16x16x32xbf16>, %w: memref<3x3x32x32xbf16> {graph.constant}, %y: memref<1x14x14x32xf32>) {
    affine.for %b = 0 to 1 {
      affine.for %h = 0 to 14 {
        affine.for %i = 0 to 14 {
          affine.for %j = 0 to 32 {
            affine.for %p = 0 to 3 {
              affine.for %q = 0 to 3 {
                affine.for %k = 0 to 32 {
                  te.block "C" [false, false, false, false, true, true, true] affine_map<(b, h, i, j, p, q, k) -> (b, h, i, j, p, q, k)>(%b, %h, %i, %j, %p, %q, %k) captures(%x, %w, %y : memref<1x16x16x32xbf16>, memref<3x3x32x32xbf16>, memref<1x14x14x32xf32>) init {
                  ^bb0(%vb: index, %vh: index, %vi: index, %vj: index, %vp: index, %vq: index, %vk: index, %a: memref<1x16x16x32xbf16>, %d: memref<3x3x32x32xbf16>, %r: memref<1x14x14x32xf32>):
                    %0 = arith.constant 0.0 : f32
                    affine.store %0, %r[%vb, %vh, %vi, %vj] : memref<1x14x14x32xf32>
                    te.yield
                  } do {
                  ^bb0(%vb: index, %vh: index, %vi: index, %vj: index, %vp: index, %vq: index, %vk: index, %a: memref<1x16x16x32xbf16>, %d: memref<3x3x32x32xbf16>, %r: memref<1x14x14x32xf32>):
                    %0 = affine.load %a[%vb, %vh + %vp, %vi + %vq, %vk] : memref<1x16x16x32xbf16>
                    %1 = arith.extf %0 : bf16 to f32
                    %2 = affine.load %d[%vp, %vq, %vk, %vj] : memref<3x3x32x32xbf16>
                    %3 = arith.extf %2 : bf16 to f32
                    %4 = arith.mulf %1, %3 : f32
                    %5 = affine.load %r[%vb, %vh, %vi, %vj] : memref<1x14x14x32xf32>
                    %6 = arith.addf %5, %4 : f32
                    affine.store %6, %r[%vb, %vh, %vi, %vj] : memref<1x14x14x32xf32>
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

// Bytes, of which one has a sign: four steps lie beside each other.
// CHECK: #[[LAYOUT:.*]] = affine_map<(d0, d1) -> (d0 floordiv 4, d1, d0 mod 4)>
// CHECK: module @bytes
// CHECK: schedule.transform_layout %{{.*}} capture 1 to #[[LAYOUT]]
// CHECK: schedule.tensorize %{{.*}} with @product_32x32x128_byte
// APPLIED-LABEL: module @bytes
// APPLIED-COUNT-4: llvm.call_intrinsic "llvm.x86.tdpbusd.internal"
module @bytes {
  func.func @product(%x: memref<32x128xi8>, %w: memref<128x32xi8> {graph.constant}, %y: memref<32x32xi32>) {
    affine.for %i = 0 to 32 {
      affine.for %j = 0 to 32 {
        affine.for %k = 0 to 128 {
          te.block "C" [false, false, true] affine_map<(i, j, k) -> (i, j, k)>(%i, %j, %k) captures(%x, %w, %y : memref<32x128xi8>, memref<128x32xi8>, memref<32x32xi32>) init {
          ^bb0(%vi: index, %vj: index, %vk: index, %a: memref<32x128xi8>, %b: memref<128x32xi8>, %c: memref<32x32xi32>):
            %0 = arith.constant 0 : i32
            affine.store %0, %c[%vi, %vj] : memref<32x32xi32>
            te.yield
          } do {
          ^bb0(%vi: index, %vj: index, %vk: index, %a: memref<32x128xi8>, %b: memref<128x32xi8>, %c: memref<32x32xi32>):
            %0 = affine.load %a[%vi, %vk] : memref<32x128xi8>
            %1 = arith.extui %0 : i8 to i32
            %2 = affine.load %b[%vk, %vj] : memref<128x32xi8>
            %3 = arith.extsi %2 : i8 to i32
            %4 = arith.muli %1, %3 : i32
            %5 = affine.load %c[%vi, %vj] : memref<32x32xi32>
            %6 = arith.addi %5, %4 : i32
            affine.store %6, %c[%vi, %vj] : memref<32x32xi32>
            te.yield
          }
        }
      }
    }
    return
  }
}

// -----

// As many rows as come: whole tiles, and one for the rest, in one loop over
// columns. Rows of the rest are copied, 1024 steps at a time, and added to the
// sum by an instruction for a whole tile, which computes more than is used.
// CHECK: module @unknown_rows
// CHECK: schedule.loop_partition %{{.*}} by 32
// CHECK: schedule.tensorize %{{.*}} with @product_32x32x2048_bf16
// CHECK: %[[REST:.*]] = schedule.compute_at
// CHECK: schedule.split %{{.*}} by [0, 1024]
// CHECK: %[[COPY:.*]] = schedule.cache_read %[[REST]], 0 at
// CHECK: schedule.drop_predicate %[[REST]]
// CHECK: schedule.tensorize %{{.*}} with @product_32x32x1024_bf16_added
// CHECK: schedule.decompose_reduction
// CHECK: schedule.merge
// CHECK: schedule.parallel
// CHECK-NOT: schedule.parallel
module @unknown_rows {
  func.func @product(%x: memref<?x2048xbf16>, %w: memref<2048x256xbf16> {graph.constant}, %y: memref<?x256xf32>) {
    %c0 = arith.constant 0 : index
    %n = memref.dim %x, %c0 : memref<?x2048xbf16>
    affine.for %i = 0 to %n {
      affine.for %j = 0 to 256 {
        affine.for %k = 0 to 2048 {
          te.block "C" [false, false, true] affine_map<(i, j, k) -> (i, j, k)>(%i, %j, %k) captures(%x, %w, %y : memref<?x2048xbf16>, memref<2048x256xbf16>, memref<?x256xf32>) init {
          ^bb0(%vi: index, %vj: index, %vk: index, %a: memref<?x2048xbf16>, %b: memref<2048x256xbf16>, %c: memref<?x256xf32>):
            %0 = arith.constant 0.0 : f32
            affine.store %0, %c[%vi, %vj] : memref<?x256xf32>
            te.yield
          } do {
          ^bb0(%vi: index, %vj: index, %vk: index, %a: memref<?x2048xbf16>, %b: memref<2048x256xbf16>, %c: memref<?x256xf32>):
            %0 = affine.load %a[%vi, %vk] : memref<?x2048xbf16>
            %1 = arith.extf %0 : bf16 to f32
            %2 = affine.load %b[%vk, %vj] : memref<2048x256xbf16>
            %3 = arith.extf %2 : bf16 to f32
            %4 = arith.mulf %1, %3 : f32
            %5 = affine.load %c[%vi, %vj] : memref<?x256xf32>
            %6 = arith.addf %5, %4 : f32
            affine.store %6, %c[%vi, %vj] : memref<?x256xf32>
            te.yield
          }
        }
      }
    }
    return
  }
}

// -----

// Weights come from behind the cache: each of four tiles of rows asks for a
// quarter of those of the next columns, eight cache lines at a step.
// CHECK: module @large_weight
// CHECK: schedule.tensorize %{{.*}} with @product_32x32x768_bf16_ahead4
// APPLIED-LABEL: module @large_weight
// APPLIED: %[[TURN:.*]] = arith.divui
// APPLIED: arith.remui %[[TURN]], %{{.*}}
// APPLIED: scf.for
// APPLIED-COUNT-8: llvm.intr.prefetch
// APPLIED-NOT: llvm.intr.prefetch
// APPLIED-COUNT-4: llvm.call_intrinsic "llvm.x86.tdpbf16ps.internal"
module @large_weight {
  func.func @product(%x: memref<128x768xbf16>, %w: memref<768x512xbf16> {graph.constant}, %y: memref<128x512xf32>) {
    affine.for %i = 0 to 128 {
      affine.for %j = 0 to 512 {
        affine.for %k = 0 to 768 {
          te.block "C" [false, false, true] affine_map<(i, j, k) -> (i, j, k)>(%i, %j, %k) captures(%x, %w, %y : memref<128x768xbf16>, memref<768x512xbf16>, memref<128x512xf32>) init {
          ^bb0(%vi: index, %vj: index, %vk: index, %a: memref<128x768xbf16>, %b: memref<768x512xbf16>, %c: memref<128x512xf32>):
            %0 = arith.constant 0.0 : f32
            affine.store %0, %c[%vi, %vj] : memref<128x512xf32>
            te.yield
          } do {
          ^bb0(%vi: index, %vj: index, %vk: index, %a: memref<128x768xbf16>, %b: memref<768x512xbf16>, %c: memref<128x512xf32>):
            %0 = affine.load %a[%vi, %vk] : memref<128x768xbf16>
            %1 = arith.extf %0 : bf16 to f32
            %2 = affine.load %b[%vk, %vj] : memref<768x512xbf16>
            %3 = arith.extf %2 : bf16 to f32
            %4 = arith.mulf %1, %3 : f32
            %5 = affine.load %c[%vi, %vj] : memref<128x512xf32>
            %6 = arith.addf %5, %4 : f32
            affine.store %6, %c[%vi, %vj] : memref<128x512xf32>
            te.yield
          }
        }
      }
    }
    return
  }
}
