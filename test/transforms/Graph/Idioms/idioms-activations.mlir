// RUN: tvm-opt %s --graph-simplify | FileCheck %s
// RUN: tvm-opt %s --graph-simplify --remark-policy=all --remark-format=emitRemark --remarks-filter=graph-simplify 2>&1 >/dev/null | FileCheck %s --check-prefix=REMARK

// Constants and factors may come in any order.
// CHECK-LABEL: func.func @erf_of_product_half_of_product(
func.func @erf_of_product_half_of_product(%x: tensor<2x8xf32>) -> tensor<2x8xf32> {
  // CHECK-NEXT: %[[Y:.*]] = graph.gelu %arg0 : (tensor<2x8xf32>) -> tensor<2x8xf32>
  // CHECK-NEXT: return %[[Y]]
  %c = graph.constant dense<0.707106769> : tensor<f32>
  %one = graph.constant dense<1.0> : tensor<f32>
  %half = graph.constant dense<0.5> : tensor<f32>
  %0 = graph.mul %x, %c : (tensor<2x8xf32>, tensor<f32>) -> tensor<2x8xf32>
  %1 = graph.erf %0 : (tensor<2x8xf32>) -> tensor<2x8xf32>
  %s = graph.add %1, %one : (tensor<2x8xf32>, tensor<f32>) -> tensor<2x8xf32>
  %a = graph.mul %s, %x : (tensor<2x8xf32>, tensor<2x8xf32>) -> tensor<2x8xf32>
  %y = graph.mul %a, %half : (tensor<2x8xf32>, tensor<f32>) -> tensor<2x8xf32>
  return %y : tensor<2x8xf32>
}

// As PyTorch writes it.
// CHECK-LABEL: func.func @erf_of_quotient_half_of_product(
func.func @erf_of_quotient_half_of_product(%x: tensor<2x8xf32>) -> tensor<2x8xf32> {
  // CHECK-NEXT: %[[Y:.*]] = graph.gelu %arg0 : (tensor<2x8xf32>) -> tensor<2x8xf32>
  // CHECK-NEXT: return %[[Y]]
  %c = graph.constant dense<1.41421354> : tensor<f32>
  %one = graph.constant dense<1.0> : tensor<f32>
  %half = graph.constant dense<0.5> : tensor<f32>
  %0 = graph.div %x, %c : (tensor<2x8xf32>, tensor<f32>) -> tensor<2x8xf32>
  %1 = graph.erf %0 : (tensor<2x8xf32>) -> tensor<2x8xf32>
  %s = graph.add %1, %one : (tensor<2x8xf32>, tensor<f32>) -> tensor<2x8xf32>
  %a = graph.mul %s, %x : (tensor<2x8xf32>, tensor<2x8xf32>) -> tensor<2x8xf32>
  %y = graph.mul %a, %half : (tensor<2x8xf32>, tensor<f32>) -> tensor<2x8xf32>
  return %y : tensor<2x8xf32>
}

// The approximation.
// CHECK-LABEL: func.func @tanh_half_of_product(
func.func @tanh_half_of_product(%x: tensor<2x8xf32>) -> tensor<2x8xf32> {
  // CHECK-NEXT: %[[Y:.*]] = graph.gelu %arg0 {tanh} : (tensor<2x8xf32>) -> tensor<2x8xf32>
  // CHECK-NEXT: return %[[Y]]
  %third = graph.constant dense<0.044715> : tensor<f32>
  %c = graph.constant dense<0.797884583> : tensor<f32>
  %one = graph.constant dense<1.0> : tensor<f32>
  %half = graph.constant dense<0.5> : tensor<f32>
  %three = graph.constant dense<3.0> : tensor<f32>
  %p = graph.pow %x, %three : (tensor<2x8xf32>, tensor<f32>) -> tensor<2x8xf32>
  %q = graph.mul %p, %third : (tensor<2x8xf32>, tensor<f32>) -> tensor<2x8xf32>
  %r = graph.add %x, %q : (tensor<2x8xf32>, tensor<2x8xf32>) -> tensor<2x8xf32>
  %u = graph.mul %r, %c : (tensor<2x8xf32>, tensor<f32>) -> tensor<2x8xf32>
  %v = graph.tanh %u : (tensor<2x8xf32>) -> tensor<2x8xf32>
  %s = graph.add %v, %one : (tensor<2x8xf32>, tensor<f32>) -> tensor<2x8xf32>
  %a = graph.mul %s, %x : (tensor<2x8xf32>, tensor<2x8xf32>) -> tensor<2x8xf32>
  %y = graph.mul %a, %half : (tensor<2x8xf32>, tensor<f32>) -> tensor<2x8xf32>
  return %y : tensor<2x8xf32>
}

