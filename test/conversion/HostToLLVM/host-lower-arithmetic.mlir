// RUN: tvm-opt %s -split-input-file -convert-host-to-llvm -host-lower-arithmetic | FileCheck %s

// The entry function is lowered. Kernels stay as they are: a constant of a
// lowered one that stands there twice, and arithmetic of the other one.
module {
  // CHECK-LABEL: module @lowered
  module @lowered {
    llvm.func @tvm_kernel_lowered() -> i64 {
      // CHECK: %[[ONE:.*]] = llvm.mlir.constant(1 : i64)
      // CHECK: %[[TOO:.*]] = llvm.mlir.constant(1 : i64)
      // CHECK: llvm.add %[[ONE]], %[[TOO]]
      %0 = llvm.mlir.constant(1 : i64) : i64
      %1 = llvm.mlir.constant(1 : i64) : i64
      %2 = llvm.add %0, %1 : i64
      llvm.return %2 : i64
    }
  }
  // CHECK-LABEL: module @later
  module @later {
    // CHECK: arith.addi
    func.func @later(%i: index) -> index {
      %0 = arith.addi %i, %i : index
      return %0 : index
    }
  }
  // CHECK-LABEL: module @tvm_host
  // CHECK-NOT: arith.
  // CHECK-NOT: affine.
  // CHECK: llvm.func @tvm_main
  // CHECK-NOT: arith.
  // CHECK-NOT: affine.
  // CHECK: llvm.mul
  // CHECK-NOT: arith.
  // CHECK-NOT: affine.
  func.func @main(%x: memref<?x?xi8>) -> memref<?xi8> {
    %c0 = arith.constant 0 : index
    %n = memref.dim %x, %c0 : memref<?x?xi8>
    %s = affine.apply affine_map<(n) -> (n * 3)>(%n)
    %y = graph.output 0(%s) : memref<?xi8>
    return %y : memref<?xi8>
  }
}

// -----

// A module without a host stays as it is.
// CHECK-LABEL: module @alone
module {
  module @alone {
    // CHECK: arith.addi
    func.func @alone(%i: index) -> index {
      %0 = arith.addi %i, %i : index
      return %0 : index
    }
  }
}
