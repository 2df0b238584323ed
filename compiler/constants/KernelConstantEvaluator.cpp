// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/constants/KernelConstantEvaluator.h"
#include "compiler/constants/RuntimeLibrary.h"

#include "codegen/Kernels/CacheFolder.h"
#include "codegen/Kernels/KernelEvaluator.h"
#include "compiler/pipelines/CommandOptions.h"
#include "compiler/pipelines/Pipelines.h"
#include "conversion/KernelToLLVM/KernelToLLVM.h"
#include "dialects/Graph/Control/GraphStructure.h"
#include "dialects/Graph/ElementTypes.h"
#include "dialects/Graph/GraphAttributes.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Pass/PassManager.h"
#include "transforms/Graph/ConstantEvaluator.h"
#include "llvm/Support/Alignment.h"

#include <cstddef>

using namespace mlir;

namespace tvm::compiler {

using Elements = graph::ConstantEvaluator::Elements;

/// Adds the passes from level `graph` to compilable kernels.
static void addLevels(OpPassManager &manager) {
  PipelineOptions options;
  options.scheduleRemarks = false;
  options.foldConstants = false;
  for (Level level : {Level::Fused, Level::TE, Level::Loops, Level::Scheduled})
    buildPipeline(level, manager, options);
}

static LogicalResult lower(ModuleOp module) {
  CommandOptions command;
  command.optLevel = 2;
  command.referenceLevel = "loops";
  command.record(module);
  setLevel(module, Level::Graph);
  PassManager manager(module.getContext());
  addLevels(manager);
  return manager.run(module);
}

static llvm::Expected<std::unique_ptr<codegen::KernelLibrary>>
compile(ModuleOp module) {
  auto host = codegen::Target::parse("host");
  if (!host)
    return host.takeError();
  codegen::CompileOptions options;
  options.optLevel = 2;
  // Whoever compiles the model is told why the cache is not used.
  auto cache = codegen::CacheFolder::open(codegen::getDefaultCacheFolder());
  if (cache)
    options.cacheFolder = cache->getPath();
  else
    llvm::consumeError(cache.takeError());
  SmallVector<ModuleOp> kernels(module.getOps<ModuleOp>());
  auto compiled = codegen::KernelCompiler(*host, options).compileAll(kernels);
  if (!compiled)
    return compiled.takeError();
  return codegen::KernelLibrary::load(*compiled);
}

namespace {
/// Interpreter of the host function of a module with compiled kernels.
class Interpreter {
public:
  Interpreter(ModuleOp module, const codegen::KernelLibrary &library)
      : kernels(module), library(library) {}

  FailureOr<SmallVector<Elements>> run(func::FuncOp function);

private:
  LogicalResult runOperation(Operation &op);
  LogicalResult runConstant(graph::ConstantOp constant);
  LogicalResult runLaunch(graph::LaunchOp launch);
  LogicalResult runSlice(tensor::ExtractSliceOp slice);

