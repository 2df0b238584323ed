// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Shapes as tensors, and tensors without tensor operands.

#include "conversion/GraphToTE/IndexArithmetic.h"

#include "dialects/Graph/Tensors/GraphShape.h"
#include "mlir/Dialect/Math/IR/Math.h"

#include <cmath>

using namespace mlir;
using namespace tvm::graph;

namespace tvm {

using Results = FailureOr<SmallVector<Value>>;
using Compare = te::TEBuilder::Compare;

static Value toI64(Definition &d, Value index) {
  return arith::IndexCastOp::create(d.b.builder, d.b.loc,
                                    d.b.builder.getI64Type(), index);
}

static Results defineShape(ShapeOp op, Definition &d) {
  auto dims = d.resultDims();
  if (failed(dims))
    return failure();
  auto [start, end] = op.getBounds();
  SmallVector<Value> sizes;
  for (int64_t i = start; i < end; ++i)
    sizes.push_back(toI64(d, d.b.value(d.b.dim(d.operands[0], i))));
  return SmallVector<Value>{
      d.b.compute(d.resultElement(), *dims, [&](te::Axes axes) {
        IndexArithmetic arithmetic{d.b};
        Value result = sizes.empty() ? d.b.constantInt(d.resultElement(), 0)
                                     : sizes.back();
        Value position = d.b.value(axes[0]);
        for (size_t i = sizes.size(); i-- > 1;)
          result = d.b.select(arithmetic.less(position, arithmetic.constant(i)),
                              sizes[i - 1], result);
        return result;
      })};
}

static Results defineSize(SizeOp, Definition &d) {
  IndexArithmetic arithmetic{d.b};
  Value count = arithmetic.constant(1);
  for (OpFoldResult dim : d.b.dims(d.operands[0]))
    count = arithmetic.mul(count, d.b.value(dim));
  Value size = toI64(d, count);
  return SmallVector<Value>{
      d.b.compute(d.resultElement(), {}, [&](te::Axes) { return size; })};
}

/// The only element of a tensor.
static Value readSingle(Definition &d, Value tensor) {
  int64_t rank = cast<RankedTensorType>(tensor.getType()).getRank();
  return d.b.read(tensor, SmallVector<te::Index>(rank, 0));
}

static Results defineRange(RangeOp, Definition &d) {
  auto dims = d.resultDims();
  if (failed(dims))
    return failure();
  return SmallVector<Value>{
      d.b.compute(d.resultElement(), *dims, [&](te::Axes axes) {
        Type type = getComputeType(d.resultElement());
        bool isUnsigned = d.isUnsigned(0);
        Value start = d.b.cast(readSingle(d, d.operands[0]), type, isUnsigned);
        Value delta = d.b.cast(readSingle(d, d.operands[2]), type, isUnsigned);
        Value step = d.b.cast(toI64(d, d.b.value(axes[0])), type);
        return d.b.cast(d.b.add(start, d.b.mul(step, delta)),
                        d.resultElement());
      })};
}

static Results defineConstantOfShape(ConstantOfShapeOp op, Definition &d) {
  auto dims = d.resultDims();
  if (failed(dims))
    return failure();
  Attribute element = *op.getValue().getValues<Attribute>().begin();
  return SmallVector<Value>{
      d.b.compute(d.resultElement(), *dims, [&](te::Axes) {
        return arith::ConstantOp::create(
            d.b.builder, d.b.loc, getStoredNumber(element, d.resultElement()));
      })};
}

static Results defineCosineWindow(CosineWindowOp op, Definition &d) {
  auto dims = d.resultDims();
  if (failed(dims))
    return failure();
  Type element = d.resultElement();
  Type type = isa<FloatType>(element) ? getComputeType(element)
                                      : Float32Type::get(element.getContext());
  te::Index period(d.b.value((*dims)[0]));
  if (op.getSymmetric())
    period = period - 1;
  return SmallVector<Value>{d.b.compute(element, *dims, [&](te::Axes axes) {
    Value position = d.b.cast(toI64(d, d.b.value(axes[0])), type);
    Value length = d.b.cast(toI64(d, d.b.value(period)), type);
    Value sum = d.b.constant(type, 0);
    auto coefficients = op.getCoefficients().getAsValueRange<FloatAttr>();
    for (auto [k, coefficient] : llvm::enumerate(coefficients)) {
      Value turn = d.b.constant(type, 2 * M_PI * k);
      Value cosine = math::CosOp::create(
          d.b.builder, d.b.loc, d.b.div(d.b.mul(turn, position), length));
      sum = d.b.add(
          sum,
          d.b.mul(d.b.constant(type, coefficient.convertToDouble()), cosine));
    }
    return d.b.cast(sum, element, false, d.isUnsignedResult());
  })};
}

static Results defineEyeLike(EyeLikeOp op, Definition &d) {
  auto dims = d.resultDims();
  if (failed(dims))
    return failure();
  return SmallVector<Value>{
      d.b.compute(d.resultElement(), *dims, [&](te::Axes axes) {
        IndexArithmetic arithmetic{d.b};
        Value diagonal = arithmetic.equal(
            d.b.value(axes[1]),
            d.b.value(axes[0] + te::Index(static_cast<int64_t>(op.getK()))));
        return d.b.select(diagonal, d.b.constantInt(d.resultElement(), 1),
                          d.b.constantInt(d.resultElement(), 0));
      })};
}

static Results defineTrilu(TriluOp op, Definition &d) {
  auto dims = d.resultDims();
  if (failed(dims))
    return failure();
  return SmallVector<Value>{
      d.b.compute(d.resultElement(), *dims, [&](te::Axes axes) {
        IndexArithmetic arithmetic{d.b};
        auto known =
            op.getK() ? getConstantInts(op.getK()) : SmallVector<int64_t>{0};
        Value k = known ? arithmetic.constant((*known)[0])
                        : arithmetic.cast(readSingle(d, d.operands[1]));
        Value distance =
            d.b.value(axes[axes.size() - 1] - axes[axes.size() - 2]);
        Value isOutside = op.getUpper() ? arithmetic.less(distance, k)
                                        : arithmetic.less(k, distance);
        return d.b.select(isOutside, d.b.constantInt(d.resultElement(), 0),
                          d.b.read(d.operands[0], axes));
      })};
}

void attachShapeTensorDefinitions(MLIRContext *context) {
  attachTensor<ShapeOp, defineShape>(context);
  attachTensor<SizeOp, defineSize>(context);
  attachTensor<RangeOp, defineRange>(context);
  attachTensor<ConstantOfShapeOp, defineConstantOfShape>(context);
  attachTensor<CosineWindowOp, defineCosineWindow>(context);
  attachTensor<EyeLikeOp, defineEyeLike>(context);
  attachTensor<TriluOp, defineTrilu>(context);
}

} // namespace tvm
