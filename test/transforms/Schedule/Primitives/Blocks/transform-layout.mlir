// RUN: tvm-opt %s --transform-interpreter -split-input-file | FileCheck %s

// A weight: the argument changes its type and tells callers the layout.
// CHECK: #[[LAYOUT:.*]] = affine_map<(d0, d1) -> (d1 floordiv 4, d0, d1 mod 4)>
// CHECK: func.func @weight(%{{.*}}: memref<2x3x4xf32> {graph.constant, graph.layout = #[[LAYOUT]]}
// CHECK: affine.load %{{.*}}[%[[J:.*]] floordiv 4, %[[I:.*]], %[[J]] mod 4] : memref<2x3x4xf32>
module attributes {transform.with_named_sequence} {
  func.func @weight(%w: memref<3x6xf32> {graph.constant}, %y: memref<3x6xf32>) {
    affine.for %i = 0 to 3 {
      affine.for %j = 0 to 6 {
        te.block "B" [false, false] affine_map<(i, j) -> (i, j)>(%i, %j) captures(%w, %y : memref<3x6xf32>, memref<3x6xf32>) do {
        ^bb0(%vi: index, %vj: index, %x: memref<3x6xf32>, %z: memref<3x6xf32>):
          %0 = affine.load %x[%vi, %vj] : memref<3x6xf32>
          affine.store %0, %z[%vi, %vj] : memref<3x6xf32>
          te.yield
        }
      }
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %b = schedule.get_block "B" in %root
    schedule.transform_layout %b capture 0 to affine_map<(i, j) -> (j floordiv 4, i, j mod 4)>
    transform.yield
  }
}

// -----

// An intermediate buffer: both its writer and its reader follow.
// CHECK-LABEL: func.func @intermediate
// CHECK: memref.alloc() : memref<6x3xf32>
// CHECK: affine.store %{{.*}}[%[[J:.*]], %[[I:.*]]] : memref<6x3xf32>
// CHECK: affine.load %{{.*}}[%[[J:.*]], %[[I:.*]]] : memref<6x3xf32>
module attributes {transform.with_named_sequence} {
  func.func @intermediate(%a: memref<3x6xf32>, %y: memref<3x6xf32>) {
    %t = memref.alloc() : memref<3x6xf32>
    affine.for %i = 0 to 3 {
      affine.for %j = 0 to 6 {
        te.block "A" [false, false] affine_map<(i, j) -> (i, j)>(%i, %j) captures(%a, %t : memref<3x6xf32>, memref<3x6xf32>) do {
        ^bb0(%vi: index, %vj: index, %x: memref<3x6xf32>, %z: memref<3x6xf32>):
          %0 = affine.load %x[%vi, %vj] : memref<3x6xf32>
          affine.store %0, %z[%vi, %vj] : memref<3x6xf32>
          te.yield
        }
      }
    }
    affine.for %i = 0 to 3 {
      affine.for %j = 0 to 6 {
        te.block "B" [false, false] affine_map<(i, j) -> (i, j)>(%i, %j) captures(%t, %y : memref<3x6xf32>, memref<3x6xf32>) do {
        ^bb0(%vi: index, %vj: index, %x: memref<3x6xf32>, %z: memref<3x6xf32>):
          %0 = affine.load %x[%vi, %vj] : memref<3x6xf32>
          affine.store %0, %z[%vi, %vj] : memref<3x6xf32>
          te.yield
        }
      }
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %b = schedule.get_block "B" in %root
    schedule.transform_layout %b capture 0 to affine_map<(i, j) -> (j, i)>
    transform.yield
  }
}

// -----

// Sizes in bodies stay those of the buffer as it was.
// CHECK-LABEL: func.func @sizes
// CHECK: memref.alloc() : memref<2x2xf32>
// CHECK: affine.store
// CHECK: do {
// CHECK-NOT: memref.dim
// CHECK: %[[SIZE:.*]] = arith.constant 3 : index
// CHECK: arith.cmpi ult, %{{.*}}, %[[SIZE]] : index
module attributes {transform.with_named_sequence} {
  func.func @sizes(%a: memref<3xf32>, %y: memref<5xf32>) {
    %t = memref.alloc() : memref<3xf32>
    affine.for %i = 0 to 3 {
      te.block "A" [false] affine_map<(i) -> (i)>(%i) captures(%a, %t : memref<3xf32>, memref<3xf32>) do {
      ^bb0(%v: index, %x: memref<3xf32>, %z: memref<3xf32>):
        %0 = affine.load %x[%v] : memref<3xf32>
        affine.store %0, %z[%v] : memref<3xf32>
        te.yield
      }
    }
    affine.for %i = 0 to 5 {
      te.block "B" [false] affine_map<(i) -> (i)>(%i) captures(%t, %y : memref<3xf32>, memref<5xf32>) do {
      ^bb0(%v: index, %x: memref<3xf32>, %z: memref<5xf32>):
        %c0 = arith.constant 0 : index
        %size = memref.dim %x, %c0 : memref<3xf32>
        %inside = arith.cmpi ult, %v, %size : index
        %zero = arith.constant 0.0 : f32
        %0 = scf.if %inside -> (f32) {
          %1 = affine.load %x[%v] : memref<3xf32>
          scf.yield %1 : f32
        } else {
          scf.yield %zero : f32
        }
        affine.store %0, %z[%v] : memref<5xf32>
        te.yield
      }
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %b = schedule.get_block "A" in %root
    schedule.transform_layout %b capture 1 to affine_map<(i) -> (i floordiv 2, i mod 2)>
    transform.yield
  }
}

// -----

// A buffer without elements has none afterwards.
// CHECK-LABEL: func.func @empty
// CHECK: memref.alloc() : memref<0x0xf32>
module attributes {transform.with_named_sequence} {
  func.func @empty(%a: memref<3x0xf32>) {
    %t = memref.alloc() : memref<3x0xf32>
    affine.for %i = 0 to 3 {
      affine.for %j = 0 to 0 {
        te.block "A" [false, false] affine_map<(i, j) -> (i, j)>(%i, %j) captures(%a, %t : memref<3x0xf32>, memref<3x0xf32>) do {
        ^bb0(%v: index, %w: index, %x: memref<3x0xf32>, %z: memref<3x0xf32>):
          %0 = affine.load %x[%v, %w] : memref<3x0xf32>
          affine.store %0, %z[%v, %w] : memref<3x0xf32>
          te.yield
        }
      }
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %b = schedule.get_block "A" in %root
    schedule.transform_layout %b capture 1 to affine_map<(i, j) -> (j * 2, i)>
    transform.yield
  }
}
