#include "transforms/Schedule/Primitives/Bindings.h"

#include "mlir/Dialect/Affine/Utils.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

using namespace mlir;

namespace tvm::schedule {

/// Replaces `variable` among the operands of an affine map.
static void substituteInMap(AffineMap &map, SmallVectorImpl<Value> &operands,
                            Value variable, AffineMap replacement,
                            ValueRange replacementOperands) {
  MLIRContext *context = map.getContext();
  SmallVector<AffineExpr> dims, symbols;
  SmallVector<Value> newDims, newSymbols;
  auto dimFor = [&](Value value) {
    newDims.push_back(value);
    return getAffineDimExpr(newDims.size() - 1, context);
  };
  for (unsigned i = 0; i < map.getNumInputs(); ++i) {
    Value operand = operands[i];
    AffineExpr expr;
    if (operand == variable) {
      SmallVector<AffineExpr> inner;
      for (Value value : replacementOperands)
        inner.push_back(dimFor(value));
      expr = replacement.getResult(0).replaceDims(inner);
    } else if (i < map.getNumDims()) {
      expr = dimFor(operand);
    } else {
      newSymbols.push_back(operand);
      expr = getAffineSymbolExpr(newSymbols.size() - 1, context);
    }
    (i < map.getNumDims() ? dims : symbols).push_back(expr);
  }
  map = map.replaceDimsAndSymbols(dims, symbols, newDims.size(),
                                  newSymbols.size());
  operands.assign(newDims.begin(), newDims.end());
  operands.append(newSymbols);
  affine::canonicalizeMapAndOperands(&map, &operands);
}

void substitute(Operation *root, Value variable, AffineMap map,
                ValueRange operands) {
  SmallVector<Operation *> users;
  for (Operation *user : variable.getUsers())
    if (root->isAncestor(user))
      users.push_back(user);
  llvm::SmallPtrSet<Operation *, 8> done;
  for (Operation *user : users) {
    if (!done.insert(user).second)
      continue;
    if (auto block = dyn_cast<te::BlockOp>(user)) {
      AffineMap bindings = block.getBindings();
      SmallVector<Value> iters(block.getIters());
      substituteInMap(bindings, iters, variable, map, operands);
      block.setBindings(bindings);
      block.getItersMutable().assign(iters);
      // A captured variable is computed in front of the block.
      if (llvm::is_contained(block.getCaptures(), variable)) {
        OpBuilder builder(block);
        Value value = affine::AffineApplyOp::create(builder, block.getLoc(),
                                                    map, operands);
        block.getCapturesMutable().assign(
            llvm::map_to_vector(block.getCaptures(), [&](Value v) {
              return v == variable ? value : v;
            }));
      }
    } else if (auto loop = dyn_cast<Loop>(user)) {
      AffineMap bound = loop.getUpperBoundMap();
      SmallVector<Value> bounds(loop.getUpperBoundOperands());
      substituteInMap(bound, bounds, variable, map, operands);
      loop.setUpperBound(bounds, bound);
    } else if (auto apply = dyn_cast<affine::AffineApplyOp>(user)) {
      AffineMap value = apply.getAffineMap();
      SmallVector<Value> inputs(apply.getMapOperands());
      substituteInMap(value, inputs, variable, map, operands);
      OpBuilder builder(apply);
      Value replaced =
          affine::AffineApplyOp::create(builder, apply.getLoc(), value, inputs);
      apply.replaceAllUsesWith(replaced);
      apply.erase();
    }
  }
}

std::optional<unsigned> getWrittenCapture(te::BlockOp block) {
  std::optional<unsigned> written;
  Region &body = block.getBody();
  for (unsigned i = 0; i < block.getCaptures().size(); ++i) {
    BlockArgument argument = block.getCaptureArgument(body, i);
    bool isWritten = llvm::any_of(argument.getUsers(), [&](Operation *user) {
      auto store = dyn_cast<affine::AffineStoreOp>(user);
      return (store && store.getMemRef() == argument) ||
             isa<memref::StoreOp>(user);
    });
    if (!isWritten)
      continue;
    if (written)
      return std::nullopt;
    written = i;
  }
  return written;
}

Operation *getTopLevelNest(Operation *op) {
  while (op->getParentOp() && !isa<func::FuncOp>(op->getParentOp()))
    op = op->getParentOp();
  return op;
}

} // namespace tvm::schedule
