// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "mlir/IR/TypeUtilities.h"
#include "transforms/Graph/Gradient/Rules.h"

#include <cmath>

using namespace mlir;

namespace tvm::graph {

/// The derivative of a function of one element.
template <typename Op> using Derivative = Value (*)(Op op, GradientBuilder &b);

template <typename Op, Derivative<Op> derivative>
static void chain(Op op, Value gradient, GradientBuilder &b,
                  MutableArrayRef<Value> operands) {
  operands[0] = b.mul(gradient, derivative(op, b));
}

/// 0 and 1 as the condition says, to multiply with.
static Value indicate(GradientBuilder &b, Value condition, Value like) {
  return b.create<CastOp>(condition, getElementTypeOrSelf(like));
}

//===-- one operand -------------------------------------------------------===//

static Value ofNeg(NegOp op, GradientBuilder &b) {
  return b.number(op.getX(), -1);
}
static Value ofAbs(AbsOp op, GradientBuilder &b) {
  return b.create<SignOp>(op.getX());
}
static Value ofExp(ExpOp op, GradientBuilder &) { return op.getResult(); }
static Value ofLog(LogOp op, GradientBuilder &b) {
  return b.create<ReciprocalOp>(op.getX());
}
static Value ofSqrt(SqrtOp op, GradientBuilder &b) {
  return b.div(b.number(op.getX(), 0.5), op.getResult());
}
static Value ofReciprocal(ReciprocalOp op, GradientBuilder &b) {
  return b.neg(b.square(op.getResult()));
}
static Value ofSin(SinOp op, GradientBuilder &b) {
  return b.create<CosOp>(op.getX());
}
static Value ofCos(CosOp op, GradientBuilder &b) {
  return b.neg(b.create<SinOp>(op.getX()));
}
static Value ofTanh(TanhOp op, GradientBuilder &b) {
  return b.sub(b.number(op.getX(), 1), b.square(op.getResult()));
}
static Value ofSigmoid(SigmoidOp op, GradientBuilder &b) {
  Value rest = b.sub(b.number(op.getX(), 1), op.getResult());
  return b.mul(op.getResult(), rest);
}
static Value ofSoftplus(SoftplusOp op, GradientBuilder &b) {
  return b.create<SigmoidOp>(op.getX());
}
static Value ofRelu(ReluOp op, GradientBuilder &b) {
  Value isPositive = b.create<GreaterOp>(op.getX(), b.number(op.getX(), 0));
  return indicate(b, isPositive, op.getX());
}
/// `2 / sqrt(pi) exp(-x^2)`
static Value ofErf(ErfOp op, GradientBuilder &b) {
  Value bell = b.create<ExpOp>(b.neg(b.square(op.getX())));
  return b.mul(bell, b.number(op.getX(), M_2_SQRTPI));
}

//===-- two operands ------------------------------------------------------===//

static void ofAdd(AddOp, Value gradient, GradientBuilder &,
                  MutableArrayRef<Value> operands) {
  operands[0] = operands[1] = gradient;
}

static void ofSub(SubOp, Value gradient, GradientBuilder &b,
                  MutableArrayRef<Value> operands) {
  operands[0] = gradient;
  operands[1] = b.neg(gradient);
}

static void ofMul(MulOp op, Value gradient, GradientBuilder &b,
                  MutableArrayRef<Value> operands) {
  operands[0] = b.mul(gradient, op.getRhs());
  operands[1] = b.mul(gradient, op.getLhs());
}

static void ofDiv(DivOp op, Value gradient, GradientBuilder &b,
                  MutableArrayRef<Value> operands) {
  operands[0] = b.div(gradient, op.getRhs());
  operands[1] = b.neg(b.div(b.mul(gradient, op.getResult()), op.getRhs()));
}

/// Passes the gradient to the chosen operand, for equal elements to the first
/// one.
template <typename Op, typename Compare>
static void ofChoice(Op op, Value gradient, GradientBuilder &b,
                     MutableArrayRef<Value> operands) {
  Value isLhs = b.create<Compare>(op.getLhs(), op.getRhs());
  operands[0] = b.choose(isLhs, gradient);
  operands[1] = b.choose(b.create<NotOp>(isLhs), gradient);
}

static void ofPow(PowOp op, Value gradient, GradientBuilder &b,
                  MutableArrayRef<Value> operands) {
  Value x = op.getLhs(), y = op.getRhs();
  if (x.getType() != y.getType() &&
      getElementTypeOrSelf(x) != getElementTypeOrSelf(y))
    y = b.create<CastOp>(y, getElementTypeOrSelf(x));
  Value less = b.create<PowOp>(x, b.sub(y, b.number(y, 1)));
  operands[0] = b.mul(gradient, b.mul(y, less));
  if (y == op.getRhs())
    operands[1] = b.mul(gradient, b.mul(op.getResult(), b.create<LogOp>(x)));
}

static void ofWhere(WhereOp op, Value gradient, GradientBuilder &b,
                    MutableArrayRef<Value> operands) {
  operands[1] = b.choose(op.getCondition(), gradient);
  operands[2] = b.choose(b.create<NotOp>(op.getCondition()), gradient);
}

/// Between types of floats.
static void ofCast(CastOp op, Value gradient, GradientBuilder &b,
                   MutableArrayRef<Value> operands) {
  Type element = getElementTypeOrSelf(op.getX());
  if (isa<FloatType>(element))
    operands[0] = b.create<CastOp>(gradient, element);
}

void attachElementwiseGradients(MLIRContext *context) {
  attachGradient<NegOp, chain<NegOp, ofNeg>>(context);
  attachGradient<AbsOp, chain<AbsOp, ofAbs>>(context);
  attachGradient<ExpOp, chain<ExpOp, ofExp>>(context);
  attachGradient<LogOp, chain<LogOp, ofLog>>(context);
  attachGradient<SqrtOp, chain<SqrtOp, ofSqrt>>(context);
  attachGradient<ReciprocalOp, chain<ReciprocalOp, ofReciprocal>>(context);
  attachGradient<SinOp, chain<SinOp, ofSin>>(context);
  attachGradient<CosOp, chain<CosOp, ofCos>>(context);
  attachGradient<TanhOp, chain<TanhOp, ofTanh>>(context);
  attachGradient<SigmoidOp, chain<SigmoidOp, ofSigmoid>>(context);
  attachGradient<SoftplusOp, chain<SoftplusOp, ofSoftplus>>(context);
  attachGradient<ReluOp, chain<ReluOp, ofRelu>>(context);
  attachGradient<ErfOp, chain<ErfOp, ofErf>>(context);
  attachGradient<AddOp, ofAdd>(context);
  attachGradient<SubOp, ofSub>(context);
  attachGradient<MulOp, ofMul>(context);
  attachGradient<DivOp, ofDiv>(context);
  attachGradient<MaxOp, ofChoice<MaxOp, GreaterEqualOp>>(context);
  attachGradient<MinOp, ofChoice<MinOp, LessEqualOp>>(context);
  attachGradient<PowOp, ofPow>(context);
  attachGradient<WhereOp, ofWhere>(context);
  attachGradient<CastOp, ofCast>(context);
}

} // namespace tvm::graph
