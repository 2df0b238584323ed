// RUN: tvm-opt %s --transform-interpreter --split-input-file | FileCheck %s

// Iterations that touch elements of their own.
module attributes {transform.with_named_sequence} {
  // CHECK: } {te.kind = "vectorized"}
  func.func @copy(%a: memref<10xf32>, %b: memref<10xf32>) {
    affine.for %i = 0 to 10 {
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
    schedule.vectorize %i
    transform.yield
  }
}

// -----

// A reduction: lanes are joined behind the loop.
module attributes {transform.with_named_sequence} {
  // CHECK: } {te.kind = "vectorized"}
  func.func @product(%a: memref<16x8xf32>, %b: memref<8x12xf32>, %c: memref<16x12xf32>) {
    affine.for %i = 0 to 16 {
      affine.for %j = 0 to 12 {
        affine.for %k = 0 to 8 {
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
    schedule.vectorize %k
    transform.yield
  }
}

// -----

// A read of what a later lane overwrites comes first for all lanes.
module attributes {transform.with_named_sequence} {
  // CHECK: } {te.kind = "vectorized"}
  func.func @nest(%x: memref<16x16xf32>) {
    affine.for %i = 0 to 8 {
      affine.for %j = 0 to 8 {
        te.block "C" [false, false] affine_map<(i, j) -> (i, j)>(%i, %j) captures(%x : memref<16x16xf32>) do {
        ^bb0(%v: index, %w: index, %m: memref<16x16xf32>):
          %0 = affine.load %m[%v, %w + 1] : memref<16x16xf32>
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
    schedule.vectorize %j
    transform.yield
  }
}

// -----

// Lanes store to one element, the last one last.
module attributes {transform.with_named_sequence} {
  // CHECK: } {te.kind = "vectorized"}
  func.func @nest(%x: memref<16x16xf32>) {
    affine.for %i = 0 to 8 {
      affine.for %j = 0 to 8 {
        te.block "C" [false, false] affine_map<(i, j) -> (i, j)>(%i, %j) captures(%x : memref<16x16xf32>) do {
        ^bb0(%v: index, %w: index, %m: memref<16x16xf32>):
          %0 = affine.load %m[%v, %w + 8] : memref<16x16xf32>
          %1 = arith.addf %0, %0 : f32
          affine.store %1, %m[%v, 0] : memref<16x16xf32>
          te.yield
        }
      }
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %c = schedule.get_block "C" in %root
    %i, %j = schedule.get_loops of %c
    schedule.vectorize %j
    transform.yield
  }
}

// -----

// Around a loop that is unrolled: lanes run the copies of its body.
module attributes {transform.with_named_sequence} {
  // CHECK-LABEL: func.func @copies
  // CHECK: } {te.kind = "unrolled"}
  // CHECK-NEXT: } {te.kind = "vectorized"}
  func.func @copies(%x: memref<2x8xf32>, %y: memref<8x2xf32>) {
    affine.for %i = 0 to 8 {
      affine.for %j = 0 to 2 {
        te.block "C" [false, false] affine_map<(i, j) -> (i, j)>(%i, %j) captures(%x, %y : memref<2x8xf32>, memref<8x2xf32>) do {
        ^bb0(%v: index, %w: index, %m: memref<2x8xf32>, %n: memref<8x2xf32>):
          %0 = affine.load %m[%w, %v] : memref<2x8xf32>
          affine.store %0, %n[%v, %w] : memref<8x2xf32>
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
    schedule.vectorize %i
    transform.yield
  }
}
