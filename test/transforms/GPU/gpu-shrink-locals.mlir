// RUN: tvm-opt %s --gpu-shrink-locals | FileCheck %s

// CHECK-DAG: #[[$GROUPS:.*]] = affine_map<(d0, d1) -> (d0 * 4 + d1)>

// Dimensions that every thread uses at its own index are gone; the others, and shared buffers, stay.
// CHECK-LABEL: func.func @tile
// CHECK: memref.alloca() : memref<4xf32, "local">
// CHECK: memref.alloca() : memref<8x8xf32, "shared">
// CHECK: te.block "fill"
// CHECK: affine.store %{{.*}}, %{{.*}}[%{{[^,]*}}] : memref<4xf32, "local">
// CHECK: affine.store %{{.*}}, %{{.*}}[%{{.*}}, %{{.*}}] : memref<8x8xf32, "shared">
// CHECK: te.block "use"
// CHECK: affine.load %{{.*}}[%{{[^,]*}}] : memref<4xf32, "local">
func.func @tile(%a: memref<2x8x8x4xf32>) {
  affine.for %o = 0 to 2 {
    %t = memref.alloca() : memref<8x4x8xf32, "local">
    %s = memref.alloca() : memref<8x8xf32, "shared">
    affine.for %i = 0 to 8 {
      affine.for %j = 0 to 8 {
        affine.for %k = 0 to 4 {
          te.block "fill" [false, false, false, false] affine_map<(o, i, j, k) -> (o, i, j, k)>(%o, %i, %j, %k) captures(%a, %t, %s : memref<2x8x8x4xf32>, memref<8x4x8xf32, "local">, memref<8x8xf32, "shared">) do {
          ^bb0(%v0: index, %v1: index, %v2: index, %v3: index, %x: memref<2x8x8x4xf32>, %y: memref<8x4x8xf32, "local">, %z: memref<8x8xf32, "shared">):
            %0 = affine.load %x[%v0, %v1, %v2, %v3] : memref<2x8x8x4xf32>
            affine.store %0, %y[%v1, %v3, %v2] : memref<8x4x8xf32, "local">
            affine.store %0, %z[%v1, %v2] : memref<8x8xf32, "shared">
            te.yield
          }
        }
      } {te.kind = "threadIdx.x"}
    } {te.kind = "threadIdx.y"}
    affine.for %i = 0 to 8 {
      affine.for %j = 0 to 8 {
        affine.for %k = 0 to 4 {
          te.block "use" [false, false, false, false] affine_map<(o, i, j, k) -> (o, i, j, k)>(%o, %i, %j, %k) captures(%a, %t : memref<2x8x8x4xf32>, memref<8x4x8xf32, "local">) do {
          ^bb0(%v0: index, %v1: index, %v2: index, %v3: index, %x: memref<2x8x8x4xf32>, %y: memref<8x4x8xf32, "local">):
            %0 = affine.load %y[%v1, %v3, %v2] : memref<8x4x8xf32, "local">
            affine.store %0, %x[%v0, %v1, %v2, %v3] : memref<2x8x8x4xf32>
            te.yield
          }
        }
      } {te.kind = "threadIdx.x"}
    } {te.kind = "threadIdx.y"}
  } {te.kind = "blockIdx.x"}
  return
}

// A dimension stays where a thread's index is another one there, or where a body asks for sizes.
// CHECK-LABEL: func.func @stays
// CHECK: memref.alloca() : memref<8x8xf32, "local">
// CHECK: memref.alloca() : memref<8xf32, "local">
func.func @stays(%a: memref<8x8xf32>, %b: memref<8xindex>) {
  affine.for %o = 0 to 1 {
    %t = memref.alloca() : memref<8x8xf32, "local">
    %u = memref.alloca() : memref<8xf32, "local">
    affine.for %i = 0 to 8 {
      te.block "C" [false] affine_map<(i) -> (i)>(%i) captures(%a, %b, %t, %u : memref<8x8xf32>, memref<8xindex>, memref<8x8xf32, "local">, memref<8xf32, "local">) do {
      ^bb0(%v: index, %x: memref<8x8xf32>, %y: memref<8xindex>, %m: memref<8x8xf32, "local">, %l: memref<8xf32, "local">):
        %c0 = arith.constant 0 : index
        %0 = affine.load %x[%v, %v] : memref<8x8xf32>
        affine.store %0, %m[-%v + 7, 0] : memref<8x8xf32, "local">
        affine.store %0, %l[%v] : memref<8xf32, "local">
        %n = memref.dim %l, %c0 : memref<8xf32, "local">
        affine.store %n, %y[%v] : memref<8xindex>
        te.yield
      }
    } {te.kind = "threadIdx.x"}
  } {te.kind = "blockIdx.x"}
  return
}

