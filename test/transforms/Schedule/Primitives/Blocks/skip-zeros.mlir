// RUN: tvm-opt %s -split-input-file --schedule-apply | FileCheck %s

// Three taps: the first row skips the one in the padding in front, the last row the
// one in the padding behind.
// CHECK-DAG: #[[$LOWER:.*]] = affine_map<(d0) -> (0, -d0 + 1)>
// CHECK-DAG: #[[$UPPER:.*]] = affine_map<(d0) -> (3, -d0 + 9)>
// CHECK-LABEL: @window
// CHECK: te.block "C_init"
// CHECK: affine.for %[[K:.*]] = max #[[$LOWER]](%[[I:.*]]) to min #[[$UPPER]](%[[I]]) {
// CHECK-NEXT: te.block "C" [false, true] #{{.*}}(%[[I]], %[[K]])
module attributes {transform.with_named_sequence} {
  func.func @window(%x: memref<8xf32>, %w: memref<3xf32> {graph.finite}, %y: memref<8xf32>) {
    %a = memref.alloc() : memref<10xf32>
    affine.for %i = 0 to 10 {
      te.block "A" [false] affine_map<(i) -> (i)>(%i) captures(%x, %a : memref<8xf32>, memref<10xf32>) do {
      ^bb0(%v: index, %s: memref<8xf32>, %t: memref<10xf32>):
        %zero = arith.constant 0.0 : f32
        %m = arith.constant -1 : index
        %size = arith.constant 8 : index
        %0 = arith.addi %v, %m : index
        %1 = arith.cmpi ult, %0, %size : index
        %2 = scf.if %1 -> (f32) {
          %3 = affine.load %s[%v - 1] : memref<8xf32>
          scf.yield %3 : f32
        } else {
          scf.yield %zero : f32
        }
        affine.store %2, %t[%v] : memref<10xf32>
        te.yield
      }
    }
    affine.for %i = 0 to 8 {
      affine.for %k = 0 to 3 {
        te.block "C" [false, true] affine_map<(i, k) -> (i, k)>(%i, %k) captures(%a, %w, %y : memref<10xf32>, memref<3xf32>, memref<8xf32>) init {
        ^bb0(%v: index, %r: index, %p: memref<10xf32>, %q: memref<3xf32>, %c: memref<8xf32>):
          %zero = arith.constant 0.0 : f32
          affine.store %zero, %c[%v] : memref<8xf32>
          te.yield
        } do {
        ^bb0(%v: index, %r: index, %p: memref<10xf32>, %q: memref<3xf32>, %c: memref<8xf32>):
          %0 = affine.load %p[%v + %r] : memref<10xf32>
          %1 = affine.load %q[%r] : memref<3xf32>
          %2 = arith.mulf %0, %1 : f32
          %3 = affine.load %c[%v] : memref<8xf32>
          %4 = arith.addf %3, %2 : f32
          affine.store %4, %c[%v] : memref<8xf32>
          te.yield
        }
      }
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %c = schedule.get_block "C" in %root
    %i, %k = schedule.get_loops of %c
    %init = schedule.decompose_reduction %c, %k
    schedule.skip_zeros %c, 0 at %k
    transform.yield
  }
}

// -----

// Every other row, of taps that are three apart.
// CHECK-DAG: #[[$LOWER:.*]] = affine_map<(d0) -> (0, (d0 * -2 + 2) ceildiv 3)>
// CHECK-DAG: #[[$UPPER:.*]] = affine_map<(d0) -> (3, (d0 * -2) floordiv 3 + 4)>
// CHECK-LABEL: @dilated
// CHECK: affine.for %{{.*}} = max #[[$LOWER]](%[[I:.*]]) to min #[[$UPPER]](%[[I]]) {
module attributes {transform.with_named_sequence} {
  func.func @dilated(%x: memref<8xf32>, %w: memref<3xf32> {graph.finite}, %y: memref<4xf32>) {
    %a = memref.alloc() : memref<13xf32>
    affine.for %i = 0 to 13 {
      te.block "A" [false] affine_map<(i) -> (i)>(%i) captures(%x, %a : memref<8xf32>, memref<13xf32>) do {
      ^bb0(%v: index, %s: memref<8xf32>, %t: memref<13xf32>):
        %zero = arith.constant 0.0 : f32
        %m = arith.constant -2 : index
        %size = arith.constant 8 : index
        %0 = arith.addi %v, %m : index
        %1 = arith.cmpi ult, %0, %size : index
        %2 = scf.if %1 -> (f32) {
          %3 = affine.load %s[%v - 2] : memref<8xf32>
          scf.yield %3 : f32
        } else {
          scf.yield %zero : f32
        }
        affine.store %2, %t[%v] : memref<13xf32>
        te.yield
      }
    }
    affine.for %i = 0 to 4 {
      affine.for %k = 0 to 3 {
        te.block "C" [false, true] affine_map<(i, k) -> (i, k)>(%i, %k) captures(%a, %w, %y : memref<13xf32>, memref<3xf32>, memref<4xf32>) init {
        ^bb0(%v: index, %r: index, %p: memref<13xf32>, %q: memref<3xf32>, %c: memref<4xf32>):
          %zero = arith.constant 0.0 : f32
          affine.store %zero, %c[%v] : memref<4xf32>
          te.yield
        } do {
        ^bb0(%v: index, %r: index, %p: memref<13xf32>, %q: memref<3xf32>, %c: memref<4xf32>):
          %0 = affine.load %p[%v * 2 + %r * 3] : memref<13xf32>
          %1 = affine.load %q[%r] : memref<3xf32>
          %2 = arith.mulf %0, %1 : f32
          %3 = affine.load %c[%v] : memref<4xf32>
          %4 = arith.addf %3, %2 : f32
          affine.store %4, %c[%v] : memref<4xf32>
          te.yield
        }
      }
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %c = schedule.get_block "C" in %root
    %i, %k = schedule.get_loops of %c
    %init = schedule.decompose_reduction %c, %k
    schedule.skip_zeros %c, 0 at %k
    transform.yield
  }
}

// -----

// Padding at one end only: the other bound stays.
// CHECK-DAG: #[[$LOWER:.*]] = affine_map<(d0) -> (0, -d0 + 1)>
// CHECK-LABEL: @front
// CHECK: affine.for %{{.*}} = max #[[$LOWER]](%{{.*}}) to 3 {
module attributes {transform.with_named_sequence} {
  func.func @front(%x: memref<8xf32>, %w: memref<3xf32> {graph.finite}, %y: memref<7xf32>) {
    %a = memref.alloc() : memref<9xf32>
    affine.for %i = 0 to 9 {
      te.block "A" [false] affine_map<(i) -> (i)>(%i) captures(%x, %a : memref<8xf32>, memref<9xf32>) do {
      ^bb0(%v: index, %s: memref<8xf32>, %t: memref<9xf32>):
        %zero = arith.constant 0.0 : f32
        %m = arith.constant -1 : index
        %size = arith.constant 8 : index
        %0 = arith.addi %v, %m : index
        %1 = arith.cmpi ult, %0, %size : index
        %2 = scf.if %1 -> (f32) {
          %3 = affine.load %s[%v - 1] : memref<8xf32>
          scf.yield %3 : f32
        } else {
          scf.yield %zero : f32
        }
        affine.store %2, %t[%v] : memref<9xf32>
        te.yield
      }
    }
    affine.for %i = 0 to 7 {
      affine.for %k = 0 to 3 {
        te.block "C" [false, true] affine_map<(i, k) -> (i, k)>(%i, %k) captures(%a, %w, %y : memref<9xf32>, memref<3xf32>, memref<7xf32>) init {
        ^bb0(%v: index, %r: index, %p: memref<9xf32>, %q: memref<3xf32>, %c: memref<7xf32>):
          %zero = arith.constant 0.0 : f32
          affine.store %zero, %c[%v] : memref<7xf32>
          te.yield
        } do {
        ^bb0(%v: index, %r: index, %p: memref<9xf32>, %q: memref<3xf32>, %c: memref<7xf32>):
          %0 = affine.load %p[%v + %r] : memref<9xf32>
          %1 = affine.load %q[%r] : memref<3xf32>
          %2 = arith.mulf %0, %1 : f32
          %3 = affine.load %c[%v] : memref<7xf32>
          %4 = arith.addf %3, %2 : f32
          affine.store %4, %c[%v] : memref<7xf32>
          te.yield
        }
      }
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %c = schedule.get_block "C" in %root
    %i, %k = schedule.get_loops of %c
    %init = schedule.decompose_reduction %c, %k
    schedule.skip_zeros %c, 0 at %k
    transform.yield
  }
}

// -----

// Zero times an integer is zero, whatever that is.
// CHECK-LABEL: @integers
// CHECK: affine.for %{{.*}} = max #{{.*}}(%{{.*}}) to min #{{.*}}(%{{.*}}) {
module attributes {transform.with_named_sequence} {
  func.func @integers(%x: memref<8xi32>, %w: memref<3xi32>, %y: memref<8xi32>) {
    %a = memref.alloc() : memref<10xi32>
    affine.for %i = 0 to 10 {
      te.block "A" [false] affine_map<(i) -> (i)>(%i) captures(%x, %a : memref<8xi32>, memref<10xi32>) do {
      ^bb0(%v: index, %s: memref<8xi32>, %t: memref<10xi32>):
        %zero = arith.constant 0 : i32
        %m = arith.constant -1 : index
        %size = arith.constant 8 : index
        %0 = arith.addi %v, %m : index
        %1 = arith.cmpi ult, %0, %size : index
        %2 = scf.if %1 -> (i32) {
          %3 = affine.load %s[%v - 1] : memref<8xi32>
          scf.yield %3 : i32
        } else {
          scf.yield %zero : i32
        }
        affine.store %2, %t[%v] : memref<10xi32>
        te.yield
      }
    }
    affine.for %i = 0 to 8 {
      affine.for %k = 0 to 3 {
        te.block "C" [false, true] affine_map<(i, k) -> (i, k)>(%i, %k) captures(%a, %w, %y : memref<10xi32>, memref<3xi32>, memref<8xi32>) init {
        ^bb0(%v: index, %r: index, %p: memref<10xi32>, %q: memref<3xi32>, %c: memref<8xi32>):
          %zero = arith.constant 0 : i32
          affine.store %zero, %c[%v] : memref<8xi32>
          te.yield
        } do {
        ^bb0(%v: index, %r: index, %p: memref<10xi32>, %q: memref<3xi32>, %c: memref<8xi32>):
          %0 = affine.load %p[%v + %r] : memref<10xi32>
          %1 = affine.load %q[%r] : memref<3xi32>
          %2 = arith.muli %0, %1 : i32
          %3 = affine.load %c[%v] : memref<8xi32>
          %4 = arith.addi %3, %2 : i32
          affine.store %4, %c[%v] : memref<8xi32>
          te.yield
        }
      }
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %c = schedule.get_block "C" in %root
    %i, %k = schedule.get_loops of %c
    %init = schedule.decompose_reduction %c, %k
    schedule.skip_zeros %c, 0 at %k
    transform.yield
  }
}

// -----

// Rows of a tile that are unrolled, in each of the taps around them: those of the
// first tap begin with the second one.
// CHECK-DAG: #[[$LOWER:.*]] = affine_map<(d0) -> (0, -d0 + 1)>
// CHECK-DAG: #[[$UPPER:.*]] = affine_map<(d0) -> (8, -d0 + 9)>
// CHECK-LABEL: @rows
// CHECK: affine.for %[[K:.*]] = 0 to 3 {
// CHECK-NEXT: affine.for %{{.*}} = max #[[$LOWER]](%[[K]]) to min #[[$UPPER]](%[[K]]) {
// CHECK: } {te.kind = "unrolled"}
module attributes {transform.with_named_sequence} {
  func.func @rows(%x: memref<8xf32>, %w: memref<3xf32> {graph.finite}, %y: memref<8xf32>) {
    %a = memref.alloc() : memref<10xf32>
    affine.for %i = 0 to 10 {
      te.block "A" [false] affine_map<(i) -> (i)>(%i) captures(%x, %a : memref<8xf32>, memref<10xf32>) do {
      ^bb0(%v: index, %s: memref<8xf32>, %t: memref<10xf32>):
        %zero = arith.constant 0.0 : f32
        %m = arith.constant -1 : index
        %size = arith.constant 8 : index
        %0 = arith.addi %v, %m : index
        %1 = arith.cmpi ult, %0, %size : index
        %2 = scf.if %1 -> (f32) {
          %3 = affine.load %s[%v - 1] : memref<8xf32>
          scf.yield %3 : f32
        } else {
          scf.yield %zero : f32
        }
        affine.store %2, %t[%v] : memref<10xf32>
        te.yield
      }
    }
    affine.for %i = 0 to 8 {
      affine.for %k = 0 to 3 {
        te.block "C" [false, true] affine_map<(i, k) -> (i, k)>(%i, %k) captures(%a, %w, %y : memref<10xf32>, memref<3xf32>, memref<8xf32>) init {
        ^bb0(%v: index, %r: index, %p: memref<10xf32>, %q: memref<3xf32>, %c: memref<8xf32>):
          %zero = arith.constant 0.0 : f32
          affine.store %zero, %c[%v] : memref<8xf32>
          te.yield
        } do {
        ^bb0(%v: index, %r: index, %p: memref<10xf32>, %q: memref<3xf32>, %c: memref<8xf32>):
          %0 = affine.load %p[%v + %r] : memref<10xf32>
          %1 = affine.load %q[%r] : memref<3xf32>
          %2 = arith.mulf %0, %1 : f32
          %3 = affine.load %c[%v] : memref<8xf32>
          %4 = arith.addf %3, %2 : f32
          affine.store %4, %c[%v] : memref<8xf32>
          te.yield
        }
      }
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %c = schedule.get_block "C" in %root
    %i, %k = schedule.get_loops of %c
    %o, %l = schedule.split %i by [0, 8]
    schedule.reorder %o, %k, %l
    schedule.unroll %l
    %init = schedule.decompose_reduction %c, %k
    schedule.skip_zeros %c, 0 at %l
    transform.yield
  }
}

// -----

// Rows of several tiles: where these are tells, too.
// CHECK-LABEL: @tiles
// CHECK: affine.for %[[O:.*]] = 0 to 4 {
// CHECK: affine.for %[[K:.*]] = 0 to 3 {
// CHECK-NEXT: affine.for %{{.*}} = max #{{.*}}(%[[O]], %[[K]]) to min #{{.*}}(%[[O]], %[[K]]) {
module attributes {transform.with_named_sequence} {
  func.func @tiles(%x: memref<8xf32>, %w: memref<3xf32> {graph.finite}, %y: memref<8xf32>) {
    %a = memref.alloc() : memref<10xf32>
    affine.for %i = 0 to 10 {
      te.block "A" [false] affine_map<(i) -> (i)>(%i) captures(%x, %a : memref<8xf32>, memref<10xf32>) do {
      ^bb0(%v: index, %s: memref<8xf32>, %t: memref<10xf32>):
        %zero = arith.constant 0.0 : f32
        %m = arith.constant -1 : index
        %size = arith.constant 8 : index
        %0 = arith.addi %v, %m : index
        %1 = arith.cmpi ult, %0, %size : index
        %2 = scf.if %1 -> (f32) {
          %3 = affine.load %s[%v - 1] : memref<8xf32>
          scf.yield %3 : f32
        } else {
          scf.yield %zero : f32
        }
        affine.store %2, %t[%v] : memref<10xf32>
        te.yield
      }
    }
    affine.for %i = 0 to 8 {
      affine.for %k = 0 to 3 {
        te.block "C" [false, true] affine_map<(i, k) -> (i, k)>(%i, %k) captures(%a, %w, %y : memref<10xf32>, memref<3xf32>, memref<8xf32>) init {
        ^bb0(%v: index, %r: index, %p: memref<10xf32>, %q: memref<3xf32>, %c: memref<8xf32>):
          %zero = arith.constant 0.0 : f32
          affine.store %zero, %c[%v] : memref<8xf32>
          te.yield
        } do {
        ^bb0(%v: index, %r: index, %p: memref<10xf32>, %q: memref<3xf32>, %c: memref<8xf32>):
          %0 = affine.load %p[%v + %r] : memref<10xf32>
          %1 = affine.load %q[%r] : memref<3xf32>
          %2 = arith.mulf %0, %1 : f32
          %3 = affine.load %c[%v] : memref<8xf32>
          %4 = arith.addf %3, %2 : f32
          affine.store %4, %c[%v] : memref<8xf32>
          te.yield
        }
      }
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %c = schedule.get_block "C" in %root
    %i, %k = schedule.get_loops of %c
    %o, %l = schedule.split %i by [0, 2]
    schedule.reorder %o, %k, %l
    %init = schedule.decompose_reduction %c, %k
    schedule.skip_zeros %c, 0 at %l
    transform.yield
  }
}

// -----

// Taps of a transposed convolution, of 3 x 2 by 2 x 3: the first loop has a tap
// less for odd rows, the second one for the last two columns. Then nothing is asked
// any more, of the sum or of what it reads.
// CHECK-DAG: #[[$ROWS:.*]] = affine_map<(d0) -> (2, (-d0) floordiv 2 + 2)>
// CHECK-DAG: #[[$COLUMNS:.*]] = affine_map<(d0) -> (1, (-d0 + 1) floordiv 3 + 1)>
// CHECK-LABEL: @taps
// CHECK: affine.for %{{.*}} = 0 to min #[[$ROWS]](%[[R:.*]]) {
// CHECK-NEXT: affine.for %{{.*}} = 0 to min #[[$COLUMNS]](%[[S:.*]]) {
// CHECK-NEXT: te.block "C" [false, false, true, true] #{{.*}}(%[[R]], %[[S]],
// CHECK-NOT: scf.if
// CHECK: affine.load %{{.*}}[%{{.*}} + %{{.*}} * 2, %{{.*}} + %{{.*}} * 3] : memref<3x2xf32>
// CHECK-NOT: arith.select
// CHECK: te.yield
module attributes {transform.with_named_sequence} {
  func.func @taps(%x: memref<2x1xf32>, %w: memref<3x2xf32>, %y: memref<2x3xf32>) {
    affine.for %r = 0 to 2 {
      affine.for %s = 0 to 3 {
        affine.for %k = 0 to 2 {
          affine.for %l = 0 to 1 {
            te.block "C" [false, false, true, true] affine_map<(r, s, k, l) -> (r, s, k, l)>(%r, %s, %k, %l) captures(%x, %w, %y : memref<2x1xf32>, memref<3x2xf32>, memref<2x3xf32>) init {
            ^bb0(%a: index, %b: index, %t: index, %u: index, %p: memref<2x1xf32>, %q: memref<3x2xf32>, %c: memref<2x3xf32>):
              %zero = arith.constant 0.0 : f32
              affine.store %zero, %c[%a, %b] : memref<2x3xf32>
              te.yield
            } do {
            ^bb0(%a: index, %b: index, %t: index, %u: index, %p: memref<2x1xf32>, %q: memref<3x2xf32>, %c: memref<2x3xf32>):
              %zero = arith.constant 0.0 : f32
              %two = arith.constant 2 : index
              %three = arith.constant 3 : index
              %row = affine.apply affine_map<(a, t) -> (a + t * 2)>(%a, %t)
              %column = affine.apply affine_map<(b, u) -> (b + u * 3)>(%b, %u)
              %0 = arith.cmpi ult, %row, %three : index
              %1 = arith.cmpi ult, %column, %two : index
              %2 = arith.andi %0, %1 : i1
              %3 = affine.load %p[%t, %u] : memref<2x1xf32>
              %4 = scf.if %2 -> (f32) {
                %9 = affine.load %q[%a + %t * 2, %b + %u * 3] : memref<3x2xf32>
                scf.yield %9 : f32
              } else {
                scf.yield %zero : f32
              }
              %5 = arith.mulf %3, %4 : f32
              %6 = arith.select %2, %5, %zero : f32
              %7 = affine.load %c[%a, %b] : memref<2x3xf32>
              %8 = arith.addf %7, %6 : f32
              affine.store %8, %c[%a, %b] : memref<2x3xf32>
              te.yield
            }
          }
        }
      }
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %c = schedule.get_block "C" in %root
    %r, %s, %k, %l = schedule.get_loops of %c
    %init = schedule.decompose_reduction %c, %k
    schedule.skip_zeros %c, 0 at %k
    schedule.skip_zeros %c, 0 at %l
    transform.yield
  }
}

// -----

// A condition that the loop does not decide stays.
// CHECK-LABEL: @columns
// CHECK: affine.for %{{.*}} = 0 to min #{{.*}}(%{{.*}}) {
// CHECK: %[[IS:.*]] = arith.cmpi ult, %{{.*}}, %c5
// CHECK: arith.select %[[IS]],
module attributes {transform.with_named_sequence} {
  func.func @columns(%x: memref<9xi32>, %y: memref<8xi32>) {
    affine.for %i = 0 to 8 {
      affine.for %k = 0 to 2 {
        te.block "C" [false, true] affine_map<(i, k) -> (i, k)>(%i, %k) captures(%x, %y : memref<9xi32>, memref<8xi32>) init {
        ^bb0(%v: index, %r: index, %p: memref<9xi32>, %c: memref<8xi32>):
          %zero = arith.constant 0 : i32
          affine.store %zero, %c[%v] : memref<8xi32>
          te.yield
        } do {
        ^bb0(%v: index, %r: index, %p: memref<9xi32>, %c: memref<8xi32>):
          %zero = arith.constant 0 : i32
          %c5 = arith.constant 5 : index
          %c8 = arith.constant 8 : index
          %sum = arith.addi %v, %r : index
          %0 = arith.cmpi ult, %v, %c5 : index
          %1 = arith.cmpi ult, %sum, %c8 : index
          %2 = arith.andi %0, %1 : i1
          %3 = affine.load %p[%v + %r] : memref<9xi32>
          %4 = arith.select %2, %3, %zero : i32
          %5 = affine.load %c[%v] : memref<8xi32>
          %6 = arith.addi %5, %4 : i32
          affine.store %6, %c[%v] : memref<8xi32>
          te.yield
        }
      }
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %c = schedule.get_block "C" in %root
    %i, %k = schedule.get_loops of %c
    %init = schedule.decompose_reduction %c, %k
    schedule.skip_zeros %c, 0 at %k
    transform.yield
  }
}
