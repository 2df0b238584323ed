#ifndef TVM_TRANSFORMS_GPU_PASSES_TD
#define TVM_TRANSFORMS_GPU_PASSES_TD

include "mlir/Pass/PassBase.td"

def InsertBarriersPass : Pass<"gpu-insert-barriers", "::mlir::func::FuncOp"> {
  let summary = "Let threads wait for what others write to shared memory";
  let description = [{
    Checks that the loops which `schedule.bind` marked may run on a GPU, and
    adds `gpu.barrier`s to them: where threads of a block use an element of a
    shared buffer that another one of them uses, and one of the two writes. A
    thread does not wait for what it wrote itself. Virtual threads are
    interleaved, reductions of threads made trees, and others decomposed first.
  }];
  let dependentDialects = [
    "::mlir::affine::AffineDialect", "::mlir::arith::ArithDialect",
    "::mlir::gpu::GPUDialect", "::mlir::memref::MemRefDialect"
  ];
}

def ShrinkLocalsPass : Pass<"gpu-shrink-locals", "::mlir::func::FuncOp"> {
  let summary = "Let threads keep their own elements of local buffers alone";
  let description = [{
    A buffer of a launch that is not shared is private to a thread. Where every
    access subscripts a dimension by `high * s * n + t * s + low`, where `t` is
    its thread's index, one of `n`, and `low` is less than `s`, that becomes
    `high * s + low`: of a tile of accumulators, a thread keeps those that it
    computes, in registers if few constant subscripts are left.
  }];
  let dependentDialects = ["::mlir::affine::AffineDialect"];
}

def LowerBindingsPass : Pass<"gpu-lower-bindings", "::mlir::func::FuncOp"> {
  let summary = "Make nests of bound loops `gpu.launch`";
  let description = [{
    The outermost bound loop becomes a launch, variables of bound loops become
    indices of blocks and threads. A block is as large as the largest loop of
    each axis; blocks (`te.block`) in smaller loops, or in none, get a predicate
    instead. Nothing is launched where a number of blocks is 0. It stands behind
    `gpu-insert-barriers`.
  }];
  let dependentDialects = [
    "::mlir::affine::AffineDialect", "::mlir::arith::ArithDialect",
    "::mlir::gpu::GPUDialect"
  ];
}

def LowerGPUScopesPass
    : Pass<"gpu-lower-scopes", "::mlir::func::FuncOp"> {
  let summary = "Storage scopes are the memories of a GPU";
  let description = [{
    Buffers in a launch that are in scope `"shared"` become workgroup memory,
    others private memory of a thread; those outside are allocated on the
    device. A launch may use as much shared memory as `shared_size_in_bytes` of
    device `"GPU"` says, or 48 KiB.
  }];
  let dependentDialects = ["::mlir::gpu::GPUDialect"];
}

#endif
