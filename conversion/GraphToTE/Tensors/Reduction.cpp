// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "conversion/GraphToTE/Tensors/Reduction.h"

#include "conversion/GraphToTE/IndexArithmetic.h"
#include "conversion/GraphToTE/IntegerMath.h"
#include "dialects/Graph/Tensors/GraphReduction.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"

#include <cmath>

using namespace mlir;
using namespace tvm::graph;

namespace tvm {

using Compare = te::TEBuilder::Compare;
using Results = FailureOr<SmallVector<Value>>;

//===-- one combiner ------------------------------------------------------===//

Value Reduction::getIdentity(Type type) {
  bool isMin = combiner == te::Combiner::Min;
  if (isUnsigned && (isMin || combiner == te::Combiner::Max)) {
    int64_t largest = d.isBool(0) ? 1 : -1;
    return d.b.constantInt(type, isMin ? largest : 0);
  }
  return te::buildIdentity(d.b.builder, d.b.loc, combiner, type).front();
}

/// Builds a reduction of unsigned integers, since combiners compare signed
/// ones.
Value Reduction::buildUnsigned(Type type, te::TEBuilder::ReduceBody body) {
  Value identity = getIdentity(type);
  bool isMin = combiner == te::Combiner::Min;
  return d.b
      .reduce(
          identity, space.dims, space.reduction,
          [&](te::Axes axes, te::Axes reduction) {
            return SmallVector<Value>{body(axes, reduction)};
          },
          [&](ValueRange accumulated, ValueRange values) {
            Value l = accumulated[0], r = values[0];
            return SmallVector<Value>{isMin ? d.b.min(l, r, true)
                                            : d.b.max(l, r, true)};
          })
      .front();
}

/// Builds the reduction of the elements of `x`, converted to `type` and
/// transformed.
Value Reduction::build(Value x, Type type, Transform transform) {
  auto body = [&](te::Axes axes, te::Axes reduction) {
    Value element =
        d.b.cast(d.b.read(x, space.source(axes, reduction)), type, isUnsigned);
    element = transform(element, axes);
    if (!space.mask)
      return element;
    return d.b.select(space.mask(axes, reduction), element, getIdentity(type));
  };
  if (space.reduction.empty())
    return d.b.compute(type, space.dims,
                       [&](te::Axes axes) { return body(axes, {}); });
  if (isUnsigned &&
      (combiner == te::Combiner::Min || combiner == te::Combiner::Max))
    return buildUnsigned(type, body);
  return d.b.reduce(combiner, type, space.dims, space.reduction, body);
}

//===-- kinds -------------------------------------------------------------===//

static te::Combiner getCombiner(ReduceKind kind) {
  switch (kind) {
  case ReduceKind::Max:
    return te::Combiner::Max;
  case ReduceKind::Min:
    return te::Combiner::Min;
  case ReduceKind::Prod:
    return te::Combiner::Prod;
  default:
    return te::Combiner::Sum;
  }
}

/// The type of the reduction. Integers are reduced in f64 if the result is not
/// an integer.
static Type getReduceType(ReduceKind kind, Type type) {
  bool isFractional = kind == ReduceKind::L2 || kind == ReduceKind::LogSum ||
                      kind == ReduceKind::LogSumExp;
  if (isFractional && !isa<FloatType>(type))
    return Float64Type::get(type.getContext());
  return getComputeType(type);
}

static Value absolute(Definition &d, Value x) {
  if (isa<FloatType>(x.getType()))
    return math::AbsFOp::create(d.b.builder, d.b.loc, x);
  if (d.isUnsigned(0))
    return x;
  Value zero = d.b.constant(x.getType(), 0);
  return d.b.select(d.b.compare(Compare::LT, x, zero), d.b.neg(x), x);
}

/// The term that `kind` sums up for element `x`; `shift` is subtracted before
/// exponentials.
static Value transformElement(Definition &d, ReduceKind kind, Value x,
                              llvm::function_ref<Value()> shift) {
  switch (kind) {
  case ReduceKind::L1:
    return absolute(d, x);
  case ReduceKind::L2:
  case ReduceKind::SumSquare:
    return d.b.mul(x, x);
  case ReduceKind::LogSumExp:
    return math::ExpOp::create(d.b.builder, d.b.loc, d.b.sub(x, shift()));
  default:
    return x;
  }
}

static Value divideByCount(Definition &d, const ReductionSpace &space,
                           Value sum) {
  Value integer = arith::IndexCastOp::create(
      d.b.builder, d.b.loc, d.b.builder.getI64Type(), space.count());
  Value count = d.b.cast(integer, sum.getType());
  if (isa<FloatType>(sum.getType()))
    return d.b.div(sum, count);
  return buildIntegerDiv(d.b, sum, count, d.isUnsigned(0));
}

static Value transformResult(Definition &d, ReduceKind kind,
                             const ReductionSpace &space, Value x,
                             llvm::function_ref<Value()> shift) {
  switch (kind) {
  case ReduceKind::Mean:
    return divideByCount(d, space, x);
  case ReduceKind::L2:
    return math::SqrtOp::create(d.b.builder, d.b.loc, x);
  case ReduceKind::LogSum:
    return math::LogOp::create(d.b.builder, d.b.loc, x);
  case ReduceKind::LogSumExp:
    return d.b.add(math::LogOp::create(d.b.builder, d.b.loc, x), shift());
  default:
    return x;
  }
}

static bool transformsResult(ReduceKind kind) {
  return kind == ReduceKind::Mean || kind == ReduceKind::L2 ||
         kind == ReduceKind::LogSum || kind == ReduceKind::LogSumExp;
}

/// The maximum if it is finite, otherwise 0: exponentials of differences from
/// it neither overflow nor become NaN.
static Value readShift(Definition &d, Value maximum, te::Axes axes) {
  Value value = d.b.read(maximum, axes);
  Type type = value.getType();
  Value magnitude = math::AbsFOp::create(d.b.builder, d.b.loc, value);
  Value isFinite =
      d.b.compare(Compare::LT, magnitude, d.b.constant(type, HUGE_VAL));
  return d.b.select(isFinite, value, d.b.constant(type, 0));
}

static SmallVector<Value> defineReduction(Definition &d, ReduceKind kind,
                                          const ReductionSpace &space) {
  Value x = d.operands[0];
  Type type = getReduceType(kind, d.operandElement(0));
  Value maximum;
  if (kind == ReduceKind::LogSumExp)
    maximum = Reduction{d, space, te::Combiner::Max, d.isUnsigned(0)}.build(
        x, type, [](Value element, te::Axes) { return element; });
  auto shiftAt = [&](te::Axes axes) { return readShift(d, maximum, axes); };
  Value result = Reduction{d, space, getCombiner(kind), d.isUnsigned(0)}.build(
      x, type, [&](Value element, te::Axes axes) {
        return transformElement(d, kind, element,
                                [&] { return shiftAt(axes); });
      });
  if (!transformsResult(kind) && type == d.resultElement())
    return {result};
  return {d.b.compute(d.resultElement(), space.dims, [&](te::Axes axes) {
    Value value = transformResult(d, kind, space, d.b.read(result, axes),
                                  [&] { return shiftAt(axes); });
    return d.b.cast(value, d.resultElement(), false, d.isUnsignedResult());
  })};
}

//===-- reduce ------------------------------------------------------------===//

/// Product of the extents, of type `index`.
static Value multiplyExtents(te::TEBuilder &b, te::Extents extents) {
  Value product = arith::ConstantIndexOp::create(b.builder, b.loc, 1);
  for (OpFoldResult extent : extents)
    product = arith::MulIOp::create(b.builder, b.loc, product, b.value(extent));
  return product;
}

/// The indices of an operand whose dimensions `axes` are reduced.
static SmallVector<te::Index> mergeAxes(ArrayRef<int64_t> axes, int64_t rank,
                                        bool keepdims, te::Axes spatial,
                                        te::Axes reduction) {
  SmallVector<te::Index> indices;
  size_t nextSpatial = 0, nextReduction = 0;
  for (int64_t i = 0; i < rank; ++i) {
    if (!llvm::is_contained(axes, i)) {
      indices.push_back(spatial[nextSpatial++]);
      continue;
    }
    indices.push_back(reduction[nextReduction++]);
    nextSpatial += keepdims;
  }
  return indices;
}

ReductionSpace getSpace(Definition &d, ArrayRef<int64_t> axes, bool keepdims,
                        te::Extents dims) {
  ReductionSpace space;
  space.dims = SmallVector<OpFoldResult>(dims);
  Value x = d.operands[0];
  int64_t rank = cast<RankedTensorType>(x.getType()).getRank();
  for (int64_t axis : axes)
    space.reduction.push_back(d.b.dim(x, axis));
  space.source = [=](te::Axes spatial, te::Axes reduction) {
    return mergeAxes(axes, rank, keepdims, spatial, reduction);
  };
  te::TEBuilder &b = d.b;
  SmallVector<OpFoldResult> extents = space.reduction;
  space.count = [&b, extents] { return multiplyExtents(b, extents); };
  return space;
}

static Results defineReduce(ReduceOp op, Definition &d) {
  auto dims = d.resultDims();
  if (failed(dims))
    return failure();
  ReductionSpace space = getSpace(d, op.getAxes(), op.getKeepdims(), *dims);
  return defineReduction(d, op.getKind(), space);
}

//===-- axes that are data ------------------------------------------------===//

/// A space in which each element of the result reads all of `x`; the mask
/// selects the elements that belong to it.
static ReductionSpace getFullSpace(Definition &d, te::Extents dims) {
  ReductionSpace space;
  space.dims = SmallVector<OpFoldResult>(dims);
  space.reduction = d.b.dims(d.operands[0]);
  space.source = [](te::Axes, te::Axes reduction) {
    return SmallVector<te::Index>(reduction);
  };
  return space;
}

/// Whether dimension `i` of `rank` is among the elements of tensor `axes`.
static Value isAmongAxes(Definition &d, Value axes, int64_t i, int64_t rank) {
  auto type = cast<RankedTensorType>(axes.getType());
  Value result = d.b.constantInt(d.b.builder.getI1Type(), 0);
  int64_t count = type.getRank() ? type.getDimSize(0) : 1;
  for (int64_t k = 0; k < count; ++k) {
    SmallVector<te::Index> at;
    if (type.getRank())
      at.push_back(k);
    Value axis = d.b.read(axes, at);
    for (int64_t name : {i, i - rank}) {
      Value constant = d.b.constantInt(axis.getType(), name);
      result = d.b.logicalOr(result, d.b.compare(Compare::EQ, axis, constant));
    }
  }
  return result;
}

static Value compareIndices(Definition &d, Compare predicate, te::Index lhs,
                            te::Index rhs) {
  Type type = d.b.builder.getI64Type();
  return d.b.compare(predicate, d.b.value(lhs, type), d.b.value(rhs, type));
}

/// Whether dimension `i` of the operand is at `index` of the result. Without
/// `keepdims`, it moves forward by the number of reduced dimensions before it.
static Value isAtResultIndex(Definition &d, ArrayRef<Value> isReduced,
                             int64_t i, te::Axes axes, te::Index index) {
  Type type = d.b.builder.getI64Type();
  Value position = d.b.constantInt(type, 0);
  for (Value reduced : isReduced.take_front(i))
    position = d.b.add(position, d.b.select(reduced, d.b.constantInt(type, 0),
                                            d.b.constantInt(type, 1)));
  Value result = d.b.constantInt(d.b.builder.getI1Type(), 0);
  for (auto [k, axis] : llvm::enumerate(axes)) {
    Value isHere = d.b.compare(Compare::EQ, position, d.b.constantInt(type, k));
    Value isEqual = compareIndices(d, Compare::EQ, axis, index);
    result = d.b.logicalOr(result, d.b.logicalAnd(isHere, isEqual));
  }
  return result;
}

static Results defineDynamicReduce(DynamicReduceOp op, Definition &d) {
  auto dims = d.resultDims();
  if (failed(dims))
    return failure();
  ReductionSpace space = getFullSpace(d, *dims);
  int64_t rank = space.reduction.size();
  auto areReduced = [&d, rank] {
    SmallVector<Value> isReduced;
    for (int64_t i = 0; i < rank; ++i) {
      Value reduced = d.b.read(d.operands[1], {te::Index(i)});
      isReduced.push_back(d.b.compare(Compare::NE, reduced,
                                      d.b.constantInt(reduced.getType(), 0)));
    }
    return isReduced;
  };
  bool keepdims = op.getKeepdims();
  space.mask = [&, keepdims](te::Axes axes, te::Axes reduction) {
    SmallVector<Value> isReduced = areReduced();
    Value result = d.b.constantInt(d.b.builder.getI1Type(), 1);
    for (int64_t i = 0; i < rank; ++i) {
      Value isHere = keepdims
                         ? compareIndices(d, Compare::EQ, axes[i], reduction[i])
                         : isAtResultIndex(d, isReduced, i, axes, reduction[i]);
      result = d.b.logicalAnd(result, d.b.logicalOr(isReduced[i], isHere));
    }
    return result;
  };
  space.count = [&] {
    SmallVector<OpFoldResult> factors;
    Value one = arith::ConstantIndexOp::create(d.b.builder, d.b.loc, 1);
    for (auto [isReduced, extent] : llvm::zip(areReduced(), space.reduction))
      factors.push_back(d.b.select(isReduced, d.b.value(extent), one));
    return multiplyExtents(d.b, factors);
  };
  return defineReduction(d, op.getKind(), space);
}

//===-- cumulate ----------------------------------------------------------===//

static Results defineDynamicCumulate(DynamicCumulateOp op, Definition &d) {
  SmallVector<OpFoldResult> dims = d.b.dims(d.operands[0]);
  ReductionSpace space = getFullSpace(d, dims);
  bool reverse = op.getReverse(), exclusive = op.getExclusive();
  Compare counts = reverse ? (exclusive ? Compare::GT : Compare::GE)
                           : (exclusive ? Compare::LT : Compare::LE);
  space.mask = [&](te::Axes axes, te::Axes reduction) {
    Value result = d.b.constantInt(d.b.builder.getI1Type(), 1);
    for (auto [i, axis, index] : llvm::enumerate(axes, reduction)) {
      Value isAxis = isAmongAxes(d, d.operands[1], i, axes.size());
      Value isHere = d.b.select(isAxis, compareIndices(d, counts, index, axis),
                                compareIndices(d, Compare::EQ, index, axis));
      result = d.b.logicalAnd(result, isHere);
    }
    return result;
  };
  return defineReduction(d, op.getKind(), space);
}

/// `range` without the element at `axis`.
template <typename Range>
static auto dropAxis(const Range &range, int64_t axis) {
  auto kept = llvm::to_vector(range);
  kept.erase(kept.begin() + axis);
  return kept;
}

/// Builds the running result after each step. The axis of the scan is in front.
static Value buildScan(Definition &d, CumulateOp op, te::Extents dims,
                       Type type) {
  Value x = d.operands[0];
  int64_t axis = op.getAxis();
  te::Combiner combiner = getCombiner(op.getKind());
  SmallVector<OpFoldResult> stateDims = dropAxis(dims, axis);
  Value init = d.b.compute(type, stateDims, [&](te::Axes) {
    return te::buildIdentity(d.b.builder, d.b.loc, combiner, type).front();
  });
  te::Index last = te::Index(d.b.value(dims[axis])) - 1;
  auto step = [&](const te::Index &t, ValueRange states) {
    Value next = d.b.compute(type, stateDims, [&](te::Axes axes) {
      SmallVector<te::Index> at(axes);
      at.insert(at.begin() + axis, op.getReverse() ? last - t : t);
      Value element = d.b.cast(d.b.read(x, at), type, d.isUnsigned(0));
      return te::buildCombine(d.b.builder, d.b.loc, combiner,
                              d.b.read(states[0], axes), element)
          .front();
    });
    return SmallVector<Value>{next};
  };
  return d.b.scan(dims[axis], init, {true}, step).front();
}

static Results defineCumulate(CumulateOp op, Definition &d) {
  SmallVector<OpFoldResult> dims = d.b.dims(d.operands[0]);
  Type type = getComputeType(d.operandElement(0));
  Value scanned = buildScan(d, op, dims, type);
  int64_t axis = op.getAxis();
  te::Index last = te::Index(d.b.value(dims[axis])) - 1;
  Value result = d.b.compute(d.resultElement(), dims, [&](te::Axes axes) {
    te::Index step = op.getReverse() ? last - axes[axis] : axes[axis];
    SmallVector<te::Index> at = dropAxis(axes, axis);
    at.insert(at.begin(), op.getExclusive() ? step - 1 : step);
    Value before;
    if (op.getExclusive())
      before = te::buildIdentity(d.b.builder, d.b.loc,
                                 getCombiner(op.getKind()), type)
                   .front();
    return d.b.cast(d.b.read(scanned, at, before), d.resultElement());
  });
  return SmallVector<Value>{result};
}

//===-- arg_max, arg_min --------------------------------------------------===//

Value getComparable(Definition &d, Value x) {
  if (isa<FloatType>(x.getType()) || !d.isUnsigned(0) || d.isBool(0))
    return d.b.cast(x, getComputeType(x.getType()));
  unsigned width = x.getType().getIntOrFloatBitWidth();
  return arith::XOrIOp::create(
      d.b.builder, d.b.loc, x,
      d.b.constantInt(x.getType(), int64_t(1) << (width - 1)));
}

template <typename Op, te::Combiner combiner>
static Results defineArgReduce(Op op, Definition &d) {
  auto dims = d.resultDims();
  if (failed(dims))
    return failure();
  int64_t axis = op.getAxis();
  ReductionSpace space = getSpace(d, axis, op.getKeepdims(), *dims);
  te::Index last = te::Index(d.b.value(space.reduction[0])) - 1;
  Type indexType = IndexArithmetic{d.b}.positionType(space.reduction[0]);
  // Of equal elements the smaller index wins. To find the last one, indices are
  // counted from the end.
  Value index = d.b.argReduce(
      combiner, {getComputeType(d.operandElement(0)), indexType}, *dims,
      space.reduction, [&](te::Axes axes, te::Axes reduction) {
        Value element = d.b.read(d.operands[0], space.source(axes, reduction));
        te::Index at = op.getLast() ? last - reduction[0] : reduction[0];
        return SmallVector<Value>{getComparable(d, element),
                                  d.b.value(at, indexType)};
      })[1];
  Type result = d.resultElement();
  if (!op.getLast() && indexType == result)
    return SmallVector<Value>{index};
  return SmallVector<Value>{d.b.compute(result, *dims, [&](te::Axes axes) {
    Value found = d.b.cast(d.b.read(index, axes), result);
    return op.getLast() ? d.b.sub(d.b.value(last, result), found) : found;
  })};
}

void attachReductionDefinitions(MLIRContext *context) {
  attachTensor<ReduceOp, defineReduce>(context);
  attachTensor<DynamicReduceOp, defineDynamicReduce>(context);
  attachTensor<CumulateOp, defineCumulate>(context);
  attachTensor<DynamicCumulateOp, defineDynamicCumulate>(context);
  attachTensor<ArgMaxOp, defineArgReduce<ArgMaxOp, te::Combiner::ArgMax>>(
      context);
  attachTensor<ArgMinOp, defineArgReduce<ArgMinOp, te::Combiner::ArgMin>>(
      context);
}

} // namespace tvm
