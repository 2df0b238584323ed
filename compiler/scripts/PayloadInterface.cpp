// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/scripts/PayloadInterface.h"

#include "dialects/TE/TEOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Interfaces/ViewLikeInterface.h"

using namespace mlir;

namespace tvm::compiler {

//===-- accesses ----------------------------------------------------------===//

namespace {
/// The accesses of a function to a memref.
struct Access {
  bool reads = false, writes = false;

  void add(Access other) {
    reads |= other.reads;
    writes |= other.writes;
  }
};
} // namespace

static Access getAccess(Value memref);

/// The access of a block, which may initialise what it reads.
static Access getAccess(te::BlockOp block, unsigned operand) {
  Access all;
  unsigned capture = operand - block.getCaptures().getBeginOperandIndex();
  for (Region *region : {&block.getInit(), &block.getBody()}) {
    if (region->empty())
      continue;
    unsigned numAxes = region->getNumArguments() - block.getCaptures().size();
    Access access = getAccess(region->getArgument(numAxes + capture));
    if (all.writes)
      access.reads = false;
    all.add(access);
  }
  return all;
}

static Access getAccess(OpOperand &use) {
  Operation *op = use.getOwner();
  if (auto block = dyn_cast<te::BlockOp>(op))
    return getAccess(block, use.getOperandNumber());
  if (isa<ViewLikeOpInterface>(op) && op->getNumResults() == 1)
    return getAccess(op->getResult(0));
  if (isa<memref::DimOp>(op))
    return {};
  auto interface = dyn_cast<MemoryEffectOpInterface>(op);
  if (!interface)
    return {/*reads=*/true, /*writes=*/true};
  Access access;
  SmallVector<MemoryEffects::EffectInstance> effects;
  interface.getEffectsOnValue(use.get(), effects);
  for (const MemoryEffects::EffectInstance &effect : effects) {
    access.reads |= isa<MemoryEffects::Read>(effect.getEffect());
    access.writes |= isa<MemoryEffects::Write>(effect.getEffect());
  }
  return access;
}

static Access getAccess(Value memref) {
  Access all;
  for (OpOperand &use : memref.getUses())
    all.add(getAccess(use));
  return all;
}

/// Whether the first operation of the function that uses `memref` overwrites
/// all of it.
static bool isFilledFirst(BlockArgument memref) {
  Operation *first = nullptr;
  for (Operation *user : memref.getUsers()) {
    Operation *op = memref.getOwner()->findAncestorOpInBlock(*user);
    if (!op)
      return false;
    if (!first || op->isBeforeInBlock(first))
      first = op;
  }
  if (auto copy = dyn_cast_or_null<memref::CopyOp>(first))
    return copy.getTarget() == memref && copy.getSource() != memref;
  return isa_and_nonnull<linalg::FillOp>(first);
}

//===-- the function ------------------------------------------------------===//

SmallVector<func::FuncOp> getPublicFunctions(ModuleOp payload) {
  SmallVector<func::FuncOp> functions;
  for (auto function : payload.getOps<func::FuncOp>())
    if (function.isPublic() && !function.isExternal())
      functions.push_back(function);
  return functions;
}

/// Whether a program can have values of this type.
static bool isPlain(Type type) {
  auto shaped = dyn_cast<ShapedType>(type);
  if (!shaped || !shaped.hasStaticShape() ||
      !shaped.getElementType().isIntOrFloat() ||
      shaped.getElementTypeBitWidth() % 8 != 0)
    return false;
  if (auto memref = dyn_cast<MemRefType>(type))
    return memref.getLayout().isIdentity() && !memref.getMemorySpace();
  return isa<RankedTensorType>(type);
}

static LogicalResult checkTypes(func::FuncOp function) {
  for (auto [i, type] : llvm::enumerate(function.getArgumentTypes()))
    if (!isPlain(type))
      return function.emitError("expected arguments that are tensors or "
                                "contiguous memrefs of known sizes, with "
                                "elements of whole bytes, got ")
             << type << " as argument " << i;
  for (auto [i, type] : llvm::enumerate(function.getResultTypes()))
    if (!isPlain(type) || !isa<RankedTensorType>(type))
      return function.emitError("expected results that are tensors of known "
                                "sizes, with elements of whole bytes, got ")
             << type << " as result " << i;
  return success();
}

FailureOr<PayloadInterface> PayloadInterface::get(ModuleOp payload) {
  SmallVector<func::FuncOp> functions = getPublicFunctions(payload);
  if (functions.size() != 1)
    return payload.emitError(
               "expected a payload with one public function, got ")
           << functions.size();
  func::FuncOp function = functions.front();
  if (failed(checkTypes(function)))
    return failure();
  PayloadInterface interface{
      function.getName().str(), function.getFunctionType(), {}};
  bool hasOutput = function.getNumResults() != 0;
  for (BlockArgument argument : function.getArguments()) {
    bool isWritten = false, isFilled = false;
    if (isa<MemRefType>(argument.getType())) {
      Access access = getAccess(argument);
      isWritten = access.writes;
      isFilled = isWritten && (!access.reads || isFilledFirst(argument));
    }
    interface.arguments.push_back({!isFilled, isWritten});
    hasOutput |= isWritten;
  }
  if (!hasOutput)
    return function.emitError(
        "expected a function with results, or one that writes a memref");
  return interface;
}

} // namespace tvm::compiler
