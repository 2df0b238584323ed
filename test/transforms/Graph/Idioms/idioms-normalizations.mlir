// RUN: tvm-opt %s --graph-simplify | FileCheck %s

// As PyTorch writes it, with scale and bias.
// CHECK-LABEL: func.func @layer_norm(
func.func @layer_norm(%x: tensor<2x4x8xf32>, %g: tensor<8xf32>, %h: tensor<8xf32>) -> tensor<2x4x8xf32> {
  // CHECK-NEXT: %[[Y:.*]] = graph.layer_norm %arg0, %arg1, %arg2 {axis = 2 : i64, epsilon = 9.99999974E-6 : f32}
  // CHECK-NEXT: return %[[Y]]
  %eps = graph.constant dense<9.99999974E-6> : tensor<f32>
  %m = graph.reduce mean %x [2] {keepdims} : (tensor<2x4x8xf32>) -> tensor<2x4x1xf32>
  %d = graph.sub %x, %m : (tensor<2x4x8xf32>, tensor<2x4x1xf32>) -> tensor<2x4x8xf32>
  %two = graph.constant dense<2.0> : tensor<f32>
  %q = graph.pow %d, %two : (tensor<2x4x8xf32>, tensor<f32>) -> tensor<2x4x8xf32>
  %v = graph.reduce mean %q [2] {keepdims} : (tensor<2x4x8xf32>) -> tensor<2x4x1xf32>
  %w = graph.add %v, %eps : (tensor<2x4x1xf32>, tensor<f32>) -> tensor<2x4x1xf32>
  %r = graph.sqrt %w : (tensor<2x4x1xf32>) -> tensor<2x4x1xf32>
  %y0 = graph.div %d, %r : (tensor<2x4x8xf32>, tensor<2x4x1xf32>) -> tensor<2x4x8xf32>
  %y1 = graph.mul %y0, %g : (tensor<2x4x8xf32>, tensor<8xf32>) -> tensor<2x4x8xf32>
  %y = graph.add %y1, %h : (tensor<2x4x8xf32>, tensor<8xf32>) -> tensor<2x4x8xf32>
  return %y : tensor<2x4x8xf32>
}

// With the reciprocal of the deviation, the scale before.
// CHECK-LABEL: func.func @layer_norm_of_product(
func.func @layer_norm_of_product(%x: tensor<2x4x8xf32>, %g: tensor<8xf32>, %h: tensor<8xf32>) -> tensor<2x4x8xf32> {
  // CHECK-NEXT: %[[Y:.*]] = graph.layer_norm %arg0, %arg1 {axis = 2 : i64, epsilon = 9.99999974E-6 : f32}
  // CHECK-NEXT: return %[[Y]]
  %eps = graph.constant dense<9.99999974E-6> : tensor<f32>
  %m = graph.reduce mean %x [2] {keepdims} : (tensor<2x4x8xf32>) -> tensor<2x4x1xf32>
  %d = graph.sub %x, %m : (tensor<2x4x8xf32>, tensor<2x4x1xf32>) -> tensor<2x4x8xf32>
  %q = graph.mul %d, %d : (tensor<2x4x8xf32>, tensor<2x4x8xf32>) -> tensor<2x4x8xf32>
  %v = graph.reduce mean %q [2] {keepdims} : (tensor<2x4x8xf32>) -> tensor<2x4x1xf32>
  %w = graph.add %v, %eps : (tensor<2x4x1xf32>, tensor<f32>) -> tensor<2x4x1xf32>
  %r = graph.sqrt %w : (tensor<2x4x1xf32>) -> tensor<2x4x1xf32>
  %one = graph.constant dense<1.0> : tensor<f32>
  %i = graph.div %one, %r : (tensor<f32>, tensor<2x4x1xf32>) -> tensor<2x4x1xf32>
  %y0 = graph.mul %d, %i : (tensor<2x4x8xf32>, tensor<2x4x1xf32>) -> tensor<2x4x8xf32>
  %y = graph.mul %g, %y0 : (tensor<8xf32>, tensor<2x4x8xf32>) -> tensor<2x4x8xf32>
  return %y : tensor<2x4x8xf32>
}

