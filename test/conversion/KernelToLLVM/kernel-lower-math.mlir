// RUN: tvm-opt %s --kernel-lower-math | FileCheck %s

// erf: limits that leave NaN alone, a quotient of two polynomials of degree 5.
// CHECK-LABEL: func.func @erf
// CHECK: arith.cmpf ugt
// CHECK: arith.cmpf ult
// CHECK-COUNT-10: math.fma
// CHECK-NOT: math.fma
// CHECK: arith.divf
// CHECK: arith.cmpf ugt
// CHECK: arith.cmpf ult
// CHECK-NOT: math.erf
func.func @erf(%a: vector<16xf32>) -> vector<16xf32> {
  %0 = math.erf %a : vector<16xf32>
  return %0 : vector<16xf32>
}

// exp: limits that leave NaN alone, a rounding by addition, a polynomial of
// degree 6, and a power of two made of bits.
// CHECK-LABEL: func.func @exp
// CHECK: arith.cmpf ugt
// CHECK: arith.cmpf ult
// CHECK-COUNT-8: math.fma %{{.*}} : vector<16xf32>
// CHECK: %[[BITS:.*]] = arith.shli %{{.*}} : vector<16xi32>
// CHECK: %[[POWER:.*]] = arith.bitcast %[[BITS]]
// CHECK: arith.mulf %{{.*}}, %[[POWER]]
func.func @exp(%a: vector<16xf32>) -> vector<16xf32> {
  %0 = math.exp %a : vector<16xf32>
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

// Small powers are products, others calls.
// CHECK-LABEL: func.func @powers
// CHECK-SAME: %[[X:.*]]: vector<4xf32>, %[[Y:.*]]: f32
// CHECK: %[[SQUARE:.*]] = arith.mulf %[[X]], %[[X]]
// CHECK: %[[Y2:.*]] = arith.mulf %[[Y]], %[[Y]]
// CHECK: %[[CUBE:.*]] = arith.mulf %[[Y2]], %[[Y]]
// CHECK: %[[POW:.*]] = call @powf(%[[Y]], %[[Y]])
// CHECK: return %[[SQUARE]], %[[CUBE]], %[[POW]]
func.func @powers(%x: vector<4xf32>, %y: f32) -> (vector<4xf32>, f32, f32) {
  %two = arith.constant dense<2.0> : vector<4xf32>
  %three = arith.constant 3.0 : f32
  %0 = math.powf %x, %two : vector<4xf32>
  %1 = math.powf %y, %three : f32
  %2 = math.powf %y, %y : f32
  return %0, %1, %2 : vector<4xf32>, f32, f32
}

// Minima and maxima are intrinsics; the sign of zero does not matter.
// CHECK-LABEL: func.func @limits
// CHECK: llvm.intr.maximum(%{{.*}}, %{{.*}}) {fastmathFlags = #llvm.fastmath<nsz>} : (vector<4xf32>, vector<4xf32>) -> vector<4xf32>
// CHECK: llvm.intr.minimum(%{{.*}}, %{{.*}}) {fastmathFlags = #llvm.fastmath<nsz>} : (f64, f64) -> f64
// CHECK: arith.maximumf %{{.*}} : vector<2x2xf32>
func.func @limits(%a: vector<4xf32>, %b: vector<4xf32>, %c: f64, %d: f64, %e: vector<2x2xf32>, %f: vector<2x2xf32>) -> (vector<4xf32>, f64, vector<2x2xf32>) {
  %0 = arith.maximumf %a, %b : vector<4xf32>
  %1 = arith.minimumf %c, %d : f64
  %2 = arith.maximumf %e, %f : vector<2x2xf32>
  return %0, %1, %2 : vector<4xf32>, f64, vector<2x2xf32>
}

// sin: in f64, which is exact enough below 2^40; where an element is not, calls.
// CHECK-LABEL: func.func @sines
// CHECK-SAME: (%[[X:.*]]: vector<4xf32>)
// CHECK: %[[ANY:.*]] = vector.reduction <or>, %{{.*}} : vector<4xi1> into i1
// CHECK: scf.if %[[ANY]] -> (vector<4xf32>) {
// CHECK-COUNT-4: call @sinf
// CHECK: } else {
// CHECK: arith.extf %[[X]] : vector<4xf32> to vector<4xf64>
// CHECK-NOT: call
// CHECK: arith.truncf %{{.*}} : vector<4xf64> to vector<4xf32>
func.func @sines(%a: vector<4xf32>) -> vector<4xf32> {
  %0 = math.sin %a : vector<4xf32>
  return %0 : vector<4xf32>
}

// cos: a quarter further. Scalars have a branch of their own.
// CHECK-LABEL: func.func @cosine
// CHECK: scf.if %{{.*}} -> (f32) {
// CHECK: call @cosf
// CHECK: } else {
// CHECK: arith.addi %{{.*}}, %c1_i64
func.func @cosine(%a: f32) -> f32 {
  %0 = math.cos %a : f32
  return %0 : f32
}

// tan: a quotient of both.
// CHECK-LABEL: func.func @tangent
// CHECK: call @tanf
// CHECK: } else {
// CHECK: arith.divf %{{.*}} : f64
func.func @tangent(%a: f32) -> f32 {
  %0 = math.tan %a : f32
  return %0 : f32
}

// atan needs no branch.
// CHECK-LABEL: func.func @arc_tangent
// CHECK-NOT: scf.if
// CHECK-NOT: call
// CHECK: arith.divf %{{.*}} : vector<4xf64>
// CHECK: math.copysign
// CHECK-NEXT: return
func.func @arc_tangent(%a: vector<4xf32>) -> vector<4xf32> {
  %0 = math.atan %a : vector<4xf32>
  return %0 : vector<4xf32>
}

// f64 is the library's.
// CHECK-LABEL: func.func @sin_f64
// CHECK: call @sin(
func.func @sin_f64(%a: f64) -> f64 {
  %0 = math.sin %a : f64
  return %0 : f64
}