// Another place of 1/2.
// CHECK-LABEL: func.func @erf_of_product_product_with_half(
func.func @erf_of_product_product_with_half(%x: tensor<2x8xf32>) -> tensor<2x8xf32> {
  // CHECK-NEXT: %[[Y:.*]] = graph.gelu %arg0 : (tensor<2x8xf32>) -> tensor<2x8xf32>
  // CHECK-NEXT: return %[[Y]]
  %c = graph.constant dense<0.707106769> : tensor<f32>
  %one = graph.constant dense<1.0> : tensor<f32>
  %half = graph.constant dense<0.5> : tensor<f32>
  %0 = graph.mul %x, %c : (tensor<2x8xf32>, tensor<f32>) -> tensor<2x8xf32>
  %1 = graph.erf %0 : (tensor<2x8xf32>) -> tensor<2x8xf32>
  %s = graph.add %1, %one : (tensor<2x8xf32>, tensor<f32>) -> tensor<2x8xf32>
  %a = graph.mul %half, %x : (tensor<f32>, tensor<2x8xf32>) -> tensor<2x8xf32>
  %y = graph.mul %a, %s : (tensor<2x8xf32>, tensor<2x8xf32>) -> tensor<2x8xf32>
  return %y : tensor<2x8xf32>
}

// The half of x is computed first.
// CHECK-LABEL: func.func @erf_of_product_half_first(
func.func @erf_of_product_half_first(%x: tensor<2x8xf32>) -> tensor<2x8xf32> {
  // CHECK-NEXT: %[[Y:.*]] = graph.gelu %arg0 : (tensor<2x8xf32>) -> tensor<2x8xf32>
  // CHECK-NEXT: return %[[Y]]
  %c = graph.constant dense<0.707106769> : tensor<f32>
  %one = graph.constant dense<1.0> : tensor<f32>
  %half = graph.constant dense<0.5> : tensor<f32>
  %a = graph.mul %half, %x : (tensor<f32>, tensor<2x8xf32>) -> tensor<2x8xf32>
  %0 = graph.mul %x, %c : (tensor<2x8xf32>, tensor<f32>) -> tensor<2x8xf32>
  %1 = graph.erf %0 : (tensor<2x8xf32>) -> tensor<2x8xf32>
  %s = graph.add %1, %one : (tensor<2x8xf32>, tensor<f32>) -> tensor<2x8xf32>
  %y = graph.mul %a, %s : (tensor<2x8xf32>, tensor<2x8xf32>) -> tensor<2x8xf32>
  return %y : tensor<2x8xf32>
}

// A quotient, and 1/2 elsewhere.
// CHECK-LABEL: func.func @erf_of_quotient_product_with_half(
func.func @erf_of_quotient_product_with_half(%x: tensor<2x8xf32>) -> tensor<2x8xf32> {
  // CHECK-NEXT: %[[Y:.*]] = graph.gelu %arg0 : (tensor<2x8xf32>) -> tensor<2x8xf32>
  // CHECK-NEXT: return %[[Y]]
  %c = graph.constant dense<1.41421354> : tensor<f32>
  %one = graph.constant dense<1.0> : tensor<f32>
  %half = graph.constant dense<0.5> : tensor<f32>
  %0 = graph.div %x, %c : (tensor<2x8xf32>, tensor<f32>) -> tensor<2x8xf32>
  %1 = graph.erf %0 : (tensor<2x8xf32>) -> tensor<2x8xf32>
  %s = graph.add %1, %one : (tensor<2x8xf32>, tensor<f32>) -> tensor<2x8xf32>
  %a = graph.mul %half, %x : (tensor<f32>, tensor<2x8xf32>) -> tensor<2x8xf32>
  %y = graph.mul %a, %s : (tensor<2x8xf32>, tensor<2x8xf32>) -> tensor<2x8xf32>
  return %y : tensor<2x8xf32>
}

