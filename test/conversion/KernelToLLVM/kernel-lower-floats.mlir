// RUN: tvm-opt %s --kernel-lower-floats | FileCheck %s

// Conversions from and to bf16 become integer operations.
// CHECK-LABEL: func.func @bf16
// CHECK: arith.shli
// CHECK: arith.addf %{{.*}} : f32
// CHECK: arith.bitcast %{{.*}} : f32 to i32
// CHECK: arith.trunci %{{.*}} : i32 to i16
// CHECK-NOT: arith.truncf
func.func @bf16(%a: bf16, %b: bf16) -> bf16 {
  %0 = arith.addf %a, %b : bf16
  return %0 : bf16
}

// Those of f16 are the target's; a result is rounded before its next use.
// CHECK-LABEL: func.func @f16
// CHECK: %[[SUM:.*]] = arith.addf %{{.*}} : vector<8xf32>
// CHECK: %[[ROUNDED:.*]] = arith.truncf %[[SUM]] : vector<8xf32> to vector<8xf16>
// CHECK: %[[WIDE:.*]] = arith.extf %[[ROUNDED]]
// CHECK: math.exp %[[WIDE]] : vector<8xf32>
func.func @f16(%a: vector<8xf16>, %b: vector<8xf16>) -> vector<8xf16> {
  %0 = arith.addf %a, %b : vector<8xf16>
  %1 = math.exp %0 : vector<8xf16>
  return %1 : vector<8xf16>
}
