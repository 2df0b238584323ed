// RUN: tvm-opt %s --pass-pipeline='builtin.module(func.func(te-lower-blocks,canonicalize))' | FileCheck %s

// A loop without iterations goes, before canonicalisation finds that no bound
// of the loop in it is ever reached.
// CHECK-LABEL: @empty
// CHECK-NEXT: return
func.func @empty(%m: memref<8x8xf32>) {
  affine.for %i = 0 to 0 {
    affine.for %k = max affine_map<(d0) -> (0, -d0 + 1)>(%i) to min affine_map<(d0) -> (3, -d0 + 3)>(%i) {
      te.block "A" [false, false] affine_map<(i, k) -> (i, k)>(%i, %k) captures(%m : memref<8x8xf32>) do {
      ^bb0(%v: index, %w: index, %x: memref<8x8xf32>):
        %c = arith.constant 1.0 : f32
        affine.store %c, %x[%v, %w] : memref<8x8xf32>
        te.yield
      }
    }
  }
  return
}

// One that has values keeps them.
// CHECK-LABEL: @values
// CHECK: return %arg0
func.func @values(%x: f32) -> f32 {
  %0 = affine.for %i = 0 to 0 iter_args(%a = %x) -> f32 {
    %1 = arith.negf %a : f32
    affine.yield %1 : f32
  }
  return %0 : f32
}

// Canonicalisation makes axes of a block symbols, which loops of it are not.
// CHECK-LABEL: func.func @symbols
// CHECK: affine.for %[[I:.*]] = 0 to 8 {
// CHECK: affine.load %{{.*}}[%[[I]]]
// CHECK: affine.store %{{.*}}, %{{.*}}[%[[I]]]
func.func @symbols(%x: memref<8xf32>, %y: memref<8xf32>) {
  affine.for %i = 0 to 8 {
    te.block "B" [false] affine_map<(d0) -> (d0)>(%i) captures(%x, %y : memref<8xf32>, memref<8xf32>) do {
    ^bb0(%v: index, %a: memref<8xf32>, %b: memref<8xf32>):
      %0 = affine.load %a[symbol(%v)] : memref<8xf32>
      affine.store %0, %b[symbol(%v)] : memref<8xf32>
      te.yield
    }
  }
  return
}

// Two copies, as upstream's unrolling leaves them: both initialise in front of their
// loop, no sum is lost in the middle.
// CHECK-LABEL: func.func @unrolled
// CHECK: affine.for %[[I:.*]] = 0 to 8 {
// CHECK: affine.store %[[ZERO:[^,]*]], %arg1[%[[I]]]
// CHECK: affine.store %[[ZERO]], %arg1[%[[I]]]
// CHECK: affine.for %[[K:.*]] = 0 to 6 step 2 {
// CHECK-NOT: affine.store %[[ZERO]]
// CHECK: affine.load %arg0[%[[I]], %[[K]]]
// CHECK-NOT: affine.store %[[ZERO]]
// CHECK: affine.load %arg0[%[[I]], %[[K]] + 1]
// CHECK-NOT: affine.store %[[ZERO]]
func.func @unrolled(%x: memref<8x6xf32>, %y: memref<8xf32>) {
  affine.for %i = 0 to 8 {
    affine.for %k = 0 to 6 step 2 {
      te.block "C" [false, true] affine_map<(i, k) -> (i, k)>(%i, %k) captures(%x, %y : memref<8x6xf32>, memref<8xf32>) init {
      ^bb0(%v: index, %w: index, %a: memref<8x6xf32>, %b: memref<8xf32>):
        %zero = arith.constant 0.0 : f32
        affine.store %zero, %b[%v] : memref<8xf32>
        te.yield
      } do {
      ^bb0(%v: index, %w: index, %a: memref<8x6xf32>, %b: memref<8xf32>):
        %0 = affine.load %a[%v, %w] : memref<8x6xf32>
        %1 = affine.load %b[%v] : memref<8xf32>
        %2 = arith.addf %1, %0 : f32
        affine.store %2, %b[%v] : memref<8xf32>
        te.yield
      }
      %next = affine.apply affine_map<(k) -> (k + 1)>(%k)
      te.block "C" [false, true] affine_map<(i, k) -> (i, k)>(%i, %next) captures(%x, %y : memref<8x6xf32>, memref<8xf32>) init {
      ^bb0(%v: index, %w: index, %a: memref<8x6xf32>, %b: memref<8xf32>):
        %zero = arith.constant 0.0 : f32
        affine.store %zero, %b[%v] : memref<8xf32>
        te.yield
      } do {
      ^bb0(%v: index, %w: index, %a: memref<8x6xf32>, %b: memref<8xf32>):
        %0 = affine.load %a[%v, %w] : memref<8x6xf32>
        %1 = affine.load %b[%v] : memref<8xf32>
        %2 = arith.addf %1, %0 : f32
        affine.store %2, %b[%v] : memref<8xf32>
        te.yield
      }
    }
  }
  return
}

// Copies of one block for other elements, and one that begins at 0 again.
// CHECK-LABEL: func.func @again
// CHECK-COUNT-2: affine.store %{{.*}}, %arg1[%{{[a-z0-9]*}}]
func.func @again(%x: memref<8x6xf32>, %y: memref<8xf32>) {
  affine.for %i = 0 to 8 {
    affine.for %k = 0 to 3 {
      te.block "C" [false, true] affine_map<(i, k) -> (i, k)>(%i, %k) captures(%x, %y : memref<8x6xf32>, memref<8xf32>) init {
      ^bb0(%v: index, %w: index, %a: memref<8x6xf32>, %b: memref<8xf32>):
        %zero = arith.constant 0.0 : f32
        affine.store %zero, %b[%v] : memref<8xf32>
        te.yield
      } do {
      ^bb0(%v: index, %w: index, %a: memref<8x6xf32>, %b: memref<8xf32>):
        %0 = affine.load %a[%v, %w] : memref<8x6xf32>
        %1 = affine.load %b[%v] : memref<8xf32>
        %2 = arith.addf %1, %0 : f32
        affine.store %2, %b[%v] : memref<8xf32>
        te.yield
      }
    }
  }
  affine.for %i = 0 to 8 {
    affine.for %k = 0 to 6 {
      te.block "C" [false, true] affine_map<(i, k) -> (i, k)>(%i, %k) captures(%x, %y : memref<8x6xf32>, memref<8xf32>) init {
      ^bb0(%v: index, %w: index, %a: memref<8x6xf32>, %b: memref<8xf32>):
        %zero = arith.constant 0.0 : f32
        affine.store %zero, %b[%v] : memref<8xf32>
        te.yield
      } do {
      ^bb0(%v: index, %w: index, %a: memref<8x6xf32>, %b: memref<8xf32>):
        %0 = affine.load %a[%v, %w] : memref<8x6xf32>
        %1 = affine.load %b[%v] : memref<8xf32>
        %2 = arith.addf %1, %0 : f32
        affine.store %2, %b[%v] : memref<8xf32>
        te.yield
      }
    }
  }
  return
}
