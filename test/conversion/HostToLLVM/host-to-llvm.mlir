// RUN: tvm-opt %s -split-input-file -convert-host-to-llvm | FileCheck %s

// The frame's callbacks give memory and launch the kernels; the manifest tells
// the names; a weight is in the artefact once.
// CHECK: tvm.manifest = {checks = [], inputs = [{dtype = "float32", name = "x", shape = ["n", 4]}], kernels = [{name = "k", nodes = ["conv1", "relu1"]}, {bytes_of_dims = {{\[\[}}5, 0, 0], [8]], dims = 2 : i64, flops = 7 : i64, name = "k", nodes = ["second"]}], memory = {planned = 64 : i64}, outputs = [{dtype = "bool", name = "output_0", shape = ["n", 4]}]}
// CHECK-SAME: tvm.weights = [#graph.weight<"w", 0, 7> : tensor<4xf32>, #graph.weight<"v", 64, 8> : tensor<8xf32>]
module {
  module @k {}
  // CHECK-LABEL: module @tvm_host
  // CHECK: llvm.func hidden @tvm_kernel_k(!llvm.ptr) -> i32
  // CHECK: llvm.func @tvm_main(%[[FRAME:.*]]: !llvm.ptr) -> i32
  func.func @main(%x: memref<?x4xf32> {graph.name = "x", graph.dims = ["n", 4]}) -> (memref<?x4xi8> {graph.dims = ["n", 4], graph.dtype = "bool"})
      attributes {graph.memory = {planned = 64 : i64}} {
    %c0 = arith.constant 0 : index
    %c64 = arith.constant 64 : index
    // CHECK: %[[DIMS:.*]] = llvm.alloca %{{.*}} x i64
    // CHECK: %[[ARENA:.*]] = llvm.getelementptr %[[FRAME]][4]
    // CHECK: %[[ALLOCATE:.*]] = llvm.load %[[ARENA]]
    // CHECK: %[[N:.*]] = llvm.load %{{.*}} : !llvm.ptr -> i64
    // CHECK: arith.index_cast %[[N]] : i64 to index
    %n = memref.dim %x, %c0 : memref<?x4xf32>
    // CHECK: %[[ELEMENT:.*]] = arith.constant 16 : i64
    // CHECK: arith.mului_extended %[[ELEMENT]]
    %s = graph.byte_size(%n) : memref<?x4xf32>
    // CHECK: %[[MEMORY:.*]] = llvm.call %[[ALLOCATE]](%{{.*}}) : !llvm.ptr, (!llvm.ptr, i64) -> !llvm.ptr
    // CHECK: %[[NULL:.*]] = llvm.mlir.zero
    // CHECK: %[[FAILED:.*]] = llvm.icmp "eq" %[[MEMORY]], %[[NULL]]
    // CHECK: llvm.cond_br %[[FAILED]], ^[[EXIT:.*]](%{{.*}} : i32)
    %a = graph.arena %s : memref<?xi8>
    %t = memref.view %a[%c64][%n] : memref<?xi8> to memref<?x4xf32>
    %w = graph.get_weight #graph.weight<"w", 0, 7> : tensor<4xf32> -> memref<4xf32>
    %v = graph.get_weight #graph.weight<"v", 64, 8> : tensor<8xf32> -> memref<8xf32>
    %u = graph.get_weight #graph.weight<"u", 0, 7> : tensor<4xi32> -> memref<4xi32>
    // CHECK: llvm.getelementptr %{{.*}}[%[[SHIFT:.*]]]
    // CHECK: %[[KERNEL:.*]] = llvm.mlir.addressof @tvm_kernel_k
    // CHECK: %[[STATUS:.*]] = llvm.call %{{.*}}(%{{.*}}, %{{.*}}, %[[KERNEL]], %{{.*}}) : !llvm.ptr, (!llvm.ptr, i32, !llvm.ptr, !llvm.ptr) -> i32
    // CHECK: llvm.icmp "ne" %[[STATUS]]
    // CHECK: llvm.cond_br %{{.*}}, ^[[EXIT]](%[[STATUS]] : i32)
    graph.call @k::@k(%x, %w, %v, %u, %t : memref<?x4xf32>, memref<4xf32>, memref<8xf32>, memref<4xi32>, memref<?x4xf32>) dims(%n, %n) workspace(%a : memref<?xi8>) loc(fused["conv1", "relu1"])
    // CHECK: llvm.store %{{.*}}, %{{.*}} : i64, !llvm.ptr
    // CHECK: %[[OUT:.*]] = llvm.call %{{.*}}(%{{.*}}, %{{.*}}, %[[DIMS]]) : !llvm.ptr, (!llvm.ptr, i32, !llvm.ptr) -> !llvm.ptr
    %y = graph.output 0(%n) : memref<?x4xi8>
    graph.call @k::@k(%t, %y : memref<?x4xf32>, memref<?x4xi8>) dims(%n, %n) {graph.nodes = ["second"], graph.flops = 7 : i64, graph.bytes = [[5, 0, 0], [8]]}
    // CHECK: llvm.return
    // CHECK: ^[[EXIT]](%[[RESULT:.*]]: i32):
    // CHECK: llvm.return %[[RESULT]]
    return %y : memref<?x4xi8>
  }
}

// -----

