// RUN: not tvm-opt %s -graph-convert-layout=layout=nchw16c 2>&1 | FileCheck %s
// CHECK: error: expected layout auto, nhwc or nchw, got 'nchw16c'
func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  return %x : tensor<4xf32>
}
