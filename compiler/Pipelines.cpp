#include "compiler/Pipelines.h"

#include "codegen/FoldConstants.h"
#include "codegen/Target.h"
#include "conversion/GraphToTE/GraphToTE.h"
#include "conversion/HostToLLVM/HostToLLVM.h"
#include "conversion/KernelToLLVM/KernelToLLVM.h"
#include "conversion/KernelToNVVM/KernelToNVVM.h"
#include "conversion/TEToLoops/TEToLoops.h"
#include "mlir/Conversion/Passes.h"
#include "mlir/Dialect/Arith/Transforms/Passes.h"
#include "mlir/Dialect/MemRef/Transforms/Passes.h"
#include "mlir/Pass/PassRegistry.h"
#include "mlir/Transforms/Passes.h"
#include "transforms/Graph/Passes.h"
#include "transforms/Schedule/Passes.h"
#include "transforms/TE/Passes.h"
#include "transforms/Vectorize/Passes.h"

using namespace mlir;

namespace tvm::compiler {

static void addMixedPrecision(OpPassManager &manager, StringRef type) {
  if (type.empty())
    return;
  graph::ToMixedPrecisionPassOptions options;
  options.type = type.str();
  manager.addNestedPass<func::FuncOp>(
      graph::createToMixedPrecisionPass(options));
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

static void buildGraphPipeline(OpPassManager &manager,
                               const PipelineOptions &options) {
  if (!options.simplify) {
    addMixedPrecision(manager, options.mixedPrecision);
    addPartition(manager, options.partition);
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
  addMixedPrecision(manager, options.mixedPrecision);
  if (options.dotProduct != schedule::DotProduct::None) {
    graph::NarrowProductsPassOptions products;
    // Without VNNI, floats are as fast.
    products.dequantized = options.dotProduct == schedule::DotProduct::VNNI;
    manager.addNestedPass<func::FuncOp>(
        graph::createNarrowProductsPass(products));
  }
  if (options.winograd != Winograd::Never) {
    graph::WinogradPassOptions winograd;
    winograd.vectorBits = options.vectorBits;
    winograd.vectorsPerCycle = options.vectorsPerCycle;
    winograd.force = options.winograd == Winograd::Always;
    manager.addNestedPass<func::FuncOp>(graph::createWinogradPass(winograd));
  }
  manager.addNestedPass<func::FuncOp>(graph::createConvertLayoutPass());
  if (options.optLevel > 0)
    manager.addNestedPass<func::FuncOp>(graph::createSeparatePoolsPass());
  simplify();
  manager.addPass(codegen::createFoldConstantsPass());
  simplify();
  manager.addNestedPass<func::FuncOp>(graph::createMarkEqualDimsPass());
  addPartition(manager, options.partition);
}

static void buildFusedPipeline(OpPassManager &manager,
                               const PipelineOptions &options) {
  manager.addNestedPass<func::FuncOp>(graph::createCombineProductsPass());
  manager.addPass(codegen::createFoldConstantsPass());
  manager.addNestedPass<func::FuncOp>(graph::createLowerControlFlowPass());
  manager.addPass(graph::createLowerPartitionsPass());
  manager.addNestedPass<func::FuncOp>(graph::createDivideConcatenationsPass());
  graph::FusePassOptions fuse;
  fuse.cacheBytes = options.cacheBytes;
  if (!options.fuse)
    fuse.maxOperators = 1;
  manager.addPass(graph::createFusePass(fuse));
  if (options.fuse)
    manager.addPass(graph::createCollapsePointsPass());
  manager.addPass(graph::createMergeKernelsPass());
  manager.addPass(createCSEPass());
  manager.addPass(graph::createMarkConstantsPass());
}

static void buildTEPipeline(OpPassManager &manager,
                            const PipelineOptions &options) {
  auto &kernel = manager.nest<ModuleOp>();
  auto &function = kernel.nest<func::FuncOp>();
  if (options.fuse) {
    graph::DivideAttentionPassOptions divide;
    divide.cacheBytes = options.cacheBytes;
    function.addPass(graph::createDivideAttentionPass(divide));
  }
  ConvertGraphToTEPassOptions definitions;
  definitions.library = options.gpu.empty();
  function.addPass(createConvertGraphToTEPass(definitions));
  // Sizes are those of arguments, so that what computes them can go.
  function.addPass(memref::createResolveRankedShapeTypeResultDimsPass());
  if (options.fuse)
    function.addPass(te::createInlineComputesPass());
  kernel.addPass(createCanonicalizerPass());
  kernel.addPass(createCSEPass());
}

static void buildLoopsPipeline(OpPassManager &manager,
                               const PipelineOptions &) {
  auto &kernel = manager.nest<ModuleOp>();
  kernel.addNestedPass<func::FuncOp>(te::createVerifyContractPass());
  manager.addPass(createCountWorkPass());
  manager.nest<ModuleOp>().addPass(createConvertTEToLoopsPass());
}

/// Scheduled kernels to code of a CPU.
static void addKernelsOfCPU(OpPassManager &manager,
                            const PipelineOptions &options) {
  auto &function = manager.nest<ModuleOp>().nest<func::FuncOp>();
  function.addPass(schedule::createCheckCapacitiesPass());
  function.addPass(te::createLowerBlocksPass());
  function.addPass(createCanonicalizerPass());
  function.addPass(createCSEPass());
  if (options.applyGiven) { // of given schedules, also where rules give none
    function.addPass(schedule::createUnrollConditionsPass());
    schedule::VectorizeLoopsPassOptions vectors;
    vectors.vectorBits = options.vectorBits;
    vectors.numRegisters = options.numRegisters;
    vectors.quiet = !options.scheduleRemarks;
    llvm::append_range(vectors.remarksOf, options.given);
    function.addPass(schedule::createVectorizeLoopsPass(vectors));
  }
  function.addPass(schedule::createLowerLoopKindsPass());
  function.addPass(schedule::createLowerScopesPass());
  auto &cleaned = manager.nest<ModuleOp>();
  te::LowerHardwareIntrinsPassOptions intrinsics;
  intrinsics.complete = true; // of a CPU
  cleaned.addPass(te::createLowerHardwareIntrinsPass(intrinsics));
}

/// Scheduled kernels to PTX, and to code of a CPU that launches it.
static void addKernelsOfGPU(OpPassManager &manager,
                            const PipelineOptions &options) {
  KernelToNVVMOptions lowering;
  lowering.chip = options.gpu;
  lowering.strict = options.optLevel == 0;
  buildKernelToDevicePipeline(manager.nest<ModuleOp>(), lowering);
}

static void buildScheduledPipeline(OpPassManager &manager,
                                   const PipelineOptions &options) {
  if (options.schedule && options.gpu.empty()) {
    auto &kernel = manager.nest<ModuleOp>();
    schedule::GenerateSchedulePassOptions rules;
    rules.vectorBits = options.vectorBits;
    rules.numRegisters = options.numRegisters;
    rules.nearBytes = options.nearBytes;
    rules.cacheBytes = options.cacheBytes;
    rules.sharedBytes = options.sharedBytes;
    rules.numCores = options.numCores;
    rules.dotProduct = options.dotProduct;
    rules.matrixUnit = options.matrixUnit;
    rules.prefetchEpilogues = options.prefetchEpilogues;
    rules.memoryOperands = options.memoryOperands;
    kernel.addPass(schedule::createGenerateSchedulePass(rules));
  }
  schedule::ApplySchedulePassOptions apply;
  apply.discard = !options.applyGiven;
  apply.onCPU = options.gpu.empty();
  manager.nest<ModuleOp>().addPass(schedule::createApplySchedulePass(apply));
  manager.addPass(graph::createPackWeightsPass());
  if (options.gpu.empty())
    addKernelsOfCPU(manager, options);
  else
    addKernelsOfGPU(manager, options);
  auto &cleaned = manager.nest<ModuleOp>();
  cleaned.addPass(createCanonicalizerPass());
  cleaned.addPass(createCSEPass());
}

static void buildLLVMPipeline(OpPassManager &manager,
                              const PipelineOptions &options) {
  manager.nest<ModuleOp>().addPass(createKernelPlanWorkspacePass());
  manager.addPass(graph::createPlanMemoryPass({options.reportMemory}));
  manager.addPass(createCSEPass());
  manager.addNestedPass<func::FuncOp>(createSCFToControlFlowPass());
  LowerToLLVMOptions lowering;
  lowering.strict = options.optLevel == 0;
  lowering.nativeF16 = options.nativeF16;
  if (options.lowerKernels)
    buildKernelToLLVMPipeline(manager.nest<ModuleOp>(), lowering);
  manager.addPass(createConvertHostToLLVMPass(
      ConvertHostToLLVMPassOptions{options.symbol}));
  // The host function's index arithmetic.
  auto &entry = manager.nest<ModuleOp>().nest<LLVM::LLVMFuncOp>();
  entry.addPass(createLowerAffinePass());
  entry.addPass(arith::createArithExpandOpsPass());
  entry.addPass(createArithToLLVMConversionPass());
  entry.addPass(createReconcileUnrealizedCastsPass());
  entry.addPass(createCSEPass());
}

static llvm::Error parseTarget(StringRef text) {
  if (codegen::isGPU(text))
    return codegen::parseGPU(text).takeError();
  return codegen::Target::parse(text).takeError();
}

/// Of `tvm.target`, where `module` has it.
static LogicalResult verifyTarget(ModuleOp module) {
  Attribute found = module->getAttr(kTargetAttrName);
  auto text = dyn_cast_or_null<StringAttr>(found);
  if (found && !text)
    return module.emitError("expected '")
           << kTargetAttrName << "' to be a target, got " << found;
  if (!text)
    return success();
  if (llvm::Error error = parseTarget(text.getValue()))
    return module.emitError()
           << kTargetAttrName << ": " << llvm::toString(std::move(error));
  return success();
}

namespace {
/// Fails for a module that is not at `level`, or whose target is none.
struct CheckLevelPass
    : public PassWrapper<CheckLevelPass, OperationPass<ModuleOp>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(CheckLevelPass)
  explicit CheckLevelPass(Level level) : level(level) {}
  StringRef getArgument() const override { return "tvm-check-level"; }
  void runOnOperation() override {
    if (failed(verifyLevel(getOperation(), level)) ||
        failed(verifyTarget(getOperation())))
      return signalPassFailure();
    markAllAnalysesPreserved();
  }
  Level level;
};

/// Attaches `tvm.level` to the module.
struct SetLevelPass
    : public PassWrapper<SetLevelPass, OperationPass<ModuleOp>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(SetLevelPass)
  explicit SetLevelPass(Level level) : level(level) {}
  StringRef getArgument() const override { return "tvm-set-level"; }
  void runOnOperation() override { setLevel(getOperation(), level); }
  Level level;
};
} // namespace

void buildPipeline(Level level, OpPassManager &manager,
                   const PipelineOptions &options) {
  static constexpr void (*kBuilders[kNumLevels])(OpPassManager &,
                                                 const PipelineOptions &) = {
      [](OpPassManager &, const PipelineOptions &) {},
      buildGraphPipeline,
      buildFusedPipeline,
      buildTEPipeline,
      buildLoopsPipeline,
      buildScheduledPipeline,
      buildLLVMPipeline};
  int index = static_cast<int>(level);
  if (index > 0) {
    manager.addPass(
        std::make_unique<CheckLevelPass>(static_cast<Level>(index - 1)));
    manager.addPass(te::createVerifyIndicesPass());
  }
  kBuilders[index](manager, options);
  manager.addPass(std::make_unique<SetLevelPass>(level));
}

namespace {
/// PipelineOptions on tvm-opt's command line.
struct CommandLineOptions : PassPipelineOptions<CommandLineOptions> {
  PassOptions::Option<unsigned> optLevel{
      *this, "O", llvm::cl::desc("0 to 3, as tvmc's"), llvm::cl::init(3)};
  PassOptions::Option<bool> naive{
      *this, "naive", llvm::cl::desc("only what is necessary: no optimisation"),
      llvm::cl::init(false)};
  PassOptions::Option<unsigned> vectorBits{
      *this, "vector-bits", llvm::cl::desc("bits of a vector register"),
      llvm::cl::init(256)};
  PassOptions::Option<unsigned> vectorsPerCycle{
      *this, "vectors-per-cycle",
      llvm::cl::desc("vectors that are multiplied and added per cycle"),
      llvm::cl::init(2)};
  PassOptions::Option<unsigned> numRegisters{
      *this, "num-registers", llvm::cl::desc("number of vector registers"),
      llvm::cl::init(16)};
  PassOptions::Option<int64_t> nearBytes{
      *this, "near-bytes",
      llvm::cl::desc("bytes of the first-level data cache of a core"),
      llvm::cl::init(32 << 10)};
  PassOptions::Option<int64_t> cacheBytes{
      *this, "cache-bytes",
      llvm::cl::desc("bytes of the second-level cache of a core"),
      llvm::cl::init(1 << 20)};
  PassOptions::Option<int64_t> sharedBytes{
      *this, "shared-bytes",
      llvm::cl::desc("bytes of the last-level cache, which cores share"),
      llvm::cl::init(32 << 20)};
  PassOptions::Option<int64_t> numCores{
      *this, "num-cores", llvm::cl::desc("number of cores"), llvm::cl::init(4)};

  PipelineOptions get() const {
    PipelineOptions options;
    options.optLevel = optLevel;
    options.simplify = options.fuse = options.schedule = !naive;
    options.applyGiven = !naive;
    options.vectorBits = vectorBits;
    options.vectorsPerCycle = vectorsPerCycle;
    options.numRegisters = numRegisters;
    options.nearBytes = nearBytes;
    options.cacheBytes = cacheBytes;
    options.sharedBytes = sharedBytes;
    options.numCores = numCores;
    return options;
  }
};
} // namespace

void registerPipelines() {
  for (int i = 1; i < kNumLevels; ++i) {
    auto level = static_cast<Level>(i);
    std::string name = ("tvm-" + getLevelName(level) + "-pipeline").str();
    std::string what =
        ("From level " + getLevelName(static_cast<Level>(i - 1)) + " to " +
         getLevelName(level))
            .str();
    // Registered pipelines refer to their names for as long as the program
    // runs.
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