// The half of x is computed first.
// CHECK-LABEL: func.func @erf_of_quotient_half_first(
func.func @erf_of_quotient_half_first(%x: tensor<2x8xf32>) -> tensor<2x8xf32> {
  // CHECK-NEXT: %[[Y:.*]] = graph.gelu %arg0 : (tensor<2x8xf32>) -> tensor<2x8xf32>
  // CHECK-NEXT: return %[[Y]]
  %c = graph.constant dense<1.41421354> : tensor<f32>
  %one = graph.constant dense<1.0> : tensor<f32>
  %half = graph.constant dense<0.5> : tensor<f32>
  %a = graph.mul %half, %x : (tensor<f32>, tensor<2x8xf32>) -> tensor<2x8xf32>
  %0 = graph.div %x, %c : (tensor<2x8xf32>, tensor<f32>) -> tensor<2x8xf32>
  %1 = graph.erf %0 : (tensor<2x8xf32>) -> tensor<2x8xf32>
  %s = graph.add %1, %one : (tensor<2x8xf32>, tensor<f32>) -> tensor<2x8xf32>
  %y = graph.mul %a, %s : (tensor<2x8xf32>, tensor<2x8xf32>) -> tensor<2x8xf32>
  return %y : tensor<2x8xf32>
}

// The approximation.
// CHECK-LABEL: func.func @tanh_product_with_half(
func.func @tanh_product_with_half(%x: tensor<2x8xf32>) -> tensor<2x8xf32> {
  // CHECK-NEXT: %[[Y:.*]] = graph.gelu %arg0 {tanh} : (tensor<2x8xf32>) -> tensor<2x8xf32>
  // CHECK-NEXT: return %[[Y]]
  %third = graph.constant dense<0.044715> : tensor<f32>
  %c = graph.constant dense<0.797884583> : tensor<f32>
  %one = graph.constant dense<1.0> : tensor<f32>
  %half = graph.constant dense<0.5> : tensor<f32>
  %three = graph.constant dense<3.0> : tensor<f32>
  %p = graph.pow %x, %three : (tensor<2x8xf32>, tensor<f32>) -> tensor<2x8xf32>
  %q = graph.mul %p, %third : (tensor<2x8xf32>, tensor<f32>) -> tensor<2x8xf32>
  %r = graph.add %x, %q : (tensor<2x8xf32>, tensor<2x8xf32>) -> tensor<2x8xf32>
  %u = graph.mul %r, %c : (tensor<2x8xf32>, tensor<f32>) -> tensor<2x8xf32>
  %v = graph.tanh %u : (tensor<2x8xf32>) -> tensor<2x8xf32>
  %s = graph.add %v, %one : (tensor<2x8xf32>, tensor<f32>) -> tensor<2x8xf32>
  %a = graph.mul %half, %x : (tensor<f32>, tensor<2x8xf32>) -> tensor<2x8xf32>
  %y = graph.mul %a, %s : (tensor<2x8xf32>, tensor<2x8xf32>) -> tensor<2x8xf32>
  return %y : tensor<2x8xf32>
}

// The half of x is computed first.
// CHECK-LABEL: func.func @tanh_half_first(
func.func @tanh_half_first(%x: tensor<2x8xf32>) -> tensor<2x8xf32> {
  // CHECK-NEXT: %[[Y:.*]] = graph.gelu %arg0 {tanh} : (tensor<2x8xf32>) -> tensor<2x8xf32>
  // CHECK-NEXT: return %[[Y]]
  %third = graph.constant dense<0.044715> : tensor<f32>
  %c = graph.constant dense<0.797884583> : tensor<f32>
  %one = graph.constant dense<1.0> : tensor<f32>
  %half = graph.constant dense<0.5> : tensor<f32>
  %a = graph.mul %half, %x : (tensor<f32>, tensor<2x8xf32>) -> tensor<2x8xf32>
  %three = graph.constant dense<3.0> : tensor<f32>
  %p = graph.pow %x, %three : (tensor<2x8xf32>, tensor<f32>) -> tensor<2x8xf32>
  %q = graph.mul %p, %third : (tensor<2x8xf32>, tensor<f32>) -> tensor<2x8xf32>
  %r = graph.add %x, %q : (tensor<2x8xf32>, tensor<2x8xf32>) -> tensor<2x8xf32>
  %u = graph.mul %r, %c : (tensor<2x8xf32>, tensor<f32>) -> tensor<2x8xf32>
  %v = graph.tanh %u : (tensor<2x8xf32>) -> tensor<2x8xf32>
  %s = graph.add %v, %one : (tensor<2x8xf32>, tensor<f32>) -> tensor<2x8xf32>
  %y = graph.mul %a, %s : (tensor<2x8xf32>, tensor<2x8xf32>) -> tensor<2x8xf32>
  return %y : tensor<2x8xf32>
}

