// RUN: not tvm-opt %s --target-set="entries=cores" 2>&1 | FileCheck %s --check-prefix=VALUE
// RUN: not tvm-opt %s --target-set="entries=cores=4,L2_cache_size=1024" 2>&1 | FileCheck %s --check-prefix=CPU
// RUN: not tvm-opt %s --target-set="entries=shared_size_in_bytes=1024" 2>&1 | FileCheck %s --check-prefix=OTHER
// RUN: not tvm-opt %s --target-set="device=GPU entries=shared_size=1024" 2>&1 | FileCheck %s --check-prefix=GPU
// RUN: tvm-opt %s --target-set="device=vdla entries=any_size_in_bytes=1024" | FileCheck %s --check-prefix=VDLA

// VALUE: error: expected an entry key=value, got 'cores'
// CPU: error: expected an entry of device 'CPU', got 'L2_cache_size'; did you mean 'L2_cache_size_in_bytes'?
// OTHER: error: expected an entry of device 'CPU', got 'shared_size_in_bytes'; did you mean 'L{{[1-3]}}_cache_size_in_bytes'?
// GPU: error: expected an entry of device 'GPU', got 'shared_size'; did you mean 'shared_size_in_bytes'?
// An accelerator has memories of its own.
// VDLA: "vdla" = #dlti.target_device_spec<"any_size_in_bytes" = 1024 : i64>
module {}
