#include "transforms/Schedule/Primitives/TileAccesses.h"

#include "dialects/TE/TEIntrinsics.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "transforms/Schedule/Primitives/Bindings.h"

using namespace mlir;

namespace tvm::schedule {

/// `subscript`, an argument of the block, over the tile's axes and, behind
/// them, its loops as dims, and captures as symbols.
static AffineExpr expand(const TileNest &nest, Value subscript) {
  MLIRContext *context = subscript.getContext();
  unsigned numAxes = nest.units.size();
  unsigned number = cast<BlockArgument>(subscript).getArgNumber();
  if (number >= numAxes)
    return getAffineSymbolExpr(number - numAxes, context);
  AffineExpr point = getAffineDimExpr(number, context) * nest.units[number];
  for (auto [l, step] : llvm::enumerate(nest.steps[number]))
    point = point + getAffineDimExpr(numAxes + l, context) * step;
  return point;
}

/// Takes `expr`, so expanded, apart. False where it does not vary linearly.
static bool addSubscript(TileNest &nest, TileAccess &access, AffineExpr expr) {
  MLIRContext *context = expr.getContext();
  unsigned numAxes = nest.units.size(), numLoops = nest.loops.size();
  unsigned numDims = numAxes + numLoops;
  unsigned numSymbols = nest.block.getCaptures().size();
  // Symbols as further dims: getSteps knows no others.
  SmallVector<AffineExpr> symbols, first;
  for (unsigned i = 0; i < numSymbols; ++i)
    symbols.push_back(getAffineDimExpr(numDims + i, context));
  for (unsigned d = 0; d < numDims; ++d)
    first.push_back(d < numAxes ? getAffineDimExpr(d, context)
                                : getAffineConstantExpr(0, context));
  auto steps = te::getSteps(expr.replaceSymbols(symbols), numDims + numSymbols,
                            numAxes, numLoops);
  if (!steps)
    return false;
  access.steps.push_back(*steps);
  access.base.push_back(
      simplifyAffineExpr(expr.replaceDims(first), numDims, numSymbols));
  return true;
}

static bool addAccess(TileNest &nest, Operation *op, Value memref,
                      AffineMap map, ValueRange subscripts, bool isWrite) {
  te::BlockOp block = nest.block;
  auto isArgument = [&](Value value) {
    auto argument = dyn_cast<BlockArgument>(value);
    return argument && argument.getOwner()->getParentOp() == block;
  };
  if (!isArgument(memref) || op->getParentOp() != block ||
      !llvm::all_of(subscripts, isArgument))
    return false;
  SmallVector<AffineExpr> arguments = llvm::map_to_vector(
      subscripts, [&](Value subscript) { return expand(nest, subscript); });
  AffineMap composed = asDims(map).replaceDimsAndSymbols(
      arguments, {}, nest.units.size() + nest.loops.size(),
      block.getCaptures().size());
  unsigned number = cast<BlockArgument>(memref).getArgNumber();
  TileAccess access{op, number - block.getNumAxes(), isWrite, {}, {}};
  for (AffineExpr expr : composed.getResults())
    if (!addSubscript(nest, access, expr))
      return false;
  nest.accesses.push_back(std::move(access));
  return true;
}

Operation *addTileAccesses(TileNest &nest, Region &region) {
  Operation *culprit = nullptr;
  region.walk([&](Operation *op) {
    bool isKnown = isMemoryEffectFree(op);
    if (auto load = dyn_cast<affine::AffineLoadOp>(op))
      isKnown = addAccess(nest, op, load.getMemRef(), load.getAffineMap(),
                          load.getMapOperands(), /*isWrite=*/false);
    else if (auto store = dyn_cast<affine::AffineStoreOp>(op))
      isKnown = addAccess(nest, op, store.getMemRef(), store.getAffineMap(),
                          store.getMapOperands(), /*isWrite=*/true);
    if (!isKnown && !culprit)
      culprit = op;
  });
  return culprit;
}

} // namespace tvm::schedule