// Without scale and bias.
// CHECK-LABEL: func.func @layer_norm_alone(
func.func @layer_norm_alone(%x: tensor<2x4x8xf32>, %g: tensor<8xf32>, %h: tensor<8xf32>) -> tensor<2x4x8xf32> {
  // CHECK-NEXT: %[[ONE:.*]] = graph.constant dense<1.000000e+00> : tensor<f32>
  // CHECK-NEXT: %[[Y:.*]] = graph.layer_norm %arg0, %[[ONE]] {axis = 2 : i64, epsilon = 9.99999974E-6 : f32}
  // CHECK-NEXT: return %[[Y]]
  %eps = graph.constant dense<9.99999974E-6> : tensor<f32>
  %m = graph.reduce mean %x [2] {keepdims} : (tensor<2x4x8xf32>) -> tensor<2x4x1xf32>
  %d = graph.sub %x, %m : (tensor<2x4x8xf32>, tensor<2x4x1xf32>) -> tensor<2x4x8xf32>
  %q = graph.mul %d, %d : (tensor<2x4x8xf32>, tensor<2x4x8xf32>) -> tensor<2x4x8xf32>
  %v = graph.reduce mean %q [2] {keepdims} : (tensor<2x4x8xf32>) -> tensor<2x4x1xf32>
  %w = graph.add %v, %eps : (tensor<2x4x1xf32>, tensor<f32>) -> tensor<2x4x1xf32>
  %r = graph.sqrt %w : (tensor<2x4x1xf32>) -> tensor<2x4x1xf32>
  %y0 = graph.div %d, %r : (tensor<2x4x8xf32>, tensor<2x4x1xf32>) -> tensor<2x4x8xf32>
  return %y0 : tensor<2x4x8xf32>
}

// Scaled twice: the normalisation stays one.
// CHECK-LABEL: func.func @layer_norm_with_two_users(
func.func @layer_norm_with_two_users(%x: tensor<2x4x8xf32>, %g: tensor<8xf32>, %h: tensor<8xf32>) -> tensor<2x4x8xf32> {
  // CHECK: graph.layer_norm
  // CHECK-NOT: graph.layer_norm
  // CHECK: graph.mul
  %eps = graph.constant dense<9.99999974E-6> : tensor<f32>
  %m = graph.reduce mean %x [2] {keepdims} : (tensor<2x4x8xf32>) -> tensor<2x4x1xf32>
  %d = graph.sub %x, %m : (tensor<2x4x8xf32>, tensor<2x4x1xf32>) -> tensor<2x4x8xf32>
  %q = graph.mul %d, %d : (tensor<2x4x8xf32>, tensor<2x4x8xf32>) -> tensor<2x4x8xf32>
  %v = graph.reduce mean %q [2] {keepdims} : (tensor<2x4x8xf32>) -> tensor<2x4x1xf32>
  %w = graph.add %v, %eps : (tensor<2x4x1xf32>, tensor<f32>) -> tensor<2x4x1xf32>
  %r = graph.sqrt %w : (tensor<2x4x1xf32>) -> tensor<2x4x1xf32>
  %y0 = graph.div %d, %r : (tensor<2x4x8xf32>, tensor<2x4x1xf32>) -> tensor<2x4x8xf32>
  %y1 = graph.mul %y0, %g : (tensor<2x4x8xf32>, tensor<8xf32>) -> tensor<2x4x8xf32>
  %y2 = graph.mul %y0, %h : (tensor<2x4x8xf32>, tensor<8xf32>) -> tensor<2x4x8xf32>
  %y = graph.add %y1, %y2 : (tensor<2x4x8xf32>, tensor<2x4x8xf32>) -> tensor<2x4x8xf32>
  return %y : tensor<2x4x8xf32>
}

// A scale that may broadcast the result stays a product.
// CHECK-LABEL: func.func @scale_of_unknown_size(
func.func @scale_of_unknown_size(%x: tensor<?x?x?xf32>, %g: tensor<?xf32>) -> tensor<?x?x?xf32> {
  // CHECK: graph.layer_norm
  // CHECK: graph.mul
  %eps = graph.constant dense<9.99999974E-6> : tensor<f32>
  %m = graph.reduce mean %x [2] {keepdims} : (tensor<?x?x?xf32>) -> tensor<?x?x1xf32>
  %d = graph.sub %x, %m : (tensor<?x?x?xf32>, tensor<?x?x1xf32>) -> tensor<?x?x?xf32>
  %q = graph.mul %d, %d : (tensor<?x?x?xf32>, tensor<?x?x?xf32>) -> tensor<?x?x?xf32>
  %v = graph.reduce mean %q [2] {keepdims} : (tensor<?x?x?xf32>) -> tensor<?x?x1xf32>
  %w = graph.add %v, %eps : (tensor<?x?x1xf32>, tensor<f32>) -> tensor<?x?x1xf32>
  %r = graph.sqrt %w : (tensor<?x?x1xf32>) -> tensor<?x?x1xf32>
  %y0 = graph.div %d, %r : (tensor<?x?x?xf32>, tensor<?x?x1xf32>) -> tensor<?x?x?xf32>
  %y = graph.mul %y0, %g : (tensor<?x?x?xf32>, tensor<?xf32>) -> tensor<?x?x?xf32>
  return %y : tensor<?x?x?xf32>
}

