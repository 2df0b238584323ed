// RUN: tvm-opt %s --pass-pipeline='builtin.module(convert-te-to-loops,schedule-apply,func.func(te-lower-blocks,canonicalize,cse))' -split-input-file | FileCheck %s

// All of the reduction in the tile: `compute`. Factors are in the other order,
// and so are the loops of the reduction.
// CHECK-LABEL: func.func @whole
// CHECK-NEXT: affine.for %[[I:.*]] = 0 to 2 {
// CHECK-NEXT: %[[OFFSET:.*]] = affine.apply #{{.*}}(%[[I]])
// CHECK-NEXT: %[[X:.*]] = memref.subview %arg0[%[[OFFSET]], 0, 0] [4, 3, 2] [1, 1, 1] :
// CHECK: %[[Y:.*]] = memref.subview %arg2[%[[OFFSET]]] [4] [1]
// CHECK: te.hardware_intrin "dot"(r %{{.*}}, r %arg1 : memref<3x2xf32>, w %{{.*}})
// CHECK-NEXT: }
// CHECK-NEXT: return
module attributes {transform.with_named_sequence} {
  func.func @whole(%a: tensor<8x3x2xf32>, %b: tensor<3x2xf32>) -> tensor<8xf32> {
    %0 = te.compute [8, 3, 2] spatial 1 reduce sum tag "C" {
    ^bb0(%i: index, %k: index, %l: index):
      %x = te.read %a[%i, %k, %l] : tensor<8x3x2xf32>
      %y = te.read %b[%k, %l] : tensor<3x2xf32>
      %z = arith.mulf %y, %x : f32
      te.yield %z : f32
    } : tensor<8xf32>
    return %0 : tensor<8xf32>
  }
  te.tensor_intrin @dot {
  ^bb0(%x: tensor<4x3x2xf32>, %y: tensor<3x2xf32>):
    %z = te.compute [4, 2, 3] spatial 1 reduce sum {
    ^bb0(%i: index, %l: index, %k: index):
      %0 = te.read %x[%i, %k, %l] : tensor<4x3x2xf32>
      %1 = te.read %y[%k, %l] : tensor<3x2xf32>
      %2 = arith.mulf %0, %1 : f32
      te.yield %2 : f32
    } : tensor<4xf32>
    te.yield %z : tensor<4xf32>
  } compute {
  ^bb0(%x: memref<4x3x2xf32, strided<[6, 2, 1], offset: ?>>, %y: memref<3x2xf32>, %z: memref<4xf32, strided<[1], offset: ?>>):
    te.hardware_intrin "dot"(r %x : memref<4x3x2xf32, strided<[6, 2, 1], offset: ?>>, r %y : memref<3x2xf32>, w %z : memref<4xf32, strided<[1], offset: ?>>)
    te.yield
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %c = schedule.get_block "C" in %root
    %i, %k, %l = schedule.get_loops of %c
    %io, %il = schedule.split %i by [0, 4]
    %t = schedule.tensorize %il with @dot
    transform.yield
  }
}

// -----

