// RUN: tvm-opt %s --pass-pipeline='builtin.module(convert-te-to-loops,schedule-apply)' -split-input-file | FileCheck %s

// All of the second operand, in front of the nest.
// CHECK-LABEL: func.func @whole
// CHECK: %[[CACHE:.*]] = memref.alloc() : memref<6x8xf32, "shared">
// CHECK-NEXT: affine.for %[[X:.*]] = 0 to 6 {
// CHECK-NEXT: affine.for %[[Y:.*]] = 0 to 8 {
// CHECK-NEXT: te.block "C_read" {{.*}}(%[[X]], %[[Y]]) captures(%arg1, %[[CACHE]] : memref<6x8xf32>, memref<6x8xf32, "shared">)
// CHECK: te.kind = "vectorized"
// CHECK: te.block "C"{{.*}} captures(%arg0, %[[CACHE]], %arg2 :
module attributes {transform.with_named_sequence} {
  func.func @whole(%a: tensor<4x6xf32>, %b: tensor<6x8xf32>) -> tensor<4x8xf32> {
    %0 = te.compute [4, 8, 6] spatial 2 reduce sum tag "C" {
    ^bb0(%i: index, %j: index, %k: index):
      %x = te.read %a[%i, %k] : tensor<4x6xf32>
      %y = te.read %b[%k, %j] : tensor<6x8xf32>
      %z = arith.mulf %x, %y : f32
      te.yield %z : f32
    } : tensor<4x8xf32>
    return %0 : tensor<4x8xf32>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %c = schedule.get_block "C" in %root
    %copy = schedule.cache_read %c, 1 to "shared"
    %x, %y = schedule.get_loops of %copy
    schedule.vectorize %y
    transform.yield
  }
}

// -----

// A copy of the region that a tile reads, at the top of its loop.
// CHECK-LABEL: func.func @region
// CHECK: affine.for %[[IO:.*]] = 0 to 2 {
// CHECK-NEXT: affine.for %[[K:.*]] = 0 to 6 {
// CHECK-NEXT: %[[B0:.*]] = affine.apply #{{.*}}(%[[IO]])
// CHECK-NEXT: %[[B1:.*]] = affine.apply #{{.*}}(%[[K]])
// CHECK-NEXT: %[[CACHE:.*]] = memref.alloca() : memref<2x1xf32, "local">
// CHECK-NEXT: affine.for %[[X:.*]] = 0 to 2 {
// CHECK-NEXT: affine.for %[[Y:.*]] = 0 to 1 {
// CHECK-NEXT: te.block "C_read" {{.*}}(%[[B0]], %[[B1]], %[[X]], %[[Y]]) captures(%arg0, %[[CACHE]], %[[B0]], %[[B1]] :
// CHECK: affine.load %{{.*}}[%{{.*}}, %{{.*}}] : memref<4x6xf32>
// CHECK: affine.store %{{.*}}, %{{.*}}[%{{.*}} - %{{.*}}, %{{.*}} - %{{.*}}] : memref<2x1xf32, "local">
// CHECK: te.block "C"{{.*}} captures(%[[CACHE]], %arg1, %arg2, %[[B0]], %[[B1]] :
module attributes {transform.with_named_sequence} {
  func.func @region(%a: tensor<4x6xf32>, %b: tensor<6x8xf32>) -> tensor<4x8xf32> {
    %0 = te.compute [4, 8, 6] spatial 2 reduce sum tag "C" {
    ^bb0(%i: index, %j: index, %k: index):
      %x = te.read %a[%i, %k] : tensor<4x6xf32>
      %y = te.read %b[%k, %j] : tensor<6x8xf32>
      %z = arith.mulf %x, %y : f32
      te.yield %z : f32
    } : tensor<4x8xf32>
    return %0 : tensor<4x8xf32>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %c = schedule.get_block "C" in %root
    %i, %j, %k = schedule.get_loops of %c
    %io, %il = schedule.split %i by [0, 2]
    schedule.reorder %io, %k, %il, %j
    %copy = schedule.cache_read %c, 0 to "local" at %k
    transform.yield
  }
}

// -----

