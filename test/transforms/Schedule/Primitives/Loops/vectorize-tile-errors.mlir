// RUN: tvm-opt %s --transform-interpreter -split-input-file -verify-diagnostics

// (P1) A tile of vectors has no conditions.
module attributes {transform.with_named_sequence} {
  func.func @guarded(%a: memref<4x4xf32>, %b: memref<4x4xf32>) {
    // expected-note @+1 {{in the kernel, here}}
    affine.for %i = 0 to 4 {
      // expected-note @+1 {{a loop inside}}
      affine.for %j = 0 to 4 {
        te.block "B" [false, false] affine_map<(i, j) -> (i, j)>(%i, %j) captures(%a, %b : memref<4x4xf32>, memref<4x4xf32>) do {
        ^bb0(%vi: index, %vj: index, %x: memref<4x4xf32>, %y: memref<4x4xf32>):
          %zero = arith.constant 0.0 : f32
          %three = arith.constant 3 : index
          %inside = arith.cmpi ult, %vi, %three : index
          %0 = scf.if %inside -> f32 {
            %1 = affine.load %x[%vj, %vi + 1] : memref<4x4xf32>
            scf.yield %1 : f32
          } else {
            scf.yield %zero : f32
          }
          affine.store %0, %y[%vi, %vj] : memref<4x4xf32>
          te.yield
        }
      }
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %b = schedule.get_block "B" in %root
    %i, %j = schedule.get_loops of %b
    schedule.vectorize %j
    // expected-error @+1 {{cannot vectorize: expected an innermost loop, or one around a vectorized loop of an element-wise block}}
    schedule.vectorize %i
    transform.yield
  }
}

// -----

// (P1) Nor does it combine values.
module attributes {transform.with_named_sequence} {
  func.func @summed(%a: memref<4x4xf32>, %b: memref<4xf32>) {
    // expected-note @+1 {{in the kernel, here}}
    affine.for %i = 0 to 4 {
      // expected-note @+1 {{a loop inside}}
      affine.for %j = 0 to 4 {
        te.block "B" [false, true] affine_map<(i, j) -> (i, j)>(%i, %j) captures(%a, %b : memref<4x4xf32>, memref<4xf32>) do {
        ^bb0(%vi: index, %vj: index, %x: memref<4x4xf32>, %y: memref<4xf32>):
          %0 = affine.load %x[%vj, %vi] : memref<4x4xf32>
          %1 = affine.load %y[%vi] : memref<4xf32>
          %2 = arith.addf %1, %0 : f32
          affine.store %2, %y[%vi] : memref<4xf32>
          te.yield
        }
      }
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %b = schedule.get_block "B" in %root
    %i, %j = schedule.get_loops of %b
    schedule.vectorize %j
    // expected-error @+1 {{cannot vectorize: expected an innermost loop, or one around a vectorized loop of an element-wise block}}
    schedule.vectorize %i
    transform.yield
  }
}

// -----

// (P3) Lanes of a fused loop would partly combine values and partly not.
module attributes {transform.with_named_sequence} {
  func.func @sums(%a: memref<4x8xf32>, %b: memref<4xf32>) {
    // expected-note @+1 {{in the kernel, here}}
    affine.for %i = 0 to 4 {
      affine.for %k = 0 to 8 {
        // expected-note @+1 {{this block}}
        te.block "B" [false, true] affine_map<(i, k) -> (i, k)>(%i, %k) captures(%a, %b : memref<4x8xf32>, memref<4xf32>) do {
        ^bb0(%vi: index, %vk: index, %x: memref<4x8xf32>, %y: memref<4xf32>):
          %0 = affine.load %x[%vi, %vk] : memref<4x8xf32>
          %1 = affine.load %y[%vi] : memref<4xf32>
          %2 = arith.addf %1, %0 : f32
          affine.store %2, %y[%vi] : memref<4xf32>
          te.yield
        }
      }
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %b = schedule.get_block "B" in %root
    %i, %k = schedule.get_loops of %b
    %f = schedule.fuse %i, %k
    // expected-error @+1 {{cannot vectorize: expected a loop that does not fuse spatial and reduction axes of a block}}
    schedule.vectorize %f
    transform.yield
  }
}

// -----

// (P2) Points of a tile are computed in any order, but the last one to write
// the element should be the last.
module attributes {transform.with_named_sequence} {
  func.func @last(%a: memref<4x4xf32>, %b: memref<1xf32>) {
    // expected-note @+1 {{in the kernel, here}}
    affine.for %i = 0 to 4 {
      affine.for %j = 0 to 4 {
        te.block "B" [false, false] affine_map<(i, j) -> (i, j)>(%i, %j) captures(%a, %b : memref<4x4xf32>, memref<1xf32>) do {
        ^bb0(%vi: index, %vj: index, %x: memref<4x4xf32>, %y: memref<1xf32>):
          %0 = affine.load %x[%vj, %vi] : memref<4x4xf32>
          // expected-note @+2 {{'B' writes first, here}}
          // expected-note @+1 {{'B' writes the same element later, here}}
          affine.store %0, %y[0] : memref<1xf32>
          te.yield
        }
      }
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %b = schedule.get_block "B" in %root
    %i, %j = schedule.get_loops of %b
    schedule.vectorize %j
    // expected-error @+1 {{cannot vectorize: it breaks a write-after-write dependence of block 'B' on block 'B'}}
    schedule.vectorize %i
    transform.yield
  }
}

// -----

// (P2) The same along the inner loop only.
module attributes {transform.with_named_sequence} {
  func.func @row(%a: memref<4x4xf32>, %b: memref<4xf32>) {
    // expected-note @+1 {{in the kernel, here}}
    affine.for %i = 0 to 4 {
      affine.for %j = 0 to 4 {
        te.block "B" [false, false] affine_map<(i, j) -> (i, j)>(%i, %j) captures(%a, %b : memref<4x4xf32>, memref<4xf32>) do {
        ^bb0(%vi: index, %vj: index, %x: memref<4x4xf32>, %y: memref<4xf32>):
          %0 = affine.load %x[%vj, %vi] : memref<4x4xf32>
          // expected-note @+2 {{'B' writes first, here}}
          // expected-note @+1 {{'B' writes the same element later, here}}
          affine.store %0, %y[%vi] : memref<4xf32>
          te.yield
        }
      }
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %b = schedule.get_block "B" in %root
    %i, %j = schedule.get_loops of %b
    schedule.vectorize %j
    // expected-error @+1 {{cannot vectorize: it breaks a write-after-write dependence of block 'B' on block 'B'}}
    schedule.vectorize %i
    transform.yield
  }
}
