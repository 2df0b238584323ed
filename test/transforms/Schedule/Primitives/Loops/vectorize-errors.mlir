// RUN: tvm-opt %s --transform-interpreter --split-input-file -verify-diagnostics

// (P2) a read of what the lane before wrote.
module attributes {transform.with_named_sequence} {
  func.func @nest(%x: memref<16x16xf32>) {
    affine.for %i = 0 to 8 {
      // expected-note @+1 {{in the kernel, here}}
      affine.for %j = 0 to 8 {
        te.block "C" [false, false] affine_map<(i, j) -> (i, j)>(%i, %j) captures(%x : memref<16x16xf32>) do {
        ^bb0(%v: index, %w: index, %m: memref<16x16xf32>):
          // expected-note @+1 {{'C' reads the same element later, here}}
          %0 = affine.load %m[%v, %w] : memref<16x16xf32>
          %1 = arith.addf %0, %0 : f32
          // expected-note @+1 {{'C' writes first, here}}
          affine.store %1, %m[%v, %w + 1] : memref<16x16xf32>
          te.yield
        }
      }
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %c = schedule.get_block "C" in %root
    %i, %j = schedule.get_loops of %c
    // expected-error @+1 {{cannot vectorize: it breaks a read-after-write dependence of block 'C' on block 'C'}}
    schedule.vectorize %j
    transform.yield
  }
}

// -----

// (P1) a loop inside.
module attributes {transform.with_named_sequence} {
  func.func @nest(%x: memref<16x16xf32>) {
    // expected-note @+1 {{in the kernel, here}}
    affine.for %i = 0 to 8 {
      // expected-note @+1 {{a loop inside}}
      affine.for %j = 0 to 8 {
        te.block "C" [false, false] affine_map<(i, j) -> (i, j)>(%i, %j) captures(%x : memref<16x16xf32>) do {
        ^bb0(%v: index, %w: index, %m: memref<16x16xf32>):
          %0 = affine.load %m[%v, %w] : memref<16x16xf32>
          %1 = arith.addf %0, %0 : f32
          affine.store %1, %m[%v, %w] : memref<16x16xf32>
          te.yield
        }
      }
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %c = schedule.get_block "C" in %root
    %i, %j = schedule.get_loops of %c
    // expected-error @+1 {{cannot vectorize: expected an innermost loop}}
    schedule.vectorize %i
    transform.yield
  }
}

// -----

// (P1) a marked loop.
module attributes {transform.with_named_sequence} {
  func.func @copy(%a: memref<10xf32>, %b: memref<10xf32>) {
    // expected-note @+1 {{in the kernel, here}}
    affine.for %i = 0 to 10 {
      te.block "C" [false] affine_map<(i) -> (i)>(%i) captures(%a, %b : memref<10xf32>, memref<10xf32>) do {
      ^bb0(%v: index, %x: memref<10xf32>, %y: memref<10xf32>):
        %0 = affine.load %x[%v] : memref<10xf32>
        affine.store %0, %y[%v] : memref<10xf32>
        te.yield
      }
    } {te.kind = "parallel"}
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %c = schedule.get_block "C" in %root
    %i = schedule.get_loops of %c
    // expected-error @+1 {{cannot vectorize: expected a serial loop, got one that is parallel}}
    schedule.vectorize %i
    transform.yield
  }
}

// -----

// (P3) lanes of a fused loop join in several elements.
module attributes {transform.with_named_sequence} {
  func.func @product(%a: memref<16x8xf32>, %b: memref<8x12xf32>, %c: memref<16x12xf32>) {
    affine.for %i = 0 to 16 {
      // expected-note @+1 {{in the kernel, here}}
      affine.for %j = 0 to 12 {
        affine.for %k = 0 to 8 {
          // expected-note @+1 {{this block}}
          te.block "C" [false, false, true] affine_map<(i, j, k) -> (i, j, k)>(%i, %j, %k)
              captures(%a, %b, %c : memref<16x8xf32>, memref<8x12xf32>, memref<16x12xf32>) init {
          ^bb0(%vi: index, %vj: index, %vk: index, %x: memref<16x8xf32>, %y: memref<8x12xf32>, %z: memref<16x12xf32>):
            %zero = arith.constant 0.0 : f32
            affine.store %zero, %z[%vi, %vj] : memref<16x12xf32>
            te.yield
          } do {
          ^bb0(%vi: index, %vj: index, %vk: index, %x: memref<16x8xf32>, %y: memref<8x12xf32>, %z: memref<16x12xf32>):
            %0 = affine.load %x[%vi, %vk] : memref<16x8xf32>
            %1 = affine.load %y[%vk, %vj] : memref<8x12xf32>
            %2 = arith.mulf %0, %1 : f32
            %3 = affine.load %z[%vi, %vj] : memref<16x12xf32>
            %4 = arith.addf %3, %2 : f32
            affine.store %4, %z[%vi, %vj] : memref<16x12xf32>
            te.yield
          }
        }
      }
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %c = schedule.get_block "C" in %root
    %i, %j, %k = schedule.get_loops of %c
    %f = schedule.fuse %j, %k
    // expected-error @+1 {{cannot vectorize: expected a loop that does not fuse spatial and reduction axes of a block}}
    schedule.vectorize %f
    transform.yield
  }
}

// -----

// Accesses that are unknown.
module attributes {transform.with_named_sequence} {
  func.func private @f()

