// RUN: tvm-opt %s --convert-tosa-to-graph --split-input-file | FileCheck %s

// CHECK-LABEL: @unary
func.func @unary(%x: tensor<4xf32>) -> tensor<4xf32> {
  // CHECK: graph.abs
  %0 = tosa.abs %x : (tensor<4xf32>) -> tensor<4xf32>
  // CHECK-NEXT: graph.ceil
  %1 = tosa.ceil %0 : (tensor<4xf32>) -> tensor<4xf32>
  // CHECK-NEXT: graph.cos
  %2 = tosa.cos %1 : (tensor<4xf32>) -> tensor<4xf32>
  // CHECK-NEXT: graph.erf
  %3 = tosa.erf %2 : (tensor<4xf32>) -> tensor<4xf32>
  // CHECK-NEXT: graph.exp
  %4 = tosa.exp %3 : (tensor<4xf32>) -> tensor<4xf32>
  // CHECK-NEXT: graph.floor
  %5 = tosa.floor %4 : (tensor<4xf32>) -> tensor<4xf32>
  // CHECK-NEXT: graph.log
  %6 = tosa.log %5 : (tensor<4xf32>) -> tensor<4xf32>
  // CHECK-NEXT: graph.reciprocal
  %7 = tosa.reciprocal %6 : (tensor<4xf32>) -> tensor<4xf32>
  // CHECK-NEXT: graph.sqrt
  // CHECK-NEXT: graph.reciprocal
  %8 = tosa.rsqrt %7 : (tensor<4xf32>) -> tensor<4xf32>
  // CHECK-NEXT: graph.sigmoid
  %9 = tosa.sigmoid %8 : (tensor<4xf32>) -> tensor<4xf32>
  // CHECK-NEXT: graph.sin
  %10 = tosa.sin %9 : (tensor<4xf32>) -> tensor<4xf32>
  // CHECK-NEXT: graph.tanh
  %11 = tosa.tanh %10 : (tensor<4xf32>) -> tensor<4xf32>
  // CHECK-NEXT: return
  return %11 : tensor<4xf32>
}

// -----

// CHECK-LABEL: @binary
func.func @binary(%x: tensor<4xf32>, %y: tensor<1xf32>) -> tensor<4xf32> {
  // CHECK: graph.add
  %0 = tosa.add %x, %y : (tensor<4xf32>, tensor<1xf32>) -> tensor<4xf32>
  // CHECK-NEXT: graph.sub
  %1 = tosa.sub %0, %y : (tensor<4xf32>, tensor<1xf32>) -> tensor<4xf32>
  // CHECK-NEXT: graph.pow
  %2 = tosa.pow %1, %y : (tensor<4xf32>, tensor<1xf32>) -> tensor<4xf32>
  // CHECK-NEXT: graph.max
  %3 = tosa.maximum %2, %y : (tensor<4xf32>, tensor<1xf32>) -> tensor<4xf32>
  // CHECK-NEXT: graph.min
  %4 = tosa.minimum %3, %y : (tensor<4xf32>, tensor<1xf32>) -> tensor<4xf32>
  // CHECK-NEXT: return
  return %4 : tensor<4xf32>
}

// -----

// CHECK-LABEL: @bits
func.func @bits(%x: tensor<4xi32>, %y: tensor<4xi32>) -> tensor<4xi32> {
  // CHECK: graph.and
  %0 = tosa.bitwise_and %x, %y : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi32>
  // CHECK-NEXT: graph.or
  %1 = tosa.bitwise_or %0, %y : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi32>
  // CHECK-NEXT: graph.xor
  %2 = tosa.bitwise_xor %1, %y : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi32>
  // CHECK-NEXT: graph.not
  %3 = tosa.bitwise_not %2 : (tensor<4xi32>) -> tensor<4xi32>
  // CHECK-NEXT: graph.shift_left
  %4 = tosa.logical_left_shift %3, %y : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi32>
  // CHECK-NEXT: graph.shift_right
  %5 = tosa.logical_right_shift %4, %y : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi32>
  // CHECK-NEXT: graph.div
  %6 = tosa.intdiv %5, %y : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi32>
  // CHECK-NEXT: return
  return %6 : tensor<4xi32>
}

