// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "dialects/Graph/Control/GraphControl.h"
#include "dialects/Graph/GraphInterfaces.h"
#include "mlir/Analysis/TopologicalSortUtils.h"
#include "mlir/Dialect/PDL/IR/PDL.h"
#include "mlir/Dialect/PDLInterp/IR/PDLInterp.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/Iterators.h"
#include "mlir/Rewrite/PatternApplicator.h"
#include "transforms/Graph/Partition/PartitionPatterns.h"
#include "transforms/Graph/Partition/PartitionTargets.h"
#include "transforms/Graph/Partition/Partitions.h"
#include "transforms/Graph/Passes.h"
#include "transforms/Graph/RuntimeDims.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;

namespace tvm::graph {

#define GEN_PASS_DEF_PARTITIONPASS
#include "transforms/Graph/Passes.h.inc"

//===-- matches -----------------------------------------------------------===//

/// Marks what patterns match. Roots at the end of the program come first: a
/// pattern of several operators before one of the operators that it starts
/// with.
static void markMatches(func::FuncOp function,
                        const FrozenRewritePatternSet &patterns) {
  PatternApplicator applicator(patterns);
  applicator.applyDefaultCostModel();
  PatternRewriter rewriter(function.getContext());
  function.walk<WalkOrder::PostOrder, ReverseIterator>([&](Operation *op) {
    rewriter.setInsertionPoint(op);
    auto isMarked = [&](const Pattern &) {
      return success(op->hasAttr(kPartitionAttrName));
    };
    if (!op->hasAttr(kPartitionAttrName))
      (void)applicator.matchAndRewrite(op, rewriter, {}, {}, isMarked);
  });
}

//===-- functions ---------------------------------------------------------===//

namespace {

/// Moves a part of a function into a function of its own.
class PartitionOutliner {
public:
  PartitionOutliner(SymbolTable &symbols, const Partition &part);
  void run();

private:
  bool isInside(Operation *op) {
    return llvm::is_contained(part.operators, op);
  }
  func::FuncOp createFunction();
  Value createWithDims(Value value, Value replacement);

  SymbolTable &symbols;
  const Partition &part;
  Location loc;
  OpBuilder builder;
  llvm::SetVector<Value> inputs, results;
};

} // namespace

PartitionOutliner::PartitionOutliner(SymbolTable &symbols,
                                     const Partition &part)
    : symbols(symbols), part(part), loc(part.operators.back()->getLoc()),
      builder(loc.getContext()) {
  for (Operation *op : part.operators) {
    for (Value operand : op->getOperands())
      if (!isInside(operand.getDefiningOp()))
        inputs.insert(operand);
    for (Value result : op->getResults())
      if (llvm::any_of(result.getUsers(), [&](Operation *user) {
            return !isInside(user) && !isa<tensor::DimOp>(user);
          }))
        results.insert(result);
  }
}

static std::string getFunctionName(const Partition &part) {
  constexpr size_t kMaxParts = 4;
  std::string name = part.target.str();
  for (Operation *op : ArrayRef(part.operators).take_front(kMaxParts))
    name += ("_" + op->getName().stripDialect()).str();
  return name;
}

func::FuncOp PartitionOutliner::createFunction() {
  auto type =
      builder.getFunctionType(ValueRange(inputs.getArrayRef()).getTypes(),
                              ValueRange(results.getArrayRef()).getTypes());
  auto function =
      func::FuncOp::create(builder, loc, getFunctionName(part), type);
  function.setPrivate();
  function->setAttr(kTargetAttrName, part.target);
  builder.setInsertionPointToStart(function.addEntryBlock());
  IRMapping mapping;
  mapping.map(inputs.getArrayRef(), function.getArguments());
  for (Operation *op : part.operators)
    builder.clone(*op, mapping);
  auto returned = llvm::map_to_vector(
      results, [&](Value value) { return mapping.lookup(value); });
  func::ReturnOp::create(builder, loc, returned);
  symbols.insert(function);
  return function;
}

/// `replacement` with the unknown dimensions of `value`, which are resolved
/// afterwards.
Value PartitionOutliner::createWithDims(Value value, Value replacement) {
  auto type = cast<RankedTensorType>(value.getType());
  if (type.hasStaticShape())
    return replacement;
  SmallVector<Value> dims;
  for (OpFoldResult dim : tensor::getMixedSizes(builder, loc, value))
    if (auto size = dyn_cast<Value>(dim))
      dims.push_back(size);
  return WithDimsOp::create(builder, loc, replacement, dims);
}

void PartitionOutliner::run() {
  if (results.empty())
    return;
  func::FuncOp function = createFunction();
  builder.setInsertionPointAfter(part.operators.back());
  auto call =
      func::CallOp::create(builder, loc, function, inputs.getArrayRef());
  auto isOutside = [&](OpOperand &use) {
    return !isInside(use.getOwner()) && !isa<tensor::DimOp>(use.getOwner());
  };
  for (auto [i, replacement] : llvm::enumerate(call.getResults())) {
    Value result = results[i];
    result.replaceUsesWithIf(createWithDims(result, replacement), isOutside);
  }
}

//===-- pass --------------------------------------------------------------===//

static void buildChecks(const Partition &part) {
  for (Operation *op : part.operators) {
    OpBuilder builder(op);
    if (auto checked = dyn_cast<RuntimeCheckInterface>(op))
      checked.buildChecks(builder);
  }
}

/// Outlines the marked operators of a block.
static unsigned outlinePartitions(Block &block, SymbolTable &symbols) {
  SmallVector<Partition> parts = findPartitions(block);
  for (const Partition &part : parts) {
    for (Operation *op : part.operators)
      op->removeAttr(kPartitionAttrName);
    buildChecks(part);
    PartitionOutliner(symbols, part).run();
  }
  sortTopologically(&block);
  return parts.size();
}

namespace {
struct PartitionPass : impl::PartitionPassBase<PartitionPass> {
  using PartitionPassBase::PartitionPassBase;

  LogicalResult initialize(MLIRContext *context) override {
    RewritePatternSet set(context);
    for (const std::string &name : targets) {
      const PartitionTarget *target = lookUpPartitionTarget(name);
      if (!target)
        return emitError(UnknownLoc::get(context),
                         "expected a registered target (")
               << listPartitionTargets() << "), got '" << name << "'";
      target->populatePatterns(set);
    }
    for (const std::string &file : files)
      if (failed(readPartitionPatterns(file, set)))
        return failure();
    patterns = FrozenRewritePatternSet(std::move(set));
    return success();
  }

  void runOnOperation() override {
    SymbolTable symbols(getOperation());
    for (auto function : llvm::to_vector(getOperation().getOps<func::FuncOp>()))
      if (!function.isExternal() && !function->hasAttr(kTargetAttrName) &&
          failed(partition(function, symbols)))
        return signalPassFailure();
  }

  LogicalResult partition(func::FuncOp function, SymbolTable &symbols) {
    markMatches(function, patterns);
    SmallVector<Block *> blocks;
    function.walk([&](Block *block) { blocks.push_back(block); });
    unsigned count = 0;
    for (Block *block : blocks)
      count += outlinePartitions(*block, symbols);
    if (count == 0)
      return success();
    function.emitRemark() << count << " part" << (count == 1 ? "" : "s")
                          << " in functions of their own";
    // Only uses of the operators' dimensions are left.
    return resolveDims(function);
  }

  FrozenRewritePatternSet patterns;
};
} // namespace

} // namespace tvm::graph
