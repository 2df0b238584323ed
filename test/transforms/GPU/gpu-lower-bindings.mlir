// RUN: tvm-opt %s --gpu-lower-bindings | FileCheck %s

// CHECK-DAG: #[[$CEIL:.*]] = affine_map<()[s0] -> (s0 ceildiv 32)>
// CHECK-DAG: #[[$ANY:.*]] = affine_set<()[s0] : (s0 ceildiv 32 - 1 >= 0)>
// CHECK-DAG: #[[$SMALL:.*]] = affine_set<(d0, d1) : (-d1 + 7 >= 0)>
// CHECK-DAG: #[[$FIRST:.*]] = affine_set<(d0)[s0] : (-s0 >= 0)>

// A grid of unknown size, which may be empty; a predicate stays one.
// CHECK-LABEL: func.func @copy
// CHECK: affine.if #[[$ANY]]()[%[[N:.*]]] {
// CHECK: %[[GRID:.*]] = affine.apply #[[$CEIL]]()[%[[N]]]
// CHECK: %[[SIZE:.*]] = arith.constant 32 : index
// CHECK: gpu.launch blocks(%{{.*}}, %[[BY:.*]], %{{.*}}) in (%{{.*}} = %{{.*}}, %{{.*}} = %[[GRID]], %{{.*}} = %{{.*}}) threads(%[[TX:[^,]*]], {{.*}}) in (%{{.*}} = %[[SIZE]]
// CHECK-NEXT: te.block "C" [false] {{.*}}(%[[BY]], %[[TX]], %[[N]]) if #
// CHECK-NOT: affine.for
// CHECK: gpu.terminator
func.func @copy(%a: memref<?xf32>, %b: memref<?xf32>) {
  %c0 = arith.constant 0 : index
  %n = memref.dim %a, %c0 : memref<?xf32>
  affine.for %o = 0 to affine_map<()[n] -> (n ceildiv 32)>()[%n] {
    affine.for %l = 0 to 32 {
      te.block "C" [false] affine_map<(o, l)[n] -> (o * 32 + l)>(%o, %l, %n) if affine_set<(o, l)[n] : (n - 1 - o * 32 - l >= 0)> captures(%a, %b : memref<?xf32>, memref<?xf32>) do {
      ^bb0(%w: index, %x: memref<?xf32>, %y: memref<?xf32>):
        %0 = affine.load %x[%w] : memref<?xf32>
        affine.store %0, %y[%w] : memref<?xf32>
        te.yield
      }
    } {te.kind = "threadIdx.x"}
  } {te.kind = "blockIdx.y"}
  return
}

// Loops of 16 and of 8 threads, and none: a block has 16 of them. Barriers and loops of other kinds stay.
// CHECK-LABEL: func.func @sizes
// CHECK-NOT: affine.if
// CHECK: gpu.launch blocks(%[[BX:[^,]*]], {{.*}}) in {{.*}} threads(%[[TX:[^,]*]], {{.*}}) in
// CHECK: affine.for %[[S:.*]] = 0 to 4 {
// CHECK-NEXT: te.block "all" [false, false] {{.*}}(%[[S]], %[[TX]]) captures(
// CHECK: gpu.barrier
// CHECK-NEXT: te.block "some" [false, false] {{.*}}(%[[S]], %[[TX]]) if #[[$SMALL]] captures(
// CHECK: te.block "one" [false] {{.*}}(%[[S]], %[[TX]]) if #[[$FIRST]] captures(
// CHECK: } {te.kind = "unrolled"}
func.func @sizes(%a: memref<4x16xf32>) {
  affine.for %o = 0 to 1 {
    affine.for %s = 0 to 4 {
      affine.for %i = 0 to 16 {
        te.block "all" [false, false] affine_map<(s, i) -> (s, i)>(%s, %i) captures(%a : memref<4x16xf32>) do {
        ^bb0(%v: index, %w: index, %x: memref<4x16xf32>):
          %0 = affine.load %x[%v, %w] : memref<4x16xf32>
          affine.store %0, %x[%v, %w] : memref<4x16xf32>
          te.yield
        }
      } {te.kind = "threadIdx.x"}
      gpu.barrier
      affine.for %i = 0 to 8 {
        te.block "some" [false, false] affine_map<(s, i) -> (s, i)>(%s, %i) captures(%a : memref<4x16xf32>) do {
        ^bb0(%v: index, %w: index, %x: memref<4x16xf32>):
          %0 = affine.load %x[%v, %w] : memref<4x16xf32>
          affine.store %0, %x[%v, %w] : memref<4x16xf32>
          te.yield
        }
      } {te.kind = "threadIdx.x"}
      te.block "one" [false] affine_map<(s) -> (s)>(%s) captures(%a : memref<4x16xf32>) do {
      ^bb0(%v: index, %x: memref<4x16xf32>):
        %0 = affine.load %x[%v, 0] : memref<4x16xf32>
        affine.store %0, %x[%v, 0] : memref<4x16xf32>
        te.yield
      }
    } {te.kind = "unrolled"}
  } {te.kind = "blockIdx.x"}
  return
}

// A loop of the host around a launch.
// CHECK-LABEL: func.func @steps
// CHECK: affine.for %[[T:.*]] = 0 to 4 {
// CHECK: gpu.launch
// CHECK: te.block "step" [false, false] {{.*}}(%[[T]], %
func.func @steps(%a: memref<5x16xf32>) {
  affine.for %t = 0 to 4 {
    affine.for %i = 0 to 16 {
      te.block "step" [false, false] affine_map<(t, i) -> (t, i)>(%t, %i) captures(%a : memref<5x16xf32>) do {
      ^bb0(%v: index, %w: index, %x: memref<5x16xf32>):
        %0 = affine.load %x[%v, -%w + 15] : memref<5x16xf32>
        affine.store %0, %x[%v + 1, %w] : memref<5x16xf32>
        te.yield
      }
    } {te.kind = "blockIdx.x"}
  }
  return
}
