// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "mlir/Dialect/Affine/Utils.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "transforms/Schedule/Analysis/Order.h"
#include "transforms/Schedule/Primitives/Memory/BufferVersions.h"
#include "transforms/Schedule/Primitives/Memory/Memory.h"
#include "transforms/Schedule/Primitives/Support/Bindings.h"
#include "transforms/Schedule/Primitives/Support/Captures.h"
#include "transforms/Schedule/Primitives/Support/DeclaredRegions.h"
#include "transforms/Schedule/Primitives/Support/Preconditions.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;

namespace tvm::schedule {

namespace {
/// A request. `block` fills `buffer` in each iteration of `loop`: dimension
/// `rolling` from `base` on, which increases by `step` per iteration.
struct Request : BlockRequest {
  explicit Request(te::BlockOp block)
      : BlockRequest(block, "roll what '" + block.getName() + "' writes") {}

  DiagnosedSilenceableFailure findBuffer();
  DiagnosedSilenceableFailure checkUses();
  DiagnosedSilenceableFailure findStore();
  DiagnosedSilenceableFailure findDimension();
  DiagnosedSilenceableFailure checkInputs();
  DiagnosedSilenceableFailure checkRegions();
  AffineMap getPlaces();
  AffineExpr atNext(AffineExpr expr, int64_t shift);
  bool isInvariant(AffineExpr expr, int64_t shift);
  bool findStep(unsigned dimension);
  bool isOnlySubscript(unsigned capture);
  Value buildBase(RewriterBase &rewriter);
  void guard();
  DiagnosedSilenceableFailure check();
  void roll(RewriterBase &rewriter);

