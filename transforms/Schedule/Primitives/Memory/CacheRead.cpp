// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "dialects/TE/TEBlocks.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "transforms/Schedule/Analysis/Order.h"
#include "transforms/Schedule/Primitives/Memory/Memory.h"
#include "transforms/Schedule/Primitives/Support/Bindings.h"
#include "transforms/Schedule/Primitives/Support/Captures.h"
#include "transforms/Schedule/Primitives/Support/Preconditions.h"
#include "transforms/Schedule/Primitives/Support/RegionBuffer.h"

using namespace mlir;

namespace tvm::schedule {

namespace {
/// A request: reads of `buffer` inside of `roots` use a copy in front of the
/// first root, or at the top of the only root.
struct Request : BlockRequest {
  Request(ArrayRef<te::BlockOp> blocks, Loop loop)
      : BlockRequest(blocks[0], "cache what '" +
                                    te::BlockOp(blocks[0]).getName() +
                                    "' reads"),
        blocks(blocks), loop(loop) {}

  DiagnosedSilenceableFailure checkBlocks();
  bool changesInSteps();
  DiagnosedSilenceableFailure findRoots();
  DiagnosedSilenceableFailure checkWrites();
  DiagnosedSilenceableFailure checkReaders();
  void collectReaders(Operation *root);
  MemoryUse getUse();

