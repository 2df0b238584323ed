// RUN: tvm-opt %s --gpu-insert-barriers | FileCheck %s

// Written by other threads, read, and written again by the next iteration: in front of the read, and at the end of the body.
// CHECK-LABEL: func.func @tiles
// CHECK: affine.for %{{.*}} = 0 to 4 {
// CHECK: te.block "fill"
// CHECK: {te.kind = "threadIdx.x"}
// CHECK-NEXT: gpu.barrier
// CHECK: te.block "use"
// CHECK: {te.kind = "threadIdx.x"}
// CHECK-NEXT: gpu.barrier
// CHECK-NEXT: }
// CHECK-NEXT: } {te.kind = "blockIdx.x"}
func.func @tiles(%a: memref<4x8xf32>, %b: memref<2x4x8xf32>) {
  affine.for %o = 0 to 2 {
    %t = memref.alloca() : memref<8xf32, "shared">
    affine.for %s = 0 to 4 {
      affine.for %i = 0 to 8 {
        te.block "fill" [false, false] affine_map<(s, i) -> (s, i)>(%s, %i) captures(%a, %t : memref<4x8xf32>, memref<8xf32, "shared">) do {
        ^bb0(%v: index, %w: index, %x: memref<4x8xf32>, %y: memref<8xf32, "shared">):
          %0 = affine.load %x[%v, %w] : memref<4x8xf32>
          affine.store %0, %y[%w] : memref<8xf32, "shared">
          te.yield
        }
      } {te.kind = "threadIdx.x"}
      affine.for %i = 0 to 8 {
        te.block "use" [false, false, false] affine_map<(o, s, i) -> (o, s, i)>(%o, %s, %i) captures(%t, %b : memref<8xf32, "shared">, memref<2x4x8xf32>) do {
        ^bb0(%u: index, %v: index, %w: index, %x: memref<8xf32, "shared">, %y: memref<2x4x8xf32>):
          %0 = affine.load %x[-%w + 7] : memref<8xf32, "shared">
          affine.store %0, %y[%u, %v, %w] : memref<2x4x8xf32>
          te.yield
        }
      } {te.kind = "threadIdx.x"}
    }
  } {te.kind = "blockIdx.x"}
  return
}

// A thread reads what it wrote itself.
// CHECK-LABEL: func.func @own
// CHECK-NOT: gpu.barrier
// CHECK: return
func.func @own(%a: memref<4x8xf32>, %b: memref<2x4x8xf32>) {
  affine.for %o = 0 to 2 {
    %t = memref.alloca() : memref<8xf32, "shared">
    affine.for %s = 0 to 4 {
      affine.for %i = 0 to 8 {
        te.block "fill" [false, false] affine_map<(s, i) -> (s, i)>(%s, %i) captures(%a, %t : memref<4x8xf32>, memref<8xf32, "shared">) do {
        ^bb0(%v: index, %w: index, %x: memref<4x8xf32>, %y: memref<8xf32, "shared">):
          %0 = affine.load %x[%v, %w] : memref<4x8xf32>
          affine.store %0, %y[%w] : memref<8xf32, "shared">
          te.yield
        }
      } {te.kind = "threadIdx.x"}
      affine.for %i = 0 to 8 {
        te.block "use" [false, false, false] affine_map<(o, s, i) -> (o, s, i)>(%o, %s, %i) captures(%t, %b : memref<8xf32, "shared">, memref<2x4x8xf32>) do {
        ^bb0(%u: index, %v: index, %w: index, %x: memref<8xf32, "shared">, %y: memref<2x4x8xf32>):
          %0 = affine.load %x[%w] : memref<8xf32, "shared">
          affine.store %0, %y[%u, %v, %w] : memref<2x4x8xf32>
          te.yield
        }
      } {te.kind = "threadIdx.x"}
    }
  } {te.kind = "blockIdx.x"}
  return
}

