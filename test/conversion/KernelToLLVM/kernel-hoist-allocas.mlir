// RUN: tvm-opt %s -allow-unregistered-dialect --kernel-hoist-allocas | FileCheck %s

// Static sizes move to the entry, dynamic ones and those of parallel loops stay.
// A buffer that fills a cache line begins at one, or at its own alignment.
// CHECK-LABEL: func.func @k
// CHECK-NEXT: memref.alloca() {alignment = 128 : i64} : memref<16xf32>
// CHECK-NEXT: memref.alloca() {alignment = 64 : i64} : memref<2x8xf32>
// CHECK-NEXT: memref.alloca() : memref<4xf32>
// CHECK: affine.for
// CHECK-NOT: memref.alloca() : memref<4xf32>
// CHECK: memref.alloca(%{{.*}}) : memref<?xf32>
// CHECK: scf.parallel
// CHECK: memref.alloca() : memref<8xf32>
// CHECK: memref.alloca() {alignment = 64 : i64} : memref<16xf32>
module @k {
  func.func @k(%a: memref<8xf32>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c8 = arith.constant 8 : index
    affine.for %i = 0 to 8 {
      %t = memref.alloca() : memref<4xf32>
      %u = memref.alloca(%i) : memref<?xf32>
      %v = memref.alloca() : memref<2x8xf32>
      %w = memref.alloca() {alignment = 128} : memref<16xf32>
      "test.use"(%t, %u, %v, %w) : (memref<4xf32>, memref<?xf32>, memref<2x8xf32>, memref<16xf32>) -> ()
    }
    scf.parallel (%i) = (%c0) to (%c8) step (%c1) {
      %t = memref.alloca() : memref<8xf32>
      %u = memref.alloca() : memref<16xf32>
      "test.use"(%t, %u) : (memref<8xf32>, memref<16xf32>) -> ()
    }
    return
  }

  // Both parts of a complex number count: these fill a cache line, too.
  // CHECK-LABEL: func.func @complex
  // CHECK-NEXT: memref.alloca() {alignment = 64 : i64} : memref<8xcomplex<f32>>
  // CHECK-NEXT: memref.alloca() : memref<7xcomplex<f32>>
  func.func @complex() {
    %u = memref.alloca() : memref<8xcomplex<f32>>
    %v = memref.alloca() : memref<7xcomplex<f32>>
    "test.use"(%u, %v) : (memref<8xcomplex<f32>>, memref<7xcomplex<f32>>) -> ()
    return
  }
}
