// RUN: tvm-opt %s --pass-pipeline='builtin.module(gpu.module(gpu-align-buffers))' | FileCheck %s
// RUN: tvm-opt %s --pass-pipeline='builtin.module(gpu.module(gpu-align-buffers,convert-gpu-to-nvvm))' | FileCheck %s --check-prefix=NVVM

// Buffers in shared memory, not those of threads.
// CHECK: gpu.func @kernel(
// CHECK-SAME: workgroup(%{{.*}} : memref<9xf32, #gpu.address_space<workgroup>> {llvm.align = 16 : i64}, %{{.*}} : memref<64xf32, #gpu.address_space<workgroup>> {llvm.align = 16 : i64})
// CHECK-SAME: private(%{{.*}} : memref<8xf32, #gpu.address_space<private>>)
// NVVM-DAG: llvm.mlir.global internal @__wg_kernel_0() {addr_space = 3 : i32, alignment = 16 : i64} : !llvm.array<9 x f32>
// NVVM-DAG: llvm.mlir.global internal @__wg_kernel_1() {addr_space = 3 : i32, alignment = 16 : i64} : !llvm.array<64 x f32>
gpu.module @kernels {
  gpu.func @kernel(%a: memref<8xf32>) workgroup(%s : memref<9xf32, #gpu.address_space<workgroup>>, %t : memref<64xf32, #gpu.address_space<workgroup>>) private(%p : memref<8xf32, #gpu.address_space<private>>) kernel {
    gpu.return
  }
}
