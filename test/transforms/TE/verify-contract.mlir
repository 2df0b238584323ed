// RUN: tvm-opt %s --te-verify-contract | FileCheck %s

// All that a kernel of level te may consist of stays as it is.
// CHECK-LABEL: func.func @kernel
// CHECK: tensor.dim
// CHECK: te.compute
func.func @kernel(%x: tensor<?x8xf32>) -> tensor<?x8xf32> {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %x, %c0 : tensor<?x8xf32>
  %m = affine.apply affine_map<()[s] -> (s * 2)>()[%n]
  %0 = te.compute [%n, 8] spatial 2 {
  ^bb0(%i: index, %j: index):
    %a = te.read %x[%i, %j] : tensor<?x8xf32>
    %b = math.exp %a : f32
    te.yield %b : f32
  } : tensor<?x8xf32>
  return %0 : tensor<?x8xf32>
}
