// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "dialects/Graph/Tensors/GraphReduction.h"
#include "transforms/Graph/Layout/LayoutModels.h"

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

/// Reductions follow their data.
template <typename Op, void (*convert)(Op, LayoutConverter &)>
static void follow(Op op, LayoutConverter &c) {
  if (c.isAvailable(op.getX()))
    convert(op, c);
}

void attachReductionLayouts(MLIRContext *context) {
  attachLayout<SoftmaxOp, follow<SoftmaxOp, convertSoftmax>>(context);
  attachLayout<LogSoftmaxOp, follow<LogSoftmaxOp, convertSoftmax>>(context);
  attachLayout<ReduceOp, follow<ReduceOp, convertReduce>>(context);
  attachLayout<ArgMaxOp, follow<ArgMaxOp, convertArgReduce>>(context);
  attachLayout<ArgMinOp, follow<ArgMinOp, convertArgReduce>>(context);
}

} // namespace tvm::graph
