// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "dialects/TE/TEBlocks.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/Matchers.h"
#include "transforms/Schedule/Analysis/Accesses.h"
#include "transforms/Schedule/Analysis/Neighbours.h"
#include "transforms/Schedule/Primitives/Blocks/SkipZeros.h"
#include "transforms/Schedule/Primitives/Support/LoopBounds.h"
#include "transforms/Schedule/Primitives/Support/LoopRanges.h"
#include "transforms/Schedule/Primitives/Support/Padding.h"

using namespace mlir;

namespace tvm::schedule {

namespace {
struct Request : SkipRequest {
  explicit Request(const SkipRequest &request) : SkipRequest(request) {}

  DiagnosedSilenceableFailure check();
  /// Restricts iterations to those whose reads of `sizes` elements from `bases`
  /// on touch more than padding.
  void intersect(LoopBounds &bounds, ArrayRef<AffineExpr> bases,
                 ArrayRef<int64_t> sizes);

private:
  DiagnosedSilenceableFailure checkProduct();
  DiagnosedSilenceableFailure findPadding();
  Value getLoaded(Value value);
  bool isFinite(Value value);

  te::BlockOp producer;
  Padding padding;
};
} // namespace

/// The operand of the widening conversions that produce `value`. These keep
/// zeros, and finite numbers finite.
static Value skipConversions(Value value) {
  while (Operation *op = value.getDefiningOp()) {
    if (!isa<arith::ExtFOp, arith::ExtSIOp, arith::ExtUIOp>(op))
      break;
    value = op->getOperand(0);
  }
  return value;
}

/// The buffer outside of the block that `value` is loaded from; null if none.
Value Request::getLoaded(Value value) {
  auto load = skipConversions(value).getDefiningOp<affine::AffineLoadOp>();
  return load ? getCaptured(block, load.getMemRef()) : Value();
}

/// Whether a block of the kernel, or an operation other than a block, may write
/// `buffer`.
static bool mayBeWritten(Value buffer) {
  return llvm::any_of(buffer.getUsers(), [&](Operation *user) {
    auto block = dyn_cast<te::BlockOp>(user);
    return !block || llvm::any_of(getTouches(block), [&](const Touch &touch) {
      return touch.isWrite && touch.buffer == buffer;
    });
  });
}

bool Request::isFinite(Value value) {
  if (!isa<FloatType>(value.getType()))
    return true;
  Value source = skipConversions(value);
  FloatAttr constant;
  if (matchPattern(source, m_Constant(&constant)))
    return constant.getValue().isFinite();
  Value loaded = getLoaded(value);
  return loaded && te::isFinite(loaded) && !mayBeWritten(loaded);
}

/// (P1)
DiagnosedSilenceableFailure Request::checkProduct() {
  Operation *product = addend.getDefiningOp();
  if (isa_and_present<arith::MulFOp, arith::MulIOp>(product))
    for (unsigned k = 0; k < 2; ++k)
      if (getLoaded(product->getOperand(k)) == buffer &&
          isFinite(product->getOperand(1 - k)))
        return DiagnosedSilenceableFailure::success();
  return refuse("expected a sum of products of the padded operand and a "
                "finite value: an integer, a finite constant, or a weight "
                "with '" +
                    te::kFiniteAttrName + "'",
                product);
}

/// (P3)
DiagnosedSilenceableFailure Request::findPadding() {
  for (Operation *user : buffer.getUsers())
    if (!buffer.getDefiningOp() || !isa<te::BlockOp, memref::DeallocOp>(user))
      return refuse("expected a buffer of its own that only blocks use", user);
  for (te::BlockOp other : getProducers(block))
    for (const Touch &touch : getTouches(other))
      if (touch.isWrite && touch.buffer == buffer && other != producer) {
        if (producer)
          return refuse("expected one block that writes its operand", other);
        producer = other;
      }
  if (!producer)
    return refuse("expected a block that writes its operand");
  if (auto d = matchPadding(producer, action, padding); !d.succeeded())
    return d;
  if (!matchPattern(padding.getOutside(), m_AnyZeroFloat()) &&
      !matchPattern(padding.getOutside(), m_Zero()))
    return refuse("expected zeros outside", padding.choice);
  return DiagnosedSilenceableFailure::success();
}

DiagnosedSilenceableFailure Request::check() {
  if (auto d = checkProduct(); !d.succeeded())
    return d;
  return findPadding();
}

void Request::intersect(LoopBounds &bounds, ArrayRef<AffineExpr> bases,
                        ArrayRef<int64_t> sizes) {
  for (const Bound &bound : padding.bounds)
    for (auto [d, axis] : llvm::enumerate(padding.axes)) {
      auto offset = dyn_cast<AffineConstantExpr>(simplifyAffineExpr(
          bound.index - getAffineDimExpr(axis, block.getContext()),
          producer.getNumAxes(), 0));
      if (offset)
        bounds.intersect(bases[d], sizes[d], -offset.getValue(),
                         bound.size - offset.getValue());
    }
}

/// (P4)
DiagnosedSilenceableFailure skipPadding(RewriterBase &rewriter,
                                        const SkipRequest &what) {
  Request request(what);
  if (auto d = request.check(); !d.succeeded())
    return d;
  ReadRegion region;
  Loop loop = request.loop;
  if (auto d = getReadRegion(loop, request.buffer, request.action, region);
      !d.succeeded())
    return d;
  SmallVector<Value> operands(region.operands);
  AffineMap bases =
      AffineMap::get(operands.size(), 0, region.base, loop.getContext());
  affine::fullyComposeAffineMapAndOperands(&bases, &operands);
  LoopBounds bounds(loop, operands);
  if (!bounds.isOperand() || beginsInside(loop, region))
    return request.refuse("expected reads that move with the loop", loop);
  request.intersect(bounds, asDims(bases).getResults(), region.size);
  if (bounds.areAll())
    return request.refuse("expected iterations that read nothing else, at "
                          "subscripts that the loop increases",
                          loop);
  rewriter.modifyOpInPlace(loop, [&] { bounds.apply(); });
  return DiagnosedSilenceableFailure::success();
}

} // namespace tvm::schedule
