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
  LoopRewriter(Loop loop, int64_t lanes,
               SmallVector<Accumulation> accumulations)
      : loop(loop), builder(loop), lanes(lanes),
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
  SmallVector<Accumulation> accumulations;
};

} // namespace

/// So many vectors of partial results: a combination takes about as many cycles
/// as this, and need not wait for the one before.
static constexpr int64_t kInterleave = 4;
/// Up to so many vectors are written out instead of looped over.
static constexpr int64_t kMaxStraightVectors = 4;

static TypedAttr getIdentity(const Accumulation &accumulation, Type type,
                             OpBuilder &builder) {
  using K = vector::CombiningKind;
  using A = arith::AtomicRMWKind;
  bool isFloat = isa<FloatType>(type);
  auto kind = [&] {
    switch (accumulation.kind) {
    case K::ADD:
      return isFloat ? A::addf : A::addi;
    case K::MUL:
      return isFloat ? A::mulf : A::muli;
    case K::MAXIMUMF:
      return A::maximumf;
    case K::MINIMUMF:
      return A::minimumf;
    case K::MAXSI:
      return A::maxs;
    case K::MINSI:
      return A::mins;
    case K::MAXUI:
      return A::maxu;
    case K::MINUI:
      return A::minu;
    case K::AND:
      return A::andi;
    default:
      return A::ori; // or, xor: 0
    }
  }();
  return arith::getIdentityValueAttr(kind, type, builder,
                                     builder.getUnknownLoc());
}

SmallVector<Value> LoopRewriter::startPartials(int64_t width) {
  SmallVector<Value> partials;
  for (const Accumulation &accumulation : accumulations) {
    Type type = accumulation.value.getType();
    auto vectorType = VectorType::get({width}, type);
    partials.push_back(arith::ConstantOp::create(
        builder, loop.getLoc(),
        DenseElementsAttr::get(vectorType,
                               getIdentity(accumulation, type, builder))));
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
        next, BodyVectorizer(builder, loop, lanes)
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
      partials = BodyVectorizer(builder, loop, lanes)
                     .emit(constantIndex(i * lanes), accumulations, partials);
    finish(partials);
  }
  if (rest > 0) {
    SmallVector<Value> partials = BodyVectorizer(builder, loop, rest)
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

static bool isInnermost(Loop loop) {
  return !loop.getBody()
              ->walk([](Operation *op) {
                return isa<LoopLikeOpInterface>(op) ? WalkResult::interrupt()
                                                    : WalkResult::advance();
              })
              .wasInterrupted();
}

static void vectorizeLoop(Loop loop, unsigned vectorBits) {
  setLoopKind(loop, LoopKind::Serial);
  bool isNormal = loop.hasConstantLowerBound() &&
                  loop.getConstantLowerBound() == 0 &&
                  loop.getStepAsInt() == 1 && loop.getNumIterOperands() == 0 &&
                  loop.getUpperBoundMap().getNumResults() == 1;
  if (!isNormal || !isInnermost(loop))
    return;
  std::optional<SmallVector<Accumulation>> accumulations =
      matchAccumulations(loop);
  if (!accumulations)
    return;
  int64_t lanes = std::max<int64_t>(vectorBits / getElementBits(loop), 2);
  LoopRewriter(loop, lanes, std::move(*accumulations)).rewrite();
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
      else
        setLoopKind(loop, LoopKind::Serial); // vectors of the inner one do
    }
    for (Loop loop : loops)
      if (!done.contains(loop))
        vectorizeLoop(loop, vectorBits);
  }
};
} // namespace

} // namespace tvm::schedule
