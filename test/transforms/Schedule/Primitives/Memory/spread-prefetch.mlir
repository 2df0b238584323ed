// RUN: tvm-opt %s -split-input-file --schedule-apply | FileCheck %s

// Rows 0 to 3 ask for a quarter each of what the next columns need, once per
// line of 64 bytes; behind the last columns there is nothing to ask for.
// CHECK-DAG: #[[$WHERE:.*]] = affine_map<(d0, d1, d2, d3) -> (d1 * 4 + d2, (d0 + 1) * 32 + d3 * 16)>
// CHECK-DAG: #[[$IF:.*]] = affine_set<(d0, d1, d2, d3) : ({{.*}}, -((d0 + 1) * 32 + d3 * 16) + 127 >= 0, -d2 + 3 >= 0)>
// CHECK-LABEL: func.func @f
// CHECK: affine.for %[[J:.*]] = 0 to 4 {
// CHECK: affine.for %[[I:.*]] = 0 to 8 {
// CHECK: affine.for %[[K:.*]] = 0 to 16 {
// CHECK-NEXT: affine.for %[[L:.*]] = 0 to 2 {
// CHECK-NEXT: te.block "C_prefetch" [false, false] #[[$WHERE]](%[[J]], %[[K]], %[[I]], %[[L]]) if #[[$IF]] captures(%arg1
// CHECK: affine.prefetch {{.*}} read, locality<2>, data
// CHECK: affine.for %{{.*}} = 0 to 4 {
// CHECK: te.block "C"
module attributes {transform.with_named_sequence} {
  func.func @f(%a: memref<8x64xf32>, %b: memref<64x128xf32>, %c: memref<8x128xf32>) {
    affine.for %j = 0 to 4 {
      affine.for %i = 0 to 8 {
        affine.for %k = 0 to 16 {
          affine.for %p = 0 to 4 {
            affine.for %l = 0 to 32 {
              te.block "C" [false, false, true] affine_map<(i, j, k, p, l) -> (i, j * 32 + l, k * 4 + p)>(%i, %j, %k, %p, %l)
                  captures(%a, %b, %c : memref<8x64xf32>, memref<64x128xf32>, memref<8x128xf32>) do {
              ^bb0(%u: index, %v: index, %w: index, %x: memref<8x64xf32>, %y: memref<64x128xf32>, %z: memref<8x128xf32>):
                %0 = affine.load %x[%u, %w] : memref<8x64xf32>
                %1 = affine.load %y[%w, %v] : memref<64x128xf32>
                %2 = affine.load %z[%u, %v] : memref<8x128xf32>
                %3 = arith.mulf %0, %1 : f32
                %4 = arith.addf %2, %3 : f32
                affine.store %4, %z[%u, %v] : memref<8x128xf32>
                te.yield
              }
            }
          }
        }
      }
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %c = schedule.get_block "C" in %root
    %j, %i, %k, %p, %l = schedule.get_loops of %c
    %hint = schedule.spread_prefetch %c, 1 at %j ahead 1 over %i in %p
    transform.yield
  }
}

// -----

// A line holds eight indices,
// CHECK-LABEL: func.func @indices
// CHECK: affine.for %{{.*}} = 0 to 1 {
// CHECK-NEXT: affine.for %{{.*}} = 0 to 4 {
// CHECK-NEXT: te.block "B_prefetch"
module attributes {transform.with_named_sequence} {
  func.func @indices(%a: memref<8x4x32xindex>, %b: memref<8x4x32xindex>) {
    affine.for %j = 0 to 8 {
      affine.for %i = 0 to 1 {
        affine.for %p = 0 to 4 {
          affine.for %l = 0 to 32 {
            te.block "B" [false, false, false] affine_map<(j, p, l) -> (j, p, l)>(%j, %p, %l)
                captures(%a, %b : memref<8x4x32xindex>, memref<8x4x32xindex>) do {
            ^bb0(%u: index, %v: index, %w: index, %x: memref<8x4x32xindex>, %y: memref<8x4x32xindex>):
              %0 = affine.load %x[%u, %v, %w] : memref<8x4x32xindex>
              affine.store %0, %y[%u, %v, %w] : memref<8x4x32xindex>
              te.yield
            }
          }
        }
      }
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %b = schedule.get_block "B" in %root
    %j, %i, %p, %l = schedule.get_loops of %b
    %hint = schedule.spread_prefetch %b, 0 at %j ahead 1 over %i in %p
    transform.yield
  }
}

// -----

// four complex numbers, of two parts,
// CHECK-LABEL: func.func @complex
// CHECK: affine.for %{{.*}} = 0 to 1 {
// CHECK-NEXT: affine.for %{{.*}} = 0 to 8 {
// CHECK-NEXT: te.block "B_prefetch"
module attributes {transform.with_named_sequence} {
  func.func @complex(%a: memref<8x4x32xcomplex<f64>>, %b: memref<8x4x32xcomplex<f64>>) {
    affine.for %j = 0 to 8 {
      affine.for %i = 0 to 1 {
        affine.for %p = 0 to 4 {
          affine.for %l = 0 to 32 {
            te.block "B" [false, false, false] affine_map<(j, p, l) -> (j, p, l)>(%j, %p, %l)
                captures(%a, %b : memref<8x4x32xcomplex<f64>>, memref<8x4x32xcomplex<f64>>) do {
            ^bb0(%u: index, %v: index, %w: index, %x: memref<8x4x32xcomplex<f64>>, %y: memref<8x4x32xcomplex<f64>>):
              %0 = affine.load %x[%u, %v, %w] : memref<8x4x32xcomplex<f64>>
              affine.store %0, %y[%u, %v, %w] : memref<8x4x32xcomplex<f64>>
              te.yield
            }
          }
        }
      }
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %b = schedule.get_block "B" in %root
    %j, %i, %p, %l = schedule.get_loops of %b
    %hint = schedule.spread_prefetch %b, 0 at %j ahead 1 over %i in %p
    transform.yield
  }
}

// -----

// and two vectors.
// CHECK-LABEL: func.func @vectors
// CHECK: affine.for %{{.*}} = 0 to 1 {
// CHECK-NEXT: affine.for %{{.*}} = 0 to 16 {
// CHECK-NEXT: te.block "B_prefetch"
module attributes {transform.with_named_sequence} {
  func.func @vectors(%a: memref<8x4x32xvector<8xf32>>, %b: memref<8x4x32xvector<8xf32>>) {
    affine.for %j = 0 to 8 {
      affine.for %i = 0 to 1 {
        affine.for %p = 0 to 4 {
          affine.for %l = 0 to 32 {
            te.block "B" [false, false, false] affine_map<(j, p, l) -> (j, p, l)>(%j, %p, %l)
                captures(%a, %b : memref<8x4x32xvector<8xf32>>, memref<8x4x32xvector<8xf32>>) do {
            ^bb0(%u: index, %v: index, %w: index, %x: memref<8x4x32xvector<8xf32>>, %y: memref<8x4x32xvector<8xf32>>):
              %0 = affine.load %x[%u, %v, %w] : memref<8x4x32xvector<8xf32>>
              affine.store %0, %y[%u, %v, %w] : memref<8x4x32xvector<8xf32>>
              te.yield
            }
          }
        }
      }
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %b = schedule.get_block "B" in %root
    %j, %i, %p, %l = schedule.get_loops of %b
    %hint = schedule.spread_prefetch %b, 0 at %j ahead 1 over %i in %p
    transform.yield
  }
}
