// RUN: tvm-opt %s --transform-interpreter --split-input-file -verify-diagnostics

// (P1) not at the spatial axes.
module attributes {transform.with_named_sequence} {
  func.func @nest(%x: memref<16x16xf32>) {
    affine.for %i = 0 to 8 {
      affine.for %j = 0 to 8 {
        // expected-note @+1 {{in the kernel, here}}
        te.block "C" [false, false] affine_map<(i, j) -> (i, j)>(%i, %j) captures(%x : memref<16x16xf32>) do {
        ^bb0(%v: index, %w: index, %m: memref<16x16xf32>):
          %0 = affine.load %m[%v, %w] : memref<16x16xf32>
          %1 = arith.addf %0, %0 : f32
          affine.store %1, %m[%w, %v] : memref<16x16xf32>
          te.yield
        }
      }
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %c = schedule.get_block "C" in %root
    %i, %j = schedule.get_loops of %c
    // expected-error @+1 {{cannot cache what 'C' writes: expected a block that writes buffers, at its spatial axes, and does not read them}}
    %w = schedule.cache_write %c
    transform.yield
  }
}

// -----

// (P1) a reduction without an initialisation.
module attributes {transform.with_named_sequence} {
  func.func @product(%a: memref<16x8xf32>, %b: memref<8x12xf32>, %c: memref<16x12xf32>) {
    affine.for %i = 0 to 16 {
      affine.for %j = 0 to 12 {
        affine.for %k = 0 to 8 {
          // expected-note @+1 {{in the kernel, here}}
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
    %n = schedule.decompose_reduction %c, %k
    // expected-error @+1 {{cannot cache what 'C' writes: expected a block that writes buffers}}
    %w = schedule.cache_write %c
    transform.yield
  }
}

// -----

// (P2) what it writes is used in the nest, in a later iteration.
module attributes {transform.with_named_sequence} {
  func.func @two(%a: memref<16xf32>, %b: memref<17xf32>) {
    affine.for %i = 0 to 8 {
      te.block "A" [false] affine_map<(i) -> (i)>(%i) captures(%a, %b : memref<16xf32>, memref<17xf32>) do {
      ^bb0(%v: index, %x: memref<16xf32>, %y: memref<17xf32>):
        // expected-note @+1 {{'A' reads the same element later, here}}
        %0 = affine.load %y[-%v + 8] : memref<17xf32>
        affine.store %0, %x[%v] : memref<16xf32>
        te.yield
      }
      // expected-note @+1 {{in the kernel, here}}
      te.block "C" [false] affine_map<(i) -> (i)>(%i) captures(%a, %b : memref<16xf32>, memref<17xf32>) do {
      ^bb0(%v: index, %x: memref<16xf32>, %y: memref<17xf32>):
        %0 = affine.load %x[%v] : memref<16xf32>
        // expected-note @+1 {{'C' writes first, here}}
        affine.store %0, %y[%v] : memref<17xf32>
        te.yield
      }
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %c = schedule.get_block "C" in %root
    %i = schedule.get_loops of %c
    // expected-error @+1 {{cannot cache what 'C' writes: it breaks a read-after-write dependence of block 'A' on block 'C'}}
    %w = schedule.cache_write %c
    transform.yield
  }
}

// -----

// (P2) another block writes the same element afterwards.
module attributes {transform.with_named_sequence} {
  func.func @over(%a: memref<16xf32>, %b: memref<16xf32>) {
    affine.for %i = 0 to 8 {
      // expected-note @+1 {{in the kernel, here}}
      te.block "C" [false] affine_map<(i) -> (i)>(%i) captures(%a, %b : memref<16xf32>, memref<16xf32>) do {
      ^bb0(%v: index, %x: memref<16xf32>, %y: memref<16xf32>):
        %0 = affine.load %x[%v] : memref<16xf32>
        // expected-note @+1 {{'C' writes first, here}}
        affine.store %0, %y[%v] : memref<16xf32>
        te.yield
      }
      te.block "D" [false] affine_map<(i) -> (i)>(%i) captures(%b : memref<16xf32>) do {
      ^bb0(%v: index, %y: memref<16xf32>):
        %0 = arith.constant 1.0 : f32
        // expected-note @+1 {{'D' writes the same element later, here}}
        affine.store %0, %y[%v] : memref<16xf32>
        te.yield
      }
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %c = schedule.get_block "C" in %root
    // expected-error @+1 {{cannot cache what 'C' writes: it breaks a write-after-write dependence of block 'D' on block 'C'}}
    %w = schedule.cache_write %c
    transform.yield
  }
}

// -----

// (P2) accesses that are unknown.
module attributes {transform.with_named_sequence} {
  func.func private @use(memref<16xf32>)
  func.func @call(%a: memref<16xf32>, %b: memref<16xf32>) {
    affine.for %i = 0 to 8 {
      // expected-note @+1 {{in the kernel, here}}
      te.block "C" [false] affine_map<(i) -> (i)>(%i) captures(%a, %b : memref<16xf32>, memref<16xf32>) do {
      ^bb0(%v: index, %x: memref<16xf32>, %y: memref<16xf32>):
        %0 = affine.load %x[%v] : memref<16xf32>
        affine.store %0, %y[%v] : memref<16xf32>
        te.yield
      }
      // expected-note @+1 {{this operation}}
      func.call @use(%b) : (memref<16xf32>) -> ()
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %c = schedule.get_block "C" in %root
    // expected-error @+1 {{cannot cache what 'C' writes: no proof where an operation's accesses are unknown}}
    %w = schedule.cache_write %c
    transform.yield
  }
}

// -----

// (P3) a predicate that ties a reduction axis to a spatial one.
module attributes {transform.with_named_sequence} {
  func.func @tied(%a: memref<8xf32>, %c: memref<4xf32>) {
    affine.for %i = 0 to 4 {
      affine.for %k = 0 to 8 {
        // expected-note @+1 {{in the kernel, here}}
        te.block "C" [false, true] affine_map<(i, k) -> (i, k)>(%i, %k) if affine_set<(i, k) : (k - i >= 0)>
            captures(%a, %c : memref<8xf32>, memref<4xf32>) init {
        ^bb0(%v: index, %w: index, %x: memref<8xf32>, %y: memref<4xf32>):
          %zero = arith.constant 0.0 : f32
          affine.store %zero, %y[%v] : memref<4xf32>
          te.yield
        } do {
        ^bb0(%v: index, %w: index, %x: memref<8xf32>, %y: memref<4xf32>):
          %0 = affine.load %x[%w] : memref<8xf32>
          %1 = affine.load %y[%v] : memref<4xf32>
          %2 = arith.addf %1, %0 : f32
          affine.store %2, %y[%v] : memref<4xf32>
          te.yield
        }
      }
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %c = schedule.get_block "C" in %root
    // expected-error @+1 {{cannot cache its result: the predicate of 'C' ties reduction axes to others}}
    %w = schedule.cache_write %c
    transform.yield
  }
}

// -----

// (P1) the second result is read.
module attributes {transform.with_named_sequence} {
  func.func @both(%a: memref<8xf32>, %b: memref<8xf32>) {
    affine.for %i = 0 to 8 {
      // expected-note @+1 {{in the kernel, here}}
      te.block "A" [false] affine_map<(i) -> (i)>(%i) captures(%a, %b : memref<8xf32>, memref<8xf32>) do {
      ^bb0(%v: index, %x: memref<8xf32>, %y: memref<8xf32>):
        %0 = affine.load %y[%v] : memref<8xf32>
        affine.store %0, %x[%v] : memref<8xf32>
        affine.store %0, %y[%v] : memref<8xf32>
        te.yield
      }
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %a = schedule.get_block "A" in %root
    // expected-error @+1 {{cannot cache what 'A' writes: expected a block that writes buffers, at its spatial axes, and does not read them}}
    %w = schedule.cache_write %a
    transform.yield
  }
}