// Without `compute`: `reset`, then `update`. Elements are two apart, and other
// dimensions have one index.
// CHECK-LABEL: func.func @strided
// CHECK: affine.for %[[N:.*]] = 0 to 3 {
// CHECK-NEXT: affine.for %[[IO:.*]] = 0 to 2 {
// CHECK: memref.subview %arg1[%[[N]], 0, %{{.*}}] [1, 1, 4] [1, 1, 1] : memref<3x1x8xi32> to memref<4xi32, strided<[1], offset: ?>>
// CHECK-NEXT: te.hardware_intrin "zero"
// CHECK: memref.subview %arg0[%{{.*}}, %[[N]]] [4, 1] [2, 1] : memref<16x3xi32> to memref<4xi32, strided<[6], offset: ?>>
// CHECK: te.hardware_intrin "max"
module attributes {transform.with_named_sequence} {
  func.func @strided(%a: tensor<16x3xi32>) -> tensor<3x1x8xi32> {
    %low = arith.constant 0 : i32
    %0 = te.compute [3, 1, 8, 1] spatial 3 combine (%low : i32) {
    ^bb0(%x: i32, %y: i32):
      %m = arith.maxui %y, %x : i32
      te.yield %m : i32
    } tag "C" {
    ^bb0(%n: index, %u: index, %i: index, %k: index):
      %x = te.read %a[%i * 2 + %k, %n] : tensor<16x3xi32>
      te.yield %x : i32
    } : tensor<3x1x8xi32>
    return %0 : tensor<3x1x8xi32>
  }
  te.tensor_intrin @max {
  ^bb0(%x: tensor<4xi32>):
    %low = arith.constant 0 : i32
    %z = te.compute [4, 1] spatial 1 combine (%low : i32) {
    ^bb0(%a: i32, %b: i32):
      %m = arith.maxui %a, %b : i32
      te.yield %m : i32
    } {
    ^bb0(%i: index, %k: index):
      %0 = te.read %x[%i] : tensor<4xi32>
      te.yield %0 : i32
    } : tensor<4xi32>
    te.yield %z : tensor<4xi32>
  } reset {
  ^bb0(%z: memref<4xi32, strided<[1], offset: ?>>):
    te.hardware_intrin "zero"(w %z : memref<4xi32, strided<[1], offset: ?>>)
    te.yield
  } update {
  ^bb0(%x: memref<4xi32, strided<[?], offset: ?>>, %z: memref<4xi32, strided<[1], offset: ?>>):
    te.hardware_intrin "max"(r %x : memref<4xi32, strided<[?], offset: ?>>, rw %z : memref<4xi32, strided<[1], offset: ?>>)
    te.yield
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %c = schedule.get_block "C" in %root
    %n, %u, %i, %k = schedule.get_loops of %c
    %io, %il = schedule.split %i by [0, 4]
    schedule.reorder %io, %u
    %t = schedule.tensorize %u with @max
    transform.yield
  }
}

// -----

// The initialisation as a block of its own is filled by another instruction;
// the block goes on with `update`. Later steps move tiles.
// CHECK-LABEL: func.func @decomposed
// CHECK: affine.for %{{.*}} = 0 to 2 {
// CHECK: te.hardware_intrin "fill_zero"
// CHECK: affine.for %{{.*}} = 0 to 2 {
// CHECK-NEXT: affine.for %{{.*}} = 0 to 2 {
// CHECK-NEXT: affine.for %{{.*}} = 0 to 3 {
// CHECK: te.hardware_intrin "gemm_add"
// CHECK-NOT: te.hardware_intrin
// CHECK: return
module attributes {transform.with_named_sequence} {
  func.func @decomposed(%a: tensor<8x12xf32>, %b: tensor<12x8xf32>) -> tensor<8x8xf32> {
    %0 = te.compute [8, 8, 12] spatial 2 reduce sum tag "C" {
    ^bb0(%i: index, %j: index, %k: index):
      %x = te.read %a[%i, %k] : tensor<8x12xf32>
      %y = te.read %b[%k, %j] : tensor<12x8xf32>
      %z = arith.mulf %x, %y : f32
      te.yield %z : f32
    } : tensor<8x8xf32>
    return %0 : tensor<8x8xf32>
  }
  te.tensor_intrin @fill_zero {
    %zero = arith.constant 0.0 : f32
    %z = te.compute [4, 4] spatial 2 {
    ^bb0(%i: index, %j: index):
      te.yield %zero : f32
    } : tensor<4x4xf32>
    te.yield %z : tensor<4x4xf32>
  } compute {
  ^bb0(%z: memref<4x4xf32, strided<[8, 1], offset: ?>>):
    te.hardware_intrin "fill_zero"(w %z : memref<4x4xf32, strided<[8, 1], offset: ?>>)
    te.yield
  }
  te.tensor_intrin @gemm {
  ^bb0(%w: tensor<4x2xf32>, %x: tensor<2x4xf32>):
    %y = te.compute [4, 4, 2] spatial 2 reduce sum {
    ^bb0(%i: index, %j: index, %k: index):
      %0 = te.read %w[%i, %k] : tensor<4x2xf32>
      %1 = te.read %x[%k, %j] : tensor<2x4xf32>
      %2 = arith.mulf %0, %1 : f32
      te.yield %2 : f32
    } : tensor<4x4xf32>
    te.yield %y : tensor<4x4xf32>
  } compute {
  ^bb0(%w: memref<4x2xf32, strided<[?, 1], offset: ?>>, %x: memref<2x4xf32, strided<[?, 1], offset: ?>>, %y: memref<4x4xf32, strided<[?, 1], offset: ?>>):
    te.hardware_intrin "gemm"(r %w : memref<4x2xf32, strided<[?, 1], offset: ?>>, r %x : memref<2x4xf32, strided<[?, 1], offset: ?>>, w %y : memref<4x4xf32, strided<[?, 1], offset: ?>>)
    te.yield
  } update {
  ^bb0(%w: memref<4x2xf32, strided<[?, 1], offset: ?>>, %x: memref<2x4xf32, strided<[?, 1], offset: ?>>, %y: memref<4x4xf32, strided<[?, 1], offset: ?>>):
    te.hardware_intrin "gemm_add"(r %w : memref<4x2xf32, strided<[?, 1], offset: ?>>, r %x : memref<2x4xf32, strided<[?, 1], offset: ?>>, rw %y : memref<4x4xf32, strided<[?, 1], offset: ?>>)
    te.yield
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %c = schedule.get_block "C" in %root
    %i, %j, %k = schedule.get_loops of %c
    %io, %jo, %ko, %il, %jl, %kl = schedule.tile %i, %j, %k by [4, 4, 2]
    schedule.reorder %ko, %jo
    %init = schedule.decompose_reduction %c, %ko
    %t = schedule.tensorize %il with @gemm
    %io1, %fj, %fi, %fl = schedule.get_loops of %init
    %f = schedule.tensorize %fi with @fill_zero
    %koo, %kol = schedule.split %ko by [2, 3]
    schedule.reorder %koo, %jo, %kol
    schedule.parallel %io
    transform.yield
  }
}

