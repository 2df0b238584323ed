// RUN: tvm-opt %s -allow-unregistered-dialect --kernel-hoist-allocas | FileCheck %s

// Static sizes move to the entry, dynamic ones and those of parallel loops stay.
// CHECK-LABEL: func.func @k
// CHECK-NEXT: memref.alloca() : memref<4xf32>
// CHECK: affine.for
// CHECK-NOT: memref.alloca() : memref<4xf32>
// CHECK: memref.alloca(%{{.*}}) : memref<?xf32>
// CHECK: scf.parallel
// CHECK: memref.alloca() : memref<8xf32>
module @k {
  func.func @k(%a: memref<8xf32>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c8 = arith.constant 8 : index
    affine.for %i = 0 to 8 {
      %t = memref.alloca() : memref<4xf32>
      %u = memref.alloca(%i) : memref<?xf32>
      "test.use"(%t, %u) : (memref<4xf32>, memref<?xf32>) -> ()
    }
    scf.parallel (%i) = (%c0) to (%c8) step (%c1) {
      %t = memref.alloca() : memref<8xf32>
      "test.use"(%t) : (memref<8xf32>) -> ()
    }
    return
  }
}