// Another place of 1/2.
// CHECK-LABEL: func.func @erf_of_product_product_of_half(
func.func @erf_of_product_product_of_half(%x: tensor<2x8xf32>) -> tensor<2x8xf32> {
  // CHECK-NEXT: %[[Y:.*]] = graph.gelu %arg0 : (tensor<2x8xf32>) -> tensor<2x8xf32>
  // CHECK-NEXT: return %[[Y]]
  %c = graph.constant dense<0.707106769> : tensor<f32>
  %one = graph.constant dense<1.0> : tensor<f32>
  %half = graph.constant dense<0.5> : tensor<f32>
  %0 = graph.mul %x, %c : (tensor<2x8xf32>, tensor<f32>) -> tensor<2x8xf32>
  %1 = graph.erf %0 : (tensor<2x8xf32>) -> tensor<2x8xf32>
  %s = graph.add %1, %one : (tensor<2x8xf32>, tensor<f32>) -> tensor<2x8xf32>
  %a = graph.mul %s, %half : (tensor<2x8xf32>, tensor<f32>) -> tensor<2x8xf32>
  %y = graph.mul %x, %a : (tensor<2x8xf32>, tensor<2x8xf32>) -> tensor<2x8xf32>
  return %y : tensor<2x8xf32>
}

// A quotient, and 1/2 elsewhere.
// CHECK-LABEL: func.func @erf_of_quotient_product_of_half(
func.func @erf_of_quotient_product_of_half(%x: tensor<2x8xf32>) -> tensor<2x8xf32> {
  // CHECK-NEXT: %[[Y:.*]] = graph.gelu %arg0 : (tensor<2x8xf32>) -> tensor<2x8xf32>
  // CHECK-NEXT: return %[[Y]]
  %c = graph.constant dense<1.41421354> : tensor<f32>
  %one = graph.constant dense<1.0> : tensor<f32>
  %half = graph.constant dense<0.5> : tensor<f32>
  %0 = graph.div %x, %c : (tensor<2x8xf32>, tensor<f32>) -> tensor<2x8xf32>
  %1 = graph.erf %0 : (tensor<2x8xf32>) -> tensor<2x8xf32>
  %s = graph.add %1, %one : (tensor<2x8xf32>, tensor<f32>) -> tensor<2x8xf32>
  %a = graph.mul %s, %half : (tensor<2x8xf32>, tensor<f32>) -> tensor<2x8xf32>
  %y = graph.mul %x, %a : (tensor<2x8xf32>, tensor<2x8xf32>) -> tensor<2x8xf32>
  return %y : tensor<2x8xf32>
}

// The approximation.
// CHECK-LABEL: func.func @tanh_product_of_half(
func.func @tanh_product_of_half(%x: tensor<2x8xf32>) -> tensor<2x8xf32> {
  // CHECK-NEXT: %[[Y:.*]] = graph.gelu %arg0 {tanh} : (tensor<2x8xf32>) -> tensor<2x8xf32>
  // CHECK-NEXT: return %[[Y]]
  %third = graph.constant dense<0.044715> : tensor<f32>
  %c = graph.constant dense<0.797884583> : tensor<f32>
  %one = graph.constant dense<1.0> : tensor<f32>
  %half = graph.constant dense<0.5> : tensor<f32>
  %three = graph.constant dense<3.0> : tensor<f32>
  %p = graph.pow %x, %three : (tensor<2x8xf32>, tensor<f32>) -> tensor<2x8xf32>
  %q = graph.mul %p, %third : (tensor<2x8xf32>, tensor<f32>) -> tensor<2x8xf32>
  %r = graph.add %x, %q : (tensor<2x8xf32>, tensor<2x8xf32>) -> tensor<2x8xf32>
  %u = graph.mul %r, %c : (tensor<2x8xf32>, tensor<f32>) -> tensor<2x8xf32>
  %v = graph.tanh %u : (tensor<2x8xf32>) -> tensor<2x8xf32>
  %s = graph.add %v, %one : (tensor<2x8xf32>, tensor<f32>) -> tensor<2x8xf32>
  %a = graph.mul %s, %half : (tensor<2x8xf32>, tensor<f32>) -> tensor<2x8xf32>
  %y = graph.mul %x, %a : (tensor<2x8xf32>, tensor<2x8xf32>) -> tensor<2x8xf32>
  return %y : tensor<2x8xf32>
}

// REMARK-COUNT-12: remark: {{\[Passed\]}} graph.gelu | Category:graph-simplify

