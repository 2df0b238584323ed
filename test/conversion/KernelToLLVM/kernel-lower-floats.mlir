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

// Conversions of f16 are instructions of the target; a result is rounded before its next use.
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

// Sums of 8 bits are f32's; conversions are integer operations.
// CHECK-LABEL: func.func @f8
// CHECK: arith.extui %{{.*}} : vector<8xi8> to vector<8xi32>
// CHECK: arith.addf %{{.*}} : vector<8xf32>
// CHECK: arith.trunci %{{.*}} : vector<8xi32> to vector<8xi8>
// CHECK-NOT: arith.truncf
func.func @f8(%a: vector<8xf8E4M3FN>, %b: vector<8xf8E4M3FN>) -> vector<8xf8E4M3FN> {
  %0 = arith.addf %a, %b : vector<8xf8E4M3FN>
  return %0 : vector<8xf8E4M3FN>
}

// Between two formats by way of f32; f64 rounds once.
// CHECK-LABEL: func.func @f4
// CHECK: arith.truncf %{{.*}} : f64 to f32
// CHECK: arith.trunci %{{.*}} : i32 to i4
// CHECK: arith.mulf %{{.*}} : f32
// CHECK: arith.trunci %{{.*}} : i32 to i8
// CHECK-NOT: arith.truncf
func.func @f4(%x: f64) -> (f4E2M1FN, f8E5M2FNUZ) {
  %0 = arith.truncf %x : f64 to f4E2M1FN
  %1 = arith.extf %0 : f4E2M1FN to f8E5M2FNUZ
  return %0, %1 : f4E2M1FN, f8E5M2FNUZ
}

// Powers of two are exponents. A wider result may need rounding.
// CHECK-LABEL: func.func @f8E8M0
// CHECK: arith.shli
// CHECK: arith.truncf %{{.*}} : f32 to f16
// CHECK: arith.sitofp %{{.*}} : i64 to f32
// CHECK: arith.shrui
// CHECK-NEXT: arith.trunci %{{.*}} : i32 to i8
func.func @f8E8M0(%x: f8E8M0FNU, %i: i64) -> (f16, f8E8M0FNU) {
  %0 = arith.extf %x : f8E8M0FNU to f16
  %1 = arith.sitofp %i : i64 to f8E8M0FNU
  return %0, %1 : f16, f8E8M0FNU
}

// CHECK-LABEL: func @bf16_to_f64
// CHECK-NOT: bf16 to f64
// CHECK: arith.shli
// CHECK: %[[F32:.*]] = arith.bitcast %{{.*}} : vector<4xi32> to vector<4xf32>
// CHECK: arith.extf %[[F32]] : vector<4xf32> to vector<4xf64>
func.func @bf16_to_f64(%x: vector<4xbf16>) -> vector<4xf64> {
  %0 = arith.extf %x : vector<4xbf16> to vector<4xf64>
  return %0 : vector<4xf64>
}
