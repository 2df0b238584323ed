// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "transforms/Schedule/Primitives/Loops/Loops.h"
#include "transforms/Schedule/Primitives/Support/Bindings.h"
#include "transforms/Schedule/Primitives/Support/Preconditions.h"

using namespace mlir;

namespace tvm::schedule {

namespace {
/// Extents of the new loops, over the operands of the old bound. All but the
/// first are constants.
struct Extents {
  SmallVector<AffineExpr> sizes;
  SmallVector<int64_t> strides;
  bool divides = true; // whether they cover the old extent exactly
};
} // namespace

/// (P2): infers a factor of 0 and compares the product with the extent.
static DiagnosedSilenceableFailure
inferExtents(Loop loop, ArrayRef<int64_t> factors, Extents &extents) {
  if (factors.empty() || llvm::count(factors, 0) > 1 ||
      llvm::any_of(factors, [](int64_t f) { return f < 0; }))
    return emitSilenceableFailure(loop)
           << "expected positive factors to split by, at most one of them 0, "
              "got ["
           << factors << "]";
  AffineExpr count = loop.getUpperBoundMap().getResult(0);
  std::optional<int64_t> trips = getTripCount(loop);
  int64_t product = 1;
  for (int64_t factor : factors)
    if (factor && llvm::MulOverflow(product, factor, product))
      return emitSilenceableFailure(loop)
             << "expected factors whose product fits 64 bits, got [" << factors
             << "]";
  const auto *inferred = llvm::find(factors, 0);
  bool infers = inferred != factors.end();
  if (!infers && (!trips || *trips > product))
    return emitSilenceableFailure(loop)
           << "expected a product of at least the trip count "
           << (trips ? Twine(*trips) : Twine("(unknown)")).str() << ", got "
           << product;
  if (infers && !trips && inferred != factors.begin())
    return emitSilenceableFailure(loop)
           << "expected the inferred factor to be the first, as the trip "
              "count is unknown";
  MLIRContext *context = loop.getContext();
  int64_t quotient =
      trips ? llvm::divideCeil(std::max<int64_t>(*trips, 0), product) : 0;
  for (int64_t factor : factors)
    extents.sizes.push_back(
        factor ? getAffineConstantExpr(factor, context)
               : (trips ? getAffineConstantExpr(quotient, context)
                        : count.ceilDiv(product)));
  int64_t stride = 1;
  extents.strides.resize(factors.size());
  for (size_t i = factors.size(); i-- > 0;) {
    extents.strides[i] = stride;
    stride *= factors[i] ? factors[i] : std::max<int64_t>(quotient, 1);
  }
  extents.divides =
      infers ? count.isMultipleOf(product) || (trips && *trips % product == 0)
             : *trips == product;
  if (trips && *trips < 1) {
    // An empty loop needs no predicate, and an empty reduction stays empty.
    extents.sizes.front() = getAffineConstantExpr(0, context);
    extents.divides = true;
  }
  return DiagnosedSilenceableFailure::success();
}

/// (P5)
static DiagnosedSilenceableFailure
checkAdded(Loop loop, ArrayRef<int64_t> factors, const Extents &extents) {
  int64_t total = 1;
  bool fits = true;
  for (AffineExpr size : extents.sizes) {
    // An unknown quotient leaves a remainder below the product of the others.
    auto constant = dyn_cast<AffineConstantExpr>(size);
    fits &= !constant || !llvm::MulOverflow(total, constant.getValue(), total);
  }
  if (fits && total - std::max<int64_t>(getTripCount(loop).value_or(1), 0) <=
                  kMaxElements)
    return DiagnosedSilenceableFailure::success();
  return emitSilenceableFailure(loop)
         << "expected factors that add at most " << kMaxElements
         << " iterations, got [" << factors << "]";
}

/// (P3) The first operation inside whose effects no predicate can prevent.
static Operation *findUnguardable(Loop loop) {
  Operation *found = nullptr;
  loop.getBody()->walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (isa<te::BlockOp>(op))
      return WalkResult::skip();
    if (isa<Loop>(op) || isMemoryEffectFree(op) ||
        hasEffect<MemoryEffects::Allocate>(op))
      return WalkResult::advance();
    found = op;
    return WalkResult::interrupt();
  });
  return found;
}

/// (P4) A predicate with a bound that depends on a loop would also restrict the
/// initialisation, which runs for an empty reduction.
static DiagnosedSilenceableFailure checkInitializations(Loop loop) {
  auto outer = llvm::find_if(loop.getUpperBoundOperands(), [](Value operand) {
    return affine::isAffineForInductionVar(operand);
  });
  if (outer == loop.getUpperBoundOperands().end())
    return DiagnosedSilenceableFailure::success();
  te::BlockOp reduced;
  loop.walk([&](te::BlockOp block) {
    if (!block.getInit().empty() &&
        bindsAxis(block, loop.getInductionVar(), /*reduction=*/true))
      reduced = block;
  });
  if (!reduced)
    return DiagnosedSilenceableFailure::success();
  auto failure = emitSilenceableFailure(loop)
                 << "cannot split by factors that do not divide the trip "
                    "count: expected a bound of the reduction of '"
                 << reduced.getName() << "' that does not depend on a loop";
  failure.attachNote((*outer).getLoc()) << "it depends on this one";
  return failure;
}

