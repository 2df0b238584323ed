// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "conversion/LinalgToTE/LinalgToTE.h"

#include "conversion/LinalgToTE/KernelGroups.h"
#include "dialects/Graph/Control/GraphStructure.h"
#include "dialects/TE/TEOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/Transforms/Transforms.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"
#include "mlir/Transforms/RegionUtils.h"

using namespace mlir;

namespace tvm {

#define GEN_PASS_DEF_OUTLINEKERNELSPASS
#include "conversion/LinalgToTE/Passes.h.inc"

namespace {

/// Builder of the kernel of one group: its inputs, its function, its launch.
class KernelBuilder {
public:
  KernelBuilder(SymbolTable &symbols, ArrayRef<Operation *> group)
      : symbols(symbols), group(group), builder(symbols.getOp()->getContext()) {
  }
  void build();

private:
  SmallVector<Value> findResults();
  SmallVector<Value> findCaptured();
  void findInputs(Value captured);
  void clone(Value captured);
  func::FuncOp buildFunction(ArrayRef<Value> results);
  void launch(func::FuncOp function, ArrayRef<Value> results);

  SymbolTable &symbols;
  ArrayRef<Operation *> group;
  OpBuilder builder;
  SetVector<Value> inputs;
  IRMapping mapping;
};

} // namespace

/// Whether a constant is part of a kernel's text instead of an input.
static bool isInlineConstant(Value value) {
  auto constant = value.getDefiningOp<graph::ConstantOp>();
  return constant && isa<DenseElementsAttr>(constant.getValue());
}

SmallVector<Value> KernelBuilder::findResults() {
  SmallVector<Value> results;
  for (Operation *op : group)
    for (Value result : op->getResults())
      if (llvm::any_of(result.getUsers(), [&](Operation *user) {
            return llvm::none_of(group, [&](Operation *inner) {
              return inner->isAncestor(user);
            });
          }))
        results.push_back(result);
  return results;
}

/// The outside values that operations of the group use.
SmallVector<Value> KernelBuilder::findCaptured() {
  SetVector<Value> captured;
  for (Operation *op : group) {
    captured.insert_range(op->getOperands());
    getUsedValuesDefinedAbove(op->getRegions(), captured);
  }
  captured.remove_if([&](Value value) {
    return llvm::is_contained(group, value.getDefiningOp());
  });
  return captured.takeVector();
}

/// Adds inputs for a captured value. Tensors become inputs; computations of
/// scalars are repeated in the kernel.
void KernelBuilder::findInputs(Value captured) {
  if (isInlineConstant(captured))
    return;
  if (isa<RankedTensorType>(captured.getType()))
    inputs.insert(captured);
  else
    for (Value operand : captured.getDefiningOp()->getOperands())
      findInputs(operand);
}

void KernelBuilder::clone(Value captured) {
  if (mapping.contains(captured))
    return;
  Operation *op = captured.getDefiningOp();
  if (auto constant = dyn_cast<graph::ConstantOp>(op)) {
    mapping.map(captured, arith::ConstantOp::create(builder, op->getLoc(),
                                                    constant.getValue()));
    return;
  }
  for (Value operand : op->getOperands())
    clone(operand);
  builder.clone(*op, mapping);
}

func::FuncOp KernelBuilder::buildFunction(ArrayRef<Value> results) {
  Location loc = group.back()->getLoc();
  auto kernel = ModuleOp::create(loc, "kernel");
  StringAttr name = symbols.insert(
      kernel, cast<ModuleOp>(symbols.getOp()).getBody()->begin());
  builder.setInsertionPointToEnd(kernel.getBody());
  auto type =
      builder.getFunctionType(ValueRange(inputs.getArrayRef()).getTypes(),
                              ValueRange(results).getTypes());
  auto function = func::FuncOp::create(builder, loc, name.getValue(), type);
  builder.setInsertionPointToStart(function.addEntryBlock());
  mapping.map(inputs.getArrayRef(), function.getArguments());
  for (Value captured : findCaptured())
    clone(captured);
  for (Operation *op : group)
    builder.clone(*op, mapping);
  func::ReturnOp::create(
      builder, loc,
      llvm::map_to_vector(results, [&](Value v) { return mapping.lookup(v); }));
  return function;
}

void KernelBuilder::launch(func::FuncOp function, ArrayRef<Value> results) {
  builder.setInsertionPointAfter(group.back());
  Location loc = function.getLoc();
  SmallVector<Value> outs;
  for (Value result : results)
    outs.push_back(tensor::EmptyOp::create(
        builder, loc, tensor::getMixedSizes(builder, loc, result),
        getElementTypeOrSelf(result)));
  StringAttr symbol = function.getSymNameAttr();
  auto name = SymbolRefAttr::get(symbol, FlatSymbolRefAttr::get(symbol));
  auto launch =
      graph::LaunchOp::create(builder, loc, ValueRange(results).getTypes(),
                              name, inputs.getArrayRef(), outs,
                              /*fusion=*/graph::FusionAttr());
  // Sizes are resolved afterwards.
  for (auto [result, replacement] : llvm::zip(results, launch.getResults()))
    Value(result).replaceUsesWithIf(replacement, [](OpOperand &use) {
      return !isa<tensor::DimOp>(use.getOwner());
    });
}

void KernelBuilder::build() {
  SmallVector<Value> results = findResults();
  for (Value captured : findCaptured())
    findInputs(captured);
  launch(buildFunction(results), results);
}

static LogicalResult checkArguments(func::FuncOp function) {
  if (!function.getBody().hasOneBlock())
    return function.emitOpError("expected one block");
  for (Type type : function.getArgumentTypes())
    if (!isa<RankedTensorType>(type))
      return function.emitOpError("expected arguments that are ranked tensors, "
                                  "got ")
             << type;
  return success();
}

/// Moves large constants to the weight store.
static LogicalResult convertConstants(func::FuncOp function) {
  OpBuilder builder(function.getContext());
  for (auto op :
       llvm::make_early_inc_range(function.getOps<arith::ConstantOp>())) {
    auto type = dyn_cast<RankedTensorType>(op.getType());
    if (!type)
      continue;
    SmallVector<char> buffer;
    auto bytes = graph::getConstantBytes(op.getValue(), buffer);
    if (!bytes)
      return op.emitOpError(llvm::toString(bytes.takeError()));
    auto owner = std::make_shared<std::vector<char>>(*bytes);
    builder.setInsertionPoint(op);
    Value constant = graph::ConstantOp::create(
        builder, op.getLoc(), graph::createConstant(type, "", *owner, owner));
    op.replaceAllUsesWith(constant);
    op.erase();
  }
  return success();
}

/// Expresses sizes of results by sizes of arguments; the operations in kernels
/// are dead then.
static LogicalResult resolveDims(func::FuncOp function) {
  RewritePatternSet patterns(function.getContext());
  memref::populateResolveRankedShapedTypeResultDimsPatterns(patterns);
  return applyPatternsGreedily(function, std::move(patterns));
}

static LogicalResult outlineKernels(func::FuncOp function,
                                    SymbolTable &symbols) {
  if (failed(checkArguments(function)) || failed(convertConstants(function)) ||
      failed(resolveDims(function)))
    return failure();
  for (const KernelGroup &group : findKernelGroups(function.getBody().front()))
    KernelBuilder(symbols, group).build();
  return resolveDims(function);
}

LogicalResult outlineKernels(ModuleOp module) {
  SymbolTable symbols(module);
  for (auto function : llvm::to_vector(module.getOps<func::FuncOp>()))
    if (!function.isExternal() && failed(outlineKernels(function, symbols)))
      return failure();
  return success();
}

namespace {
struct OutlineKernelsPass : impl::OutlineKernelsPassBase<OutlineKernelsPass> {
  void runOnOperation() override {
    if (failed(outlineKernels(getOperation())))
      signalPassFailure();
  }
};
} // namespace

} // namespace tvm
