// RUN: tvm-opt %s --split-input-file --pass-pipeline='builtin.module(target-set{entries=max_vector_op_width=512,vector_registers=32,dot_product=vnni},schedule-generate)' | FileCheck %s
// RUN: tvm-opt %s --split-input-file --pass-pipeline='builtin.module(target-set{entries=max_vector_op_width=512,vector_registers=32,dot_product=vnni},schedule-generate,schedule-apply)' | FileCheck %s --check-prefix=APPLIED
// RUN: tvm-opt %s --split-input-file --pass-pipeline='builtin.module(target-set{entries=max_vector_op_width=256,dot_product=vnni},schedule-generate)' | FileCheck %s --check-prefix=AVX2
// RUN: tvm-opt %s --split-input-file --pass-pipeline='builtin.module(target-set{entries=max_vector_op_width=256,dot_product=madd},schedule-generate)' | FileCheck %s --check-prefix=MADD
// RUN: tvm-opt %s --split-input-file --pass-pipeline='builtin.module(target-set{entries=max_vector_op_width=512,vector_registers=32,dot_product=madd},schedule-generate)' | FileCheck %s --check-prefix=MADD512
// RUN: tvm-opt %s --split-input-file --pass-pipeline='builtin.module(target-set{entries=max_vector_op_width=512,vector_registers=32},schedule-generate)' | FileCheck %s --check-prefix=NONE

// Four steps of the sum lie beside each other in the weights; a row's four
// bytes times those of 16 columns are one instruction.
// CHECK: #[[LAYOUT:.*]] = affine_map<(d0, d1) -> (d1 floordiv 32, d0 floordiv 4, d1 mod 32, d0 mod 4)>
// CHECK: module @product
// CHECK: schedule.transform_layout %{{.*}} capture 1 to #[[LAYOUT]]
// CHECK: %[[C:.*]]:2 = schedule.split %{{.*}} by [0, 16]
// CHECK: %[[S:.*]]:2 = schedule.split %{{.*}} by [0, 4]
// CHECK: schedule.reorder %[[S]]#0, %{{.*}}, %[[C]]#0, %[[C]]#1, %[[S]]#1
// CHECK: %[[T:.*]] = schedule.tensorize %[[C]]#1 with @dot_16x4_vnni
// CHECK: schedule.decompose_reduction %[[T]], %[[S]]#0
// CHECK: te.tensor_intrin @dot_16x4_vnni
// APPLIED: module @product
// APPLIED: memref<2x16x32x4xi8>
// APPLIED: llvm.call_intrinsic "llvm.x86.avx512.vpdpbusd.512"
// AVX2: module @product
// AVX2: schedule.tensorize %{{.*}} with @dot_8x4_vnni
// AVX2: vpdpbusd.256
// Even bytes and odd ones, in tiles of four rows: their extensions need
// registers, too.
// MADD: module @product
// MADD: schedule.split %{{.*}} by [0, 4]
// MADD: schedule.tensorize %{{.*}} with @dot_8x4_madd
// MADD: te.tensor_intrin @dot_8x4_madd
// MADD: %[[EVEN_X:.*]] = arith.andi %{{.*}} : vector<16xi16>
// MADD: %[[ODD_X:.*]] = arith.shrui %{{.*}} : vector<16xi16>
// MADD: %[[HIGH:.*]] = arith.shli %[[W:.*]], %{{.*}} : vector<16xi16>
// MADD: %[[EVEN_W:.*]] = arith.shrsi %[[HIGH]], %{{.*}} : vector<16xi16>
// MADD: %[[ODD_W:.*]] = arith.shrsi %[[W]], %{{.*}} : vector<16xi16>
// MADD: llvm.call_intrinsic "llvm.x86.avx2.pmadd.wd"(%[[EVEN_X]], %[[EVEN_W]])
// MADD: llvm.call_intrinsic "llvm.x86.avx2.pmadd.wd"(%[[ODD_X]], %[[ODD_W]])
// MADD512: module @product
// MADD512: schedule.tensorize %{{.*}} with @dot_16x4_madd
// MADD512: llvm.x86.avx512.pmaddw.d.512
// NONE: module @product
// NONE-NOT: tensorize
module @product {
  func.func @product(%x: memref<8x64xi8>, %w: memref<64x64xi8> {graph.constant}, %y: memref<8x64xi32>) {
    affine.for %i = 0 to 8 {
      affine.for %j = 0 to 64 {
        affine.for %k = 0 to 64 {
          te.block "C" [false, false, true] affine_map<(i, j, k) -> (i, j, k)>(%i, %j, %k) captures(%x, %w, %y : memref<8x64xi8>, memref<64x64xi8>, memref<8x64xi32>) init {
          ^bb0(%vi: index, %vj: index, %vk: index, %a: memref<8x64xi8>, %b: memref<64x64xi8>, %c: memref<8x64xi32>):
            %0 = arith.constant 0 : i32
            affine.store %0, %c[%vi, %vj] : memref<8x64xi32>
            te.yield
          } do {
          ^bb0(%vi: index, %vj: index, %vk: index, %a: memref<8x64xi8>, %b: memref<64x64xi8>, %c: memref<8x64xi32>):
            %0 = affine.load %a[%vi, %vk] : memref<8x64xi8>
            %1 = arith.extui %0 : i8 to i32
            %2 = affine.load %b[%vk, %vj] : memref<64x64xi8>
            %3 = arith.extsi %2 : i8 to i32
            %4 = arith.muli %1, %3 : i32
            %5 = affine.load %c[%vi, %vj] : memref<8x64xi32>
            %6 = arith.addi %5, %4 : i32
            affine.store %6, %c[%vi, %vj] : memref<8x64xi32>
            te.yield
          }
        }
      }
    }
    return
  }
}

