// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "transforms/Vectorize/LoopRewriter.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"

using namespace mlir;

namespace tvm::schedule {

/// Number of independent vectors of partial results, which hides the latency of
/// a combination, about as many cycles.
static constexpr int64_t kInterleave = 4;
/// Number of instructions from which on an iteration takes longer than a
/// combination. More partial results would then only occupy registers
/// (measured: benchmarks/results/vectorize.md).
static constexpr int64_t kLongIteration = 16;
/// Largest number of vectors that are unrolled completely.
static constexpr int64_t kMaxStraightVectors = 4;

Value LoopRewriter::constantIndex(int64_t value) {
  return arith::ConstantIndexOp::create(builder, loop.getLoc(), value);
}

/// Approximate number of instructions of an iteration. An elementary function
/// counts as a long iteration.
static int64_t countInstructions(Loop loop) {
  int64_t count = 0;
  loop.walk([&](Operation *op) {
    bool isCheap = isa<math::FmaOp, math::AbsFOp, math::AbsIOp, math::SqrtOp,
                       math::FloorOp, math::CeilOp, math::RoundEvenOp,
                       math::TruncOp, math::CopySignOp>(op);
    if (isa<math::MathDialect>(op->getDialect()) && !isCheap)
      count += kLongIteration;
    else if (isa<arith::ArithDialect, math::MathDialect>(op->getDialect()))
      ++count;
  });
  return count;
}

/// Number of sets of partial results.
static int64_t chooseInterleave(Loop loop,
                                ArrayRef<Accumulation> accumulations) {
  bool waits =
      !accumulations.empty() && countInstructions(loop) < kLongIteration;
  return waits ? kInterleave : 1;
}

SmallVector<Value> LoopRewriter::startPartials(int64_t width) {
  SmallVector<Value> partials;
  for (const Accumulation &accumulation : accumulations) {
    Type type = accumulation.value.getType();
    auto vectorType = VectorType::get({width}, type);
    partials.push_back(arith::ConstantOp::create(
        builder, loop.getLoc(),
        DenseElementsAttr::get(vectorType,
                               getIdentity(accumulation, builder))));
  }
  return partials;
}

/// Lanes start from infinity and ignore NaN.
static arith::FastMathFlags getFlags(vector::CombiningKind kind) {
  using K = vector::CombiningKind;
  return kind == K::MAXNUMF || kind == K::MINNUMF ? arith::FastMathFlags::nnan
                                                  : arith::FastMathFlags::none;
}

/// Combines vectors of partial results with the value in memory.
void LoopRewriter::finish(ValueRange partials) {
  for (auto [accumulation, partial] : llvm::zip(accumulations, partials)) {
    Location loc = accumulation.store.getLoc();
    Value old = cast<affine::AffineLoadOp>(builder.clone(*accumulation.load));
    Value total = vector::ReductionOp::create(
        builder, loc, accumulation.kind, partial, getFlags(accumulation.kind));
    total = combine(accumulation, builder, total, old);
    IRMapping mapping;
    mapping.map(accumulation.store.getValueToStore(), total);
    builder.clone(*accumulation.store, mapping);
  }
}

/// Combines the sets of partial results that an interleaved loop leaves.
SmallVector<Value> LoopRewriter::join(ValueRange partials) {
  size_t count = accumulations.size();
  SmallVector<Value> joined(partials.take_front(count));
  for (size_t i = count; i < partials.size(); ++i) {
    Accumulation &accumulation = accumulations[i % count];
    joined[i % count] =
        combine(accumulation, builder, partials[i], joined[i % count]);
  }
  return joined;
}

SmallVector<Value> LoopRewriter::emitMainLoop(AffineMap bound,
                                              ValueRange operands,
                                              SmallVector<Value> partials,
                                              int64_t interleave) {
  auto main = Loop::create(builder, loop.getLoc(), ValueRange(),
                           builder.getConstantAffineMap(0), operands, bound,
                           lanes * interleave, partials);
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(main.getBody());
  SmallVector<Value> next;
  size_t count = accumulations.size();
  for (int64_t i = 0; i < interleave; ++i) {
    Value first = main.getInductionVar();
    if (i > 0)
      first = affine::AffineApplyOp::create(
          builder, loop.getLoc(),
          AffineMap::get(1, 0, builder.getAffineDimExpr(0) + i * lanes), first);
    llvm::append_range(
        next, BodyVectorizer(builder, loop, only, lanes, registers)
                  .emit(first, accumulations,
                        main.getRegionIterArgs().slice(i * count, count)));
  }
  if (!next.empty())
    affine::AffineYieldOp::create(builder, loop.getLoc(), next);
  return SmallVector<Value>(main.getResults());
}

void LoopRewriter::rewriteConstant(int64_t count) {
  int64_t vectors = count / lanes, rest = count % lanes;
  if (vectors > 0) {
    SmallVector<Value> partials;
    int64_t looped = 0;
    if (vectors > kMaxStraightVectors) {
      int64_t interleave = chooseInterleave(loop, accumulations);
      looped = vectors / interleave * interleave;
      for (int64_t i = 0; i < interleave; ++i)
        llvm::append_range(partials, startPartials(lanes));
      partials = join(emitMainLoop(builder.getConstantAffineMap(looped * lanes),
                                   {}, partials, interleave));
    } else {
      partials = startPartials(lanes);
    }
    for (int64_t i = looped; i < vectors; ++i)
      partials = BodyVectorizer(builder, loop, only, lanes, registers)
                     .emit(constantIndex(i * lanes), accumulations, partials);
    finish(partials);
  }
  if (rest > 0) {
    SmallVector<Value> partials =
        BodyVectorizer(builder, loop, only, rest, registers)
            .emit(constantIndex(vectors * lanes), accumulations,
                  startPartials(rest));
    finish(partials);
  }
  loop.erase();
}

void LoopRewriter::rewriteSymbolic() {
  AffineMap bound = loop.getUpperBoundMap();
  SmallVector<Value> operands(loop.getUpperBoundOperands());
  AffineMap full = AffineMap::get(bound.getNumDims(), bound.getNumSymbols(),
                                  bound.getResult(0).floorDiv(lanes) * lanes,
                                  builder.getContext());
  finish(emitMainLoop(full, operands, startPartials(lanes)));
  // The remaining iterations run one by one.
  AffineMap first = full;
  if (mayEndBelowZero(loop)) // in which case it must not run
    first =
        AffineMap::get(bound.getNumDims(), bound.getNumSymbols(),
                       {full.getResult(0), builder.getAffineConstantExpr(0)},
                       builder.getContext());
  loop.setLowerBound(operands, first);
  setLoopKind(loop, LoopKind::Serial);
}

void LoopRewriter::rewrite() {
  if (auto count = getTripCount(loop))
    rewriteConstant(*count);
  else
    rewriteSymbolic();
}

} // namespace tvm::schedule