// Not GELU: another factor.
// CHECK-LABEL: func.func @erf_with_another_scale(
func.func @erf_with_another_scale(%x: tensor<2x8xf32>) -> tensor<2x8xf32> {
  // CHECK: graph.erf
  // CHECK-NOT: graph.gelu
  %c = graph.constant dense<0.75> : tensor<f32>
  %one = graph.constant dense<1.0> : tensor<f32>
  %half = graph.constant dense<0.5> : tensor<f32>
  %0 = graph.mul %x, %c : (tensor<2x8xf32>, tensor<f32>) -> tensor<2x8xf32>
  %1 = graph.erf %0 : (tensor<2x8xf32>) -> tensor<2x8xf32>
  %s = graph.add %1, %one : (tensor<2x8xf32>, tensor<f32>) -> tensor<2x8xf32>
  %a = graph.mul %s, %x : (tensor<2x8xf32>, tensor<2x8xf32>) -> tensor<2x8xf32>
  %y = graph.mul %a, %half : (tensor<2x8xf32>, tensor<f32>) -> tensor<2x8xf32>
  return %y : tensor<2x8xf32>
}

// Not GELU: the factor is another tensor.
// CHECK-LABEL: func.func @erf_of_another(
func.func @erf_of_another(%x: tensor<2x8xf32>, %z: tensor<2x8xf32>) -> tensor<2x8xf32> {
  // CHECK: graph.erf
  // CHECK-NOT: graph.gelu
  %c = graph.constant dense<0.707106769> : tensor<f32>
  %one = graph.constant dense<1.0> : tensor<f32>
  %half = graph.constant dense<0.5> : tensor<f32>
  %0 = graph.mul %x, %c : (tensor<2x8xf32>, tensor<f32>) -> tensor<2x8xf32>
  %1 = graph.erf %0 : (tensor<2x8xf32>) -> tensor<2x8xf32>
  %s = graph.add %1, %one : (tensor<2x8xf32>, tensor<f32>) -> tensor<2x8xf32>
  %a = graph.mul %s, %z : (tensor<2x8xf32>, tensor<2x8xf32>) -> tensor<2x8xf32>
  %y = graph.mul %a, %half : (tensor<2x8xf32>, tensor<f32>) -> tensor<2x8xf32>
  return %y : tensor<2x8xf32>
}

// Not GELU: another cubic.
// CHECK-LABEL: func.func @tanh_with_another_cubic(
func.func @tanh_with_another_cubic(%x: tensor<2x8xf32>) -> tensor<2x8xf32> {
  // CHECK: graph.tanh
  // CHECK-NOT: graph.gelu
  %third = graph.constant dense<0.05> : tensor<f32>
  %c = graph.constant dense<0.797884583> : tensor<f32>
  %one = graph.constant dense<1.0> : tensor<f32>
  %half = graph.constant dense<0.5> : tensor<f32>
  %three = graph.constant dense<3.0> : tensor<f32>
  %p = graph.pow %x, %three : (tensor<2x8xf32>, tensor<f32>) -> tensor<2x8xf32>
  %q = graph.mul %p, %third : (tensor<2x8xf32>, tensor<f32>) -> tensor<2x8xf32>
  %r = graph.add %x, %q : (tensor<2x8xf32>, tensor<2x8xf32>) -> tensor<2x8xf32>
  %u = graph.mul %r, %c : (tensor<2x8xf32>, tensor<f32>) -> tensor<2x8xf32>
  %v = graph.tanh %u : (tensor<2x8xf32>) -> tensor<2x8xf32>
  %s = graph.add %v, %one : (tensor<2x8xf32>, tensor<f32>) -> tensor<2x8xf32>
  %a = graph.mul %s, %x : (tensor<2x8xf32>, tensor<2x8xf32>) -> tensor<2x8xf32>
  %y = graph.mul %a, %half : (tensor<2x8xf32>, tensor<f32>) -> tensor<2x8xf32>
  return %y : tensor<2x8xf32>
}

