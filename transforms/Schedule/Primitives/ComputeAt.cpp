#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/IRMapping.h"
#include "transforms/Schedule/Primitives/Bindings.h"
#include "transforms/Schedule/Primitives/Primitives.h"
#include "transforms/Schedule/Primitives/ReadRegion.h"

using namespace mlir;

namespace tvm::schedule {

/// Largest buffer on a thread's stack, in bytes.
static constexpr int64_t kMaxLocalBytes = 256 * 1024;

/// Captures `bases` in `block` and shifts its accesses of capture `index`,
/// which becomes `buffer`, by them.
static void redirect(te::BlockOp block, unsigned index, Value buffer,
                     ValueRange bases) {
  SmallVector<Value> captures(block.getCaptures());
  captures[index] = buffer;
  llvm::append_range(captures, bases);
  block.getCapturesMutable().assign(captures);
  for (Region *region : {&block.getInit(), &block.getBody()}) {
    if (region->empty())
      continue;
    BlockArgument argument = block.getCaptureArgument(*region, index);
    argument.setType(buffer.getType());
    SmallVector<Value> baseArguments;
    for (Value base : bases)
      baseArguments.push_back(
          region->addArgument(base.getType(), block.getLoc()));
    auto shift = [&](AffineMap map, SmallVectorImpl<Value> &operands) {
      SmallVector<AffineExpr> results;
      unsigned numDims = map.getNumDims();
      // Bases come as further dimensions, behind those of the map.
      map = map.shiftDims(0);
      for (auto [i, expr] : llvm::enumerate(map.getResults()))
        results.push_back(expr -
                          getAffineDimExpr(numDims + i, block.getContext()));
      operands.insert(operands.begin() + numDims, baseArguments.begin(),
                      baseArguments.end());
      return AffineMap::get(numDims + baseArguments.size(), map.getNumSymbols(),
                            results, block.getContext());
    };
    for (Operation *user : llvm::make_early_inc_range(argument.getUsers())) {
      OpBuilder builder(user);
      if (auto load = dyn_cast<affine::AffineLoadOp>(user)) {
        SmallVector<Value> operands(load.getMapOperands());
        AffineMap map = shift(load.getAffineMap(), operands);
        auto shifted = affine::AffineLoadOp::create(builder, load.getLoc(),
                                                    argument, map, operands);
        load.replaceAllUsesWith(shifted.getResult());
        load.erase();
      } else if (auto store = dyn_cast<affine::AffineStoreOp>(user)) {
        SmallVector<Value> operands(store.getMapOperands());
        AffineMap map = shift(store.getAffineMap(), operands);
        affine::AffineStoreOp::create(builder, store.getLoc(),
                                      store.getValueToStore(), argument, map,
                                      operands);
        store.erase();
      }
    }
  }
}

/// Whether all accesses of capture `index` are affine and at the spatial axes.
static bool isWrittenAtAxes(te::BlockOp block, unsigned index) {
  for (Region *region : {&block.getInit(), &block.getBody()}) {
    if (region->empty())
      continue;
    for (Operation *user :
         block.getCaptureArgument(*region, index).getUsers()) {
      ValueRange operands;
      AffineMap map;
      if (auto load = dyn_cast<affine::AffineLoadOp>(user)) {
        map = load.getAffineMap();
        operands = load.getMapOperands();
      } else if (auto store = dyn_cast<affine::AffineStoreOp>(user)) {
        map = store.getAffineMap();
        operands = store.getMapOperands();
      } else {
        return false;
      }
      if (user->getParentOp() != block || !map.isIdentity())
        return false;
      for (auto [axis, operand] : llvm::enumerate(operands))
        if (operand != region->getArgument(axis) || block.isReduction(axis))
          return false;
    }
  }
  return true;
}

/// New loops over the region and the reduction axes, and the block in them.
static te::BlockOp buildNest(OpBuilder &builder, te::BlockOp producer,
                             ArrayRef<int64_t> sizes, ValueRange bases) {
  Location loc = producer.getLoc();
  MLIRContext *context = builder.getContext();
  SmallVector<Value> iters;
  SmallVector<AffineExpr> bindings;
  auto add = [&](Value value) {
    iters.push_back(value);
    return getAffineDimExpr(iters.size() - 1, context);
  };
  for (auto [size, base] : llvm::zip(sizes, bases)) {
    auto loop = Loop::create(builder, loc, 0, size);
    builder.setInsertionPointToStart(loop.getBody());
    AffineExpr offset = add(base);
    bindings.push_back(offset + add(loop.getInductionVar()));
  }
  AffineMap map = producer.getBindings();
  for (unsigned axis = sizes.size(); axis < producer.getNumAxes(); ++axis) {
    auto expr = dyn_cast<AffineDimExpr>(map.getResult(axis));
    auto original = affine::getForInductionVarOwner(
        producer.getIters()[expr.getPosition()]);
    auto loop = Loop::create(
        builder, loc, original.getLowerBoundOperands(),
        original.getLowerBoundMap(), original.getUpperBoundOperands(),
        original.getUpperBoundMap(), original.getStepAsInt());
    builder.setInsertionPointToStart(loop.getBody());
    bindings.push_back(add(loop.getInductionVar()));
  }
  auto block = cast<te::BlockOp>(builder.clone(*producer));
  block.getItersMutable().assign(iters);
  block.setBindings(AffineMap::get(iters.size(), 0, bindings, context));
  return block;
}

/// Whether `producer` still is as lowering made it: one loop per axis.
static bool isUnscheduled(te::BlockOp producer) {
  AffineMap map = producer.getBindings();
  for (unsigned axis = 0; axis < producer.getNumAxes(); ++axis) {
    auto dim = dyn_cast<AffineDimExpr>(map.getResult(axis));
    if (!dim || !affine::getForInductionVarOwner(
                    producer.getIters()[dim.getPosition()]))
      return false;
  }
  return true;
}

FailureOr<te::BlockOp> computeAt(te::BlockOp producer, Loop loop) {
  std::optional<unsigned> written = getWrittenCapture(producer);
  if (!written || !isWrittenAtAxes(producer, *written) ||
      !isUnscheduled(producer))
    return failure();
  Operation *producerNest = getTopLevelNest(producer);
  Operation *consumerNest = getTopLevelNest(loop);
  if (producerNest == consumerNest ||
      !producerNest->isBeforeInBlock(consumerNest))
    return failure();
  Value buffer = producer.getCaptures()[*written];
  auto region = getReadRegion(loop, buffer);
  auto type = cast<MemRefType>(buffer.getType());
  if (failed(region))
    return failure();
  int64_t bytes = (type.getElementTypeBitWidth() + 7) / 8;
  for (int64_t size : region->size)
    bytes *= size;
  if (bytes > kMaxLocalBytes)
    return failure();
  // A value from inside of the loop cannot be used at its top.
  for (Value operand : region->operands) {
    auto inner = affine::getForInductionVarOwner(operand);
    bool isUsed = llvm::any_of(region->base, [&](AffineExpr expr) {
      return expr.isFunctionOfDim(llvm::find(region->operands, operand) -
                                  region->operands.begin());
    });
    if (isUsed && inner && loop->isProperAncestor(inner))
      return failure();
  }
  OpBuilder builder(loop.getContext());
  builder.setInsertionPointToStart(loop.getBody());
  SmallVector<Value> bases;
  for (AffineExpr base : region->base) {
    SmallVector<Value> operands(region->operands);
    auto map = AffineMap::get(operands.size(), 0, base);
    affine::canonicalizeMapAndOperands(&map, &operands);
    bases.push_back(affine::AffineApplyOp::create(builder, producer.getLoc(),
                                                  map, operands));
  }
  Value local = memref::AllocaOp::create(
      builder, producer.getLoc(),
      MemRefType::get(region->size, type.getElementType()));
  te::BlockOp block = buildNest(builder, producer, region->size, bases);
  redirect(block, *written, local, bases);
  for (auto [reader, index] : region->readers)
    redirect(reader, index, local, bases);
  return block;
}

} // namespace tvm::schedule
