#include "transforms/TE/Passes.h"

#include "dialects/TE/TEBuilder.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/IRMapping.h"

using namespace mlir;

namespace tvm::te {

#define GEN_PASS_DEF_INLINECOMPUTESPASS
#include "transforms/TE/Passes.h.inc"

/// Bodies do not grow beyond this many operations.
static constexpr size_t kMaxBodySize = 256;

static size_t getBodySize(ComputeOp op) {
  size_t size = 0;
  op.getBody().walk([&](Operation *) { ++size; });
  return size;
}

/// Whether an element costs more than reading it from memory.
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

/// Whether `op` only gives elements other places: reading them where they are
/// costs no more.
static bool isMove(ComputeOp op) {
  Block &body = op.getBody().front();
  auto read = dyn_cast<ReadOp>(body.front());
  return read && !read.getPadding() &&
         read->getNextNode() == body.getTerminator();
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
    // A data-dependent index may stand for the axis.
    bool hasOther = llvm::any_of(read.getIndices(), [](Value index) {
      return !isa<BlockArgument>(index);
    });
    if (!isUsed && !hasOther)
      return true;
  }
  return false;
}

/// Whether windows of a reduction that `read` visits, along the last dimension,
/// would each ask again what lies in the border of `op`.
static bool slidesOverBorder(ComputeOp op, ReadOp read, ComputeOp consumer) {
  bool hasBorder = false;
  op.getBody().walk([&](ReadOp inner) { hasBorder |= !!inner.getPadding(); });
  AffineMap map = read.getMap();
  if (!hasBorder || map.getNumResults() == 0)
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

/// Reads of a computation, each with the computation that it is in.
using Reads = SmallVector<std::pair<ReadOp, ComputeOp>>;

/// All uses of a result as reads in computations of the same block; nothing
/// where there are other uses.
static std::optional<Reads> getReads(Value result) {
  Reads reads;
  for (Operation *user : result.getUsers()) {
    auto read = dyn_cast<ReadOp>(user);
    auto consumer = read ? read->getParentOfType<ComputeOp>() : ComputeOp();
    if (!consumer || read.getPadding() ||
        consumer->getBlock() != result.getParentBlock())
      return std::nullopt;
    reads.push_back({read, consumer});
  }
  return reads;
}

/// Whether to expand `op` at `reads`, all that there are.
static bool shouldInline(ComputeOp op, const Reads &reads) {
  size_t size = getBodySize(op);
  bool expensive = isExpensive(op);
  for (auto [read, consumer] : reads) {
    bool reused = isReused(read, consumer);
    if (expensive && (reused || reads.size() > 1))
      return false;
    // Products and convolutions read an element many times, from memory in
    // the order that suits them.
    if (consumer.getNumReduction() &&
        ((reused && !isMove(op)) || slidesOverBorder(op, read, consumer)))
      return false;
    if (size * reads.size() + getBodySize(consumer) > kMaxBodySize)
      return false;
  }
  return true;
}

/// Expands the element that `read` refers to in its place.
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
    Value padding = inner.getPadding()
                        ? mapping.lookupOrDefault(inner.getPadding())
                        : Value();
    mapping.map(inner.getResult(),
                b.read(inner.getTensor(), subscripts, padding));
  }
  read.replaceAllUsesWith(
      mapping.lookupOrDefault(producer.getYield().getValues()[0]));
  read.erase();
}

void inlineComputes(func::FuncOp function) {
  SmallVector<ComputeOp> computes;
  function.walk([&](ComputeOp op) { computes.push_back(op); });
  for (ComputeOp op : computes) {
    if (op->use_empty()) {
      op.erase();
      continue;
    }
    if (op.getNumReduction() || op.getNumResults() != 1)
      continue;
    auto reads = getReads(op.getResult(0));
    if (!reads || !shouldInline(op, *reads))
      continue;
    for (auto [read, consumer] : *reads)
      inlineAt(op, read);
    op.erase();
  }
}

namespace {
struct InlineComputesPass : impl::InlineComputesPassBase<InlineComputesPass> {
  void runOnOperation() override { inlineComputes(getOperation()); }
};
} // namespace

} // namespace tvm::te
