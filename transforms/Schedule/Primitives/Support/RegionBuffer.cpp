// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "transforms/Schedule/Primitives/Support/RegionBuffer.h"

#include "mlir/Dialect/Affine/Utils.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "transforms/Schedule/Analysis/Coverage.h"
#include "transforms/Schedule/Analysis/ElementSize.h"
#include "transforms/Schedule/Primitives/Support/Bindings.h"
#include "transforms/Schedule/Primitives/Support/Captures.h"
#include "transforms/Schedule/Support/Limits.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;

namespace tvm::schedule {

DiagnosedSilenceableFailure getReadBuffer(BlockRequest &request, int64_t index,
                                          Value &buffer) {
  SmallVector<Value> read = getReadBuffers(request.block);
  if (index < 0 || index >= static_cast<int64_t>(read.size()))
    return request.refuse("expected an index below " + Twine(read.size()) +
                          " (read-only buffers), got " + Twine(index));
  buffer = read[index];
  return DiagnosedSilenceableFailure::success();
}

/// The size of `buffer` along `dim`, as a value in front of `nest`. Does not
/// keep a buffer alive that is allocated here.
static Value getSize(Operation *nest, Value buffer, int64_t dim) {
  OpBuilder builder(nest);
  auto type = cast<MemRefType>(buffer.getType());
  if (!type.isDynamicDim(dim))
    return arith::ConstantIndexOp::create(builder, nest->getLoc(),
                                          type.getDimSize(dim));
  if (auto alloc = buffer.getDefiningOp<memref::AllocOp>())
    return alloc.getDynamicSizes()[type.getDynamicDimIndex(dim)];
  return memref::DimOp::create(builder, nest->getLoc(), buffer, dim);
}

/// Lets queries of sizes of capture `index` in bodies refer to the present
/// buffer.
static void keepSizes(te::BlockOp block, unsigned index) {
  Value buffer = block.getCaptures()[index];
  for (Region *region : {&block.getInit(), &block.getBody()}) {
    if (region->empty())
      continue;
    BlockArgument argument = block.getCaptureArgument(*region, index);
    for (Operation *user : llvm::make_early_inc_range(argument.getUsers())) {
      auto dim = dyn_cast<memref::DimOp>(user);
      if (!dim)
        continue;
      Value size =
          getSize(getTopLevelNest(block), buffer, *dim.getConstantIndex());
      dim.replaceAllUsesWith(static_cast<Value>(
          block.getCaptureArgument(*region, addCapture(block, size))));
      dim.erase();
    }
  }
}

void redirect(te::BlockOp block, unsigned index, Value buffer,
              ValueRange bases) {
  keepSizes(block, index);
  unsigned rank = bases.size();
  SmallVector<AffineExpr> shifted;
  for (unsigned d = 0; d < rank; ++d)
    shifted.push_back(getAffineDimExpr(d, block.getContext()) -
                      getAffineDimExpr(rank + d, block.getContext()));
  setCapture(block, index, buffer,
             AffineMap::get(2 * rank, 0, shifted, block.getContext()), bases);
}

void guardRegion(te::BlockOp block, Value buffer, unsigned rank) {
  auto type = cast<MemRefType>(buffer.getType());
  SmallVector<Value> iters(block.getIters());
  AffineMap bindings = block.getBindings();
  for (unsigned d = 0; d < rank; ++d) {
    if (staysInside(block, d, buffer))
      continue;
    AffineExpr index = bindings.getResult(d);
    addPredicate(block, index, iters);
    SmallVector<Value> operands(iters);
    AffineExpr size;
    if (type.isDynamicDim(d)) {
      size = getAffineDimExpr(operands.size(), block.getContext());
      operands.push_back(getSize(getTopLevelNest(block), buffer, d));
    } else {
      size = getAffineConstantExpr(type.getDimSize(d), block.getContext());
    }
    addPredicate(block, size - 1 - index, operands);
  }
}

bool fitsOnStack(MemRefType type, int64_t count) {
  int64_t bytes = getElementBytes(type);
  for (int64_t size : type.getShape())
    if (llvm::MulOverflow(bytes, size, bytes) || bytes > kMaxThreadBufferBytes)
      return false;
  return !llvm::MulOverflow(bytes, count, bytes) &&
         bytes <= kMaxThreadBufferBytes;
}

Operation *findForeignUse(te::BlockOp block, unsigned index) {
  for (Region *region : {&block.getInit(), &block.getBody()}) {
    if (region->empty())
      continue;
    BlockArgument argument = block.getCaptureArgument(*region, index);
    for (OpOperand &use : argument.getUses()) {
      Operation *user = use.getOwner();
      auto dim = dyn_cast<memref::DimOp>(user);
      if ((dim && dim.getConstantIndex()) ||
          isa<affine::AffineLoadOp, memref::LoadOp, affine::AffinePrefetchOp>(
              user))
        continue;
      if (!isa<affine::AffineStoreOp, memref::StoreOp>(user))
        return user;
    }
  }
  return nullptr;
}

SmallVector<Value> buildBases(OpBuilder &builder, Location loc,
                              const ReadRegion &region) {
  SmallVector<Value> bases;
  for (AffineExpr base : region.base) {
    SmallVector<Value> operands(region.operands);
    auto map = AffineMap::get(operands.size(), 0, base);
    affine::canonicalizeMapAndOperands(&map, &operands);
    bases.push_back(affine::AffineApplyOp::create(builder, loc, map, operands));
  }
  return bases;
}

Value buildLocal(OpBuilder &builder, Location loc, Value buffer,
                 const ReadRegion &region, Operation *nest) {
  auto of = cast<MemRefType>(buffer.getType());
  auto type = MemRefType::get(region.size, of.getElementType(),
                              MemRefLayoutAttrInterface(), of.getMemorySpace());
  if (type.hasStaticShape())
    return memref::AllocaOp::create(builder, loc, type);
  SmallVector<Value> sizes;
  for (int64_t d = 0; d < type.getRank(); ++d)
    if (type.isDynamicDim(d))
      sizes.push_back(getSize(nest, buffer, d));
  return memref::AllocOp::create(builder, loc, type, sizes);
}

DiagnosedSilenceableFailure checkLocalRegion(Loop loop, ArrayRef<Value> buffers,
                                             const ReadRegion &region,
                                             StringRef action, Operation *at) {
  auto refusal = [&](const Twine &why) {
    return emitSilenceableFailure(at, "cannot " + action + ": " + why);
  };
  for (auto [block, index] : region.readers)
    if (Operation *user = findForeignUse(block, index)) {
      auto failure = refusal("expected a buffer that is only loaded from");
      failure.attachNote(user->getLoc()) << "here";
      return failure;
    }
  for (Value buffer : buffers) {
    auto type = cast<MemRefType>(buffer.getType());
    auto local = MemRefType::get(region.size, type.getElementType());
    if (local.hasStaticShape() && !fitsOnStack(local, buffers.size()))
      return refusal("expected a region of at most " +
                     Twine(kMaxThreadBufferBytes) + " bytes");
  }
  // A value from inside of the loop is not available at its top.
  for (unsigned i = 0; i < region.operands.size(); ++i) {
    Value operand = region.operands[i];
    bool isUsed = llvm::any_of(
        region.base, [i](AffineExpr e) { return e.isFunctionOfDim(i); });
    if (!isUsed || !loop.getRegion().isAncestor(operand.getParentRegion()) ||
        operand == loop.getInductionVar())
      continue;
    auto failure = refusal("expected a region that begins at values from "
                           "outside of the loop's body");
    failure.attachNote(loop.getLoc()) << "here";
    return failure;
  }
  return DiagnosedSilenceableFailure::success();
}

} // namespace tvm::schedule