// Two buffers, filled one after the other: one barrier for both.
// CHECK-LABEL: func.func @two
// CHECK: te.block "first"
// CHECK-NOT: gpu.barrier
// CHECK: te.block "second"
// CHECK: gpu.barrier
// CHECK: te.block "use"
// CHECK-NOT: gpu.barrier
// CHECK: return
func.func @two(%a: memref<8xf32>, %b: memref<8xf32>) {
  affine.for %o = 0 to 1 {
    %s = memref.alloca() : memref<8xf32, "shared">
    %t = memref.alloca() : memref<8xf32, "shared">
    affine.for %i = 0 to 8 {
      te.block "first" [false] affine_map<(i) -> (i)>(%i) captures(%a, %s : memref<8xf32>, memref<8xf32, "shared">) do {
      ^bb0(%w: index, %x: memref<8xf32>, %y: memref<8xf32, "shared">):
        %0 = affine.load %x[%w] : memref<8xf32>
        affine.store %0, %y[%w] : memref<8xf32, "shared">
        te.yield
      }
    } {te.kind = "threadIdx.x"}
    affine.for %i = 0 to 8 {
      te.block "second" [false] affine_map<(i) -> (i)>(%i) captures(%a, %t : memref<8xf32>, memref<8xf32, "shared">) do {
      ^bb0(%w: index, %x: memref<8xf32>, %y: memref<8xf32, "shared">):
        %0 = affine.load %x[-%w + 7] : memref<8xf32>
        affine.store %0, %y[%w] : memref<8xf32, "shared">
        te.yield
      }
    } {te.kind = "threadIdx.x"}
    affine.for %i = 0 to 8 {
      te.block "use" [false] affine_map<(i) -> (i)>(%i) captures(%s, %t, %b : memref<8xf32, "shared">, memref<8xf32, "shared">, memref<8xf32>) do {
      ^bb0(%w: index, %x: memref<8xf32, "shared">, %z: memref<8xf32, "shared">, %y: memref<8xf32>):
        %0 = affine.load %x[-%w + 7] : memref<8xf32, "shared">
        %1 = affine.load %z[-%w + 7] : memref<8xf32, "shared">
        %2 = arith.addf %0, %1 : f32
        affine.store %2, %y[%w] : memref<8xf32>
        te.yield
      }
    } {te.kind = "threadIdx.x"}
  } {te.kind = "blockIdx.x"}
  return
}

// The same axis in another order of loops, and different axes: other threads.
// CHECK-LABEL: func.func @transposed
// CHECK: te.block "fill"
// CHECK: gpu.barrier
// CHECK: te.block "use"
func.func @transposed(%a: memref<8x8xf32>, %b: memref<8x8xf32>) {
  affine.for %o = 0 to 1 {
    %t = memref.alloca() : memref<8x8xf32, "shared">
    affine.for %i = 0 to 8 {
      affine.for %j = 0 to 8 {
        te.block "fill" [false, false] affine_map<(i, j) -> (i, j)>(%i, %j) captures(%a, %t : memref<8x8xf32>, memref<8x8xf32, "shared">) do {
        ^bb0(%v: index, %w: index, %x: memref<8x8xf32>, %y: memref<8x8xf32, "shared">):
          %0 = affine.load %x[%v, %w] : memref<8x8xf32>
          affine.store %0, %y[%v, %w] : memref<8x8xf32, "shared">
          te.yield
        }
      } {te.kind = "threadIdx.x"}
    } {te.kind = "threadIdx.y"}
    affine.for %i = 0 to 8 {
      affine.for %j = 0 to 8 {
        te.block "use" [false, false] affine_map<(i, j) -> (i, j)>(%i, %j) captures(%t, %b : memref<8x8xf32, "shared">, memref<8x8xf32>) do {
        ^bb0(%v: index, %w: index, %x: memref<8x8xf32, "shared">, %y: memref<8x8xf32>):
          %0 = affine.load %x[%v, %w] : memref<8x8xf32, "shared">
          affine.store %0, %y[%v, %w] : memref<8x8xf32>
          te.yield
        }
      } {te.kind = "threadIdx.y"}
    } {te.kind = "threadIdx.x"}
  } {te.kind = "blockIdx.x"}
  return
}

