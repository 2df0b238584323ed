// RUN: tvm-opt %s --kernel-lower-math | FileCheck %s

// A polynomial, with the sign that upstream's loses.
// CHECK-LABEL: func.func @erf
// CHECK: math.fma
// CHECK: math.copysign
// CHECK-NOT: math.erf
func.func @erf(%a: vector<16xf32>) -> vector<16xf32> {
  %0 = math.erf %a : vector<16xf32>
  return %0 : vector<16xf32>
}

// A call per element where there is no polynomial.
// CHECK-LABEL: func.func @atan2
// CHECK-COUNT-2: call @atan2f
func.func @atan2(%a: vector<2xf32>, %b: vector<2xf32>) -> vector<2xf32> {
  %0 = math.atan2 %a, %b : vector<2xf32>
  return %0 : vector<2xf32>
}

// Instructions stay.
// CHECK-LABEL: func.func @sqrt
// CHECK: math.sqrt
func.func @sqrt(%a: vector<2xf64>) -> vector<2xf64> {
  %0 = math.sqrt %a : vector<2xf64>
  return %0 : vector<2xf64>
}
