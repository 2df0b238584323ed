// RUN: tvm-opt %s -allow-unregistered-dialect -split-input-file --kernel-outline-parallel | FileCheck %s

// Memrefs travel as pointers and dynamic sizes; constants are repeated.
// CHECK-LABEL: module @capture
module @capture {
  // CHECK: func.func private @capture.parallel0.body(%[[BEGIN:[^:]*]]: index, %[[END:[^:]*]]: index,
  // CHECK-SAME: %[[PTR:[^:]*]]: !llvm.ptr {llvm.noalias}, %[[SIZE:[^:]*]]: i64, %[[X:[^:]*]]: f32)
  // CHECK-SAME: llvm.linkage = #llvm.linkage<internal>
  // CHECK: %[[A:.*]] = builtin.unrealized_conversion_cast %{{.*}} to memref<?x4xf32>
  // CHECK: scf.for %[[I:.*]] = %[[BEGIN]] to %[[END]]
  // CHECK: memref.store %[[X]], %[[A]][%[[I]], %{{.*}}]

  // CHECK: llvm.func internal @capture.parallel0(%[[CLOSURE:[^:]*]]: !llvm.ptr, %{{[^:]*}}: i64, %{{[^:]*}}: i64)
  // CHECK-COUNT-3: llvm.getelementptr %[[CLOSURE]]
  // CHECK: call @capture.parallel0.body

  // CHECK: func.func @capture(%{{[^:]*}}: memref<?x4xf32>, %{{[^:]*}}: memref<f32>, %[[PARALLEL:[^:]*]]: !llvm.ptr {kernel.parallel})
  func.func @capture(%a: memref<?x4xf32>, %s: memref<f32>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %n = memref.dim %a, %c0 : memref<?x4xf32>
    %x = memref.load %s[] : memref<f32>
    // CHECK: %[[LOCAL:.*]] = llvm.alloca
    // CHECK: %[[HAS:.*]] = llvm.icmp "ne" %[[PARALLEL]]
    // CHECK: %[[MANY:.*]] = scf.if %[[HAS]] -> (i1)
    // CHECK: scf.if %[[MANY]]
    // CHECK: %[[BODY:.*]] = llvm.mlir.addressof @capture.parallel0
    // CHECK: llvm.call %{{.*}}(%[[PARALLEL]], %[[BODY]], %[[LOCAL]], %[[N:.*]]) : !llvm.ptr,
    // CHECK: else
    // CHECK: llvm.call @capture.parallel0(%[[LOCAL]], %{{.*}}, %[[N]])
    scf.parallel (%i) = (%c0) to (%n) step (%c1) {
      memref.store %x, %a[%i, %c0] : memref<?x4xf32>
    }
    // CHECK: return
    return
  }
}

// -----

// Two dimensions become one; lower bounds and steps are put back.
// CHECK-LABEL: func.func private @dims.parallel0.body
// CHECK-SAME: (%{{[^:]*}}: index, %{{[^:]*}}: index, %{{[^:]*}}: i64, %{{[^:]*}}: !llvm.ptr {llvm.noalias})
// CHECK: scf.for %[[I:.*]] =
// CHECK: %[[REM:.*]] = arith.remui %[[I]]
// CHECK: %[[DIV:.*]] = arith.divui %[[I]]
// CHECK: %[[STEP:.*]] = arith.muli %[[REM]]
// CHECK: %[[J:.*]] = arith.addi %[[STEP]]
// CHECK: memref.store %{{.*}}, %{{.*}}[%[[DIV]], %[[J]]]
module @dims {
  func.func @dims(%a: memref<8x9xf32>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %c9 = arith.constant 9 : index
    %f = arith.constant 1.0 : f32
    %n = "test.size"() : () -> index
    scf.parallel (%i, %j) = (%c0, %c1) to (%n, %c9) step (%c1, %c2) {
      memref.store %f, %a[%i, %j] : memref<8x9xf32>
    }
    return
  }
}

// -----

// Parallel loops within one run in order; a view is made again in the body, as
// its source must not alias it.
// CHECK-LABEL: func.func private @nested.parallel0.body
// CHECK-SAME: (%{{[^:]*}}: index, %{{[^:]*}}: index, %{{[^:]*}}: !llvm.ptr {llvm.noalias})
// CHECK: memref.subview
// CHECK: scf.for
// CHECK: scf.for
// CHECK-NOT: scf.parallel
// CHECK: return
module @nested {
  func.func @nested(%a: memref<8x8xf32>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c8 = arith.constant 8 : index
    %f = arith.constant 1.0 : f32
    %row = memref.subview %a[0, 0] [1, 8] [1, 1]
        : memref<8x8xf32> to memref<8xf32, strided<[1]>>
    scf.parallel (%i) = (%c0) to (%c8) step (%c1) {
      scf.parallel (%j) = (%c0) to (%c8) step (%c1) {
        %x = memref.load %row[%j] : memref<8xf32, strided<[1]>>
        memref.store %x, %a[%i, %j] : memref<8x8xf32>
      }
    }
    return
  }
}

// -----

// A reduction stays.
// CHECK-LABEL: func.func @reduce
// CHECK: scf.parallel
// CHECK: scf.reduce
module @reduce {
  func.func @reduce(%a: memref<8xf32>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c8 = arith.constant 8 : index
    %f = arith.constant 1.0 : f32
    %s = scf.parallel (%i) = (%c0) to (%c8) step (%c1) init (%f) -> f32 {
      %x = memref.load %a[%i] : memref<8xf32>
      scf.reduce(%x : f32) {
      ^bb0(%l: f32, %r: f32):
        %y = arith.addf %l, %r : f32
        scf.reduce.return %y : f32
      }
    }
    memref.store %s, %a[%c0] : memref<8xf32>
    return
  }
}

// -----

// A constant in memory is no part of the closure.
// CHECK-LABEL: func.func private @global.parallel0.body
// CHECK-SAME: (%{{[^:]*}}: index, %{{[^:]*}}: index, %{{[^:]*}}: !llvm.ptr {llvm.noalias})
// CHECK: memref.get_global @table
module @global {
  memref.global "private" constant @table : memref<2xf32> = dense<[1.0, 2.0]>
  func.func @global(%a: memref<2xf32>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %t = memref.get_global @table : memref<2xf32>
    scf.parallel (%i) = (%c0) to (%c2) step (%c1) {
      %x = memref.load %t[%i] : memref<2xf32>
      memref.store %x, %a[%i] : memref<2xf32>
    }
    return
  }
}
