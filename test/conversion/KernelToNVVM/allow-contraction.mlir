// RUN: tvm-opt %s --pass-pipeline='builtin.module(gpu.module(gpu-allow-contraction))' | FileCheck %s

// Operations that may become part of a fused multiply-add; other flags and other operations stay.
// CHECK: gpu.func @kernel
gpu.module @kernels {
  gpu.func @kernel(%x: f32, %v: vector<4xf32>, %i: i32) kernel {
    // CHECK: arith.mulf %{{.*}}, %{{.*}} fastmath<contract> : f32
    %0 = arith.mulf %x, %x : f32
    // CHECK: arith.addf %{{.*}}, %{{.*}} fastmath<nnan,contract> : f32
    %1 = arith.addf %0, %x fastmath<nnan> : f32
    // CHECK: arith.subf %{{.*}}, %{{.*}} fastmath<contract> : vector<4xf32>
    %2 = arith.subf %v, %v : vector<4xf32>
    // CHECK: arith.divf %{{.*}}, %{{.*}} : f32
    %3 = arith.divf %1, %x : f32
    // CHECK: arith.muli %{{.*}}, %{{.*}} : i32
    %4 = arith.muli %i, %i : i32
    gpu.return
  }
}
