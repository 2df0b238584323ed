// RUN: tvm-opt %s -split-input-file --kernel-lower-abi -verify-diagnostics | FileCheck %s

// Buffers and dims in order, then what earlier passes added.
// CHECK-LABEL: module @k
module @k {
  // CHECK: llvm.func hidden @tvm_kernel_k(%[[ARGS:[^:]*]]: !llvm.ptr) -> i32
  // CHECK: %[[BUFFERS:.*]] = llvm.load
  // CHECK: %[[A:.*]] = llvm.load %{{.*}} : !llvm.ptr -> !llvm.ptr
  // CHECK: llvm.getelementptr inbounds %[[ARGS]][8]
  // CHECK: %[[D0:.*]] = llvm.load %{{.*}} : !llvm.ptr -> i64
  // CHECK: %[[D1:.*]] = llvm.load %{{.*}} : !llvm.ptr -> i64
  // CHECK: llvm.getelementptr inbounds %[[BUFFERS]][8]
  // CHECK: %[[B:.*]] = llvm.load %{{.*}} : !llvm.ptr -> !llvm.ptr
  // CHECK: %[[D2:.*]] = llvm.load %{{.*}} : !llvm.ptr -> i64
  // CHECK: llvm.getelementptr inbounds %[[ARGS]][16]
  // CHECK: %[[W:.*]] = llvm.load %{{.*}} : !llvm.ptr -> !llvm.ptr
  // CHECK: llvm.getelementptr inbounds %[[ARGS]][24]
  // CHECK: %[[P:.*]] = llvm.load %{{.*}} : !llvm.ptr -> !llvm.ptr
  // CHECK: call @k(%[[A]], %[[D0]], %[[D1]], %[[B]], %[[D2]], %[[W]], %{{.*}}, %[[P]])
  // CHECK: llvm.return
  // CHECK: func.func private @k(%{{[^:]*}}: !llvm.ptr {llvm.noalias}, %{{[^:]*}}: i64, %{{[^:]*}}: i64,
  // CHECK-SAME: %{{[^:]*}}: !llvm.ptr {llvm.noalias}, %{{[^:]*}}: i64,
  // CHECK-SAME: %{{[^:]*}}: !llvm.ptr {llvm.align = 64 : i64, llvm.noalias}, %{{[^:]*}}: i64, %{{[^:]*}}: !llvm.ptr)
  func.func @k(%a: memref<?x4x?xf32>, %b: memref<3x?xi8>,
               %w: memref<?xi8> {kernel.workspace},
               %p: !llvm.ptr {kernel.parallel}) {
    return
  }
  // CHECK: llvm.func hidden @tvm_workspace_k(%{{[^:]*}}: !llvm.ptr, %{{[^:]*}}: i64) -> i64
  // CHECK-COUNT-3: llvm.load
  // CHECK: call @k.workspace
  // CHECK: func.func private @k.workspace
  func.func @k.workspace(%d0: index, %d1: index, %d2: index, %t: index) -> index {
    return %d0 : index
  }
}

// -----

// A module without kernel stays.
// CHECK-LABEL: module @host
module @host {
  // CHECK: llvm.func @tvm_main
  llvm.func @tvm_main(%f: !llvm.ptr) {
    llvm.return
  }
}

// -----

module @several {
  // expected-error @+1 {{expected one public function, the kernel}}
  func.func @a(%a: memref<4xf32>) {
    return
  }
  func.func @b(%a: memref<4xf32>) {
    return
  }
}

// -----

module @results {
  // expected-error @+1 {{expected a kernel without results, got 1}}
  func.func @results(%a: memref<4xf32>) -> memref<4xf32> {
    return %a : memref<4xf32>
  }
}

// -----

module @scalar {
  // expected-error @+1 {{expected argument 1 to be a memref with identity layout, got 'f32'}}
  func.func @scalar(%a: memref<4xf32>, %b: f32) {
    return
  }
}