// A block outside of all loops of threads runs on the first thread; others wait for it.
// CHECK-LABEL: func.func @first
// CHECK: te.block "one"
// CHECK: gpu.barrier
// CHECK: te.block "all"
func.func @first(%a: memref<8xf32>, %b: memref<8xf32>) {
  affine.for %o = 0 to 1 {
    %t = memref.alloca() : memref<1xf32, "shared">
    te.block "one" [false] affine_map<(o) -> (o)>(%o) captures(%a, %t : memref<8xf32>, memref<1xf32, "shared">) do {
    ^bb0(%w: index, %x: memref<8xf32>, %y: memref<1xf32, "shared">):
      %0 = affine.load %x[%w] : memref<8xf32>
      affine.store %0, %y[0] : memref<1xf32, "shared">
      te.yield
    }
    affine.for %i = 0 to 8 {
      te.block "all" [false] affine_map<(i) -> (i)>(%i) captures(%t, %b : memref<1xf32, "shared">, memref<8xf32>) do {
      ^bb0(%w: index, %x: memref<1xf32, "shared">, %y: memref<8xf32>):
        %0 = affine.load %x[0] : memref<1xf32, "shared">
        affine.store %0, %y[%w] : memref<8xf32>
        te.yield
      }
    } {te.kind = "threadIdx.x"}
  } {te.kind = "blockIdx.x"}
  return
}

// Data decides what is read: a barrier, as there is no proof.
// CHECK-LABEL: func.func @gather
// CHECK: te.block "fill"
// CHECK: gpu.barrier
// CHECK: te.block "use"
func.func @gather(%a: memref<8xf32>, %n: memref<8xindex>, %b: memref<8xf32>) {
  affine.for %o = 0 to 1 {
    %t = memref.alloca() : memref<8xf32, "shared">
    affine.for %i = 0 to 8 {
      te.block "fill" [false] affine_map<(i) -> (i)>(%i) captures(%a, %t : memref<8xf32>, memref<8xf32, "shared">) do {
      ^bb0(%w: index, %x: memref<8xf32>, %y: memref<8xf32, "shared">):
        %0 = affine.load %x[%w] : memref<8xf32>
        affine.store %0, %y[%w] : memref<8xf32, "shared">
        te.yield
      }
    } {te.kind = "threadIdx.x"}
    affine.for %i = 0 to 8 {
      te.block "use" [false] affine_map<(i) -> (i)>(%i) captures(%t, %n, %b : memref<8xf32, "shared">, memref<8xindex>, memref<8xf32>) do {
      ^bb0(%w: index, %x: memref<8xf32, "shared">, %m: memref<8xindex>, %y: memref<8xf32>):
        %at = affine.load %m[%w] : memref<8xindex>
        %0 = memref.load %x[%at] : memref<8xf32, "shared">
        affine.store %0, %y[%w] : memref<8xf32>
        te.yield
      }
    } {te.kind = "threadIdx.x"}
  } {te.kind = "blockIdx.x"}
  return
}

// A reduction is decomposed: each thread initialises its own element.
// CHECK-LABEL: func.func @rows
// CHECK: te.block "sum_init"
// CHECK-NOT: gpu.barrier
// CHECK: affine.for %{{.*}} = 0 to 8
// CHECK-NEXT: te.block "sum"
// CHECK-NOT: gpu.barrier
// CHECK: return
func.func @rows(%a: memref<16x8xf32>, %c: memref<16xf32>) {
  affine.for %i = 0 to 16 {
    affine.for %k = 0 to 8 {
      te.block "sum" [false, true] affine_map<(i, k) -> (i, k)>(%i, %k) captures(%a, %c : memref<16x8xf32>, memref<16xf32>) init {
      ^bb0(%vi: index, %vk: index, %x: memref<16x8xf32>, %z: memref<16xf32>):
        %zero = arith.constant 0.0 : f32
        affine.store %zero, %z[%vi] : memref<16xf32>
        te.yield
      } do {
      ^bb0(%vi: index, %vk: index, %x: memref<16x8xf32>, %z: memref<16xf32>):
        %0 = affine.load %x[%vi, %vk] : memref<16x8xf32>
        %1 = affine.load %z[%vi] : memref<16xf32>
        %2 = arith.addf %1, %0 : f32
        affine.store %2, %z[%vi] : memref<16xf32>
        te.yield
      }
    }
  } {te.kind = "threadIdx.x"}
  return
}

