// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_TRANSFORMS_SCHEDULE_PASSES_TD
#define TVM_TRANSFORMS_SCHEDULE_PASSES_TD

include "mlir/Pass/PassBase.td"

def GenerateSchedulePass : Pass<"schedule-generate", "::mlir::ModuleOp"> {
  let summary = "Choose the strategy of a kernel by rules, and write its schedule";
  let description = [{
    Adds the sequence `@__transform_main` to the kernel's module, if it has
    none. Rules choose a strategy for every block, by its accesses: a register
    tile (vectors along the last dimension, rows along another one, epilogue
    fused) for convolutions, products and pooling; rows that stay in cache for
    normalisations; vectors and threads for everything else. The loops of the
    kernel are not changed: `schedule-apply`, or upstream's
    `transform-interpreter`, runs the sequence. The machine that rules choose
    for is the `"CPU"` of the `dlti.target_system_spec` of the module, or of one
    around it (`transforms/Target/README.md`).

    The attribute `schedule.strategy` of the function records the chosen
    strategies. If the function already has this attribute, its strategies are
    applied on any machine, and blocks that they do not name stay as they are.
    On a `te.block` it is the strategy of that block alone, and rules choose for
    the others. A strategy that does not apply is an error. Loops outside of
    every `te.block`, such as upstream's `convert-linalg-to-affine-loops` makes,
    have no strategy, and a warning says so.

    A remark of the category `schedule-generate` names the rule of each block,
    and the cycles that the rule estimates (`--remarks-filter=schedule-generate
    --remark-policy=all --remark-format=emitRemark`).
  }];
  let options = [
    Option<"onlyStrategies", "only-strategies", "bool", "false",
           "add the strategies, and write no schedule">,
    Option<"onlyGiven", "only-given", "bool", "false",
           "schedule by strategies that are given; rules choose none">,
    Option<"maxEstimates", "max-estimates", "unsigned", "256",
           "number of strategies that are estimated for one kernel; 0: take the "
           "default strategies of the rules">
  ];
  let dependentDialects = [
    "::mlir::affine::AffineDialect", "::mlir::LLVM::LLVMDialect",
    "::mlir::memref::MemRefDialect", "::mlir::vector::VectorDialect",
    "::mlir::transform::TransformDialect", "::tvm::schedule::ScheduleDialect"
  ];
}

def ListStrategiesPass : Pass<"schedule-list-strategies", "::mlir::ModuleOp"> {
  let summary = "Print the strategies that rules have for the blocks of a kernel";
  let description = [{
    Prints, for every block and every rule that takes it: the parameters of the
    rule's strategies with their possible values, the number of strategies, the
    strategy that is chosen without a search, and the strategies with the lowest
    of at most 256 estimates. Estimates are in cycles until all cores of the
    machine have computed the block. `schedule-generate` accepts each printed
    strategy as `schedule.strategy`.

    Blocks are listed in their form before anything is scheduled. A rule that
    takes several blocks is listed at the block to which its strategy is
    attached. Kernels are the functions of the module or, where it contains
    modules, as `--dump-ir` writes them, the functions of these. The module is
    not changed.
  }];
  let options = [
    Option<"best", "best", "unsigned", "10",
           "strategies with the lowest estimates that are printed">,
    Option<"random", "random", "unsigned", "0",
           "random strategies that are printed as well">,
    Option<"seed", "seed", "uint64_t", "0", "of random strategies">
  ];
  let dependentDialects = [
    "::mlir::affine::AffineDialect", "::mlir::LLVM::LLVMDialect",
    "::mlir::memref::MemRefDialect", "::mlir::vector::VectorDialect",
    "::mlir::transform::TransformDialect", "::tvm::schedule::ScheduleDialect"
  ];
}

def LoadRulesPass : Pass<"schedule-load-rules"> {
  let summary = "Load schedule rules that are transform scripts";
  let description = [{
    Each public `transform.named_sequence` of a file is a schedule rule for the
    whole process: `schedule-list-strategies` prints its strategies, and
    `schedule-generate` obeys them. Only measurements choose the rule. Its
    argument is a handle to the block that it schedules; the choices that it
    leaves open are the parameters of its strategies.

    ```mlir
    module attributes {transform.with_named_sequence} {
      transform.named_sequence @vectors(%block: !transform.any_op {transform.readonly}) {
        %i = schedule.get_loops of %block
        %lanes = transform.tune.knob<"lanes"> options = [16, 8] -> !transform.param<i64>
        %o, %l = schedule.split %i by [0, %lanes]
        schedule.vectorize %l
        transform.yield
      }
    }
    ```

    The strategy `#schedule.custom<rule = "vectors", parameters = {lanes = 8}>`
    applies it.
  }];
  let options = [
    ListOption<"paths", "paths", "std::string", "files of rules">
  ];
  let dependentDialects = [
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

    The library that `transform-preload-library` loaded provides named sequences
    that the module only declares, and a `@__transform_main` for modules without
    one. A script that is kept keeps the sequences that it uses.
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

def LowerLoopKindsPass : Pass<"schedule-lower-loop-kinds", "::mlir::func::FuncOp"> {
  let summary = "Repeat unrolled loops and make parallel ones `affine.parallel`";
  let description = [{
    Carries out the marks that primitives leave on loops (`te.kind`). Unrolled
    loops, inner ones first, are repeated as long as the function has at most
    10240 operations; an outer loop that would exceed this number stays a loop,
    and a remark says so. Before that, virtual threads (`"vthread"`) are
    unrolled and jammed, up to the same number: inside of each serial loop that
    they share, the statements of all threads are interleaved, each with the
    buffers of its own thread. Beyond the limit they run one after another, and
    a remark says so. Loops that are bound to a GPU are an error on a CPU; for a
    GPU, `gpu-lower-bindings` has turned them into `gpu.launch` before.
  }];
  let dependentDialects = ["::mlir::affine::AffineDialect"];
}

def CheckCapacitiesPass : Pass<"schedule-check-capacities", "::mlir::func::FuncOp"> {
  let summary = "Refuse buffers that do not fit into the target's memories";
  let description = [{
    The size of a storage scope `<device>.<memory>`, such as a memory of an
    accelerator, is the entry `<memory>_size_in_bytes` of the device in the
    target's description (`dlti.target_system_spec`) of a module around. The
    buffers of such a scope that are live at the same time, in all threads
    together, must fit and have constant shapes. Scopes that are not described
    are not limited; scopes of a GPU are checked when they are lowered
    (`gpu-lower-scopes`).

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

def LowerScopesPass : Pass<"schedule-lower-scopes", "::mlir::func::FuncOp"> {
  let summary = "Storage scopes are one memory";
  let description = [{
    For targets with one memory, CPUs: buffers in scopes such as `"local"` or
    `"shared"`, which `schedule.cache_read` and `schedule.set_scope` choose,
    lose their memory space.
  }];
}

#endif