// A thread with two groups of 4 rows keeps its own 8; one dimension by the threads of two axes.
// CHECK-LABEL: func.func @groups
// CHECK: memref.alloca() : memref<8xf32, "local">
// CHECK: %[[OWN:.*]] = affine.apply #[[$GROUPS]](%[[G:.*]], %[[L:.*]])
// CHECK: te.block "fill" {{.*}}(%[[G]], %{{.*}}, %[[L]]) captures(%{{.*}}, %{{.*}}, %[[OWN]] :
// CHECK: ^bb0(%{{.*}}: index, %{{.*}}: memref<64xf32>, %{{.*}}: memref<8xf32, "local">, %[[INSIDE:.*]]: index):
// CHECK: affine.store %{{.*}}, %{{.*}}[%[[INSIDE]]] : memref<8xf32, "local">
// CHECK: te.block "use"
// CHECK: affine.load %{{.*}}[%{{.*}}] : memref<8xf32, "local">
func.func @groups(%a: memref<64xf32>, %b: memref<64xf32>) {
  affine.for %o = 0 to 1 {
    %t = memref.alloca() : memref<64xf32, "local">
    affine.for %i = 0 to 8 {
      affine.for %g = 0 to 2 {
        affine.for %l = 0 to 4 {
          te.block "fill" [false] affine_map<(g, i, l) -> (g * 32 + i * 4 + l)>(%g, %i, %l) captures(%a, %t : memref<64xf32>, memref<64xf32, "local">) do {
          ^bb0(%v: index, %x: memref<64xf32>, %y: memref<64xf32, "local">):
            %0 = affine.load %x[%v] : memref<64xf32>
            affine.store %0, %y[%v] : memref<64xf32, "local">
            te.yield
          }
        }
      }
    } {te.kind = "threadIdx.x"}
    affine.for %i = 0 to 8 {
      affine.for %g = 0 to 2 {
        affine.for %l = 0 to 4 {
          te.block "use" [false] affine_map<(g, i, l) -> (g * 32 + i * 4 + l)>(%g, %i, %l) captures(%b, %t : memref<64xf32>, memref<64xf32, "local">) do {
          ^bb0(%v: index, %x: memref<64xf32>, %y: memref<64xf32, "local">):
            %0 = affine.load %y[%v] : memref<64xf32, "local">
            affine.store %0, %x[%v] : memref<64xf32>
            te.yield
          }
        }
      }
    } {te.kind = "threadIdx.x"}
  } {te.kind = "blockIdx.x"}
  return
}

// A block of fewer threads, 3 of 4 elements each, keeps the places that the others have; two axes in one dimension.
// CHECK-LABEL: func.func @digits
// CHECK: memref.alloca() : memref<4xf32, "local">
// CHECK-NOT: memref<64xf32, "local">
func.func @digits(%a: memref<64xf32>) {
  affine.for %o = 0 to 1 {
    %t = memref.alloca() : memref<64xf32, "local">
    affine.for %j = 0 to 2 {
      affine.for %i = 0 to 8 {
        affine.for %l = 0 to 4 {
          te.block "fill" [false] affine_map<(j, i, l) -> (j * 32 + i * 4 + l)>(%j, %i, %l) captures(%a, %t : memref<64xf32>, memref<64xf32, "local">) do {
          ^bb0(%v: index, %x: memref<64xf32>, %y: memref<64xf32, "local">):
            %0 = affine.load %x[%v] : memref<64xf32>
            affine.store %0, %y[%v] : memref<64xf32, "local">
            te.yield
          }
        }
      } {te.kind = "threadIdx.x"}
    } {te.kind = "threadIdx.y"}
    affine.for %j = 0 to 2 {
      affine.for %i = 0 to 3 {
        affine.for %l = 0 to 4 {
          te.block "use" [false] affine_map<(j, i, l) -> (j * 32 + i * 4 + l)>(%j, %i, %l) captures(%a, %t : memref<64xf32>, memref<64xf32, "local">) do {
          ^bb0(%v: index, %x: memref<64xf32>, %y: memref<64xf32, "local">):
            %0 = affine.load %y[%v] : memref<64xf32, "local">
            affine.store %0, %x[%v] : memref<64xf32>
            te.yield
          }
        }
      } {te.kind = "threadIdx.x"}
    } {te.kind = "threadIdx.y"}
  } {te.kind = "blockIdx.x"}
  return
}

// Nothing goes where elements of neighbouring threads mix: what is added to 4 * t reaches the next one, or differs, or
// comes from data.
// CHECK-LABEL: func.func @mixed
// CHECK: memref.alloca() : memref<40xf32, "local">
// CHECK: memref.alloca() : memref<40xf32, "local">
// CHECK: memref.alloca() : memref<40xf32, "local">
func.func @mixed(%a: memref<64xf32>, %n: index) {
  affine.for %o = 0 to 1 {
    %t = memref.alloca() : memref<40xf32, "local">
    %u = memref.alloca() : memref<40xf32, "local">
    %w = memref.alloca() : memref<40xf32, "local">
    affine.for %i = 0 to 8 {
      affine.for %l = 0 to 5 {
        te.block "C" [false, false] affine_map<(i, l) -> (i, l)>(%i, %l) captures(%a, %t, %u, %w, %n : memref<64xf32>, memref<40xf32, "local">, memref<40xf32, "local">, memref<40xf32, "local">, index) do {
        ^bb0(%v: index, %k: index, %x: memref<64xf32>, %y: memref<40xf32, "local">, %z: memref<40xf32, "local">, %q: memref<40xf32, "local">, %m: index):
          %0 = affine.load %x[%v * 4] : memref<64xf32>
          affine.store %0, %y[%v * 4 + %k] : memref<40xf32, "local">
          affine.store %0, %z[%v * 4] : memref<40xf32, "local">
          affine.store %0, %z[%v * 5] : memref<40xf32, "local">
          affine.store %0, %q[%v * 4 + %m] : memref<40xf32, "local">
          te.yield
        }
      }
    } {te.kind = "threadIdx.x"}
  } {te.kind = "blockIdx.x"}
  return
}