// A buffer per virtual thread: both are written in front of one barrier.
// CHECK-LABEL: func.func @virtual
// CHECK: %[[T0:.*]] = memref.alloca() : memref<8xf32, "shared">
// CHECK: %[[T1:.*]] = memref.alloca() : memref<8xf32, "shared">
// CHECK-NOT: "vthread"
// CHECK: te.block "fill"{{.*}} captures(%arg0, %[[T0]] :
// CHECK: te.block "fill"{{.*}} captures(%arg0, %[[T1]] :
// CHECK: gpu.barrier
// CHECK: te.block "use"{{.*}} captures(%[[T0]], %arg1 :
// CHECK: te.block "use"{{.*}} captures(%[[T1]], %arg1 :
// CHECK-NOT: gpu.barrier
// CHECK: return
func.func @virtual(%a: memref<2x8xf32>, %b: memref<2x8xf32>) {
  affine.for %o = 0 to 1 {
    affine.for %v = 0 to 2 {
      %t = memref.alloca() : memref<8xf32, "shared">
      affine.for %i = 0 to 8 {
        te.block "fill" [false, false] affine_map<(v, i) -> (v, i)>(%v, %i) captures(%a, %t : memref<2x8xf32>, memref<8xf32, "shared">) do {
        ^bb0(%w: index, %x: index, %y: memref<2x8xf32>, %z: memref<8xf32, "shared">):
          %0 = affine.load %y[%w, %x] : memref<2x8xf32>
          affine.store %0, %z[%x] : memref<8xf32, "shared">
          te.yield
        }
      } {te.kind = "threadIdx.x"}
      affine.for %i = 0 to 8 {
        te.block "use" [false, false] affine_map<(v, i) -> (v, i)>(%v, %i) captures(%t, %b : memref<8xf32, "shared">, memref<2x8xf32>) do {
        ^bb0(%w: index, %x: index, %y: memref<8xf32, "shared">, %z: memref<2x8xf32>):
          %0 = affine.load %y[-%x + 7] : memref<8xf32, "shared">
          affine.store %0, %z[%w, %x] : memref<2x8xf32>
          te.yield
        }
      } {te.kind = "threadIdx.x"}
    } {te.kind = "vthread"}
  } {te.kind = "blockIdx.x"}
  return
}

// Threads fetch together inside of their own loop: before each use, and before the next fetch.
// CHECK-LABEL: func.func @together
// CHECK: affine.for %{{.*}} = 0 to 4 {
// CHECK-NEXT: memref.alloca() : memref<8xf32, "shared">
// CHECK-NOT: gpu.barrier
// CHECK: te.block "fetch"
// CHECK: } {te.kind = "threadIdx.x"}
// CHECK-NEXT: gpu.barrier
// CHECK: te.block "use"
// CHECK: gpu.barrier
// CHECK-NEXT: }
// CHECK-NEXT: } {te.kind = "threadIdx.x"}
func.func @together(%a: memref<4x8xf32>, %b: memref<8x4xf32>) {
  affine.for %i = 0 to 8 {
    affine.for %k = 0 to 4 {
      %t = memref.alloca() : memref<8xf32, "shared">
      affine.for %l = 0 to 8 {
        te.block "fetch" [false, false] affine_map<(k, l) -> (k, l)>(%k, %l) captures(%a, %t : memref<4x8xf32>, memref<8xf32, "shared">) do {
        ^bb0(%v: index, %w: index, %x: memref<4x8xf32>, %y: memref<8xf32, "shared">):
          %0 = affine.load %x[%v, %w] : memref<4x8xf32>
          affine.store %0, %y[%w] : memref<8xf32, "shared">
          te.yield
        }
      } {te.kind = "threadIdx.x"}
      te.block "use" [false, false] affine_map<(i, k) -> (i, k)>(%i, %k) captures(%t, %b : memref<8xf32, "shared">, memref<8x4xf32>) do {
      ^bb0(%v: index, %w: index, %x: memref<8xf32, "shared">, %y: memref<8x4xf32>):
        %0 = affine.load %x[-%v + 7] : memref<8xf32, "shared">
        affine.store %0, %y[%v, %w] : memref<8x4xf32>
        te.yield
      }
    }
  } {te.kind = "threadIdx.x"}
  return
}

