// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "transforms/Schedule/Primitives/Tensorize/TileNest.h"

#include "dialects/TE/TEIntrinsics.h"
#include "mlir/Dialect/Affine/Utils.h"
#include "transforms/Schedule/Analysis/Dependence/Dependences.h"
#include "transforms/Schedule/Primitives/Support/Bindings.h"
#include "transforms/Schedule/Primitives/Support/Initialization.h"
#include "transforms/Schedule/Primitives/Support/Preconditions.h"
#include "transforms/Schedule/Primitives/Tensorize/TileAccesses.h"

using namespace mlir;

namespace tvm::schedule {

const TileAccess *TileNest::find(Operation *op) const {
  const auto *it = llvm::find_if(
      accesses, [&](const TileAccess &access) { return access.op == op; });
  return it == accesses.end() ? nullptr : it;
}

bool TileNest::reducesOutside() const {
  te::BlockOp tiled = block;
  for (unsigned axis = 0; axis < tiled.getNumAxes(); ++axis)
    if (tiled.isReduction(axis) &&
        !isa<AffineConstantExpr>(outer.getResult(axis)))
      return true;
  return false;
}

te::RegionAttr TileNest::getRegion(unsigned capture,
                                   ArrayRef<AffineExpr> offsets,
                                   ArrayRef<int64_t> sizes) const {
  unsigned numSymbols = te::BlockOp(block).getCaptures().size();
  auto isUsed = [&](AffineExpr offset) {
    return offset.isFunctionOfSymbol(numSymbols - 1);
  };
  while (numSymbols > 0 && llvm::none_of(offsets, isUsed))
    --numSymbols;
  MLIRContext *context = outer.getContext();
  return te::RegionAttr::get(
      context, capture,
      AffineMap::get(units.size(), numSymbols, offsets, context),
      DenseI64ArrayAttr::get(context, sizes));
}

te::RegionAttr TileNest::getBox(const TileAccess &access) const {
  SmallVector<AffineExpr> offsets;
  SmallVector<int64_t> sizes;
  for (auto [base, dimSteps] : llvm::zip_equal(access.base, access.steps)) {
    int64_t first = 0, last = 0;
    for (auto [step, extent] : llvm::zip_equal(dimSteps, extents))
      (step < 0 ? first : last) += step * (extent - 1);
    offsets.push_back(base + first);
    sizes.push_back(last - first + 1);
  }
  return getRegion(access.capture, offsets, sizes);
}

namespace {
class TileFinder {
public:
  TileFinder(Loop loop, StringRef action, TileNest &nest)
      : loop(loop), action(action.str()), nest(nest) {}

  DiagnosedSilenceableFailure find();

private:
  DiagnosedSilenceableFailure refuse(Operation *at, const Twine &why,
                                     Operation *culprit = nullptr) {
    auto failure = emitSilenceableFailure(at, "cannot " + action + ": " + why);
    if (culprit)
      failure.attachNote(culprit->getLoc()) << "here";
    return failure;
  }
  DiagnosedSilenceableFailure findLoops();
  DiagnosedSilenceableFailure addBinding(AffineMap map, unsigned index,
                                         AffineExpr &first);
  DiagnosedSilenceableFailure findBindings();
  DiagnosedSilenceableFailure findKinds();
  DiagnosedSilenceableFailure findAccesses(Region &region);
  DiagnosedSilenceableFailure checkReduction();
  DiagnosedSilenceableFailure checkInit();
  void setUnits();

