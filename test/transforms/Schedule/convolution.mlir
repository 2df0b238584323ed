// RUN: tvm-opt %s --pass-pipeline='builtin.module(convert-te-to-loops,transform-interpreter)' | FileCheck %s

// Thirty steps on a convolution with its bias: tiles of the epilogue on threads,
// the reduction computed in them, its accumulators initialised apart.
// CHECK: affine.for %{{.*}} = 0 to 448 {
// CHECK-NEXT: affine.for %{{.*}} = 0 to 4 {
// CHECK: memref.alloca() : memref<1x4x2x14xf32>
// CHECK: te.block "block0_init"
// CHECK: affine.for %{{.*}} = 0 to 4 {
// CHECK-NEXT: affine.for %{{.*}} = 0 to 6 {
// CHECK-NEXT: affine.for %{{.*}} = 0 to 8 {
// CHECK: te.block "block0"
// CHECK: te.block "block1"
// CHECK: } {te.kind = "parallel"}
module attributes {transform.with_named_sequence} {
  func.func @conv(%x: tensor<1x64x58x58xf32>, %w: tensor<64x64x3x3xf32>, %b: tensor<64xf32>) -> tensor<1x64x56x56xf32> {
    %0 = te.compute [1, 64, 56, 56, 64, 3, 3] spatial 4 reduce sum {
    ^bb0(%n: index, %o: index, %y: index, %z: index, %c: index, %p: index, %q: index):
      %a = te.read %x[%n, %c, %y + %p, %z + %q] : tensor<1x64x58x58xf32>
      %k = te.read %w[%o, %c, %p, %q] : tensor<64x64x3x3xf32>
      %m = arith.mulf %a, %k : f32
      te.yield %m : f32
    } : tensor<1x64x56x56xf32>
    %1 = te.compute [1, 64, 56, 56] spatial 4 {
    ^bb0(%n: index, %o: index, %y: index, %z: index):
      %a = te.read %0[%n, %o, %y, %z] : tensor<1x64x56x56xf32>
      %k = te.read %b[%o] : tensor<64xf32>
      %m = arith.addf %a, %k : f32
      te.yield %m : f32
    } : tensor<1x64x56x56xf32>
    return %1 : tensor<1x64x56x56xf32>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %c = schedule.get_block "block0" in %root
    %e = schedule.get_block "block1" in %root
    %n, %o, %y, %z = schedule.get_loops of %e
    %oo, %ol = schedule.split %o by [0, 4]
    %yo, %yl = schedule.split %y by [0, 2]
    %zo, %zl = schedule.split %z by [0, 14]
    %zlo, %zli = schedule.split %zl by [0, 7]
    schedule.reorder %oo, %yo, %zo, %ol, %yl, %zlo, %zli
    %f = schedule.fuse %oo, %yo
    %d = schedule.compute_at %c, %zo
    %n1, %f1, %zo1, %a0, %a1, %a2, %a3, %k, %p, %q = schedule.get_loops of %d
    %ko, %kl = schedule.split %k by [0, 16]
    schedule.reorder %ko, %kl, %p, %q, %a0, %a1, %a2, %a3
    %a3o, %a3l = schedule.split %a3 by [0, 7]
    %kp = schedule.fuse %kl, %p
    schedule.reorder %a2, %a1
    schedule.reorder %a1, %a2
    %init = schedule.decompose_reduction %d, %ko
    %kpo, %kpl = schedule.split %kp by [0, 8]
    schedule.unroll %kpl
    schedule.unroll %q
    schedule.vectorize %a3l
    schedule.unroll %a3o
    %n2, %f2, %zo2, %i0, %i1, %i2, %i4, %i3 = schedule.get_loops of %init
    schedule.vectorize %i3
    schedule.unroll %i2
    schedule.vectorize %zli
    schedule.unroll %zlo
    %nf = schedule.fuse %n, %f
    schedule.parallel %nf
    transform.yield
  }
}
