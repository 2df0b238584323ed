#include "dialects/TE/TEBlocks.h"
#include "mlir/Analysis/FlatLinearValueConstraints.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/Matchers.h"
#include "transforms/Schedule/Analysis/Dependences.h"
#include "transforms/Schedule/Analysis/Divisions.h"
#include "transforms/Schedule/Analysis/Neighbours.h"
#include "transforms/Schedule/Primitives/LoopRanges.h"
#include "transforms/Schedule/Primitives/Padding.h"
#include "transforms/Schedule/Primitives/Preconditions.h"
#include "transforms/Schedule/Primitives/Primitives.h"
#include "transforms/Schedule/Primitives/RegionBuffer.h"

using namespace mlir;

namespace tvm::schedule {

namespace {
/// A request: iterations of `loop` in which `block` adds products with nothing
/// but the zeros around what a buffer holds.
struct Request : BlockRequest {
  Request(te::BlockOp block, Loop loop)
      : BlockRequest(block, "skip zeros that '" + block.getName() + "' adds"),
        loop(loop) {}

  DiagnosedSilenceableFailure checkLoop();
  DiagnosedSilenceableFailure checkSum();
  DiagnosedSilenceableFailure findPadding();
  DiagnosedSilenceableFailure findBounds();
  void restrictLoop();

  Loop loop;
  Value buffer;
  te::BlockOp producer;
  Padding padding;

private:
  Value getLoaded(Value value);
  bool isFinite(Value value);
  void addBounds(AffineExpr base, int64_t size, int64_t begin, int64_t end);

