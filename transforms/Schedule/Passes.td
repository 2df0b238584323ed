#ifndef TVM_TRANSFORMS_SCHEDULE_PASSES_TD
#define TVM_TRANSFORMS_SCHEDULE_PASSES_TD

include "mlir/Pass/PassBase.td"

def GenerateSchedulePass : Pass<"schedule-generate", "::mlir::ModuleOp"> {
  let summary = "Write the schedule of a kernel by rules";
  let description = [{
    Adds the sequence `@__transform_main` to the kernel's module, where there is
    none. Rules choose for every computation, by its accesses: a register tile
    (vectors along the last dimension, rows along another one, epilogue fused)
    for convolutions, products and pooling; rows that stay in cache for
    normalisations; vectors and threads for everything else. The kernel itself
    is not changed: `schedule-apply`, or upstream's `transform-interpreter`,
    runs the sequence.
  }];
  let options = [
    Option<"vectorBits", "vector-bits", "unsigned", "256",
           "width of a vector register in bits">,
    Option<"numRegisters", "num-registers", "unsigned", "16",
           "number of vector registers">
  ];
  let dependentDialects = [
    "::mlir::affine::AffineDialect", "::mlir::memref::MemRefDialect",
    "::mlir::transform::TransformDialect", "::tvm::schedule::ScheduleDialect"
  ];
}

def ApplySchedulePass : Pass<"schedule-apply", "::mlir::ModuleOp"> {
  let summary = "Run the schedule of a kernel, and remove it";
  let description = [{
    Interprets the sequence `@__transform_main` of the module on the module. A
    step that does not apply is an error. Random decisions of
    `schedule.sample_*` follow from `seed`; a script that is kept has them
    recorded, so that it replays them.
  }];
  let options = [
    Option<"seed", "seed", "uint64_t", "0", "of random decisions">,
    Option<"keepScript", "keep-script", "bool", "false",
           "leave the script, with its decisions">,
    Option<"checkHandles", "check-handles", "bool", "true",
           "check before each step that handles are valid">
  ];
  let dependentDialects = [
    "::mlir::affine::AffineDialect", "::mlir::memref::MemRefDialect",
    "::mlir::transform::TransformDialect", "::tvm::schedule::ScheduleDialect"
  ];
}

def VectorizeLoopsPass : Pass<"te-vectorize-loops", "::mlir::func::FuncOp"> {
  let summary = "Run the iterations of vectorized loops as lanes";
  let description = [{
    Rewrites every innermost `affine.for` marked `te.kind = "vectorized"` to
    vector operations. Contiguous accesses become vector loads and stores,
    invariant ones stay scalar and are broadcast, others are gathered lane by
    lane. A loop that combines values in one place keeps vectors of partial
    results. What is left over of the trip count runs in a shorter vector, or
    in a scalar loop where the count is unknown.
  }];
  let options = [
    Option<"vectorBits", "vector-bits", "unsigned", "256",
           "width of a vector register in bits">
  ];
  let dependentDialects = [
    "::mlir::vector::VectorDialect", "::mlir::affine::AffineDialect"
  ];
}

def LowerLoopKindsPass : Pass<"te-lower-loop-kinds", "::mlir::func::FuncOp"> {
  let summary = "Repeat unrolled loops and make parallel ones `affine.parallel`";
  let description = [{
    Loops are as primitives marked them (`te.kind`). Virtual threads
    (`"vthread"`) are unrolled and jammed: inside of each serial loop that they
    share, the statements of all of them follow each other, each with the
    buffers of its own thread.
  }];
  let dependentDialects = ["::mlir::affine::AffineDialect"];
}

def LowerScopesPass : Pass<"te-lower-scopes", "::mlir::func::FuncOp"> {
  let summary = "Storage scopes are one memory";
  let description = [{
    For targets with one memory, CPUs: buffers in scopes such as `"local"` or
    `"shared"`, which `schedule.cache_read` and `schedule.set_scope` choose,
    lose their memory space.
  }];
}

#endif
