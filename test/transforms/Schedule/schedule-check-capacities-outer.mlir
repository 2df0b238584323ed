// RUN: tvm-opt %s --pass-pipeline='builtin.module(builtin.module(func.func(schedule-check-capacities)))' -verify-diagnostics

// The description of a module further out.
module attributes {dlti.target_system_spec = #dlti.target_system_spec<
    "vdla" = #dlti.target_device_spec<"inp_size_in_bytes" = 16 : i64>>} {
  module {
    func.func @kernel() {
      // expected-error@+2 {{expected at most 16 bytes in use in scope 'vdla.inp', got 32}}
      // expected-note@+1 {{a buffer of 32 bytes}}
      %a = memref.alloc() : memref<8xf32, "vdla.inp">
      return
    }
  }
}