// Not a normalisation: the largest square.
// CHECK-LABEL: func.func @variance_of_maxima(
func.func @variance_of_maxima(%x: tensor<2x4x8xf32>, %g: tensor<8xf32>, %h: tensor<8xf32>) -> tensor<2x4x8xf32> {
  // CHECK-NOT: graph.layer_norm
  // CHECK: graph.reduce max
  %eps = graph.constant dense<9.99999974E-6> : tensor<f32>
  %m = graph.reduce mean %x [2] {keepdims} : (tensor<2x4x8xf32>) -> tensor<2x4x1xf32>
  %d = graph.sub %x, %m : (tensor<2x4x8xf32>, tensor<2x4x1xf32>) -> tensor<2x4x8xf32>
  %q = graph.mul %d, %d : (tensor<2x4x8xf32>, tensor<2x4x8xf32>) -> tensor<2x4x8xf32>
  %v = graph.reduce max %q [2] {keepdims} : (tensor<2x4x8xf32>) -> tensor<2x4x1xf32>
  %w = graph.add %v, %eps : (tensor<2x4x1xf32>, tensor<f32>) -> tensor<2x4x1xf32>
  %r = graph.sqrt %w : (tensor<2x4x1xf32>) -> tensor<2x4x1xf32>
  %y0 = graph.div %d, %r : (tensor<2x4x8xf32>, tensor<2x4x1xf32>) -> tensor<2x4x8xf32>
  return %y0 : tensor<2x4x8xf32>
}

// Not of the last dimensions.
// CHECK-LABEL: func.func @inner_dimension(
func.func @inner_dimension(%x: tensor<2x4x8xf32>, %g: tensor<8xf32>, %h: tensor<8xf32>) -> tensor<2x4x8xf32> {
  // CHECK-NOT: graph.layer_norm
  // CHECK: graph.reduce mean
  %eps = graph.constant dense<9.99999974E-6> : tensor<f32>
  %m = graph.reduce mean %x [1] {keepdims} : (tensor<2x4x8xf32>) -> tensor<2x1x8xf32>
  %d = graph.sub %x, %m : (tensor<2x4x8xf32>, tensor<2x1x8xf32>) -> tensor<2x4x8xf32>
  %q = graph.mul %d, %d : (tensor<2x4x8xf32>, tensor<2x4x8xf32>) -> tensor<2x4x8xf32>
  %v = graph.reduce mean %q [1] {keepdims} : (tensor<2x4x8xf32>) -> tensor<2x1x8xf32>
  %w = graph.add %v, %eps : (tensor<2x1x8xf32>, tensor<f32>) -> tensor<2x1x8xf32>
  %r = graph.sqrt %w : (tensor<2x1x8xf32>) -> tensor<2x1x8xf32>
  %y0 = graph.div %d, %r : (tensor<2x4x8xf32>, tensor<2x1x8xf32>) -> tensor<2x4x8xf32>
  return %y0 : tensor<2x4x8xf32>
}

