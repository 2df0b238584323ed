// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/pipelines/Pipelines.h"

#include "codegen/TargetAttributes.h"
#include "compiler/pipelines/CommandOptions.h"
#include "compiler/pipelines/ForeignModules.h"
#include "compiler/pipelines/TextForm.h"
#include "compiler/schedules/FusionDecisions.h"
#include "compiler/schedules/Schedules.h"
#include "compiler/schedules/Strategies.h"
#include "conversion/GraphToTE/GraphToTE.h"
#include "conversion/HostToLLVM/HostToLLVM.h"
#include "conversion/KernelToLLVM/KernelToLLVM.h"
#include "conversion/KernelToNVVM/KernelToNVVM.h"
#include "conversion/TEToLoops/TEToLoops.h"
#include "dialects/Schedule/ScheduleDialect.h"
#include "dialects/TE/TEDialect.h"
#include "mlir/Conversion/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/MemRef/Transforms/Passes.h"
#include "mlir/Dialect/Transform/IR/TransformDialect.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/Pass/PassRegistry.h"
#include "mlir/Transforms/Passes.h"
#include "transforms/Graph/Fusion/FusionGroups.h"
#include "transforms/Graph/Passes.h"
#include "transforms/Schedule/Passes.h"
#include "transforms/TE/Passes.h"
#include "transforms/Vectorize/Passes.h"

using namespace mlir;

namespace tvm::compiler {

namespace {
/// The decisions that determine the passes of a step.
struct Plan {
  CommandOptions command;
  PipelineOptions options;
  std::string gpu; // its architecture; empty: none