  // Where an iteration reads, and of what these bases are expressions.
  AffineMap bases;
  SmallVector<Value> operands;
  unsigned position = 0; // of the loop's variable among the operands
  SmallVector<AffineExpr> lower, upper; // what is not true of all iterations
};
} // namespace

/// (P2)
DiagnosedSilenceableFailure Request::checkLoop() {
  LoopKind kind = getLoopKind(loop);
  if (!loop->isProperAncestor(block) || !isNormalized(loop) ||
      (kind != LoopKind::Serial && kind != LoopKind::Unrolled))
    return refuse("expected a loop around it, serial or unrolled, from 0 in "
                  "steps of 1",
                  loop);
  if (auto d = requireConstantTripCount(loop, action); !d.succeeded())
    return d;
  MemoryUse use = getMemoryUse(loop);
  if (use.opaque)
    return refuseOpaque(block, action, use.opaque);
  for (const Access &access : use.accesses)
    if (access.block != block)
      return refuse("expected no other block in the loop", access.op);
  return DiagnosedSilenceableFailure::success();
}

/// What `value` is a conversion of, of which zero, and what is finite, stays.
static Value skipConversions(Value value) {
  while (Operation *op = value.getDefiningOp()) {
    if (!isa<arith::ExtFOp, arith::ExtSIOp, arith::ExtUIOp>(op))
      break;
    value = op->getOperand(0);
  }
  return value;
}

/// The buffer outside that `value` is an element of; null if it is none.
Value Request::getLoaded(Value value) {
  auto load = skipConversions(value).getDefiningOp<affine::AffineLoadOp>();
  return load ? getCaptured(block, load.getMemRef()) : Value();
}

/// Whether a block of the kernel writes `buffer`, or what is no block uses it.
static bool mayBeWritten(Value buffer) {
  return llvm::any_of(buffer.getUsers(), [&](Operation *user) {
    auto block = dyn_cast<te::BlockOp>(user);
    return !block ||
           llvm::any_of(getAccesses(block), [&](const Access &access) {
             return access.isWrite && access.buffer == buffer;
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
DiagnosedSilenceableFailure Request::checkSum() {
  SmallVector<Operation *> stores;
  block.getBody().walk([&](Operation *op) {
    if (isa<affine::AffineStoreOp, memref::StoreOp>(op))
      stores.push_back(op);
  });
  if (!block.hasReduction() || !block.getInit().empty())
    return refuse("expected a sum, apart from its initialisation");
  auto store = stores.size() == 1
                   ? dyn_cast<affine::AffineStoreOp>(stores.front())
                   : affine::AffineStoreOp();
  if (!store || store->getParentOp() != block)
    return refuse("expected one store, under no condition");
  Operation *sum = store.getValueToStore().getDefiningOp();
  if (!isa_and_present<arith::AddFOp, arith::AddIOp>(sum))
    return refuse("expected a sum", store);
  for (unsigned i = 0; i < 2; ++i) {
    auto load = sum->getOperand(i).getDefiningOp<affine::AffineLoadOp>();
    Operation *product = sum->getOperand(1 - i).getDefiningOp();
    if (!load || load.getMemRef() != store.getMemRef() ||
        load.getAffineMap() != store.getAffineMap() ||
        load.getMapOperands() != store.getMapOperands() ||
        !isa_and_present<arith::MulFOp, arith::MulIOp>(product))
      continue;
    for (unsigned k = 0; k < 2; ++k)
      if (getLoaded(product->getOperand(k)) == buffer &&
          isFinite(product->getOperand(1 - k)))
        return DiagnosedSilenceableFailure::success();
  }
  return refuse("expected a sum of products of what it reads there and of "
                "something finite: an integer, a finite constant, or a weight "
                "with '" +
                    te::kFiniteAttrName + "'",
                sum);
}

/// (P3)
DiagnosedSilenceableFailure Request::findPadding() {
  for (Operation *user : buffer.getUsers())
    if (!buffer.getDefiningOp() || !isa<te::BlockOp, memref::DeallocOp>(user))
      return refuse("expected a buffer of its own that only blocks use", user);
  for (te::BlockOp other : getProducers(block))
    for (const Access &access : getAccesses(other))
      if (access.isWrite && access.buffer == buffer && other != producer) {
        if (producer)
          return refuse("expected one block that writes what it reads", other);
        producer = other;
      }
  if (!producer)
    return refuse("expected a block that writes what it reads");
  if (auto d = matchPadding(producer, action, padding); !d.succeeded())
    return d;
  if (!matchPattern(padding.getOutside(), m_AnyZeroFloat()) &&
      !matchPattern(padding.getOutside(), m_Zero()))
    return refuse("expected zeros outside", padding.choice);
  return DiagnosedSilenceableFailure::success();
}

/// The least or greatest value of `expr`, as far as the loops around tell.
static std::optional<int64_t> getExtreme(AffineExpr expr, ValueRange operands,
                                         presburger::BoundType type) {
  unsigned numDims = operands.size();
  FlatLinearConstraints set(numDims + 1, /*numSymbols=*/0);
  for (auto [d, operand] : llvm::enumerate(operands)) {
    Loop outer = affine::getForInductionVarOwner(operand);
    if (!outer || !isNormalized(outer) || !getTripCount(outer))
      continue;
    set.addBound(presburger::BoundType::LB, d, 0);
    set.addBound(presburger::BoundType::UB, d, *getTripCount(outer) - 1);
  }
  if (failed(set.addBound(presburger::BoundType::EQ, numDims,
                          AffineMap::get(numDims + 1, 0, expr))))
    return std::nullopt;
  return set.getConstantBound64(type, numDims);
}

/// Iterations in which [base, base + size) has something of [begin, end).
void Request::addBounds(AffineExpr base, int64_t size, int64_t begin,
                        int64_t end) {
  MLIRContext *context = block.getContext();
  unsigned numDims = operands.size();
  AffineExpr i = getAffineDimExpr(position, context);
  AffineExpr first = simplifyAffineExpr(
      base.replace(i, getAffineConstantExpr(0, context)), numDims, 0);
  auto step = dyn_cast<AffineConstantExpr>(
      simplifyAffineExpr(base.replace(i, i + 1) - base, numDims, 0));
  if (!step || step.getValue() < 1)
    return;
  first = dropUnitLoops(first, operands);
  int64_t count = *getTripCount(loop);
  AffineExpr from = simplifyAffineExpr(
      (begin - size + 1 - first).ceilDiv(step.getValue()), numDims, 0);
  AffineExpr to = simplifyAffineExpr(
      (end - 1 - first).floorDiv(step.getValue()) + 1, numDims, 0);
  if (getExtreme(from, operands, presburger::BoundType::UB).value_or(1) > 0)
    lower.push_back(from);
  if (getExtreme(to, operands, presburger::BoundType::LB).value_or(0) < count)
    upper.push_back(to);
}

/// (P4)
DiagnosedSilenceableFailure Request::findBounds() {
  ReadRegion region;
  if (auto d = getReadRegion(loop, buffer, region); !d.succeeded())
    return d;
  operands = region.operands;
  bases = AffineMap::get(operands.size(), 0, region.base, block.getContext());
  affine::fullyComposeAffineMapAndOperands(&bases, &operands);
  bases = asDims(bases);
  auto *variable = llvm::find(operands, loop.getInductionVar());
  position = variable - operands.begin();
  if (variable == operands.end() || beginsInside(loop, region))
    return refuse("expected reads that move with the loop", loop);
  for (const Padding::Bound &bound : padding.bounds)
    for (auto [d, axis] : llvm::enumerate(padding.axes)) {
      auto offset = dyn_cast<AffineConstantExpr>(simplifyAffineExpr(
          bound.index - getAffineDimExpr(axis, block.getContext()),
          producer.getNumAxes(), 0));
      if (offset)
        addBounds(bases.getResult(d), region.size[d], -offset.getValue(),
                  bound.size - offset.getValue());
    }
  if (lower.empty() && upper.empty())
    return refuse("expected iterations that read nothing else, at subscripts "
                  "that the loop increases",
                  loop);
  return DiagnosedSilenceableFailure::success();
}

void Request::restrictLoop() {
  MLIRContext *context = block.getContext();
  lower.insert(lower.begin(), getAffineConstantExpr(0, context));
  upper.insert(upper.begin(),
               getAffineConstantExpr(*getTripCount(loop), context));
  for (bool isUpper : {false, true}) {
    AffineMap map =
        AffineMap::get(operands.size(), 0, isUpper ? upper : lower, context);
    SmallVector<Value> used(operands);
    affine::canonicalizeMapAndOperands(&map, &used);
    isUpper ? loop.setUpperBound(used, map) : loop.setLowerBound(used, map);
  }
}

DiagnosedSilenceableFailure skipZeros(RewriterBase &rewriter, te::BlockOp block,
                                      int64_t index, Loop loop) {
  Request request(block, loop);
  if (auto d = getReadBuffer(request, index, request.buffer); !d.succeeded())
    return d;
  if (auto d = request.checkSum(); !d.succeeded())
    return d;
  if (auto d = request.checkLoop(); !d.succeeded())
    return d;
  if (auto d = request.findPadding(); !d.succeeded())
    return d;
  if (auto d = request.findBounds(); !d.succeeded())
    return d;
  request.restrictLoop();
  return DiagnosedSilenceableFailure::success();
}

} // namespace tvm::schedule
