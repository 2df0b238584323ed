// RUN: tvm-opt %s --schedule-lower-scopes | FileCheck %s

// Buffers and what views see of them have no memory space afterwards.
// CHECK-LABEL: @scopes
// CHECK: memref.alloc() : memref<4x3xf32>
// CHECK: memref.alloca() : memref<3xf32>
// CHECK: memref.subview {{.*}} : memref<4x3xf32> to memref<3xf32, strided<[1], offset: ?>>
// CHECK: affine.load %{{.*}} : memref<3xf32, strided<[1], offset: ?>>
// CHECK: affine.store %{{.*}} : memref<3xf32>
func.func @scopes(%i: index) {
  %a = memref.alloc() : memref<4x3xf32, "shared">
  %b = memref.alloca() : memref<3xf32, "local">
  %row = memref.subview %a[%i, 0] [1, 3] [1, 1]
      : memref<4x3xf32, "shared"> to memref<3xf32, strided<[1], offset: ?>, "shared">
  affine.for %j = 0 to 3 {
    %x = affine.load %row[%j] : memref<3xf32, strided<[1], offset: ?>, "shared">
    affine.store %x, %b[%j] : memref<3xf32, "local">
  }
  return
}
