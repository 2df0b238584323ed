// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "dialects/Graph/Tensors/GraphResize.h"
#include "dialects/Graph/Tensors/GraphShape.h"
#include "transforms/Graph/Layout/LayoutModels.h"

using namespace mlir;

namespace tvm::graph {

/// A copy of `op` with its data, the first operand, in the new layout.
template <typename Op> static Op rebuildOnData(Op op, LayoutConverter &c) {
  SmallVector<Value> operands(op->getOperands());
  operands[0] = c.get(operands[0]);
  return cast<Op>(c.rebuild(op, operands));
}

static void convert(ConcatOp op, LayoutConverter &c) {
  auto operands =
      llvm::map_to_vector(op.getInputs(), [&](Value x) { return c.get(x); });
  int64_t rank = op.getResult().getType().getRank();
  cast<ConcatOp>(c.rebuild(op, operands))
      .setAxis(c.change.moveAxis(op.getAxis(), rank));
}

static void convert(PadOp op, LayoutConverter &c) {
  auto order = c.change.getOrder(op.getX().getType().getRank());
  PadOp copy = rebuildOnData(op, c);
  copy.setLow(permute(op.getLow(), order));
  copy.setHigh(permute(op.getHigh(), order));
}

/// Bounds, sizes, scales and regions are listed by axis: they stay.
template <typename Op> static void convert(Op op, LayoutConverter &c) {
  int64_t rank = getTensorType(op.getX()).getRank();
  rebuildOnData(op, c).setAxes(c.change.moveAxes(op.getAxes(), rank));
}

/// A transpose of data becomes another one of moved data, or none.
static void convert(TransposeOp op, LayoutConverter &c) {
  int64_t rank = getTensorType(op.getX()).getRank();
  auto order = c.change.moveAxes(op.getPermutation(), rank);
  Value x = c.get(op.getX());
  c.builder.setInsertionPoint(op);
  bool isIdentity = llvm::is_sorted(order) && x.getType() == op.getType();
  c.replace(op, isIdentity ? x
                           : TransposeOp::create(c.builder, op.getLoc(),
                                                 op.getType(), x, order)
                                 .getResult());
}

/// Operators that move elements follow their data: the first operand, or any
/// part of a concatenation.
template <typename Op> static void follow(Op op, LayoutConverter &c) {
  if (c.isAvailable(op->getOperand(0)))
    convert(op, c);
}

template <> void follow(ConcatOp op, LayoutConverter &c) {
  if (llvm::any_of(op.getInputs(), [&](Value x) { return c.isAvailable(x); }))
    convert(op, c);
}

/// The shape of the result names dimensions, and may be known only when the
/// model runs.
static void stay(ExpandOp, LayoutConverter &) {}

void attachShapeLayouts(MLIRContext *context) {
  attachLayout<ConcatOp, follow<ConcatOp>>(context);
  attachLayout<PadOp, follow<PadOp>>(context);
  attachLayout<SliceOp, follow<SliceOp>>(context);
  attachLayout<ResizeOp, follow<ResizeOp>>(context);
  attachLayout<TransposeOp, follow<TransposeOp>>(context);
  attachLayout<ExpandOp, stay>(context);
}

} // namespace tvm::graph
