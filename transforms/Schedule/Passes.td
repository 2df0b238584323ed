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
           "number of vector registers">,
    Option<"nearBytes", "near-bytes", "int64_t", "32 << 10",
           "bytes of the first-level data cache of a core">,
    Option<"cacheBytes", "cache-bytes", "int64_t", "1 << 20",
           "bytes of the second-level cache of a core">,
    Option<"sharedBytes", "shared-bytes", "int64_t", "32 << 20",
           "bytes of the last-level cache, which cores share">,
    Option<"numCores", "num-cores", "int64_t", "4", "number of cores">,
    Option<"dotProduct", "dot-product", "::tvm::schedule::DotProduct",
           "::tvm::schedule::DotProduct::None",
           "x86's instructions for products of bytes",
           [{::llvm::cl::values(
               clEnumValN(::tvm::schedule::DotProduct::None, "none", "none"),
               clEnumValN(::tvm::schedule::DotProduct::MultiplyAdd, "madd",
                          "vpmaddwd"),
               clEnumValN(::tvm::schedule::DotProduct::VNNI, "vnni",
                          "vpdpbusd"))}]>,
    Option<"matrixUnit", "matrix-unit", "bool", "false",
           "products of bf16 and bytes in matrix registers (x86's AMX)">,
    Option<"prefetchEpilogues", "prefetch-epilogues", "bool", "false",
           "ask for what an epilogue reads during the sum before it">,
    Option<"memoryOperands", "memory-operands", "bool", "true",
           "arithmetic on vectors reads an operand from memory (x86)">
  ];
  let dependentDialects = [
    "::mlir::affine::AffineDialect", "::mlir::LLVM::LLVMDialect",
    "::mlir::memref::MemRefDialect", "::mlir::vector::VectorDialect",
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

    What `transform-preload-library` loaded before is found: named sequences
    that the module only declares, and a `@__transform_main` for modules without
    one. A script that is kept keeps what it uses of them.
  }];
  let options = [
    Option<"seed", "seed", "uint64_t", "0", "of random decisions">,
    Option<"keepScript", "keep-script", "bool", "false",
           "leave the script, with its decisions">,
    Option<"checkHandles", "check-handles", "bool", "true",
           "check before each step that handles are valid">,
    Option<"discard", "discard", "bool", "false",
           "only remove the schedule: loops stay as they are">,
    Option<"onCPU", "on-cpu", "bool", "false",
           "refuse loops that are bound to a GPU, and new functions">
  ];
  let dependentDialects = [
    "::mlir::affine::AffineDialect", "::mlir::memref::MemRefDialect",
    "::mlir::transform::TransformDialect", "::tvm::schedule::ScheduleDialect"
  ];
}

def UnrollConditionsPass : Pass<"te-unroll-conditions", "::mlir::func::FuncOp"> {
  let summary = "Unroll what decides conditions in vectorized loops";
  let description = [{
    Where each iteration of a vectorized loop computes something that depends on
    a condition of its own, unrolls all loops of the function that are marked
    `te.kind = "unrolled"` before lanes are told apart, and drops its serial
    loops of one iteration: most conditions (whether a window is inside of an
    image) are then decided by constants and by the bounds of the other loops,
    and what they guard needs no mask.

    Nothing happens where there are virtual threads, where all lanes take the
    same branch, and where that would be more than 4096 copies of a vectorized
    loop.
  }];
  let dependentDialects = [
    "::mlir::affine::AffineDialect", "::mlir::arith::ArithDialect",
    "::mlir::scf::SCFDialect"
  ];
}

def VectorizeLoopsPass : Pass<"te-vectorize-loops", "::mlir::func::FuncOp"> {
  let summary = "Run the iterations of vectorized loops as lanes";
  let description = [{
    Rewrites every innermost `affine.for` marked `te.kind = "vectorized"` to
    vector operations; loops inside that are marked `"unrolled"` are unrolled
    first. Contiguous accesses become vector loads and stores, invariant ones
    stay scalar and are broadcast, every other element, third and so on is
    shuffled out of vectors, others are gathered lane by lane. Where constant
    bounds of all loops show that the buffer holds them, such vectors begin at a
    multiple of the stride: loads of neighbours in the body share them, or, with
    32 registers, in other loops too. A loop that combines values in one place
    keeps vectors of partial results. What is left over of the trip count runs
    in a shorter vector, or in a scalar loop where the count is unknown.

    A body under a condition that is linear in the variable (the predicate that
    a split leaves behind that does not divide) runs under a mask: nothing is
    read or written in lanes where it does not hold. What the condition says of
    other variables is tested in front of the loop. Other conditions are compared
    lane by lane. Where registers have no masks (128 bits, or 256 bits and
    elements of less than 32), whole vectors run if the condition holds in all
    iterations, and the scalar loop otherwise.

    A loop that cannot be rewritten stays as it is, with a remark that says why:
    of all kernels, or, if `quiet`, of those in modules called as `remarks-of`
    lists, whose schedules are a user's.
  }];
  let options = [
    Option<"vectorBits", "vector-bits", "unsigned", "256",
           "width of a vector register in bits">,
    Option<"numRegisters", "num-registers", "unsigned", "16",
           "number of vector registers">,
    Option<"quiet", "quiet", "bool", "false",
           "no remarks but those of modules in remarks-of">,
    ListOption<"remarksOf", "remarks-of", "std::string",
               "names of modules that quiet makes an exception of">
  ];
  let dependentDialects = [
    "::mlir::vector::VectorDialect", "::mlir::affine::AffineDialect",
    "::mlir::arith::ArithDialect", "::mlir::scf::SCFDialect"
  ];
}

