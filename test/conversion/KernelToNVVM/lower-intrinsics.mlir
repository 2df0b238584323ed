// RUN: tvm-opt %s --pass-pipeline='builtin.module(gpu.module(gpu-lower-intrinsics))' | FileCheck %s

// Instructions become intrinsics, scalars and vectors; what a library computes stays.
// CHECK: gpu.func @kernel
gpu.module @kernels {
  gpu.func @kernel(%x: f32, %v: vector<4xf32>, %i: i32) kernel {
    // CHECK: llvm.call_intrinsic "llvm.fabs"(%{{.*}}) : (f32) -> f32
    %0 = math.absf %x : f32
    // CHECK: llvm.call_intrinsic "llvm.floor"(%{{.*}}) : (vector<4xf32>) -> vector<4xf32>
    %1 = math.floor %v : vector<4xf32>
    // CHECK: llvm.call_intrinsic "llvm.fma"(%{{.*}}, %{{.*}}, %{{.*}}) : (f32, f32, f32) -> f32
    %2 = math.fma %x, %x, %x : f32
    // CHECK: %[[NO:.*]] = llvm.mlir.constant(false) : i1
    // CHECK: llvm.call_intrinsic "llvm.ctlz"(%{{.*}}, %[[NO]]) : (i32, i1) -> i32
    %3 = math.ctlz %i : i32
    // CHECK: %[[INF:.*]] = llvm.mlir.constant(516 : i32) : i32
    // CHECK: llvm.call_intrinsic "llvm.is.fpclass"(%{{.*}}, %[[INF]]) : (f32, i32) -> i1
    %4 = math.isinf %x : f32
    // CHECK: %[[ROOT:.*]] = llvm.call_intrinsic "llvm.sqrt"(%{{.*}}) : (f32) -> f32
    // CHECK: arith.divf %{{.*}}, %[[ROOT]] : f32
    %5 = math.rsqrt %x : f32
    // CHECK: math.sin
    %6 = math.sin %x : f32
    gpu.return
  }
}
