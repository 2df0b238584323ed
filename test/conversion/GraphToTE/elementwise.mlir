// RUN: tvm-opt %s --convert-graph-to-te | FileCheck %s

// Constants of one value become scalars; f16 computes in f32.
// CHECK-LABEL: func @half
func.func @half(%x: tensor<4xf16>) -> tensor<4xf16> {
  %0 = graph.constant dense<2.0> : tensor<f16>
  // CHECK: te.compute [4] spatial 1
  // CHECK: %[[X:.*]] = te.read
  // CHECK: %[[C:.*]] = arith.constant 2.0{{.*}} : f16
  // CHECK: %[[WIDE:.*]] = arith.extf %[[X]] : f16 to f32
  // CHECK: arith.mulf
  // CHECK: arith.truncf {{.*}} : f32 to f16
  %1 = graph.mul %x, %0 : (tensor<4xf16>, tensor<f16>) -> tensor<4xf16>
  return %1 : tensor<4xf16>
}

// Bools are bytes of 0 and 1.
// CHECK-LABEL: func @bools(
// CHECK-SAME: tensor<4xi8>) -> tensor<4xi8>
func.func @bools(%x: tensor<4xi1>) -> tensor<4xi1> {
  // CHECK: %[[ONE:.*]] = arith.constant 1 : i8
  // CHECK: arith.xori %{{.*}}, %[[ONE]] : i8
  %0 = graph.not %x : (tensor<4xi1>) -> tensor<4xi1>
  return %0 : tensor<4xi1>
}

// Unsigned integers compare as such; nothing divides by 0.
// CHECK-LABEL: func @unsigned
func.func @unsigned(%x: tensor<4xui8>, %y: tensor<4xui8>) -> (tensor<4xi1>, tensor<4xui8>) {
  // CHECK: arith.cmpi ult
  // CHECK: arith.extui {{.*}} : i1 to i8
  %0 = graph.less %x, %y : (tensor<4xui8>, tensor<4xui8>) -> tensor<4xi1>
  // CHECK: %[[SAFE:.*]] = arith.select
  // CHECK: arith.divui %{{.*}}, %[[SAFE]]
  %1 = graph.div %x, %y : (tensor<4xui8>, tensor<4xui8>) -> tensor<4xui8>
  return %0, %1 : tensor<4xi1>, tensor<4xui8>
}

// Limits that are constants need no NaN handling of their own.
// CHECK-LABEL: func @relu6
func.func @relu6(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = graph.constant dense<6.0> : tensor<f32>
  // CHECK: arith.cmpf olt
  // CHECK: arith.select
  // CHECK-NOT: arith.minimumf
  %1 = graph.min %x, %0 : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  return %1 : tensor<4xf32>
}
