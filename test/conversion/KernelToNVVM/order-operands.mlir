// RUN: tvm-opt %s --pass-pipeline="builtin.module(builtin.module(gpu-order-operands))" | FileCheck %s

// Arguments of the host's function in their order, then what it computes.
module attributes {gpu.container_module} {
  // CHECK: func.func @host(%[[A:.*]]: memref<8xf32>, %[[N:.*]]: index, %[[B:.*]]: memref<4xf32>)
  // CHECK: %[[M:.*]] = arith.muli
  // CHECK: gpu.launch_func @kernels::@kernel {{.*}} args(%[[A]] : memref<8xf32>, %[[N]] : index, %[[B]] : memref<4xf32>, %[[M]] : index)
  func.func @host(%a: memref<8xf32>, %n: index, %b: memref<4xf32>) {
    %c1 = arith.constant 1 : index
    %m = arith.muli %n, %n : index
    gpu.launch_func @kernels::@kernel blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1) args(%m : index, %b : memref<4xf32>, %a : memref<8xf32>, %n : index)
    return
  }
  gpu.module @kernels {
    // CHECK: gpu.func @kernel(%[[A:.*]]: memref<8xf32>, %[[N:.*]]: index, %[[B:.*]]: memref<4xf32>, %[[M:.*]]: index) workgroup(%[[S:.*]] : memref<2xf32
    // CHECK: memref.load %[[B]][%[[M]]]
    // CHECK: memref.store %{{.*}}, %[[A]][%[[N]]]
    // CHECK: memref.store %{{.*}}, %[[S]][%[[N]]]
    gpu.func @kernel(%m: index, %b: memref<4xf32>, %a: memref<8xf32>, %n: index) workgroup(%s : memref<2xf32, #gpu.address_space<workgroup>>) kernel {
      %0 = memref.load %b[%m] : memref<4xf32>
      memref.store %0, %a[%n] : memref<8xf32>
      memref.store %0, %s[%n] : memref<2xf32, #gpu.address_space<workgroup>>
      gpu.return
    }
  }
}

// Two launches of one kernel.
module attributes {gpu.container_module} {
  // CHECK: func.func @twice(%[[A:.*]]: memref<8xf32>, %[[N:.*]]: index)
  // CHECK-COUNT-2: args(%[[N]] : index, %[[A]] : memref<8xf32>)
  func.func @twice(%a: memref<8xf32>, %n: index) {
    gpu.launch_func @kernels::@kernel blocks in (%n, %n, %n) threads in (%n, %n, %n) args(%n : index, %a : memref<8xf32>)
    gpu.launch_func @kernels::@kernel blocks in (%n, %n, %n) threads in (%n, %n, %n) args(%n : index, %a : memref<8xf32>)
    return
  }
  gpu.module @kernels {
    gpu.func @kernel(%n: index, %a: memref<8xf32>) kernel {
      gpu.return
    }
  }
}
