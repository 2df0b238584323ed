#include "dialects/Graph/Tensors/GraphReduction.h"
#include "transforms/Graph/Layout/LayoutConverter.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;

namespace tvm::graph {

template <typename Op> static void convertSoftmax(Op op, LayoutConverter &c) {
  auto axes = c.change.moveAxes(op.getAxes(), op.getX().getType().getRank());
  llvm::sort(axes);
  cast<Op>(c.rebuild(op, c.get(op.getX()))).setAxes(axes);
}

static void convertReduce(ReduceOp op, LayoutConverter &c) {
  int64_t rank = op.getX().getType().getRank();
  auto axes = c.change.moveAxes(op.getAxes(), rank);
  llvm::sort(axes);
  if (op.getKeepdims()) {
    cast<ReduceOp>(c.rebuild(op, c.get(op.getX()))).setAxes(axes);
    return;
  }
  if (!c.change.keepsOrder(axes, rank))
    return;
  c.builder.setInsertionPoint(op);
  c.replace(op, ReduceOp::create(c.builder, op.getLoc(), op.getType(),
                                 c.get(op.getX()), op.getKind(), axes,
                                 op.getKeepdims()));
}

template <typename Op> static void convertArgReduce(Op op, LayoutConverter &c) {
  int64_t rank = op.getX().getType().getRank();
  int64_t axis = c.change.moveAxis(op.getAxis(), rank);
  if (op.getKeepdims()) {
    cast<Op>(c.rebuild(op, c.get(op.getX()))).setAxis(axis);
    return;
  }
  if (!c.change.keepsOrder(axis, rank))
    return;
  c.builder.setInsertionPoint(op);
  c.replace(op,
            Op::create(c.builder, op.getLoc(), op.getType(), c.get(op.getX()),
                       axis, op.getKeepdims(), op.getLast()));
}

void convertReductions(Operation *op, LayoutConverter &converter) {
  if (op->getNumOperands() == 0 || !converter.isAvailable(op->getOperand(0)))
    return;
  llvm::TypeSwitch<Operation *>(op)
      .Case<SoftmaxOp, LogSoftmaxOp>(
          [&](auto softmax) { convertSoftmax(softmax, converter); })
      .Case([&](ReduceOp reduce) { convertReduce(reduce, converter); })
      .Case<ArgMaxOp, ArgMinOp>(
          [&](auto reduce) { convertArgReduce(reduce, converter); });
}

} // namespace tvm::graph