  /// Whether to simplify the graph and group operators into kernels.
  bool optimisesGraph() const { return command.referenceLevel != "graph"; }
  /// Whether operators share kernels.
  bool fuses() const { return optimisesGraph() && command.fusion != "never"; }
  /// Whether rules schedule kernels.
  bool schedules() const {
    return command.referenceLevel.empty() && command.optLevel > 0;
  }
  /// Whether to run the schedules of kernels.
  bool appliesSchedules() const { return command.referenceLevel.empty(); }
  /// The optimisation level. Level `te` is executed without optimisation of
  /// code.
  unsigned getOptLevel() const {
    return command.referenceLevel == "te" ? 0 : command.optLevel;
  }
  Winograd getWinograd() const {
    return schedules() ? command.winograd : Winograd::Never;
  }
};
} // namespace

/// The precision of operators. A decision that somebody wrote down is carried
/// out in any case.
static void addMixedPrecision(OpPassManager &manager, StringRef type) {
  graph::ToMixedPrecisionPassOptions options;
  options.onlyRecorded = type.empty();
  if (!type.empty())
    options.type = type.str();
  manager.addNestedPass<func::FuncOp>(
      graph::createToMixedPrecisionPass(options));
}

/// The algorithms of convolutions. A decision that somebody wrote down is
/// carried out in any case.
static void addWinograd(OpPassManager &manager, Winograd winograd) {
  graph::WinogradPassOptions options;
  options.force = winograd == Winograd::Always;
  options.onlyRecorded = winograd == Winograd::Never;
  manager.addNestedPass<func::FuncOp>(graph::createWinogradPass(options));
}

static void addPartition(OpPassManager &manager,
                         ArrayRef<std::string> targetsAndFiles) {
  if (targetsAndFiles.empty())
    return;
  graph::PartitionPassOptions options;
  for (const std::string &name : targetsAndFiles) {
    bool isFile = StringRef(name).ends_with(".mlir");
    (isFile ? options.files : options.targets).push_back(name);
  }
  manager.addPass(graph::createPartitionPass(options));
}

static void addFoldConstants(OpPassManager &manager, const Plan &plan) {
  if (plan.options.foldConstants)
    manager.addPass(graph::createFoldConstantsPass());
}

static void buildGraphPipeline(OpPassManager &manager, const Plan &plan) {
  if (!plan.optimisesGraph()) {
    addMixedPrecision(manager, plan.command.mixedPrecision);
    addWinograd(manager, Winograd::Never);
    addPartition(manager, plan.command.partition);
    return;
  }
  auto simplify = [&] {
    auto &function = manager.nest<func::FuncOp>();
    function.addPass(graph::createInferShapesPass());
    function.addPass(graph::createSimplifyPass());
    function.addPass(createCSEPass());
  };
  simplify();
  manager.addNestedPass<func::FuncOp>(graph::createFoldBatchNormPass());
  addMixedPrecision(manager, plan.command.mixedPrecision);
  if (plan.schedules() && plan.gpu.empty())
    manager.addNestedPass<func::FuncOp>(graph::createNarrowProductsPass());
  addWinograd(manager, plan.getWinograd());
  manager.addNestedPass<func::FuncOp>(graph::createConvertLayoutPass());
  if (plan.getOptLevel() > 0)
    manager.addNestedPass<func::FuncOp>(graph::createSeparatePoolsPass());
  simplify();
  addFoldConstants(manager, plan);
  simplify();
  manager.addNestedPass<func::FuncOp>(graph::createMarkEqualDimsPass());
  addPartition(manager, plan.command.partition);
}

static void buildFusedPipeline(OpPassManager &manager, const Plan &plan) {
  // Without optimisation, layouts are as in the model.
  if (plan.optimisesGraph())
    manager.addNestedPass<func::FuncOp>(graph::createVerifyDecisionsPass());
  manager.addNestedPass<func::FuncOp>(graph::createCombineProductsPass());
  addFoldConstants(manager, plan);
  manager.addNestedPass<func::FuncOp>(graph::createLowerControlFlowPass());
  manager.addPass(graph::createLowerPartitionsPass());
  manager.addNestedPass<func::FuncOp>(graph::createDivideConcatenationsPass());
  graph::FusePassOptions fuse;
  if (!plan.fuses())
    fuse.maxOperators = 1;
  manager.addPass(createGiveFusionPass());
  manager.addPass(
      graph::createFusePass(fuse.maxOperators, plan.options.fusionListener));
  if (plan.optimisesGraph())
    manager.addPass(graph::createCollapsePointsPass());
  manager.addPass(graph::createMergeKernelsPass());
  manager.addPass(createCSEPass());
  manager.addPass(graph::createMarkConstantsPass());
}

static void buildTEPipeline(OpPassManager &manager, const Plan &plan) {
  auto &kernel = manager.nest<ModuleOp>();
  auto &function = kernel.nest<func::FuncOp>();
  if (plan.optimisesGraph())
    function.addPass(graph::createDivideAttentionPass());
  ConvertGraphToTEPassOptions definitions;
  definitions.library = plan.gpu.empty();
  function.addPass(createConvertGraphToTEPass(definitions));
  // Sizes are expressed by sizes of arguments, so that their computations
  // become dead.
  function.addPass(memref::createResolveRankedShapeTypeResultDimsPass());
  if (plan.optimisesGraph())
    function.addPass(te::createInlineComputesPass());
  kernel.addPass(createCanonicalizerPass());
  kernel.addPass(createCSEPass());
}

static void buildLoopsPipeline(OpPassManager &manager, const Plan &) {
  auto &kernel = manager.nest<ModuleOp>();
  kernel.addNestedPass<func::FuncOp>(te::createVerifyContractPass());
  manager.addPass(createCountWorkPass());
  manager.nest<ModuleOp>().addPass(createConvertTEToLoopsPass());
}

/// Adds passes from scheduled kernels to code of a CPU.
static void addKernelsOfCPU(OpPassManager &manager, const Plan &plan) {
  auto &function = manager.nest<ModuleOp>().nest<func::FuncOp>();
  function.addPass(schedule::createCheckCapacitiesPass());
  function.addPass(te::createLowerBlocksPass());
  function.addPass(createCanonicalizerPass());
  function.addPass(createCSEPass());
  // Given schedules are applied even if rules add none.
  if (plan.appliesSchedules()) {
    function.addPass(schedule::createUnrollConditionsPass());
    schedule::VectorizeLoopsPassOptions vectors;
    vectors.quiet = !plan.options.scheduleRemarks;
    llvm::append_range(vectors.remarksOf, plan.options.given);
    function.addPass(schedule::createVectorizeLoopsPass(vectors));
  }
  function.addPass(schedule::createLowerLoopKindsPass());
  function.addPass(schedule::createLowerScopesPass());
  auto &cleaned = manager.nest<ModuleOp>();
  te::LowerHardwareIntrinsPassOptions intrinsics;
  intrinsics.complete = true; // a CPU has no others
  cleaned.addPass(te::createLowerHardwareIntrinsPass(intrinsics));
}

/// Adds passes from scheduled kernels to PTX, and to code of a CPU that
/// launches it.
static void addKernelsOfGPU(OpPassManager &manager, const Plan &plan) {
  KernelToNVVMOptions lowering;
  lowering.chip = plan.gpu;
  lowering.strict = plan.getOptLevel() == 0;
  buildKernelToDevicePipeline(manager.nest<ModuleOp>(), lowering);
}

static void buildScheduledPipeline(OpPassManager &manager, const Plan &plan) {
  if (plan.appliesSchedules() && plan.gpu.empty()) {
    schedule::GenerateSchedulePassOptions generate;
    generate.onlyGiven = !plan.schedules();
    manager.nest<ModuleOp>().addPass(
        schedule::createGenerateSchedulePass(generate));
  }
  schedule::ApplySchedulePassOptions apply;
  apply.discard = !plan.appliesSchedules();
  apply.onCPU = plan.gpu.empty();
  manager.nest<ModuleOp>().addPass(schedule::createApplySchedulePass(apply));
  manager.addPass(graph::createPackWeightsPass());
  if (plan.gpu.empty())
    addKernelsOfCPU(manager, plan);
  else
    addKernelsOfGPU(manager, plan);
  auto &cleaned = manager.nest<ModuleOp>();
  cleaned.addPass(createCanonicalizerPass());
  cleaned.addPass(createCSEPass());
}

static void buildLLVMPipeline(OpPassManager &manager, const Plan &plan) {
  manager.nest<ModuleOp>().addPass(createKernelPlanWorkspacePass());
  manager.addPass(graph::createPlanMemoryPass({plan.options.reportMemory}));
  manager.addPass(createCSEPass());
  manager.addNestedPass<func::FuncOp>(createSCFToControlFlowPass());
  LowerToLLVMOptions lowering;
  lowering.strict = plan.getOptLevel() == 0;
  if (plan.options.lowerKernels)
    buildKernelToLLVMPipeline(manager.nest<ModuleOp>(), lowering);
  manager.addPass(createConvertHostToLLVMPass(
      ConvertHostToLLVMPassOptions{plan.command.symbol}));
  manager.addPass(createHostLowerArithmeticPass());
}

/// Fails if the target attributes of `module` are invalid.
static LogicalResult verifyTarget(ModuleOp module) {
  auto target = codegen::getTarget(module);
  if (!target)
    return module.emitError(llvm::toString(target.takeError()));
  // A recorded target includes the description of the CPU.
  return *target ? success() : LogicalResult(target::CPU::get(module));
}

using LevelBuilder = void (*)(OpPassManager &, const Plan &);

/// The builders of passes that lead to a level, by level.
static constexpr LevelBuilder kBuilders[kNumLevels] = {
    nullptr,           buildGraphPipeline, buildFusedPipeline,
    buildTEPipeline,   buildLoopsPipeline, buildScheduledPipeline,
    buildLLVMPipeline,
};

namespace {
/// The pass that leads a module from the level before `level` to it. Its passes
/// depend on the options that the module records.
struct AdvancePass : PassWrapper<AdvancePass, OperationPass<ModuleOp>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(AdvancePass)
  AdvancePass(Level level, const PipelineOptions &options)
      : level(level), options(options) {}

