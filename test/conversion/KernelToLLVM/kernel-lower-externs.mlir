// RUN: tvm-opt %s -split-input-file --kernel-lower-externs | FileCheck %s
// RUN: tvm-opt %s -split-input-file --kernel-to-llvm | FileCheck %s --check-prefix=LLVM

// Buffers, all dims and the kernel's tvm_parallel travel; a status but 0 is
// reported by name and returned.
// CHECK-LABEL: module @k
// LLVM-LABEL: module @k
module @k {
  // CHECK-DAG: llvm.mlir.global weak protected @tvm_extern_sort() {{.*}}: !llvm.ptr
  // CHECK-DAG: llvm.mlir.global weak protected @tvm_failed_extern() {{.*}}: !llvm.ptr
  // CHECK-DAG: llvm.mlir.global internal constant @extern_name_sort("sort\00")
  // CHECK: func.func @k(%{{.*}}: memref<?x8xf32>, %{{.*}}: memref<4xi64>, %[[PARALLEL:.*]]: !llvm.ptr {kernel.parallel}) -> i32
  // CHECK-DAG: %[[BUFFERS:.*]] = llvm.alloca %{{.*}} x !llvm.ptr
  // CHECK-DAG: %[[DIMS:.*]] = llvm.alloca %{{.*}} x i64
  // CHECK-DAG: %[[ARGS:.*]] = llvm.alloca %{{.*}} x !llvm.ptr
  // CHECK: %[[ROWS:.*]] = llvm.extractvalue %{{.*}}[3, 0]
  // CHECK: %[[EIGHT:.*]] = llvm.mlir.constant(8 : i64)
  // CHECK: %[[FOUR:.*]] = llvm.mlir.constant(4 : i64)
  // CHECK: llvm.store %[[ROWS]]
  // CHECK: llvm.store %[[EIGHT]]
  // CHECK: llvm.store %[[FOUR]]
  // CHECK: %[[NULL:.*]] = llvm.mlir.zero
  // CHECK: llvm.store %[[BUFFERS]]
  // CHECK: llvm.store %[[DIMS]]
  // CHECK: llvm.store %[[NULL]]
  // CHECK: llvm.store %[[PARALLEL]]
  // CHECK: %[[SLOT:.*]] = llvm.mlir.addressof @tvm_extern_sort
  // CHECK: %[[FUNCTION:.*]] = llvm.load %[[SLOT]]
  // CHECK: %[[STATUS:.*]] = llvm.call %[[FUNCTION]](%[[ARGS]])
  // CHECK: %[[FAILED:.*]] = arith.cmpi ne, %[[STATUS]]
  // CHECK: cf.cond_br %[[FAILED]], ^[[FAIL:.*]], ^[[NEXT:.*]]
  // CHECK: ^[[FAIL]]:
  // CHECK: llvm.mlir.addressof @tvm_failed_extern
  // CHECK: %[[NAME:.*]] = llvm.mlir.addressof @extern_name_sort
  // CHECK: llvm.call %{{.*}}(%[[NAME]], %[[STATUS]])
  // CHECK: cf.br ^[[EXIT:.*]](%[[STATUS]] : i32)
  // CHECK: ^[[NEXT]]:
  // CHECK: return %{{.*}} : i32
  // CHECK: ^[[EXIT]](%[[RESULT:.*]]: i32):
  // CHECK: return %[[RESULT]] : i32
  // CHECK-NOT: func.func private
  // LLVM: %[[RESULT:.*]] = llvm.call @k(
  // LLVM: llvm.return %[[RESULT]] : i32
  // LLVM: llvm.func internal @k(
  // LLVM-SAME: -> i32
  func.func @k(%x: memref<?x8xf32>, %y: memref<4xi64>) {
    %0 = func.call @sort(%x, %y) : (memref<?x8xf32>, memref<4xi64>) -> i32
    return
  }
  func.func private @sort(memref<?x8xf32>, memref<4xi64>) -> i32
      attributes {kernel.extern = "sort"}
}

// -----

// A failure leaves a loop at once; the memory of arguments is the function's.
// CHECK-LABEL: module @loop
// LLVM-LABEL: module @loop
module @loop {
  // CHECK-NOT: scf.for
  // CHECK: llvm.alloca
  // CHECK: cf.br ^[[HEAD:[^(]*]](
  // CHECK: ^[[HEAD]](
  // CHECK-NOT: llvm.alloca
  // CHECK: cf.cond_br
  // CHECK: cf.cond_br
  // CHECK: cf.br ^[[HEAD]](
  func.func @loop(%x: memref<f32>, %y: memref<f32>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c9 = arith.constant 9 : index
    scf.for %t = %c0 to %c9 step %c1 {
      %0 = func.call @step(%x, %y) : (memref<f32>, memref<f32>) -> i32
    }
    return
  }
  func.func private @step(memref<f32>, memref<f32>) -> i32
      attributes {kernel.extern = "step"}
}

// -----

// A kernel without such calls stays.
// CHECK-LABEL: module @none
// LLVM-LABEL: module @none
module @none {
  // CHECK: func.func @none(%{{.*}}: memref<4xf32>) {
  func.func @none(%x: memref<4xf32>) {
    return
  }
}

// -----

// Constants of a call are its first buffers, of one dim each.
// CHECK-LABEL: module @constants
// LLVM-LABEL: module @constants
// LLVM-DAG: llvm.mlir.global internal constant @extern_constant_0("text")
// LLVM-DAG: llvm.mlir.global internal constant @extern_constant_1(dense<[7, -8]> : tensor<2xi64>) {{.*}}: !llvm.array<2 x i64>
module @constants {
  // CHECK: llvm.mlir.addressof @extern_constant_0
  // CHECK: llvm.mlir.constant(4 : i64)
  // CHECK: llvm.mlir.addressof @extern_constant_1
  // CHECK: llvm.mlir.constant(2 : i64)
  // CHECK: llvm.mlir.constant(3 : i64)
  // CHECK-COUNT-6: llvm.store
  func.func @k(%x: memref<3xf32>) {
    %0 = func.call @f(%x) {kernel.constants = ["text", array<i64: 7, -8>]} : (memref<3xf32>) -> i32
    return
  }
  func.func private @f(memref<3xf32>) -> i32 attributes {kernel.extern = "f"}
}