// Not GELU: 1/2 has more elements than x.
// CHECK-LABEL: func.func @erf_that_broadcasts(
func.func @erf_that_broadcasts(%x: tensor<8xf32>) -> tensor<2x8xf32> {
  // CHECK: graph.erf
  // CHECK-NOT: graph.gelu
  %c = graph.constant dense<0.707106769> : tensor<f32>
  %one = graph.constant dense<1.0> : tensor<f32>
  %half = graph.constant dense<0.5> : tensor<2x8xf32>
  %0 = graph.mul %x, %c : (tensor<8xf32>, tensor<f32>) -> tensor<8xf32>
  %1 = graph.erf %0 : (tensor<8xf32>) -> tensor<8xf32>
  %s = graph.add %1, %one : (tensor<8xf32>, tensor<f32>) -> tensor<8xf32>
  %a = graph.mul %x, %s : (tensor<8xf32>, tensor<8xf32>) -> tensor<8xf32>
  %y = graph.mul %a, %half : (tensor<8xf32>, tensor<2x8xf32>) -> tensor<2x8xf32>
  return %y : tensor<2x8xf32>
}

// x * sigmoid(x)
// CHECK-LABEL: func.func @silu(
func.func @silu(%x: tensor<2x8xf32>) -> tensor<2x8xf32> {
  // CHECK-NEXT: %[[Y:.*]] = graph.swish %arg0 {alpha = 1.000000e+00 : f32} : (tensor<2x8xf32>) -> tensor<2x8xf32>
  // CHECK-NEXT: return %[[Y]]
  %0 = graph.sigmoid %x : (tensor<2x8xf32>) -> tensor<2x8xf32>
  %y = graph.mul %0, %x : (tensor<2x8xf32>, tensor<2x8xf32>) -> tensor<2x8xf32>
  return %y : tensor<2x8xf32>
}

// GELU by a sigmoid.
// CHECK-LABEL: func.func @swish(
func.func @swish(%x: tensor<2x8xf32>) -> tensor<2x8xf32> {
  // CHECK-NEXT: %[[Y:.*]] = graph.swish %arg0 {alpha = 1.702000e+00 : f32} : (tensor<2x8xf32>) -> tensor<2x8xf32>
  // CHECK-NEXT: return %[[Y]]
  %c = graph.constant dense<1.702> : tensor<f32>
  %0 = graph.mul %c, %x : (tensor<f32>, tensor<2x8xf32>) -> tensor<2x8xf32>
  %1 = graph.sigmoid %0 : (tensor<2x8xf32>) -> tensor<2x8xf32>
  %y = graph.mul %x, %1 : (tensor<2x8xf32>, tensor<2x8xf32>) -> tensor<2x8xf32>
  return %y : tensor<2x8xf32>
}

// Not Swish: a factor per column.
// CHECK-LABEL: func.func @swish_of_vector(
func.func @swish_of_vector(%x: tensor<2x8xf32>) -> tensor<2x8xf32> {
  // CHECK: graph.sigmoid
  %c = graph.constant dense<[1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0]> : tensor<8xf32>
  %0 = graph.mul %x, %c : (tensor<2x8xf32>, tensor<8xf32>) -> tensor<2x8xf32>
  %1 = graph.sigmoid %0 : (tensor<2x8xf32>) -> tensor<2x8xf32>
  %y = graph.mul %x, %1 : (tensor<2x8xf32>, tensor<2x8xf32>) -> tensor<2x8xf32>
  return %y : tensor<2x8xf32>
}

// Not SiLU: the gate of another tensor.
// CHECK-LABEL: func.func @gate(
func.func @gate(%x: tensor<2x8xf32>, %z: tensor<2x8xf32>) -> tensor<2x8xf32> {
  // CHECK: graph.sigmoid
  %0 = graph.sigmoid %z : (tensor<2x8xf32>) -> tensor<2x8xf32>
  %y = graph.mul %0, %x : (tensor<2x8xf32>, tensor<2x8xf32>) -> tensor<2x8xf32>
  return %y : tensor<2x8xf32>
}

// relu6(x + 3) / 6
// CHECK-LABEL: func.func @hard_sigmoid_of_quotient(
func.func @hard_sigmoid_of_quotient(%x: tensor<2x8xf32>) -> tensor<2x8xf32> {
  // CHECK-NEXT: %[[Y:.*]] = graph.hard_sigmoid %arg0 {alpha = 0.166666672 : f32, beta = 5.000000e-01 : f32} : (tensor<2x8xf32>) -> tensor<2x8xf32>
  // CHECK-NEXT: return %[[Y]]
  %three = graph.constant dense<3.0> : tensor<f32>
  %zero = graph.constant dense<0.0> : tensor<f32>
  %six = graph.constant dense<6.0> : tensor<f32>
  %0 = graph.add %x, %three : (tensor<2x8xf32>, tensor<f32>) -> tensor<2x8xf32>
  %1 = graph.max %0, %zero : (tensor<2x8xf32>, tensor<f32>) -> tensor<2x8xf32>
  %2 = graph.min %1, %six : (tensor<2x8xf32>, tensor<f32>) -> tensor<2x8xf32>
  %y = graph.div %2, %six : (tensor<2x8xf32>, tensor<f32>) -> tensor<2x8xf32>
  return %y : tensor<2x8xf32>
}