  StringRef getName() const override { return "AdvancePass"; }
  StringRef getArgument() const override { return "tvm-advance"; }
  void getDependentDialects(DialectRegistry &registry) const override;
  void runOnOperation() override;

private:
  FailureOr<Plan> makePlan(ModuleOp module) const;
  OpPassManager makeManager(const Plan &plan) const;

  Level level;
  PipelineOptions options;
};
} // namespace

FailureOr<Plan> AdvancePass::makePlan(ModuleOp module) const {
  auto command = CommandOptions::get(module);
  if (failed(command))
    return failure();
  Plan plan{*command, options, ""};
  if (options.optLevel)
    plan.command.optLevel = *options.optLevel;
  if (options.naive)
    plan.command.referenceLevel = "graph";
  auto gpu = codegen::getGPU(module);
  if (!gpu)
    return module.emitError(llvm::toString(gpu.takeError()));
  if (plan.command.referenceLevel.empty())
    plan.gpu = *gpu;
  return plan;
}

OpPassManager AdvancePass::makeManager(const Plan &plan) const {
  OpPassManager manager(ModuleOp::getOperationName());
  manager.addPass(te::createVerifyIndicesPass());
  kBuilders[static_cast<int>(level)](manager, plan);
  return manager;
}

/// Adds the dialects that the passes of any plan load, and recorded schedules.
void AdvancePass::getDependentDialects(DialectRegistry &registry) const {
  Plan plan;
  plan.command.mixedPrecision = "f16";
  plan.command.partition = {"target"};
  for (StringRef gpu : {"", "sm_80"}) {
    plan.gpu = gpu;
    makeManager(plan).getDependentDialects(registry);
  }
  // Recorded schedules, with the instructions that they declare.
  if (level == Level::Loops)
    registry.insert<arith::ArithDialect, memref::MemRefDialect,
                    schedule::ScheduleDialect, te::TEDialect,
                    transform::TransformDialect, vector::VectorDialect>();
}

