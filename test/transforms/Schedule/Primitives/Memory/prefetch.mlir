// RUN: tvm-opt %s -split-input-file --schedule-apply | FileCheck %s
// RUN: tvm-opt %s -split-input-file --schedule-apply --te-lower-blocks --canonicalize --lower-affine | FileCheck %s --check-prefix=LOWERED

// The row after the next one, a cache line per point, inside of the buffer.
// CHECK-DAG: #[[$AT:.*]] = affine_map<(d0, d1, d2) -> (d0 + d1 + 2, d2 * 16)>
// CHECK-DAG: #[[$IN:.*]] = affine_set<(d0, d1, d2) : (d0 + d1 + 2 >= 0, -(d0 + d1 + 2) + 7 >= 0, d2 * 16 >= 0, d2 * -16 + 39 >= 0)>
// CHECK-LABEL: @f
// CHECK: affine.for %[[I:.*]] = 0 to 8 {
// CHECK-NEXT: affine.for %[[A:.*]] = 0 to 1 {
// CHECK-NEXT: affine.for %[[L:.*]] = 0 to 4 {
// CHECK-NEXT: te.block "B_prefetch" [false, false] #[[$AT]](%[[I]], %[[A]], %[[L]]) if #[[$IN]] captures(%{{.*}} : memref<8x40xf32>) do {
// CHECK-NEXT: ^bb0(%[[V:.*]]: index, %[[W:.*]]: index, %[[X:.*]]: memref<8x40xf32>):
// CHECK-NEXT: affine.prefetch %[[X]][%[[V]], %[[W]]], read, locality<3>, data : memref<8x40xf32>
// CHECK: te.block "B"
// LOWERED-LABEL: @f
// LOWERED: scf.if
// LOWERED: memref.prefetch
module attributes {transform.with_named_sequence} {
  func.func @f(%a: memref<8x40xf32>, %b: memref<8x40xf32>) {
    affine.for %i = 0 to 8 {
      affine.for %j = 0 to 40 {
        te.block "B" [false, false] affine_map<(i, j) -> (i, j)>(%i, %j) captures(%a, %b : memref<8x40xf32>, memref<8x40xf32>) do {
        ^bb0(%v: index, %w: index, %x: memref<8x40xf32>, %y: memref<8x40xf32>):
          %0 = affine.load %x[%v, %w] : memref<8x40xf32>
          %1 = arith.negf %0 : f32
          affine.store %1, %y[%v, %w] : memref<8x40xf32>
          te.yield
        }
      }
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %b = schedule.get_block "B" in %root
    %i, %j = schedule.get_loops of %b
    %hint = schedule.prefetch %b, 0 at %i ahead 2
    transform.yield
  }
}

// -----

// A prefetch is no access: primitives that follow do as they did before.
// CHECK-LABEL: @f
// CHECK: affine.prefetch %{{.*}} : memref<8x5x8xf32>
// CHECK: } {te.kind = "parallel"}
// LOWERED-LABEL: @f
module attributes {transform.with_named_sequence} {
  func.func @f(%a: memref<8x40xf32> {graph.constant}, %b: memref<8x40xf32>) {
    affine.for %i = 0 to 8 {
      affine.for %j = 0 to 40 {
        te.block "B" [false, false] affine_map<(i, j) -> (i, j)>(%i, %j) captures(%a, %b : memref<8x40xf32>, memref<8x40xf32>) do {
        ^bb0(%v: index, %w: index, %x: memref<8x40xf32>, %y: memref<8x40xf32>):
          %0 = affine.load %x[%v, %w] : memref<8x40xf32>
          %1 = arith.negf %0 : f32
          affine.store %1, %y[%v, %w] : memref<8x40xf32>
          te.yield
        }
      }
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %b = schedule.get_block "B" in %root
    %i, %j = schedule.get_loops of %b
    %hint = schedule.prefetch %b, 0 at %i ahead 1
    schedule.parallel %i
    schedule.transform_layout %b capture 0 to affine_map<(i, j) -> (i, j floordiv 8, j mod 8)>
    transform.yield
  }
}

// -----

// A point per element, in a loop over elements: what is inside of the buffer
// anyway is not asked. Vectorized, it is once per cache line.
// CHECK-DAG: #[[$ROWS:.*]] = affine_set<(d0, d1, d2) : (d0 + d1 + 1 >= 0, -(d0 + d1 + 1) + 7 >= 0)>
// CHECK-LABEL: @f
// CHECK: affine.for %[[J:.*]] = 0 to 32 {
// CHECK-NEXT: te.block "B_prefetch" [false, false] #{{.*}}(%{{.*}}, %{{.*}}, %[[J]]) if #[[$ROWS]]
// CHECK: te.block "B" {{.*}}(%{{.*}}, %[[J]])
// CHECK: te.kind = "vectorized"
// LOWERED-LABEL: @f
module attributes {transform.with_named_sequence} {
  func.func @f(%a: memref<8x32xf32>, %b: memref<8x32xf32>) {
    affine.for %i = 0 to 8 {
      affine.for %j = 0 to 32 {
        te.block "B" [false, false] affine_map<(i, j) -> (i, j)>(%i, %j) captures(%a, %b : memref<8x32xf32>, memref<8x32xf32>) do {
        ^bb0(%v: index, %w: index, %x: memref<8x32xf32>, %y: memref<8x32xf32>):
          %0 = affine.load %x[%v, %w] : memref<8x32xf32>
          %1 = arith.negf %0 : f32
          affine.store %1, %y[%v, %w] : memref<8x32xf32>
          te.yield
        }
      }
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %b = schedule.get_block "B" in %root
    %i, %j = schedule.get_loops of %b
    %hint = schedule.prefetch %b, 0 at %i ahead 1 per_element
    %k, %u, %l = schedule.get_loops of %hint
    %v = schedule.add_unit_loop %j
    schedule.merge %u, %v
    schedule.merge %l, %j
    schedule.vectorize %j
    transform.yield
  }
}

// -----

// A line holds eight indices (one more line, as it may begin in one),
// CHECK-LABEL: @indices(
// CHECK: affine.for %{{.*}} = 0 to 24 {
// CHECK-NEXT: affine.for %{{.*}} = 0 to 1 {
// CHECK-NEXT: affine.for %{{.*}} = 0 to 2 {
// CHECK-NEXT: te.block "B_prefetch"
module attributes {transform.with_named_sequence} {
  func.func @indices(%a: memref<24x8xindex>, %b: memref<24x8xindex>) {
    affine.for %i = 0 to 24 {
      affine.for %j = 0 to 8 {
        te.block "B" [false, false] affine_map<(i, j) -> (i, j)>(%i, %j) captures(%a, %b : memref<24x8xindex>, memref<24x8xindex>) do {
        ^bb0(%v: index, %w: index, %x: memref<24x8xindex>, %y: memref<24x8xindex>):
          %0 = affine.load %x[%v, %w] : memref<24x8xindex>
          affine.store %0, %y[%v, %w] : memref<24x8xindex>
          te.yield
        }
      }
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %b = schedule.get_block "B" in %root
    %i, %j = schedule.get_loops of %b
    %hint = schedule.prefetch %b, 0 at %i ahead 1
    transform.yield
  }
}

// -----

// four complex numbers of 128 bits,
// CHECK-LABEL: @complex(
// CHECK: affine.for %{{.*}} = 0 to 24 {
// CHECK-NEXT: affine.for %{{.*}} = 0 to 1 {
// CHECK-NEXT: affine.for %{{.*}} = 0 to 3 {
// CHECK-NEXT: te.block "B_prefetch"
module attributes {transform.with_named_sequence} {
  func.func @complex(%a: memref<24x8xcomplex<f64>>, %b: memref<24x8xcomplex<f64>>) {
    affine.for %i = 0 to 24 {
      affine.for %j = 0 to 8 {
        te.block "B" [false, false] affine_map<(i, j) -> (i, j)>(%i, %j) captures(%a, %b : memref<24x8xcomplex<f64>>, memref<24x8xcomplex<f64>>) do {
        ^bb0(%v: index, %w: index, %x: memref<24x8xcomplex<f64>>, %y: memref<24x8xcomplex<f64>>):
          %0 = affine.load %x[%v, %w] : memref<24x8xcomplex<f64>>
          affine.store %0, %y[%v, %w] : memref<24x8xcomplex<f64>>
          te.yield
        }
      }
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %b = schedule.get_block "B" in %root
    %i, %j = schedule.get_loops of %b
    %hint = schedule.prefetch %b, 0 at %i ahead 1
    transform.yield
  }
}

// -----

// two vectors.
// CHECK-LABEL: @vectors(
// CHECK: affine.for %{{.*}} = 0 to 24 {
// CHECK-NEXT: affine.for %{{.*}} = 0 to 1 {
// CHECK-NEXT: affine.for %{{.*}} = 0 to 5 {
// CHECK-NEXT: te.block "B_prefetch"
module attributes {transform.with_named_sequence} {
  func.func @vectors(%a: memref<24x8xvector<8xf32>>, %b: memref<24x8xvector<8xf32>>) {
    affine.for %i = 0 to 24 {
      affine.for %j = 0 to 8 {
        te.block "B" [false, false] affine_map<(i, j) -> (i, j)>(%i, %j) captures(%a, %b : memref<24x8xvector<8xf32>>, memref<24x8xvector<8xf32>>) do {
        ^bb0(%v: index, %w: index, %x: memref<24x8xvector<8xf32>>, %y: memref<24x8xvector<8xf32>>):
          %0 = affine.load %x[%v, %w] : memref<24x8xvector<8xf32>>
          affine.store %0, %y[%v, %w] : memref<24x8xvector<8xf32>>
          te.yield
        }
      }
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %b = schedule.get_block "B" in %root
    %i, %j = schedule.get_loops of %b
    %hint = schedule.prefetch %b, 0 at %i ahead 1
    transform.yield
  }
}