// -----

// A layout in tiles of 16 columns: (8 j + l) floordiv 16 and mod 16 move in the
// tile as l does.
// CHECK-DAG: affine_map<(d0) -> (d0 floordiv 2)>
// CHECK-DAG: affine_map<(d0) -> (d0 * 8 - (d0 floordiv 2) * 16)>
// CHECK-LABEL: func.func @divided
// CHECK: te.hardware_intrin "add8"
module attributes {transform.with_named_sequence} {
  func.func @divided(%a: memref<6x32xf32>, %b: memref<2x6x16xf32>) {
    affine.for %i = 0 to 6 {
      affine.for %j = 0 to 32 {
        te.block "C" [false, false] affine_map<(i, j) -> (i, j)>(%i, %j) captures(%a, %b : memref<6x32xf32>, memref<2x6x16xf32>) do {
        ^bb0(%vi: index, %vj: index, %x: memref<6x32xf32>, %y: memref<2x6x16xf32>):
          %0 = affine.load %x[%vi, %vj] : memref<6x32xf32>
          %1 = arith.addf %0, %0 : f32
          affine.store %1, %y[%vj floordiv 16, %vi, %vj mod 16] : memref<2x6x16xf32>
          te.yield
        }
      }
    }
    return
  }
  te.tensor_intrin @add8 {
  ^bb0(%x: tensor<8xf32>):
    %y = te.compute [8] spatial 1 {
    ^bb0(%i: index):
      %0 = te.read %x[%i] : tensor<8xf32>
      %1 = arith.addf %0, %0 : f32
      te.yield %1 : f32
    } : tensor<8xf32>
    te.yield %y : tensor<8xf32>
  } compute {
  ^bb0(%x: memref<8xf32, strided<[1], offset: ?>>, %y: memref<8xf32, strided<[1], offset: ?>>):
    te.hardware_intrin "add8"(r %x : memref<8xf32, strided<[1], offset: ?>>, w %y : memref<8xf32, strided<[1], offset: ?>>)
    te.yield
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %c = schedule.get_block "C" in %root
    %i, %j = schedule.get_loops of %c
    %jo, %jl = schedule.split %j by [0, 8]
    %t = schedule.tensorize %jl with @add8
    transform.yield
  }
}

// -----

