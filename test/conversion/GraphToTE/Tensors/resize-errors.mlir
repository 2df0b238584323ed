// RUN: tvm-opt %s -convert-graph-to-te -verify-diagnostics -split-input-file

// The number of taps depends on the scale.
func.func @antialias(%x: tensor<1x1x?xf32>, %s: tensor<1xi64>) -> tensor<1x1x?xf32> {
  // expected-error@+1 {{expected static sizes to resize with antialias}}
  %0 = graph.resize %x sizes %s axes [2] mode linear coordinates half_pixel rounding floor policy stretch
      {antialias} : (tensor<1x1x?xf32>, tensor<1xi64>) -> tensor<1x1x?xf32>
  return %0 : tensor<1x1x?xf32>
}
