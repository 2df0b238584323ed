// RUN: tvm-opt %s -allow-unregistered-dialect -split-input-file --kernel-plan-workspace | FileCheck %s
// RUN: tvm-opt %s -allow-unregistered-dialect -split-input-file --kernel-plan-workspace --canonicalize | FileCheck %s --check-prefix=CANONICAL

// Temporaries that are live in turn share memory; the views are aligned.
// CHECK-LABEL: module @static attributes {kernel.workspace = 192 : i64}
module @static {
  // CHECK: func.func @static(%[[A:[^:]*]]: memref<10xf32>, %[[OUT:[^:]*]]: memref<10xf32>,
  // CHECK-SAME: %[[W:[^:]*]]: memref<?xi8> {kernel.workspace})
  func.func @static(%a: memref<10xf32>, %out: memref<10xf32>) {
    // CHECK-DAG: %[[C0:.*]] = arith.constant 0 : index
    // CHECK-DAG: %[[C128A:.*]] = arith.constant 128 : index
    // CHECK-DAG: %[[C128B:.*]] = arith.constant 128 : index
    // CHECK-NOT: memref.alloc
    // CHECK-NOT: memref.dealloc
    // CHECK: memref.view %[[W]][%[[C128A]]][] : memref<?xi8> to memref<10xf32>
    // CHECK: memref.view %[[W]][%[[C0]]][] : memref<?xi8> to memref<10xi64>
    // CHECK: memref.view %[[W]][%[[C128B]]][] : memref<?xi8> to memref<10xf32>
    %t0 = memref.alloc() : memref<10xf32>
    memref.copy %a, %t0 : memref<10xf32> to memref<10xf32>
    %t1 = memref.alloc() : memref<10xi64>
    "test.use"(%t0, %t1) : (memref<10xf32>, memref<10xi64>) -> ()
    memref.dealloc %t0 : memref<10xf32>
    // This one takes the place of the first.
    %t2 = memref.alloc() : memref<10xf32>
    "test.use"(%t1, %t2) : (memref<10xi64>, memref<10xf32>) -> ()
    memref.copy %t2, %out : memref<10xf32> to memref<10xf32>
    return
  }
}

// -----

// Sizes of dims: a function of all dims; equal sizes in turn share a slot.
// CHECK-LABEL: module @dynamic {
module @dynamic {
  // CHECK: func.func @dynamic(%[[A:[^:]*]]: memref<?x4xf32>, %[[B:[^:]*]]: memref<?xf32>, %[[W:[^:]*]]: memref<?xi8> {kernel.workspace})
  // CHECK: %[[DIM:.*]] = memref.dim %[[A]]
  // CHECK: %[[MUL:.*]] = arith.muli %{{.*}}, %[[DIM]]
  // CHECK: arith.andi
  // CHECK-COUNT-3: memref.view %[[W]][%{{.*}}][%{{.*}}] : memref<?xi8> to memref<?x4xf32>
  func.func @dynamic(%a: memref<?x4xf32>, %b: memref<?xf32>) {
    %c0 = arith.constant 0 : index
    %n = memref.dim %a, %c0 : memref<?x4xf32>
    %t0 = memref.alloc(%n) : memref<?x4xf32>
    %t1 = memref.alloc(%n) : memref<?x4xf32>
    "test.use"(%t0, %t1) : (memref<?x4xf32>, memref<?x4xf32>) -> ()
    %t2 = memref.alloc(%n) : memref<?x4xf32>
    "test.use"(%t1, %t2) : (memref<?x4xf32>, memref<?x4xf32>) -> ()
    return
  }
  // CHECK: func.func @dynamic.workspace(%[[N:[^:]*]]: index, %{{[^:]*}}: index, %[[THREADS:[^:]*]]: index) -> index
  // CHECK: %[[C0:.*]] = arith.constant 0
  // CHECK: %[[C16:.*]] = arith.constant 16
  // CHECK-DAG: %[[WIDE16:.*]] = arith.index_cast %[[C16]] : index to i64
  // CHECK-DAG: %[[WIDEN:.*]] = arith.index_cast %[[N]] : index to i64
  // CHECK: %[[LOW:.*]], %[[HIGH:.*]] = arith.mulsi_extended %[[WIDE16]], %[[WIDEN]]
  // CHECK: %[[BYTES:.*]] = arith.index_cast %[[LOW]] : i64 to index
  // CHECK: %[[SIGN:.*]] = arith.shrsi %[[LOW]]
  // CHECK: %[[WRAPS:.*]] = arith.cmpi ne, %[[HIGH]], %[[SIGN]]
  // CHECK: %[[UP:.*]] = arith.addi %[[BYTES]]
  // CHECK: arith.cmpi slt
  // CHECK: arith.ori %[[WRAPS]]
  // CHECK: %[[SIZE:.*]] = arith.andi %[[UP]]
  // CHECK: %[[ONE:.*]] = arith.addi %[[C0]], %[[SIZE]]
  // CHECK: %[[ALL:.*]] = arith.addi %[[ONE]]
  // CHECK: %[[MOST:.*]] = arith.constant 281474976710656
  // CHECK: %[[LEAST:.*]] = arith.minui %{{.*}}, %[[MOST]]
  // CHECK: %[[RESULT:.*]] = arith.select %{{.*}}, %[[MOST]], %[[LEAST]]
  // CHECK: return %[[RESULT]]
}