def LowerLoopKindsPass : Pass<"te-lower-loop-kinds", "::mlir::func::FuncOp"> {
  let summary = "Repeat unrolled loops and make parallel ones `affine.parallel`";
  let description = [{
    Loops are as primitives marked them (`te.kind`). Loops to unroll, inner ones
    first, are repeated as long as the function has at most 10240 operations; an
    outer one with which it would have more stays a loop, and a remark says so.
    Virtual threads (`"vthread"`) are unrolled and jammed before, up to the same
    number: inside of each serial loop that they share, the statements of all of
    them follow each other, each with the buffers of its own thread. More of
    them run one after another, and a remark says so.
    Loops that are bound to a GPU are an error: they become `gpu.launch` before
    (`te-lower-bindings`), and a CPU has no place for them.
  }];
  let dependentDialects = ["::mlir::affine::AffineDialect"];
}

def CheckCapacitiesPass : Pass<"te-check-capacities", "::mlir::func::FuncOp"> {
  let summary = "Refuse buffers that do not fit into the target's memories";
  let description = [{
    A storage scope `<device>.<memory>`, such as an accelerator has, is as large
    as the target's description (`dlti.target_system_spec`) of a module around
    says: the device's `<memory>_size_in_bytes`. The buffers of such a scope that
    are in use at the same time must fit, those of all threads together, and have
    constant shapes. Scopes that are not described are not limited;
    those of a GPU are checked when they are lowered (`te-lower-gpu-scopes`).

    Run this when the schedule is complete: in TVM's order, a copy of a whole
    buffer (`schedule.cache_read`) shrinks later (`schedule.compute_at`).

    ```mlir
    module attributes {dlti.target_system_spec = #dlti.target_system_spec<
        "vdla" = #dlti.target_device_spec<"inp_size_in_bytes" = 512 : i64>>} {
      func.func @fits() {
        %0 = memref.alloc() : memref<8x8xf32, "vdla.inp">
        %1 = memref.alloc() : memref<8x8xf32, "vdla.inp">
        // A third one would not.
        return
      }
    }
    ```
  }];
}

def LowerScopesPass : Pass<"te-lower-scopes", "::mlir::func::FuncOp"> {
  let summary = "Storage scopes are one memory";
  let description = [{
    For targets with one memory, CPUs: buffers in scopes such as `"local"` or
    `"shared"`, which `schedule.cache_read` and `schedule.set_scope` choose,
    lose their memory space.
  }];
}

def InsertBarriersPass : Pass<"te-insert-barriers", "::mlir::func::FuncOp"> {
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

def ShrinkLocalsPass : Pass<"te-shrink-locals", "::mlir::func::FuncOp"> {
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

def LowerBindingsPass : Pass<"te-lower-bindings", "::mlir::func::FuncOp"> {
  let summary = "Make nests of bound loops `gpu.launch`";
  let description = [{
    The outermost bound loop becomes a launch, variables of bound loops become
    indices of blocks and threads. A block is as large as the largest loop of
    each axis; blocks (`te.block`) in smaller loops, or in none, get a predicate
    instead. Nothing is launched where a number of blocks is 0. It stands behind
    `te-insert-barriers`.
  }];
  let dependentDialects = [
    "::mlir::affine::AffineDialect", "::mlir::arith::ArithDialect",
    "::mlir::gpu::GPUDialect"
  ];
}

def LowerGPUScopesPass
    : Pass<"te-lower-gpu-scopes", "::mlir::func::FuncOp"> {
  let summary = "Storage scopes are the memories of a GPU";
  let description = [{
    Buffers in a launch that are in scope `"shared"` become workgroup memory,
    others private memory of a thread; those outside are allocated on the
    device.
  }];
  let options = [
    Option<"sharedBytes", "shared-bytes", "int64_t", "49152",
           "shared memory that a launch may use">
  ];
  let dependentDialects = ["::mlir::gpu::GPUDialect"];
}

#endif
