// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "dialects/TE/TEBlocks.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "transforms/Schedule/Primitives/Blocks/Blocks.h"
#include "transforms/Schedule/Primitives/Support/Bindings.h"
#include "transforms/Schedule/Primitives/Support/Captures.h"
#include "transforms/Schedule/Primitives/Support/ElementBlock.h"
#include "transforms/Schedule/Primitives/Support/Preconditions.h"
#include "transforms/Schedule/Primitives/Support/Reductions.h"

using namespace mlir;

namespace tvm::schedule {

namespace {
/// One factor of the product, read at `axes`.
struct Factor {
  affine::AffineLoadOp load;
  SmallVector<unsigned> axes;
};

/// A request: axis `i` of the block gets extent `padded[i]`.
struct Request : BlockRequest {
  explicit Request(te::BlockOp block)
      : BlockRequest(block, "pad the contraction '" + block.getName() + "'") {}

  DiagnosedSilenceableFailure findLoops();
  DiagnosedSilenceableFailure findExtents(ArrayRef<int64_t> multiples);
  DiagnosedSilenceableFailure findFactors(Value value);
  DiagnosedSilenceableFailure checkFactors();
  DiagnosedSilenceableFailure checkSize(ArrayRef<unsigned> axes,
                                        Operation *access = nullptr);
  bool isPadded(unsigned axis) const { return padded[axis] != extents[axis]; }
  bool isAnyPadded(ArrayRef<unsigned> axes) const {
    return llvm::any_of(axes, [&](unsigned axis) { return isPadded(axis); });
  }
  Value buildBuffer(OpBuilder &builder, Value like, ArrayRef<unsigned> axes);
  void padFactor(RewriterBase &rewriter, const Factor &factor);
  void cropResult(RewriterBase &rewriter);

