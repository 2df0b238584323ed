// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "transforms/Schedule/Primitives/Support/Captures.h"

#include "mlir/Dialect/Affine/Utils.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/Dominance.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "transforms/Schedule/Analysis/Accesses.h"
#include "transforms/Schedule/Primitives/Support/DeclaredRegions.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;

namespace tvm::schedule {

static SmallVector<Region *> getRegions(te::BlockOp block) {
  SmallVector<Region *> regions;
  for (Region *region : {&block.getInit(), &block.getBody()})
    if (!region->empty())
      regions.push_back(region);
  return regions;
}

unsigned addCapture(te::BlockOp block, Value value) {
  for (auto [i, capture] : llvm::enumerate(block.getCaptures()))
    if (capture == value)
      return i;
  unsigned index = block.getCaptures().size();
  block.getCapturesMutable().append(value);
  for (Region *region : getRegions(block))
    region->addArgument(value.getType(), value.getLoc());
  return index;
}

void setCapture(te::BlockOp block, unsigned index, Value value) {
  block.getCapturesMutable()[index].set(value);
  for (Region *region : getRegions(block))
    block.getCaptureArgument(*region, index).setType(value.getType());
}

void rewriteSubscripts(Operation *access, AffineMap map, ValueRange values) {
  OpBuilder builder(access);
  auto load = dyn_cast<affine::AffineLoadOp>(access);
  auto store = dyn_cast<affine::AffineStoreOp>(access);
  auto prefetch = dyn_cast<affine::AffinePrefetchOp>(access);
  if (!load && !store && !prefetch)
    return;
  AffineMap old = load    ? load.getAffineMap()
                  : store ? store.getAffineMap()
                          : prefetch.getAffineMap();
  SmallVector<Value> operands(load    ? load.getMapOperands()
                              : store ? store.getMapOperands()
                                      : prefetch.getMapOperands());
  // The values are existing dims, or further ones behind them.
  unsigned numDims = old.getNumDims();
  SmallVector<AffineExpr> inputs(old.getResults());
  for (Value value : values) {
    unsigned dim = llvm::find(ArrayRef(operands).take_front(numDims), value) -
                   operands.begin();
    if (dim == numDims)
      operands.insert(operands.begin() + numDims++, value);
    inputs.push_back(builder.getAffineDimExpr(dim));
  }
  map = simplifyAffineMap(
      map.replaceDimsAndSymbols(inputs, {}, numDims, old.getNumSymbols()));
  if (load)
    load.replaceAllUsesWith(static_cast<Value>(affine::AffineLoadOp::create(
        builder, load.getLoc(), load.getMemRef(), map, operands)));
  else if (store)
    affine::AffineStoreOp::create(builder, store.getLoc(),
                                  store.getValueToStore(), store.getMemRef(),
                                  map, operands);
  else
    affine::AffinePrefetchOp::create(
        builder, prefetch.getLoc(), prefetch.getMemref(), map, operands,
        prefetch.getIsWrite(), prefetch.getLocalityHint(),
        prefetch.getIsDataCache());
  access->erase();
}

void setCapture(te::BlockOp block, unsigned index, Value buffer, AffineMap map,
                ValueRange values) {
  setCapture(block, index, buffer);
  SmallVector<unsigned> captures = llvm::map_to_vector(
      values, [&](Value value) { return addCapture(block, value); });
  for (Region *region : getRegions(block)) {
    SmallVector<Value> arguments =
        llvm::map_to_vector(captures, [&](unsigned capture) -> Value {
          return block.getCaptureArgument(*region, capture);
        });
    BlockArgument argument = block.getCaptureArgument(*region, index);
    for (Operation *user : llvm::make_early_inc_range(argument.getUsers()))
      rewriteSubscripts(user, map, arguments);
  }
  mapRegions(block, index, map, captures);
}

void eraseCapture(te::BlockOp block, unsigned index) {
  block.getCapturesMutable().erase(index);
  for (Region *region : getRegions(block))
    region->eraseArgument(block.getNumAxes() + index);
}

Operation *getAllocation(Value buffer) {
  Operation *op = buffer.getDefiningOp();
  return isa_and_nonnull<memref::AllocOp, memref::AllocaOp>(op) ? op : nullptr;
}

/// Size `dimension` of an allocated buffer, at `builder`; a constant if it is
/// static.
static Value getSize(OpBuilder &builder, Value buffer, int64_t dimension) {
  auto type = cast<MemRefType>(buffer.getType());
  if (!type.isDynamicDim(dimension))
    return arith::ConstantIndexOp::create(builder, buffer.getLoc(),
                                          type.getDimSize(dimension));
  unsigned index = type.getDynamicDimIndex(dimension);
  if (auto alloc = buffer.getDefiningOp<memref::AllocOp>())
    return alloc.getDynamicSizes()[index];
  return buffer.getDefiningOp<memref::AllocaOp>().getDynamicSizes()[index];
}

static void replaceSizesIn(RewriterBase &rewriter, te::BlockOp block,
                           unsigned index, Value buffer) {
  for (Region *region : getRegions(block)) {
    BlockArgument argument = block.getCaptureArgument(*region, index);
    for (Operation *user : llvm::make_early_inc_range(argument.getUsers())) {
      auto dim = dyn_cast<memref::DimOp>(user);
      if (!dim || !dim.getConstantIndex())
        continue;
      OpBuilder builder(dim);
      Value size = getSize(builder, buffer, *dim.getConstantIndex());
      if (size.getParentRegion() != dim->getParentRegion())
        size = block.getCaptureArgument(*region, addCapture(block, size));
      rewriter.replaceOp(dim, size);
    }
  }
}

void replaceSizes(RewriterBase &rewriter, Value buffer) {
  llvm::SetVector<Operation *> users(buffer.getUsers().begin(),
                                     buffer.getUsers().end());
  for (Operation *user : users) {
    if (auto block = dyn_cast<te::BlockOp>(user)) {
      for (unsigned i = 0; i < block.getCaptures().size(); ++i)
        if (block.getCaptures()[i] == buffer)
          replaceSizesIn(rewriter, block, i, buffer);
      continue;
    }
    auto dim = dyn_cast<memref::DimOp>(user);
    if (!dim || !dim.getConstantIndex())
      continue;
    OpBuilder builder(dim);
    rewriter.replaceOp(dim, getSize(builder, buffer, *dim.getConstantIndex()));
  }
}

/// Whether `op` can run earlier, as soon as its operands are available.
static bool isMovable(Operation *op) {
  return isMemoryEffectFree(op) || isa<memref::AllocOp>(op);
}

bool isAvailable(Value value, Operation *op) {
  DominanceInfo dominance;
  if (dominance.properlyDominates(value, op))
    return true;
  Operation *definition = value.getDefiningOp();
  if (!definition || !isMovable(definition) ||
      !definition->getBlock()->findAncestorOpInBlock(*op) ||
      definition->getNumRegions())
    return false;
  return llvm::all_of(definition->getOperands(),
                      [&](Value v) { return isAvailable(v, op); });
}

void hoist(Value value, Operation *op) {
  DominanceInfo dominance;
  if (dominance.properlyDominates(value, op))
    return;
  Operation *definition = value.getDefiningOp();
  // The operation stays in its block: loops do not change the allocated size.
  Operation *place = definition->getBlock()->findAncestorOpInBlock(*op);
  for (Value operand : definition->getOperands())
    hoist(operand, place);
  definition->moveBefore(place);
}

Value buildIndex(OpBuilder &builder, Location loc, AffineMap map,
                 ValueRange operands) {
  if (auto dim = dyn_cast<AffineDimExpr>(map.getResult(0)))
    return operands[dim.getPosition()];
  if (auto symbol = dyn_cast<AffineSymbolExpr>(map.getResult(0)))
    return operands[map.getNumDims() + symbol.getPosition()];
  // A symbol outside may be an axis here, or unused.
  SmallVector<Value> dims(operands);
  AffineMap used = asDims(map);
  for (unsigned i = used.getNumDims(); i-- > 0;)
    if (!used.isFunctionOfDim(i))
      dims.erase(dims.begin() + i);
  used = compressUnusedDims(used);
  return affine::AffineApplyOp::create(builder, loc, used, dims);
}

template <typename OpTy, typename Build>
static void compose(OpTy access, Build build) {
  AffineMap map = access.getAffineMap();
  SmallVector<Value> operands(access.getMapOperands());
  affine::fullyComposeAffineMapAndOperands(&map, &operands);
  affine::canonicalizeMapAndOperands(&map, &operands);
  map = asDims(map); // axes may have become symbols
  OpBuilder builder(access);
  access->replaceAllUsesWith(build(builder, map, operands));
  access.erase();
}

void composeSubscripts(Operation *op) {
  SmallVector<Operation *> accesses;
  op->walk([&](Operation *inner) {
    if (isa<affine::AffineLoadOp, affine::AffineStoreOp>(inner) &&
        llvm::any_of(inner->getOperands(), [](Value operand) {
          return operand.getDefiningOp<affine::AffineApplyOp>();
        }))
      accesses.push_back(inner);
  });
  for (Operation *access : accesses) {
    if (auto load = dyn_cast<affine::AffineLoadOp>(access))
      compose(load, [&](OpBuilder &builder, AffineMap map, ValueRange values) {
        return affine::AffineLoadOp::create(builder, load.getLoc(),
                                            load.getMemRef(), map, values);
      });
    else if (auto store = dyn_cast<affine::AffineStoreOp>(access))
      compose(store, [&](OpBuilder &builder, AffineMap map, ValueRange values) {
        return affine::AffineStoreOp::create(builder, store.getLoc(),
                                             store.getValueToStore(),
                                             store.getMemRef(), map, values);
      });
  }
}

void eraseUnusedIndices(Region &region) {
  SmallVector<affine::AffineApplyOp> indices;
  region.walk([&](affine::AffineApplyOp apply) { indices.push_back(apply); });
  for (affine::AffineApplyOp apply : llvm::reverse(indices))
    if (apply.use_empty())
      apply.erase();
}

void cloneBody(OpBuilder &builder, te::BlockOp block, te::BlockOp into,
               Region &region, IRMapping &mapping,
               function_ref<bool(Operation *)> skips) {
  Region &body = block.getBody();
  for (auto [i, capture] : llvm::enumerate(block.getCaptures())) {
    BlockArgument argument = block.getCaptureArgument(body, i);
    if (argument.use_empty() || mapping.contains(argument))
      continue;
    mapping.map(argument,
                into.getCaptureArgument(region, addCapture(into, capture)));
  }
  for (Operation &op : body.front().without_terminator())
    if (!skips(&op))
      builder.clone(op, mapping);
}

} // namespace tvm::schedule
