// RUN: tvm-opt %s --gpu-lower-launches -split-input-file -verify-diagnostics

// Machine code.
module attributes {gpu.container_module} {
  func.func @binary(%a: memref<8xf32>) {
    %c1 = arith.constant 1 : index
    // expected-error @+1 {{expected a kernel in a binary with one text, got @one::@first}}
    gpu.launch_func @one::@first blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1) args(%a : memref<8xf32>)
    return
  }
  gpu.binary @one [#gpu.object<#nvvm.target, bin = "code">]
}

// -----

// A parameter that is no number.
module attributes {gpu.container_module} {
  func.func @scalar(%a: memref<8xf32>, %x: vector<4xf32>) {
    %c1 = arith.constant 1 : index
    // expected-error @+1 {{expected operands that are memrefs, indices or numbers of at most 64 bits, got 'vector<4xf32>'}}
    gpu.launch_func @one::@first blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1) args(%a : memref<8xf32>, %x : vector<4xf32>)
    return
  }
  gpu.binary @one [#gpu.object<#nvvm.target, assembly = "text">]
}
