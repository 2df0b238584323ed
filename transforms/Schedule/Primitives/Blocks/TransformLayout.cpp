// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "dialects/TE/TEBlocks.h"
#include "mlir/Dialect/Affine/Analysis/AffineStructures.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/IntegerSet.h"
#include "transforms/Schedule/Analysis/Accesses.h"
#include "transforms/Schedule/Primitives/Blocks/Blocks.h"
#include "transforms/Schedule/Primitives/Support/Captures.h"
#include "transforms/Schedule/Primitives/Support/Preconditions.h"
#include "transforms/Schedule/Primitives/Support/RegionBuffer.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;

namespace tvm::schedule {

static constexpr StringLiteral kLayout = "graph.layout";

namespace {
/// A request to change the layout of a buffer.
struct Relayout : BlockRequest {
  Relayout(te::BlockOp block, Value buffer, AffineMap layout)
      : BlockRequest(block, "transform the layout of a buffer of '" +
                                block.getName() + "'"),
        buffer(buffer), layout(layout) {}

  DiagnosedSilenceableFailure checkBuffer();
  DiagnosedSilenceableFailure checkUses();
  DiagnosedSilenceableFailure checkInjective();
  FailureOr<SmallVector<int64_t>> getSizes();

  Value buffer;
  AffineMap layout;
  MemRefType type; // the present type
};
} // namespace

/// (P1)
DiagnosedSilenceableFailure Relayout::checkBuffer() {
  type = dyn_cast<MemRefType>(buffer.getType());
  if (!type || !type.hasStaticShape() || type.getRank() == 0 ||
      !type.getLayout().isIdentity())
    return refuse("expected a buffer of static shape, of rank 1 at least");
  if (layout.getNumDims() != type.getRank() || layout.getNumSymbols() != 0 ||
      layout.getNumResults() == 0)
    return refuse("expected a layout over " + Twine(type.getRank()) +
                  " dimensions, got one over " + Twine(layout.getNumInputs()));
  if (te::isWeight(buffer) || buffer.getDefiningOp<memref::AllocOp>() ||
      buffer.getDefiningOp<memref::AllocaOp>())
    return DiagnosedSilenceableFailure::success();
  return refuse("expected a buffer that the kernel allocates, or a constant");
}

/// (P2)
DiagnosedSilenceableFailure Relayout::checkUses() {
  for (Operation *user : buffer.getUsers()) {
    auto reader = dyn_cast<te::BlockOp>(user);
    if (!reader)
      return refuse("expected only blocks to use it", user);
    for (const Access &access : getAccesses(reader))
      if (access.buffer == buffer &&
          !isa<affine::AffineLoadOp, affine::AffineStoreOp>(access.op))
        return refuse("expected affine accesses only", access.op);
    for (auto [index, capture] : llvm::enumerate(reader.getCaptures()))
      if (capture == buffer)
        if (Operation *foreign = findForeignUse(reader, index))
          return refuse("expected affine accesses only", foreign);
  }
  return DiagnosedSilenceableFailure::success();
}

/// Adds the bounds of the buffer's indices as constraints on dims from `first`
/// on.
static void addBox(MLIRContext *context, ArrayRef<int64_t> shape,
                   unsigned first, SmallVectorImpl<AffineExpr> &constraints) {
  for (auto [d, size] : llvm::enumerate(shape)) {
    AffineExpr index = getAffineDimExpr(first + d, context);
    constraints.push_back(index);
    constraints.push_back(size - 1 - index);
  }
}

/// (P3) Checks that no two indices, the first less in some dimension, move to
/// the same place.
DiagnosedSilenceableFailure Relayout::checkInjective() {
  MLIRContext *context = block.getContext();
  unsigned rank = type.getRank();
  assert(llvm::all_of(layout.getResults(),
                      [](AffineExpr e) { return e.isPureAffine(); }) &&
         "maps without symbols are affine as they are parsed");
  AffineMap second = layout.shiftDims(rank);
  for (unsigned d = 0; d < rank; ++d) {
    SmallVector<AffineExpr> constraints;
    addBox(context, type.getShape(), 0, constraints);
    addBox(context, type.getShape(), rank, constraints);
    constraints.push_back(getAffineDimExpr(rank + d, context) -
                          getAffineDimExpr(d, context) - 1);
    SmallVector<bool> equalities(constraints.size(), false);
    for (auto [a, b] : llvm::zip(layout.getResults(), second.getResults())) {
      constraints.push_back(a - b);
      equalities.push_back(true);
    }
    affine::FlatAffineValueConstraints pairs(
        IntegerSet::get(2 * rank, 0, constraints, equalities));
    if (!pairs.isIntegerEmpty())
      return refuse("expected a layout with a place for every element");
  }
  return DiagnosedSilenceableFailure::success();
}

/// The extent of each result of the layout; all results are at least 0.
FailureOr<SmallVector<int64_t>> Relayout::getSizes() {
  if (type.getNumElements() == 0)
    return SmallVector<int64_t>(layout.getNumResults(), 0);
  MLIRContext *context = block.getContext();
  unsigned rank = type.getRank();
  SmallVector<int64_t> sizes;
  int64_t count = 1;
  for (AffineExpr result : layout.getResults()) {
    SmallVector<AffineExpr> constraints;
    addBox(context, type.getShape(), 0, constraints);
    SmallVector<bool> equalities(constraints.size(), false);
    constraints.push_back(getAffineDimExpr(rank, context) - result);
    equalities.push_back(true);
    affine::FlatAffineValueConstraints reach(
        IntegerSet::get(rank + 1, 0, constraints, equalities));
    auto low = reach.getConstantBound64(presburger::BoundType::LB, rank);
    auto high = reach.getConstantBound64(presburger::BoundType::UB, rank);
    if (!low || !high || *low < 0)
      return failure();
    sizes.push_back(*high + 1);
    if (*high >= kMaxElements ||
        llvm::MulOverflow(count, sizes.back(), count) || count > kMaxElements)
      return failure();
  }
  return sizes;
}

/// Changes the type of a kernel's argument and records the layout for callers.
static void relayoutArgument(BlockArgument argument, AffineMap layout) {
  auto kernel = cast<func::FuncOp>(argument.getOwner()->getParentOp());
  unsigned position = argument.getArgNumber();
  if (auto previous = kernel.getArgAttrOfType<AffineMapAttr>(position, kLayout))
    layout = layout.compose(previous.getValue());
  kernel.setArgAttr(position, kLayout, AffineMapAttr::get(layout));
  SmallVector<Type> inputs(kernel.getArgumentTypes());
  inputs[position] = argument.getType();
  kernel.setFunctionType(
      FunctionType::get(kernel.getContext(), inputs, kernel.getResultTypes()));
}

DiagnosedSilenceableFailure transformLayout(RewriterBase &rewriter,
                                            te::BlockOp block, int64_t capture,
                                            AffineMap layout) {
  if (capture < 0 ||
      capture >= static_cast<int64_t>(block.getCaptures().size()))
    return emitSilenceableFailure(block)
           << "expected one of " << block.getCaptures().size()
           << " captures, got #" << capture;
  Relayout request(block, block.getCaptures()[capture], layout);
  if (auto d = request.checkBuffer(); !d.succeeded())
    return d;
  if (auto d = request.checkUses(); !d.succeeded())
    return d;
  if (auto d = request.checkInjective(); !d.succeeded())
    return d;
  auto sizes = request.getSizes();
  if (failed(sizes))
    return request.refuse("expected places that are not negative, at most " +
                          Twine(kMaxElements) + " of them");
  Value buffer = request.buffer;
  auto type = MemRefType::get(*sizes, request.type.getElementType(),
                              MemRefLayoutAttrInterface(),
                              request.type.getMemorySpace());
  replaceSizes(rewriter, buffer);
  buffer.setType(type);
  for (Operation *user :
       llvm::SetVector<Operation *>(buffer.user_begin(), buffer.user_end())) {
    auto reader = cast<te::BlockOp>(user);
    for (unsigned i = 0; i < reader.getCaptures().size(); ++i)
      if (reader.getCaptures()[i] == buffer)
        setCapture(reader, i, buffer, layout, {});
  }
  if (auto argument = dyn_cast<BlockArgument>(buffer))
    relayoutArgument(argument, layout);
  return DiagnosedSilenceableFailure::success();
}

} // namespace tvm::schedule
