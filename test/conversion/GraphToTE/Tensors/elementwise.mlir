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

// Elements of less than 8 bits lie in bytes, whose other bits do not count.
// CHECK-LABEL: func @few_bits(
// CHECK-SAME: %[[X:.*]]: tensor<4xi8>, %[[Y:.*]]: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xi8>, tensor<4xi8>)
func.func @few_bits(%x: tensor<4xi4>, %y: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xui2>, tensor<4xf4E2M1FN>) {
  // CHECK: %[[BITS:.*]] = arith.trunci %{{.*}} : i8 to i4
  // CHECK: %[[WIDE:.*]] = arith.extsi %[[BITS]] : i4 to i32
  // CHECK: arith.sitofp %[[WIDE]] : i32 to f32
  %0 = graph.cast %x {to = f32} : (tensor<4xi4>) -> tensor<4xf32>
  // Integers wrap.
  // CHECK: arith.fptosi %{{.*}} : f32 to i32
  // CHECK: arith.trunci %{{.*}} : i32 to i2
  // CHECK: arith.extui %{{.*}} : i2 to i8
  %1 = graph.cast %y {to = ui2} : (tensor<4xf32>) -> tensor<4xui2>
  // CHECK: %[[F4:.*]] = arith.truncf %{{.*}} : f32 to f4E2M1FN
  // CHECK: %[[CODE:.*]] = arith.bitcast %[[F4]] : f4E2M1FN to i4
  // CHECK: arith.extui %[[CODE]] : i4 to i8
  %2 = graph.cast %y {to = f4E2M1FN} : (tensor<4xf32>) -> tensor<4xf4E2M1FN>
  return %0, %1, %2 : tensor<4xf32>, tensor<4xui2>, tensor<4xf4E2M1FN>
}

// Floats of 8 bits lie as they are, powers of two as bytes.
// CHECK-LABEL: func @float8(
// CHECK-SAME: %{{.*}}: tensor<4xf8E5M2>, %{{.*}}: tensor<4xi8>)
func.func @float8(%x: tensor<4xf8E5M2>, %y: tensor<4xf8E8M0FNU>) -> (tensor<4xf8E5M2>, tensor<4xf32>) {
  // CHECK: arith.extf %{{.*}} : f8E5M2 to f32
  // CHECK: arith.truncf %{{.*}} : f32 to f8E5M2
  %0 = graph.sqrt %x : (tensor<4xf8E5M2>) -> tensor<4xf8E5M2>
  // CHECK: arith.bitcast %{{.*}} : i8 to f8E8M0FNU
  // CHECK: arith.extf
  %1 = graph.cast %y {to = f32} : (tensor<4xf8E8M0FNU>) -> tensor<4xf32>
  return %0, %1 : tensor<4xf8E5M2>, tensor<4xf32>
}

// The same holds for constants, with equal elements or not.
// CHECK-LABEL: func @stored
func.func @stored() -> (tensor<4xi4>, tensor<2xf4E2M1FN>) {
  // CHECK-DAG: arith.constant dense<15> : tensor<4xi8>
  // CHECK-DAG: arith.constant dense<[2, 10]> : tensor<2xi8>
  %0 = graph.constant dense<-1> : tensor<4xi4>
  %1 = graph.constant dense<[1.0, -1.0]> : tensor<2xf4E2M1FN>
  return %0, %1 : tensor<4xi4>, tensor<2xf4E2M1FN>
}
