// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "dialects/Graph/Control/GraphStructure.h"
#include "dialects/Graph/ElementTypes.h"
#include "dialects/Graph/GraphAttributes.h"
#include "dialects/Graph/GraphInterfaces.h"
#include "dialects/Graph/Tensors/GraphShape.h"
#include "mlir/IR/IRMapping.h"
#include "transforms/Graph/ConstantEvaluator.h"
#include "transforms/Graph/Passes.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;

namespace tvm::graph {

#define GEN_PASS_DEF_FOLDCONSTANTSPASS
#include "transforms/Graph/Passes.h.inc"

/// The factor by which a result may be larger than the constants that it is
/// computed from, and the size in bytes up to which results are always folded.
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
    bytes += getStorageSize(cast<ShapedType>(value.getType()));
  return bytes;
}

/// Strings and references are made in a run.
static bool isMadeInRun(Type type) {
  return isAddress(getElementTypeOrSelf(type));
}

/// Whether a run of `op` may fail, which a branch that it is in may prevent.
static bool mayFail(Operation &op) {
  auto checked = dyn_cast<RuntimeCheckInterface>(op);
  return checked && checked.hasChecks();
}

static bool isFoldable(Operation &op,
                       const llvm::SetVector<Operation *> &foldable) {
  if (!isa<FusionInterface>(op) || !isa<TEDefinitionInterface>(op) ||
      !isPure(&op) || mayFail(op) || !isStatic(op.getResultTypes()) ||
      !isStatic(op.getOperandTypes()) ||
      llvm::any_of(op.getResultTypes(), isMadeInRun) ||
      llvm::any_of(op.getOperandTypes(), isMadeInRun))
    return false;
  for (Value operand : op.getOperands()) {
    Operation *producer = operand.getDefiningOp();
    if (!producer ||
        !(isa<ConstantOp>(producer) || foldable.contains(producer)))
      return false;
  }
  uint64_t limit =
      std::max(kSmallBytes, kMaxGrowth * getBytes(op.getOperands()));
  return getBytes(op.getResults()) <= limit;
}

/// A transposed constant whose elements are all equal is a splat again.
static void foldSplat(TransposeOp op) {
  auto constant = op->getOperand(0).getDefiningOp<ConstantOp>();
  auto splat = constant ? dyn_cast<SplatElementsAttr>(constant.getValue())
                        : SplatElementsAttr();
  if (!splat)
    return;
  OpBuilder builder(op);
  Value folded =
      ConstantOp::create(builder, op.getLoc(),
                         cast<TypedAttr>(Attribute(splat.resizeSplat(
                             cast<ShapedType>(op->getResult(0).getType())))));
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

/// The results of operators of `foldable` that other operators read.
static SmallVector<Value>
getRoots(const llvm::SetVector<Operation *> &foldable) {
  SmallVector<Value> roots;
  for (Operation *op : foldable)
    for (Value result : op->getResults())
      if (llvm::any_of(result.getUsers(), [&](Operation *user) {
            return !foldable.contains(user);
          }))
        roots.push_back(result);
  return roots;
}

/// Replaces what `function` computes from constants only by constants.
static LogicalResult foldConstants(func::FuncOp function) {
  function.walk([](TransposeOp transpose) { foldSplat(transpose); });
  llvm::SetVector<Operation *> foldable;
  function.walk([&](Operation *op) {
    if (isFoldable(*op, foldable))
      foldable.insert(op);
  });
  SmallVector<Value> roots = getRoots(foldable);
  if (roots.empty())
    return success();
  auto evaluator = ConstantEvaluator::get(function);
  if (failed(evaluator))
    return failure();
  OwningOpRef<ModuleOp> module = extract(foldable, roots);
  auto results = (*evaluator)->evaluate(*module);
  if (failed(results))
    return failure();
  OpBuilder builder(function.getContext());
  for (auto [root, elements] : llvm::zip_equal(roots, *results)) {
    builder.setInsertionPointAfter(root.getDefiningOp());
    auto value = createConstant(cast<RankedTensorType>(root.getType()),
                                "folded", elements.bytes, elements.owner);
    root.replaceAllUsesWith(ConstantOp::create(builder, root.getLoc(), value));
  }
  for (Operation *op : llvm::reverse(foldable))
    if (op->use_empty())
      op->erase();
  return success();
}

namespace {
struct FoldConstantsPass : impl::FoldConstantsPassBase<FoldConstantsPass> {
  void getDependentDialects(DialectRegistry &registry) const override {
    FoldConstantsPassBase::getDependentDialects(registry);
    ConstantEvaluator::addDependentDialects(registry);
  }

  void runOnOperation() override {
    for (auto function : getOperation().getOps<func::FuncOp>())
      if (!function.isExternal() && failed(foldConstants(function)))
        return signalPassFailure();
  }
};
} // namespace

} // namespace tvm::graph
