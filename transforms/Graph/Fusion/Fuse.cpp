// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "dialects/Graph/Control/GraphStructure.h"
#include "dialects/Graph/GraphDecisions.h"
#include "dialects/Graph/Memory/GraphMemory.h"
#include "dialects/Graph/Shapes/SizeRemedy.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/Matchers.h"
#include "transforms/Graph/Fusion/FusionGroups.h"
#include "transforms/Graph/Fusion/Views.h"
#include "transforms/Graph/Passes.h"
#include "transforms/Graph/RuntimeDims.h"
#include "transforms/Target/CPU.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/StringMap.h"

using namespace mlir;

namespace tvm::graph {

#define GEN_PASS_DEF_FUSEPASS
#include "transforms/Graph/Passes.h.inc"

namespace {

/// Turns groups of operators into kernels and launches.
class Outliner {
public:
  explicit Outliner(ModuleOp module) : module(module), symbols(module) {}
  void outline(func::FuncOp function, const FusionGroup &group);

private:
  SymbolRefAttr getKernel(const FusionGroup &group, ArrayRef<Value> inputs,
                          ArrayRef<Value> results);

  ModuleOp module;
  SymbolTable symbols;
  llvm::StringMap<SymbolRefAttr> kernels; // by text
};

} // namespace

/// Constants that are part of a kernel's text instead of an input.
static bool isInlineConstant(Value value) {
  auto constant = value.getDefiningOp<ConstantOp>();
  return constant && isa<ElementsAttr>(constant.getValue());
}

static SmallVector<Value> findInputs(const FusionGroup &group) {
  llvm::SetVector<Value> inputs;
  for (Operation *op : group.operators)
    for (Value operand : op->getOperands())
      if (!group.contains(operand.getDefiningOp()) &&
          !isInlineConstant(operand))
        inputs.insert(operand);
  return inputs.takeVector();
}

static SmallVector<Value> findResults(const FusionGroup &group) {
  SmallVector<Value> results;
  for (Operation *op : group.operators)
    for (Value result : op->getResults())
      if (llvm::any_of(result.getUsers(),
                       [&](Operation *user) { return !group.contains(user); }))
        results.push_back(result);
  return results;
}

/// A name that no function of the C library has.
static std::string nameOf(const FusionGroup &group) {
  constexpr size_t kMaxParts = 4;
  std::string name = "fused";
  for (Operation *op : ArrayRef(group.operators).take_front(kMaxParts))
    name += ("_" + op->getName().stripDialect()).str();
  return name;
}

static func::FuncOp buildFunction(OpBuilder &builder, const FusionGroup &group,
                                  ArrayRef<Value> inputs,
                                  ArrayRef<Value> results, StringRef name) {
  auto type = builder.getFunctionType(ValueRange(inputs).getTypes(),
                                      ValueRange(results).getTypes());
  auto function = func::FuncOp::create(
      builder, group.operators.back()->getLoc(), name, type);
  builder.setInsertionPointToStart(function.addEntryBlock());
  IRMapping mapping;
  mapping.map(ArrayRef<Value>(inputs), function.getArguments());
  for (Operation *op : group.operators) {
    for (Value operand : op->getOperands())
      if (!mapping.contains(operand))
        builder.clone(*operand.getDefiningOp(), mapping);
    Operation *clone = builder.clone(*op, mapping);
    // The launch says so instead: kernels that compute the same are one.
    clone->removeDiscardableAttr(kApartAttrName);
    clone->removeDiscardableAttr(kFusionAttrName);
    auto role = group.roles.find(op);
    if (role != group.roles.end())
      clone->setDiscardableAttr(kRoleAttrName,
                                RoleAttr::get(op->getContext(), role->second));
  }
  SmallVector<Value> returned =
      llvm::map_to_vector(results, [&](Value v) { return mapping.lookup(v); });
  func::ReturnOp::create(builder, group.operators.back()->getLoc(), returned);
  return function;
}

static std::string textOf(func::FuncOp function) {
  std::string text;
  llvm::raw_string_ostream os(text);
  function.print(os, OpPrintingFlags().useLocalScope().enableDebugInfo(false));
  return text;
}

/// The kernel that computes `group`: an equal one that is there, or a new one.
SymbolRefAttr Outliner::getKernel(const FusionGroup &group,
                                  ArrayRef<Value> inputs,
                                  ArrayRef<Value> results) {
  std::string base = nameOf(group);
  OpBuilder builder(module.getContext());
  auto kernel = ModuleOp::create(group.operators.back()->getLoc(), base);
  builder.setInsertionPointToEnd(kernel.getBody());
  auto function = buildFunction(builder, group, inputs, results, base);
  SymbolRefAttr &known = kernels[textOf(function)];
  if (known) {
    kernel->erase();
    return known;
  }
  StringAttr name = symbols.insert(kernel, module.getBody()->begin());
  function.setName(name);
  known = SymbolRefAttr::get(name, FlatSymbolRefAttr::get(name));
  return known;
}

void Outliner::outline(func::FuncOp function, const FusionGroup &group) {
  if (group.operators.size() == 1 && isView(group.operators.front()))
    return replaceByView(group.operators.front());
  SmallVector<Value> inputs = findInputs(group);
  SmallVector<Value> results = findResults(group);
  if (results.empty())
    return;
  Operation *sink = group.operators.back();
  OpBuilder builder(sink);
  builder.setInsertionPointAfter(sink);
  SmallVector<Value> outs;
  for (Value result : results) {
    // Dimensions of the operator that goes are resolved afterwards.
    SmallVector<OpFoldResult> dims =
        tensor::getMixedSizes(builder, result.getLoc(), result);
    outs.push_back(tensor::EmptyOp::create(
        builder, result.getLoc(), dims,
        cast<RankedTensorType>(result.getType()).getElementType()));
  }
  SmallVector<Location> locations = llvm::map_to_vector(
      group.operators, [](Operation *op) { return op->getLoc(); });
  auto launch = LaunchOp::create(
      builder, FusedLoc::get(module.getContext(), locations),
      ValueRange(results).getTypes(), getKernel(group, inputs, results), inputs,
      outs, FusionAttr::get(module.getContext(), group.because, group.apart));
  for (auto [result, replacement] : llvm::zip(results, launch.getResults()))
    result.replaceUsesWithIf(replacement, [&](OpOperand &use) {
      return !isa<tensor::DimOp>(use.getOwner()) &&
             !group.contains(use.getOwner());
    });
}

static void buildChecks(func::FuncOp function) {
  function.walk([](RuntimeCheckInterface op) {
    OpBuilder builder(op);
    op.buildChecks(builder);
  });
}

/// Fails, with the text of the check, where a check fails in every run.
static LogicalResult refuseFailedChecks(func::FuncOp function) {
  for (auto check : function.getOps<CheckOp>()) {
    if (!matchPattern(check.getCondition(), m_Zero()))
      continue;
    std::string text = check.getText().str();
    for (auto [i, value] : llvm::enumerate(check.getValues())) {
      std::optional<int64_t> size = getConstantIntValue(value);
      std::string place = "{" + std::to_string(i) + "}";
      size_t at = text.find(place);
      if (size && at != std::string::npos)
        text.replace(at, place.size(), std::to_string(*size));
    }
    return emitError(check.getLoc(), text);
  }
  return success();
}

namespace {
struct FusePass : impl::FusePassBase<FusePass> {
  using FusePassBase::FusePassBase;
  FusePass() = default;
  FusePass(const FusePassOptions &options, FusionListener listener)
      : FusePassBase(options), listener(std::move(listener)) {}