  func.func @copy(%a: memref<10xf32>, %b: memref<10xf32>) {
    // expected-note @+1 {{in the kernel, here}}
    affine.for %i = 0 to 10 {
      // expected-note @+1 {{this operation}}
      func.call @f() : () -> ()
      te.block "C" [false] affine_map<(i) -> (i)>(%i) captures(%a, %b : memref<10xf32>, memref<10xf32>) do {
      ^bb0(%v: index, %x: memref<10xf32>, %y: memref<10xf32>):
        %0 = affine.load %x[%v] : memref<10xf32>
        affine.store %0, %y[%v] : memref<10xf32>
        te.yield
      }
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %c = schedule.get_block "C" in %root
    %i = schedule.get_loops of %c
    // expected-error @+1 {{cannot vectorize: no proof where an operation's accesses are unknown}}
    schedule.vectorize %i
    transform.yield
  }
}

// -----

// (P2) Copies of an unrolled body run one after another: lanes would read what
// another one has yet to write.
module attributes {transform.with_named_sequence} {
  func.func @copies(%x: memref<10x10xf32>) {
    // expected-note @+1 {{in the kernel, here}}
    affine.for %i = 0 to 8 {
      affine.for %j = 0 to 2 {
        te.block "C" [false, false] affine_map<(i, j) -> (i, j)>(%i, %j) captures(%x : memref<10x10xf32>) do {
        ^bb0(%v: index, %w: index, %m: memref<10x10xf32>):
          // expected-note @+1 {{'C' reads the same element later, here}}
          %0 = affine.load %m[%v, %w + 1] : memref<10x10xf32>
          // expected-note @+1 {{'C' writes first, here}}
          affine.store %0, %m[%v + 1, %w] : memref<10x10xf32>
          te.yield
        }
      }
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %c = schedule.get_block "C" in %root
    %i, %j = schedule.get_loops of %c
    schedule.unroll %j
    // expected-error @+1 {{cannot vectorize: it breaks a read-after-write dependence}}
    schedule.vectorize %i
    transform.yield
  }
}

// -----

// (P1) a reduction in an unrolled loop.
module attributes {transform.with_named_sequence} {
  func.func @sum(%x: memref<8x2xf32>, %y: memref<8xf32>) {
    // expected-note @+1 {{in the kernel, here}}
    affine.for %i = 0 to 8 {
      // expected-note @+1 {{a loop inside}}
      affine.for %k = 0 to 2 {
        te.block "C" [false, true] affine_map<(i, k) -> (i, k)>(%i, %k) captures(%x, %y : memref<8x2xf32>, memref<8xf32>) init {
        ^bb0(%v: index, %r: index, %m: memref<8x2xf32>, %n: memref<8xf32>):
          %zero = arith.constant 0.0 : f32
          affine.store %zero, %n[%v] : memref<8xf32>
          te.yield
        } do {
        ^bb0(%v: index, %r: index, %m: memref<8x2xf32>, %n: memref<8xf32>):
          %0 = affine.load %m[%v, %r] : memref<8x2xf32>
          %1 = affine.load %n[%v] : memref<8xf32>
          %2 = arith.addf %1, %0 : f32
          affine.store %2, %n[%v] : memref<8xf32>
          te.yield
        }
      }
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %c = schedule.get_block "C" in %root
    %i, %k = schedule.get_loops of %c
    schedule.unroll %k
    // expected-error @+1 {{cannot vectorize: expected an innermost loop, or one around a vectorized loop of an element-wise block, or around unrolled loops of a block without a reduction}}
    schedule.vectorize %i
    transform.yield
  }
}
