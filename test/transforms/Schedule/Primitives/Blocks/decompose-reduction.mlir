// RUN: tvm-opt %s --transform-interpreter --split-input-file | FileCheck %s

// In front of the reduction loop.
module attributes {transform.with_named_sequence} {
  // CHECK: affine.for
  // CHECK-NEXT: affine.for
  // CHECK-NEXT: te.block "C_init" [false, false] {{.*}} captures(%{{[^,]*}} : memref<16x12xf32>)
  // CHECK: affine.for %{{.*}} = 0 to 8 {
  // CHECK-NEXT: te.block "C"
  // CHECK-NOT: init
  func.func @product(%a: memref<16x8xf32>, %b: memref<8x12xf32>, %c: memref<16x12xf32>) {
    affine.for %i = 0 to 16 {
      affine.for %j = 0 to 12 {
        affine.for %k = 0 to 8 {
          te.block "C" [false, false, true] affine_map<(i, j, k) -> (i, j, k)>(%i, %j, %k)
              captures(%a, %b, %c : memref<16x8xf32>, memref<8x12xf32>, memref<16x12xf32>) init {
          ^bb0(%vi: index, %vj: index, %vk: index, %x: memref<16x8xf32>, %y: memref<8x12xf32>, %z: memref<16x12xf32>):
            %zero = arith.constant 0.0 : f32
            affine.store %zero, %z[%vi, %vj] : memref<16x12xf32>
            te.yield
          } do {
          ^bb0(%vi: index, %vj: index, %vk: index, %x: memref<16x8xf32>, %y: memref<8x12xf32>, %z: memref<16x12xf32>):
            %0 = affine.load %x[%vi, %vk] : memref<16x8xf32>
            %1 = affine.load %y[%vk, %vj] : memref<8x12xf32>
            %2 = arith.mulf %0, %1 : f32
            %3 = affine.load %z[%vi, %vj] : memref<16x12xf32>
            %4 = arith.addf %3, %2 : f32
            affine.store %4, %z[%vi, %vj] : memref<16x12xf32>
            te.yield
          }
        }
      }
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %c = schedule.get_block "C" in %root
    %i, %j, %k = schedule.get_loops of %c
    %n = schedule.decompose_reduction %c, %k
    transform.yield
  }
}

// -----

// Further out, with loops of its own.
module attributes {transform.with_named_sequence} {
  // CHECK: affine.for %{{.*}} = 0 to 16 {
  // CHECK-NEXT: affine.for %{{.*}} = 0 to 12 {
  // CHECK-NEXT: te.block "C_init"
  func.func @product(%a: memref<16x8xf32>, %b: memref<8x12xf32>, %c: memref<16x12xf32>) {
    affine.for %i = 0 to 16 {
      affine.for %j = 0 to 12 {
        affine.for %k = 0 to 8 {
          te.block "C" [false, false, true] affine_map<(i, j, k) -> (i, j, k)>(%i, %j, %k)
              captures(%a, %b, %c : memref<16x8xf32>, memref<8x12xf32>, memref<16x12xf32>) init {
          ^bb0(%vi: index, %vj: index, %vk: index, %x: memref<16x8xf32>, %y: memref<8x12xf32>, %z: memref<16x12xf32>):
            %zero = arith.constant 0.0 : f32
            affine.store %zero, %z[%vi, %vj] : memref<16x12xf32>
            te.yield
          } do {
          ^bb0(%vi: index, %vj: index, %vk: index, %x: memref<16x8xf32>, %y: memref<8x12xf32>, %z: memref<16x12xf32>):
            %0 = affine.load %x[%vi, %vk] : memref<16x8xf32>
            %1 = affine.load %y[%vk, %vj] : memref<8x12xf32>
            %2 = arith.mulf %0, %1 : f32
            %3 = affine.load %z[%vi, %vj] : memref<16x12xf32>
            %4 = arith.addf %3, %2 : f32
            affine.store %4, %z[%vi, %vj] : memref<16x12xf32>
            te.yield
          }
        }
      }
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %c = schedule.get_block "C" in %root
    %i, %j, %k = schedule.get_loops of %c
    %n = schedule.decompose_reduction %c, %i
    transform.yield
  }
}

// -----

// A predicate on the reduction alone does not concern it.
module attributes {transform.with_named_sequence} {
  // CHECK: te.block "C_init" [false, false] #{{[a-z0-9]*}}(%{{.*}}, %{{.*}}) captures
  // CHECK: te.block "C" {{.*}} if
  func.func @product(%a: memref<16x8xf32>, %b: memref<8x12xf32>, %c: memref<16x12xf32>) {
    affine.for %i = 0 to 16 {
      affine.for %j = 0 to 12 {
        affine.for %k = 0 to 8 {
          te.block "C" [false, false, true] affine_map<(i, j, k) -> (i, j, k)>(%i, %j, %k)
              captures(%a, %b, %c : memref<16x8xf32>, memref<8x12xf32>, memref<16x12xf32>) init {
          ^bb0(%vi: index, %vj: index, %vk: index, %x: memref<16x8xf32>, %y: memref<8x12xf32>, %z: memref<16x12xf32>):
            %zero = arith.constant 0.0 : f32
            affine.store %zero, %z[%vi, %vj] : memref<16x12xf32>
            te.yield
          } do {
          ^bb0(%vi: index, %vj: index, %vk: index, %x: memref<16x8xf32>, %y: memref<8x12xf32>, %z: memref<16x12xf32>):
            %0 = affine.load %x[%vi, %vk] : memref<16x8xf32>
            %1 = affine.load %y[%vk, %vj] : memref<8x12xf32>
            %2 = arith.mulf %0, %1 : f32
            %3 = affine.load %z[%vi, %vj] : memref<16x12xf32>
            %4 = arith.addf %3, %2 : f32
            affine.store %4, %z[%vi, %vj] : memref<16x12xf32>
            te.yield
          }
        }
      }
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %c = schedule.get_block "C" in %root
    %i, %j, %k = schedule.get_loops of %c
    %o, %l = schedule.split %k by [0, 3]
    %n = schedule.decompose_reduction %c, %o
    transform.yield
  }
}

// -----

// A predicate on a fused loop: at the first iteration of what is reduced inside.
module attributes {transform.with_named_sequence} {
  // CHECK: te.block "C_init" {{.*}} if
  func.func @product(%a: memref<16x8xf32>, %b: memref<8x12xf32>, %c: memref<16x12xf32>) {
    affine.for %i = 0 to 16 {
      affine.for %j = 0 to 12 {
        affine.for %k = 0 to 8 {
          te.block "C" [false, false, true] affine_map<(i, j, k) -> (i, j, k)>(%i, %j, %k)
              captures(%a, %b, %c : memref<16x8xf32>, memref<8x12xf32>, memref<16x12xf32>) init {
          ^bb0(%vi: index, %vj: index, %vk: index, %x: memref<16x8xf32>, %y: memref<8x12xf32>, %z: memref<16x12xf32>):
            %zero = arith.constant 0.0 : f32
            affine.store %zero, %z[%vi, %vj] : memref<16x12xf32>
            te.yield
          } do {
          ^bb0(%vi: index, %vj: index, %vk: index, %x: memref<16x8xf32>, %y: memref<8x12xf32>, %z: memref<16x12xf32>):
            %0 = affine.load %x[%vi, %vk] : memref<16x8xf32>
            %1 = affine.load %y[%vk, %vj] : memref<8x12xf32>
            %2 = arith.mulf %0, %1 : f32
            %3 = affine.load %z[%vi, %vj] : memref<16x12xf32>
            %4 = arith.addf %3, %2 : f32
            affine.store %4, %z[%vi, %vj] : memref<16x12xf32>
            te.yield
          }
        }
      }
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %c = schedule.get_block "C" in %root
    %i, %j, %k = schedule.get_loops of %c
    %o, %l = schedule.split %k by [0, 3]
    %f = schedule.fuse %j, %o
    %n = schedule.decompose_reduction %c, %f
    transform.yield
  }
}

// -----

// A predicate on a fused loop that was split again: its first iteration is not
// seen in the expression, but by the bounds of the loops.
module attributes {transform.with_named_sequence} {
  // CHECK: affine.for
  // CHECK: te.block "C_init" {{.*}} if
  // CHECK: te.block "C" [false, true]
  // CHECK-NOT: init
  func.func @sum(%a: memref<3x3xf32>, %c: memref<3xf32>) {
    affine.for %k = 0 to 3 {
      affine.for %i = 0 to 3 {
        te.block "C" [false, true] affine_map<(i, k) -> (i, k)>(%i, %k)
            captures(%a, %c : memref<3x3xf32>, memref<3xf32>) init {
        ^bb0(%vi: index, %vk: index, %x: memref<3x3xf32>, %z: memref<3xf32>):
          %zero = arith.constant 0.0 : f32
          affine.store %zero, %z[%vi] : memref<3xf32>
          te.yield
        } do {
        ^bb0(%vi: index, %vk: index, %x: memref<3x3xf32>, %z: memref<3xf32>):
          %0 = affine.load %x[%vi, %vk] : memref<3x3xf32>
          %1 = affine.load %z[%vi] : memref<3xf32>
          %2 = arith.addf %1, %0 : f32
          affine.store %2, %z[%vi] : memref<3xf32>
          te.yield
        }
      }
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %c = schedule.get_block "C" in %root
    %k, %i = schedule.get_loops of %c
    %o, %l = schedule.split %k by [0, 8]
    %inner = schedule.fuse %l, %i
    %all = schedule.fuse %o, %inner
    %x, %y, %z = schedule.split %all by [0, 2, 3]
    %n = schedule.decompose_reduction %c, %x
    transform.yield
  }
}

// -----

// Both parts of a partitioned reduction follow.
module attributes {transform.with_named_sequence} {
  // CHECK: te.block "C_init"
  // CHECK: affine.for %{{.*}} = 0 to 8 {
  // CHECK: te.block "C"
  // CHECK: te.block "C_1" {{.*}} init
  func.func @product(%a: memref<16x8xf32>, %b: memref<8x12xf32>, %c: memref<16x12xf32>) {
    affine.for %i = 0 to 16 {
      affine.for %j = 0 to 12 {
        affine.for %k = 0 to 8 {
          te.block "C" [false, false, true] affine_map<(i, j, k) -> (i, j, k)>(%i, %j, %k)
              captures(%a, %b, %c : memref<16x8xf32>, memref<8x12xf32>, memref<16x12xf32>) init {
          ^bb0(%vi: index, %vj: index, %vk: index, %x: memref<16x8xf32>, %y: memref<8x12xf32>, %z: memref<16x12xf32>):
            %zero = arith.constant 0.0 : f32
            affine.store %zero, %z[%vi, %vj] : memref<16x12xf32>
            te.yield
          } do {
          ^bb0(%vi: index, %vj: index, %vk: index, %x: memref<16x8xf32>, %y: memref<8x12xf32>, %z: memref<16x12xf32>):
            %0 = affine.load %x[%vi, %vk] : memref<16x8xf32>
            %1 = affine.load %y[%vk, %vj] : memref<8x12xf32>
            %2 = arith.mulf %0, %1 : f32
            %3 = affine.load %z[%vi, %vj] : memref<16x12xf32>
            %4 = arith.addf %3, %2 : f32
            affine.store %4, %z[%vi, %vj] : memref<16x12xf32>
            te.yield
          }
        }
      }
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %c = schedule.get_block "C" in %root
    %i, %j, %k = schedule.get_loops of %c
    schedule.reorder %k, %i, %j
    %r = schedule.loop_partition %j by 5
    %n = schedule.decompose_reduction %c, %k
    transform.yield
  }
}

// -----

// A loop in front of the reduction that binds nothing, but runs once.
module attributes {transform.with_named_sequence} {
  // CHECK-LABEL: func.func @once
  // CHECK: affine.for %{{.*}} = 0 to 1 {
  // CHECK-NEXT: affine.for %{{.*}} = 0 to 4 {
  // CHECK-NEXT: te.block "C_init"
  // CHECK: affine.for %{{.*}} = 0 to 8 {
  // CHECK-NEXT: te.block "C"
  func.func @once(%a: memref<8xf32>, %c: memref<4xf32>) {
    affine.for %t = 0 to 1 {
      affine.for %i = 0 to 4 {
        affine.for %k = 0 to 8 {
          te.block "C" [false, true] affine_map<(i, k) -> (i, k)>(%i, %k) captures(%a, %c : memref<8xf32>, memref<4xf32>) init {
          ^bb0(%v: index, %w: index, %x: memref<8xf32>, %y: memref<4xf32>):
            %zero = arith.constant 0.0 : f32
            affine.store %zero, %y[%v] : memref<4xf32>
            te.yield
          } do {
          ^bb0(%v: index, %w: index, %x: memref<8xf32>, %y: memref<4xf32>):
            %0 = affine.load %x[%w] : memref<8xf32>
            %1 = affine.load %y[%v] : memref<4xf32>
            %2 = arith.addf %1, %0 : f32
            affine.store %2, %y[%v] : memref<4xf32>
            te.yield
          }
        }
      }
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %c = schedule.get_block "C" in %root
    %t, %i, %k = schedule.get_loops of %c
    %n = schedule.decompose_reduction %c, %t
    transform.yield
  }
}
