// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_CONVERSION_KERNELTOLLVM_PASSES_TD
#define TVM_CONVERSION_KERNELTOLLVM_PASSES_TD

include "mlir/Pass/PassBase.td"

def KernelPlanWorkspacePass
    : Pass<"kernel-plan-workspace", "::mlir::ModuleOp"> {
  let summary = "Turn a kernel's temporaries into slices of its workspace";
  let description = [{
    Every `memref.alloc` of the module's kernel function outside parallel loops
    becomes a view of one more argument, `memref<?xi8>` with the attribute
    `kernel.workspace`. Slices are 64-byte aligned; temporaries that are never
    live together share one. Sizes depend on dims of the arguments only.

    A `memref.alloc` of static size within a parallel loop becomes a
    `memref.alloca`. If the temporaries of a loop, `memref.alloca`s among them,
    are too large for a stack, the loop is split into one task per thread, each
    with its own slice for the largest of them. So do large `memref.alloca`s
    outside of parallel loops become slices.

    The module gets the attribute `kernel.workspace`, the size in bytes, or,
    where it is not constant, a function `<kernel>.workspace` of the dims and
    the number of threads. Larger sizes, and sizes that overflow, become 2^48.
  }];
  let options = [
    Option<"stackLimit", "stack-limit", "int64_t", /*default=*/"16384",
           "Bytes of temporaries on the stack, for a parallel loop's body, and "
           "for code outside of parallel loops">
  ];
  let dependentDialects = [
    "::mlir::affine::AffineDialect", "::mlir::arith::ArithDialect",
    "::mlir::func::FuncDialect", "::mlir::memref::MemRefDialect",
    "::mlir::scf::SCFDialect"
  ];
}

def KernelOutlineParallelPass
    : Pass<"kernel-outline-parallel", "::mlir::ModuleOp"> {
  let summary = "Outline parallel loops into bodies for tvm_parallel";
  let description = [{
    Every outermost `scf.parallel` becomes a function
    `(closure, begin, end)` and a call through the `tvm_parallel` that the
    kernel gets as one more argument, `!llvm.ptr` with the attribute
    `kernel.parallel`. Without one, or with one thread, the body is called
    directly. Values from outside are passed in a closure on the stack: a memref
    with identity layout as its pointer and dynamic sizes. Parallel loops within
    a parallel loop run serially, as do parallel loops with reductions.
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::func::FuncDialect",
    "::mlir::LLVM::LLVMDialect", "::mlir::scf::SCFDialect"
  ];
}

def KernelDivideFunctionsPass
    : Pass<"kernel-divide-functions", "::mlir::ModuleOp"> {
  let summary = "Divide functions with very many loops";
  let description = [{
    LLVM's time is quadratic in the number of a function's loops. In a function
    with more than `max-loops`, adjacent loops, and the operations between them,
    become functions of at most `max-part-loops` that are not inlined. Values
    from outside are arguments: a memref with identity layout as its pointer and
    dynamic sizes. Constants, sizes and views are repeated, so
    that slices of one workspace stay known as such. Calls stay where they are.
  }];
  let options = [
    Option<"maxLoops", "max-loops", "int64_t",
           /*default=*/"::tvm::kMaxLoops", "Loops of an undivided function">,
    Option<"maxPartLoops", "max-part-loops", "int64_t",
           /*default=*/"::tvm::kMaxPartLoops", "Loops of a part">
  ];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::func::FuncDialect",
    "::mlir::LLVM::LLVMDialect"
  ];
}

def KernelFenceStreamsPass
    : Pass<"kernel-fence-streams", "::mlir::ModuleOp"> {
  let summary = "Order non-temporal stores before reads of other threads";
  let description = [{
    Non-temporal stores are weakly ordered: another thread may see a later
    ordinary store before it sees them. Functions that contain such stores end
    with a fence; so do bodies of parallel loops, for each range of iterations.
  }];
  let dependentDialects = ["::mlir::LLVM::LLVMDialect"];
}

def KernelHoistAllocasPass
    : Pass<"kernel-hoist-allocas", "::mlir::ModuleOp"> {
  let summary = "Move stack memory of static size to the entry of functions";
  let description = [{
    An alloca within a loop would grow the stack with each iteration, and LLVM
    promotes only allocas of the entry block to registers. Buffers of at least a
    cache line are aligned to it, because a vector in two lines takes two loads.
  }];
  let dependentDialects = ["::mlir::memref::MemRefDialect"];
}