void AdvancePass::runOnOperation() {
  ModuleOp module = getOperation();
  takeTextForm(module);
  if (failed(verifyLevel(module, static_cast<Level>(int(level) - 1))) ||
      failed(verifyTarget(module)))
    return signalPassFailure();
  auto plan = makePlan(module);
  if (failed(plan))
    return signalPassFailure();
  OpPassManager manager = makeManager(*plan);
  if (failed(runPipeline(manager, module)))
    return signalPassFailure();
  if (level == Level::Loops &&
      (failed(giveSchedules(module)) || failed(giveStrategies(module))))
    return signalPassFailure();
  setLevel(module, level);
}

void buildPipeline(Level level, OpPassManager &manager,
                   const PipelineOptions &options) {
  if (level != Level::Import)
    manager.addPass(std::make_unique<AdvancePass>(level, options));
}

namespace {
/// The form of PipelineOptions for tvm-opt's command line.
struct CommandLineOptions : PassPipelineOptions<CommandLineOptions> {
  PassOptions::Option<int> optLevel{
      *this, "O",
      llvm::cl::desc("0 to 3, as tvmc's; by default as the module says"),
      llvm::cl::init(-1)};
  PassOptions::Option<bool> naive{
      *this, "naive", llvm::cl::desc("only what is necessary: no optimisation"),
      llvm::cl::init(false)};

  PipelineOptions get() const {
    PipelineOptions options;
    if (optLevel >= 0)
      options.optLevel = std::min<unsigned>(optLevel, 3);
    options.naive = naive;
    return options;
  }
};
} // namespace

void registerPipelines() {
  registerImportPipeline();
  for (int i = 1; i < kNumLevels; ++i) {
    auto level = static_cast<Level>(i);
    std::string name = ("tvm-" + getLevelName(level) + "-pipeline").str();
    std::string what =
        ("From level " + getLevelName(static_cast<Level>(i - 1)) + " to " +
         getLevelName(level))
            .str();
    // Registered pipelines refer to their names until the program ends.
    static std::string texts[kNumLevels][2];
    texts[i][0] = name;
    texts[i][1] = what;
    PassPipelineRegistration<CommandLineOptions>(
        texts[i][0], texts[i][1],
        [level](OpPassManager &manager, const CommandLineOptions &options) {
          buildPipeline(level, manager, options.get());
        });
  }
}

} // namespace tvm::compiler