/// (P3), (P4) for factors that leave a remainder, which predicates guard.
static DiagnosedSilenceableFailure checkGuards(Loop loop) {
  Operation *unguardable = findUnguardable(loop);
  if (!unguardable)
    return checkInitializations(loop);
  auto failure = emitSilenceableFailure(loop)
                 << "cannot split by factors that do not divide the trip "
                    "count: a predicate guards blocks only";
  failure.attachNote(unguardable->getLoc()) << "this is none";
  return failure;
}

/// Makes `loop` the innermost loop of a nest with these extents. Returns the
/// nest, outermost loop first.
static SmallVector<Loop> createNest(RewriterBase &rewriter, Loop loop,
                                    ArrayRef<AffineExpr> sizes) {
  AffineMap bound = loop.getUpperBoundMap();
  SmallVector<Value> operands(loop.getUpperBoundOperands());
  auto getBound = [&](AffineExpr size) -> std::pair<AffineMap, ValueRange> {
    if (auto constant = dyn_cast<AffineConstantExpr>(size))
      return {rewriter.getConstantAffineMap(constant.getValue()), {}};
    return {AffineMap::get(bound.getNumDims(), bound.getNumSymbols(), size),
            operands};
  };
  OpBuilder::InsertionGuard guard(rewriter);
  rewriter.setInsertionPoint(loop);
  SmallVector<Loop> nest;
  for (AffineExpr size : sizes.drop_back()) {
    auto [map, inputs] = getBound(size);
    auto outer = Loop::create(rewriter, loop.getLoc(), ValueRange(),
                              rewriter.getConstantAffineMap(0), inputs, map);
    rewriter.setInsertionPointToStart(outer.getBody());
    nest.push_back(outer);
  }
  if (!nest.empty())
    loop->moveBefore(nest.back().getBody(), nest.back().getBody()->begin());
  auto [map, inputs] = getBound(sizes.back());
  loop.setUpperBound(inputs, map);
  nest.push_back(loop);
  return nest;
}

/// Adds the predicate n - 1 - index >= 0 to the blocks in `loop`, where `index`
/// is over `variables` and n is the result of `bound`.
static void addPredicates(Loop loop, AffineExpr index,
                          ArrayRef<Value> variables, AffineMap bound,
                          ArrayRef<Value> boundOperands) {
  SmallVector<AffineExpr> dims;
  for (size_t i = 0; i < boundOperands.size(); ++i)
    dims.push_back(getAffineDimExpr(variables.size() + i, loop.getContext()));
  AffineExpr count = bound.getResult(0).replaceDimsAndSymbols(
      ArrayRef(dims).take_front(bound.getNumDims()),
      ArrayRef(dims).drop_front(bound.getNumDims()));
  SmallVector<Value> operands(variables);
  llvm::append_range(operands, boundOperands);
  loop->walk([&](te::BlockOp block) {
    addPredicate(block, count - 1 - index, operands);
  });
}

DiagnosedSilenceableFailure split(RewriterBase &rewriter, Loop loop,
                                  ArrayRef<int64_t> factors,
                                  SmallVectorImpl<Loop> &result) {
  Extents extents;
  if (auto d = requireSerial(loop, "split"); !d.succeeded())
    return d;
  if (auto d = inferExtents(loop, factors, extents); !d.succeeded())
    return d;
  if (auto d = checkAdded(loop, factors, extents); !d.succeeded())
    return d;
  if (!extents.divides)
    if (auto d = checkGuards(loop); !d.succeeded())
      return d;
  AffineMap bound = loop.getUpperBoundMap();
  SmallVector<Value> boundOperands(loop.getUpperBoundOperands());
  SmallVector<Loop> nest = createNest(rewriter, loop, extents.sizes);
  AffineExpr index = rewriter.getAffineConstantExpr(0);
  for (auto [i, stride] : llvm::enumerate(extents.strides))
    index = index + rewriter.getAffineDimExpr(i) * stride;
  SmallVector<Value> variables = llvm::map_to_vector(
      nest, [](Loop part) -> Value { return part.getInductionVar(); });
  substitute(loop, loop.getInductionVar(),
             AffineMap::get(variables.size(), 0, index), variables);
  if (!extents.divides)
    addPredicates(loop, index, variables, bound, boundOperands);
  llvm::append_range(result, nest);
  return DiagnosedSilenceableFailure::success();
}

} // namespace tvm::schedule
