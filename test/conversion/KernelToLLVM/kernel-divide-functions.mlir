// RUN: tvm-opt %s -allow-unregistered-dialect -split-input-file --kernel-divide-functions='max-loops=3 max-part-loops=2' | FileCheck %s

// Two loops at a time are a function; the workspace's slices are taken from the
// whole of it there, and stores between loops go along.
// CHECK-LABEL: module @chain
module @chain {
  // CHECK: func.func private @chain.part0(
  // CHECK-SAME: %{{[^:]*}}: !llvm.ptr {llvm.noalias}
  // CHECK-SAME: llvm.linkage = #llvm.linkage<internal>, passthrough = ["noinline"]
  // CHECK: memref.view
  // CHECK: scf.for
  // CHECK: memref.store
  // CHECK: scf.for
  // CHECK: return

  // CHECK: func.func private @chain.part1(
  // CHECK-COUNT-2: scf.for
  // CHECK: return

  // CHECK: func.func @chain(%{{[^:]*}}: memref<8xf32>, %{{[^:]*}}: memref<?xi8>)
  // CHECK-NOT: scf.for
  // CHECK: call @chain.part0(
  // CHECK-NOT: scf.for
  // CHECK: call @chain.part1(
  // CHECK: scf.for
  // CHECK: return
  func.func @chain(%a: memref<8xf32>, %w: memref<?xi8>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c8 = arith.constant 8 : index
    %c64 = arith.constant 64 : index
    %x = arith.constant 1.0 : f32
    %b = memref.view %w[%c0][] : memref<?xi8> to memref<8xf32>
    scf.for %i = %c0 to %c8 step %c1 {
      memref.store %x, %b[%i] : memref<8xf32>
    }
    memref.store %x, %a[%c0] : memref<8xf32>
    scf.for %i = %c0 to %c8 step %c1 {
      memref.store %x, %b[%i] : memref<8xf32>
    }
    %c = memref.view %w[%c64][] : memref<?xi8> to memref<8xf32>
    scf.for %i = %c0 to %c8 step %c1 {
      memref.store %x, %c[%i] : memref<8xf32>
    }
    scf.for %i = %c0 to %c8 step %c1 {
      memref.store %x, %b[%i] : memref<8xf32>
    }
    scf.for %i = %c0 to %c8 step %c1 {
      memref.store %x, %b[%i] : memref<8xf32>
    }
    return
  }
}

// -----

// A loop whose result is read later is in the part of what reads it, and in no
// part if that is none.
// CHECK-LABEL: module @results
module @results {
  // CHECK: func.func private @results.part0(
  // CHECK: scf.for {{.*}} iter_args
  // CHECK-COUNT-2: scf.for
  // CHECK: memref.store
  // CHECK: return
  // CHECK: func.func @results(
  // CHECK: call @results.part0
  // CHECK: %[[SUM:.*]] = scf.for
  // CHECK: scf.for
  // CHECK: call @use(%[[SUM]])
  func.func private @use(f32)
  func.func @results(%a: memref<8xf32>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c8 = arith.constant 8 : index
    %x = arith.constant 1.0 : f32
    %sum = scf.for %i = %c0 to %c8 step %c1 iter_args(%s = %x) -> f32 {
      %y = memref.load %a[%i] : memref<8xf32>
      %t = arith.addf %s, %y : f32
      scf.yield %t : f32
    }
    scf.for %i = %c0 to %c8 step %c1 {
      memref.store %x, %a[%i] : memref<8xf32>
    }
    scf.for %i = %c0 to %c8 step %c1 {
      memref.store %x, %a[%i] : memref<8xf32>
    }
    memref.store %sum, %a[%c0] : memref<8xf32>
    %last = scf.for %i = %c0 to %c8 step %c1 iter_args(%s = %x) -> f32 {
      %y = memref.load %a[%i] : memref<8xf32>
      %t = arith.addf %s, %y : f32
      scf.yield %t : f32
    }
    scf.for %i = %c0 to %c8 step %c1 {
      memref.store %x, %a[%i] : memref<8xf32>
    }
    func.call @use(%last) : (f32) -> ()
    return
  }
}

// -----

// The loops in a loop, which has too many of them for a part itself: its index
// is an argument.
// CHECK-LABEL: module @inside
module @inside {
  // CHECK: func.func private @inside.part0(
  // CHECK-COUNT-2: scf.for
  // CHECK: func.func private @inside.part1(
  // CHECK-COUNT-2: scf.for
  // CHECK: func.func @inside(
  // CHECK: scf.for
  // CHECK: call @inside.part0
  // CHECK: call @inside.part1
  func.func @inside(%a: memref<8x8xf32>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c8 = arith.constant 8 : index
    %x = arith.constant 1.0 : f32
    scf.for %j = %c0 to %c8 step %c1 {
      scf.for %i = %c0 to %c8 step %c1 {
        memref.store %x, %a[%j, %i] : memref<8x8xf32>
      }
      scf.for %i = %c0 to %c8 step %c1 {
        memref.store %x, %a[%j, %i] : memref<8x8xf32>
      }
      scf.for %i = %c0 to %c8 step %c1 {
        memref.store %x, %a[%j, %i] : memref<8x8xf32>
      }
      scf.for %i = %c0 to %c8 step %c1 {
        memref.store %x, %a[%j, %i] : memref<8x8xf32>
      }
    }
    return
  }
}

// -----

// Calls stay, and what an argument cannot be.
// CHECK-LABEL: module @calls
module @calls {
  // CHECK-NOT: calls.part
  func.func private @f()
  func.func @calls(%a: memref<8xf32>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c8 = arith.constant 8 : index
    %x = arith.constant 1.0 : f32
    %t = "test.token"() : () -> none
    scf.for %i = %c0 to %c8 step %c1 {
      func.call @f() : () -> ()
    }
    scf.for %i = %c0 to %c8 step %c1 {
      memref.store %x, %a[%i] : memref<8xf32>
    }
    func.call @f() : () -> ()
    scf.for %i = %c0 to %c8 step %c1 {
      "test.use"(%t) : (none) -> ()
    }
    scf.for %i = %c0 to %c8 step %c1 {
      "test.use"(%t) : (none) -> ()
    }
    return
  }
}

// -----

// CHECK-LABEL: module @few
module @few {
  // CHECK-NOT: few.part
  func.func @few(%a: memref<8xf32>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c8 = arith.constant 8 : index
    %x = arith.constant 1.0 : f32
    scf.for %i = %c0 to %c8 step %c1 {
      memref.store %x, %a[%i] : memref<8xf32>
    }
    scf.for %i = %c0 to %c8 step %c1 {
      memref.store %x, %a[%i] : memref<8xf32>
    }
    return
  }
}
