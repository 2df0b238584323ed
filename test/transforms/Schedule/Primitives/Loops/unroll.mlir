// RUN: tvm-opt %s --transform-interpreter --split-input-file | FileCheck %s

// A constant trip count.
module attributes {transform.with_named_sequence} {
  // CHECK: } {te.kind = "unrolled"}
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
    schedule.unroll %i
    transform.yield
  }
}

// -----

// Up to a number of steps: 3 * 2 of these, of 5 times as many not. Lanes count
// once; a loop of unknown trip count stays, and so does what is around it.
module attributes {transform.with_named_sequence} {
  // CHECK-LABEL: func.func @steps
  // CHECK: te.block "A"
  // CHECK: } {te.kind = "vectorized"}
  // CHECK-NEXT: } {te.kind = "unrolled"}
  // CHECK-NEXT: } {te.kind = "unrolled"}
  // CHECK-NEXT: affine.for
  // CHECK-NEXT: te.block "B"
  // CHECK: te.yield
  // CHECK-NEXT: {{^ *[}]$}}
  // CHECK-NEXT: {{^ *[}]$}}
  // CHECK-NEXT: {{^ *[}]$}}
  // CHECK-NEXT: return
  func.func @steps(%a: memref<2x64xf32>, %b: memref<?xf32>, %n: index) {
    affine.for %o = 0 to 5 {
      affine.for %i = 0 to 3 {
        affine.for %j = 0 to 2 {
          affine.for %l = 0 to 64 {
            te.block "A" [false, false] affine_map<(j, l) -> (j, l)>(%j, %l) captures(%a : memref<2x64xf32>) do {
            ^bb0(%v: index, %w: index, %x: memref<2x64xf32>):
              %0 = arith.constant 1.0 : f32
              affine.store %0, %x[%v, %w] : memref<2x64xf32>
              te.yield
            }
          } {te.kind = "vectorized"}
        }
      }
      affine.for %k = 0 to %n {
        te.block "B" [false] affine_map<(k) -> (k)>(%k) captures(%b : memref<?xf32>) do {
        ^bb0(%v: index, %x: memref<?xf32>):
          %0 = arith.constant 1.0 : f32
          affine.store %0, %x[%v] : memref<?xf32>
          te.yield
        }
      }
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %a = schedule.get_block "A" in %root
    %o, %i, %j, %l = schedule.get_loops of %a
    schedule.unroll %o max_step 6
    transform.yield
  }
}

// -----

// One less than all steps.
module attributes {transform.with_named_sequence} {
  // CHECK-LABEL: func.func @too_many
  // CHECK: } {te.kind = "unrolled"}
  // CHECK-NEXT: }
  // CHECK-NEXT: return
  func.func @too_many(%a: memref<3x2xf32>) {
    affine.for %i = 0 to 3 {
      affine.for %j = 0 to 2 {
        te.block "A" [false, false] affine_map<(i, j) -> (i, j)>(%i, %j) captures(%a : memref<3x2xf32>) do {
        ^bb0(%v: index, %w: index, %x: memref<3x2xf32>):
          %0 = arith.constant 1.0 : f32
          affine.store %0, %x[%v, %w] : memref<3x2xf32>
          te.yield
        }
      }
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %a = schedule.get_block "A" in %root
    %i, %j = schedule.get_loops of %a
    schedule.unroll %i max_step 5
    transform.yield
  }
}
