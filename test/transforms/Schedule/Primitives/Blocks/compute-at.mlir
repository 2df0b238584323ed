// RUN: tvm-opt %s --transform-interpreter --split-input-file | FileCheck %s

// One element at a time; the original goes, with its buffer and its name.
module attributes {transform.with_named_sequence} {
  // CHECK-NOT: memref.alloc()
  // CHECK: affine.for %[[I:.*]] = 0 to 10 {
  // CHECK: %[[T:.*]] = memref.alloca() : memref<1xf32>
  // CHECK: affine.for %{{.*}} = 0 to 1 {
  // CHECK-NEXT: te.block "A"
  // CHECK: te.block "B"
  func.func @stages(%a: memref<10xf32>, %b: memref<10xf32>) {
    %t = memref.alloc() : memref<10xf32>
    affine.for %i = 0 to 10 {
      te.block "A" [false] affine_map<(i) -> (i)>(%i) captures(%a, %t : memref<10xf32>, memref<10xf32>) do {
      ^bb0(%v: index, %x: memref<10xf32>, %y: memref<10xf32>):
        %0 = affine.load %x[%v] : memref<10xf32>
        %1 = math.exp %0 : f32
        affine.store %1, %y[%v] : memref<10xf32>
        te.yield
      }
    }
    affine.for %i = 0 to 10 {
      te.block "B" [false] affine_map<(i) -> (i)>(%i) captures(%t, %b : memref<10xf32>, memref<10xf32>) do {
      ^bb0(%v: index, %x: memref<10xf32>, %y: memref<10xf32>):
        %0 = affine.load %x[%v] : memref<10xf32>
        %r = arith.negf %0 : f32
        affine.store %r, %y[%v] : memref<10xf32>
        te.yield
      }
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %a = schedule.get_block "A" in %root
    %b = schedule.get_block "B" in %root
    %i = schedule.get_loops of %b
    %c = schedule.compute_at %a, %i
    transform.yield
  }
}

// -----

// A halo: as much as the iteration reads.
module attributes {transform.with_named_sequence} {
  // CHECK: affine.for %{{.*}} = 0 to 2 {
  // CHECK: memref.alloca() : memref<7xf32>
  // CHECK: affine.for %{{.*}} = 0 to 7 {
  // CHECK-NEXT: te.block "A"
  func.func @stages(%a: memref<12xf32>, %b: memref<10xf32>) {
    %t = memref.alloc() : memref<12xf32>
    affine.for %i = 0 to 12 {
      te.block "A" [false] affine_map<(i) -> (i)>(%i) captures(%a, %t : memref<12xf32>, memref<12xf32>) do {
      ^bb0(%v: index, %x: memref<12xf32>, %y: memref<12xf32>):
        %0 = affine.load %x[%v] : memref<12xf32>
        %1 = math.exp %0 : f32
        affine.store %1, %y[%v] : memref<12xf32>
        te.yield
      }
    }
    affine.for %i = 0 to 10 {
      te.block "B" [false] affine_map<(i) -> (i)>(%i) captures(%t, %b : memref<12xf32>, memref<10xf32>) do {
      ^bb0(%v: index, %x: memref<12xf32>, %y: memref<10xf32>):
        %0 = affine.load %x[%v] : memref<12xf32>
        %1 = affine.load %x[%v + 2] : memref<12xf32>
        %r = arith.addf %0, %1 : f32
        affine.store %r, %y[%v] : memref<10xf32>
        te.yield
      }
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %a = schedule.get_block "A" in %root
    %b = schedule.get_block "B" in %root
    %i = schedule.get_loops of %b
    %o, %l = schedule.split %i by [0, 5]
    %c = schedule.compute_at %a, %o
    transform.yield
  }
}

// -----

// A guarded read: what it would read outside is not computed, and sizes stay those of the buffer.
module attributes {transform.with_named_sequence} {
  // CHECK: affine_set<(d0, d1) : (d0 + d1 >= 0, -(d0 + d1) + 9 >= 0)>
  // CHECK: %[[SIZE:.*]] = arith.constant 10 : index
  // CHECK: memref.alloca() : memref<2xf32>
  // CHECK: te.block "A" {{.*}} if #
  // CHECK: te.block "B" {{.*}}%[[SIZE]]
  // CHECK-NOT: memref.dim
  func.func @stages(%a: memref<10xf32>, %b: memref<10xf32>) {
    %t = memref.alloc() : memref<10xf32>
    affine.for %i = 0 to 10 {
      te.block "A" [false] affine_map<(i) -> (i)>(%i) captures(%a, %t : memref<10xf32>, memref<10xf32>) do {
      ^bb0(%v: index, %x: memref<10xf32>, %y: memref<10xf32>):
        %0 = affine.load %x[%v] : memref<10xf32>
        %1 = math.exp %0 : f32
        affine.store %1, %y[%v] : memref<10xf32>
        te.yield
      }
    }
    affine.for %i = 0 to 10 {
      te.block "B" [false] affine_map<(i) -> (i)>(%i) captures(%t, %b : memref<10xf32>, memref<10xf32>) do {
      ^bb0(%v: index, %x: memref<10xf32>, %y: memref<10xf32>):
        %0 = affine.load %x[%v] : memref<10xf32>
        %c1 = arith.constant 1 : index
        %u = arith.addi %v, %c1 : index
        %c0 = arith.constant 0 : index
        %dim = memref.dim %x, %c0 : memref<10xf32>
        %in = arith.cmpi ult, %u, %dim : index
        %zero = arith.constant 0.0 : f32
        %r = scf.if %in -> (f32) {
          %q = affine.load %x[%v + 1] : memref<10xf32>
          scf.yield %q : f32
        } else {
          scf.yield %zero : f32
        }
        affine.store %r, %y[%v] : memref<10xf32>
        te.yield
      }
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %a = schedule.get_block "A" in %root
    %b = schedule.get_block "B" in %root
    %i = schedule.get_loops of %b
    %c = schedule.compute_at %a, %i
    transform.yield
  }
}

// -----

// An argument stays written: other readers may follow.
module attributes {transform.with_named_sequence} {
  // CHECK: te.block "A"
  // CHECK: memref.alloca
  // CHECK: te.block "A_1"
  // CHECK: te.block "B"
  func.func @stages(%a: memref<10xf32>, %b: memref<10xf32>, %t: memref<10xf32>) {
    affine.for %i = 0 to 10 {
      te.block "A" [false] affine_map<(i) -> (i)>(%i) captures(%a, %t : memref<10xf32>, memref<10xf32>) do {
      ^bb0(%v: index, %x: memref<10xf32>, %y: memref<10xf32>):
        %0 = affine.load %x[%v] : memref<10xf32>
        %1 = math.exp %0 : f32
        affine.store %1, %y[%v] : memref<10xf32>
        te.yield
      }
    }
    affine.for %i = 0 to 10 {
      te.block "B" [false] affine_map<(i) -> (i)>(%i) captures(%t, %b : memref<10xf32>, memref<10xf32>) do {
      ^bb0(%v: index, %x: memref<10xf32>, %y: memref<10xf32>):
        %0 = affine.load %x[%v] : memref<10xf32>
        %r = arith.negf %0 : f32
        affine.store %r, %y[%v] : memref<10xf32>
        te.yield
      }
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %a = schedule.get_block "A" in %root
    %b = schedule.get_block "B" in %root
    %i = schedule.get_loops of %b
    %c = schedule.compute_at %a, %i
    transform.yield
  }
}

// -----

// Where the buffer was chosen to be, the part of it is.
module attributes {transform.with_named_sequence} {
  // CHECK: memref.alloca() : memref<1xf32, "shared">
  func.func @scope(%a: memref<10xf32>, %b: memref<10xf32>) {
    %t = memref.alloc() : memref<10xf32>
    affine.for %i = 0 to 10 {
      te.block "A" [false] affine_map<(i) -> (i)>(%i) captures(%a, %t : memref<10xf32>, memref<10xf32>) do {
      ^bb0(%v: index, %x: memref<10xf32>, %y: memref<10xf32>):
        %0 = affine.load %x[%v] : memref<10xf32>
        affine.store %0, %y[%v] : memref<10xf32>
        te.yield
      }
    }
    affine.for %i = 0 to 10 {
      te.block "B" [false] affine_map<(i) -> (i)>(%i) captures(%t, %b : memref<10xf32>, memref<10xf32>) do {
      ^bb0(%v: index, %x: memref<10xf32>, %y: memref<10xf32>):
        %0 = affine.load %x[%v] : memref<10xf32>
        affine.store %0, %y[%v] : memref<10xf32>
        te.yield
      }
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %a = schedule.get_block "A" in %root
    %b = schedule.get_block "B" in %root
    %i = schedule.get_loops of %b
    schedule.set_scope %a to "shared"
    %c = schedule.compute_at %a, %i
    transform.yield
  }
}

// -----

// A buffer that was padded is read within its bounds; the producer runs within
// its own, which are smaller.
// CHECK-LABEL: @aligned
// CHECK: memref.alloca() : memref<7x2xf32>
// CHECK: te.block "A" {{.*}} if #{{.*}} captures
module attributes {transform.with_named_sequence} {
  func.func @aligned(%a: memref<7x1xf32>, %b: memref<2xf32>) {
    %t = memref.alloc() : memref<7x2xf32>
    affine.for %i = 0 to 7 {
      affine.for %j = 0 to 1 {
        te.block "A" [false, false] affine_map<(i, j) -> (i, j)>(%i, %j) captures(%a, %t : memref<7x1xf32>, memref<7x2xf32>) do {
        ^bb0(%v: index, %w: index, %x: memref<7x1xf32>, %y: memref<7x2xf32>):
          %0 = affine.load %x[%v, %w] : memref<7x1xf32>
          affine.store %0, %y[%v, %w] : memref<7x2xf32>
          te.yield
        }
      }
    }
    affine.for %u = 0 to 2 {
      affine.for %k = 0 to 7 {
        affine.for %l = 0 to 2 {
          te.block "B" [false, true, true] affine_map<(u, k, l) -> (u, k, l)>(%u, %k, %l) captures(%t, %b : memref<7x2xf32>, memref<2xf32>) do {
          ^bb0(%v: index, %r: index, %s: index, %x: memref<7x2xf32>, %y: memref<2xf32>):
            %c1 = arith.constant 1 : index
            %zero = arith.constant 0.0 : f32
            %in = arith.cmpi ult, %s, %c1 : index
            %0 = scf.if %in -> (f32) {
              %3 = affine.load %x[%r, %s] : memref<7x2xf32>
              scf.yield %3 : f32
            } else {
              scf.yield %zero : f32
            }
            %1 = affine.load %y[%v] : memref<2xf32>
            %2 = arith.addf %1, %0 : f32
            affine.store %2, %y[%v] : memref<2xf32>
            te.yield
          }
        }
      }
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %a = schedule.get_block "A" in %root
    %b = schedule.get_block "B" in %root
    %u, %k, %l = schedule.get_loops of %b
    %at = schedule.compute_at %a, %u
    transform.yield
  }
}

// -----

// Quotients and remainders of split loops are what the loops count: one column
// of "A" per iteration.
module attributes {transform.with_named_sequence} {
  // CHECK-LABEL: @quotients
  // CHECK: affine.for %[[O:.*]] = 0 to 4
  // CHECK: memref.alloca() : memref<2x1xf32>
  // CHECK: te.block "A"
  // CHECK: te.block "B"
  func.func @quotients(%a: memref<2x4xf32>, %b: memref<8xf32>) {
    %t = memref.alloc() : memref<2x4xf32>
    affine.for %i = 0 to 2 {
      affine.for %j = 0 to 4 {
        te.block "A" [false, false] affine_map<(i, j) -> (i, j)>(%i, %j) captures(%a, %t : memref<2x4xf32>, memref<2x4xf32>) do {
        ^bb0(%v: index, %w: index, %x: memref<2x4xf32>, %y: memref<2x4xf32>):
          %0 = affine.load %x[%v, %w] : memref<2x4xf32>
          affine.store %0, %y[%v, %w] : memref<2x4xf32>
          te.yield
        }
      }
    }
    affine.for %i = 0 to 8 {
      te.block "B" [false] affine_map<(i) -> (i)>(%i) captures(%t, %b : memref<2x4xf32>, memref<8xf32>) do {
      ^bb0(%v: index, %x: memref<2x4xf32>, %y: memref<8xf32>):
        %0 = affine.load %x[%v mod 2, %v floordiv 2] : memref<2x4xf32>
        affine.store %0, %y[%v] : memref<8xf32>
        te.yield
      }
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %a = schedule.get_block "A" in %root
    %b = schedule.get_block "B" in %root
    %i = schedule.get_loops of %b
    %parts:2 = schedule.split %i by [0, 2]
    %c = schedule.compute_at %a, %parts#0
    transform.yield
  }
}

// -----

// Two results, of which the loop reads one: the original goes, with both.
module attributes {transform.with_named_sequence} {
  // CHECK-LABEL: func.func @one_of_two(
  // CHECK-NOT: memref.alloc()
  // CHECK: affine.for %[[I:.*]] = 0 to 2 {
  // CHECK-DAG: %[[S:.*]] = memref.alloca() : memref<5xf32>
  // CHECK-DAG: %[[T:.*]] = memref.alloca() : memref<5xi8>
  // CHECK: affine.for %{{.*}} = 0 to 5 {
  // CHECK: te.block "A" {{.*}} captures(%{{.*}}, %[[S]], %[[T]], %{{.*}} :
  // CHECK: te.block "B" {{.*}} captures(%[[T]],
  func.func @one_of_two(%a: memref<12xf32>, %b: memref<10xi8>) {
    %s = memref.alloc() : memref<10xf32>
    %t = memref.alloc() : memref<10xi8>
    affine.for %i = 0 to 10 {
      te.block "A" [false] affine_map<(i) -> (i)>(%i) captures(%a, %s, %t : memref<12xf32>, memref<10xf32>, memref<10xi8>) do {
      ^bb0(%v: index, %x: memref<12xf32>, %y: memref<10xf32>, %z: memref<10xi8>):
        %0 = affine.load %x[%v + 2] : memref<12xf32>
        %1 = arith.fptosi %0 : f32 to i8
        affine.store %0, %y[%v] : memref<10xf32>
        affine.store %1, %z[%v] : memref<10xi8>
        te.yield
      }
    }
    affine.for %i = 0 to 10 {
      te.block "B" [false] affine_map<(i) -> (i)>(%i) captures(%t, %b : memref<10xi8>, memref<10xi8>) do {
      ^bb0(%v: index, %x: memref<10xi8>, %y: memref<10xi8>):
        %0 = affine.load %x[%v] : memref<10xi8>
        affine.store %0, %y[%v] : memref<10xi8>
        te.yield
      }
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %a = schedule.get_block "A" in %root
    %b = schedule.get_block "B" in %root
    %i = schedule.get_loops of %b
    %io, %il = schedule.split %i by [2, 0]
    %c = schedule.compute_at %a, %io
    transform.yield
  }
}

// -----

// Reads of both in other places: what any of them needs, of both. Another
// reader of one of them keeps the original.
module attributes {transform.with_named_sequence} {
  // CHECK-LABEL: func.func @both(
  // CHECK: %[[KEPT:.*]] = memref.alloc() : memref<10xf32>
  // CHECK: te.block "A"
  // CHECK: affine.for %[[I:.*]] = 0 to 7 {
  // CHECK-DAG: memref.alloca() : memref<4xf32>
  // CHECK-DAG: memref.alloca() : memref<4xi8>
  // CHECK: affine.for %{{.*}} = 0 to 4 {
  // CHECK: te.block "A_1"
  // CHECK: te.block "B"
  // CHECK: te.block "C" {{.*}} captures(%[[KEPT]],
  func.func @both(%a: memref<12xf32>, %b: memref<10xf32>, %c: memref<10xf32>) {
    %s = memref.alloc() : memref<10xf32>
    %t = memref.alloc() : memref<10xi8>
    affine.for %i = 0 to 10 {
      te.block "A" [false] affine_map<(i) -> (i)>(%i) captures(%a, %s, %t : memref<12xf32>, memref<10xf32>, memref<10xi8>) do {
      ^bb0(%v: index, %x: memref<12xf32>, %y: memref<10xf32>, %z: memref<10xi8>):
        %0 = affine.load %x[%v + 2] : memref<12xf32>
        %1 = arith.fptosi %0 : f32 to i8
        affine.store %0, %y[%v] : memref<10xf32>
        affine.store %1, %z[%v] : memref<10xi8>
        te.yield
      }
    }
    affine.for %i = 0 to 7 {
      te.block "B" [false] affine_map<(i) -> (i)>(%i) captures(%s, %t, %b : memref<10xf32>, memref<10xi8>, memref<10xf32>) do {
      ^bb0(%v: index, %x: memref<10xf32>, %y: memref<10xi8>, %z: memref<10xf32>):
        %0 = affine.load %x[%v] : memref<10xf32>
        %1 = affine.load %y[%v + 3] : memref<10xi8>
        %2 = arith.sitofp %1 : i8 to f32
        %3 = arith.addf %0, %2 : f32
        affine.store %3, %z[%v] : memref<10xf32>
        te.yield
      }
    }
    affine.for %i = 0 to 10 {
      te.block "C" [false] affine_map<(i) -> (i)>(%i) captures(%s, %c : memref<10xf32>, memref<10xf32>) do {
      ^bb0(%v: index, %x: memref<10xf32>, %y: memref<10xf32>):
        %0 = affine.load %x[%v] : memref<10xf32>
        affine.store %0, %y[%v] : memref<10xf32>
        te.yield
      }
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %a = schedule.get_block "A" in %root
    %b = schedule.get_block "B" in %root
    %i = schedule.get_loops of %b
    %c = schedule.compute_at %a, %i
    transform.yield
  }
}

// -----

// A buffer of an unknown size that is longer than what is written: only that is
// computed.
module attributes {transform.with_named_sequence} {
  // CHECK-LABEL: func.func @longer(
  // CHECK: te.block "A" {{.*}} if
  func.func @longer(%a: memref<4xf32>, %b: memref<8xf32>, %n: index) {
    %t = memref.alloc(%n) : memref<?xf32>
    affine.for %i = 0 to 4 {
      te.block "A" [false] affine_map<(i) -> (i)>(%i) captures(%a, %t : memref<4xf32>, memref<?xf32>) do {
      ^bb0(%v: index, %x: memref<4xf32>, %y: memref<?xf32>):
        %0 = affine.load %x[%v] : memref<4xf32>
        affine.store %0, %y[%v] : memref<?xf32>
        te.yield
      }
    }
    affine.for %i = 0 to 8 {
      te.block "B" [false] affine_map<(i) -> (i)>(%i) captures(%t, %b : memref<?xf32>, memref<8xf32>) do {
      ^bb0(%v: index, %x: memref<?xf32>, %y: memref<8xf32>):
        %0 = affine.load %x[%v] : memref<?xf32>
        affine.store %0, %y[%v] : memref<8xf32>
        te.yield
      }
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %a = schedule.get_block "A" in %root
    %b = schedule.get_block "B" in %root
    %i = schedule.get_loops of %b
    %c = schedule.compute_at %a, %i
    transform.yield
  }
}

// -----

// (P3) Elements that the block does not read may be written in between.
module attributes {transform.with_named_sequence} {
  // CHECK-LABEL: func.func @others
  // CHECK: te.block "Q"
  // CHECK: memref.alloca() : memref<1xf32>
  // CHECK: te.block "A"
  // CHECK: te.block "B"
  func.func @others(%a: memref<20xf32>, %b: memref<10xf32>) {
    %t = memref.alloc() : memref<10xf32>
    affine.for %i = 0 to 10 {
      te.block "A" [false] affine_map<(i) -> (i)>(%i) captures(%a, %t : memref<20xf32>, memref<10xf32>) do {
      ^bb0(%v: index, %x: memref<20xf32>, %y: memref<10xf32>):
        %0 = affine.load %x[%v] : memref<20xf32>
        %1 = math.exp %0 : f32
        affine.store %1, %y[%v] : memref<10xf32>
        te.yield
      }
    }
    affine.for %i = 0 to 10 {
      te.block "Q" [false] affine_map<(i) -> (i)>(%i) captures(%a : memref<20xf32>) do {
      ^bb0(%v: index, %y: memref<20xf32>):
        %0 = arith.constant 0.0 : f32
        affine.store %0, %y[%v + 10] : memref<20xf32>
        te.yield
      }
    }
    affine.for %i = 0 to 10 {
      te.block "B" [false] affine_map<(i) -> (i)>(%i) captures(%t, %b : memref<10xf32>, memref<10xf32>) do {
      ^bb0(%v: index, %x: memref<10xf32>, %y: memref<10xf32>):
        %0 = affine.load %x[%v] : memref<10xf32>
        %r = arith.negf %0 : f32
        affine.store %r, %y[%v] : memref<10xf32>
        te.yield
      }
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %a = schedule.get_block "A" in %root
    %b = schedule.get_block "B" in %root
    %i = schedule.get_loops of %b
    %c = schedule.compute_at %a, %i
    transform.yield
  }
}

// -----

// In a loop of threads, shared: what all of them read, once. Of their own: each what it reads.
module attributes {transform.with_named_sequence} {
  // CHECK-DAG: #[[$OWN:.*]] = affine_map<(d0, d1) -> (d0 * 8 + d1)>
  // CHECK-DAG: #[[$ALL:.*]] = affine_map<(d0) -> (d0 * 8)>
  // CHECK-LABEL: func.func @threads(
  // CHECK: affine.for %[[B:.*]] = 0 to 4 {
  // CHECK-NEXT: affine.for %[[T:.*]] = 0 to 8 {
  // CHECK-NEXT: %[[OWN_BEGIN:.*]] = affine.apply #[[$OWN]](%[[B]], %[[T]])
  // CHECK-NEXT: %[[L:.*]] = memref.alloca() : memref<2xf32, "local">
  // CHECK-NEXT: affine.for %{{.*}} = 0 to 2 {
  // CHECK-NEXT: te.block "own" {{.*}} captures(%{{.*}}, %[[L]], %[[OWN_BEGIN]] :
  // CHECK: %[[BEGIN:.*]] = affine.apply #[[$ALL]](%[[B]])
  // CHECK-NEXT: %[[S:.*]] = memref.alloca() : memref<9xf32, "shared">
  // CHECK-NEXT: affine.for %{{.*}} = 0 to 9 {
  // CHECK-NEXT: te.block "all" {{.*}} captures(%{{.*}}, %[[S]], %[[BEGIN]] :
  // CHECK: te.block "sum"
  func.func @threads(%a: memref<33xf32>, %b: memref<32xf32>) {
    %s = memref.alloc() : memref<33xf32, "shared">
    %l = memref.alloc() : memref<33xf32, "local">
    affine.for %i = 0 to 33 {
      te.block "all" [false] affine_map<(i) -> (i)>(%i) captures(%a, %s : memref<33xf32>, memref<33xf32, "shared">) do {
      ^bb0(%v: index, %x: memref<33xf32>, %y: memref<33xf32, "shared">):
        %0 = affine.load %x[%v] : memref<33xf32>
        affine.store %0, %y[%v] : memref<33xf32, "shared">
        te.yield
      }
    }
    affine.for %i = 0 to 33 {
      te.block "own" [false] affine_map<(i) -> (i)>(%i) captures(%a, %l : memref<33xf32>, memref<33xf32, "local">) do {
      ^bb0(%v: index, %x: memref<33xf32>, %y: memref<33xf32, "local">):
        %0 = affine.load %x[%v] : memref<33xf32>
        affine.store %0, %y[%v] : memref<33xf32, "local">
        te.yield
      }
    }
    affine.for %i = 0 to 32 {
      te.block "sum" [false] affine_map<(i) -> (i)>(%i) captures(%s, %l, %b : memref<33xf32, "shared">, memref<33xf32, "local">, memref<32xf32>) do {
      ^bb0(%v: index, %x: memref<33xf32, "shared">, %y: memref<33xf32, "local">, %z: memref<32xf32>):
        %0 = affine.load %x[%v] : memref<33xf32, "shared">
        %1 = affine.load %x[%v + 1] : memref<33xf32, "shared">
        %2 = affine.load %y[%v] : memref<33xf32, "local">
        %3 = affine.load %y[%v + 1] : memref<33xf32, "local">
        %4 = arith.addf %0, %1 : f32
        %5 = arith.addf %2, %3 : f32
        %6 = arith.mulf %4, %5 : f32
        affine.store %6, %z[%v] : memref<32xf32>
        te.yield
      }
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %sum = schedule.get_block "sum" in %root
    %i = schedule.get_loops of %sum
    %block, %thread = schedule.split %i by [0, 8]
    schedule.bind %block to "blockIdx.x"
    schedule.bind %thread to "threadIdx.x"
    %all = schedule.get_block "all" in %root
    %all_at = schedule.compute_at %all, %thread
    %own = schedule.get_block "own" in %root
    %own_at = schedule.compute_at %own, %thread
    transform.yield
  }
}

// -----

// The nest writes the block's operand, but behind the place where it is read.
// CHECK-LABEL: func.func @behind
// CHECK: affine.for %[[I:.*]] = 0 to 10 {
// CHECK: memref.alloca() : memref<1xf32>
// CHECK: te.block "A"
// CHECK: te.block "B"
// CHECK: te.block "Q"
module attributes {transform.with_named_sequence} {
  func.func @behind(%a: memref<10xf32>, %b: memref<10xf32>) {
    %t = memref.alloc() : memref<10xf32>
    affine.for %i = 0 to 10 {
      te.block "A" [false] affine_map<(i) -> (i)>(%i) captures(%a, %t : memref<10xf32>, memref<10xf32>) do {
      ^bb0(%v: index, %x: memref<10xf32>, %y: memref<10xf32>):
        %0 = affine.load %x[%v] : memref<10xf32>
        %1 = math.exp %0 : f32
        affine.store %1, %y[%v] : memref<10xf32>
        te.yield
      }
    }
    affine.for %i = 0 to 10 {
      te.block "B" [false] affine_map<(i) -> (i)>(%i) captures(%t, %b : memref<10xf32>, memref<10xf32>) do {
      ^bb0(%v: index, %x: memref<10xf32>, %y: memref<10xf32>):
        %0 = affine.load %x[%v] : memref<10xf32>
        %r = arith.negf %0 : f32
        affine.store %r, %y[%v] : memref<10xf32>
        te.yield
      }
      te.block "Q" [false] affine_map<(i) -> (i)>(%i) captures(%a : memref<10xf32>) do {
      ^bb0(%v: index, %y: memref<10xf32>):
        %0 = arith.constant 0.0 : f32
        affine.store %0, %y[%v] : memref<10xf32>
        te.yield
      }
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %a = schedule.get_block "A" in %root
    %b = schedule.get_block "B" in %root
    %i = schedule.get_loops of %b
    %c = schedule.compute_at %a, %i
    transform.yield
  }
}

// -----

// Rows of a length that is known at run time only: all of a row, and of those
// around, in a buffer of that length.
// CHECK-LABEL: func.func @rows
// CHECK-SAME: %[[N:[a-z0-9]*]]: index, %[[M:[a-z0-9]*]]: index
// CHECK-NOT: memref.alloc
// CHECK: affine.for %[[I:.*]] = 0 to %[[N]] {
// CHECK: %[[B:.*]] = memref.alloc(%[[M]]) : memref<2x?xf32>
// CHECK: affine.for %{{.*}} = 0 to 2 {
// CHECK-NEXT: affine.for %{{.*}} = 0 to %[[M]] {
// CHECK-NEXT: te.block "B" [false, false] {{.*}}captures({{.*}}, %[[B]],
// CHECK: affine.for %{{.*}} = 0 to %[[M]] {
// CHECK-NEXT: te.block "C"
module attributes {transform.with_named_sequence} {
  func.func @rows(%x: memref<?x?xf32>, %z: memref<?x?xf32>, %n: index, %m: index) {
    %more = affine.apply affine_map<(n) -> (n + 1)>(%n)
    %b = memref.alloc(%more, %m) : memref<?x?xf32>
    affine.for %i = 0 to %more {
      affine.for %j = 0 to %m {
        te.block "B" [false, false] affine_map<(i, j) -> (i, j)>(%i, %j) captures(%x, %b : memref<?x?xf32>, memref<?x?xf32>) do {
        ^bb0(%vi: index, %vj: index, %a: memref<?x?xf32>, %y: memref<?x?xf32>):
          %0 = affine.load %a[%vi, %vj] : memref<?x?xf32>
          affine.store %0, %y[%vi, %vj] : memref<?x?xf32>
          te.yield
        }
      }
    }
    affine.for %i = 0 to %n {
      affine.for %j = 0 to %m {
        te.block "C" [false, false] affine_map<(i, j) -> (i, j)>(%i, %j) captures(%b, %z : memref<?x?xf32>, memref<?x?xf32>) do {
        ^bb0(%vi: index, %vj: index, %a: memref<?x?xf32>, %y: memref<?x?xf32>):
          %0 = affine.load %a[%vi, %vj] : memref<?x?xf32>
          %1 = affine.load %a[%vi + 1, %vj] : memref<?x?xf32>
          %2 = arith.addf %0, %1 : f32
          affine.store %2, %y[%vi, %vj] : memref<?x?xf32>
          te.yield
        }
      }
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %b = schedule.get_block "B" in %root
    %c = schedule.get_block "C" in %root
    %i, %j = schedule.get_loops of %c
    %at = schedule.compute_at %b, %i
    transform.yield
  }
}

// -----

// Quotients and remainders by constants. A split that divides nothing evenly:
// quotients begin anywhere, remainders are any.
// CHECK-LABEL: func.func @uneven
// CHECK: affine.for %[[O:.*]] = 0 to 4 {
// CHECK: memref.alloca() : memref<2x2xf32>
// CHECK: te.block "A" [false, false]
// CHECK: te.block "B"
module attributes {transform.with_named_sequence} {
  func.func @uneven(%a: memref<2x6xf32>, %b: memref<12xf32>) {
    %t = memref.alloc() : memref<2x6xf32>
    affine.for %i = 0 to 2 {
      affine.for %j = 0 to 6 {
        te.block "A" [false, false] affine_map<(i, j) -> (i, j)>(%i, %j) captures(%a, %t : memref<2x6xf32>, memref<2x6xf32>) do {
        ^bb0(%v: index, %w: index, %x: memref<2x6xf32>, %y: memref<2x6xf32>):
          %0 = affine.load %x[%v, %w] : memref<2x6xf32>
          affine.store %0, %y[%v, %w] : memref<2x6xf32>
          te.yield
        }
      }
    }
    affine.for %i = 0 to 12 {
      te.block "B" [false] affine_map<(i) -> (i)>(%i) captures(%t, %b : memref<2x6xf32>, memref<12xf32>) do {
      ^bb0(%v: index, %x: memref<2x6xf32>, %y: memref<12xf32>):
        %0 = affine.load %x[%v mod 2, %v floordiv 2] : memref<2x6xf32>
        affine.store %0, %y[%v] : memref<12xf32>
        te.yield
      }
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %a = schedule.get_block "A" in %root
    %b = schedule.get_block "B" in %root
    %i = schedule.get_loops of %b
    %parts:2 = schedule.split %i by [0, 3]
    %c = schedule.compute_at %a, %parts#0
    transform.yield
  }
}

// -----

// Four columns of an image that is twice as large: two columns, exactly.
// CHECK-LABEL: func.func @upsampled
// CHECK: affine.for %[[O:.*]] = 0 to 5 {
// CHECK: memref.alloca() : memref<2xf32>
// CHECK: te.block "A" [false]
// CHECK-NOT: if
// CHECK-SAME: captures(
module attributes {transform.with_named_sequence} {
  func.func @upsampled(%a: memref<10xf32>, %b: memref<20xf32>) {
    %t = memref.alloc() : memref<10xf32>
    affine.for %i = 0 to 10 {
      te.block "A" [false] affine_map<(i) -> (i)>(%i) captures(%a, %t : memref<10xf32>, memref<10xf32>) do {
      ^bb0(%v: index, %x: memref<10xf32>, %y: memref<10xf32>):
        %0 = affine.load %x[%v] : memref<10xf32>
        %1 = math.exp %0 : f32
        affine.store %1, %y[%v] : memref<10xf32>
        te.yield
      }
    }
    affine.for %i = 0 to 20 {
      te.block "B" [false] affine_map<(i) -> (i)>(%i) captures(%t, %b : memref<10xf32>, memref<20xf32>) do {
      ^bb0(%v: index, %x: memref<10xf32>, %y: memref<20xf32>):
        %0 = affine.load %x[%v floordiv 2] : memref<10xf32>
        affine.store %0, %y[%v] : memref<20xf32>
        te.yield
      }
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %a = schedule.get_block "A" in %root
    %b = schedule.get_block "B" in %root
    %i = schedule.get_loops of %b
    %o, %l = schedule.split %i by [0, 4]
    %c = schedule.compute_at %a, %o
    transform.yield
  }
}

// -----

// Remainders of which some do not occur: what is behind the buffer's end is not
// computed.
// CHECK-LABEL: func.func @few_remainders
// CHECK: memref.alloca() : memref<10xf32>
// CHECK: te.block "A" [false] {{.*}} if
// CHECK: te.block "B"
module attributes {transform.with_named_sequence} {
  func.func @few_remainders(%a: memref<8xf32>, %b: memref<2x3xf32>) {
    %t = memref.alloc() : memref<8xf32>
    affine.for %i = 0 to 8 {
      te.block "A" [false] affine_map<(i) -> (i)>(%i) captures(%a, %t : memref<8xf32>, memref<8xf32>) do {
      ^bb0(%v: index, %x: memref<8xf32>, %y: memref<8xf32>):
        %0 = affine.load %x[%v] : memref<8xf32>
        affine.store %0, %y[%v] : memref<8xf32>
        te.yield
      }
    }
    affine.for %i = 0 to 2 {
      affine.for %j = 0 to 3 {
        te.block "B" [false, false] affine_map<(i, j) -> (i, j)>(%i, %j) captures(%t, %b : memref<8xf32>, memref<2x3xf32>) do {
        ^bb0(%v: index, %w: index, %x: memref<8xf32>, %y: memref<2x3xf32>):
          %0 = affine.load %x[(%w * 7) mod 10] : memref<8xf32>
          affine.store %0, %y[%v, %w] : memref<2x3xf32>
          te.yield
        }
      }
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %a = schedule.get_block "A" in %root
    %b = schedule.get_block "B" in %root
    %i, %j = schedule.get_loops of %b
    %c = schedule.compute_at %a, %i
    transform.yield
  }
}