  Loop loop;
  unsigned written = 0;
  memref::AllocaOp buffer;
  AffineMap map; // axes, then constraints of the predicate, over `operands`
  SmallVector<Value> operands;
  SmallVector<Value> variables; // per dimension of the buffer
  std::optional<unsigned> rolling;
  int64_t step = 0;
};
} // namespace

/// (P1)
DiagnosedSilenceableFailure Request::findBuffer() {
  std::optional<unsigned> capture = getWrittenCapture(block);
  if (!capture)
    return refuse("expected a block that writes one buffer");
  written = *capture;
  buffer = block.getCaptures()[written].getDefiningOp<memref::AllocaOp>();
  loop = buffer ? dyn_cast<Loop>(buffer->getParentOp()) : Loop();
  if (!loop)
    return refuse("expected a buffer that a loop makes anew in each iteration");
  if (auto d = requireSerial(loop, action); !d.succeeded())
    return d;
  return requireConstantTripCount(loop, action);
}

/// (P2)
DiagnosedSilenceableFailure Request::checkUses() {
  if (Operation *culprit = findVersionObstacle(buffer, 1))
    return refuse("expected a buffer that blocks access at affine subscripts",
                  culprit);
  MemoryUse use = getMemoryUse(loop);
  if (use.opaque)
    return refuseOpaque(block, action, use.opaque);
  for (const Access &access : use.accesses) {
    if (access.buffer != buffer.getResult())
      continue;
    if (access.isWrite && access.block != block)
      return refuse("expected no other block to write its buffer", access.op);
    if (!access.isWrite && access.block == block && block.getInit().empty())
      return refuse("expected it not to read its own result", access.op);
  }
  return DiagnosedSilenceableFailure::success();
}

/// (P3) The block has one loop of its own per dimension.
DiagnosedSilenceableFailure Request::findStore() {
  for (const Access &access : getAccesses(block)) {
    if (!access.isWrite || access.buffer != buffer.getResult())
      continue;
    SmallVector<Value> found;
    for (AffineExpr expr : access.map.getResults()) {
      auto dim = dyn_cast<AffineDimExpr>(
          simplifyAffineExpr(expr, access.operands.size(), 0));
      Value variable = dim ? access.operands[dim.getPosition()] : Value();
      Loop own = affine::getForInductionVarOwner(variable);
      if (!own || !loop->isProperAncestor(own) || !isNormalized(own) ||
          getTripCount(own) != buffer.getType().getDimSize(found.size()) ||
          llvm::is_contained(found, variable))
        return refuse("expected a store at variables of loops of its own, one "
                      "per dimension and all of it",
                      access.op);
      found.push_back(variable);
    }
    if (!variables.empty() && found != variables)
      return refuse("expected stores at one place", access.op);
    variables = found;
  }
  return DiagnosedSilenceableFailure::success();
}

/// `expr` in the next iteration, where the variable of the rolling dimension is
/// less by `shift`.
AffineExpr Request::atNext(AffineExpr expr, int64_t shift) {
  SmallVector<AffineExpr> dims;
  for (auto [i, operand] : llvm::enumerate(operands)) {
    AffineExpr dim = getAffineDimExpr(i, expr.getContext());
    if (operand == loop.getInductionVar())
      dim = dim + 1;
    else if (rolling && operand == variables[*rolling])
      dim = dim - shift;
    dims.push_back(dim);
  }
  return expr.replaceDims(dims);
}

bool Request::isInvariant(AffineExpr expr, int64_t shift) {
  AffineExpr difference =
      simplifyAffineExpr(atNext(expr, shift) - expr, operands.size(), 0);
  auto constant = dyn_cast<AffineConstantExpr>(difference);
  return constant && constant.getValue() == 0;
}

/// Whether the next iteration reuses a part of the extent of `dimension`, and
/// the block computes the same values there.
bool Request::findStep(unsigned dimension) {
  rolling = dimension;
  const auto *position = llvm::find(operands, variables[dimension]);
  for (AffineExpr expr : map.getResults().take_front(block.getNumAxes())) {
    auto moved = dyn_cast<AffineConstantExpr>(
        simplifyAffineExpr(atNext(expr, 0) - expr, operands.size(), 0));
    if (moved && expr.isFunctionOfDim(position - operands.begin()))
      step = moved.getValue();
  }
  if (step > 0 && step < buffer.getType().getDimSize(dimension) &&
      llvm::all_of(
          map.getResults(),
          [&](AffineExpr expr) { return isInvariant(expr, step); }))
    return true;
  rolling.reset();
  step = 0;
  return false;
}

/// (P3)
DiagnosedSilenceableFailure Request::findDimension() {
  map = getBlockMap(block);
  operands.assign(block.getIters().begin(), block.getIters().end());
  affine::fullyComposeAffineMapAndOperands(&map, &operands);
  map = asDims(map);
  for (unsigned d = 0; d < variables.size(); ++d)
    if (llvm::is_contained(operands, variables[d]) && findStep(d))
      return DiagnosedSilenceableFailure::success();
  return refuse("expected a dimension along which the regions of consecutive "
                "iterations overlap, and no other dimension that changes",
                loop);
}

/// Whether a captured index only determines where the buffer begins.
bool Request::isOnlySubscript(unsigned capture) {
  for (Region *region : {&block.getInit(), &block.getBody()}) {
    if (region->empty())
      continue;
    BlockArgument memory = block.getCaptureArgument(*region, written);
    for (Operation *user :
         block.getCaptureArgument(*region, capture).getUsers()) {
      auto load = dyn_cast<affine::AffineLoadOp>(user);
      auto store = dyn_cast<affine::AffineStoreOp>(user);
      if ((!load || load.getMemRef() != memory) &&
          (!store || store.getMemRef() != memory))
        return false;
    }
  }
  return true;
}

/// (P4) An element has the same value in all iterations.
DiagnosedSilenceableFailure Request::checkInputs() {
  for (auto [i, capture] : llvm::enumerate(block.getCaptures()))
    if (i != written &&
        loop.getRegion().isAncestor(capture.getParentRegion()) &&
        !isOnlySubscript(i))
      return refuse("expected inputs from outside of the loop",
                    capture.getDefiningOp());
  SmallVector<Access> reads, writes;
  for (const Access &access : getMemoryUse(loop).accesses)
    if (access.isWrite)
      writes.push_back(access);
    else if (access.block == block && access.buffer != buffer.getResult())
      reads.push_back(access);
  // A later iteration also reads elements that an earlier one has read.
  if (auto found = findDependence(writes, reads, getLoops(loop).size()))
    return schedule::refuse(block, action, *found);
  return DiagnosedSilenceableFailure::success();
}

/// Builds the start of the rolling dimension in an iteration, as a value at the
/// top of the loop's body.
Value Request::buildBase(RewriterBase &rewriter) {
  const auto *position = llvm::find(operands, variables[*rolling]);
  AffineExpr own =
      getAffineDimExpr(position - operands.begin(), block.getContext());
  for (AffineExpr expr : map.getResults().take_front(block.getNumAxes())) {
    if (!expr.isFunctionOfDim(position - operands.begin()))
      continue;
    AffineMap base = AffineMap::get(
        operands.size(), 0,
        expr.replace(own, getAffineConstantExpr(0, block.getContext())));
    SmallVector<Value> inputs(operands);
    affine::canonicalizeMapAndOperands(&base, &inputs);
    rewriter.setInsertionPointToStart(loop.getBody());
    return affine::AffineApplyOp::create(rewriter, block.getLoc(), base,
                                         inputs);
  }
  llvm_unreachable("an axis runs along the dimension");
}

/// Computes only new elements from the second iteration on: (i + n - 1) div n
/// is 1 there, and 0 in the first one.
void Request::guard() {
  int64_t count = *getTripCount(loop);
  int64_t kept = buffer.getType().getDimSize(*rolling) - step;
  AffineExpr i = getAffineDimExpr(0, block.getContext());
  AffineExpr own = getAffineDimExpr(1, block.getContext());
  if (count > 1)
    addPredicate(block, own - (i + count - 1).floorDiv(count) * kept,
                 {loop.getInductionVar(), variables[*rolling]});
}

/// The wrapped positions of elements; the last dim is the base.
AffineMap Request::getPlaces() {
  int64_t rank = buffer.getType().getRank();
  SmallVector<AffineExpr> places;
  for (int64_t d = 0; d < rank; ++d)
    places.push_back(getAffineDimExpr(d, block.getContext()));
  AffineExpr &rolled = places[*rolling];
  rolled = (rolled + getAffineDimExpr(rank, block.getContext())) %
           buffer.getType().getDimSize(*rolling);
  return AffineMap::get(rank + 1, 0, places, block.getContext());
}

/// (P2) for blocks that declare their accesses.
DiagnosedSilenceableFailure Request::checkRegions() {
  for (OpOperand &use : buffer->getUses()) {
    auto user = cast<te::BlockOp>(use.getOwner());
    if (!canMapRegions(user, use.getOperandNumber() - user.getIters().size(),
                       getPlaces()))
      return refuse("expected blocks that declare no box along the dimension "
                    "that rolls",
                    user);
  }
  return DiagnosedSilenceableFailure::success();
}

DiagnosedSilenceableFailure Request::check() {
  if (auto d = findBuffer(); !d.succeeded())
    return d;
  if (auto d = checkUses(); !d.succeeded())
    return d;
  if (auto d = findStore(); !d.succeeded())
    return d;
  if (auto d = findDimension(); !d.succeeded())
    return d;
  if (auto d = checkRegions(); !d.succeeded())
    return d;
  return checkInputs();
}

void Request::roll(RewriterBase &rewriter) {
  OpBuilder::InsertionGuard insertion(rewriter);
  replaceSizes(rewriter, buffer);
  Value base = buildBase(rewriter);
  guard();
  buffer->moveBefore(loop);
  for (Operation *user :
       llvm::SetVector<Operation *>(buffer->user_begin(), buffer->user_end())) {
    auto use = cast<te::BlockOp>(user);
    for (unsigned i = 0; i < use.getCaptures().size(); ++i)
      if (use.getCaptures()[i] == buffer.getResult())
        setCapture(use, i, buffer, getPlaces(), base);
  }
}

DiagnosedSilenceableFailure rollingBuffer(RewriterBase &rewriter,
                                          te::BlockOp block) {
  Request request(block);
  if (auto d = request.check(); !d.succeeded())
    return d;
  request.roll(rewriter);
  return DiagnosedSilenceableFailure::success();
}

} // namespace tvm::schedule
