// The plug-in in the distribution's mlir-opt; python/tests/ir/test_ir_examples.py has Python print the same.
// RUN: mlir-opt-22 --load-pass-plugin=%plugin --pass-pipeline='builtin.module(func.func(add-twice))' %s | FileCheck %s
// RUN: tvm-opt --load-pass-plugin=%plugin --pass-pipeline='builtin.module(func.func(add-twice))' %s | FileCheck %s

// CHECK-LABEL: func.func @twice(
// CHECK-SAME: %[[X:.*]]: f32)
// CHECK-NEXT: %[[Y:.*]] = arith.addf %[[X]], %[[X]] fastmath<nnan> : f32
// CHECK-NEXT: return %[[Y]]
func.func @twice(%x: f32) -> f32 {
  %two = arith.constant 2.0 : f32
  %y = arith.mulf %x, %two fastmath<nnan> : f32
  return %y : f32
}

// Declined: another factor, and one that is not known.
// CHECK-LABEL: func.func @others(
// CHECK: arith.mulf
// CHECK: arith.mulf
func.func @others(%x: f64, %y: f64) -> f64 {
  %three = arith.constant 3.0 : f64
  %0 = arith.mulf %x, %three : f64
  %1 = arith.mulf %0, %y : f64
  return %1 : f64
}

// Vectors have constants of another kind.
// CHECK-LABEL: func.func @vectors(
// CHECK: arith.mulf
func.func @vectors(%x: vector<4xf32>) -> vector<4xf32> {
  %two = arith.constant dense<2.0> : vector<4xf32>
  %y = arith.mulf %x, %two : vector<4xf32>
  return %y : vector<4xf32>
}
