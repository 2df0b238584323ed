// RUN: tvm-opt %s --split-input-file --pass-pipeline='builtin.module(schedule-generate{vector-bits=512 num-registers=32 matrix-unit=true})' | FileCheck %s
// RUN: tvm-opt %s --split-input-file --pass-pipeline='builtin.module(schedule-generate{vector-bits=512 num-registers=32})' | FileCheck %s --check-prefix=NONE
// RUN: tvm-opt %s --split-input-file --pass-pipeline='builtin.module(schedule-generate{vector-bits=512 num-registers=32 matrix-unit=true},schedule-apply)' | FileCheck %s --check-prefix=APPLIED

// Products of bf16: 40 rows are a tile of 32 and one of 8, 48 columns one of 32
// and one of 16, each an instruction of its own, of all steps. Two of these lie
// beside each other in the weight.
// NONE-NOT: schedule.tensorize
// CHECK: #[[LAYOUT:.*]] = affine_map<(d0, d1) -> (d1 floordiv 32, d0 floordiv 2, d1 mod 32, d0 mod 2)>
// CHECK: module @tails
// CHECK: schedule.transform_layout %{{.*}} capture 1 to #[[LAYOUT]]
// CHECK-DAG: schedule.tensorize %{{.*}} with @product_32x32x64_bf16
// CHECK-DAG: schedule.tensorize %{{.*}} with @product_32x16x64_bf16
// CHECK-DAG: schedule.tensorize %{{.*}} with @product_8x32x64_bf16
// CHECK-DAG: schedule.tensorize %{{.*}} with @product_8x16x64_bf16
// APPLIED-LABEL: module @tails
// A register has 16 rows; four of them hold a sum, in steps of 32.
// APPLIED: %[[ROWS:.*]] = arith.constant 16 : i16
// APPLIED: scf.for {{.*}} iter_args({{.*}}) -> (!llvm.x86_amx, !llvm.x86_amx, !llvm.x86_amx, !llvm.x86_amx) {
// APPLIED-COUNT-4: llvm.call_intrinsic "llvm.x86.tileloadd64.internal"
// APPLIED-COUNT-4: llvm.call_intrinsic "llvm.x86.tdpbf16ps.internal"
// APPLIED: scf.yield
// APPLIED-COUNT-4: llvm.call_intrinsic "llvm.x86.tilestored64.internal"
module @tails {
  func.func @product(%x: memref<40x64xbf16>, %w: memref<64x48xbf16> {graph.constant}, %y: memref<40x48xf32>) {
    affine.for %i = 0 to 40 {
      affine.for %j = 0 to 48 {
        affine.for %k = 0 to 64 {
          te.block "C" [false, false, true] affine_map<(i, j, k) -> (i, j, k)>(%i, %j, %k) captures(%x, %w, %y : memref<40x64xbf16>, memref<64x48xbf16>, memref<40x48xf32>) init {
          ^bb0(%vi: index, %vj: index, %vk: index, %a: memref<40x64xbf16>, %b: memref<64x48xbf16>, %c: memref<40x48xf32>):
            %0 = arith.constant 0.0 : f32
            affine.store %0, %c[%vi, %vj] : memref<40x48xf32>
            te.yield
          } do {
          ^bb0(%vi: index, %vj: index, %vk: index, %a: memref<40x64xbf16>, %b: memref<64x48xbf16>, %c: memref<40x48xf32>):
            %0 = affine.load %a[%vi, %vk] : memref<40x64xbf16>
            %1 = arith.extf %0 : bf16 to f32
            %2 = affine.load %b[%vk, %vj] : memref<64x48xbf16>
            %3 = arith.extf %2 : bf16 to f32
            %4 = arith.mulf %1, %3 : f32
            %5 = affine.load %c[%vi, %vj] : memref<40x48xf32>
            %6 = arith.addf %5, %4 : f32
            affine.store %6, %c[%vi, %vj] : memref<40x48xf32>
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
  func.func @product(%x: memref<7x64xbf16>, %w: memref<64x32xbf16> {graph.constant}, %y: memref<7x32xf32>) {
    affine.for %i = 0 to 7 {
      affine.for %j = 0 to 32 {
        affine.for %k = 0 to 64 {
          te.block "C" [false, false, true] affine_map<(i, j, k) -> (i, j, k)>(%i, %j, %k) captures(%x, %w, %y : memref<7x64xbf16>, memref<64x32xbf16>, memref<7x32xf32>) init {
          ^bb0(%vi: index, %vj: index, %vk: index, %a: memref<7x64xbf16>, %b: memref<64x32xbf16>, %c: memref<7x32xf32>):
            %0 = arith.constant 0.0 : f32
            affine.store %0, %c[%vi, %vj] : memref<7x32xf32>
            te.yield
          } do {
          ^bb0(%vi: index, %vj: index, %vk: index, %a: memref<7x64xbf16>, %b: memref<64x32xbf16>, %c: memref<7x32xf32>):
            %0 = affine.load %a[%vi, %vk] : memref<7x64xbf16>
            %1 = arith.extf %0 : bf16 to f32
            %2 = affine.load %b[%vk, %vj] : memref<64x32xbf16>
            %3 = arith.extf %2 : bf16 to f32
            %4 = arith.mulf %1, %3 : f32
            %5 = affine.load %c[%vi, %vj] : memref<7x32xf32>
            %6 = arith.addf %5, %4 : f32
            affine.store %6, %c[%vi, %vj] : memref<7x32xf32>
            te.yield
          }
        }
      }
    }
    return
  }
}

// -----

// Steps and columns have to fill registers.
// CHECK: module @odd_steps
// CHECK-NOT: schedule.tensorize
module @odd_steps {
  func.func @product(%x: memref<32x40xbf16>, %w: memref<40x32xbf16> {graph.constant}, %y: memref<32x32xf32>) {
    affine.for %i = 0 to 32 {
      affine.for %j = 0 to 32 {
        affine.for %k = 0 to 40 {
          te.block "C" [false, false, true] affine_map<(i, j, k) -> (i, j, k)>(%i, %j, %k) captures(%x, %w, %y : memref<32x40xbf16>, memref<40x32xbf16>, memref<32x32xf32>) init {
          ^bb0(%vi: index, %vj: index, %vk: index, %a: memref<32x40xbf16>, %b: memref<40x32xbf16>, %c: memref<32x32xf32>):
            %0 = arith.constant 0.0 : f32
            affine.store %0, %c[%vi, %vj] : memref<32x32xf32>
            te.yield
          } do {
          ^bb0(%vi: index, %vj: index, %vk: index, %a: memref<32x40xbf16>, %b: memref<40x32xbf16>, %c: memref<32x32xf32>):
            %0 = affine.load %a[%vi, %vk] : memref<32x40xbf16>
            %1 = arith.extf %0 : bf16 to f32
            %2 = affine.load %b[%vk, %vj] : memref<40x32xbf16>
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
  func.func @product(%x: memref<32x64xbf16>, %w: memref<64x24xbf16> {graph.constant}, %y: memref<32x24xf32>) {
    affine.for %i = 0 to 32 {
      affine.for %j = 0 to 24 {
        affine.for %k = 0 to 64 {
          te.block "C" [false, false, true] affine_map<(i, j, k) -> (i, j, k)>(%i, %j, %k) captures(%x, %w, %y : memref<32x64xbf16>, memref<64x24xbf16>, memref<32x24xf32>) init {
          ^bb0(%vi: index, %vj: index, %vk: index, %a: memref<32x64xbf16>, %b: memref<64x24xbf16>, %c: memref<32x24xf32>):
            %0 = arith.constant 0.0 : f32
            affine.store %0, %c[%vi, %vj] : memref<32x24xf32>
            te.yield
          } do {
          ^bb0(%vi: index, %vj: index, %vk: index, %a: memref<32x64xbf16>, %b: memref<64x24xbf16>, %c: memref<32x24xf32>):
            %0 = affine.load %a[%vi, %vk] : memref<32x64xbf16>
            %1 = arith.extf %0 : bf16 to f32
            %2 = affine.load %b[%vk, %vj] : memref<64x24xbf16>
            %3 = arith.extf %2 : bf16 to f32
            %4 = arith.mulf %1, %3 : f32
            %5 = affine.load %c[%vi, %vj] : memref<32x24xf32>
            %6 = arith.addf %5, %4 : f32
            affine.store %6, %c[%vi, %vj] : memref<32x24xf32>
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