// Checks report their values; elements are read and written in place; copies
// are bytes; the pool and the number of threads come from the frame.
// CHECK: checks = ["not {0}", "never"]
module {
  // CHECK-LABEL: module @tvm_host
  func.func @main(%x: memref<?x?xi64>) -> memref<?xi64> {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    // CHECK: %[[INNER:.*]] = llvm.load %{{.*}} : !llvm.ptr -> i64
    // CHECK: llvm.mul %{{.*}}, %[[INNER]]
    // CHECK: llvm.load %{{.*}} {alignment = 8 : i64}
    %v = memref.load %x[%c0, %c1] : memref<?x?xi64>
    %n = arith.index_cast %v : i64 to index
    %ok = arith.cmpi sge, %n, %c0 : index
    // CHECK: llvm.cond_br %{{.*}}, ^{{.*}}, ^[[FAIL:.*]]
    // CHECK: ^[[FAIL]]:
    // CHECK: %[[STATUS:.*]] = llvm.call %{{.*}}(%{{.*}}) : !llvm.ptr, (!llvm.ptr, i32, !llvm.ptr) -> i32
    // CHECK: llvm.br ^{{.*}}(%[[STATUS]] : i32)
    graph.check %ok, "not {0}" (%n)
    cf.assert %ok, "never"
    // CHECK: llvm.getelementptr %{{.*}}[2] : (!llvm.ptr) -> !llvm.ptr, i32
    %t = graph.num_threads
    %p = graph.pool %t : memref<?xi8>
    %q = memref.view %p[%c0][%n] : memref<?xi8> to memref<?xi64>
    // CHECK: llvm.store %{{.*}}, %{{.*}} : i64, !llvm.ptr
    memref.store %v, %q[%c1] : memref<?xi64>
    %y = graph.output 0(%n) : memref<?xi64>
    // CHECK: "llvm.intr.memcpy"
    graph.copy %q(%n) to %y : memref<?xi64>, memref<?xi64>
    return %y : memref<?xi64>
  }
}

// -----

// Blocks stay blocks, memory a pointer and an index an integer; slots grow.
module {
  // CHECK-LABEL: module @tvm_host
  func.func @main(%x: memref<4xi8>) {
    %c0 = arith.constant 0 : index
    %c4 = arith.constant 4 : index
    // CHECK: llvm.br ^[[HEAD:.*]](%{{.*}}, %{{.*}} : i64, !llvm.ptr)
    cf.br ^bb1(%c0, %x : index, memref<4xi8>)
  // CHECK: ^[[HEAD]](%[[I:.*]]: i64, %[[M:.*]]: !llvm.ptr):
  // CHECK: %[[INDEX:.*]] = arith.index_cast %[[I]] : i64 to index
  ^bb1(%i: index, %m: memref<4xi8>):
    // CHECK: %[[C:.*]] = arith.cmpi slt, %[[INDEX]]
    %c = arith.cmpi slt, %i, %c4 : index
    // CHECK: llvm.cond_br %[[C]], ^[[BODY:.*]], ^[[END:.*]]
    cf.cond_br %c, ^bb2, ^bb3
  // CHECK: ^[[END]]:
  // CHECK: llvm.return
  // CHECK: ^[[BODY]]:
  ^bb2:
    // CHECK: %[[FRESH:.*]] = llvm.call %{{.*}}(%{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}) : !llvm.ptr, (!llvm.ptr, i64, i64, i64) -> !llvm.ptr
    %s = graph.slot %c0(%c4) keep %i : memref<?xi8>
    // CHECK: llvm.icmp "eq" %[[FRESH]]
    %v = memref.view %s[%c0][] : memref<?xi8> to memref<4xi8>
    // CHECK: "llvm.intr.memcpy"(%{{.*}}, %[[M]]
    graph.copy %m() to %v : memref<4xi8>, memref<4xi8>
    // CHECK: llvm.br ^[[HEAD]]
    cf.br ^bb1(%c4, %v : index, memref<4xi8>)
  ^bb3:
    return
  }
}

// -----

// An argument of a block is none of the function.
module {
  // CHECK-LABEL: module @tvm_host
  func.func @main(%x: memref<4xi8>, %y: memref<4xi8>, %ok: memref<1xi1>) {
    // CHECK: llvm.br ^[[NEXT:.*]](%[[Y:.*]] : !llvm.ptr)
    cf.br ^bb1(%y : memref<4xi8>)
  ^bb1(%m: memref<4xi8>):
    %c1 = arith.constant 1 : index
    // CHECK: ^[[NEXT]](%[[M:.*]]: !llvm.ptr):
    // CHECK: %[[AT:.*]] = llvm.getelementptr %[[M]]
    // CHECK: llvm.load %[[AT]]
    %v = memref.load %m[%c1] : memref<4xi8>
    return
  }
}

// -----

// A product of dimensions that overflows is 2^48, with its sign, as sizes are
// that no memory has.
module {
  // CHECK-LABEL: module @tvm_host
  func.func @main(%x: memref<?x?xi8>) -> memref<?xi8> {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %n = memref.dim %x, %c0 : memref<?x?xi8>
    %m = memref.dim %x, %c1 : memref<?x?xi8>
    // CHECK: %[[LOW:.*]], %[[HIGH:.*]] = arith.mulsi_extended
    // CHECK-DAG: %[[MOST:.*]] = llvm.mlir.constant(281474976710656 : i64)
    // CHECK-DAG: %[[SIGN:.*]] = arith.shrsi %[[LOW]]
    // CHECK-DAG: %[[FITS:.*]] = arith.cmpi eq, %[[HIGH]], %[[SIGN]]
    // CHECK-DAG: %[[NEGATIVE:.*]] = arith.cmpi slt, %[[HIGH]]
    // CHECK-DAG: %[[LEAST:.*]] = llvm.mlir.constant(-281474976710656 : i64)
    // CHECK: %[[LIMIT:.*]] = arith.select %[[NEGATIVE]], %[[LEAST]], %[[MOST]]
    // CHECK: arith.select %[[FITS]], %[[LOW]], %[[LIMIT]]
    %s = arith.muli %n, %m : index
    %y = graph.output 0(%s) : memref<?xi8>
    return %y : memref<?xi8>
  }
}