  SymbolTable kernels;
  const codegen::KernelLibrary &library;
  DenseMap<Value, Elements> values;
};

struct KernelConstantEvaluator : graph::ConstantEvaluator {
  using graph::ConstantEvaluator::ConstantEvaluator;
  FailureOr<SmallVector<Elements>> evaluate(ModuleOp module) const override;
  void loadDialects() const override;
};
} // namespace

static uint64_t getSize(Value tensor) {
  return graph::getStorageSize(cast<ShapedType>(tensor.getType()));
}

LogicalResult Interpreter::runConstant(graph::ConstantOp constant) {
  auto buffer = std::make_shared<SmallVector<char>>();
  auto bytes = graph::getConstantBytes(constant.getValue(), *buffer);
  if (!bytes)
    return constant.emitOpError(llvm::toString(bytes.takeError()));
  Elements elements{*bytes, nullptr};
  if (bytes->data() == buffer->data()) {
    elements.owner = buffer;
  } else if (!llvm::isAddrAligned(llvm::Align::Of<std::max_align_t>(),
                                  bytes->data())) {
    // The data may have any alignment in a model's file.
    auto copy =
        std::make_shared<std::vector<char>>(bytes->begin(), bytes->end());
    elements = {*copy, copy};
  }
  values[constant] = std::move(elements);
  return success();
}

LogicalResult Interpreter::runLaunch(graph::LaunchOp launch) {
  SmallVector<void *> buffers;
  for (Value input : launch.getInputs())
    buffers.push_back(const_cast<char *>(values.at(input).bytes.data()));
  for (Value result : launch.getResults()) {
    auto bytes = std::make_shared<std::vector<char>>(getSize(result));
    values[result] = {*bytes, bytes};
    buffers.push_back(bytes->data());
  }
  auto kernel = kernels.lookup<ModuleOp>(
      launch.getKernel().getRootReference().getValue());
  StringRef name = launch.getKernel().getLeafReference();
  auto symbol = library.lookup(getKernelSymbol(name));
  if (!symbol)
    return launch.emitOpError(llvm::toString(symbol.takeError()));
  auto workspace = codegen::getWorkspaceSize(library, name, kernel, {});
  if (!workspace)
    return launch.emitOpError(llvm::toString(workspace.takeError()));
  if (llvm::Error error = codegen::callKernel(*symbol, buffers, {}, *workspace))
    return launch.emitOpError(llvm::toString(std::move(error)));
  return success();
}

/// Evaluates a slice of contiguous elements (transforms/Graph/Fusion/Views.h).
LogicalResult Interpreter::runSlice(tensor::ExtractSliceOp slice) {
  if (slice.getSourceType().getRank() != 1 || !slice.hasUnitStride() ||
      !slice.getType().hasStaticShape() ||
      ShapedType::isDynamic(slice.getStaticOffset(0)))
    return slice.emitOpError("is left in a function of constants: expected a "
                             "part of one dimension at a known place");
  Elements part = values.at(slice.getSource());
  uint64_t elementBytes =
      graph::getElementBytes(slice.getType().getElementType());
  part.bytes =
      part.bytes.slice(slice.getStaticOffset(0) * elementBytes, getSize(slice));
  values[slice] = std::move(part);
  return success();
}

/// Whether `op` only describes shapes of results of launches, which have their
/// own memory.
static bool isPlace(Operation &op) {
  return isa<tensor::EmptyOp>(op) &&
         llvm::all_of(op.getUses(), [](OpOperand &use) {
           auto launch = dyn_cast<graph::LaunchOp>(use.getOwner());
           return launch && launch.isDpsInit(&use);
         });
}

LogicalResult Interpreter::runOperation(Operation &op) {
  if (isPlace(op))
    return success();
  if (auto constant = dyn_cast<graph::ConstantOp>(op))
    return runConstant(constant);
  if (auto launch = dyn_cast<graph::LaunchOp>(op))
    return runLaunch(launch);
  if (auto slice = dyn_cast<tensor::ExtractSliceOp>(op))
    return runSlice(slice);
  if (!isa<tensor::CollapseShapeOp, tensor::ExpandShapeOp>(op))
    return op.emitOpError("is left in a function of constants: expected "
                          "launches of kernels, constants or views");
  Elements viewed = values.at(op.getOperand(0));
  values[op.getResult(0)] = std::move(viewed);
  return success();
}

FailureOr<SmallVector<Elements>> Interpreter::run(func::FuncOp function) {
  Block &block = function.getBody().front();
  for (Operation &op : block.without_terminator())
    if (failed(runOperation(op)))
      return failure();
  return llvm::map_to_vector(block.getTerminator()->getOperands(),
                             [&](Value value) { return values.at(value); });
}

FailureOr<SmallVector<Elements>>
KernelConstantEvaluator::evaluate(ModuleOp module) const {
  if (failed(lower(module)))
    return failure();
  provideRuntimeLibrary();
  auto library = compile(module);
  if (!library)
    return module.emitError("cannot fold constants: ")
           << llvm::toString(library.takeError());
  return Interpreter(module, **library)
      .run(module.lookupSymbol<func::FuncOp>("main"));
}

void KernelConstantEvaluator::loadDialects() const {
  OpPassManager manager(ModuleOp::getOperationName());
  addLevels(manager);
  DialectRegistry registry;
  manager.getDependentDialects(registry);
  for (StringRef name : registry.getDialectNames())
    registry.getDialectAllocator(name)(getContext());
}

static void attach(MLIRContext *, graph::GraphDialect *dialect) {
  dialect->addInterfaces<KernelConstantEvaluator>();
}

void registerConstantEvaluator(DialectRegistry &registry) {
  registry.addExtension(attach);
}

} // namespace tvm::compiler
