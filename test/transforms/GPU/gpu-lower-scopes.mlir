// RUN: tvm-opt %s --gpu-lower-scopes | FileCheck %s
// RUN: tvm-opt %s --pass-pipeline='builtin.module(target-set{device=GPU entries=shared_size_in_bytes=64},func.func(gpu-lower-scopes))' | FileCheck %s

// Shared buffers are the workgroup's, others a thread's own; the rest is on the device.
// CHECK-LABEL: func.func @scopes
// CHECK: %[[T:.*]] = gpu.alloc (%{{.*}}) : memref<?xf32>
// CHECK: gpu.launch
// CHECK-SAME: workgroup(%[[S:.*]] : memref<4x4xf32, #gpu.address_space<workgroup>>)
// CHECK-SAME: private(%[[L:.*]] : memref<4xf32, #gpu.address_space<private>>, %[[P:.*]] : memref<2xf32, #gpu.address_space<private>>)
// CHECK-NOT: memref.alloc
// CHECK: te.block "C" {{.*}} captures(%[[T]], %[[S]], %[[L]], %[[P]] : memref<?xf32>, memref<4x4xf32, #gpu.address_space<workgroup>>, memref<4xf32, #gpu.address_space<private>>, memref<2xf32, #gpu.address_space<private>>)
// CHECK: affine.load %{{.*}}[0, 0] : memref<4x4xf32, #gpu.address_space<workgroup>>
// CHECK: gpu.dealloc %[[T]] : memref<?xf32>
func.func @scopes(%n: index) {
  %c1 = arith.constant 1 : index
  %t = memref.alloc(%n) : memref<?xf32>
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
             threads(%tx, %ty, %tz) in (%sx = %c1, %sy = %c1, %sz = %c1) {
    %s = memref.alloc() : memref<4x4xf32, "shared">
    affine.for %i = 0 to 4 {
      %l = memref.alloca() : memref<4xf32, "local">
      %p = memref.alloca() : memref<2xf32>
      te.block "C" [false] affine_map<(i) -> (i)>(%i) captures(%t, %s, %l, %p : memref<?xf32>, memref<4x4xf32, "shared">, memref<4xf32, "local">, memref<2xf32>) do {
      ^bb0(%v: index, %a: memref<?xf32>, %b: memref<4x4xf32, "shared">, %c: memref<4xf32, "local">, %d: memref<2xf32>):
        %0 = affine.load %b[0, 0] : memref<4x4xf32, "shared">
        affine.store %0, %c[%v] : memref<4xf32, "local">
        affine.store %0, %d[0] : memref<2xf32>
        affine.store %0, %a[%v] : memref<?xf32>
        te.yield
      }
    }
    memref.dealloc %s : memref<4x4xf32, "shared">
    gpu.terminator
  }
  memref.dealloc %t : memref<?xf32>
  return
}

// Memory of the host's stack, between the launches of a loop: on the device as well, until the body ends.
// CHECK-LABEL: func.func @steps
// CHECK: affine.for
// CHECK-NEXT: %[[T:.*]] = gpu.alloc () : memref<8xindex>
// CHECK: gpu.launch
// CHECK: gpu.dealloc %[[T]] : memref<8xindex>
// CHECK-NEXT: }
func.func @steps() {
  %c1 = arith.constant 1 : index
  affine.for %s = 0 to 4 {
    %t = memref.alloca() : memref<8xindex>
    gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
               threads(%tx, %ty, %tz) in (%sx = %c1, %sy = %c1, %sz = %c1) {
      memref.store %s, %t[%tx] : memref<8xindex>
      gpu.terminator
    }
  }
  return
}