// -----

// 24 columns: a vector, and 8 columns that fill none.
// CHECK: module @columns
// CHECK: schedule.tensorize
// CHECK-NOT: schedule.tensorize
// CHECK: schedule.vectorize
module @columns {
  func.func @product(%x: memref<8x64xi8>, %w: memref<64x24xi8> {graph.constant}, %y: memref<8x24xi32>) {
    affine.for %i = 0 to 8 {
      affine.for %j = 0 to 24 {
        affine.for %k = 0 to 64 {
          te.block "C" [false, false, true] affine_map<(i, j, k) -> (i, j, k)>(%i, %j, %k) captures(%x, %w, %y : memref<8x64xi8>, memref<64x24xi8>, memref<8x24xi32>) init {
          ^bb0(%vi: index, %vj: index, %vk: index, %a: memref<8x64xi8>, %b: memref<64x24xi8>, %c: memref<8x24xi32>):
            %0 = arith.constant 0 : i32
            affine.store %0, %c[%vi, %vj] : memref<8x24xi32>
            te.yield
          } do {
          ^bb0(%vi: index, %vj: index, %vk: index, %a: memref<8x64xi8>, %b: memref<64x24xi8>, %c: memref<8x24xi32>):
            %0 = affine.load %a[%vi, %vk] : memref<8x64xi8>
            %1 = arith.extui %0 : i8 to i32
            %2 = affine.load %b[%vk, %vj] : memref<64x24xi8>
            %3 = arith.extsi %2 : i8 to i32
            %4 = arith.muli %1, %3 : i32
            %5 = affine.load %c[%vi, %vj] : memref<8x24xi32>
            %6 = arith.addi %5, %4 : i32
            affine.store %6, %c[%vi, %vj] : memref<8x24xi32>
            te.yield
          }
        }
      }
    }
    return
  }
}

// -----

// Six steps are no multiple of four.
// CHECK: module @steps
// CHECK-NOT: schedule.tensorize
module @steps {
  func.func @product(%x: memref<8x6xi8>, %w: memref<6x64xi8> {graph.constant}, %y: memref<8x64xi32>) {
    affine.for %i = 0 to 8 {
      affine.for %j = 0 to 64 {
        affine.for %k = 0 to 6 {
          te.block "C" [false, false, true] affine_map<(i, j, k) -> (i, j, k)>(%i, %j, %k) captures(%x, %w, %y : memref<8x6xi8>, memref<6x64xi8>, memref<8x64xi32>) init {
          ^bb0(%vi: index, %vj: index, %vk: index, %a: memref<8x6xi8>, %b: memref<6x64xi8>, %c: memref<8x64xi32>):
            %0 = arith.constant 0 : i32
            affine.store %0, %c[%vi, %vj] : memref<8x64xi32>
            te.yield
          } do {
          ^bb0(%vi: index, %vj: index, %vk: index, %a: memref<8x6xi8>, %b: memref<6x64xi8>, %c: memref<8x64xi32>):
            %0 = affine.load %a[%vi, %vk] : memref<8x6xi8>
            %1 = arith.extui %0 : i8 to i32
            %2 = affine.load %b[%vk, %vj] : memref<6x64xi8>
            %3 = arith.extsi %2 : i8 to i32
            %4 = arith.muli %1, %3 : i32
            %5 = affine.load %c[%vi, %vj] : memref<8x64xi32>
            %6 = arith.addi %5, %4 : i32
            affine.store %6, %c[%vi, %vj] : memref<8x64xi32>
            te.yield
          }
        }
      }
    }
    return
  }
}

