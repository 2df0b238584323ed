#include "conversion/GraphToTE/Definition.h"

#include "dialects/Graph/GraphElementwise.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"

using namespace mlir;
using namespace tvm::graph;

namespace tvm {

static Value defineAdd(AddOp, Definition &d, ValueRange x) {
  return d.b.add(x[0], x[1]);
}

static Value defineSub(SubOp, Definition &d, ValueRange x) {
  return d.b.sub(x[0], x[1]);
}

static Value defineMul(MulOp, Definition &d, ValueRange x) {
  return d.b.mul(x[0], x[1]);
}

static Value defineDiv(DivOp, Definition &d, ValueRange x) {
  return d.b.div(x[0], x[1], d.isUnsigned(0));
}

static Value defineLess(LessOp, Definition &d, ValueRange x) {
  return d.b.toStorage(d.b.compare(te::TEBuilder::Compare::LT, x[0], x[1],
                                   d.isUnsigned(0)));
}

static Value defineRelu(ReluOp, Definition &d, ValueRange x) {
  // `x < 0 ? 0 : x` hands on NaN and is one instruction.
  Value zero = d.b.constant(x[0].getType(), 0);
  return d.b.select(d.b.compare(te::TEBuilder::Compare::LT, x[0], zero), zero,
                    x[0]);
}

static Value defineExp(ExpOp, Definition &d, ValueRange x) {
  Value wide = d.b.cast(x[0], getComputeType(x[0].getType()));
  Value exp = math::ExpOp::create(d.b.builder, d.b.loc, wide);
  return d.b.cast(exp, d.resultElement());
}

void attachElementwiseDefinitions(MLIRContext *context) {
  attachElementwise<AddOp, defineAdd>(context);
  attachElementwise<SubOp, defineSub>(context);
  attachElementwise<MulOp, defineMul>(context);
  attachElementwise<DivOp, defineDiv>(context);
  attachElementwise<LessOp, defineLess>(context);
  attachElementwise<ReluOp, defineRelu>(context);
  attachElementwise<ExpOp, defineExp>(context);
}

} // namespace tvm
