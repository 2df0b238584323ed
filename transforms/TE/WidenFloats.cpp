// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "transforms/TE/Passes.h"

#include "dialects/TE/TEOps.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "llvm/ADT/DenseSet.h"

using namespace mlir;

namespace tvm::te {

#define GEN_PASS_DEF_WIDENFLOATSPASS
#include "transforms/TE/Passes.h.inc"

/// Whether numbers of `type`, or of its elements, become f64.
static bool isNarrow(Type type) {
  auto format = dyn_cast<FloatType>(getElementTypeOrSelf(type));
  return format && format.getWidth() < 64;
}

/// `type` with f64 in place of narrower floats.
static Type widen(Type type) {
  if (!isNarrow(type))
    return type;
  Type f64 = Float64Type::get(type.getContext());
  if (auto shaped = dyn_cast<ShapedType>(type))
    return shaped.cloneWith(std::nullopt, f64);
  return f64;
}

static APFloat widen(APFloat number) {
  bool losesInfo = false;
  number.convert(APFloat::IEEEdouble(), APFloat::rmNearestTiesToEven,
                 &losesInfo);
  return number;
}

/// A constant with f64 in place of narrower floats.
static Attribute widen(Attribute attribute) {
  auto typed = dyn_cast<TypedAttr>(attribute);
  if (!typed || !isNarrow(typed.getType()))
    return attribute;
  Type type = widen(typed.getType());
  if (auto number = dyn_cast<FloatAttr>(attribute))
    return FloatAttr::get(type, widen(number.getValue()));
  if (auto numbers = dyn_cast<DenseFPElementsAttr>(attribute))
    return numbers.mapValues(
        getElementTypeOrSelf(type),
        [](const APFloat &number) { return widen(number).bitcastToAPInt(); });
  return attribute;
}

/// Calls `visit` for the arguments of blocks' regions that are `memref`.
static void forEachCapture(Value memref, function_ref<void(Value)> visit) {
  for (OpOperand &use : memref.getUses()) {
    auto block = dyn_cast<BlockOp>(use.getOwner());
    if (!block)
      continue;
    unsigned number =
        use.getOperandNumber() - block.getCaptures().getBeginOperandIndex();
    for (Region *region : {&block.getInit(), &block.getBody()})
      if (!region->empty())
        visit(region->getArgument(block.getNumAxes() + number));
  }
}

/// Whether all users of `memref` load from it.
static bool isOnlyRead(Value memref) {
  bool isRead = llvm::all_of(memref.getUsers(), [](Operation *user) {
    return isa<BlockOp, affine::AffineLoadOp, memref::LoadOp, memref::DimOp>(
        user);
  });
  forEachCapture(memref, [&](Value capture) { isRead &= isOnlyRead(capture); });
  return isRead;
}

/// Whether `op` computes the same, more exactly, if its floats are f64.
static bool isGeneral(Operation *op) {
  if (isa<arith::BitcastOp, arith::ScalingExtFOp, arith::ScalingTruncFOp>(op))
    return false;
  if (auto constant = dyn_cast<arith::ConstantOp>(op))
    return isa<FloatAttr, DenseFPElementsAttr>(constant.getValue());
  if (auto global = dyn_cast<memref::GetGlobalOp>(op))
    return isOnlyRead(global);
  if (isa<arith::ArithDialect, math::MathDialect, scf::SCFDialect>(
          op->getDialect()))
    return true;
  return isa<func::FuncOp, func::ReturnOp, BlockOp, YieldOp,
             affine::AffineForOp, affine::AffineIfOp, affine::AffineYieldOp,
             affine::AffineLoadOp, affine::AffineStoreOp, memref::LoadOp,
             memref::StoreOp, memref::AllocOp, memref::AllocaOp,
             memref::DeallocOp, memref::DimOp>(op);
}

static bool hasNarrow(Operation *op) {
  return llvm::any_of(op->getOperandTypes(), isNarrow) ||
         llvm::any_of(op->getResultTypes(), isNarrow);
}

namespace {
class FloatWidener {
public:
  explicit FloatWidener(func::FuncOp function) : function(function) {}
  LogicalResult run();

private:
  void widenValues(ValueRange values) {
    for (Value value : values)
      if (!kept.contains(value))
        value.setType(widen(value.getType()));
  }
  void keep(Value memref);
  void widenOperation(Operation *op);

  func::FuncOp function;
  llvm::DenseSet<Value> kept; // memrefs that keep their type
};
} // namespace

void FloatWidener::keep(Value memref) {
  kept.insert(memref);
  forEachCapture(memref, [&](Value capture) { keep(capture); });
}

void FloatWidener::widenOperation(Operation *op) {
  for (Region &region : op->getRegions())
    for (Block &block : region)
      widenValues(block.getArguments());
  if (isa<affine::AffineLoadOp, memref::LoadOp>(op) &&
      kept.contains(op->getOperand(0))) {
    OpBuilder builder(op->getContext());
    builder.setInsertionPointAfter(op);
    Value narrow = op->getResult(0);
    auto wide = arith::ExtFOp::create(builder, op->getLoc(),
                                      widen(narrow.getType()), narrow);
    narrow.replaceAllUsesExcept(wide, wide);
    return;
  }
  widenValues(op->getResults());
  if (auto constant = dyn_cast<arith::ConstantOp>(op))
    constant.setValueAttr(cast<TypedAttr>(widen(constant.getValue())));
  auto block = dyn_cast<BlockOp>(op);
  if (block && block.getIdentity())
    block.setIdentityAttr(ArrayAttr::get(
        op->getContext(),
        llvm::map_to_vector(*block.getIdentity(), [](Attribute identity) {
          return widen(identity);
        })));
}

LogicalResult FloatWidener::run() {
  SmallVector<Operation *> operations;
  WalkResult result = function->walk([&](Operation *op) {
    operations.push_back(op);
    if (!hasNarrow(op) || isGeneral(op))
      return WalkResult::advance();
    op->emitError("expected an operation that is also defined for f64");
    return WalkResult::interrupt();
  });
  if (result.wasInterrupted())
    return failure();
  for (Value argument : function.getArguments())
    if (isNarrow(argument.getType()) && isOnlyRead(argument))
      keep(argument);
  function->walk([&](memref::GetGlobalOp global) { keep(global); });
  for (Operation *op : operations)
    widenOperation(op);
  for (Operation *op : operations)
    if (isa<arith::ExtFOp, arith::TruncFOp>(op) &&
        op->getOperand(0).getType() == op->getResult(0).getType()) {
      op->getResult(0).replaceAllUsesWith(op->getOperand(0));
      op->erase();
    }
  function.setType(FunctionType::get(function.getContext(),
                                     function.getBody().getArgumentTypes(),
                                     function.getResultTypes()));
  return success();
}

LogicalResult widenFloats(func::FuncOp function) {
  if (function.isExternal())
    return success();
  return FloatWidener(function).run();
}

namespace {
struct WidenFloatsPass : impl::WidenFloatsPassBase<WidenFloatsPass> {
  void runOnOperation() override {
    if (failed(widenFloats(getOperation())))
      signalPassFailure();
  }
};
} // namespace

} // namespace tvm::te
