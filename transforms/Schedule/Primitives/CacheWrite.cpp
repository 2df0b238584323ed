#include "dialects/TE/TEBlocks.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "transforms/Schedule/Primitives/Bindings.h"
#include "transforms/Schedule/Primitives/Primitives.h"

using namespace mlir;

namespace tvm::schedule {

/// Copies `source` to `target` in loops over the dimensions of both; `sizes`
/// are the unknown ones.
static te::BlockOp buildCopyNest(OpBuilder &builder, te::BlockOp like,
                                 Value source, Value target,
                                 ArrayRef<Value> sizes) {
  Location loc = like.getLoc();
  auto type = cast<MemRefType>(target.getType());
  SmallVector<Value> iters;
  for (int64_t i = 0; i < type.getRank(); ++i) {
    Loop loop;
    if (type.isDynamicDim(i))
      loop = Loop::create(
          builder, loc, ValueRange(), builder.getConstantAffineMap(0),
          sizes[type.getDynamicDimIndex(i)], builder.getSymbolIdentityMap());
    else
      loop = Loop::create(builder, loc, 0, type.getDimSize(i));
    builder.setInsertionPointToStart(loop.getBody());
    iters.push_back(loop.getInductionVar());
  }
  return te::buildCopyBlock(builder, loc, (like.getName() + "_write").str(),
                            iters, source, target);
}

FailureOr<te::BlockOp> cacheWrite(te::BlockOp block) {
  std::optional<unsigned> written = getWrittenCapture(block);
  if (!written)
    return failure();
  Value target = block.getCaptures()[*written];
  Operation *nest = getTopLevelNest(block);
  OpBuilder builder(nest);
  auto type = cast<MemRefType>(target.getType());
  // In front of both nests, which stay perfect.
  SmallVector<Value> sizes;
  for (int64_t i = 0; i < type.getRank(); ++i)
    if (type.isDynamicDim(i))
      sizes.push_back(
          memref::DimOp::create(builder, block.getLoc(), target, i));
  Value buffer = memref::AllocOp::create(builder, block.getLoc(), type, sizes);
  block->replaceUsesOfWith(target, buffer);
  builder.setInsertionPointAfter(nest);
  return buildCopyNest(builder, block, buffer, target, sizes);
}

} // namespace tvm::schedule
