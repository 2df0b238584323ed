#include "transforms/Schedule/Passes.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "transforms/Schedule/Analysis/Accesses.h"
#include "transforms/Schedule/Analysis/Races.h"
#include "transforms/Schedule/Primitives/WrittenBuffer.h"

using namespace mlir;

namespace tvm::schedule {

#define GEN_PASS_DEF_SHRINKLOCALSPASS
#include "transforms/Schedule/Passes.h.inc"

/// Whether subscript `dimension` of `access` is its thread's index on `axis`.
static bool isOwnIndex(const Access &access, unsigned dimension, GPUAxis axis) {
  Loop loop = getLoopOfAxis(access.block, axis);
  if (!loop || !access.map)
    return false;
  auto dim = dyn_cast<AffineDimExpr>(access.map.getResult(dimension));
  return dim && access.operands[dim.getPosition()] == loop.getInductionVar();
}

/// A dimension that every thread uses at its own index only.
static std::optional<unsigned> findOwnDimension(ArrayRef<Access> accesses,
                                                int64_t rank) {
  for (int64_t dimension = 0; dimension < rank; ++dimension)
    for (GPUAxis axis : kThreadAxes)
      if (llvm::all_of(accesses, [&](const Access &access) {
            return isOwnIndex(access, dimension, axis);
          }))
        return dimension;
  return std::nullopt;
}

static SmallVector<Access> getAccessesOf(Loop launch, Value buffer) {
  SmallVector<Access> accesses;
  for (Access &access : getMemoryUse(launch).accesses)
    if (access.buffer == buffer)
      accesses.push_back(std::move(access));
  return accesses;
}

/// Whether blocks do nothing with `buffer` but access it.
static bool isOnlyAccessed(Value buffer, ArrayRef<Access> accesses) {
  size_t count = 0;
  for (OpOperand &use : buffer.getUses()) {
    auto block = dyn_cast<te::BlockOp>(use.getOwner());
    if (!block)
      return false;
    unsigned capture = use.getOperandNumber() - block.getIters().size();
    for (Region *region : {&block.getInit(), &block.getBody()})
      if (!region->empty())
        count += llvm::range_size(
            block.getCaptureArgument(*region, capture).getUses());
  }
  return count == accesses.size();
}

static void dropSubscript(Operation *op, unsigned dimension) {
  OpBuilder builder(op);
  if (auto load = dyn_cast<affine::AffineLoadOp>(op)) {
    Value element = affine::AffineLoadOp::create(
        builder, load.getLoc(), load.getMemRef(),
        load.getAffineMap().dropResult(dimension), load.getMapOperands());
    load.replaceAllUsesWith(element);
  } else {
    auto store = cast<affine::AffineStoreOp>(op);
    affine::AffineStoreOp::create(
        builder, store.getLoc(), store.getValueToStore(), store.getMemRef(),
        store.getAffineMap().dropResult(dimension), store.getMapOperands());
  }
  op->erase();
}

static void dropDimension(Value buffer, ArrayRef<Access> accesses,
                          unsigned dimension) {
  auto type = cast<MemRefType>(buffer.getType());
  SmallVector<int64_t> shape(type.getShape());
  shape.erase(shape.begin() + dimension);
  setBufferType(buffer, MemRefType::get(shape, type.getElementType(),
                                        MemRefLayoutAttrInterface(),
                                        type.getMemorySpace()));
  for (const Access &access : accesses)
    dropSubscript(access.op, dimension);
}

void shrinkLocals(Operation *function) {
  for (Loop launch : getLaunches(function))
    launch->walk([&](Operation *op) {
      if (!isa<memref::AllocOp, memref::AllocaOp>(op))
        return;
      Value buffer = op->getResult(0);
      auto type = cast<MemRefType>(buffer.getType());
      if (isShared(buffer) || !type.hasStaticShape() ||
          !type.getLayout().isIdentity())
        return;
      for (int64_t rank = type.getRank(); rank > 0; --rank) {
        SmallVector<Access> accesses = getAccessesOf(launch, buffer);
        std::optional<unsigned> own = findOwnDimension(accesses, rank);
        if (accesses.empty() || !own || !isOnlyAccessed(buffer, accesses))
          return;
        dropDimension(buffer, accesses, *own);
      }
    });
}

namespace {
struct ShrinkLocalsPass : impl::ShrinkLocalsPassBase<ShrinkLocalsPass> {
  void runOnOperation() override { shrinkLocals(getOperation()); }
};
} // namespace

} // namespace tvm::schedule