  void runOnOperation() override {
    auto cpu = target::CPU::get(getOperation());
    if (failed(cpu))
      return signalPassFailure();
    Outliner outliner(getOperation());
    for (auto function :
         llvm::to_vector(getOperation().getOps<func::FuncOp>())) {
      if (function.isExternal())
        continue;
      buildChecks(function);
      if (failed(refuseFailedChecks(function)))
        return signalPassFailure();
      // A `tensor.dim` is no use of an operator.
      if (failed(resolveDims(function)))
        return signalPassFailure();
      if (failed(fuse(function, outliner, {maxOperators, *cpu})))
        return signalPassFailure();
      // Only uses of the operators' dimensions are left.
      if (failed(resolveDims(function)) || failed(checkResultSizes(function)))
        return signalPassFailure();
    }
  }

private:
  LogicalResult fuse(func::FuncOp function, Outliner &outliner,
                     const FusionLimits &limits);

  FusionListener listener; // null without one
};
} // namespace

LogicalResult FusePass::fuse(func::FuncOp function, Outliner &outliner,
                             const FusionLimits &limits) {
  SmallVector<Block *> blocks;
  function.walk([&](Block *block) { blocks.push_back(block); });
  for (Block *block : blocks) {
    auto groups = findFusionGroups(*block, limits);
    if (failed(groups))
      return failure();
    for (const FusionGroup &group : *groups) {
      for (Operation *op : group.operators)
        if (listener)
          listener(op, getFusionDecision(group, op));
      outliner.outline(function, group);
    }
  }
  return success();
}

std::unique_ptr<Pass> createFusePass(unsigned maxOperators,
                                     FusionListener listener) {
  return std::make_unique<FusePass>(FusePassOptions{maxOperators},
                                    std::move(listener));
}

} // namespace tvm::graph
