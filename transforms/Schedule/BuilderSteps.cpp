// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The steps of ScheduleBuilder: each applies a primitive and records it.

#include "dialects/Schedule/ScheduleBlocks.h"
#include "dialects/Schedule/ScheduleLoops.h"
#include "dialects/Schedule/ScheduleMemory.h"
#include "transforms/Schedule/Primitives/Primitives.h"
#include "transforms/Schedule/ScheduleBuilder.h"

using namespace mlir;

namespace tvm::schedule {

FailureOr<SmallVector<Loop>> ScheduleBuilder::split(Loop loop,
                                                    ArrayRef<int64_t> factors) {
  Value handle = getHandle(loop);
  SmallVector<Loop> loops;
  if (!applied([&] { return schedule::split(rewriter, loop, factors, loops); }))
    return failure();
  SmallVector<Type> types(loops.size(), handle.getType());
  auto step = SplitOp::create(script, loop.getLoc(), types, handle,
                              ValueRange(), factors);
  setHandles(step.getLoops(), loops);
  return loops;
}

FailureOr<Loop> ScheduleBuilder::loopPartition(Loop loop, int64_t factor) {
  Value handle = getHandle(loop);
  SmallVector<Loop> rest;
  if (!applied([&] {
        return schedule::loopPartition(rewriter, loop, factor, rest);
      }))
    return failure();
  if (rest.empty())
    return Loop();
  auto step = LoopPartitionOp::create(script, loop.getLoc(), handle.getType(),
                                      handle, script.getI64IntegerAttr(factor),
                                      DenseI64ArrayAttr());
  setHandles(step.getRest(), rest);
  return rest.front();
}

LogicalResult ScheduleBuilder::loopPartition(Loop loop,
                                             ArrayRef<int64_t> extents) {
  Value handle = getHandle(loop);
  SmallVector<Loop> rest;
  if (!applied([&] {
        return schedule::loopPartition(rewriter, loop, extents, rest);
      }))
    return failure();
  SmallVector<Type> types(rest.size(), handle.getType());
  auto step = LoopPartitionOp::create(script, loop.getLoc(), types, handle,
                                      IntegerAttr(),
                                      script.getDenseI64ArrayAttr(extents));
  setHandles(step.getRest(), rest);
  return success();
}

LogicalResult ScheduleBuilder::loopDistribute(Loop loop) {
  Value handle = getHandle(loop);
  SmallVector<Loop> loops;
  if (!applied([&] { return schedule::loopDistribute(rewriter, loop, loops); }))
    return failure();
  SmallVector<Type> types(loops.size(), handle.getType());
  auto step = LoopDistributeOp::create(script, loop.getLoc(), types, handle);
  setHandles(step.getLoops(), loops);
  return success();
}

LogicalResult ScheduleBuilder::merge(Loop first, Loop second) {
  Value firstHandle = getHandle(first), secondHandle = getHandle(second);
  if (!applied([&] { return schedule::merge(rewriter, first, second); }))
    return failure();
  MergeOp::create(script, second.getLoc(), firstHandle, secondHandle);
  return success();
}

FailureOr<Loop> ScheduleBuilder::addUnitLoop(Loop loop) {
  Value handle = getHandle(loop);
  Loop added;
  if (!applied([&] { return schedule::addUnitLoop(rewriter, loop, added); }))
    return failure();
  handles[added] =
      AddUnitLoopOp::create(script, loop.getLoc(), root.getType(), handle);
  return added;
}

FailureOr<Loop> ScheduleBuilder::fuse(Loop outer, Loop inner) {
  Value outerHandle = getHandle(outer), innerHandle = getHandle(inner);
  Loop fused;
  if (!applied([&] { return schedule::fuse(rewriter, outer, inner, fused); }))
    return failure();
  handles[fused] = FuseOp::create(script, fused.getLoc(), root.getType(),
                                  outerHandle, innerHandle);
  return fused;
}

LogicalResult ScheduleBuilder::reorder(ArrayRef<Loop> order) {
  SmallVector<Value> values = getHandles(order);
  if (!applied([&] { return schedule::reorder(rewriter, order); }))
    return failure();
  if (order.size() > 1)
    ReorderOp::create(script, order.front()->getLoc(), values);
  return success();
}

LogicalResult ScheduleBuilder::parallel(Loop loop) {
  Value handle = getHandle(loop);
  if (!applied([&] { return schedule::parallel(loop); }))
    return failure();
  ParallelOp::create(script, loop.getLoc(), handle);
  return success();
}

LogicalResult ScheduleBuilder::vectorize(Loop loop) {
  Value handle = getHandle(loop);
  if (!applied([&] { return schedule::vectorize(loop); }))
    return failure();
  VectorizeOp::create(script, loop.getLoc(), handle);
  return success();
}

LogicalResult ScheduleBuilder::unroll(Loop loop) {
  Value handle = getHandle(loop);
  if (!applied([&] { return schedule::unroll(loop); }))
    return failure();
  UnrollOp::create(script, loop.getLoc(), handle, /*max_step=*/IntegerAttr());
  return success();
}

LogicalResult ScheduleBuilder::streamStores(Loop loop) {
  Value handle = getHandle(loop);
  if (!applied([&] { return schedule::streamStores(loop); }))
    return failure();
  StreamStoresOp::create(script, loop.getLoc(), handle);
  return success();
}

FailureOr<te::BlockOp> ScheduleBuilder::computeAt(te::BlockOp block,
                                                  Loop loop) {
  Value blockHandle = getHandle(block), loopHandle = getHandle(loop);
  Location loc = block.getLoc();
  te::BlockOp computed;
  if (!applied(
          [&] { return schedule::computeAt(rewriter, block, loop, computed); }))
    return failure();
  handles[computed] =
      ComputeAtOp::create(script, loc, root.getType(), blockHandle, loopHandle);
  return computed;
}

FailureOr<te::BlockOp> ScheduleBuilder::cacheWrite(te::BlockOp block) {
  Value handle = getHandle(block);
  te::BlockOp copy;
  if (!applied([&] { return schedule::cacheWrite(rewriter, block, copy); }))
    return failure();
  handles[copy] =
      CacheWriteOp::create(script, block.getLoc(), root.getType(), handle);
  return copy;
}

FailureOr<te::BlockOp> ScheduleBuilder::cacheRead(ArrayRef<te::BlockOp> blocks,
                                                  int64_t index, Loop loop) {
  SmallVector<Value> readers;
  for (te::BlockOp block : blocks)
    readers.push_back(getHandle(block));
  Value loopHandle = loop ? getHandle(loop) : Value();
  te::BlockOp copy;
  if (!applied([&] {
        return schedule::cacheRead(rewriter, blocks, index, loop, Attribute(),
                                   copy);
      }))
    return failure();
  handles[copy] = CacheReadOp::create(
      script, blocks.front()->getLoc(), root.getType(), readers.front(),
      script.getI64IntegerAttr(index), StringAttr(),
      /*consumers=*/ValueRange(readers).drop_front(), loopHandle);
  return copy;
}

FailureOr<te::BlockOp> ScheduleBuilder::prefetch(te::BlockOp block,
                                                 int64_t index, Loop loop,
                                                 int64_t distance) {
  Value blockHandle = getHandle(block), loopHandle = getHandle(loop);
  te::BlockOp hint;
  if (!applied([&] {
        return schedule::prefetch(rewriter, block, index, loop, distance,
                                  /*isPerElement=*/true, hint);
      }))
    return failure();
  handles[hint] =
      PrefetchOp::create(script, block.getLoc(), root.getType(), blockHandle,
                         index, loopHandle, distance, /*per_element=*/true);
  return hint;
}

FailureOr<te::BlockOp> ScheduleBuilder::rfactor(te::BlockOp block, Loop loop,
                                                int64_t axis) {
  Value blockHandle = getHandle(block), loopHandle = getHandle(loop);
  te::BlockOp parts;
  if (!applied([&] {
        return schedule::rfactor(rewriter, block, loop, axis, parts);
      }))
    return failure();
  handles[parts] =
      RFactorOp::create(script, block.getLoc(), root.getType(), blockHandle,
                        loopHandle, script.getI64IntegerAttr(axis));
  return parts;
}

FailureOr<te::BlockOp> ScheduleBuilder::spreadPrefetch(te::BlockOp block,
                                                       int64_t index, Loop loop,
                                                       int64_t distance,
                                                       Loop over, Loop part) {
  Value blockHandle = getHandle(block), loopHandle = getHandle(loop);
  Value overHandle = getHandle(over), partHandle = getHandle(part);
  te::BlockOp hint;
  if (!applied([&] {
        return schedule::spreadPrefetch(rewriter, block, index, loop, distance,
                                        over, part, hint);
      }))
    return failure();
  handles[hint] = SpreadPrefetchOp::create(
      script, block.getLoc(), root.getType(), blockHandle, index, loopHandle,
      distance, overHandle, partHandle);
  return hint;
}

FailureOr<te::BlockOp> ScheduleBuilder::prefetchDuring(te::BlockOp block,
                                                       int64_t index, Loop loop,
                                                       ArrayRef<Loop> during) {
  Value blockHandle = getHandle(block), loopHandle = getHandle(loop);
  SmallVector<Value> duringHandles = getHandles(during);
  te::BlockOp hint;
  if (!applied([&] {
        return schedule::prefetchDuring(rewriter, block, index, loop, during,
                                        hint);
      }))
    return failure();
  handles[hint] =
      PrefetchDuringOp::create(script, block.getLoc(), root.getType(),
                               blockHandle, index, loopHandle, duringHandles);
  return hint;
}

LogicalResult ScheduleBuilder::compactBuffer(te::BlockOp block, Loop loop) {
  Value blockHandle = getHandle(block), loopHandle = getHandle(loop);
  if (!applied([&] { return schedule::compactBuffer(rewriter, block, loop); }))
    return failure();
  CompactBufferOp::create(script, block.getLoc(), blockHandle, loopHandle);
  return success();
}

LogicalResult ScheduleBuilder::computeInline(te::BlockOp block) {
  Location loc = block.getLoc();
  Value handle = getHandle(block);
  if (!applied([&] { return schedule::computeInline(rewriter, block); }))
    return failure();
  ComputeInlineOp::create(script, loc, handle);
  return success();
}

LogicalResult ScheduleBuilder::computeInPlace(te::BlockOp block,
                                              int64_t index) {
  Value handle = getHandle(block);
  if (!applied(
          [&] { return schedule::computeInPlace(rewriter, block, index); }))
    return failure();
  ComputeInPlaceOp::create(script, block.getLoc(), handle, index);
  return success();
}

FailureOr<te::BlockOp> ScheduleBuilder::decomposeReduction(te::BlockOp block,
                                                           Loop loop) {
  Value blockHandle = getHandle(block), loopHandle = getHandle(loop);
  te::BlockOp init;
  if (!applied([&] {
        return schedule::decomposeReduction(rewriter, block, loop, init);
      }))
    return failure();
  handles[init] = DecomposeReductionOp::create(
      script, block.getLoc(), root.getType(), blockHandle, loopHandle);
  return init;
}

FailureOr<te::BlockOp> ScheduleBuilder::tensorize(Loop loop,
                                                  te::TensorIntrinOp intrin) {
  Value handle = getHandle(loop);
  te::BlockOp block;
  if (!applied(
          [&] { return schedule::tensorize(rewriter, loop, intrin, block); }))
    return failure();
  handles[block] = TensorizeOp::create(script, intrin.getLoc(), root.getType(),
                                       handle, intrin.getSymName());
  return block;
}

FailureOr<te::BlockOp> ScheduleBuilder::decomposePadding(te::BlockOp block,
                                                         Loop loop) {
  Value blockHandle = getHandle(block), loopHandle = getHandle(loop);
  te::BlockOp fill;
  if (!applied([&] {
        return schedule::decomposePadding(rewriter, block, loop, fill);
      }))
    return failure();
  handles[fill] = DecomposePaddingOp::create(
      script, block.getLoc(), root.getType(), blockHandle, loopHandle);
  return fill;
}

LogicalResult ScheduleBuilder::dropPredicate(te::BlockOp block) {
  Value handle = getHandle(block);
  if (!applied([&] { return schedule::dropPredicate(block); }))
    return failure();
  DropPredicateOp::create(script, block.getLoc(), handle);
  return success();
}

LogicalResult ScheduleBuilder::skipZeros(te::BlockOp block, int64_t index,
                                         Loop loop) {
  Value blockHandle = getHandle(block), loopHandle = getHandle(loop);
  if (!applied(
          [&] { return schedule::skipZeros(rewriter, block, index, loop); }))
    return failure();
  SkipZerosOp::create(script, block.getLoc(), blockHandle, index, loopHandle);
  return success();
}

LogicalResult ScheduleBuilder::transformLayout(te::BlockOp block,
                                               unsigned capture,
                                               AffineMap layout) {
  Value handle = getHandle(block);
  if (!applied([&] {
        return schedule::transformLayout(rewriter, block, capture, layout);
      }))
    return failure();
  TransformLayoutOp::create(script, block.getLoc(), handle, capture, layout);
  return success();
}

} // namespace tvm::schedule