  ArrayRef<te::BlockOp> blocks;
  Loop loop;                      // null: in front of the nests
  SmallVector<Operation *> roots; // in program order, each once
  Value buffer;
  ReadRegion region; // without a loop, only the readers are known
};
} // namespace

/// (P1) for the other blocks.
DiagnosedSilenceableFailure Request::checkBlocks() {
  for (te::BlockOp other : blocks.drop_front())
    if (!llvm::is_contained(getReadBuffers(other), buffer))
      return refuse("expected '" + other.getName() +
                        "' to read the buffer, and not to write it",
                    other);
  return DiagnosedSilenceableFailure::success();
}

/// Whether the blocks are in nests of one loop over steps that writes the
/// buffer and whose iterations run one at a time.
bool Request::changesInSteps() {
  Operation *steps = getNest(block)->getParentOp();
  if (!isa<Loop>(steps) ||
      llvm::any_of(getLoops(getNest(block)), isConcurrent) ||
      !llvm::all_of(blocks, [&](te::BlockOp each) {
        return getNest(each)->getParentOp() == steps;
      }))
    return false;
  return llvm::any_of(getMemoryUse(steps).accesses, [&](const Access &access) {
    return access.buffer == buffer && access.isWrite;
  });
}

/// (P2)
DiagnosedSilenceableFailure Request::findRoots() {
  if (!loop) {
    bool isAtSteps = changesInSteps();
    for (te::BlockOp each : blocks)
      roots.push_back(isAtSteps ? getNest(each) : getTopLevelNest(each));
    llvm::sort(roots, [](Operation *a, Operation *b) {
      return a != b && a->isBeforeInBlock(b);
    });
    roots.erase(llvm::unique(roots), roots.end());
    if (isDefinedIn(roots.front(), buffer))
      return refuse("expected a buffer from outside of its nest",
                    buffer.getDefiningOp());
    return DiagnosedSilenceableFailure::success();
  }
  roots.push_back(loop);
  for (te::BlockOp each : blocks)
    if (!loop->isProperAncestor(each))
      return refuse(blocks.size() == 1
                        ? "expected a loop around it"
                        : "expected a loop around all that read the copy",
                    loop);
  if (getLoopKind(loop) == LoopKind::Vectorized)
    return refuse("expected a loop that is not vectorized", loop);
  if (loop.getRegion().isAncestor(buffer.getParentRegion()))
    return refuse("expected a buffer from outside of the loop",
                  buffer.getDefiningOp());
  return DiagnosedSilenceableFailure::success();
}

/// Returns the memory accesses of the operations from the first root to the
/// last one.
MemoryUse Request::getUse() {
  MemoryUse use;
  for (Operation *op = roots.front();; op = op->getNextNode()) {
    MemoryUse part = getMemoryUse(op);
    llvm::append_range(use.accesses, part.accesses);
    use.opaque = use.opaque ? use.opaque : part.opaque;
    if (op == roots.back())
      return use;
  }
}

/// (P3)
DiagnosedSilenceableFailure Request::checkWrites() {
  MemoryUse use = getUse();
  if (use.opaque)
    return refuseOpaque(block, action, use.opaque);
  SmallVector<Access> reads, writes;
  for (const Access &access : use.accesses)
    if (access.buffer == buffer && access.isWrite)
      writes.push_back(access);
    else if (access.buffer == buffer &&
             llvm::any_of(roots, [&](Operation *root) {
               return root->isAncestor(access.op);
             }))
      reads.push_back(access);
  unsigned numFixed = getLoops(roots.front()).size() + (loop ? 1 : 0);
  if (auto found = findDependence(writes, reads, numFixed))
    return schedule::refuse(block, action, *found);
  for (const Access &read : reads)
    for (const Access &write : writes)
      if (read.block == write.block)
        return refuse("expected readers that do not write the buffer",
                      write.op);
  return DiagnosedSilenceableFailure::success();
}

void Request::collectReaders(Operation *root) {
  root->walk([&](te::BlockOp reader) {
    for (const Access &access : getAccesses(reader))
      if (access.buffer == buffer && !access.isWrite) {
        for (auto [i, capture] : llvm::enumerate(reader.getCaptures()))
          if (capture == buffer)
            region.readers.push_back({reader, i});
        return;
      }
  });
}

/// (P4)
DiagnosedSilenceableFailure Request::checkReaders() {
  if (loop) {
    if (auto d = getReadRegion(loop, buffer, action, region,
                               {{}, /*wholeDims=*/false, /*divisions=*/true});
        !d.succeeded())
      return d;
    return checkLocalRegion(loop, buffer, region, action, block);
  }
  for (Operation *root : roots)
    collectReaders(root);
  for (auto [reader, index] : region.readers)
    if (Operation *user = findForeignUse(reader, index))
      return refuse("expected a buffer that is only loaded from", user);
  return DiagnosedSilenceableFailure::success();
}

/// Builds a copy of the whole buffer in front of the nests. If the copy is made
/// in each step, all steps use one allocation, provided the buffer comes from
/// outside of them.
static te::BlockOp buildWhole(RewriterBase &rewriter, Request &request,
                              Attribute memorySpace, StringRef name) {
  Location loc = request.block.getLoc();
  Value buffer = request.buffer;
  // The copy of a view is not a view: its elements are contiguous.
  MemRefType type = MemRefType::Builder(cast<MemRefType>(buffer.getType()))
                        .setLayout(MemRefLayoutAttrInterface())
                        .setMemorySpace(memorySpace);
  Operation *root = request.roots.front(), *top = getTopLevelNest(root);
  rewriter.setInsertionPoint(isDefinedIn(top, buffer) ? root : top);
  SmallVector<Value> sizes;
  for (int64_t d = 0; d < type.getRank(); ++d)
    if (type.isDynamicDim(d))
      sizes.push_back(memref::DimOp::create(rewriter, loc, buffer, d));
  Value cache = memref::AllocOp::create(rewriter, loc, type, sizes);
  rewriter.setInsertionPoint(root);
  SmallVector<Value> iters;
  for (int64_t d = 0; d < type.getRank(); ++d) {
    bool isDynamic = type.isDynamicDim(d);
    AffineMap bound = isDynamic
                          ? rewriter.getSymbolIdentityMap()
                          : rewriter.getConstantAffineMap(type.getDimSize(d));
    ValueRange operands;
    if (isDynamic)
      operands = ArrayRef(sizes).slice(type.getDynamicDimIndex(d), 1);
    auto loop = Loop::create(rewriter, loc, ValueRange(),
                             rewriter.getConstantAffineMap(0), operands, bound);
    rewriter.setInsertionPointToStart(loop.getBody());
    iters.push_back(loop.getInductionVar());
  }
  te::BlockOp copy =
      te::buildCopyBlock(rewriter, loc, name, iters, buffer, cache);
  for (auto [reader, index] : request.region.readers)
    setCapture(reader, index, cache);
  return copy;
}

/// Builds a copy of the region at the top of the loop's body.
static te::BlockOp buildRegion(RewriterBase &rewriter, Request &request,
                               Attribute memorySpace, StringRef name) {
  Location loc = request.block.getLoc();
  Value buffer = request.buffer;
  const ReadRegion &region = request.region;
  rewriter.setInsertionPointToStart(request.loop.getBody());
  SmallVector<Value> bases = buildBases(rewriter, loc, region), iters;
  Value cache = memref::AllocaOp::create(
      rewriter, loc,
      MemRefType::get(region.size,
                      cast<MemRefType>(buffer.getType()).getElementType(),
                      MemRefLayoutAttrInterface(), memorySpace));
  for (int64_t size : region.size) {
    auto loop = Loop::create(rewriter, loc, 0, size);
    rewriter.setInsertionPointToStart(loop.getBody());
    iters.push_back(loop.getInductionVar());
  }
  te::BlockOp copy =
      te::buildCopyBlock(rewriter, loc, name, iters, buffer, buffer);
  SmallVector<AffineExpr> axes;
  for (unsigned d = 0; d < bases.size(); ++d)
    axes.push_back(rewriter.getAffineDimExpr(d) +
                   rewriter.getAffineDimExpr(bases.size() + d));
  SmallVector<Value> operands(bases);
  operands.append(iters);
  setBlockMap(copy,
              AffineMap::get(operands.size(), 0, axes, rewriter.getContext()),
              operands, {});
  if (region.mayExceed)
    guardRegion(copy, buffer, region.size.size());
  redirect(copy, /*index=*/1, cache, bases);
  for (auto [reader, index] : region.readers)
    redirect(reader, index, cache, bases);
  return copy;
}

DiagnosedSilenceableFailure
cacheRead(RewriterBase &rewriter, ArrayRef<te::BlockOp> blocks, int64_t index,
          Loop loop, Attribute memorySpace, te::BlockOp &copy) {
  Request request(blocks, loop);
  if (auto d = getReadBuffer(request, index, request.buffer); !d.succeeded())
    return d;
  if (auto d = request.checkBlocks(); !d.succeeded())
    return d;
  if (auto d = request.findRoots(); !d.succeeded())
    return d;
  if (auto d = request.checkWrites(); !d.succeeded())
    return d;
  if (auto d = request.checkReaders(); !d.succeeded())
    return d;
  OpBuilder::InsertionGuard guard(rewriter);
  te::BlockOp block = request.block;
  std::string name = makeUniqueName(block, (block.getName() + "_read").str());
  copy =
      (loop ? buildRegion : buildWhole)(rewriter, request, memorySpace, name);
  return DiagnosedSilenceableFailure::success();
}

} // namespace tvm::schedule
