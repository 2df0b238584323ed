#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Affine/LoopUtils.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "transforms/Schedule/LoopVectorizer.h"
#include "transforms/Schedule/Passes.h"
#include "transforms/Schedule/Primitives/Primitives.h"
#include "transforms/Schedule/TransposeTile.h"

using namespace mlir;

namespace tvm::schedule {

#define GEN_PASS_DEF_VECTORIZELOOPSPASS
#include "transforms/Schedule/Passes.h.inc"

namespace {

/// Replaces one loop by vector code.
class LoopRewriter {
public:
  LoopRewriter(Loop loop, int64_t lanes, affine::AffineIfOp only,
               SmallVector<Accumulation> accumulations)
      : loop(loop), builder(loop), lanes(lanes), only(only),
        accumulations(std::move(accumulations)) {}
  void rewrite();

private:
  void rewriteConstant(int64_t count);
  void rewriteSymbolic();
  Value constantIndex(int64_t value) {
    return arith::ConstantIndexOp::create(builder, loop.getLoc(), value);
  }
  SmallVector<Value> startPartials(int64_t width);
  void finish(ValueRange partials);
  SmallVector<Value> emitMainLoop(AffineMap bound, ValueRange operands,
                                  SmallVector<Value> partials,
                                  int64_t interleave = 1);
  SmallVector<Value> join(ValueRange partials);