// Threads that reduce together: each its value, halves of them in shared memory, the first thread stores. Rows that are none add nothing.
// CHECK-LABEL: func.func @reduce
// CHECK: affine.for %[[B:.*]] = 0 to 4 {
// CHECK-NEXT: %[[S:.*]] = memref.alloca() : memref<4x6xf32, "shared">
// CHECK-NEXT: affine.for %[[Y:.*]] = 0 to 4 {
// CHECK-NEXT: affine.for %[[X:.*]] = 0 to 6 {
// CHECK-NEXT: te.block "C_identity" [false, false] {{.*}}(%[[Y]], %[[X]]) captures(%[[S]] :
// CHECK: te.block "C_value" [false, false, false, false] {{.*}} if {{.*}} captures(%[[S]], %arg0 :
// CHECK: affine.store %{{.*}}, %{{.*}}[%{{.*}}, %{{.*}}] : memref<4x6xf32, "shared">
// CHECK: } {te.kind = "threadIdx.x"}
// CHECK-NEXT: gpu.barrier
// CHECK-NEXT: affine.for %[[L:.*]] = 0 to 3 {
// CHECK-NEXT: te.block "C_combine" [false, false] {{.*}}(%[[Y]], %[[L]]) captures(%[[S]] :
// CHECK: affine.load %{{.*}}[%{{.*}}, %{{.*}} + 3]
// CHECK: arith.addf
// CHECK: } {te.kind = "threadIdx.x"}
// CHECK-NEXT: gpu.barrier
// CHECK-NEXT: affine.for %{{.*}} = 0 to 1 {
// CHECK: affine.load %{{.*}}[%{{.*}}, %{{.*}} + 2]
// CHECK: } {te.kind = "threadIdx.x"}
// CHECK: affine.for %{{.*}} = 0 to 1 {
// CHECK: affine.load %{{.*}}[%{{.*}}, %{{.*}} + 1]
// CHECK: } {te.kind = "threadIdx.x"}
// CHECK-NEXT: te.block "C" [false] {{.*}} if {{.*}} captures(%{{.*}}, %[[S]], %[[Y]] :
// CHECK: affine.load %{{.*}}[%{{.*}}, 0]
// CHECK-NOT: gpu.barrier
// CHECK: } {te.kind = "threadIdx.y"}
func.func @reduce(%a: memref<14x6xf32>, %c: memref<14xf32>) {
  affine.for %b = 0 to 4 {
    affine.for %i = 0 to 4 {
      affine.for %k = 0 to 6 {
        te.block "C" [false, true] affine_map<(b, i, k) -> (b * 4 + i, k)>(%b, %i, %k) if affine_set<(b, i, k) : (13 - b * 4 - i >= 0)> captures(%a, %c : memref<14x6xf32>, memref<14xf32>) init {
        ^bb0(%vi: index, %vk: index, %x: memref<14x6xf32>, %z: memref<14xf32>):
          %zero = arith.constant 0.0 : f32
          affine.store %zero, %z[%vi] : memref<14xf32>
          te.yield
        } do {
        ^bb0(%vi: index, %vk: index, %x: memref<14x6xf32>, %z: memref<14xf32>):
          %0 = affine.load %x[%vi, %vk] : memref<14x6xf32>
          %1 = affine.load %z[%vi] : memref<14xf32>
          %2 = arith.addf %1, %0 : f32
          affine.store %2, %z[%vi] : memref<14xf32>
          te.yield
        }
      } {te.kind = "threadIdx.x"}
    } {te.kind = "threadIdx.y"}
  } {te.kind = "blockIdx.x"}
  return
}