// -----

// Bits that come from the left are those of the sign.
// CHECK-LABEL: @arithmetic_shift
// CHECK-SAME: %[[X:.*]]: tensor<4xi32>, %[[N:.*]]: tensor<4xi32>
func.func @arithmetic_shift(%x: tensor<4xi32>, %n: tensor<4xi32>) -> tensor<4xi32> {
  // CHECK: %[[ZERO:.*]] = graph.constant dense<0> : tensor<i32>
  // CHECK: %[[NEGATIVE:.*]] = graph.less %[[X]], %[[ZERO]]
  // CHECK: %[[SHIFTED:.*]] = graph.shift_right %[[X]], %[[N]]
  // CHECK: %[[NOT:.*]] = graph.not %[[X]]
  // CHECK: %[[ONES:.*]] = graph.shift_right %[[NOT]], %[[N]]
  // CHECK: %[[COMPLEMENT:.*]] = graph.not %[[ONES]]
  // CHECK: graph.where %[[NEGATIVE]], %[[COMPLEMENT]], %[[SHIFTED]]
  %0 = tosa.arithmetic_right_shift %x, %n {round = false} : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi32>
  return %0 : tensor<4xi32>
}

// -----

// CHECK-LABEL: @logic
func.func @logic(%x: tensor<4xi1>, %y: tensor<4xi1>) -> tensor<4xi1> {
  // CHECK: graph.and
  %0 = tosa.logical_and %x, %y : (tensor<4xi1>, tensor<4xi1>) -> tensor<4xi1>
  // CHECK-NEXT: graph.or
  %1 = tosa.logical_or %0, %y : (tensor<4xi1>, tensor<4xi1>) -> tensor<4xi1>
  // CHECK-NEXT: graph.xor
  %2 = tosa.logical_xor %1, %y : (tensor<4xi1>, tensor<4xi1>) -> tensor<4xi1>
  // CHECK-NEXT: graph.not
  %3 = tosa.logical_not %2 : (tensor<4xi1>) -> tensor<4xi1>
  return %3 : tensor<4xi1>
}

// -----