// -----

// Small temporaries of a parallel loop are on the stack.
// CHECK-LABEL: module @small {
module @small {
  // CHECK-NOT: kernel.workspace
  func.func @small(%a: memref<100xf32>) {
    // CHECK: scf.parallel
    // CHECK: memref.alloca() {alignment = 64 : i64} : memref<16xf32>
    affine.parallel (%i) = (0) to (100) {
      %t = memref.alloc() : memref<16xf32>
      "test.use"(%t) : (memref<16xf32>) -> ()
      memref.dealloc %t : memref<16xf32>
    }
    return
  }
}

// -----

// Large ones are slices of each thread's part of the workspace.
// CHECK-LABEL: module @large {
module @large {
  // CHECK: func.func @large(%{{[^:]*}}: memref<100xf32>,
  // CHECK-SAME: %[[THREADS:[^:]*]]: index {kernel.threads}, %[[W:[^:]*]]: memref<?xi8> {kernel.workspace})
  func.func @large(%a: memref<100xf32>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c100 = arith.constant 100 : index
    // CHECK: scf.parallel (%[[TASK:.*]]) = (%{{.*}}) to (%[[THREADS]])
    // CHECK: %[[OFFSET:.*]] = arith.muli %[[TASK]]
    // CHECK: scf.for
    // CHECK: memref.view %[[W]][%{{.*}}][] : memref<?xi8> to memref<100000xf32>
    scf.parallel (%i) = (%c0) to (%c100) step (%c1) {
      %t = memref.alloc() : memref<100000xf32>
      "test.use"(%t) : (memref<100000xf32>) -> ()
    }
    return
  }
  // CHECK: func.func @large.workspace(%[[T:[^:]*]]: index) -> index
  // CHECK: %[[WIDE:.*]] = arith.index_cast %[[T]] : index to i64
  // CHECK: arith.mulsi_extended %{{.*}}, %[[WIDE]] : i64
}

// -----

