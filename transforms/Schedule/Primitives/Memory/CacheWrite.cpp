// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "transforms/Schedule/Analysis/Order.h"
#include "transforms/Schedule/Primitives/Memory/Memory.h"
#include "transforms/Schedule/Primitives/Support/Captures.h"
#include "transforms/Schedule/Primitives/Support/SpatialNest.h"

using namespace mlir;

namespace tvm::schedule {

/// Whether `op` accesses its buffer at the spatial axes, in order.
static bool isAtSpatialAxes(te::BlockOp block, Operation *op) {
  AffineMap map;
  SmallVector<Value> operands;
  if (auto store = dyn_cast<affine::AffineStoreOp>(op)) {
    map = store.getAffineMap();
    operands.assign(store.getMapOperands().begin(),
                    store.getMapOperands().end());
  } else if (auto load = dyn_cast<affine::AffineLoadOp>(op)) {
    map = load.getAffineMap();
    operands.assign(load.getMapOperands().begin(), load.getMapOperands().end());
  }
  if (!map || !map.isIdentity() || op->getParentOp() != block)
    return false;
  for (auto [d, operand] : llvm::enumerate(operands)) {
    auto axis = dyn_cast<BlockArgument>(operand);
    if (!axis || axis.getArgNumber() != d || block.isReduction(d))
      return false;
  }
  return operands.size() ==
         static_cast<size_t>(llvm::count(block.getKinds(), false));
}

/// (P1)
static bool writesOnly(te::BlockOp block, Value buffer) {
  // A reduction over no iterations writes nothing.
  if (block.hasReduction() && block.getInit().empty())
    return false;
  for (const Access &access : getAccesses(block)) {
    if (access.buffer != buffer)
      continue;
    // A reduction with an init only reads values that it has stored itself.
    bool isKnown = access.isWrite || !block.getInit().empty();
    if (!isKnown || !isAtSpatialAxes(block, access.op))
      return false;
  }
  return true;
}

/// (P2) The results arrive behind the nest, so nothing in it may use them
/// before.
static DiagnosedSilenceableFailure checkNest(te::BlockOp block,
                                             ArrayRef<Value> buffers) {
  std::string action = ("cache what '" + block.getName() + "' writes").str();
  Operation *nest = getNest(block);
  MemoryUse use = getMemoryUse(nest);
  if (use.opaque)
    return refuseOpaque(block, action, use.opaque);
  SmallVector<Access> writes, others;
  for (const Access &access : use.accesses)
    if (!llvm::is_contained(buffers, access.buffer))
      continue;
    else if (access.block != block)
      others.push_back(access);
    else if (access.isWrite)
      writes.push_back(access);
  if (auto found = findDependence(writes, others, getLoops(nest).size()))
    return refuse(block, action, *found);
  return DiagnosedSilenceableFailure::success();
}

/// Copies the first half of the captures to the second half, at the spatial
/// axes.
static void buildCopyBody(OpBuilder &builder, te::BlockOp copy) {
  OpBuilder::InsertionGuard guard(builder);
  Location loc = copy.getLoc();
  Block *body = builder.createBlock(&copy.getBody());
  SmallVector<Value> axes, buffers;
  for (unsigned i = 0; i < copy.getNumAxes(); ++i)
    axes.push_back(body->addArgument(builder.getIndexType(), loc));
  for (Value capture : copy.getCaptures())
    buffers.push_back(body->addArgument(capture.getType(), loc));
  for (unsigned i = 0, count = buffers.size() / 2; i < count; ++i) {
    Value element =
        affine::AffineLoadOp::create(builder, loc, buffers[i], axes);
    affine::AffineStoreOp::create(builder, loc, element, buffers[count + i],
                                  axes);
  }
  te::YieldOp::create(builder, loc);
}

/// Allocates a buffer like `target` in front of `block`'s nest.
static Value buildCache(RewriterBase &rewriter, te::BlockOp block,
                        Value target) {
  rewriter.setInsertionPoint(getNest(block));
  // The elements are contiguous even if `target` is a view.
  MemRefType type = MemRefType::Builder(cast<MemRefType>(target.getType()))
                        .setLayout(MemRefLayoutAttrInterface());
  SmallVector<Value> sizes;
  for (int64_t i = 0; i < type.getRank(); ++i)
    if (type.isDynamicDim(i))
      sizes.push_back(
          memref::DimOp::create(rewriter, block.getLoc(), target, i));
  return memref::AllocOp::create(rewriter, block.getLoc(), type, sizes);
}

/// Whether the block can be repeated behind its nest: its bindings and written
/// captures are loops of the nest or values from outside.
static bool isKnownOutside(te::BlockOp block, Value target) {
  Operation *nest = getNest(block);
  return !isDefinedIn(nest, target) &&
         llvm::all_of(block.getIters(), [&](Value iter) {
           return affine::isAffineForInductionVar(iter) ||
                  !isDefinedIn(nest, iter);
         });
}

DiagnosedSilenceableFailure cacheWrite(RewriterBase &rewriter,
                                       te::BlockOp block, te::BlockOp &copy) {
  SmallVector<unsigned> written = getWrittenCaptures(block);
  SmallVector<Value> targets = llvm::map_to_vector(
      written, [&](unsigned i) -> Value { return block.getCaptures()[i]; });
  if (targets.empty() || !llvm::all_of(targets, [&](Value target) {
        return writesOnly(block, target) && isKnownOutside(block, target);
      }))
    return emitSilenceableFailure(block)
           << "cannot cache what '" << block.getName()
           << "' writes: expected a block that writes buffers, at its spatial "
              "axes, and does not read them";
  SpatialPredicate predicate;
  if (auto d = checkNest(block, targets); !d.succeeded())
    return d;
  if (auto d = getSpatialPredicate(block, "cache its result", predicate);
      !d.succeeded())
    return d;
  OpBuilder::InsertionGuard guard(rewriter);
  SmallVector<Value> captures = llvm::map_to_vector(
      targets, [&](Value t) { return buildCache(rewriter, block, t); });
  for (auto [index, cache] : llvm::zip(written, captures))
    setCapture(block, index, cache);
  llvm::append_range(captures, targets);
  rewriter.setInsertionPointAfter(getNest(block));
  SmallVector<Loop> loops = getNestLoops(block);
  IRMapping variables = cloneSpatialLoops(rewriter, block, loops);
  copy = buildSpatialBlock(rewriter, block, (block.getName() + "_write").str(),
                           variables, predicate, captures);
  buildCopyBody(rewriter, copy);
  return DiagnosedSilenceableFailure::success();
}

} // namespace tvm::schedule