// All of an axis in the tile: (4 k + l) floordiv 4 is k, (4 k + l) mod 4 is l.
// CHECK-LABEL: func.func @multiple
// CHECK: te.hardware_intrin "add8x4"
module attributes {transform.with_named_sequence} {
  func.func @multiple(%a: memref<6x32xf32>, %b: memref<6x8x4xf32>) {
    affine.for %i = 0 to 6 {
      affine.for %j = 0 to 32 {
        te.block "C" [false, false] affine_map<(i, j) -> (i, j)>(%i, %j) captures(%a, %b : memref<6x32xf32>, memref<6x8x4xf32>) do {
        ^bb0(%vi: index, %vj: index, %x: memref<6x32xf32>, %y: memref<6x8x4xf32>):
          %0 = affine.load %x[%vi, %vj] : memref<6x32xf32>
          %1 = arith.addf %0, %0 : f32
          affine.store %1, %y[%vi, %vj floordiv 4, %vj mod 4] : memref<6x8x4xf32>
          te.yield
        }
      }
    }
    return
  }
  te.tensor_intrin @add8x4 {
  ^bb0(%x: tensor<32xf32>):
    %y = te.compute [8, 4] spatial 2 {
    ^bb0(%k: index, %l: index):
      %0 = te.read %x[%k * 4 + %l] : tensor<32xf32>
      %1 = arith.addf %0, %0 : f32
      te.yield %1 : f32
    } : tensor<8x4xf32>
    te.yield %y : tensor<8x4xf32>
  } compute {
  ^bb0(%x: memref<32xf32, strided<[1], offset: ?>>, %y: memref<8x4xf32, strided<[4, 1], offset: ?>>):
    te.hardware_intrin "add8x4"(r %x : memref<32xf32, strided<[1], offset: ?>>, w %y : memref<8x4xf32, strided<[4, 1], offset: ?>>)
    te.yield
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %c = schedule.get_block "C" in %root
    %i, %j = schedule.get_loops of %c
    %jo, %jl = schedule.split %j by [0, 4]
    %t = schedule.tensorize %jo with @add8x4
    transform.yield
  }
}

// -----

// A matrix that is one tile, in loops that run once: what is declared is what
// the instruction takes, all of it.
// CHECK-LABEL: func.func @one_tile
// CHECK: te.hardware_intrin "gemm"(r %arg0 : memref<2x3xf32>, r %arg1 : memref<3x4xf32>, rw %{{.*}} : memref<2x4xf32>)
module attributes {transform.with_named_sequence} {
  func.func @one_tile(%a: tensor<2x3xf32>, %b: tensor<3x4xf32>) -> tensor<2x4xf32> {
    %0 = te.compute [2, 4, 3] spatial 2 reduce sum tag "C" {
    ^bb0(%i: index, %j: index, %k: index):
      %x = te.read %a[%i, %k] : tensor<2x3xf32>
      %y = te.read %b[%k, %j] : tensor<3x4xf32>
      %z = arith.mulf %x, %y : f32
      te.yield %z : f32
    } : tensor<2x4xf32>
    return %0 : tensor<2x4xf32>
  }
  te.tensor_intrin @gemm {
  ^bb0(%x: tensor<2x3xf32>, %y: tensor<3x4xf32>):
    %z = te.compute [2, 4, 3] spatial 2 reduce sum {
    ^bb0(%i: index, %j: index, %k: index):
      %0 = te.read %x[%i, %k] : tensor<2x3xf32>
      %1 = te.read %y[%k, %j] : tensor<3x4xf32>
      %2 = arith.mulf %0, %1 : f32
      te.yield %2 : f32
    } : tensor<2x4xf32>
    te.yield %z : tensor<2x4xf32>
  } reset {
  ^bb0(%z: memref<2x4xf32>):
    te.hardware_intrin "zero"(w %z : memref<2x4xf32>)
    te.yield
  } update {
  ^bb0(%x: memref<2x3xf32>, %y: memref<3x4xf32>, %z: memref<2x4xf32>):
    te.hardware_intrin "gemm"(r %x : memref<2x3xf32>, r %y : memref<3x4xf32>, rw %z : memref<2x4xf32>)
    te.yield
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %c = schedule.get_block "C" in %root
    %i, %j, %k = schedule.get_loops of %c
    %outer0, %outer1, %outer2, %inner0, %inner1, %inner2 = schedule.tile %i, %j, %k by [2, 4, 3]
    %t = schedule.tensorize %inner0 with @gemm
    transform.yield
  }
}
