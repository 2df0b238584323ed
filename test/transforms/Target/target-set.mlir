// RUN: tvm-opt %s --split-input-file --target-set="entries=max_vector_op_width=512,masks=all,matrix_unit=true" | FileCheck %s
// RUN: tvm-opt %s --split-input-file --target-set="device=GPU entries=shared_size_in_bytes=65536" | FileCheck %s --check-prefix=GPU

// A number is an i64, another word is a string.
// CHECK: module attributes {dlti.target_system_spec = #dlti.target_system_spec<"CPU" = #dlti.target_device_spec<
// CHECK-SAME: "max_vector_op_width" = 512 : i64, "masks" = "all", "matrix_unit" = true>>}
// GPU: "GPU" = #dlti.target_device_spec<"shared_size_in_bytes" = 65536 : i64>
module {}

// -----

// Entries and devices that are there stay, and an entry of the same key is replaced.
// CHECK: "vdla" = #dlti.target_device_spec<"inp_size_in_bytes" = 512 : i64>
// CHECK-SAME: "CPU" = #dlti.target_device_spec<"cores" = 2 : i64, "masks" = "all", "max_vector_op_width" = 512 : i64, "matrix_unit" = true>
// GPU: "vdla" = {{.*}}, "CPU" = {{.*}}, "GPU" = #dlti.target_device_spec<"shared_size_in_bytes" = 65536 : i64>
module attributes {dlti.target_system_spec = #dlti.target_system_spec<
    "vdla" = #dlti.target_device_spec<"inp_size_in_bytes" = 512 : i64>,
    "CPU" = #dlti.target_device_spec<"cores" = 2 : i64, "masks" = "none">>} {}
