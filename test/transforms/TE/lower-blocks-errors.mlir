// RUN: tvm-opt %s --pass-pipeline='builtin.module(transform-interpreter,func.func(te-lower-blocks))' -split-input-file -verify-diagnostics

// Upstream's unrolling, in full: copies at constants, one loop around none.
module attributes {transform.with_named_sequence} {
  func.func @f(%x: memref<8x6xf32>, %y: memref<8xf32>) {
    affine.for %i = 0 to 8 {
      affine.for %k = 0 to 6 {
        // expected-note @+2 {{this block}}
        // expected-error @+1 {{cannot decompose the reduction of 'C': expected reduction axes that begin at 0, as another block of this name initialises the same buffer}}
        te.block "C" [false, true] affine_map<(i, k) -> (i, k)>(%i, %k) captures(%x, %y : memref<8x6xf32>, memref<8xf32>) init {
        ^bb0(%v: index, %w: index, %a: memref<8x6xf32>, %b: memref<8xf32>):
          %zero = arith.constant 0.0 : f32
          affine.store %zero, %b[%v] : memref<8xf32>
          te.yield
        } do {
        ^bb0(%v: index, %w: index, %a: memref<8x6xf32>, %b: memref<8xf32>):
          %0 = affine.load %a[%v, %w] : memref<8x6xf32>
          %1 = affine.load %b[%v] : memref<8xf32>
          %2 = arith.addf %1, %0 : f32
          affine.store %2, %b[%v] : memref<8xf32>
          te.yield
        }
      }
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %c = schedule.get_block "C" in %root
    %i, %k = schedule.get_loops of %c
    transform.loop.unroll %k {factor = 6} : !transform.any_op
    transform.yield
  }
}

// -----

// It leaves the rest to a second loop, which would begin with zero again.
module attributes {transform.with_named_sequence} {
  func.func @f(%x: memref<8x6xf32>, %y: memref<8xf32>) {
    affine.for %i = 0 to 8 {
      affine.for %k = 0 to 6 {
        // expected-note @+2 {{this block}}
        // expected-error @+1 {{cannot decompose the reduction of 'C': expected reduction axes that begin at 0, as another block of this name initialises the same buffer}}
        te.block "C" [false, true] affine_map<(i, k) -> (i, k)>(%i, %k) captures(%x, %y : memref<8x6xf32>, memref<8xf32>) init {
        ^bb0(%v: index, %w: index, %a: memref<8x6xf32>, %b: memref<8xf32>):
          %zero = arith.constant 0.0 : f32
          affine.store %zero, %b[%v] : memref<8xf32>
          te.yield
        } do {
        ^bb0(%v: index, %w: index, %a: memref<8x6xf32>, %b: memref<8xf32>):
          %0 = affine.load %a[%v, %w] : memref<8x6xf32>
          %1 = affine.load %b[%v] : memref<8xf32>
          %2 = arith.addf %1, %0 : f32
          affine.store %2, %b[%v] : memref<8xf32>
          te.yield
        }
      }
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %c = schedule.get_block "C" in %root
    %i, %k = schedule.get_loops of %c
    transform.loop.unroll %k {factor = 4} : !transform.any_op
    transform.yield
  }
}
