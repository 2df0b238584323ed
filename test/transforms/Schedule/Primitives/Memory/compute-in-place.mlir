// RUN: tvm-opt %s --transform-interpreter --split-input-file | FileCheck %s

// The producer stores to the result, which the block updates; a sum reads that in between.
module attributes {transform.with_named_sequence} {
  // CHECK: @f(%[[A:.*]]: memref<8x16xf32>, %[[C:.*]]: memref<8x16xf32>, %[[S:.*]]: memref<8xf32>)
  // CHECK-NOT: memref.alloc
  // CHECK: te.block "A" {{.*}} captures(%[[A]], %[[C]] :
  // CHECK: te.block "S" {{.*}} captures(%[[C]], %[[S]] :
  // CHECK: te.block "C" {{.*}} captures(%[[C]] : memref<8x16xf32>)
  // CHECK: %[[X:.*]] = affine.load %[[Y:.*]][%[[V:.*]], %[[W:.*]]]
  // CHECK: affine.store %{{.*}}, %[[Y]][%[[V]], %[[W]]]
  func.func @f(%a: memref<8x16xf32>, %c: memref<8x16xf32>, %s: memref<8xf32>) {
    %t = memref.alloc() : memref<8x16xf32>
    affine.for %i = 0 to 8 {
      affine.for %j = 0 to 16 {
        te.block "A" [false, false] affine_map<(i, j) -> (i, j)>(%i, %j) captures(%a, %t : memref<8x16xf32>, memref<8x16xf32>) do {
        ^bb0(%v: index, %w: index, %x: memref<8x16xf32>, %y: memref<8x16xf32>):
          %0 = affine.load %x[%v, %w] : memref<8x16xf32>
          %1 = arith.negf %0 : f32
          affine.store %1, %y[%v, %w] : memref<8x16xf32>
          te.yield
        }
      }
    }
    affine.for %i = 0 to 8 {
      affine.for %j = 0 to 16 {
        te.block "S" [false, true] affine_map<(i, j) -> (i, j)>(%i, %j) captures(%t, %s : memref<8x16xf32>, memref<8xf32>) init {
        ^bb0(%v: index, %w: index, %x: memref<8x16xf32>, %y: memref<8xf32>):
          %z = arith.constant 0.0 : f32
          affine.store %z, %y[%v] : memref<8xf32>
          te.yield
        } do {
        ^bb0(%v: index, %w: index, %x: memref<8x16xf32>, %y: memref<8xf32>):
          %0 = affine.load %x[%v, %w] : memref<8x16xf32>
          %1 = affine.load %y[%v] : memref<8xf32>
          %2 = arith.addf %1, %0 : f32
          affine.store %2, %y[%v] : memref<8xf32>
          te.yield
        }
      }
    }
    affine.for %i = 0 to 8 {
      affine.for %j = 0 to 16 {
        te.block "C" [false, false] affine_map<(i, j) -> (i, j)>(%i, %j) captures(%t, %c : memref<8x16xf32>, memref<8x16xf32>) do {
        ^bb0(%v: index, %w: index, %x: memref<8x16xf32>, %y: memref<8x16xf32>):
          %0 = affine.load %x[%v, %w] : memref<8x16xf32>
          %1 = arith.negf %0 : f32
          affine.store %1, %y[%v, %w] : memref<8x16xf32>
          te.yield
        }
      }
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %x = schedule.get_block "C" in %root
    schedule.compute_in_place %x, 0
    transform.yield
  }
}

// -----

// A result that is made behind the producer comes in front of it; what others do with it stays.
module attributes {transform.with_named_sequence} {
  // CHECK: %[[R:.*]] = memref.alloc()
  // CHECK: te.block "A" {{.*}} captures(%{{.*}}, %[[R]] :
  // CHECK: te.block "B" {{.*}} captures(%[[R]] :
  // CHECK: te.block "C" {{.*}} captures(%[[R]], %{{.*}} :
  func.func @f(%a: memref<8x16xf32>, %c: memref<8x16xf32>) {
    %t = memref.alloc() : memref<8x16xf32>
    affine.for %i = 0 to 8 {
      affine.for %j = 0 to 16 {
        te.block "A" [false, false] affine_map<(i, j) -> (i, j)>(%i, %j) captures(%a, %t : memref<8x16xf32>, memref<8x16xf32>) do {
        ^bb0(%v: index, %w: index, %x: memref<8x16xf32>, %y: memref<8x16xf32>):
          %0 = affine.load %x[%v, %w] : memref<8x16xf32>
          %1 = arith.negf %0 : f32
          affine.store %1, %y[%v, %w] : memref<8x16xf32>
          te.yield
        }
      }
    }
    %u = memref.alloc() : memref<8x16xf32>
    affine.for %i = 0 to 8 {
      affine.for %j = 0 to 16 {
        te.block "B" [false, false] affine_map<(i, j) -> (i, j)>(%i, %j) captures(%t, %u : memref<8x16xf32>, memref<8x16xf32>) do {
        ^bb0(%v: index, %w: index, %x: memref<8x16xf32>, %y: memref<8x16xf32>):
          %0 = affine.load %x[%v, %w] : memref<8x16xf32>
          %1 = arith.negf %0 : f32
          affine.store %1, %y[%v, %w] : memref<8x16xf32>
          te.yield
        }
      }
    }
    affine.for %i = 0 to 8 {
      affine.for %j = 0 to 16 {
        te.block "C" [false, false] affine_map<(i, j) -> (i, j)>(%i, %j) captures(%u, %c : memref<8x16xf32>, memref<8x16xf32>) do {
        ^bb0(%v: index, %w: index, %x: memref<8x16xf32>, %y: memref<8x16xf32>):
          %0 = affine.load %x[%v, %w] : memref<8x16xf32>
          %1 = arith.negf %0 : f32
          affine.store %1, %y[%v, %w] : memref<8x16xf32>
          te.yield
        }
      }
    }
    memref.dealloc %t : memref<8x16xf32>
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %x = schedule.get_block "B" in %root
    schedule.compute_in_place %x, 0
    transform.yield
  }
}

// -----

// A size that is known at run time.
module attributes {transform.with_named_sequence} {
  // CHECK-NOT: memref.alloc
  // CHECK: te.block "C" {{.*}} captures(%{{.*}} : memref<?x16xf32>)
  func.func @f(%a: memref<?x16xf32>, %c: memref<?x16xf32>) {
    %zero = arith.constant 0 : index
    %n = memref.dim %c, %zero : memref<?x16xf32>
    %t = memref.alloc(%n) : memref<?x16xf32>
    affine.for %i = 0 to %n {
      affine.for %j = 0 to 16 {
        te.block "A" [false, false] affine_map<(i, j) -> (i, j)>(%i, %j) captures(%a, %t : memref<?x16xf32>, memref<?x16xf32>) do {
        ^bb0(%v: index, %w: index, %x: memref<?x16xf32>, %y: memref<?x16xf32>):
          %0 = affine.load %x[%v, %w] : memref<?x16xf32>
          %1 = arith.negf %0 : f32
          affine.store %1, %y[%v, %w] : memref<?x16xf32>
          te.yield
        }
      }
    }
    affine.for %i = 0 to %n {
      affine.for %j = 0 to 16 {
        te.block "C" [false, false] affine_map<(i, j) -> (i, j)>(%i, %j) captures(%t, %c : memref<?x16xf32>, memref<?x16xf32>) do {
        ^bb0(%v: index, %w: index, %x: memref<?x16xf32>, %y: memref<?x16xf32>):
          %0 = affine.load %x[%v, %w] : memref<?x16xf32>
          %1 = arith.negf %0 : f32
          affine.store %1, %y[%v, %w] : memref<?x16xf32>
          te.yield
        }
      }
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %x = schedule.get_block "C" in %root
    schedule.compute_in_place %x, 0
    transform.yield
  }
}
