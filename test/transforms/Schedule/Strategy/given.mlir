// RUN: tvm-opt %s --schedule-generate -split-input-file | FileCheck %s
// RUN: tvm-opt %s --schedule-generate=only-strategies -split-input-file | FileCheck %s --check-prefix=ONLY

// The strategy of a function is obeyed, and stays.
// CHECK-LABEL: func.func @product
// CHECK-SAME: schedule.strategy = #schedule.blocks<"C" = #schedule.register_tile<row_axis = 0, rows = 3, columns = 5, lanes = 4>>
// CHECK: schedule.cache_write
// CHECK: schedule.split %{{.*}} by [0, 3]
// CHECK: schedule.split %{{.*}} by [0, 5]
// CHECK-NOT: schedule.parallel
// ONLY-LABEL: func.func @product
// ONLY-SAME: schedule.strategy = #schedule.blocks<"C" = #schedule.register_tile<row_axis = 0, rows = 3, columns = 5, lanes = 4>>
// ONLY-NOT: transform.named_sequence
func.func @product(%a: memref<12x64xf32>, %b: memref<64x20xf32>, %c: memref<12x20xf32>) attributes {schedule.strategy = #schedule.register_tile<row_axis = 0, rows = 3, columns = 5, lanes = 4>} {
  affine.for %i = 0 to 12 {
    affine.for %j = 0 to 20 {
      affine.for %k = 0 to 64 {
        te.block "C" [false, false, true] affine_map<(i, j, k) -> (i, j, k)>(%i, %j, %k) captures(%a, %b, %c : memref<12x64xf32>, memref<64x20xf32>, memref<12x20xf32>) init {
        ^bb0(%vi: index, %vj: index, %vk: index, %ma: memref<12x64xf32>, %mb: memref<64x20xf32>, %mc: memref<12x20xf32>):
          %zero = arith.constant 0.0 : f32
          affine.store %zero, %mc[%vi, %vj] : memref<12x20xf32>
          te.yield
        } do {
        ^bb0(%vi: index, %vj: index, %vk: index, %ma: memref<12x64xf32>, %mb: memref<64x20xf32>, %mc: memref<12x20xf32>):
          %x = affine.load %ma[%vi, %vk] : memref<12x64xf32>
          %y = affine.load %mb[%vk, %vj] : memref<64x20xf32>
          %s = affine.load %mc[%vi, %vj] : memref<12x20xf32>
          %m = arith.mulf %x, %y : f32
          %n = arith.addf %s, %m : f32
          affine.store %n, %mc[%vi, %vj] : memref<12x20xf32>
          te.yield
        }
      }
    }
  }
  return
}

// -----

// That of a block holds for the block; rules choose for the other one.
// CHECK-LABEL: func.func @two_copies
// CHECK-SAME: schedule.strategy = #schedule.blocks<"S" = #schedule.vectorized, "T" = #schedule.elementwise<tasks = 16>>
func.func @two_copies(%x: memref<64xf32>, %y: memref<64xf32>, %z: memref<64xf32>) {
  affine.for %i = 0 to 64 {
    // CHECK-NOT: schedule.strategy
    te.block "S" [false] affine_map<(i) -> (i)>(%i) captures(%x, %y : memref<64xf32>, memref<64xf32>) attributes {schedule.strategy = #schedule.vectorized} do {
    ^bb0(%v: index, %a: memref<64xf32>, %b: memref<64xf32>):
      %0 = affine.load %a[%v] : memref<64xf32>
      affine.store %0, %b[%v] : memref<64xf32>
      te.yield
    }
  }
  affine.for %i = 0 to 64 {
    te.block "T" [false] affine_map<(i) -> (i)>(%i) captures(%x, %z : memref<64xf32>, memref<64xf32>) do {
    ^bb0(%v: index, %a: memref<64xf32>, %b: memref<64xf32>):
      %0 = affine.load %a[%v] : memref<64xf32>
      affine.store %0, %b[%v] : memref<64xf32>
      te.yield
    }
  }
  return
}

// -----

// Blocks that the strategies of a function do not name stay as they are.
// CHECK-LABEL: func.func @one_of_two
// CHECK: schedule.get_block "T"
// CHECK-NOT: schedule.get_block "S"
func.func @one_of_two(%x: memref<64xf32>, %y: memref<64xf32>, %z: memref<64xf32>) attributes {schedule.strategy = #schedule.blocks<"T" = #schedule.vectorized>} {
  affine.for %i = 0 to 64 {
    te.block "S" [false] affine_map<(i) -> (i)>(%i) captures(%x, %y : memref<64xf32>, memref<64xf32>) do {
    ^bb0(%v: index, %a: memref<64xf32>, %b: memref<64xf32>):
      %0 = affine.load %a[%v] : memref<64xf32>
      affine.store %0, %b[%v] : memref<64xf32>
      te.yield
    }
  }
  affine.for %i = 0 to 64 {
    te.block "T" [false] affine_map<(i) -> (i)>(%i) captures(%x, %z : memref<64xf32>, memref<64xf32>) do {
    ^bb0(%v: index, %a: memref<64xf32>, %b: memref<64xf32>):
      %0 = affine.load %a[%v] : memref<64xf32>
      affine.store %0, %b[%v] : memref<64xf32>
      te.yield
    }
  }
  return
}

// -----

// A rule of a higher priority, which divides the sum, takes this block where
// nothing is given.
// CHECK-LABEL: func.func @long_sum
// CHECK-SAME: schedule.strategy = #schedule.blocks<"C" = #schedule.register_tile<row_axis = 0, rows = 2, columns = 8, lanes = 8>>
func.func @long_sum(%a: memref<49x4608xf32>, %b: memref<4608x512xf32>, %c: memref<49x512xf32>) attributes {schedule.strategy = #schedule.register_tile<row_axis = 0, rows = 2, columns = 8, lanes = 8>} {
  affine.for %i = 0 to 49 {
    affine.for %j = 0 to 512 {
      affine.for %k = 0 to 4608 {
        te.block "C" [false, false, true] affine_map<(i, j, k) -> (i, j, k)>(%i, %j, %k) captures(%a, %b, %c : memref<49x4608xf32>, memref<4608x512xf32>, memref<49x512xf32>) init {
        ^bb0(%vi: index, %vj: index, %vk: index, %ma: memref<49x4608xf32>, %mb: memref<4608x512xf32>, %mc: memref<49x512xf32>):
          %zero = arith.constant 0.0 : f32
          affine.store %zero, %mc[%vi, %vj] : memref<49x512xf32>
          te.yield
        } do {
        ^bb0(%vi: index, %vj: index, %vk: index, %ma: memref<49x4608xf32>, %mb: memref<4608x512xf32>, %mc: memref<49x512xf32>):
          %x = affine.load %ma[%vi, %vk] : memref<49x4608xf32>
          %y = affine.load %mb[%vk, %vj] : memref<4608x512xf32>
          %s = affine.load %mc[%vi, %vj] : memref<49x512xf32>
          %m = arith.mulf %x, %y : f32
          %n = arith.addf %s, %m : f32
          affine.store %n, %mc[%vi, %vj] : memref<49x512xf32>
          te.yield
        }
      }
    }
  }
  return
}
