// RUN: tvm-opt %s --transform-interpreter --split-input-file | FileCheck %s

// A row that the second loop reads is written in the same iteration; then the same within a row.
module attributes {transform.with_named_sequence} {
  // CHECK: affine.for %[[I:.*]] = 0 to 8 {
  // CHECK-NEXT: affine.for %[[J:.*]] = 0 to 16 {
  // CHECK-NEXT: te.block "A" {{.*}}(%[[I]], %[[J]])
  // CHECK: te.block "C" {{.*}}(%[[I]], %[[J]])
  // CHECK: te.kind = "vectorized"
  // CHECK-NOT: affine.for
  // CHECK: return
  func.func @f(%a: memref<8x16xf32>, %b: memref<8x16xf32>, %c: memref<8x16xf32>) {
    affine.for %i = 0 to 8 {
      affine.for %j = 0 to 16 {
        te.block "A" [false, false] affine_map<(i, j) -> (i, j)>(%i, %j) captures(%a, %b : memref<8x16xf32>, memref<8x16xf32>) do {
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
        te.block "C" [false, false] affine_map<(i, j) -> (i, j)>(%i, %j) captures(%b, %c : memref<8x16xf32>, memref<8x16xf32>) do {
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
    %x = schedule.get_block "A" in %root
    %y = schedule.get_block "C" in %root
    %i, %j = schedule.get_loops of %x
    %k, %l = schedule.get_loops of %y
    schedule.merge %i, %k
    schedule.merge %j, %l
    schedule.vectorize %l
    transform.yield
  }
}

// -----

// A sum goes into the loop that computes what it adds; it still starts in front of that.
module attributes {transform.with_named_sequence} {
  // CHECK: affine.for %[[I:.*]] = 0 to 8 {
  // CHECK-NEXT: affine.for %[[J:.*]] = 0 to 16 {
  // CHECK-NEXT: te.block "A" {{.*}}(%[[I]], %[[J]])
  // CHECK: te.block "S" {{.*}}(%[[I]], %[[J]]){{.*}} init
  // CHECK-NOT: affine.for
  // CHECK: return
  func.func @f(%a: memref<8x16xf32>, %b: memref<8x16xf32>, %s: memref<8xf32>) {
    affine.for %i = 0 to 8 {
      affine.for %j = 0 to 16 {
        te.block "A" [false, false] affine_map<(i, j) -> (i, j)>(%i, %j) captures(%a, %b : memref<8x16xf32>, memref<8x16xf32>) do {
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
        te.block "S" [false, true] affine_map<(i, j) -> (i, j)>(%i, %j) captures(%b, %s : memref<8x16xf32>, memref<8xf32>) init {
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
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %x = schedule.get_block "A" in %root
    %y = schedule.get_block "S" in %root
    %i, %j = schedule.get_loops of %x
    %k, %l = schedule.get_loops of %y
    schedule.merge %i, %k
    schedule.merge %j, %l
    transform.yield
  }
}

// -----

// Operations in between stay in front: they do not depend on the first loop.
module attributes {transform.with_named_sequence} {
  // CHECK: te.block "B"
  // CHECK: affine.for %{{.*}} = 0 to 8 {
  // CHECK: te.block "A"
  // CHECK: te.block "C"
  func.func @f(%a: memref<8x16xf32>, %b: memref<8x16xf32>, %c: memref<8x16xf32>, %d: memref<8x16xf32>) {
    affine.for %i = 0 to 8 {
      affine.for %j = 0 to 16 {
        te.block "A" [false, false] affine_map<(i, j) -> (i, j)>(%i, %j) captures(%a, %b : memref<8x16xf32>, memref<8x16xf32>) do {
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
        te.block "B" [false, false] affine_map<(i, j) -> (i, j)>(%i, %j) captures(%a, %d : memref<8x16xf32>, memref<8x16xf32>) do {
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
        te.block "C" [false, false] affine_map<(i, j) -> (i, j)>(%i, %j) captures(%b, %c : memref<8x16xf32>, memref<8x16xf32>) do {
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
    %x = schedule.get_block "A" in %root
    %y = schedule.get_block "C" in %root
    %i, %j = schedule.get_loops of %x
    %k, %l = schedule.get_loops of %y
    schedule.merge %i, %k
    transform.yield
  }
}

// -----

// Loops of a length that is known when it runs.
module attributes {transform.with_named_sequence} {
  // CHECK: affine.for %{{.*}} = 0 to %{{.*}} {
  // CHECK: te.block "A"
  // CHECK: te.block "C"
  // CHECK: return
  func.func @f(%a: memref<8x16xf32>, %b: memref<8x16xf32>, %c: memref<8x16xf32>, %n: index) {
    affine.for %i = 0 to %n {
      affine.for %j = 0 to 16 {
        te.block "A" [false, false] affine_map<(i, j) -> (i, j)>(%i, %j) captures(%a, %b : memref<8x16xf32>, memref<8x16xf32>) do {
        ^bb0(%v: index, %w: index, %x: memref<8x16xf32>, %y: memref<8x16xf32>):
          %0 = affine.load %x[%v, %w] : memref<8x16xf32>
          %1 = arith.negf %0 : f32
          affine.store %1, %y[%v, %w] : memref<8x16xf32>
          te.yield
        }
      }
    }
    affine.for %i = 0 to %n {
      affine.for %j = 0 to 16 {
        te.block "C" [false, false] affine_map<(i, j) -> (i, j)>(%i, %j) captures(%b, %c : memref<8x16xf32>, memref<8x16xf32>) do {
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
    %x = schedule.get_block "A" in %root
    %y = schedule.get_block "C" in %root
    %i, %j = schedule.get_loops of %x
    %k, %l = schedule.get_loops of %y
    schedule.merge %i, %k
    transform.yield
  }
}