// CHECK-LABEL: @choose
func.func @choose(%x: tensor<4xf32>, %y: tensor<4xf32>) -> tensor<4xf32> {
  // CHECK: graph.equal
  %0 = tosa.equal %x, %y : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
  // CHECK-NEXT: graph.greater
  %1 = tosa.greater %x, %y : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
  // CHECK-NEXT: graph.greater_equal
  %2 = tosa.greater_equal %x, %y : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
  // CHECK-NEXT: graph.where
  %3 = tosa.select %0, %x, %y : (tensor<4xi1>, tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %4 = tosa.select %1, %x, %3 : (tensor<4xi1>, tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %5 = tosa.select %2, %x, %4 : (tensor<4xi1>, tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return %5 : tensor<4xf32>
}

// -----

// The product has the type of the result.
// CHECK-LABEL: @wide_product
func.func @wide_product(%x: tensor<4xi8>, %y: tensor<4xi8>) -> tensor<4xi32> {
  %shift = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  // CHECK: %[[X:.*]] = graph.cast %arg0 {to = i32}
  // CHECK: %[[Y:.*]] = graph.cast %arg1 {to = i32}
  // CHECK: graph.mul %[[X]], %[[Y]] : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi32>
  %0 = tosa.mul %x, %y, %shift : (tensor<4xi8>, tensor<4xi8>, tensor<1xi8>) -> tensor<4xi32>
  return %0 : tensor<4xi32>
}

// -----

// CHECK-LABEL: @negate
func.func @negate(%x: tensor<4xf32>) -> tensor<4xf32> {
  %zp = "tosa.const"() <{values = dense<0.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  // CHECK: graph.neg %arg0
  %0 = tosa.negate %x, %zp, %zp : (tensor<4xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

// -(x - 3) + 5, saturated.
// CHECK-LABEL: @negate_bytes
func.func @negate_bytes(%x: tensor<4xi8>) -> tensor<4xi8> {
  %from = "tosa.const"() <{values = dense<3> : tensor<1xi8>}> : () -> tensor<1xi8>
  %to = "tosa.const"() <{values = dense<5> : tensor<1xi8>}> : () -> tensor<1xi8>
  // CHECK: %[[X:.*]] = graph.cast %arg0 {to = i32}
  // CHECK: %[[FROM:.*]] = graph.constant dense<3> : tensor<i32>
  // CHECK: %[[CENTERED:.*]] = graph.sub %[[X]], %[[FROM]]
  // CHECK: %[[DIFFERENCE:.*]] = graph.sub %{{.*}}, %[[CENTERED]]
  // CHECK: %[[LOW:.*]] = graph.constant dense<-128> : tensor<i32>
  // CHECK: %[[MAX:.*]] = graph.max %[[DIFFERENCE]], %[[LOW]]
  // CHECK: %[[HIGH:.*]] = graph.constant dense<127> : tensor<i32>
  // CHECK: %[[MIN:.*]] = graph.min %[[MAX]], %[[HIGH]]
  // CHECK: graph.cast %[[MIN]] {to = i8}
  %0 = tosa.negate %x, %from, %to : (tensor<4xi8>, tensor<1xi8>, tensor<1xi8>) -> tensor<4xi8>
  return %0 : tensor<4xi8>
}

// -----

// Bounds that bound nothing are left out.
// CHECK-LABEL: @clamp
func.func @clamp(%x: tensor<4xf32>, %y: tensor<4xi8>) -> (tensor<4xf32>, tensor<4xf32>, tensor<4xi8>) {
  // CHECK: %[[ZERO:.*]] = graph.constant dense<0.000000e+00> : tensor<f32>
  // CHECK: %[[MAX:.*]] = graph.max %arg0, %[[ZERO]]
  // CHECK: %[[SIX:.*]] = graph.constant dense<6.000000e+00> : tensor<f32>
  // CHECK: graph.min %[[MAX]], %[[SIX]]
  %0 = tosa.clamp %x {min_val = 0.0 : f32, max_val = 6.0 : f32} : (tensor<4xf32>) -> tensor<4xf32>
  // CHECK: graph.max %arg0, %{{.*}}
  // CHECK-NOT: graph.min
  %1 = tosa.clamp %x {min_val = 0.0 : f32, max_val = 0x7F800000 : f32} : (tensor<4xf32>) -> tensor<4xf32>
  // CHECK: %[[TOP:.*]] = graph.constant dense<5> : tensor<i8>
  // CHECK-NEXT: graph.min %arg1, %[[TOP]]
  %2 = tosa.clamp %y {min_val = -128 : i8, max_val = 5 : i8} : (tensor<4xi8>) -> tensor<4xi8>
  return %0, %1, %2 : tensor<4xf32>, tensor<4xf32>, tensor<4xi8>
}

// -----

// CHECK-LABEL: @casts
func.func @casts(%x: tensor<4xf32>, %y: tensor<4xi32>) -> (tensor<4xi8>, tensor<4xi1>, tensor<4xf16>) {
  // CHECK: %[[ROUNDED:.*]] = graph.round %arg0
  // CHECK: graph.cast %[[ROUNDED]] {to = i8}
  %0 = tosa.cast %x : (tensor<4xf32>) -> tensor<4xi8>
  // CHECK: graph.cast %arg0 {to = i1}
  %1 = tosa.cast %x : (tensor<4xf32>) -> tensor<4xi1>
  // CHECK: graph.cast %arg1 {to = f16}
  %2 = tosa.cast %y : (tensor<4xi32>) -> tensor<4xf16>
  return %0, %1, %2 : tensor<4xi8>, tensor<4xi1>, tensor<4xf16>
}
