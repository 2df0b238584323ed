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