// relu6(x + 3) * (1/6)
// CHECK-LABEL: func.func @hard_sigmoid_of_product(
func.func @hard_sigmoid_of_product(%x: tensor<2x8xf32>) -> tensor<2x8xf32> {
  // CHECK-NEXT: %[[Y:.*]] = graph.hard_sigmoid %arg0 {alpha = 0.166666672 : f32, beta = 5.000000e-01 : f32} : (tensor<2x8xf32>) -> tensor<2x8xf32>
  // CHECK-NEXT: return %[[Y]]
  %three = graph.constant dense<3.0> : tensor<f32>
  %zero = graph.constant dense<0.0> : tensor<f32>
  %six = graph.constant dense<6.0> : tensor<f32>
  %0 = graph.add %x, %three : (tensor<2x8xf32>, tensor<f32>) -> tensor<2x8xf32>
  %1 = graph.max %0, %zero : (tensor<2x8xf32>, tensor<f32>) -> tensor<2x8xf32>
  %2 = graph.min %1, %six : (tensor<2x8xf32>, tensor<f32>) -> tensor<2x8xf32>
  %sixth = graph.constant dense<0.166666672> : tensor<f32>
  %y = graph.mul %2, %sixth : (tensor<2x8xf32>, tensor<f32>) -> tensor<2x8xf32>
  return %y : tensor<2x8xf32>
}

// x * relu6(x + 3) / 6
// CHECK-LABEL: func.func @hard_swish_of_quotient(
func.func @hard_swish_of_quotient(%x: tensor<2x8xf32>) -> tensor<2x8xf32> {
  // CHECK-NEXT: %[[G:.*]] = graph.hard_sigmoid %arg0 {alpha = 0.166666672 : f32, beta = 5.000000e-01 : f32}
  // CHECK-NEXT: %[[Y:.*]] = graph.mul %arg0, %[[G]]
  // CHECK-NEXT: return %[[Y]]
  %three = graph.constant dense<3.0> : tensor<f32>
  %zero = graph.constant dense<0.0> : tensor<f32>
  %six = graph.constant dense<6.0> : tensor<f32>
  %0 = graph.add %x, %three : (tensor<2x8xf32>, tensor<f32>) -> tensor<2x8xf32>
  %1 = graph.max %0, %zero : (tensor<2x8xf32>, tensor<f32>) -> tensor<2x8xf32>
  %2 = graph.min %1, %six : (tensor<2x8xf32>, tensor<f32>) -> tensor<2x8xf32>
  %3 = graph.mul %x, %2 : (tensor<2x8xf32>, tensor<2x8xf32>) -> tensor<2x8xf32>
  %y = graph.div %3, %six : (tensor<2x8xf32>, tensor<f32>) -> tensor<2x8xf32>
  return %y : tensor<2x8xf32>
}

// x * relu6(x + 3) * (1/6)
// CHECK-LABEL: func.func @hard_swish_of_product(
func.func @hard_swish_of_product(%x: tensor<2x8xf32>) -> tensor<2x8xf32> {
  // CHECK-NEXT: %[[G:.*]] = graph.hard_sigmoid %arg0 {alpha = 0.166666672 : f32, beta = 5.000000e-01 : f32}
  // CHECK-NEXT: %[[Y:.*]] = graph.mul %arg0, %[[G]]
  // CHECK-NEXT: return %[[Y]]
  %three = graph.constant dense<3.0> : tensor<f32>
  %zero = graph.constant dense<0.0> : tensor<f32>
  %six = graph.constant dense<6.0> : tensor<f32>
  %0 = graph.add %x, %three : (tensor<2x8xf32>, tensor<f32>) -> tensor<2x8xf32>
  %1 = graph.max %0, %zero : (tensor<2x8xf32>, tensor<f32>) -> tensor<2x8xf32>
  %2 = graph.min %1, %six : (tensor<2x8xf32>, tensor<f32>) -> tensor<2x8xf32>
  %sixth = graph.constant dense<0.166666672> : tensor<f32>
  %3 = graph.mul %2, %x : (tensor<2x8xf32>, tensor<2x8xf32>) -> tensor<2x8xf32>
  %y = graph.mul %3, %sixth : (tensor<2x8xf32>, tensor<f32>) -> tensor<2x8xf32>
  return %y : tensor<2x8xf32>
}

