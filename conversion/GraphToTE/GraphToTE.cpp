// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "conversion/GraphToTE/Definition.h"
#include "conversion/GraphToTE/Roles.h"

#include "dialects/Graph/Control/GraphStructure.h"
#include "dialects/TE/TEDialect.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;

namespace tvm {

#define GEN_PASS_DEF_CONVERTGRAPHTOTEPASS
#include "conversion/GraphToTE/Passes.h.inc"

/// Returns the storage value of `value`. During the conversion, operators that
/// are not yet converted see a value of changed type through a cast back to its
/// graph type.
static Value getStorageValue(Value value) {
  if (auto cast = value.getDefiningOp<UnrealizedConversionCastOp>())
    return cast.getInputs().front();
  return value;
}

static void replaceWithStorage(OpBuilder &builder, Value graphValue,
                               Value storage) {
  Value replacement = storage;
  if (storage.getType() != graphValue.getType())
    replacement =
        UnrealizedConversionCastOp::create(builder, graphValue.getLoc(),
                                           graphValue.getType(), storage)
            .getResult(0);
  graphValue.replaceUsesWithIf(replacement, [&](OpOperand &use) {
    return use.getOwner() != replacement.getDefiningOp();
  });
}

static void convertArguments(func::FuncOp function, OpBuilder &builder) {
  builder.setInsertionPointToStart(&function.getBody().front());
  for (BlockArgument argument : function.getArguments()) {
    Type storage = getStorageType(argument.getType());
    if (storage == argument.getType())
      continue;
    auto cast = UnrealizedConversionCastOp::create(
        builder, argument.getLoc(), argument.getType(), argument);
    argument.replaceAllUsesExcept(cast.getResult(0), cast);
    argument.setType(storage);
  }
}

/// Converts a constant with equal elements to the storage type.
static DenseElementsAttr convertSplat(SplatElementsAttr splat,
                                      RankedTensorType type) {
  return SplatElementsAttr::get(
      type, Attribute(getStoredNumber(splat.getSplatValue<Attribute>(),
                                      type.getElementType())));
}

/// Converts a small constant to `arith.constant`; a bool becomes one byte.
static LogicalResult convertConstant(graph::ConstantOp op, OpBuilder &builder) {
  auto type = cast<RankedTensorType>(getStorageType(op.getType()));
  DenseElementsAttr value;
  if (auto splat = dyn_cast<SplatElementsAttr>(op.getValue())) {
    value = convertSplat(splat, type);
  } else {
    SmallVector<char> buffer;
    auto bytes = graph::getConstantBytes(op.getValue(), buffer);
    if (!bytes)
      return op.emitOpError(llvm::toString(bytes.takeError()));
    value = DenseElementsAttr::getFromRawBuffer(type, *bytes);
  }
  auto storage = arith::ConstantOp::create(builder, op.getLoc(), value);
  replaceWithStorage(builder, op.getResult(), storage);
  op.erase();
  return success();
}

static LogicalResult convertOperator(Operation *op, OpBuilder &builder) {
  auto definition = dyn_cast<graph::TEDefinitionInterface>(op);
  if (!definition)
    return op->emitOpError("has no tensor expression: expected it to implement "
                           "TEDefinitionInterface");
  SmallVector<Value> operands =
      llvm::map_to_vector(op->getOperands(), getStorageValue);
  auto results = definition.defineTE(builder, operands);
  if (failed(results))
    return failure();
  for (auto [result, storage] : llvm::zip(op->getResults(), *results))
    replaceWithStorage(builder, result, storage);
  op->erase();
  return success();
}

/// Resolves uses of casts to graph types: dimensions and the return.
static void removeCasts(func::FuncOp function) {
  function.walk([](Operation *op) {
    if (isa<UnrealizedConversionCastOp>(op))
      return;
    for (OpOperand &operand : op->getOpOperands())
      operand.set(getStorageValue(operand.get()));
  });
  SmallVector<Operation *> casts;
  function.walk([&](UnrealizedConversionCastOp op) { casts.push_back(op); });
  for (Operation *op : llvm::reverse(casts))
    op->erase();
}

LogicalResult convertGraphToTE(func::FuncOp function) {
  OpBuilder builder(function.getContext());
  convertArguments(function, builder);
  SmallVector<Operation *> ops;
  for (Operation &op : function.getBody().front())
    if (isa_and_nonnull<graph::GraphDialect>(op.getDialect()) ||
        isa<graph::TEDefinitionInterface, graph::FusionInterface>(op))
      ops.push_back(&op);
  bool hasFailed = false;
  for (Operation *op : ops) {
    builder.setInsertionPoint(op);
    if (auto constant = dyn_cast<graph::ConstantOp>(op))
      hasFailed |= failed(convertConstant(constant, builder));
    else
      hasFailed |= failed(convertOperator(op, builder));
  }
  if (hasFailed)
    return failure();
  removeCasts(function);
  setOperandRoles(function);
  SmallVector<Type> inputs, results;
  for (Type type : function.getFunctionType().getInputs())
    inputs.push_back(getStorageType(type));
  for (Type type : function.getFunctionType().getResults())
    results.push_back(getStorageType(type));
  function.setFunctionType(
      FunctionType::get(function.getContext(), inputs, results));
  return success();
}

namespace {
struct ConvertGraphToTEPass
    : impl::ConvertGraphToTEPassBase<ConvertGraphToTEPass> {
  using ConvertGraphToTEPassBase::ConvertGraphToTEPassBase;
  void runOnOperation() override {
    func::FuncOp function = getOperation();
    if (function.isExternal())
      return;
    if (!library)
      function->setAttr(kWithoutLibrary, UnitAttr::get(&getContext()));
    if (failed(convertGraphToTE(function)))
      signalPassFailure();
    function->removeAttr(kWithoutLibrary);
  }
};
} // namespace

} // namespace tvm
