// RUN: tvm-opt %s --gpu-mark-written | FileCheck %s

// Arguments that are stored to, also through a view, are marked; loads write nothing.
// CHECK: gpu.launch_func @kernels::@kernel
// CHECK-SAME: {kernel.written = array<i64: 1, 3, 4>}
module attributes {gpu.container_module} {
  func.func @host(%a: memref<8xf32>, %n: index) {
    %c1 = arith.constant 1 : index
    gpu.launch_func @kernels::@kernel blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1) args(%a : memref<8xf32>, %a : memref<8xf32>, %n : index, %a : memref<8xf32>, %a : memref<8xf32>)
    return
  }
  gpu.module @kernels {
    gpu.func @kernel(%read: memref<8xf32>, %written: memref<8xf32>, %n: index, %viewed: memref<8xf32>, %vector: memref<8xf32>) kernel {
      %c0 = arith.constant 0 : index
      %0 = memref.load %read[%n] : memref<8xf32>
      memref.store %0, %written[%n] : memref<8xf32>
      %view = memref.subview %viewed[%n] [4] [1] : memref<8xf32> to memref<4xf32, strided<[1], offset: ?>>
      memref.store %0, %view[%c0] : memref<4xf32, strided<[1], offset: ?>>
      %v = vector.broadcast %0 : f32 to vector<4xf32>
      vector.store %v, %vector[%n] : memref<8xf32>, vector<4xf32>
      gpu.return
    }
  }
}