// Neither: another limit.
// CHECK-LABEL: func.func @hard_swish_with_another_limit(
func.func @hard_swish_with_another_limit(%x: tensor<2x8xf32>) -> tensor<2x8xf32> {
  // CHECK-NOT: graph.hard_sigmoid
  // CHECK: graph.min
  %three = graph.constant dense<3.0> : tensor<f32>
  %zero = graph.constant dense<0.0> : tensor<f32>
  %six = graph.constant dense<5.0> : tensor<f32>
  %0 = graph.add %x, %three : (tensor<2x8xf32>, tensor<f32>) -> tensor<2x8xf32>
  %1 = graph.max %0, %zero : (tensor<2x8xf32>, tensor<f32>) -> tensor<2x8xf32>
  %2 = graph.min %1, %six : (tensor<2x8xf32>, tensor<f32>) -> tensor<2x8xf32>
  %y = graph.div %2, %three : (tensor<2x8xf32>, tensor<f32>) -> tensor<2x8xf32>
  return %y : tensor<2x8xf32>
}

// log(exp(x) + 1)
// CHECK-LABEL: func.func @softplus(
func.func @softplus(%x: tensor<2x8xf32>) -> tensor<2x8xf32> {
  // CHECK-NEXT: %[[Y:.*]] = graph.softplus %arg0 : (tensor<2x8xf32>) -> tensor<2x8xf32>
  // CHECK-NEXT: return %[[Y]]
  %one = graph.constant dense<1.0> : tensor<f32>
  %0 = graph.exp %x : (tensor<2x8xf32>) -> tensor<2x8xf32>
  %1 = graph.add %one, %0 : (tensor<f32>, tensor<2x8xf32>) -> tensor<2x8xf32>
  %y = graph.log %1 : (tensor<2x8xf32>) -> tensor<2x8xf32>
  return %y : tensor<2x8xf32>
}

// Not softplus: another summand.
// CHECK-LABEL: func.func @log_of_sum(
func.func @log_of_sum(%x: tensor<2x8xf32>) -> tensor<2x8xf32> {
  // CHECK: graph.log
  %one = graph.constant dense<2.0> : tensor<f32>
  %0 = graph.exp %x : (tensor<2x8xf32>) -> tensor<2x8xf32>
  %1 = graph.add %one, %0 : (tensor<f32>, tensor<2x8xf32>) -> tensor<2x8xf32>
  %y = graph.log %1 : (tensor<2x8xf32>) -> tensor<2x8xf32>
  return %y : tensor<2x8xf32>
}

// x * tanh(softplus(x))
// CHECK-LABEL: func.func @mish(
func.func @mish(%x: tensor<2x8xf32>) -> tensor<2x8xf32> {
  // CHECK-NEXT: %[[Y:.*]] = graph.mish %arg0 : (tensor<2x8xf32>) -> tensor<2x8xf32>
  // CHECK-NEXT: return %[[Y]]
  %one = graph.constant dense<1.0> : tensor<f32>
  %0 = graph.exp %x : (tensor<2x8xf32>) -> tensor<2x8xf32>
  %1 = graph.add %one, %0 : (tensor<f32>, tensor<2x8xf32>) -> tensor<2x8xf32>
  %2 = graph.log %1 : (tensor<2x8xf32>) -> tensor<2x8xf32>
  %3 = graph.tanh %2 : (tensor<2x8xf32>) -> tensor<2x8xf32>
  %y = graph.mul %3, %x : (tensor<2x8xf32>, tensor<2x8xf32>) -> tensor<2x8xf32>
  return %y : tensor<2x8xf32>
}

// Not Mish: of another tensor.
// CHECK-LABEL: func.func @tanh_of_softplus_of_another(
func.func @tanh_of_softplus_of_another(%x: tensor<2x8xf32>, %z: tensor<2x8xf32>) -> tensor<2x8xf32> {
  // CHECK: graph.softplus
  // CHECK-NEXT: %{{.*}} = graph.tanh
  %2 = graph.softplus %z : (tensor<2x8xf32>) -> tensor<2x8xf32>
  %3 = graph.tanh %2 : (tensor<2x8xf32>) -> tensor<2x8xf32>
  %y = graph.mul %3, %x : (tensor<2x8xf32>, tensor<2x8xf32>) -> tensor<2x8xf32>
  return %y : tensor<2x8xf32>
}
