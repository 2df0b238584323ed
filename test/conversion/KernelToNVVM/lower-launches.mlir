// RUN: tvm-opt %s --split-input-file --gpu-lower-launches | FileCheck %s

// The device gets what launches use and gives back what they write. Buffers of the device alone have an address on the
// host. Sizes of the launch, then indices among the operands, are numbers.
module attributes {gpu.container_module} {
  // CHECK-NOT: gpu.
  // CHECK: func.func @two(%[[A:.*]]: memref<?x8xf32>, %[[B:.*]]: memref<8xi8>, %[[UNUSED:.*]]: memref<4xf32>, %[[N:.*]]: index) {
  // CHECK-NEXT: call @tvm_device_begin(%[[A]], %[[B]]) {kernel.constants = [array<i64: 2, 4, 1, 1>]} : (memref<?x8xf32>, memref<8xi8>) -> i32
  // CHECK: %[[T:.*]] = memref.alloc(%[[N]]) : memref<?xf64>
  // CHECK: %[[NUMBERS:.*]] = memref.alloca() : memref<7xi64>
  // CHECK-COUNT-7: memref.store %{{.*}}, %[[NUMBERS]][%{{.*}}] : memref<7xi64>
  // CHECK: call @tvm_device_launch(%[[NUMBERS]], %[[A]], %[[T]]) {kernel.constants = ["text", "first", array<i64: 2, 4, -1, 8, 1, 8>]}
  // CHECK: scf.for
  // CHECK: %[[NUMBERS:.*]] = memref.alloca() : memref<6xi64>
  // CHECK: func.call @tvm_device_launch_0(%[[NUMBERS]], %[[T]], %[[B]]) {kernel.constants = ["other", "second", array<i64: 1, 8, 1, 1>]}
  // CHECK: }
  // CHECK: call @tvm_device_end(%[[B]]) {kernel.constants = [array<i64: 1, 1>]} : (memref<8xi8>) -> i32
  // CHECK-NEXT: return
  func.func @two(%a: memref<?x8xf32>, %b: memref<8xi8>, %unused: memref<4xf32>, %n: index) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c32 = arith.constant 32 : index
    %t = gpu.alloc (%n) : memref<?xf64>
    gpu.launch_func @one::@first blocks in (%n, %c1, %c1) threads in (%c32, %c1, %c1) args(%a : memref<?x8xf32>, %n : index, %t : memref<?xf64>) {kernel.written = array<i64: 2>}
    scf.for %i = %c0 to %n step %c1 {
      gpu.launch_func @other::@second blocks in (%c1, %c1, %c1) threads in (%c32, %c1, %c1) args(%t : memref<?xf64>, %b : memref<8xi8>) {kernel.written = array<i64: 1>}
    }
    gpu.dealloc %t : memref<?xf64>
    return
  }
  gpu.binary @one [#gpu.object<#nvvm.target, assembly = "text\00">]
  gpu.binary @other [#gpu.object<#nvvm.target, assembly = "other">]
}
// CHECK-DAG: func.func private @tvm_device_begin(memref<?x8xf32>, memref<8xi8>) -> i32 attributes {kernel.extern = "tvm_device_begin"}
// CHECK-DAG: func.func private @tvm_device_launch_0(memref<6xi64>, memref<?xf64>, memref<8xi8>) -> i32 attributes {kernel.extern = "tvm_device_launch"}
// CHECK-NOT: gpu.

// -----

// Other numbers travel as their bits.
module attributes {gpu.container_module} {
  // CHECK: func.func @numbers(%{{.*}}: memref<4xf32>, %[[B:.*]]: i1, %[[F:.*]]: f32, %[[L:.*]]: i64)
  // CHECK-DAG: arith.extui %[[B]] : i1 to i64
  // CHECK-DAG: %[[BITS:.*]] = arith.bitcast %[[F]] : f32 to i32
  // CHECK-DAG: arith.extui %[[BITS]] : i32 to i64
  // CHECK: memref.store %[[L]], %{{.*}} : memref<9xi64>
  // CHECK: array<i64: -1, 8, 1, 4, -1, 8, -1, 8>
  func.func @numbers(%a: memref<4xf32>, %b: i1, %f: f32, %l: i64) {
    %c1 = arith.constant 1 : index
    gpu.launch_func @one::@first blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1) args(%b : i1, %a : memref<4xf32>, %f : f32, %l : i64)
    return
  }
  gpu.binary @one [#gpu.object<#nvvm.target, assembly = "text">]
}
