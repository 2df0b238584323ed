// RUN: tvm-opt %s --te-lower-hardware-intrins=complete -split-input-file -verify-diagnostics

// A buffer in another memory.
func.func @f(%a: memref<8xf32, "vdla.acc_buffer">) {
  // expected-error @below {{expected a function on 'memref<8xf32, "vdla.acc_buffer">' without results, got '(memref<8xf32>) -> ()'}}
  te.hardware_intrin "g"(r %a : memref<8xf32, "vdla.acc_buffer">)
  return
}
// expected-note @below {{the function}}
func.func private @g(memref<8xf32>)

// -----

// Another number of buffers.
func.func @f(%a: memref<8xf32>) {
  // expected-error @below {{expected a function on 'memref<8xf32>' without results, got '(memref<8xf32>, memref<8xf32>) -> ()'}}
  te.hardware_intrin "g"(r %a : memref<8xf32>)
  return
}
// expected-note @below {{the function}}
func.func private @g(memref<8xf32>, memref<8xf32>)

// -----

// A result.
func.func @f(%a: memref<8xf32>) {
  // expected-error @below {{expected a function on 'memref<8xf32>' without results, got '(memref<8xf32>) -> i32'}}
  te.hardware_intrin "g"(r %a : memref<8xf32>)
  return
}
// expected-note @below {{the function}}
func.func private @g(memref<8xf32>) -> i32

// -----

// An instruction that nobody defines.
func.func @f(%a: memref<8xf32>) {
  // expected-error @below {{'te.hardware_intrin' op 'g' is no instruction of this target, and no function of the module}}
  te.hardware_intrin "g"(r %a : memref<8xf32>)
  return
}
