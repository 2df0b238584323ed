// RUN: tvm-opt %s --convert-graph-to-te | FileCheck %s

// Nothing traps: 0 and -1 are no divisors.
// CHECK-LABEL: func.func @div(
// CHECK: %[[ZERO:.*]] = arith.cmpi eq
// CHECK: %[[MINUS:.*]] = arith.cmpi eq
// CHECK: %[[BOTH:.*]] = arith.ori %[[ZERO]], %[[MINUS]]
// CHECK: %[[SAFE:.*]] = arith.select %[[BOTH]]
// CHECK: arith.divsi %{{.*}}, %[[SAFE]]
// CHECK: arith.select %[[BOTH]]
// CHECK: arith.select %[[ZERO]]
func.func @div(%x: tensor<4xi32>, %y: tensor<4xi32>) -> tensor<4xi32> {
  %0 = graph.div %x, %y : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi32>
  return %0 : tensor<4xi32>
}

// The remainder takes the sign of the divisor.
// CHECK-LABEL: func.func @mod(
// CHECK: %[[R:.*]] = arith.remsi
// CHECK: arith.xori
// CHECK: arith.cmpi ne, %[[R]]
// CHECK: %[[SUM:.*]] = arith.addi %[[R]]
// CHECK: arith.select %{{.*}}, %[[SUM]], %[[R]]
func.func @mod(%x: tensor<4xi32>, %y: tensor<4xi32>) -> tensor<4xi32> {
  %0 = graph.mod %x, %y : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi32>
  return %0 : tensor<4xi32>
}

// With `truncated` that of the dividend, as remf has it.
// CHECK-LABEL: func.func @fmod(
// CHECK: arith.remf
// CHECK: te.yield
func.func @fmod(%x: tensor<4xf32>, %y: tensor<4xf32>) -> tensor<4xf32> {
  %0 = graph.mod %x, %y {truncated} : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// Squares are multiplied where the exponent has a bit: no loop, no float.
// CHECK-LABEL: func.func @pow(
// CHECK-COUNT-31: arith.shli
// CHECK-NOT: math.
// CHECK: arith.cmpi slt
// CHECK: arith.select
func.func @pow(%x: tensor<4xi32>, %y: tensor<4xi32>) -> tensor<4xi32> {
  %0 = graph.pow %x, %y : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi32>
  return %0 : tensor<4xi32>
}

// All bits of the exponent count, also where the base has fewer.
// CHECK-LABEL: func.func @wide_exponent(
// CHECK-COUNT-63: arith.shli {{.*}} : i64
// CHECK: arith.cmpi slt, {{.*}} : i64
func.func @wide_exponent(%x: tensor<4xi32>, %y: tensor<4xi64>) -> tensor<4xi32> {
  %0 = graph.pow %x, %y : (tensor<4xi32>, tensor<4xi64>) -> tensor<4xi32>
  return %0 : tensor<4xi32>
}
