#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/IRMapping.h"
#include "transforms/Schedule/Primitives/Bindings.h"
#include "transforms/Schedule/Primitives/Primitives.h"

using namespace mlir;

namespace tvm::schedule {

/// A block that copies element by element, at the end of new loops over
/// `buffer`'s dimensions.
static te::BlockOp buildCopyNest(OpBuilder &builder, te::BlockOp like,
                                 Value source, Value target) {
  Location loc = like.getLoc();
  auto type = cast<MemRefType>(target.getType());
  // Sizes are known in front of the nest, which stays perfect.
  SmallVector<Value> sizes(type.getRank()), iters;
  for (int64_t i = 0; i < type.getRank(); ++i)
    if (type.isDynamicDim(i))
      sizes[i] = memref::DimOp::create(builder, loc, target, i);
  for (int64_t i = 0; i < type.getRank(); ++i) {
    Loop loop;
    if (type.isDynamicDim(i)) {
      loop = Loop::create(builder, loc, ValueRange(),
                          builder.getConstantAffineMap(0), sizes[i],
                          builder.getSymbolIdentityMap());
    } else {
      loop = Loop::create(builder, loc, 0, type.getDimSize(i));
    }
    builder.setInsertionPointToStart(loop.getBody());
    iters.push_back(loop.getInductionVar());
  }
  auto block = te::BlockOp::create(
      builder, loc, (like.getName() + "_write").str(), iters,
      ValueRange{source, target}, builder.getMultiDimIdentityMap(iters.size()),
      SmallVector<bool>(iters.size(), false));
  Block *body = builder.createBlock(&block.getBody());
  SmallVector<Value> axes;
  for (size_t i = 0; i < iters.size(); ++i)
    axes.push_back(body->addArgument(builder.getIndexType(), loc));
  Value from = body->addArgument(source.getType(), loc);
  Value to = body->addArgument(target.getType(), loc);
  Value element = affine::AffineLoadOp::create(builder, loc, from, axes);
  affine::AffineStoreOp::create(builder, loc, element, to, axes);
  te::YieldOp::create(builder, loc);
  return block;
}

FailureOr<te::BlockOp> cacheWrite(te::BlockOp block) {
  std::optional<unsigned> written = getWrittenCapture(block);
  if (!written)
    return failure();
  Value target = block.getCaptures()[*written];
  Operation *nest = getTopLevelNest(block);
  OpBuilder builder(nest);
  auto type = cast<MemRefType>(target.getType());
  SmallVector<Value> sizes;
  for (int64_t i = 0; i < type.getRank(); ++i)
    if (type.isDynamicDim(i))
      sizes.push_back(
          memref::DimOp::create(builder, block.getLoc(), target, i));
  Value buffer = memref::AllocOp::create(builder, block.getLoc(), type, sizes);
  block->replaceUsesOfWith(target, buffer);
  builder.setInsertionPointAfter(nest);
  return buildCopyNest(builder, block, buffer, target);
}

} // namespace tvm::schedule