// As LLaMA has it.
// CHECK-LABEL: func.func @rms_norm(
func.func @rms_norm(%x: tensor<2x4x8xf32>, %g: tensor<8xf32>, %h: tensor<8xf32>) -> tensor<2x4x8xf32> {
  // CHECK-NEXT: %[[Y:.*]] = graph.rms_norm %arg0, %arg1 {axis = 2 : i64, epsilon = 9.99999974E-6 : f32}
  // CHECK-NEXT: return %[[Y]]
  %eps = graph.constant dense<9.99999974E-6> : tensor<f32>
  %two = graph.constant dense<2.0> : tensor<f32>
  %q = graph.pow %x, %two : (tensor<2x4x8xf32>, tensor<f32>) -> tensor<2x4x8xf32>
  %v = graph.reduce mean %q [2] {keepdims} : (tensor<2x4x8xf32>) -> tensor<2x4x1xf32>
  %w = graph.add %v, %eps : (tensor<2x4x1xf32>, tensor<f32>) -> tensor<2x4x1xf32>
  %r = graph.sqrt %w : (tensor<2x4x1xf32>) -> tensor<2x4x1xf32>
  %i = graph.reciprocal %r : (tensor<2x4x1xf32>) -> tensor<2x4x1xf32>
  %y0 = graph.mul %x, %i : (tensor<2x4x8xf32>, tensor<2x4x1xf32>) -> tensor<2x4x8xf32>
  %y = graph.mul %y0, %g : (tensor<2x4x8xf32>, tensor<8xf32>) -> tensor<2x4x8xf32>
  return %y : tensor<2x4x8xf32>
}

// A quotient.
// CHECK-LABEL: func.func @rms_norm_of_quotient(
func.func @rms_norm_of_quotient(%x: tensor<2x4x8xf32>, %g: tensor<8xf32>, %h: tensor<8xf32>) -> tensor<2x4x8xf32> {
  // CHECK-NEXT: %[[Y:.*]] = graph.rms_norm %arg0, %arg1 {axis = 2 : i64, epsilon = 9.99999974E-6 : f32}
  // CHECK-NEXT: return %[[Y]]
  %eps = graph.constant dense<9.99999974E-6> : tensor<f32>
  %two = graph.constant dense<2.0> : tensor<f32>
  %q = graph.pow %x, %two : (tensor<2x4x8xf32>, tensor<f32>) -> tensor<2x4x8xf32>
  %v = graph.reduce mean %q [2] {keepdims} : (tensor<2x4x8xf32>) -> tensor<2x4x1xf32>
  %w = graph.add %v, %eps : (tensor<2x4x1xf32>, tensor<f32>) -> tensor<2x4x1xf32>
  %r = graph.sqrt %w : (tensor<2x4x1xf32>) -> tensor<2x4x1xf32>
  %y0 = graph.div %x, %r : (tensor<2x4x8xf32>, tensor<2x4x1xf32>) -> tensor<2x4x8xf32>
  %y = graph.mul %y0, %g : (tensor<2x4x8xf32>, tensor<8xf32>) -> tensor<2x4x8xf32>
  return %y : tensor<2x4x8xf32>
}

// Not RMS normalisation: by the mean square of another tensor.
// CHECK-LABEL: func.func @rms_of_another(
func.func @rms_of_another(%x: tensor<2x4x8xf32>, %z: tensor<2x4x8xf32>) -> tensor<2x4x8xf32> {
  // CHECK-NOT: graph.rms_norm
  // CHECK: graph.sqrt
  %eps = graph.constant dense<9.99999974E-6> : tensor<f32>
  %two = graph.constant dense<2.0> : tensor<f32>
  %q = graph.pow %z, %two : (tensor<2x4x8xf32>, tensor<f32>) -> tensor<2x4x8xf32>
  %v = graph.reduce mean %q [2] {keepdims} : (tensor<2x4x8xf32>) -> tensor<2x4x1xf32>
  %w = graph.add %v, %eps : (tensor<2x4x1xf32>, tensor<f32>) -> tensor<2x4x1xf32>
  %r = graph.sqrt %w : (tensor<2x4x1xf32>) -> tensor<2x4x1xf32>
  %y0 = graph.div %x, %r : (tensor<2x4x8xf32>, tensor<2x4x1xf32>) -> tensor<2x4x8xf32>
  return %y0 : tensor<2x4x8xf32>
}

// exp(x - max(x)) / sum
// CHECK-LABEL: func.func @softmax(
func.func @softmax(%x: tensor<2x4x8xf32>) -> tensor<2x4x8xf32> {
  // CHECK-NEXT: %[[Y:.*]] = graph.softmax %arg0 [2]
  // CHECK-NEXT: return %[[Y]]
  %m = graph.reduce max %x [2] {keepdims} : (tensor<2x4x8xf32>) -> tensor<2x4x1xf32>
  %d = graph.sub %x, %m : (tensor<2x4x8xf32>, tensor<2x4x1xf32>) -> tensor<2x4x8xf32>
  %e = graph.exp %d : (tensor<2x4x8xf32>) -> tensor<2x4x8xf32>
  %s = graph.reduce sum %e [2] {keepdims} : (tensor<2x4x8xf32>) -> tensor<2x4x1xf32>
  %y = graph.div %e, %s : (tensor<2x4x8xf32>, tensor<2x4x1xf32>) -> tensor<2x4x8xf32>
  return %y : tensor<2x4x8xf32>
}

