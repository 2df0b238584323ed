#include "codegen/FoldConstants.h"

#include "codegen/Kernels/KernelEvaluator.h"
#include "conversion/GraphToTE/GraphToTE.h"
#include "conversion/KernelToLLVM/KernelToLLVM.h"
#include "conversion/TEToLoops/TEToLoops.h"
#include "dialects/Graph/Control/GraphStructure.h"
#include "dialects/Graph/ElementTypes.h"
#include "dialects/Graph/Tensors/GraphShape.h"
#include "dialects/TE/TEDialect.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/DLTI/DLTI.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Transforms/Passes.h"
#include "transforms/Graph/Passes.h"
#include "transforms/TE/Passes.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;

namespace tvm::codegen {

#define GEN_PASS_DEF_FOLDCONSTANTSPASS
#include "codegen/Passes.h.inc"

namespace {

using Bytes = std::shared_ptr<std::vector<char>>;

/// Runs the launches of a module whose kernels are compiled.
class Interpreter {
public:
  LogicalResult run(ModuleOp module, const KernelLibrary &library);
  /// Bytes of the values that the function returned.
  SmallVector<Bytes> results;

private:
  LogicalResult runLaunch(graph::LaunchOp launch, ModuleOp kernel,
                          const KernelLibrary &library);
  llvm::DenseMap<Value, Bytes> values;
};

} // namespace

/// A result may be so much larger than the constants that it comes from.
static constexpr uint64_t kMaxGrowth = 4;
static constexpr uint64_t kSmallBytes = 1 << 20;

static bool isStatic(TypeRange types) {
  return llvm::all_of(types, [](Type type) {
    auto tensor = dyn_cast<RankedTensorType>(type);
    return tensor && tensor.hasStaticShape();
  });
}

static uint64_t getBytes(ValueRange values) {
  uint64_t bytes = 0;
  for (Value value : values)
    bytes += graph::getStorageSize(cast<ShapedType>(value.getType()));
  return bytes;
}

/// Strings and references are made in a run.
static bool isMadeInRun(Type type) {
  return graph::isAddress(getElementTypeOrSelf(type));
}

/// Whether a run of `op` may fail, which a branch that it is in may prevent.
static bool mayFail(Operation &op) {
  auto checked = dyn_cast<graph::RuntimeCheckInterface>(op);
  return checked && checked.hasChecks();
}

static bool isFoldable(Operation &op,
                       const llvm::SetVector<Operation *> &foldable) {
  if (!isa<graph::FusionInterface>(op) ||
      !isa<graph::TEDefinitionInterface>(op) || !isPure(&op) || mayFail(op) ||
      !isStatic(op.getResultTypes()) || !isStatic(op.getOperandTypes()) ||
      llvm::any_of(op.getResultTypes(), isMadeInRun) ||
      llvm::any_of(op.getOperandTypes(), isMadeInRun))
    return false;
  for (Value operand : op.getOperands()) {
    Operation *producer = operand.getDefiningOp();
    if (!producer ||
        !(isa<graph::ConstantOp>(producer) || foldable.contains(producer)))
      return false;
  }
  uint64_t limit =
      std::max(kSmallBytes, kMaxGrowth * getBytes(op.getOperands()));
  return getBytes(op.getResults()) <= limit;
}

/// A transposed constant whose elements are all equal is a splat again.
static void foldSplat(graph::TransposeOp op) {
  auto constant = op->getOperand(0).getDefiningOp<graph::ConstantOp>();
  auto splat = constant ? dyn_cast<SplatElementsAttr>(constant.getValue())
                        : SplatElementsAttr();
  if (!splat)
    return;
  OpBuilder builder(op);
  Value folded = graph::ConstantOp::create(
      builder, op.getLoc(),
      cast<TypedAttr>(Attribute(
          splat.resizeSplat(cast<ShapedType>(op->getResult(0).getType())))));
  op->getResult(0).replaceAllUsesWith(folded);
  op.erase();
}

/// A module whose `main` computes `results` by copies of `ops`.
static OwningOpRef<ModuleOp> extract(const llvm::SetVector<Operation *> &ops,
                                     ArrayRef<Value> results) {
  Location loc = results.front().getLoc();
  OwningOpRef<ModuleOp> module(ModuleOp::create(loc));
  OpBuilder builder(module->getBodyRegion());
  auto function = func::FuncOp::create(
      builder, loc, "main",
      builder.getFunctionType({}, ValueRange(results).getTypes()));
  builder.setInsertionPointToStart(function.addEntryBlock());
  IRMapping mapping;
  for (Operation *op : ops) {
    for (Value operand : op->getOperands())
      if (!mapping.contains(operand))
        builder.clone(*operand.getDefiningOp(), mapping);
    builder.clone(*op, mapping);
  }
  SmallVector<Value> returned =
      llvm::map_to_vector(results, [&](Value v) { return mapping.lookup(v); });
  func::ReturnOp::create(builder, loc, returned);
  return module;
}

static LogicalResult lower(ModuleOp module) {
  PassManager manager(module.getContext());
  manager.addPass(graph::createFusePass());
  manager.addPass(graph::createMergeKernelsPass());
  auto &kernel = manager.nest<ModuleOp>();
  kernel.addNestedPass<func::FuncOp>(createConvertGraphToTEPass());
  kernel.addNestedPass<func::FuncOp>(te::createInlineComputesPass());
  kernel.addPass(createCanonicalizerPass());
  kernel.addPass(createConvertTEToLoopsPass());
  kernel.addNestedPass<func::FuncOp>(te::createLowerBlocksPass());
  kernel.addPass(createCanonicalizerPass());
  kernel.addPass(createCSEPass());
  return manager.run(module);
}

LogicalResult Interpreter::runLaunch(graph::LaunchOp launch, ModuleOp kernel,
                                     const KernelLibrary &library) {
  SmallVector<void *> buffers;
  for (Value input : launch.getInputs())
    buffers.push_back(values.at(input)->data());
  for (Value result : launch.getResults()) {
    auto bytes = std::make_shared<std::vector<char>>(
        graph::getStorageSize(cast<ShapedType>(result.getType())));
    values[result] = bytes;
    buffers.push_back(bytes->data());
  }
  StringRef name = launch.getKernel().getLeafReference();
  auto symbol = library.lookup(getKernelSymbol(name));
  if (!symbol)
    return launch.emitOpError(llvm::toString(symbol.takeError()));
  auto workspace = getWorkspaceSize(library, name, kernel, {});
  if (!workspace)
    return launch.emitOpError(llvm::toString(workspace.takeError()));
  if (llvm::Error error = callKernel(*symbol, buffers, {}, *workspace))
    return launch.emitOpError(llvm::toString(std::move(error)));
  return success();
}

LogicalResult Interpreter::run(ModuleOp module, const KernelLibrary &library) {
  SymbolTable kernels(module);
  auto function = *module.getOps<func::FuncOp>().begin();
  for (Operation &op : function.getBody().front()) {
    if (isa<tensor::CollapseShapeOp, tensor::ExpandShapeOp>(op)) {
      auto bytes = values.at(op.getOperand(0));
      values[op.getResult(0)] = bytes;
    } else if (auto constant = dyn_cast<graph::ConstantOp>(op)) {
      SmallVector<char> buffer;
      auto bytes = graph::getConstantBytes(constant.getValue(), buffer);
      if (!bytes)
        return op.emitOpError(llvm::toString(bytes.takeError()));
      values[constant] =
          std::make_shared<std::vector<char>>(bytes->begin(), bytes->end());
    } else if (auto launch = dyn_cast<graph::LaunchOp>(op)) {
      auto kernel = kernels.lookup<ModuleOp>(
          launch.getKernel().getRootReference().getValue());
      if (failed(runLaunch(launch, kernel, library)))
        return failure();
    }
  }
  Operation *ret = function.getBody().front().getTerminator();
  for (Value value : ret->getOperands())
    results.push_back(values.at(value));
  return success();
}

static LogicalResult evaluate(ModuleOp module, Interpreter &interpreter) {
  if (failed(lower(module)))
    return failure();
  auto fail = [&](llvm::Error error) {
    return module.emitError("cannot fold constants: ")
           << llvm::toString(std::move(error));
  };
  auto host = Target::parse("host");
  if (!host)
    return fail(host.takeError());
  SmallVector<ModuleOp> kernels(module.getOps<ModuleOp>());
  CompileOptions options;
  options.optLevel = 2;
  options.cacheFolder = getDefaultCacheFolder();
  auto compiled = KernelCompiler(*host, options).compileAll(kernels);
  if (!compiled)
    return fail(compiled.takeError());
  auto library = KernelLibrary::load(*compiled);
  if (!library)
    return fail(library.takeError());
  return interpreter.run(module, **library);
}

LogicalResult foldConstants(func::FuncOp function) {
  function.walk([](graph::TransposeOp transpose) { foldSplat(transpose); });
  llvm::SetVector<Operation *> foldable;
  function.walk([&](Operation *op) {
    if (isFoldable(*op, foldable))
      foldable.insert(op);
  });
  SmallVector<Value> roots;
  for (Operation *op : foldable)
    for (Value result : op->getResults())
      if (llvm::any_of(result.getUsers(), [&](Operation *user) {
            return !foldable.contains(user);
          }))
        roots.push_back(result);
  if (roots.empty())
    return success();
  OwningOpRef<ModuleOp> module = extract(foldable, roots);
  Interpreter interpreter;
  if (failed(evaluate(*module, interpreter)))
    return failure();
  OpBuilder builder(function.getContext());
  for (auto [root, bytes] : llvm::zip(roots, interpreter.results)) {
    builder.setInsertionPointAfter(root.getDefiningOp());
    auto value = graph::createConstant(cast<RankedTensorType>(root.getType()),
                                       "folded", *bytes, bytes);
    root.replaceAllUsesWith(
        graph::ConstantOp::create(builder, root.getLoc(), value));
  }
  for (Operation *op : llvm::reverse(foldable))
    if (op->use_empty())
      op->erase();
  return success();
}

namespace {
struct FoldConstantsPass : impl::FoldConstantsPassBase<FoldConstantsPass> {
  void runOnOperation() override {
    for (auto function : getOperation().getOps<func::FuncOp>())
      if (!function.isExternal() && failed(foldConstants(function)))
        return signalPassFailure();
  }
};
} // namespace

} // namespace tvm::codegen
