// RUN: tvm-opt %s --pass-pipeline='builtin.module(gpu.module(gpu-verify-device-calls))' --split-input-file -verify-diagnostics

// A function of the C library.
module attributes {gpu.container_module} {
  gpu.module @kernels {
    func.func private @sinf(f32) -> f32
    func.func private @own(%x: f32) -> f32 {
      return %x : f32
    }
    gpu.func @kernel(%x: f32) kernel {
      %0 = func.call @own(%x) : (f32) -> f32
      // expected-error @+1 {{expected a function that runs on a GPU, got @sinf, which has no body}}
      %1 = func.call @sinf(%0) : (f32) -> f32
      gpu.return
    }
  }
}
