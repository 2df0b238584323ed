// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "transforms/Schedule/Primitives/Tensorize/TileAccesses.h"

#include "dialects/TE/TEIntrinsics.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "transforms/Schedule/Primitives/Support/Bindings.h"

#include <numeric>

using namespace mlir;

namespace tvm::schedule {

/// `subscript`, an argument of the block, expanded: dims are the tile's axes
/// followed by its loops, symbols are captures.
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

/// An expanded `expr` at the first iteration of the tile's loops.
static AffineExpr getFirst(const TileNest &nest, AffineExpr expr) {
  MLIRContext *context = expr.getContext();
  unsigned numAxes = nest.units.size(), numDims = numAxes + nest.loops.size();
  SmallVector<AffineExpr> first;
  for (unsigned d = 0; d < numDims; ++d)
    first.push_back(d < numAxes ? getAffineDimExpr(d, context)
                                : getAffineConstantExpr(0, context));
  return simplifyAffineExpr(expr.replaceDims(first), numDims,
                            te::BlockOp(nest.block).getCaptures().size());
}

namespace {
/// Divides expanded subscripts whose tile part is less than a factor of the
/// remaining terms: (16 d + i) floordiv 64 is 16 d floordiv 64, and (16 d + i)
/// mod 64 is (16 d) mod 64 + i, where i < 16. Multiples of the divisor are
/// divided exactly: (2 k + i) floordiv 2 is k where i < 2.
class TileDivider {
public:
  explicit TileDivider(const TileNest &nest)
      : nest(nest), numAxes(nest.units.size()), numLoops(nest.loops.size()),
        numSymbols(te::BlockOp(nest.block).getCaptures().size()) {}

  AffineExpr divide(AffineExpr expr) const;

private:
  /// The part of a tile in a subscript: a multiple of the divisor, and a
  /// remainder with its largest value.
  struct Part {
    AffineExpr multiple, rest;
    int64_t last;
  };
  std::optional<Part> divideTile(AffineExpr part, int64_t divisor) const;

  const TileNest &nest;
  unsigned numAxes, numLoops, numSymbols;
};
} // namespace

/// Divides `part`, which is over loops alone. Nothing where it is not linear or
/// may be negative.
std::optional<TileDivider::Part>
TileDivider::divideTile(AffineExpr part, int64_t divisor) const {
  for (unsigned s = 0; s < numSymbols; ++s)
    if (part.isFunctionOfSymbol(s))
      return std::nullopt;
  auto steps = te::getSteps(part, numAxes + numLoops, numAxes, numLoops);
  if (!steps || llvm::any_of(*steps, [](int64_t step) { return step < 0; }))
    return std::nullopt;
  MLIRContext *context = part.getContext();
  AffineExpr zero = getAffineConstantExpr(0, context);
  Part divided{zero, zero, 0};
  for (auto [l, step] : llvm::enumerate(*steps)) {
    AffineExpr term = getAffineDimExpr(numAxes + l, context) * step;
    if (step % divisor == 0) {
      divided.multiple = divided.multiple + term;
      continue;
    }
    divided.rest = divided.rest + term;
    divided.last += step * (nest.extents[l] - 1);
  }
  return divided;
}

AffineExpr TileDivider::divide(AffineExpr expr) const {
  auto binary = dyn_cast<AffineBinaryOpExpr>(expr);
  if (!binary)
    return expr;
  AffineExpr lhs = divide(binary.getLHS()), rhs = divide(binary.getRHS());
  auto divisor = dyn_cast<AffineConstantExpr>(rhs);
  bool isMod = expr.getKind() == AffineExprKind::Mod;
  if (!divisor || (!isMod && expr.getKind() != AffineExprKind::FloorDiv))
    return getAffineBinaryOpExpr(expr.getKind(), lhs, rhs);
  AffineExpr base = getFirst(nest, lhs);
  AffineExpr part =
      simplifyAffineExpr(lhs - base, numAxes + numLoops, numSymbols);
  for (unsigned axis = 0; axis < numAxes; ++axis)
    if (auto first = dyn_cast<AffineConstantExpr>(nest.outer.getResult(axis)))
      base = base.replace(getAffineDimExpr(axis, expr.getContext()), first);
  auto ofTile = divideTile(part, divisor.getValue());
  int64_t unit = std::gcd(base.getLargestKnownDivisor(), divisor.getValue());
  if (!ofTile || ofTile->last >= unit)
    return getAffineBinaryOpExpr(expr.getKind(), lhs, rhs);
  return isMod ? base % rhs + ofTile->rest
               : base.floorDiv(rhs) + ofTile->multiple.floorDiv(rhs);
}

/// Splits an expanded `expr`. False where it does not vary linearly.
static bool addSubscript(TileNest &nest, TileAccess &access, AffineExpr expr) {
  MLIRContext *context = expr.getContext();
  unsigned numAxes = nest.units.size(), numLoops = nest.loops.size();
  unsigned numDims = numAxes + numLoops;
  unsigned numSymbols = nest.block.getCaptures().size();
  // Symbols become further dims, since getSteps supports no symbols.
  SmallVector<AffineExpr> symbols;
  for (unsigned i = 0; i < numSymbols; ++i)
    symbols.push_back(getAffineDimExpr(numDims + i, context));
  auto steps = te::getSteps(expr.replaceSymbols(symbols), numDims + numSymbols,
                            numAxes, numLoops);
  if (!steps)
    return false;
  access.steps.push_back(*steps);
  access.base.push_back(getFirst(nest, expr));
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
  TileDivider divider(nest);
  for (AffineExpr expr : composed.getResults())
    if (!addSubscript(nest, access, divider.divide(expr)))
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
