// RUN: tvm-opt %s --kernel-fence-streams | FileCheck %s

module @k {
  // A function with such a store ends with a fence.
  // CHECK-LABEL: func.func @streams
  // CHECK: vector.store
  // CHECK: llvm.fence seq_cst
  // CHECK-NEXT: return
  func.func @streams(%a: memref<16xf32>, %v: vector<16xf32>) {
    %c0 = arith.constant 0 : index
    vector.store %v, %a[%c0] {nontemporal = true} : memref<16xf32>, vector<16xf32>
    return
  }

  // Others do not.
  // CHECK-LABEL: func.func @stores
  // CHECK-NOT: llvm.fence
  func.func @stores(%a: memref<16xf32>, %v: vector<16xf32>) {
    %c0 = arith.constant 0 : index
    vector.store %v, %a[%c0] : memref<16xf32>, vector<16xf32>
    return
  }
}