// Threads of which each reduces several values, in shared memory that starts at the identity; then what the threads have.
// CHECK-LABEL: func.func @reduce_parts
// CHECK: affine.for %{{.*}} = 0 to 3 {
// CHECK-NEXT: %[[S:.*]] = memref.alloca() : memref<2xf32, "shared">
// CHECK-NEXT: affine.for %[[X:.*]] = 0 to 2 {
// CHECK-NEXT: te.block "C_identity" [false] {{.*}}(%[[X]]) captures(%[[S]] :
// CHECK: arith.constant 0xFF800000 : f32
// CHECK: } {te.kind = "threadIdx.x"}
// CHECK-NEXT: affine.for %[[O:.*]] = 0 to 5 {
// CHECK-NEXT: affine.for %[[L:.*]] = 0 to 2 {
// CHECK-NEXT: affine.for %[[I:.*]] = 0 to 4 {
// CHECK-NEXT: te.block "C_value" [false, false, false] {{.*}}(%{{.*}}, %[[O]], %[[L]], %[[I]]{{.*}}) captures(%[[S]], %arg0 :
// CHECK: %[[VALUE:.*]] = affine.load
// CHECK: %[[BEFORE:.*]] = affine.load %{{.*}}[%[[LANE:.*]]] : memref<2xf32, "shared">
// CHECK: %[[MAX:.*]] = arith.maximumf %[[BEFORE]], %[[VALUE]]
// CHECK: affine.store %[[MAX]], %{{.*}}[%[[LANE]]] : memref<2xf32, "shared">
// CHECK: } {te.kind = "threadIdx.x"}
// CHECK-NEXT: }
// CHECK-NEXT: gpu.barrier
// CHECK-NEXT: affine.for %{{.*}} = 0 to 1 {
// CHECK-NEXT: te.block "C_combine"
// CHECK: } {te.kind = "threadIdx.x"}
// CHECK-NEXT: te.block "C" [false]
// CHECK-NOT: gpu.barrier
// CHECK: return
func.func @reduce_parts(%a: memref<3x40xf32>, %c: memref<3xf32>) {
  affine.for %i = 0 to 3 {
    affine.for %o = 0 to 5 {
      affine.for %l = 0 to 2 {
        affine.for %k = 0 to 4 {
          te.block "C" [false, true] affine_map<(i, o, l, k) -> (i, o * 8 + l * 4 + k)>(%i, %o, %l, %k) captures(%a, %c : memref<3x40xf32>, memref<3xf32>) init {
          ^bb0(%vi: index, %vk: index, %x: memref<3x40xf32>, %z: memref<3xf32>):
            %least = arith.constant 0xFF800000 : f32
            affine.store %least, %z[%vi] : memref<3xf32>
            te.yield
          } do {
          ^bb0(%vi: index, %vk: index, %x: memref<3x40xf32>, %z: memref<3xf32>):
            %0 = affine.load %x[%vi, %vk] : memref<3x40xf32>
            %1 = affine.load %z[%vi] : memref<3xf32>
            %2 = arith.maximumf %1, %0 : f32
            affine.store %2, %z[%vi] : memref<3xf32>
            te.yield
          }
        }
      } {te.kind = "threadIdx.x"}
    }
  } {te.kind = "blockIdx.x"}
  return
}

// The result is where the block says: in a buffer of what one block of threads has.
// CHECK-LABEL: func.func @reduce_compacted
// CHECK: te.block "C" [false] {{.*}}(%[[I:.*]]) captures(%{{.*}}, %{{.*}}, %[[I]] :
// CHECK-NEXT: ^bb0(%[[VI:.*]]: index, %[[C:.*]]: memref<1xf32, "shared">, %[[S:.*]]: memref<8xf32, "shared">, %[[ROW:.*]]: index):
// CHECK-NEXT: %[[SUM:.*]] = affine.load %[[S]][0]
// CHECK-NEXT: affine.store %[[SUM]], %[[C]][%[[VI]] - %[[ROW]]]
func.func @reduce_compacted(%a: memref<3x8xf32>) {
  affine.for %i = 0 to 3 {
    %c = memref.alloca() : memref<1xf32, "shared">
    affine.for %k = 0 to 8 {
      te.block "C" [false, true] affine_map<(i, k) -> (i, k)>(%i, %k) captures(%a, %c, %i : memref<3x8xf32>, memref<1xf32, "shared">, index) init {
      ^bb0(%vi: index, %vk: index, %x: memref<3x8xf32>, %z: memref<1xf32, "shared">, %row: index):
        %zero = arith.constant 0.0 : f32
        affine.store %zero, %z[%vi - %row] : memref<1xf32, "shared">
        te.yield
      } do {
      ^bb0(%vi: index, %vk: index, %x: memref<3x8xf32>, %z: memref<1xf32, "shared">, %row: index):
        %0 = affine.load %x[%vi, %vk] : memref<3x8xf32>
        %1 = affine.load %z[%vi - %row] : memref<1xf32, "shared">
        %2 = arith.addf %1, %0 : f32
        affine.store %2, %z[%vi - %row] : memref<1xf32, "shared">
        te.yield
      }
    } {te.kind = "threadIdx.x"}
  } {te.kind = "blockIdx.x"}
  return
}
