// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_TRANSFORMS_GPU_PASSES_TD
#define TVM_TRANSFORMS_GPU_PASSES_TD

include "mlir/Pass/PassBase.td"

def InsertBarriersPass : Pass<"gpu-insert-barriers", "::mlir::func::FuncOp"> {
  let summary = "Insert barriers between accesses of threads to shared memory";
  let description = [{
    Checks that the loops which `schedule.bind` marked may run on a GPU, and
    inserts `gpu.barrier`s where two threads of a block access the same element
    of a shared buffer and at least one of them writes. A thread does not wait
    for its own writes. Before that, virtual threads are interleaved, reductions
    over threads become trees, and other reductions are decomposed.
  }];
  let dependentDialects = [
    "::mlir::affine::AffineDialect", "::mlir::arith::ArithDialect",
    "::mlir::gpu::GPUDialect", "::mlir::memref::MemRefDialect"
  ];
}

def ShrinkLocalsPass : Pass<"gpu-shrink-locals", "::mlir::func::FuncOp"> {
  let summary = "Reduce local buffers to the elements of one thread";
  let description = [{
    A buffer of a launch that is not shared is private to a thread. Where every
    access subscripts a dimension by `high * s * n + t * s + low`, where `t` is
    its thread's index, one of `n`, and `low` is less than `s`, the subscript
    becomes `high * s + low`: a thread keeps only the accumulators of a tile
    that it computes, in registers if few constant subscripts are left.
  }];
  let dependentDialects = ["::mlir::affine::AffineDialect"];
}

def LowerBindingsPass : Pass<"gpu-lower-bindings", "::mlir::func::FuncOp"> {
  let summary = "Make nests of bound loops `gpu.launch`";
  let description = [{
    The outermost bound loop becomes a launch, and variables of bound loops
    become indices of blocks and threads. A block of threads is as large as the
    largest loop of each axis; blocks (`te.block`) in smaller loops, or in none,
    get a predicate. Nothing is launched where a number of blocks is 0. The pass
    runs after `gpu-insert-barriers`.
  }];
  let dependentDialects = [
    "::mlir::affine::AffineDialect", "::mlir::arith::ArithDialect",
    "::mlir::gpu::GPUDialect"
  ];
}

def LowerGPUScopesPass
    : Pass<"gpu-lower-scopes", "::mlir::func::FuncOp"> {
  let summary = "Move buffers in storage scopes to the memories of a GPU";
  let description = [{
    Buffers of a launch in scope `"shared"` become workgroup memory, its other
    buffers private memory of a thread; buffers outside of launches are
    allocated on the device. The limit of shared memory per launch is
    `shared_size_in_bytes` of device `"GPU"`, or 48 KiB.
  }];
  let dependentDialects = ["::mlir::gpu::GPUDialect"];
}

#endif