def KernelLowerExternsPass
    : Pass<"kernel-lower-externs", "::mlir::ModuleOp"> {
  let summary = "Lower calls of functions that the artefact does not hold";
  let description = [{
    A call of a function with the attribute `kernel.extern` builds a `tvm_args`
    on the stack (buffers, all their dims, the kernel's `tvm_parallel`) and
    calls the function in the slot `tvm_extern_<name>`, a weak and protected
    global that the loader fills. If the status is not 0, the kernel calls the
    function in the slot `tvm_failed_extern` with name and status, and returns
    the status at once: it becomes a function with one result, and its loops
    become branches.

    The runtime's own functions trust their constants, which contain the ranks
    of the buffers. A call of such a function is an error if its constants or
    buffers differ from those that the function reads; static sizes are
    compared.
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::cf::ControlFlowDialect",
    "::mlir::func::FuncDialect", "::mlir::LLVM::LLVMDialect"
  ];
}

def KernelLowerABIPass : Pass<"kernel-lower-abi", "::mlir::ModuleOp"> {
  let summary = "Give a kernel the calling convention of tvm_kernel";
  let description = [{
    The kernel function becomes a private function of pointers (`noalias`) and
    dims, called by `llvm.func @tvm_kernel_<name>(!llvm.ptr) -> i32`, which
    loads them from a `tvm_args`. The function `<name>.workspace` becomes
    `llvm.func @tvm_workspace_<name>(!llvm.ptr, i64) -> i64`. A result of the
    kernel is its status, which is 0 otherwise. A module without `func.func`
    stays as it is.
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::func::FuncDialect",
    "::mlir::LLVM::LLVMDialect", "::mlir::memref::MemRefDialect"
  ];
}

def KernelLowerFloatsPass : Pass<"kernel-lower-floats", "::mlir::ModuleOp"> {
  let summary = "Compute on floats below 32 bits in f32";
  let description = [{
    Arithmetic on floats of 16 and 8 bits is done in `f32`, each result rounded.
    Conversions from and to them, `f4E2M1FN` and `f8E8M0FNU` become integer
    operations; conversions of `f16` stay unless `native_f16` of the target's
    device is false (`transforms/Target/README.md`).
  }];
  let options = [
    Option<"device", "device", "std::string", "\"CPU\"",
           "the device of the target that computes">
  ];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::math::MathDialect",
    "::mlir::vector::VectorDialect"
  ];
}

def KernelBF16BitsPass : Pass<"kernel-bf16-bits", "::mlir::ModuleOp"> {
  let summary = "Move bf16 as integers of 16 bits";
  let description = [{
    In a module of the llvm dialect, in which nothing computes on `bf16`
    (`kernel-lower-floats`), that type becomes `i16`: values, memory, constants.
    LLVM keeps a `bf16` that lives longer than a basic block in `f32` where the
    target has no registers for it. It would round back by a function of
    compiler-rt, or by an instruction that treats denormals as 0.
  }];
}

def KernelLowerMathPass : Pass<"kernel-lower-math", "::mlir::ModuleOp"> {
  let summary = "Expand elementary functions";
  let description = [{
    Elementary functions of `f32`, scalars and vectors, become polynomials
    if there is one (bounds: see README.md), otherwise calls of the math
    library, one per element. Functions that are instructions stay for
    `convert-math-to-llvm`; minima and maxima of floats become intrinsics.
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::func::FuncDialect",
    "::mlir::LLVM::LLVMDialect", "::mlir::math::MathDialect",
    "::mlir::scf::SCFDialect", "::mlir::vector::VectorDialect"
  ];
}

def KernelExpandVectorsPass
    : Pass<"kernel-expand-vectors", "::mlir::ModuleOp"> {
  let summary = "Expand operations on vectors that no instruction does";
  let description = [{
    Runs upstream's `lower-vector-mask`, `lower-vector-multi-reduction` and
    `convert-vector-to-scf` on modules that have an operation for them. Each of
    them takes longer to find nothing than the one walk that looks for all.
  }];
  let dependentDialects = [
    "::mlir::affine::AffineDialect", "::mlir::memref::MemRefDialect",
    "::mlir::scf::SCFDialect", "::mlir::tensor::TensorDialect",
    "::mlir::vector::VectorDialect"
  ];
}

def KernelConvertToLLVMPass
    : Pass<"kernel-convert-to-llvm", "::mlir::ModuleOp"> {
  let summary = "Convert what is left to the llvm dialect";
  let description = [{
    Upstream's conversions of the dialects arith, cf, func, index, math, memref
    and ub, all in one: each conversion visits every operation of the kernel,
    and most of them are the same.
  }];
  let dependentDialects = ["::mlir::LLVM::LLVMDialect"];
}

#endif
