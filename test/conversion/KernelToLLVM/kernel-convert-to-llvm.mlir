// RUN: tvm-opt %s --kernel-convert-to-llvm | FileCheck %s

// CHECK-LABEL: llvm.func @all(
// CHECK: llvm.getelementptr
// CHECK: llvm.load
// CHECK: llvm.intr.sqrt
// CHECK: llvm.fadd
// CHECK: llvm.cond_br
// CHECK: llvm.mlir.poison
// CHECK: llvm.call @other
// CHECK-NOT: builtin.unrealized_conversion_cast
func.func @all(%x: memref<4x8xf32>, %i: index, %is_first: i1) -> f32 {
  %c3 = index.constant 3
  %j = index.add %i, %c3
  %loaded = memref.load %x[%j, %i] : memref<4x8xf32>
  %root = math.sqrt %loaded : f32
  %sum = arith.addf %root, %loaded : f32
  cf.cond_br %is_first, ^bb1, ^bb2
^bb1:
  return %sum : f32
^bb2:
  %nothing = ub.poison : f32
  %called = call @other(%nothing) : (f32) -> f32
  return %called : f32
}
func.func private @other(f32) -> f32