  Loop loop;
  OpBuilder builder;
  int64_t lanes;
  affine::AffineIfOp only;
  SmallVector<Accumulation> accumulations;
};

} // namespace

/// So many vectors of partial results: a combination takes about as many cycles
/// as this, and need not wait for the one before.
static constexpr int64_t kInterleave = 4;
/// Up to so many vectors are written out instead of looped over.
static constexpr int64_t kMaxStraightVectors = 4;

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

/// Joins vectors of partial results with what is in memory.
void LoopRewriter::finish(ValueRange partials) {
  for (auto [accumulation, partial] : llvm::zip(accumulations, partials)) {
    Location loc = accumulation.store.getLoc();
    Value old = cast<affine::AffineLoadOp>(builder.clone(*accumulation.load));
    Value total =
        vector::ReductionOp::create(builder, loc, accumulation.kind, partial);
    total =
        vector::makeArithReduction(builder, loc, accumulation.kind, total, old);
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
    joined[i % count] = vector::makeArithReduction(
        builder, accumulation.store.getLoc(), accumulation.kind,
        joined[i % count], partials[i]);
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
        next, BodyVectorizer(builder, loop, only, lanes)
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
      int64_t interleave = accumulations.empty() ? 1 : kInterleave;
      looped = vectors / interleave * interleave;
      for (int64_t i = 0; i < interleave; ++i)
        llvm::append_range(partials, startPartials(lanes));
      partials = join(emitMainLoop(builder.getConstantAffineMap(looped * lanes),
                                   {}, partials, interleave));
    } else {
      partials = startPartials(lanes);
    }
    for (int64_t i = looped; i < vectors; ++i)
      partials = BodyVectorizer(builder, loop, only, lanes)
                     .emit(constantIndex(i * lanes), accumulations, partials);
    finish(partials);
  }
  if (rest > 0) {
    SmallVector<Value> partials = BodyVectorizer(builder, loop, only, rest)
                                      .emit(constantIndex(vectors * lanes),
                                            accumulations, startPartials(rest));
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
  // What is left runs one by one.
  loop.setLowerBound(operands, full);
  setLoopKind(loop, LoopKind::Serial);
}

void LoopRewriter::rewrite() {
  if (auto count = getTripCount(loop))
    rewriteConstant(*count);
  else
    rewriteSymbolic();
}

/// Widest element that the loop loads or stores, in bits.
static unsigned getElementBits(Loop loop) {
  unsigned bits = 8;
  loop.walk([&](Operation *op) {
    for (Value operand : op->getOperands())
      if (auto type = dyn_cast<MemRefType>(operand.getType()))
        bits = std::max(bits, type.getElementTypeBitWidth());
  });
  return bits;
}

/// `why` as a remark: the loop stays as it is.
static InFlightDiagnostic explain(Loop loop, const Twine &why) {
  return emitRemark(loop.getLoc()) << "cannot vectorize: " << why;
}

/// An operation inside whose results are no elements of vectors.
static Operation *findShapedResult(Loop loop) {
  Operation *found = nullptr;
  for (Operation &op : *loop.getBody())
    op.walk([&](Operation *inner) {
      for (Type type : inner->getResultTypes())
        if (!VectorType::isValidElementType(type))
          found = inner;
    });
  return found;
}

static LogicalResult checkShape(Loop loop) {
  if (!isNormalized(loop)) {
    explain(loop, "expected a loop from 0 in steps of 1 to one bound, that "
                  "carries no values");
    return failure();
  }
  Operation *inside = nullptr;
  loop.getBody()->walk([&](LoopLikeOpInterface inner) { inside = inner; });
  if (inside) {
    explain(loop, "expected an innermost loop").attachNote(inside->getLoc())
        << "a loop inside";
    return failure();
  }
  if (Operation *shaped = findShapedResult(loop)) {
    explain(loop, "expected numbers as results of all operations")
            .attachNote(shaped->getLoc())
        << "'" << shaped->getName() << "' has another one";
    return failure();
  }
  return success();
}

/// Tests in front of the loop whether the guard holds in some iteration. What
/// does not depend on the iteration is tested only there.
static void hoistGuard(Loop loop, affine::AffineIfOp &only) {
  Guard guard = *Guard::match(only, loop);
  OpBuilder builder(loop);
  auto nonEmpty = guard.emitNonEmpty(builder, loop);
  loop->moveBefore(nonEmpty.getThenBlock()->getTerminator());
  if (!guard.isInvariant())
    return;
  Block *body = only.getThenBlock();
  loop.getBody()->getOperations().splice(only->getIterator(),
                                         body->getOperations(), body->begin(),
                                         body->getTerminator()->getIterator());
  only.erase();
  only = {};
}

static void vectorizeLoop(Loop loop, unsigned vectorBits) {
  setLoopKind(loop, LoopKind::Serial);
  if (failed(checkShape(loop)))
    return;
  mergeEqualGuards(loop);
  affine::AffineIfOp only = findOnlyGuard(loop);
  Operation *other = nullptr;
  SmallVector<Accumulation> accumulations = matchAccumulations(
      loop, only ? *only.getThenBlock() : *loop.getBody(), other);
  if (other) {
    explain(loop, "all iterations store to one place, and not always to "
                  "combine a value with what is there")
            .attachNote(other->getLoc())
        << "this store";
    return;
  }
  if (only)
    hoistGuard(loop, only);
  int64_t lanes = std::max<int64_t>(vectorBits / getElementBits(loop), 2);
  LoopRewriter(loop, lanes, only, std::move(accumulations)).rewrite();
}

/// The vectorized loop that is all of the body of `loop`.
static Loop getVectorizedChild(Loop loop) {
  auto inner = dyn_cast<Loop>(loop.getBody()->front());
  if (inner && isPerfectlyNested(loop, inner) &&
      getLoopKind(inner) == LoopKind::Vectorized)
    return inner;
  return {};
}

namespace {
struct VectorizeLoopsPass : impl::VectorizeLoopsPassBase<VectorizeLoopsPass> {
  using VectorizeLoopsPassBase::VectorizeLoopsPassBase;
  void runOnOperation() override {
    SmallVector<Loop> loops;
    getOperation().walk([&](Loop loop) {
      if (getLoopKind(loop) == LoopKind::Vectorized)
        loops.push_back(loop);
    });
    llvm::SmallPtrSet<Operation *, 8> done;
    for (Loop loop : llvm::reverse(loops)) {
      Loop inner = done.contains(loop) ? Loop() : getVectorizedChild(loop);
      if (!inner)
        continue;
      done.insert(loop);
      if (succeeded(transposeTile(loop, inner)))
        done.insert(inner);
      else {
        explain(loop, "expected a tile that is copied, transposed");
        setLoopKind(loop, LoopKind::Serial);
      }
    }
    for (Loop loop : loops)
      if (!done.contains(loop))
        vectorizeLoop(loop, vectorBits);
  }
};
} // namespace

} // namespace tvm::schedule
