// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "transforms/Vectorize/LoopVectorizer.h"

#include "mlir/Dialect/Affine/Utils.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "transforms/Schedule/Analysis/ElementSize.h"
#include "transforms/Schedule/Analysis/Loops.h"

using namespace mlir;

namespace tvm::schedule {

/// Least number of bytes of a non-temporal store.
static constexpr int64_t kMinStreamedBytes = 16;

/// `expr` with each loop that starts at 0 counted in steps.
static AffineExpr replaceSteps(AffineExpr expr, ValueRange operands) {
  for (auto [i, operand] : llvm::enumerate(operands)) {
    Loop loop = affine::getForInductionVarOwner(operand);
    if (!loop || !loop.hasConstantLowerBound() ||
        loop.getConstantLowerBound() != 0)
      continue;
    AffineExpr dim = getAffineDimExpr(i, expr.getContext());
    expr = expr.replace(dim, dim * loop.getStepAsInt());
  }
  return expr;
}

/// The alignment in bytes of a vector, if the buffer has at least the same: the
/// vector's size, or 0 if it is unknown.
int64_t BodyVectorizer::getAlignment(Value buffer, AffineMap map,
                                     ValueRange mapOperands) {
  auto type = cast<MemRefType>(buffer.getType());
  int64_t bytes = lanes * getElementBits(type) / 8;
  if (!type.getLayout().isIdentity() || bytes < kMinStreamedBytes ||
      !llvm::isPowerOf2_64(bytes))
    return 0;
  // Rows are aligned as well.
  int64_t length = type.getRank() > 1 ? type.getShape().back() : lanes;
  if (ShapedType::isDynamic(length) || length % lanes != 0)
    return 0;
  map = map.getSubMap({map.getNumResults() - 1});
  SmallVector<Value> operands(mapOperands);
  affine::fullyComposeAffineMapAndOperands(&map, &operands);
  affine::canonicalizeMapAndOperands(&map, &operands);
  AffineExpr first = replaceSteps(map.getResult(0), operands);
  return first.isMultipleOf(lanes) ? bytes : 0;
}

/// Emits a non-temporal store, if the loop is marked for it and it is possible.
bool BodyVectorizer::emitStreamed(affine::AffineStoreOp store, Value value) {
  Value buffer = store.getMemRef();
  AffineMap map = store.getAffineMap();
  SmallVector<Value> operands = getScalars(store.getMapOperands());
  if (!loop->hasAttr(kStreamsAttrName) ||
      buffer.getDefiningOp<memref::AllocaOp>())
    return false;
  int64_t bytes = getAlignment(buffer, map, operands);
  if (bytes == 0)
    return false;
  Location loc = store.getLoc();
  Value address =
      memref::ExtractAlignedPointerAsIndexOp::create(builder, loc, buffer);
  Value low = arith::ConstantIndexOp::create(builder, loc, bytes - 1);
  Value zero = arith::ConstantIndexOp::create(builder, loc, 0);
  low = arith::AndIOp::create(builder, loc, address, low);
  Value isAligned =
      arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::eq, low, zero);
  auto either = scf::IfOp::create(builder, loc, isAligned, /*withElse=*/true);
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(either.thenBlock());
  vector::StoreOp::create(builder, loc, value, buffer,
                          getSubscripts(map, store.getMapOperands()),
                          /*nontemporal=*/true, llvm::Align(bytes));
  builder.setInsertionPointToStart(either.elseBlock());
  affine::AffineVectorStoreOp::create(builder, loc, value, buffer, map,
                                      operands);
  return true;
}

} // namespace tvm::schedule
