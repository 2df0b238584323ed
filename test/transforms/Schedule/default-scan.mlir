// RUN: tvm-opt %s --pass-pipeline='builtin.module(func.func(convert-graph-to-te),convert-te-to-loops,schedule-generate,schedule-apply,func.func(te-lower-blocks))' | FileCheck %s

// The steps of a scan run one after the other, as scalars.
// CHECK-LABEL: func.func @cumsum
func.func @cumsum(%x: tensor<?xf32>) -> tensor<?xf32> {
  // CHECK: affine.for %[[T:.*]] = 0 to
  // CHECK: affine.load %{{.*}}[%[[T]]]
  // CHECK: arith.addf
  // CHECK-NOT: te.kind
  // CHECK: affine.for
  %0 = graph.cumulate sum %x [0] : (tensor<?xf32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}