// -----

// Rows are read as they lie, also where there are many columns: their bytes are
// neighbours.
// CHECK: module @rows
// CHECK-NOT: cache_read
// CHECK: schedule.split %{{.*}} by [0, 6]
// CHECK: schedule.tensorize
module @rows {
  func.func @product(%x: memref<128x64xi8>, %w: memref<64x3072xi8> {graph.constant}, %y: memref<128x3072xi32>) {
    affine.for %i = 0 to 128 {
      affine.for %j = 0 to 3072 {
        affine.for %k = 0 to 64 {
          te.block "C" [false, false, true] affine_map<(i, j, k) -> (i, j, k)>(%i, %j, %k) captures(%x, %w, %y : memref<128x64xi8>, memref<64x3072xi8>, memref<128x3072xi32>) init {
          ^bb0(%vi: index, %vj: index, %vk: index, %a: memref<128x64xi8>, %b: memref<64x3072xi8>, %c: memref<128x3072xi32>):
            %0 = arith.constant 0 : i32
            affine.store %0, %c[%vi, %vj] : memref<128x3072xi32>
            te.yield
          } do {
          ^bb0(%vi: index, %vj: index, %vk: index, %a: memref<128x64xi8>, %b: memref<64x3072xi8>, %c: memref<128x3072xi32>):
            %0 = affine.load %a[%vi, %vk] : memref<128x64xi8>
            %1 = arith.extui %0 : i8 to i32
            %2 = affine.load %b[%vk, %vj] : memref<64x3072xi8>
            %3 = arith.extsi %2 : i8 to i32
            %4 = arith.muli %1, %3 : i32
            %5 = affine.load %c[%vi, %vj] : memref<128x3072xi32>
            %6 = arith.addi %5, %4 : i32
            affine.store %6, %c[%vi, %vj] : memref<128x3072xi32>
            te.yield
          }
        }
      }
    }
    return
  }
}

// -----

// A sum that is divided, by what its weights are: bytes.
// CHECK: module @long
// CHECK: schedule.split %{{.*}} by [4, 0]
// CHECK: schedule.rfactor
// CHECK: schedule.tensorize
module @long {
  func.func @product(%x: memref<64x16384xi8>, %w: memref<16384x256xi8> {graph.constant}, %y: memref<64x256xi32>) {
    affine.for %i = 0 to 64 {
      affine.for %j = 0 to 256 {
        affine.for %k = 0 to 16384 {
          te.block "C" [false, false, true] affine_map<(i, j, k) -> (i, j, k)>(%i, %j, %k) captures(%x, %w, %y : memref<64x16384xi8>, memref<16384x256xi8>, memref<64x256xi32>) init {
          ^bb0(%vi: index, %vj: index, %vk: index, %a: memref<64x16384xi8>, %b: memref<16384x256xi8>, %c: memref<64x256xi32>):
            %0 = arith.constant 0 : i32
            affine.store %0, %c[%vi, %vj] : memref<64x256xi32>
            te.yield
          } do {
          ^bb0(%vi: index, %vj: index, %vk: index, %a: memref<64x16384xi8>, %b: memref<16384x256xi8>, %c: memref<64x256xi32>):
            %0 = affine.load %a[%vi, %vk] : memref<64x16384xi8>
            %1 = arith.extui %0 : i8 to i32
            %2 = affine.load %b[%vk, %vj] : memref<16384x256xi8>
            %3 = arith.extsi %2 : i8 to i32
            %4 = arith.muli %1, %3 : i32
            %5 = affine.load %c[%vi, %vj] : memref<64x256xi32>
            %6 = arith.addi %5, %4 : i32
            affine.store %6, %c[%vi, %vj] : memref<64x256xi32>
            te.yield
          }
        }
      }
    }
    return
  }
}
