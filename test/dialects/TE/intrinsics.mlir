// RUN: tvm-opt %s --verify-roundtrip | FileCheck %s

// A declaration with all of its lowerings.
// CHECK: te.tensor_intrin @gemm8x8 {
// CHECK: ^bb0(%{{.*}}: tensor<8x8xf32>, %{{.*}}: tensor<8x8xf32>):
// CHECK: te.compute [8, 8, 8] spatial 2 reduce sum {
// CHECK: } compute {
// CHECK: te.hardware_intrin "gemm8x8"(r %{{.*}} : memref<8x8xf32>, r %{{.*}} : memref<8x8xf32>, w %{{.*}} : memref<8x8xf32>)
// CHECK: } reset {
// CHECK: } update {
// CHECK: te.hardware_intrin "fused_gemm8x8_add"({{.*}}, rw %{{.*}} : memref<8x8xf32>)
te.tensor_intrin @gemm8x8 {
^bb0(%w: tensor<8x8xf32>, %x: tensor<8x8xf32>):
  %y = te.compute [8, 8, 8] spatial 2 reduce sum {
  ^bb0(%i: index, %j: index, %k: index):
    %0 = te.read %w[%i, %k] : tensor<8x8xf32>
    %1 = te.read %x[%j, %k] : tensor<8x8xf32>
    %2 = arith.mulf %0, %1 : f32
    te.yield %2 : f32
  } : tensor<8x8xf32>
  te.yield %y : tensor<8x8xf32>
} compute {
^bb0(%w: memref<8x8xf32>, %x: memref<8x8xf32>, %y: memref<8x8xf32>):
  te.hardware_intrin "gemm8x8"(r %w : memref<8x8xf32>, r %x : memref<8x8xf32>, w %y : memref<8x8xf32>)
  te.yield
} reset {
^bb0(%y: memref<8x8xf32>):
  te.hardware_intrin "fill_zero"(w %y : memref<8x8xf32>)
  te.yield
} update {
^bb0(%w: memref<8x8xf32>, %x: memref<8x8xf32>, %y: memref<8x8xf32>):
  te.hardware_intrin "fused_gemm8x8_add"(r %w : memref<8x8xf32>, r %x : memref<8x8xf32>, rw %y : memref<8x8xf32>)
  te.yield
}

// No operands, and a constant beside the computation.
// CHECK: te.tensor_intrin @fill {
// CHECK-NEXT: arith.constant
te.tensor_intrin @fill {
  %one = arith.constant 1.0 : f32
  %y = te.compute [8] spatial 1 {
  ^bb0(%i: index):
    te.yield %one : f32
  } : tensor<8xf32>
  te.yield %y : tensor<8xf32>
} compute {
^bb0(%y: memref<8xf32, strided<[?], offset: ?>, "vdla.acc_buffer">):
  te.hardware_intrin "fill_one"(w %y : memref<8xf32, strided<[?], offset: ?>, "vdla.acc_buffer">) {wait = true}
  te.yield
}

// A block that says what it accesses, at a captured offset.
// CHECK: func.func @declared
// CHECK: te.block "tile" [false] #{{.*}}(%{{.*}}) captures({{.*}}) reads [] writes [#te.region<0, (d0)[s0, s1] -> (d0 * 8 + s1), [8]>] do {
func.func @declared(%a: memref<64xf32>, %n: index) {
  affine.for %o = 0 to 4 {
    te.block "tile" [false] affine_map<(o) -> (o)>(%o) captures(%a, %n : memref<64xf32>, index) reads [] writes [#te.region<0, (d0)[s0, s1] -> (d0 * 8 + s1), [8]>] do {
    ^bb0(%v: index, %x: memref<64xf32>, %m: index):
      te.yield
    }
  }
  return
}
