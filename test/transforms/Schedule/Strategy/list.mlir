// RUN: tvm-opt %s --schedule-list-strategies="best=2 random=3 seed=1" -o /dev/null | FileCheck %s
// RUN: tvm-opt %s --schedule-list-strategies="best=0" -o /dev/null | FileCheck %s --check-prefix=SHORT
// RUN: tvm-opt %s --schedule-list-strategies | FileCheck %s --check-prefix=SAME
// RUN: tvm-opt %s --schedule-list-strategies="best=0 random=300" -o /dev/null | FileCheck %s --check-prefix=MANY
// RUN: tvm-opt %s --schedule-list-strategies="random=3 seed=1" -o /dev/null > %t.1
// RUN: tvm-opt %s --schedule-list-strategies="random=3 seed=1" -o /dev/null | diff %t.1 -

// CHECK: kernel 'product'
// CHECK-NEXT: block 'C'
// CHECK-NEXT: rule split_reduction: {{[0-9]+}} strategies
// CHECK-NEXT: parts: [2] 4 8 16 32 64
// CHECK: preferred: none, other rules are
// CHECK: rule register_tile: {{[0-9]+}} strategies
// CHECK-NEXT: row_axis: -1 [0]
// CHECK-NEXT: rows: 1 2 3 4 5 [6] 7
// CHECK: columns: 5 8 10 [16] 20
// CHECK: order: [columns_outside] rows_outside columns_inside
// CHECK: packs_rows: [false] true
// CHECK-NEXT: block_rows: [0] 2 3 4 5 6 7 8 10
// CHECK-NEXT: block_columns: [0] 2 3
// CHECK-NEXT: unroll:
// CHECK-NEXT: tasks: 0 1 2 4 8 [16] 32 64 128 256
// CHECK-NEXT: preferred {{[0-9]+}} cycles: #schedule.register_tile<row_axis = 0, rows = 6, columns = 16, lanes = 8
// CHECK-NEXT: looked at 2{{[0-9]+}}
// CHECK-COUNT-2: best {{[0-9]+}} cycles: #schedule.register_tile<
// CHECK-COUNT-3: random {{[0-9]+}} cycles: #schedule.register_tile<
// CHECK: rule reduction: 10 strategies
// CHECK: looked at 10

// SHORT-NOT: best
// SHORT-NOT: random
// SHORT: preferred

// Every point is a strategy that could be written down.
// MANY: rule split_reduction
// MANY-COUNT-300: random {{[0-9]+}} cycles: #schedule.split_reduction<
// MANY: rule register_tile
// MANY-COUNT-300: random {{[0-9]+}} cycles: #schedule.register_tile<
// MANY: kernel 'points'
// MANY: rule register_tile
// MANY-COUNT-300: random {{[0-9]+}} cycles: #schedule.register_tile<

// SAME: kernel 'product'
// SAME-NOT: schedule.strategy
// SAME: func.func @product
// SAME-NOT: transform.named_sequence

// Rows of two axes. A parameter that names an operand is printed as that.
// CHECK: kernel 'points'
// CHECK: rule register_tile
// CHECK: {{ }}streamed: [none] operand 1
// CHECK: preferred {{[0-9]+}} cycles: #schedule.register_tile<{{.*}}order = rows_outside

// No strategy makes a loop without iterations faster.
// CHECK: kernel 'empty'
// CHECK-NEXT: block 'E'
// CHECK-NOT: rule
func.func @product(%a: memref<12x64xf32>, %b: memref<64x20xf32>, %c: memref<12x20xf32>) {
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

func.func @points(%arg0: memref<1x28x28x64xf32>, %arg1: memref<1x1x64x64xf32> {graph.constant}, %arg2: memref<1x28x28x64xf32>) {
  affine.for %arg3 = 0 to 1 {
    affine.for %arg4 = 0 to 28 {
      affine.for %arg5 = 0 to 28 {
        affine.for %arg6 = 0 to 64 {
          affine.for %arg7 = 0 to 64 {
            te.block "P" [false, false, false, false, true] affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>(%arg3, %arg4, %arg5, %arg6, %arg7) captures(%arg0, %arg1, %arg2 : memref<1x28x28x64xf32>, memref<1x1x64x64xf32>, memref<1x28x28x64xf32>) init {
            ^bb0(%arg8: index, %arg9: index, %arg10: index, %arg11: index, %arg12: index, %arg13: memref<1x28x28x64xf32>, %arg14: memref<1x1x64x64xf32>, %arg15: memref<1x28x28x64xf32>):
              %cst = arith.constant 0.000000e+00 : f32
              affine.store %cst, %arg15[%arg8, %arg9, %arg10, %arg11] : memref<1x28x28x64xf32>
              te.yield
            } do {
            ^bb0(%arg8: index, %arg9: index, %arg10: index, %arg11: index, %arg12: index, %arg13: memref<1x28x28x64xf32>, %arg14: memref<1x1x64x64xf32>, %arg15: memref<1x28x28x64xf32>):
              %0 = affine.load %arg13[%arg8, %arg9, %arg10, %arg12] : memref<1x28x28x64xf32>
              %1 = affine.load %arg14[0, 0, %arg12, %arg11] : memref<1x1x64x64xf32>
              %2 = arith.mulf %0, %1 : f32
              %3 = affine.load %arg15[%arg8, %arg9, %arg10, %arg11] : memref<1x28x28x64xf32>
              %4 = arith.addf %3, %2 : f32
              affine.store %4, %arg15[%arg8, %arg9, %arg10, %arg11] : memref<1x28x28x64xf32>
              te.yield
            }
          }
        }
      }
    }
  }
  return
}

func.func @empty(%a: memref<12x0xf32>, %b: memref<12x0xf32>) {
  affine.for %i = 0 to 12 {
    affine.for %j = 0 to 0 {
      te.block "E" [false, false] affine_map<(i, j) -> (i, j)>(%i, %j) captures(%a, %b : memref<12x0xf32>, memref<12x0xf32>) do {
      ^bb0(%vi: index, %vj: index, %ma: memref<12x0xf32>, %mb: memref<12x0xf32>):
        %x = affine.load %ma[%vi, %vj] : memref<12x0xf32>
        affine.store %x, %mb[%vi, %vj] : memref<12x0xf32>
        te.yield
      }
    }
  }
  return
}
