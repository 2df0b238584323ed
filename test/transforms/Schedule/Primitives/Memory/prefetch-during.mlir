// RUN: tvm-opt %s -split-input-file --schedule-apply | FileCheck %s

// Each iteration of `k` asks for three of eight rows, of which there are no
// more than eight. They begin and end with lines of 64 bytes.
// CHECK-DAG: #[[$WHERE:.*]] = affine_map<(d0, d1, d2, d3) -> (d0 * 8 + d1 * 3 + d2, d3 * 16)>
// CHECK-DAG: #[[$IF:.*]] = affine_set<(d0, d1, d2, d3) : ({{.*}}, -(d1 * 3 + d2) + 7 >= 0)>
// CHECK-LABEL: func.func @rows
// CHECK: affine.for %[[I:.*]] = 0 to 4 {
// CHECK: affine.for %[[K:.*]] = 0 to 3 {
// CHECK-NEXT: affine.for %[[R:.*]] = 0 to 3 {
// CHECK-NEXT: affine.for %[[L:.*]] = 0 to 2 {
// CHECK-NEXT: te.block "B_prefetch" [false, false] #[[$WHERE]](%[[I]], %[[K]], %[[R]], %[[L]]) if #[[$IF]] captures(%arg1
// CHECK: affine.prefetch {{.*}} read, locality<3>, data
// CHECK: te.block "C"
// CHECK: te.block "B"
module attributes {transform.with_named_sequence} {
  func.func @rows(%a: memref<4x3xf32>, %d: memref<32x64xf32>, %b: memref<32x64xf32>, %c: memref<4xf32>) {
    affine.for %i = 0 to 4 {
      affine.for %k = 0 to 3 {
        te.block "C" [false, true] affine_map<(i, k) -> (i, k)>(%i, %k)
            captures(%a, %c : memref<4x3xf32>, memref<4xf32>) do {
        ^bb0(%u: index, %v: index, %x: memref<4x3xf32>, %z: memref<4xf32>):
          %0 = affine.load %x[%u, %v] : memref<4x3xf32>
          %1 = affine.load %z[%u] : memref<4xf32>
          %2 = arith.addf %0, %1 : f32
          affine.store %2, %z[%u] : memref<4xf32>
          te.yield
        }
      }
      affine.for %r = 0 to 8 {
        affine.for %l = 0 to 32 {
          te.block "B" [false, false] affine_map<(i, r, l) -> (i * 8 + r, l)>(%i, %r, %l)
              captures(%d, %c, %b : memref<32x64xf32>, memref<4xf32>, memref<32x64xf32>) do {
          ^bb0(%u: index, %v: index, %x: memref<32x64xf32>, %y: memref<4xf32>, %z: memref<32x64xf32>):
            %0 = affine.load %x[%u, %v] : memref<32x64xf32>
            %1 = affine.load %y[0] : memref<4xf32>
            %2 = arith.addf %0, %1 : f32
            affine.store %2, %z[%u, %v] : memref<32x64xf32>
            te.yield
          }
        }
      }
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %b = schedule.get_block "B" in %root
    %i, %r, %l = schedule.get_loops of %b
    %c = schedule.get_block "C" in %root
    %j, %k = schedule.get_loops of %c
    %hint = schedule.prefetch_during %b, 0 at %i during %k
    transform.yield
  }
}

// -----

// Two loops count the parts. Rows of seven elements that lie behind each other
// begin anywhere in a line: 28 of them are in three, from the first element to
// the last one.
// CHECK-DAG: #[[$WHERE:.*]] = affine_map<(d0, d1, d2, d3, d4) -> (d1 * 2 + d2 + d3, d0 * 4 + ((d4 * 27) floordiv 2) floordiv 7, ((d4 * 27) floordiv 2) mod 7)>
// CHECK-DAG: #[[$IF:.*]] = affine_set<(d0, d1, d2, d3, d4) : ({{.*}}, -(d1 * 2 + d2 + d3) + 2 >= 0)>
// CHECK-LABEL: func.func @runs
// CHECK: affine.for %[[I:.*]] = 0 to 2 {
// CHECK: affine.for %[[K:.*]] = 0 to 2 {
// CHECK: affine.for %[[L:.*]] = 0 to 2 {
// CHECK-NEXT: affine.for %[[P:.*]] = 0 to 1 {
// CHECK-NEXT: affine.for %[[N:.*]] = 0 to 3 {
// CHECK-NEXT: te.block "B_prefetch" {{.*}} #[[$WHERE]](%[[I]], %[[K]], %[[L]], %[[P]], %[[N]]) if #[[$IF]]
module attributes {transform.with_named_sequence} {
  func.func @runs(%d: memref<3x8x7xf32>, %b: memref<3x8x7xf32>, %c: memref<2x2xf32>) {
    affine.for %i = 0 to 2 {
      affine.for %k = 0 to 2 {
        affine.for %l = 0 to 2 {
          te.block "C" [false, false] affine_map<(k, l) -> (k, l)>(%k, %l) captures(%c : memref<2x2xf32>) do {
          ^bb0(%u: index, %v: index, %z: memref<2x2xf32>):
            %cst = arith.constant 1.0 : f32
            affine.store %cst, %z[%u, %v] : memref<2x2xf32>
            te.yield
          }
        }
      }
      affine.for %p = 0 to 3 {
        affine.for %r = 0 to 4 {
          affine.for %x = 0 to 7 {
            te.block "B" [false, false, false] affine_map<(i, p, r, x) -> (p, i * 4 + r, x)>(%i, %p, %r, %x)
                captures(%d, %b : memref<3x8x7xf32>, memref<3x8x7xf32>) do {
            ^bb0(%u: index, %v: index, %w: index, %y: memref<3x8x7xf32>, %z: memref<3x8x7xf32>):
              %0 = affine.load %y[%u, %v, %w] : memref<3x8x7xf32>
              affine.store %0, %z[%u, %v, %w] : memref<3x8x7xf32>
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
    %i, %p, %r, %x = schedule.get_loops of %b
    %c = schedule.get_block "C" in %root
    %j, %k, %l = schedule.get_loops of %c
    %hint = schedule.prefetch_during %b, 0 at %i during %k, %l
    transform.yield
  }
}