// A padded read of unknown size: the copy stays inside of the buffer, and the
// reader asks for the size of the buffer, not of the copy.
// CHECK-LABEL: func.func @padded
// CHECK: affine.for %[[I:.*]] = 0 to
// CHECK: memref.alloca() : memref<3x8xf32>
// CHECK: te.block "A_read" {{.*}} if #{{.*}} captures(
// CHECK: te.block "A" {{.*}} captures(%{{.*}}, %{{.*}}, %{{.*}}, %{{.*}} : memref<3x8xf32>, memref<?x8xf32>, index,{{.*}} index)
// CHECK-NOT: memref.dim
// CHECK: return
module attributes {transform.with_named_sequence} {
  func.func @padded(%x: tensor<?x8xf32>, %n: index) -> tensor<?x8xf32> {
    %zero = arith.constant 0.0 : f32
    %0 = te.compute [%n, 8] spatial 2 tag "A" {
    ^bb0(%i: index, %j: index):
      %a = te.read %x[%i - 1, %j] else %zero : tensor<?x8xf32>
      %b = te.read %x[%i + 1, %j] else %zero : tensor<?x8xf32>
      %c = arith.addf %a, %b : f32
      te.yield %c : f32
    } : tensor<?x8xf32>
    return %0 : tensor<?x8xf32>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %a = schedule.get_block "A" in %root
    %i, %j = schedule.get_loops of %a
    %copy = schedule.cache_read %a, 0 at %i
    transform.yield
  }
}

// -----

// Other readers in the nest read the copy as well; those in front of it do not.
// CHECK-LABEL: func.func @readers
// CHECK: te.block "A" {{.*}} captures(%arg0,
// CHECK: %[[CACHE:.*]] = memref.alloc() : memref<8xf32>
// CHECK: te.block "C_read"
// CHECK: te.block "B" {{.*}} captures(%[[CACHE]], %{{.*}} :
// CHECK: te.block "C" {{.*}} captures(%[[CACHE]], %{{.*}},
module attributes {transform.with_named_sequence} {
  func.func @readers(%x: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>) {
    %0 = te.compute [8] spatial 1 tag "A" {
    ^bb0(%i: index):
      %a = te.read %x[%i] : tensor<8xf32>
      te.yield %a : f32
    } : tensor<8xf32>
    %1 = te.compute [8] spatial 1 tag "B" {
    ^bb0(%i: index):
      %a = te.read %x[%i] : tensor<8xf32>
      te.yield %a : f32
    } : tensor<8xf32>
    %2 = te.compute [8] spatial 1 tag "C" {
    ^bb0(%i: index):
      %a = te.read %x[%i] : tensor<8xf32>
      %b = te.read %1[%i] : tensor<8xf32>
      %c = arith.addf %a, %b : f32
      te.yield %c : f32
    } : tensor<8xf32>
    return %0, %2 : tensor<8xf32>, tensor<8xf32>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %b = schedule.get_block "B" in %root
    %c = schedule.get_block "C" in %root
    %i = schedule.get_loops of %c
    %at = schedule.compute_at %b, %i
    %copy = schedule.cache_read %c, 0
    transform.yield
  }
}

// -----

// Nothing is read where a loop inside has no iterations: neither does the copy
// read the element that the first one would.
// CHECK-LABEL: func.func @nothing
// CHECK: memref.alloca() : memref<1xf32>
// CHECK: te.block "C_read"{{.*}} if #
module attributes {transform.with_named_sequence} {
  func.func @nothing(%a: tensor<0xf32>) -> tensor<4xf32> {
    %0 = te.compute [4, 0, 7] spatial 1 reduce sum tag "C" {
    ^bb0(%i: index, %k: index, %l: index):
      %x = te.read %a[%k] : tensor<0xf32>
      te.yield %x : f32
    } : tensor<4xf32>
    return %0 : tensor<4xf32>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %c = schedule.get_block "C" in %root
    %i, %k, %l = schedule.get_loops of %c
    %f = schedule.fuse %k, %l
    %copy = schedule.cache_read %c, 0 at %i
    transform.yield
  }
}

// -----