// exp(x) / sum
// CHECK-LABEL: func.func @softmax_of_powers(
func.func @softmax_of_powers(%x: tensor<2x4x8xf32>) -> tensor<2x4x8xf32> {
  // CHECK-NEXT: %[[Y:.*]] = graph.softmax %arg0 [2]
  // CHECK-NEXT: return %[[Y]]
  %e = graph.exp %x : (tensor<2x4x8xf32>) -> tensor<2x4x8xf32>
  %s = graph.reduce sum %e [2] {keepdims} : (tensor<2x4x8xf32>) -> tensor<2x4x1xf32>
  %y = graph.div %e, %s : (tensor<2x4x8xf32>, tensor<2x4x1xf32>) -> tensor<2x4x8xf32>
  return %y : tensor<2x4x8xf32>
}

// The logarithm of both.
// CHECK-LABEL: func.func @log_softmax(
func.func @log_softmax(%x: tensor<2x4x8xf32>) -> tensor<2x4x8xf32> {
  // CHECK-NEXT: %[[Y:.*]] = graph.log_softmax %arg0 [2]
  // CHECK-NEXT: return %[[Y]]
  %m = graph.reduce max %x [2] {keepdims} : (tensor<2x4x8xf32>) -> tensor<2x4x1xf32>
  %d = graph.sub %x, %m : (tensor<2x4x8xf32>, tensor<2x4x1xf32>) -> tensor<2x4x8xf32>
  %e = graph.exp %d : (tensor<2x4x8xf32>) -> tensor<2x4x8xf32>
  %s = graph.reduce sum %e [2] {keepdims} : (tensor<2x4x8xf32>) -> tensor<2x4x1xf32>
  %y = graph.div %e, %s : (tensor<2x4x8xf32>, tensor<2x4x1xf32>) -> tensor<2x4x8xf32>
  %z = graph.log %y : (tensor<2x4x8xf32>) -> tensor<2x4x8xf32>
  return %z : tensor<2x4x8xf32>
}

// Not softmax: divided by a mean.
// CHECK-LABEL: func.func @mean_of_powers(
func.func @mean_of_powers(%x: tensor<2x4x8xf32>) -> tensor<2x4x8xf32> {
  // CHECK-NOT: graph.softmax
  // CHECK: graph.exp
  %m = graph.reduce max %x [2] {keepdims} : (tensor<2x4x8xf32>) -> tensor<2x4x1xf32>
  %d = graph.sub %x, %m : (tensor<2x4x8xf32>, tensor<2x4x1xf32>) -> tensor<2x4x8xf32>
  %e = graph.exp %d : (tensor<2x4x8xf32>) -> tensor<2x4x8xf32>
  %s = graph.reduce mean %e [2] {keepdims} : (tensor<2x4x8xf32>) -> tensor<2x4x1xf32>
  %y = graph.div %e, %s : (tensor<2x4x8xf32>, tensor<2x4x1xf32>) -> tensor<2x4x8xf32>
  return %y : tensor<2x4x8xf32>
}

// Not the softmax that subtracts: sums along another dimension than maxima.
// CHECK-LABEL: func.func @sum_of_another_axis(
func.func @sum_of_another_axis(%x: tensor<2x4x8xf32>) -> tensor<2x4x8xf32> {
  // CHECK: graph.sub
  // CHECK: graph.softmax %{{.*}} [1]
  %m = graph.reduce max %x [2] {keepdims} : (tensor<2x4x8xf32>) -> tensor<2x4x1xf32>
  %d = graph.sub %x, %m : (tensor<2x4x8xf32>, tensor<2x4x1xf32>) -> tensor<2x4x8xf32>
  %e = graph.exp %d : (tensor<2x4x8xf32>) -> tensor<2x4x8xf32>
  %s = graph.reduce sum %e [1] {keepdims} : (tensor<2x4x8xf32>) -> tensor<2x1x8xf32>
  %y = graph.div %e, %s : (tensor<2x4x8xf32>, tensor<2x1x8xf32>) -> tensor<2x4x8xf32>
  return %y : tensor<2x4x8xf32>
}
