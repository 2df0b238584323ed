// RUN: tvm-opt %s --graph-fuse --split-input-file --verify-diagnostics

// A check that fails in every run is an error, with the sizes in its text.
func.func @main(%x: tensor<0x7xf32>, %i: tensor<3xi64>) -> tensor<3x7xf32> {
  // expected-error @+1 {{gather: expected at least 1 element to read along axis 0, got 0}}
  %0 = graph.gather %x, %i axis 0 : (tensor<0x7xf32>, tensor<3xi64>) -> tensor<3x7xf32>
  return %0 : tensor<3x7xf32>
}

// -----

// No element has no index.
func.func @main(%x: tensor<3x0xf32>) -> tensor<3xi64> {
  // expected-error @+1 {{arg_max: expected at least 1 element to read along axis 1, got 0}}
  %0 = graph.arg_max %x [1] : (tensor<3x0xf32>) -> tensor<3xi64>
  return %0 : tensor<3xi64>
}

// -----

func.func @main(%x: tensor<0xi32>) -> tensor<1xi64> {
  // expected-error @+1 {{arg_min: expected at least 1 element to read along axis 0, got 0}}
  %0 = graph.arg_min %x [0] {keepdims} : (tensor<0xi32>) -> tensor<1xi64>
  return %0 : tensor<1xi64>
}

// -----

// A result that is empty as well reads nothing.
func.func @main(%x: tensor<0x7xf32>, %i: tensor<0xi64>) -> tensor<0x7xf32> {
  %0 = graph.gather %x, %i axis 0 : (tensor<0x7xf32>, tensor<0xi64>) -> tensor<0x7xf32>
  return %0 : tensor<0x7xf32>
}

// -----

// A branch may never run: it fails only then.
func.func @main(%c: i1, %x: tensor<0x7xf32>, %i: tensor<3xi64>) {
  scf.if %c {
    %0 = graph.gather %x, %i axis 0 : (tensor<0x7xf32>, tensor<3xi64>) -> tensor<3x7xf32>
  }
  return
}

// -----

// Axes that are data: nobody knows the sizes before the slice runs. What reads
// its result is no error of its own.
func.func @main(%x: tensor<4x8xf32>, %s: tensor<1xi64>, %e: tensor<1xi64>, %axes: tensor<1xi64>) -> tensor<?x2xf32> {
  %shape = graph.constant dense<[-1, 2]> : tensor<2xi64>
  // expected-error @+1 {{dynamic_slice: expected a result whose sizes are known before it runs, got 'tensor<?x?xf32>'}}
  %0 = graph.dynamic_slice %x starts %s ends %e axes %axes : (tensor<4x8xf32>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<?x?xf32>
  %1 = graph.reshape %0, %shape : (tensor<?x?xf32>, tensor<2xi64>) -> tensor<?x2xf32>
  return %1 : tensor<?x2xf32>
}