  SmallVector<Loop> loops; // per axis
  SmallVector<int64_t> extents, padded;
  SmallVector<Factor> factors;
  SmallVector<unsigned> spatial;
  Reduction reduction;
};
} // namespace

/// (P2)
DiagnosedSilenceableFailure Request::findLoops() {
  SmallVector<Loop> around = getLoops(block);
  Operation *nest = getTopLevelNest(block);
  for (AffineExpr expr : block.getBindings().getResults()) {
    auto dim = dyn_cast<AffineDimExpr>(expr);
    Loop own = dim ? affine::getForInductionVarOwner(
                         block.getIters()[dim.getPosition()])
                   : Loop();
    if (own && !llvm::is_contained(loops, own))
      loops.push_back(own);
  }
  Operation *parent = block;
  bool isAlone = nest->getBlock() != block->getBlock();
  for (; parent != nest; parent = parent->getParentOp())
    isAlone &= llvm::hasSingleElement(parent->getBlock()->without_terminator());
  if (!isAlone || block.getPredicate() || loops.size() != block.getNumAxes() ||
      around.size() != loops.size())
    return refuse("expected a block alone in loops of its own, one per axis");
  for (Loop own : loops) {
    if (auto d = requireSerial(own, action); !d.succeeded())
      return d;
    if (auto d = requireConstantTripCount(own, action); !d.succeeded())
      return d;
    extents.push_back(*getTripCount(own));
  }
  return DiagnosedSilenceableFailure::success();
}

/// (P3)
DiagnosedSilenceableFailure Request::findExtents(ArrayRef<int64_t> multiples) {
  if (multiples.size() != extents.size())
    return refuse("expected a number per axis, " + Twine(extents.size()) +
                  ", got " + Twine(multiples.size()));
  for (auto [axis, multiple] : llvm::enumerate(multiples)) {
    if (multiple < 1)
      return refuse("expected positive numbers, got " + Twine(multiple));
    int64_t count;
    if (llvm::MulOverflow(llvm::divideCeilSigned(extents[axis], multiple),
                          multiple, count))
      count = std::numeric_limits<int64_t>::max();
    padded.push_back(count);
    if (!block.isReduction(axis))
      spatial.push_back(axis);
  }
  return DiagnosedSilenceableFailure::success();
}

/// (P1) The value is a product, so that zeros give zero.
DiagnosedSilenceableFailure Request::findFactors(Value value) {
  Operation *op = value.getDefiningOp();
  if (isa_and_nonnull<arith::MulFOp, arith::MulIOp>(op)) {
    if (auto d = findFactors(op->getOperand(0)); !d.succeeded())
      return d;
    return findFactors(op->getOperand(1));
  }
  if (isa_and_nonnull<arith::ExtFOp, arith::ExtSIOp, arith::SIToFPOp>(op))
    return findFactors(op->getOperand(0));
  auto load = dyn_cast_or_null<affine::AffineLoadOp>(op);
  auto axes =
      load ? getSubscriptAxes(block, load.getAffineMap(), load.getMapOperands())
           : std::nullopt;
  if (!axes || !getCaptured(block, load.getMemRef()))
    return refuse("expected a product of operands that it reads at its axes",
                  op);
  auto type = load.getMemRefType();
  for (auto [d, axis] : llvm::enumerate(*axes))
    if (type.getDimSize(d) < extents[axis])
      return refuse("expected buffers of constant sizes", load);
  if (llvm::none_of(factors, [&](auto &factor) { return factor.load == load; }))
    factors.push_back({load, *axes});
  return DiagnosedSilenceableFailure::success();
}

/// (P5) for a buffer that is accessed at `axes`.
DiagnosedSilenceableFailure Request::checkSize(ArrayRef<unsigned> axes,
                                               Operation *access) {
  int64_t count = 1;
  bool fits = llvm::none_of(axes, [&](unsigned axis) {
    return llvm::MulOverflow(count, std::max<int64_t>(padded[axis], 1), count);
  });
  if (isAnyPadded(axes) && (!fits || count > kMaxElements))
    return refuse("expected buffers of at most " + Twine(kMaxElements) +
                      " elements",
                  access);
  return DiagnosedSilenceableFailure::success();
}

/// (P1), (P4), (P5)
DiagnosedSilenceableFailure Request::checkFactors() {
  if (auto d = matchReduction(block, action, reduction); !d.succeeded())
    return d;
  if (reduction.combiners.size() != 1 ||
      reduction.combiners.front().first != te::Combiner::Sum)
    return refuse("expected a sum");
  if (auto d = findFactors(reduction.values.front()); !d.succeeded())
    return d;
  for (const Factor &factor : factors)
    for (unsigned axis = 0; axis < block.getNumAxes(); ++axis)
      if (block.isReduction(axis) && isPadded(axis) &&
          !llvm::is_contained(factor.axes, axis))
        return refuse("expected factors that are all 0 where a reduction is "
                      "padded",
                      factor.load);
  for (const Factor &factor : factors)
    if (auto d = checkSize(factor.axes, factor.load); !d.succeeded())
      return d;
  return checkSize(spatial);
}

Value Request::buildBuffer(OpBuilder &builder, Value like,
                           ArrayRef<unsigned> axes) {
  auto sizes =
      llvm::map_to_vector(axes, [&](unsigned axis) { return padded[axis]; });
  MemRefType type = MemRefType::Builder(cast<MemRefType>(like.getType()))
                        .setLayout(MemRefLayoutAttrInterface())
                        .setShape(sizes);
  return memref::AllocOp::create(builder, block.getLoc(), type);
}

/// Builds loops over [0, sizes) and leaves the builder inside of them.
static SmallVector<Value> buildLoops(OpBuilder &builder, Location loc,
                                     ArrayRef<int64_t> sizes) {
  SmallVector<Value> variables;
  for (int64_t size : sizes) {
    auto loop = Loop::create(builder, loc, 0, size);
    builder.setInsertionPointToStart(loop.getBody());
    variables.push_back(loop.getInductionVar());
  }
  return variables;
}

/// Makes elements outside of `extents` 0 in the copying block `copy`.
static void guardLoad(te::BlockOp copy, ArrayRef<int64_t> extents) {
  auto load = cast<affine::AffineLoadOp>(copy.getBody().front().front());
  OpBuilder b(load);
  Location loc = copy.getLoc();
  Type type = load.getType();
  Value zero = arith::ConstantOp::create(b, loc, b.getZeroAttr(type)), inside;
  for (auto [axis, extent] : llvm::zip_equal(copy.getAxes(), extents)) {
    Value size = arith::ConstantIndexOp::create(b, loc, extent);
    Value test =
        arith::CmpIOp::create(b, loc, arith::CmpIPredicate::ult, axis, size);
    inside =
        inside ? arith::AndIOp::create(b, loc, inside, test).getResult() : test;
  }
  auto choice = scf::IfOp::create(b, loc, type, inside, /*withElse=*/true);
  load->replaceAllUsesWith(choice.getResults());
  load->moveBefore(choice.thenBlock(), choice.thenBlock()->end());
  b.setInsertionPointAfter(load);
  scf::YieldOp::create(b, loc, load.getResult());
  b.setInsertionPointToEnd(choice.elseBlock());
  scf::YieldOp::create(b, loc, zero);
}

/// Builds a block in front of the nest that copies the elements of a factor to
/// a buffer padded with zeros.
void Request::padFactor(RewriterBase &rewriter, const Factor &factor) {
  if (!isAnyPadded(factor.axes))
    return;
  Location loc = block.getLoc();
  affine::AffineLoadOp load = factor.load;
  Value source = getCaptured(block, load.getMemRef());
  rewriter.setInsertionPoint(getTopLevelNest(block));
  Value buffer = buildBuffer(rewriter, source, factor.axes);
  auto type = cast<MemRefType>(buffer.getType());
  SmallVector<Value> iters = buildLoops(rewriter, loc, type.getShape());
  te::BlockOp pad = te::buildCopyBlock(
      rewriter, loc, makeUniqueName(block, (block.getName() + "_pad").str()),
      iters, source, buffer);
  guardLoad(pad, llvm::map_to_vector(factor.axes, [&](unsigned axis) {
              return extents[axis];
            }));
  unsigned index = addCapture(block, buffer);
  rewriter.setInsertionPoint(load);
  rewriter.replaceOpWithNewOp<affine::AffineLoadOp>(
      load, block.getCaptureArgument(block.getBody(), index),
      load.getAffineMap(), load.getMapOperands());
}

/// Lets the block sum up in a buffer of its own. A copy behind the nest moves
/// the elements inside of the result.
void Request::cropResult(RewriterBase &rewriter) {
  if (!isAnyPadded(spatial))
    return;
  Value result = reduction.buffers[0];
  Operation *nest = getTopLevelNest(block);
  rewriter.setInsertionPoint(nest);
  Value buffer = buildBuffer(rewriter, result, spatial);
  setCapture(block, *getWrittenCapture(block), buffer);
  rewriter.setInsertionPointAfter(nest);
  SmallVector<Value> iters =
      buildLoops(rewriter, block.getLoc(),
                 llvm::map_to_vector(
                     spatial, [&](unsigned axis) { return extents[axis]; }));
  te::buildCopyBlock(rewriter, block.getLoc(),
                     makeUniqueName(block, (block.getName() + "_crop").str()),
                     iters, buffer, result);
}

DiagnosedSilenceableFailure padEinsum(RewriterBase &rewriter, te::BlockOp block,
                                      ArrayRef<int64_t> multiples) {
  Request request(block);
  if (auto d = request.findLoops(); !d.succeeded())
    return d;
  if (auto d = request.findExtents(multiples); !d.succeeded())
    return d;
  if (auto d = request.checkFactors(); !d.succeeded())
    return d;
  OpBuilder::InsertionGuard guard(rewriter);
  request.cropResult(rewriter);
  for (const Factor &factor : request.factors)
    request.padFactor(rewriter, factor);
  for (unsigned i = block.getCaptures().size(); i-- > 0;)
    if (block.getCaptureArgument(block.getBody(), i).use_empty() &&
        block.getCaptureArgument(block.getInit(), i).use_empty())
      eraseCapture(block, i);
  for (auto [loop, extent] : llvm::zip_equal(request.loops, request.padded))
    loop.setConstantUpperBound(extent);
  return DiagnosedSilenceableFailure::success();
}

} // namespace tvm::schedule