// The copy of a view with an offset and strides has none.
module attributes {transform.with_named_sequence} {
  // CHECK-LABEL: func.func @view(
  // CHECK-SAME: %[[A:.*]]: memref<?x4xf32, strided<[?, 1], offset: ?>>,
  // CHECK: %[[N:.*]] = memref.dim %[[A]]
  // CHECK: %[[COPY:.*]] = memref.alloc(%[[N]]) : memref<?x4xf32>
  // CHECK: te.block "C_read" {{.*}} captures(%[[A]], %[[COPY]] :
  // CHECK: te.block "C" {{.*}} captures(%[[COPY]], %{{.*}} : memref<?x4xf32>,
  // CHECK: affine.load %{{.*}} : memref<?x4xf32>
  func.func @view(%a: memref<?x4xf32, strided<[?, 1], offset: ?>>, %b: memref<?x4xf32>, %n: index) {
    affine.for %i = 0 to %n {
      affine.for %j = 0 to 4 {
        te.block "C" [false, false] affine_map<(i, j) -> (i, j)>(%i, %j) captures(%a, %b : memref<?x4xf32, strided<[?, 1], offset: ?>>, memref<?x4xf32>) do {
        ^bb0(%v: index, %w: index, %x: memref<?x4xf32, strided<[?, 1], offset: ?>>, %y: memref<?x4xf32>):
          %0 = affine.load %x[%v, %w] : memref<?x4xf32, strided<[?, 1], offset: ?>>
          affine.store %0, %y[%v, %w] : memref<?x4xf32>
          te.yield
        }
      }
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %c = schedule.get_block "C" in %root
    %a = schedule.cache_read %c, 0
    transform.yield
  }
}

// -----

// The same at a loop.
module attributes {transform.with_named_sequence} {
  // CHECK-LABEL: func.func @view_at(
  // CHECK-SAME: %[[A:.*]]: memref<?x4xf32, strided<[?, 1], offset: ?>>,
  // CHECK: %[[COPY:.*]] = memref.alloca() : memref<1x4xf32>
  // CHECK: te.block "C_read" {{.*}} captures(%[[A]], %[[COPY]],
  // CHECK: te.block "C" {{.*}} captures(%[[COPY]], %{{.*}} : memref<1x4xf32>,
  func.func @view_at(%a: memref<?x4xf32, strided<[?, 1], offset: ?>>, %b: memref<?x4xf32>, %n: index) {
    affine.for %i = 0 to %n {
      affine.for %j = 0 to 4 {
        te.block "C" [false, false] affine_map<(i, j) -> (i, j)>(%i, %j) captures(%a, %b : memref<?x4xf32, strided<[?, 1], offset: ?>>, memref<?x4xf32>) do {
        ^bb0(%v: index, %w: index, %x: memref<?x4xf32, strided<[?, 1], offset: ?>>, %y: memref<?x4xf32>):
          %0 = affine.load %x[%v, %w] : memref<?x4xf32, strided<[?, 1], offset: ?>>
          affine.store %0, %y[%v, %w] : memref<?x4xf32>
          te.yield
        }
      }
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %c = schedule.get_block "C" in %root
    %i, %j = schedule.get_loops of %c
    %a = schedule.cache_read %c, 0 at %i
    transform.yield
  }
}

// -----

// Readers in nests of their own share a copy, in front of the first of them;
// one in between that is not named keeps the buffer.
// CHECK-LABEL: func.func @several
// CHECK: te.block "W" {{.*}} captures(%[[IN:.*]], %[[A:.*]] :
// CHECK: %[[CACHE:.*]] = memref.alloc() : memref<8xf32, "shared">
// CHECK: te.block "D_read" {{.*}} captures(%[[A]], %[[CACHE]] :
// CHECK: te.block "B" {{.*}} captures(%[[CACHE]],
// CHECK: te.block "C" {{.*}} captures(%[[A]],
// CHECK: te.block "D" {{.*}} captures(%[[CACHE]],
module attributes {transform.with_named_sequence} {
  func.func @several(%x: memref<8xf32>, %b: memref<8xf32>, %c: memref<8xf32>, %d: memref<8xf32>) {
    %a = memref.alloc() : memref<8xf32>
    affine.for %i = 0 to 8 {
      te.block "W" [false] affine_map<(i) -> (i)>(%i) captures(%x, %a : memref<8xf32>, memref<8xf32>) do {
      ^bb0(%v: index, %p: memref<8xf32>, %q: memref<8xf32>):
        %0 = affine.load %p[%v] : memref<8xf32>
        affine.store %0, %q[%v] : memref<8xf32>
        te.yield
      }
    }
    affine.for %i = 0 to 8 {
      te.block "B" [false] affine_map<(i) -> (i)>(%i) captures(%a, %b : memref<8xf32>, memref<8xf32>) do {
      ^bb0(%v: index, %p: memref<8xf32>, %q: memref<8xf32>):
        %0 = affine.load %p[%v] : memref<8xf32>
        affine.store %0, %q[%v] : memref<8xf32>
        te.yield
      }
    }
    affine.for %i = 0 to 8 {
      te.block "C" [false] affine_map<(i) -> (i)>(%i) captures(%a, %c : memref<8xf32>, memref<8xf32>) do {
      ^bb0(%v: index, %p: memref<8xf32>, %q: memref<8xf32>):
        %0 = affine.load %p[%v] : memref<8xf32>
        affine.store %0, %q[%v] : memref<8xf32>
        te.yield
      }
    }
    affine.for %i = 0 to 8 {
      te.block "D" [false] affine_map<(i) -> (i)>(%i) captures(%a, %d : memref<8xf32>, memref<8xf32>) do {
      ^bb0(%v: index, %p: memref<8xf32>, %q: memref<8xf32>):
        %0 = affine.load %p[%v] : memref<8xf32>
        affine.store %0, %q[%v] : memref<8xf32>
        te.yield
      }
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %b = schedule.get_block "B" in %root
    %d = schedule.get_block "D" in %root
    %copy = schedule.cache_read %d, 0 to "shared" with %b
    transform.yield
  }
}

// -----

// Consumers in the same nest, at a loop of it; what is written behind the last
// reader does no harm.
// CHECK-LABEL: func.func @shared_loop
// CHECK: affine.for %{{.*}} = 0 to 8 {
// CHECK: %[[CACHE:.*]] = memref.alloca() : memref<1xf32>
// CHECK: te.block "B_read"
// CHECK: te.block "B" {{.*}} captures(%[[CACHE]],
// CHECK: te.block "C" {{.*}} captures(%[[CACHE]],
// CHECK: te.block "W" {{.*}} captures(%{{.*}}, %arg0 :
module attributes {transform.with_named_sequence} {
  func.func @shared_loop(%a: memref<8xf32>, %b: memref<8xf32>, %c: memref<8xf32>) {
    affine.for %i = 0 to 8 {
      te.block "B" [false] affine_map<(i) -> (i)>(%i) captures(%a, %b : memref<8xf32>, memref<8xf32>) do {
      ^bb0(%v: index, %p: memref<8xf32>, %q: memref<8xf32>):
        %0 = affine.load %p[%v] : memref<8xf32>
        affine.store %0, %q[%v] : memref<8xf32>
        te.yield
      }
      te.block "C" [false] affine_map<(i) -> (i)>(%i) captures(%a, %c : memref<8xf32>, memref<8xf32>) do {
      ^bb0(%v: index, %p: memref<8xf32>, %q: memref<8xf32>):
        %0 = affine.load %p[%v] : memref<8xf32>
        affine.store %0, %q[%v] : memref<8xf32>
        te.yield
      }
    }
    affine.for %i = 0 to 8 {
      te.block "W" [false] affine_map<(i) -> (i)>(%i) captures(%c, %a : memref<8xf32>, memref<8xf32>) do {
      ^bb0(%v: index, %p: memref<8xf32>, %q: memref<8xf32>):
        %0 = affine.load %p[%v] : memref<8xf32>
        affine.store %0, %q[%v] : memref<8xf32>
        te.yield
      }
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %b = schedule.get_block "B" in %root
    %c = schedule.get_block "C" in %root
    %i = schedule.get_loops of %b
    %copy = schedule.cache_read %b, 0 with %c at %i
    transform.yield
  }
}

// -----

// The state of a scan, which each step writes: at each step, to one buffer. The
// other block of a step reads the state itself.
// CHECK-LABEL: func.func @state
// CHECK: %[[CACHE:.*]] = memref.alloc() : memref<8xf32, "local">
// CHECK: affine.for %{{.*}} = 0 to 5 {
// CHECK: te.block "B"{{.*}} captures(%[[STATE:.*]], %{{.*}} :
// CHECK: affine.for %[[I:.*]] = 0 to 8 {
// CHECK-NEXT: te.block "C_read" {{.*}}(%[[I]]) captures(%[[STATE]], %[[CACHE]] :
// CHECK: te.block "C"{{.*}} captures(%{{.*}}, %[[CACHE]], %{{.*}} :
// CHECK: te.steps
module attributes {transform.with_named_sequence} {
  func.func @state(%start: tensor<8xf32>) -> tensor<5x8xf32> {
    %n = arith.constant 5 : index
    %a = te.compute [8] spatial 1 tag "A" {
    ^bb0(%i: index):
      %x = te.read %start[%i] : tensor<8xf32>
      te.yield %x : f32
    } : tensor<8xf32>
    %0 = te.scan %n init(%a : tensor<8xf32>) {
    ^bb0(%t: index, %state: tensor<8xf32>):
      %b = te.compute [8] spatial 1 tag "B" {
      ^bb0(%i: index):
        %x = te.read %state[%i] : tensor<8xf32>
        %y = arith.addf %x, %x : f32
        te.yield %y : f32
      } : tensor<8xf32>
      %c = te.compute [8] spatial 1 tag "C" {
      ^bb0(%i: index):
        %x = te.read %b[%i] : tensor<8xf32>
        %y = te.read %state[7 - %i] : tensor<8xf32>
        %z = arith.addf %x, %y : f32
        te.yield %z : f32
      } : tensor<8xf32>
      te.yield %c : tensor<8xf32>
    } -> tensor<5x8xf32>
    return %0 : tensor<5x8xf32>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %c = schedule.get_block "C" in %root
    %copy = schedule.cache_read %c, 1 to "local"
    transform.yield
  }
}

// -----

// An index has eight bytes,
// CHECK-LABEL: func.func @indices
// CHECK: memref.alloca() : memref<1x8xindex>
// CHECK: te.block "B"
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
    %c = schedule.cache_read %b, 0 at %i
    transform.yield
  }
}

// -----

// a complex number two parts,
// CHECK-LABEL: func.func @complex
// CHECK: memref.alloca() : memref<1x8xcomplex<f32>>
// CHECK: te.block "B"
module attributes {transform.with_named_sequence} {
  func.func @complex(%a: memref<24x8xcomplex<f32>>, %b: memref<24x8xcomplex<f32>>) {
    affine.for %i = 0 to 24 {
      affine.for %j = 0 to 8 {
        te.block "B" [false, false] affine_map<(i, j) -> (i, j)>(%i, %j) captures(%a, %b : memref<24x8xcomplex<f32>>, memref<24x8xcomplex<f32>>) do {
        ^bb0(%v: index, %w: index, %x: memref<24x8xcomplex<f32>>, %y: memref<24x8xcomplex<f32>>):
          %0 = affine.load %x[%v, %w] : memref<24x8xcomplex<f32>>
          affine.store %0, %y[%v, %w] : memref<24x8xcomplex<f32>>
          te.yield
        }
      }
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %b = schedule.get_block "B" in %root
    %i, %j = schedule.get_loops of %b
    %c = schedule.cache_read %b, 0 at %i
    transform.yield
  }
}

// -----

// a vector as many as there are lanes.
// CHECK-LABEL: func.func @vectors
// CHECK: memref.alloca() : memref<1x8xvector<4xf32>>
// CHECK: te.block "B"
module attributes {transform.with_named_sequence} {
  func.func @vectors(%a: memref<24x8xvector<4xf32>>, %b: memref<24x8xvector<4xf32>>) {
    affine.for %i = 0 to 24 {
      affine.for %j = 0 to 8 {
        te.block "B" [false, false] affine_map<(i, j) -> (i, j)>(%i, %j) captures(%a, %b : memref<24x8xvector<4xf32>>, memref<24x8xvector<4xf32>>) do {
        ^bb0(%v: index, %w: index, %x: memref<24x8xvector<4xf32>>, %y: memref<24x8xvector<4xf32>>):
          %0 = affine.load %x[%v, %w] : memref<24x8xvector<4xf32>>
          affine.store %0, %y[%v, %w] : memref<24x8xvector<4xf32>>
          te.yield
        }
      }
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %b = schedule.get_block "B" in %root
    %i, %j = schedule.get_loops of %b
    %c = schedule.cache_read %b, 0 at %i
    transform.yield
  }
}

// -----

// At quotients: as many elements as there may be.
// CHECK-LABEL: func.func @quotients
// CHECK: affine.for %{{.*}} = 0 to 4 {
// CHECK: memref.alloca() : memref<3xf32>
// CHECK: te.block "C_read" [false]
// CHECK: te.block "C" [
module attributes {transform.with_named_sequence} {
  func.func @quotients(%x: memref<8xf32>, %y: memref<16xf32>) {
    affine.for %i = 0 to 4 {
      affine.for %j = 0 to 4 {
        te.block "C" [false] affine_map<(i, j) -> (i * 4 + j)>(%i, %j) captures(%x, %y : memref<8xf32>, memref<16xf32>) do {
        ^bb0(%v: index, %a: memref<8xf32>, %b: memref<16xf32>):
          %0 = affine.load %a[(%v * 7 + 1) floordiv 15] : memref<8xf32>
          affine.store %0, %b[%v] : memref<16xf32>
          te.yield
        }
      }
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %c = schedule.get_block "C" in %root
    %i, %j = schedule.get_loops of %c
    %copy = schedule.cache_read %c, 0 at %i
    transform.yield
  }
}
