// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "transforms/TE/Passes.h"

#include "dialects/TE/TEBlocks.h"
#include "dialects/TE/TEBuilder.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/Dominance.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/Transforms/CSE.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;

namespace tvm::te {

#define GEN_PASS_DEF_INLINECOMPUTESPASS
#include "transforms/TE/Passes.h.inc"

/// Largest number of operations of a body.
static constexpr size_t kMaxBodySize = 256;

static size_t getBodySize(ComputeOp op) {
  size_t size = 0;
  op.getBody().walk([&](Operation *) { ++size; });
  return size;
}

/// Whether computing an element costs more than loading it from memory.
static bool isExpensive(ComputeOp op) {
  return op.getBody()
      .walk([](Operation *inner) {
        bool isCostly =
            isa<math::MathDialect>(inner->getDialect()) ||
            isa<arith::DivFOp, arith::DivSIOp, arith::DivUIOp, arith::RemFOp,
                arith::RemSIOp, arith::RemUIOp>(inner);
        return isCostly && !isa<math::AbsFOp, math::AbsIOp, math::FmaOp>(inner)
                   ? WalkResult::interrupt()
                   : WalkResult::advance();
      })
      .wasInterrupted();
}

/// Whether `op` only moves elements, so that reading them in place costs no
/// more.
static bool isMove(ComputeOp op) {
  Block &body = op.getBody().front();
  auto read = dyn_cast<ReadOp>(body.front());
  return read && !read.getPadding() &&
         read->getNextNode() == body.getTerminator();
}

/// Whether `op` moves each element of a tensor to a place of its own, so that
/// indices outside of the result are indices outside of the operand.
static bool isPermutation(ComputeOp op) {
  if (!isMove(op))
    return false;
  auto read = cast<ReadOp>(op.getBody().front().front());
  auto from = cast<RankedTensorType>(read.getTensor().getType());
  auto to = cast<RankedTensorType>(op.getResult(0).getType());
  AffineMap map = read.getMap();
  if (!map.isPermutation() || !from.hasStaticShape() || !to.hasStaticShape())
    return false;
  for (auto [size, expr] : llvm::zip_equal(from.getShape(), map.getResults())) {
    unsigned position = cast<AffineDimExpr>(expr).getPosition();
    auto axis = dyn_cast<BlockArgument>(read.getIndices()[position]);
    if (!axis || to.getDimSize(axis.getArgNumber()) != size)
      return false;
  }
  return llvm::SmallPtrSet<Value, 8>(llvm::from_range, read.getIndices())
             .size() == static_cast<size_t>(to.getRank());
}

/// Whether the element that `read` visits depends on data.
static bool isGather(ReadOp read) {
  return !llvm::all_of(read.getIndices(), llvm::IsaPred<BlockArgument>);
}

/// Whether `read` may visit an element more than once over the axes of
/// `consumer`.
static bool isReused(ReadOp read, ComputeOp consumer) {
  for (BlockArgument axis : consumer.getBody().getArguments()) {
    if (consumer.getStaticExtents()[axis.getArgNumber()] == 1)
      continue;
    bool isUsed = false;
    for (auto [i, index] : llvm::enumerate(read.getIndices()))
      isUsed |= index == axis && read.getMap().isFunctionOfDim(i);
    // A data-dependent index may take the place of the axis.
    if (!isUsed && !isGather(read))
      return true;
  }
  return false;
}

static bool hasBorder(ComputeOp op) {
  return op.getBody()
      .walk([](ReadOp read) {
        return read.getPadding() ? WalkResult::interrupt()
                                 : WalkResult::advance();
      })
      .wasInterrupted();
}

/// Whether windows of a reduction that `read` visits, along the last dimension,
/// would each test again whether elements are in the border of `op`.
static bool slidesOverBorder(ComputeOp op, ReadOp read, ComputeOp consumer) {
  AffineMap map = read.getMap();
  if (!hasBorder(op) || map.getNumResults() == 0)
    return false;
  AffineExpr last = map.getResult(map.getNumResults() - 1);
  unsigned numAxes = 0, numReductions = 0;
  for (auto [i, index] : llvm::enumerate(read.getIndices())) {
    auto axis = dyn_cast<BlockArgument>(index);
    if (!axis || !last.isFunctionOfDim(i))
      continue;
    ++numAxes;
    numReductions += axis.getArgNumber() >= consumer.getNumSpatial();
  }
  return numAxes > 1 && numReductions > 0;
}

/// Reads of a result, each with the computation that contains it.
using Reads = SmallVector<std::pair<ReadOp, ComputeOp>>;

/// All uses of a result as reads in computations of the same block; nothing
/// where there are other uses.
static std::optional<Reads> getReads(ComputeOp op) {
  Value result = op.getResult(0);
  Reads reads;
  for (Operation *user : result.getUsers()) {
    auto read = dyn_cast<ReadOp>(user);
    auto consumer = read ? read->getParentOfType<ComputeOp>() : ComputeOp();
    if (!consumer || consumer->getBlock() != result.getParentBlock())
      return std::nullopt;
    if (read.getPadding() && (consumer.getNumReduction() || !isPermutation(op)))
      return std::nullopt;
    reads.push_back({read, consumer});
  }
  return reads;
}

/// Largest number of operations of a body that one computation may contain
/// several times, for different elements.
static constexpr size_t kMaxRepeatedSize = 128;

/// Number of different elements at which `consumer` reads.
static size_t countPlaces(const Reads &reads, ComputeOp consumer) {
  SmallVector<ReadOp> places;
  for (const auto &[read, other] : reads) {
    auto isSame = [read = read](ReadOp place) mutable {
      return place.getMap() == read.getMap() &&
             place.getIndices() == read.getIndices();
    };
    if (other == consumer && llvm::none_of(places, isSame))
      places.push_back(read);
  }
  return places.size();
}

/// Whether `op` combines elements of tensors.
static bool combinesElements(ComputeOp op) {
  return !llvm::hasNItemsOrLess(op.getBody().front().getOps<ReadOp>(), 1);
}

/// Whether both are parts of one algorithm. Schedule rules find these by their
/// roles.
static bool arePartsOfOne(ComputeOp op, ComputeOp consumer) {
  RoleAttr role = op.getRoleAttr(), other = consumer.getRoleAttr();
  return role && other && role.getAlgorithm() == other.getAlgorithm();
}

/// Whether a computation reads several elements of `op` per element of its own,
/// and would therefore repeat their combination.
static bool isReadByWindows(ComputeOp op, const Reads &reads) {
  if (isMove(op))
    return false;
  return llvm::any_of(reads, [&](const auto &entry) {
    auto [read, consumer] = entry;
    size_t places = countPlaces(reads, consumer);
    return places > 1 && (hasBorder(op) || arePartsOfOne(op, consumer) ||
                          (isGather(read) && combinesElements(op)) ||
                          places * getBodySize(op) > kMaxRepeatedSize);
  });
}

/// Whether the combination in `op` depends on the position of an element, and
/// `read` would have to derive the position by divisions.
static bool dividesPlaces(ComputeOp op, ReadOp read) {
  Block &body = op.getBody().front();
  auto isSubscript = [](OpOperand &use) { return isa<ReadOp>(use.getOwner()); };
  if (!combinesElements(op))
    return false;
  for (auto [axis, expr] :
       llvm::zip(body.getArguments(), read.getMap().getResults()))
    if (hasDivision(expr) && !llvm::all_of(axis.getUses(), isSubscript))
      return true;
  return false;
}

/// Whether `expr`, a subscript of `read`, is a function of `axis`.
static bool dependsOn(AffineExpr expr, ReadOp read, Value axis) {
  for (auto [i, index] : llvm::enumerate(read.getIndices()))
    if (index == axis && expr.isFunctionOfDim(i))
      return true;
  return false;
}

/// Whether columns of `consumer`, which are contiguous in `op`, are far apart
/// in the operand that `op` moves. (The layout of weights is chosen for the
/// columns.)
static bool scattersColumns(ComputeOp op, ReadOp read, ComputeOp consumer) {
  auto source = cast<ReadOp>(op.getBody().front().front());
  AffineMap map = read.getMap(), from = source.getMap();
  unsigned numSpatial = consumer.getNumSpatial();
  if (isWeight(source.getTensor()) || numSpatial == 0 ||
      map.getNumResults() == 0 || from.getNumResults() == 0)
    return false;
  Value column = consumer.getBody().getArgument(numSpatial - 1);
  Value last = op.getBody().getArgument(op.getNumSpatial() - 1);
  return dependsOn(map.getResults().back(), read, column) &&
         !dependsOn(from.getResults().back(), source, last);
}

/// Whether to inline `op` at `reads`, which are all its reads.
static bool shouldInline(ComputeOp op, const Reads &reads) {
  size_t size = getBodySize(op);
  bool expensive = isExpensive(op);
  if (isReadByWindows(op, reads))
    return false;
  for (auto [read, consumer] : reads) {
    bool reused = isReused(read, consumer);
    if (dividesPlaces(op, read))
      return false;
    if (expensive && (reused || reads.size() > 1))
      return false;
    // Products and convolutions read an element many times, in an order that
    // suits them.
    if (consumer.getNumReduction() &&
        ((reused && (!isMove(op) || scattersColumns(op, read, consumer))) ||
         slidesOverBorder(op, read, consumer)))
      return false;
    if (size * reads.size() + getBodySize(consumer) > kMaxBodySize)
      return false;
  }
  return true;
}

/// Replaces `read` by the computation of the element that it refers to.
static void inlineAt(ComputeOp producer, ReadOp read) {
  OpBuilder builder(read);
  TEBuilder b(builder, read.getLoc());
  SmallVector<Index> axes;
  for (AffineExpr expr : read.getMap().getResults())
    axes.push_back(Index::get(expr, read.getMap(), read.getIndices()));
  IRMapping mapping;
  auto valueOf = [&](Value value) -> Value {
    auto axis = dyn_cast<BlockArgument>(value);
    if (!axis || axis.getOwner() != &producer.getBody().front())
      return mapping.lookupOrDefault(value);
    Value materialized = b.value(axes[axis.getArgNumber()]);
    mapping.map(value, materialized);
    return materialized;
  };
  for (Operation &op : producer.getBody().front().without_terminator()) {
    auto inner = dyn_cast<ReadOp>(op);
    if (!inner) {
      op.walk([&](Operation *nested) {
        for (Value operand : nested->getOperands())
          valueOf(operand);
      });
      builder.clone(op, mapping);
      continue;
    }
    SmallVector<Index> operands;
    for (Value index : inner.getIndices()) {
      auto axis = dyn_cast<BlockArgument>(index);
      bool isAxis = axis && axis.getOwner() == &producer.getBody().front();
      operands.push_back(isAxis ? axes[axis.getArgNumber()]
                                : Index(mapping.lookupOrDefault(index)));
    }
    SmallVector<Index> subscripts;
    for (AffineExpr expr : inner.getMap().getResults())
      subscripts.push_back(Index::compose(expr, inner.getMap(), operands));
    // An element outside of a permutation is outside of its operand.
    Value padding = inner.getPadding()
                        ? mapping.lookupOrDefault(inner.getPadding())
                        : read.getPadding();
    mapping.map(inner.getResult(),
                b.read(inner.getTensor(), subscripts, padding));
  }
  read.replaceAllUsesWith(
      mapping.lookupOrDefault(producer.getYield().getValues()[0]));
  read.erase();
}

void inlineComputes(func::FuncOp function) {
  IRRewriter rewriter(function.getContext());
  SmallVector<ComputeOp> computes;
  function.walk([&](ComputeOp op) { computes.push_back(op); });
  for (ComputeOp op : computes) {
    if (op->use_empty()) {
      op.erase();
      continue;
    }
    if (op.getNumReduction() || op.getNumResults() != 1)
      continue;
    auto reads = getReads(op);
    if (!reads || !shouldInline(op, *reads))
      continue;
    llvm::SetVector<Operation *> consumers;
    for (auto [read, consumer] : *reads) {
      inlineAt(op, read);
      consumers.insert(consumer);
    }
    // Elements that are read twice are computed once.
    for (Operation *consumer : consumers) {
      DominanceInfo dominance;
      eliminateCommonSubExpressions(rewriter, dominance, consumer);
    }
    op.erase();
  }
}

namespace {
struct InlineComputesPass : impl::InlineComputesPassBase<InlineComputesPass> {
  void runOnOperation() override { inlineComputes(getOperation()); }
};
} // namespace

} // namespace tvm::te
