// RUN: tvm-opt %s --split-input-file --schedule-generate -verify-diagnostics

// expected-error @below {{expected 'max_vector_op_width' of device 'CPU' to be an integer from 64 to 4096, got "wide"}}
module attributes {dlti.target_system_spec = #dlti.target_system_spec<"CPU" = #dlti.target_device_spec<"max_vector_op_width" = "wide">>} {
  func.func @f(%x: memref<64xf32>) { return }
}

// -----

// expected-error @below {{expected 'max_vector_op_width' of device 'CPU' to be a power of two, got 192}}
module attributes {dlti.target_system_spec = #dlti.target_system_spec<"CPU" = #dlti.target_device_spec<"max_vector_op_width" = 192 : i64>>} {
  func.func @f(%x: memref<64xf32>) { return }
}

// -----

// expected-error @below {{expected 'max_vector_op_width' of device 'CPU' to be an integer from 64 to 4096, got 8192 : i64}}
module attributes {dlti.target_system_spec = #dlti.target_system_spec<"CPU" = #dlti.target_device_spec<"max_vector_op_width" = 8192 : i64>>} {
  func.func @f(%x: memref<64xf32>) { return }
}

// -----

// expected-error @below {{expected 'cores' of device 'CPU' to be an integer from 1 to 1048576, got 0 : i64}}
module attributes {dlti.target_system_spec = #dlti.target_system_spec<"CPU" = #dlti.target_device_spec<"cores" = 0 : i64>>} {
  func.func @f(%x: memref<64xf32>) { return }
}

// -----

// expected-error @below {{expected 'L1_cache_size_in_bytes' of device 'CPU' to be an integer from 1 to 281474976710656, got -1 : i64}}
module attributes {dlti.target_system_spec = #dlti.target_system_spec<"CPU" = #dlti.target_device_spec<"L1_cache_size_in_bytes" = -1 : i64>>} {
  func.func @f(%x: memref<64xf32>) { return }
}

// -----

// expected-error @below {{expected 'L2_cache_size_in_bytes' of device 'CPU' to be an integer from 1 to 281474976710656, got 18446744073709551615 : ui64}}
module attributes {dlti.target_system_spec = #dlti.target_system_spec<"CPU" = #dlti.target_device_spec<"L2_cache_size_in_bytes" = 18446744073709551615 : ui64>>} {
  func.func @f(%x: memref<64xf32>) { return }
}

// -----

// expected-error @below {{expected 'vector_registers' of device 'CPU' to be an integer from 8 to 1024, got true}}
module attributes {dlti.target_system_spec = #dlti.target_system_spec<"CPU" = #dlti.target_device_spec<"vector_registers" = true>>} {
  func.func @f(%x: memref<64xf32>) { return }
}

// -----

// expected-error @below {{expected 'matrix_unit' of device 'CPU' to be true or false, got 1 : i64}}
module attributes {dlti.target_system_spec = #dlti.target_system_spec<"CPU" = #dlti.target_device_spec<"matrix_unit" = 1 : i64>>} {
  func.func @f(%x: memref<64xf32>) { return }
}

// -----

// expected-error @below {{expected 'native_f16' of device 'CPU' to be true or false, got "no"}}
module attributes {dlti.target_system_spec = #dlti.target_system_spec<"CPU" = #dlti.target_device_spec<"native_f16" = "no">>} {
  func.func @f(%x: memref<64xf32>) { return }
}

// -----

// expected-error @below {{expected 'dot_product' of device 'CPU' to be one of "none", "madd", "vnni", got "amx"}}
module attributes {dlti.target_system_spec = #dlti.target_system_spec<"CPU" = #dlti.target_device_spec<"dot_product" = "amx">>} {
  func.func @f(%x: memref<64xf32>) { return }
}

// -----

// expected-error @below {{expected 'masks' of device 'CPU' to be one of "none", "wide", "all", got true}}
module attributes {dlti.target_system_spec = #dlti.target_system_spec<"CPU" = #dlti.target_device_spec<"masks" = true>>} {
  func.func @f(%x: memref<64xf32>) { return }
}

// -----

// expected-error @below {{expected an entry of device 'CPU', got 'coers'; did you mean 'cores'?}}
module attributes {dlti.target_system_spec = #dlti.target_system_spec<"CPU" = #dlti.target_device_spec<"coers" = 2 : i64>>} {
  func.func @f(%x: memref<64xf32>) { return }
}

// -----

// expected-error @below {{expected an entry of device 'CPU', got 'L4'; did you mean 'L1_cache_size_in_bytes'?}}
module attributes {dlti.target_system_spec = #dlti.target_system_spec<"CPU" = #dlti.target_device_spec<"cores" = 2 : i64, "L4" = 8 : i64>>} {
  func.func @f(%x: memref<64xf32>) { return }
}

// -----

// expected-error @below {{expected device 'CPU', got 'cpu'}}
module attributes {dlti.target_system_spec = #dlti.target_system_spec<"cpu" = #dlti.target_device_spec<"cores" = 2 : i64>>} {
  func.func @f(%x: memref<64xf32>) { return }
}

// -----

// expected-error @below {{expected device 'GPU', got 'Gpu'}}
module attributes {dlti.target_system_spec = #dlti.target_system_spec<"Gpu" = #dlti.target_device_spec<"max_vector_op_width" = 128 : i64>>} {
  func.func @f(%x: memref<64xf32>) { return }
}

// -----

// Entries of upstream and of other compilers, and an accelerator.
module attributes {dlti.target_system_spec = #dlti.target_system_spec<
    "CPU" = #dlti.target_device_spec<"L1_cache_size_in_bytes" = 4096 : ui32, "max_vector_op_width" = 64 : ui32,
                                     "cache::L1::size_in_bytes" = 65536 : i32, "vendor.clock" = 3 : i64,
                                     "cache" = #dlti.map<"L1" = #dlti.map<"size_in_bytes" = 65536 : i32>>>,
    "vdla" = #dlti.target_device_spec<"inp_size_in_bytes" = 1024 : i64>>} {
  func.func @f(%x: memref<64xf32>) { return }
}