// Each step of a size is checked, maps and static sizes that overflow as well.
// CHECK-LABEL: module @mapped {
module @mapped {
  // CHECK: func.func @mapped.workspace(%[[N:[^:]*]]: index, %{{[^:]*}}: index) -> index
  // CHECK-NOT: affine
  // CHECK: %[[STATIC:.*]] = arith.constant 1125899906842624
  // CHECK-NOT: affine
  // CHECK: %[[WIDEN:.*]] = arith.index_cast %[[N]] : index to i64
  // CHECK: arith.mulsi_extended %[[WIDEN]]
  // CHECK: arith.minsi
  // CHECK-NOT: muli
  // CHECK: %[[WIDE:.*]] = arith.index_cast %[[STATIC]] : index to i64
  // CHECK: arith.mulsi_extended %[[WIDE]]
  // CHECK: return
  func.func @mapped(%a: memref<?xf32>) {
    %c0 = arith.constant 0 : index
    %n = memref.dim %a, %c0 : memref<?xf32>
    %s = affine.min affine_map<(d0) -> (d0 * 3 + 1, 77)>(%n)
    %d = arith.subi %s, %c0 : index
    %t = memref.alloc(%d) : memref<?x4611686018427387904x4xf32>
    "test.use"(%t) : (memref<?x4611686018427387904x4xf32>) -> ()
    return
  }
}

// -----

// Stack memory of a schedule counts as well: the largest goes to the workspace,
// what is small, as a tile in registers, stays.
// CHECK-LABEL: module @tiles {
module @tiles {
  // CHECK: func.func @tiles(%{{[^:]*}}: memref<100xf32>,
  // CHECK-SAME: %[[THREADS:[^:]*]]: index {kernel.threads}, %[[W:[^:]*]]: memref<?xi8> {kernel.workspace})
  func.func @tiles(%a: memref<100xf32>) {
    // CHECK: scf.parallel (%{{.*}}) = (%{{.*}}) to (%[[THREADS]])
    // CHECK: %[[TILE:.*]] = memref.alloca() : memref<4xvector<16xf32>>
    // CHECK: %[[SMALL:.*]] = memref.alloca() {alignment = 64 : i64} : memref<1024xf32>
    // CHECK: %[[LARGE:.*]] = memref.view %[[W]][%{{.*}}][] : memref<?xi8> to memref<4096xf32>
    // CHECK: "test.use"(%[[TILE]], %[[SMALL]], %[[LARGE]])
    affine.parallel (%i) = (0) to (100) {
      %tile = memref.alloca() : memref<4xvector<16xf32>>
      %small = memref.alloc() : memref<1024xf32>
      %large = memref.alloca() : memref<4096xf32>
      "test.use"(%tile, %small, %large) : (memref<4xvector<16xf32>>, memref<1024xf32>, memref<4096xf32>) -> ()
    }
    return
  }
}

// -----

// The same holds outside of parallel loops.
// CHECK-LABEL: module @serial attributes {kernel.workspace = 65536 : i64}
module @serial {
  // CHECK: func.func @serial(%{{[^:]*}}: memref<100xf32>, %[[W:[^:]*]]: memref<?xi8> {kernel.workspace})
  func.func @serial(%a: memref<100xf32>) {
    // CHECK: affine.for
    // CHECK-DAG: %[[SMALL:.*]] = memref.alloca() : memref<64xf32>
    // CHECK-DAG: %[[LARGE:.*]] = memref.view %[[W]][%{{.*}}][] : memref<?xi8> to memref<16384xf32>
    // CHECK: "test.use"(%[[SMALL]], %[[LARGE]])
    affine.for %i = 0 to 100 {
      %small = memref.alloca() : memref<64xf32>
      %large = memref.alloca() : memref<16384xf32>
      "test.use"(%small, %large) : (memref<64xf32>, memref<16384xf32>) -> ()
    }
    return
  }
}

// -----

// Upstream's canonicalisation takes a product by 1.
// CANONICAL-LABEL: module @bytes {
module @bytes {
  // CANONICAL: func.func @bytes.workspace
  // CANONICAL: arith.extsi %{{.*}} : i1 to i64
  func.func @bytes(%a: memref<?xi8>) {
    %c0 = arith.constant 0 : index
    %n = memref.dim %a, %c0 : memref<?xi8>
    %t = memref.alloc(%n) : memref<1x?xi8>
    "test.use"(%t) : (memref<1x?xi8>) -> ()
    return
  }
}
