// RUN: tvm-opt %s --pass-pipeline='builtin.module(func.func(schedule-check-capacities))' -split-input-file -verify-diagnostics | FileCheck %s

module attributes {dlti.target_system_spec = #dlti.target_system_spec<
    "vdla" = #dlti.target_device_spec<"inp_size_in_bytes" = 512 : i64>>} {
  // Two of 256 bytes at a time: the first one is last used before the third,
  // through a view.
  // CHECK-LABEL: func.func @one_after_another
  func.func @one_after_another(%x: f32, %i: index) {
    %a = memref.alloc() : memref<8x8xf32, "vdla.inp">
    %row = memref.subview %a[2, 0] [1, 8] [1, 1] : memref<8x8xf32, "vdla.inp"> to memref<1x8xf32, strided<[8, 1], offset: 16>, "vdla.inp">
    %b = memref.alloc() : memref<8x8xf32, "vdla.inp">
    memref.store %x, %row[%i, %i] : memref<1x8xf32, strided<[8, 1], offset: 16>, "vdla.inp">
    %c = memref.alloc() : memref<8x8xf32, "vdla.inp">
    memref.store %x, %b[%i, %i] : memref<8x8xf32, "vdla.inp">
    memref.store %x, %c[%i, %i] : memref<8x8xf32, "vdla.inp">
    return
  }

  // Other memories.
  // CHECK-LABEL: func.func @not_described
  func.func @not_described(%n: index) {
    %a = memref.alloc() : memref<800x800xf32, "vdla.wgt">
    %b = memref.alloc(%n) : memref<?xf32, "other.inp">
    %c = memref.alloc() : memref<800x800xf32, "local">
    %d = memref.alloc() : memref<800x800xf32>
    %e = memref.alloc() : memref<800x800xf32, 3>
    return
  }

}

// -----

module attributes {dlti.target_system_spec = #dlti.target_system_spec<
    "vdla" = #dlti.target_device_spec<"inp_size_in_bytes" = 512 : i64>>} {
  func.func @at_a_time(%x: f32, %i: index) {
    // expected-error@+2 {{expected at most 512 bytes in use in scope 'vdla.inp', got 768}}
    // expected-note@+1 {{a buffer of 256 bytes}}
    %a = memref.alloc() : memref<8x8xf32, "vdla.inp">
    affine.for %j = 0 to 4 {
      // expected-note@+1 {{a buffer of 256 bytes}}
      %b = memref.alloc() : memref<8x8xf32, "vdla.inp">
      // expected-note@+1 {{a buffer of 256 bytes}}
      %c = memref.alloc() : memref<8x16xf16, "vdla.inp">
      memref.store %x, %b[%i, %i] : memref<8x8xf32, "vdla.inp">
    }
    memref.store %x, %a[%i, %i] : memref<8x8xf32, "vdla.inp">
    return
  }
}

// -----

module attributes {dlti.target_system_spec = #dlti.target_system_spec<
    "vdla" = #dlti.target_device_spec<"inp_size_in_bytes" = 512 : i64>>} {
  // Each virtual thread has one.
  func.func @virtual_threads(%x: f32, %i: index) {
    affine.for %j = 0 to 3 {
      // expected-error@+2 {{expected at most 512 bytes in use in scope 'vdla.inp', got 768}}
      // expected-note@+1 {{a buffer of 256 bytes}}
      %a = memref.alloc() : memref<8x8xf32, "vdla.inp">
      memref.store %x, %a[%i, %i] : memref<8x8xf32, "vdla.inp">
    } {te.kind = "vthread"}
    return
  }
}

// -----

module attributes {dlti.target_system_spec = #dlti.target_system_spec<
    "vdla" = #dlti.target_device_spec<"inp_size_in_bytes" = 512 : i64>>} {
  func.func @shape(%n: index) {
    // expected-error@+1 {{expected a constant number of integers or floats in scope 'vdla.inp', whose size is limited, got 'memref<?xf32, "vdla.inp">'}}
    %a = memref.alloc(%n) : memref<?xf32, "vdla.inp">
    return
  }
}

// -----

module attributes {dlti.target_system_spec = #dlti.target_system_spec<
    "vdla" = #dlti.target_device_spec<"inp_size_in_bytes" = 512 : i64>>} {
  func.func @element() {
    // expected-error@+1 {{expected a constant number of integers or floats in scope 'vdla.inp', whose size is limited, got 'memref<2xvector<[4]xf32>, "vdla.inp">'}}
    %a = memref.alloc() : memref<2xvector<[4]xf32>, "vdla.inp">
    return
  }
}

// -----

module attributes {dlti.target_system_spec = #dlti.target_system_spec<
    "vdla" = #dlti.target_device_spec<"inp_size_in_bytes" = 512 : i64>>} {
  // Larger than numbers.
  func.func @large() {
    // expected-error@+2 {{expected at most 512 bytes in use in scope 'vdla.inp', got 18446744073709551615}}
    // expected-note@+1 {{a buffer of 18446744073709551615 bytes}}
    %a = memref.alloc() : memref<4294967296x4294967296xf32, "vdla.inp">
    return
  }
}

// -----

module attributes {dlti.target_system_spec = #dlti.target_system_spec<
    "vdla" = #dlti.target_device_spec<"inp_size_in_bytes" = 512 : i64>>} {
  // Their sum is too large as well, and one buffer for each thread.
  func.func @large_sum(%x: f32, %i: index) {
    affine.for %j = 0 to 3 {
      // expected-error@+2 {{expected at most 512 bytes in use in scope 'vdla.inp', got 18446744073709551615}}
      // expected-note@+1 {{a buffer of 9223372036854775808 bytes}}
      %a = memref.alloc() : memref<2147483648x1073741824xf32, "vdla.inp">
      // expected-note@+1 {{a buffer of 9223372036854775808 bytes}}
      %b = memref.alloc() : memref<2147483648x1073741824xf32, "vdla.inp">
      memref.store %x, %a[%i, %i] : memref<2147483648x1073741824xf32, "vdla.inp">
    } {te.kind = "parallel"}
    return
  }
}

// -----

module attributes {dlti.target_system_spec = #dlti.target_system_spec<
    "vdla" = #dlti.target_device_spec<"inp_size_in_bytes" = 512 : i64>>} {
  // Threads have one each, at the same time.
  func.func @threads(%x: f32, %i: index) {
    affine.for %j = 0 to 3 {
      // expected-error@+2 {{expected at most 512 bytes in use in scope 'vdla.inp', got 768}}
      // expected-note@+1 {{a buffer of 256 bytes}}
      %a = memref.alloc() : memref<8x8xf32, "vdla.inp">
      memref.store %x, %a[%i, %i] : memref<8x8xf32, "vdla.inp">
    } {te.kind = "parallel"}
    return
  }
}

// -----

module attributes {dlti.target_system_spec = #dlti.target_system_spec<
    "vdla" = #dlti.target_device_spec<"inp_size_in_bytes" = -1 : i64>>} {
  // expected-error@+1 {{expected the size of 'vdla.inp' as a number of bytes, got -1}}
  func.func @negative() {
    %a = memref.alloc() : memref<0xf32, "vdla.inp">
    return
  }
}

// -----

module attributes {dlti.target_system_spec = #dlti.target_system_spec<
    "vdla" = #dlti.target_device_spec<"inp_size_in_bytes" = "much">>} {
  // expected-error@+1 {{expected the size of 'vdla.inp' as a number of bytes, got "much"}}
  func.func @size() {
    %a = memref.alloc() : memref<8xf32, "vdla.inp">
    return
  }
}
