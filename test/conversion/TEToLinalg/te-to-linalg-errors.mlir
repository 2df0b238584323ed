// RUN: tvm-opt %s --convert-te-to-linalg --verify-diagnostics

func.func @extern(%x: tensor<8xf32>) -> tensor<8xf32> {
  // expected-error@+1 {{'te.extern' op cannot become linalg: expected te.compute or te.scan}}
  %0 = te.extern @sort(%x) : (tensor<8xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}