  Loop loop;
  std::string action;
  TileNest &nest;
};
} // namespace

/// (P1)
DiagnosedSilenceableFailure TileFinder::findLoops() {
  for (Loop next = loop; next;) {
    if (auto d = requireSerial(next, action); !d.succeeded())
      return d;
    std::optional<int64_t> extent = getTripCount(next);
    if (!extent || *extent < 1)
      return refuse(next, "expected a loop of constant extent, above 0");
    nest.loops.push_back(next);
    nest.extents.push_back(*extent);
    if (!llvm::hasSingleElement(next.getBody()->without_terminator()))
      return refuse(next, "expected a loop that holds one loop or block");
    Operation *inside = &next.getBody()->front();
    next = dyn_cast<Loop>(inside);
    nest.block = dyn_cast<te::BlockOp>(inside);
    if (!next && !nest.block)
      return refuse(loop, "expected a nest of loops around one block", inside);
  }
  if (nest.block.hasRegions())
    return refuse(nest.block, "expected a block that computes one element, not "
                              "one that declares regions");
  return DiagnosedSilenceableFailure::success();
}

/// (P2) Finds the steps and the first value of result `index` of the block's
/// map.
DiagnosedSilenceableFailure
TileFinder::addBinding(AffineMap map, unsigned index, AffineExpr &first) {
  te::BlockOp block = nest.block;
  SmallVector<int64_t> steps;
  first = map.getResult(index);
  for (Loop each : nest.loops) {
    auto *it = llvm::find(nest.operands, each.getInductionVar());
    unsigned d = it - nest.operands.begin();
    if (it == nest.operands.end()) {
      steps.push_back(0);
      continue;
    }
    auto step = te::getSteps(map.getResult(index), map.getNumDims(), d, 1);
    if (index >= block.getNumAxes() && (!step || step->front() != 0))
      return refuse(block,
                    "expected a predicate that does not depend on the tile: "
                    "extents that do not divide leave a part of one",
                    each);
    if (!step)
      return refuse(block, "expected bindings that vary linearly in the tile",
                    each);
    steps.push_back(step->front());
    first = first.replace(getAffineDimExpr(d, block.getContext()),
                          getAffineConstantExpr(0, block.getContext()));
  }
  first = simplifyAffineExpr(first, map.getNumDims(), 0);
  if (index < block.getNumAxes())
    nest.steps.push_back(steps);
  return DiagnosedSilenceableFailure::success();
}

/// (P2)
DiagnosedSilenceableFailure TileFinder::findBindings() {
  te::BlockOp block = nest.block;
  AffineMap map = getBlockMap(block);
  nest.equalities = getEqualities(block);
  nest.operands.assign(block.getIters().begin(), block.getIters().end());
  affine::fullyComposeAffineMapAndOperands(&map, &nest.operands);
  map = asDims(map);
  SmallVector<AffineExpr> outer(map.getNumResults());
  for (unsigned i = 0; i < map.getNumResults(); ++i)
    if (auto d = addBinding(map, i, outer[i]); !d.succeeded())
      return d;
  nest.outer = AffineMap::get(map.getNumDims(), 0, outer, block.getContext());
  affine::canonicalizeMapAndOperands(&nest.outer, &nest.operands);
  nest.outer = asDims(nest.outer);
  for (Value capture : block.getCaptures())
    if (loop.getRegion().isAncestor(capture.getParentRegion()))
      return refuse(block, "expected captures from outside of the tile", loop);
  return DiagnosedSilenceableFailure::success();
}

/// (P2)
DiagnosedSilenceableFailure TileFinder::findKinds() {
  te::BlockOp block = nest.block;
  for (auto [l, each] : llvm::enumerate(nest.loops)) {
    bool binds[2] = {false, false};
    for (unsigned axis = 0; axis < block.getNumAxes(); ++axis)
      binds[block.isReduction(axis)] |= nest.steps[axis][l] != 0;
    if (binds[0] && binds[1])
      return refuse(block,
                    "expected loops that do not fuse spatial and reduction "
                    "axes",
                    each);
    nest.areReductions.push_back(binds[1]);
  }
  return DiagnosedSilenceableFailure::success();
}

/// Finds units: a tile of 8 at `o * 8` is tile `o`, so axes number tiles.
void TileFinder::setUnits() {
  for (unsigned axis = 0; axis < nest.block.getNumAxes(); ++axis) {
    AffineExpr outer = nest.outer.getResult(axis);
    bool isTiled =
        llvm::any_of(nest.steps[axis], [](int64_t step) { return step != 0; });
    nest.units.push_back(isTiled && !isa<AffineConstantExpr>(outer)
                             ? outer.getLargestKnownDivisor()
                             : 1);
  }
}

/// (P3)
DiagnosedSilenceableFailure TileFinder::findAccesses(Region &region) {
  Operation *culprit = addTileAccesses(nest, region);
  if (!culprit)
    return DiagnosedSilenceableFailure::success();
  return refuse(nest.block,
                "expected loads and stores of captured buffers alone, under no "
                "condition, at subscripts that vary linearly in the tile",
                culprit);
}

/// (P4)
DiagnosedSilenceableFailure TileFinder::checkReduction() {
  te::BlockOp block = nest.block;
  if (!block.hasReduction())
    return DiagnosedSilenceableFailure::success();
  for (const Access &access : getAccesses(block))
    if (access.isWrite && !isReductionPair(access, access))
      return refuse(block,
                    "expected a reduction that combines values in one element "
                    "per point");
  return checkInit();
}

/// (P4)
DiagnosedSilenceableFailure TileFinder::checkInit() {
  te::BlockOp block = nest.block;
  if (block.getInit().empty())
    return DiagnosedSilenceableFailure::success();
  ArrayRef<TileAccess> all(nest.accesses);
  for (const TileAccess &init : all.take_front(nest.numInit)) {
    auto isSame = [&](const TileAccess &other) {
      return other.isWrite && nest.getBox(init) == nest.getBox(other);
    };
    if (!init.isWrite || llvm::none_of(all.drop_front(nest.numInit), isSame))
      return refuse(block,
                    "expected an initialisation of what the block writes, that "
                    "reads nothing",
                    init.op);
  }
  Loop reduction = getReductionLoop(block);
  if (reduction && !loop->isAncestor(reduction))
    return DiagnosedSilenceableFailure::success();
  return checkEarlierInit(block, loop);
}

DiagnosedSilenceableFailure TileFinder::find() {
  if (auto d = findLoops(); !d.succeeded())
    return d;
  if (Operation *opaque = getMemoryUse(loop).opaque)
    return refuseOpaque(loop, action, opaque);
  if (auto d = findBindings(); !d.succeeded())
    return d;
  if (auto d = findKinds(); !d.succeeded())
    return d;
  setUnits();
  if (auto d = findAccesses(nest.block.getInit()); !d.succeeded())
    return d;
  nest.numInit = nest.accesses.size();
  if (auto d = findAccesses(nest.block.getBody()); !d.succeeded())
    return d;
  return checkReduction();
}

DiagnosedSilenceableFailure getTileNest(Loop loop, StringRef action,
                                        TileNest &nest) {
  return TileFinder(loop, action, nest).find();
}

} // namespace tvm::schedule
