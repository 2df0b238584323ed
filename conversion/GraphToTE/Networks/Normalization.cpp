// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "dialects/Graph/Networks/GraphNormalization.h"

#include "conversion/GraphToTE/Networks/Windows.h"
#include "mlir/Dialect/Math/IR/Math.h"

using namespace mlir;
using namespace tvm::graph;

namespace tvm {

static Value reciprocalRoot(Definition &d, Value variance, APFloat epsilon) {
  Type type = variance.getType();
  Value shifted =
      d.b.add(variance, d.b.constant(type, epsilon.convertToFloat()));
  Value root = math::SqrtOp::create(d.b.builder, d.b.loc, shifted);
  return d.b.div(d.b.constant(type, 1), root);
}

/// Number of points of `extents` as a value of `type`.
static Value countPoints(Definition &d, te::Extents extents, Type type) {
  DimMath math(d.b.builder, d.b.loc);
  OpFoldResult count = math.constant(1);
  for (OpFoldResult extent : extents)
    count = math.mul(count, extent);
  return d.b.value(te::Index(d.b.value(count)), type);
}

//===-- batch_norm --------------------------------------------------------===//

static FailureOr<SmallVector<Value>> defineBatchNorm(BatchNormOp op,
                                                     Definition &d) {
  auto dims = d.resultDims();
  if (failed(dims))
    return failure();
  TensorLayout layout(op.getLayout(), dims->size());
  Value x = d.operands[0], scale = d.operands[1], bias = d.operands[2];
  Value mean = d.operands[3], variance = d.operands[4];
  Type element = d.resultElement();
  Type wide = getComputeType(element);
  auto read = [&](Value tensor, te::Axes axes) {
    return d.b.cast(d.b.read(tensor, axes), wide);
  };
  OpFoldResult channels = (*dims)[layout.channel()];
  Value factor = d.b.compute(wide, channels, [&](te::Axes axes) {
    return d.b.mul(read(scale, axes),
                   reciprocalRoot(d, read(variance, axes), op.getEpsilon()));
  });
  Value offset = d.b.compute(wide, channels, [&](te::Axes axes) {
    return d.b.sub(read(bias, axes),
                   d.b.mul(read(mean, axes), d.b.read(factor, axes)));
  });
  Value result = d.b.compute(element, *dims, [&](te::Axes axes) {
    const te::Index &channel = axes[layout.channel()];
    Value scaled = d.b.mul(read(x, axes), d.b.read(factor, channel));
    return d.b.cast(d.b.add(scaled, d.b.read(offset, channel)), element);
  });
  return SmallVector<Value>{result};
}

//===-- layer_norm, rms_norm ----------------------------------------------===//

/// The mean of `body` over the dimensions from `axis` on, per leading axes.
static Value meanFrom(Definition &d, int64_t axis, te::Extents dims, Type wide,
                      te::TEBuilder::Body body) {
  te::Extents outer = dims.take_front(axis), inner = dims.drop_front(axis);
  Value sum = d.b.reduce(te::Combiner::Sum, wide, outer, inner,
                         [&](te::Axes axes, te::Axes reduction) {
                           SmallVector<te::Index> all(axes);
                           llvm::append_range(all, reduction);
                           return body(all);
                         });
  return d.b.compute(wide, outer, [&](te::Axes axes) {
    return d.b.div(d.b.read(sum, axes), countPoints(d, inner, wide));
  });
}

static FailureOr<SmallVector<Value>> defineLayerNorm(LayerNormOp op,
                                                     Definition &d) {
  auto dims = d.resultDims();
  if (failed(dims))
    return failure();
  int64_t axis = op.getAxis();
  Value x = d.operands[0];
  Type element = d.resultElement(), wide = getComputeType(element);
  Value mean = meanFrom(d, axis, *dims, wide,
                        [&](te::Axes axes) { return readWide(d, x, axes); });
  auto center = [&](te::Axes axes) {
    return d.b.sub(readWide(d, x, axes), d.b.read(mean, axes.take_front(axis)));
  };
  Value variance = meanFrom(d, axis, *dims, wide, [&](te::Axes axes) {
    Value centered = center(axes);
    return d.b.mul(centered, centered);
  });
  Value deviation =
      d.b.compute(wide, ArrayRef(*dims).take_front(axis), [&](te::Axes axes) {
        return reciprocalRoot(d, d.b.read(variance, axes), op.getEpsilon());
      });
  Value result = d.b.compute(element, *dims, [&](te::Axes axes) {
    Value value =
        d.b.mul(center(axes), d.b.read(deviation, axes.take_front(axis)));
    auto parameter = [&](Value tensor) {
      return readWide(d, tensor, d.broadcastAxes(tensor, axes, *dims));
    };
    value = d.b.mul(value, parameter(d.operands[1]));
    if (op.getBias())
      value = d.b.add(value, parameter(d.operands[2]));
    return d.b.cast(value, element);
  });
  return SmallVector<Value>{result};
}

static FailureOr<SmallVector<Value>> defineRMSNorm(RMSNormOp op,
                                                   Definition &d) {
  auto dims = d.resultDims();
  if (failed(dims))
    return failure();
  int64_t axis = op.getAxis();
  Value x = d.operands[0], scale = d.operands[1];
  Type element = d.resultElement();
  Type wide = getComputeType(d.operandElement(0));
  Value square = meanFrom(d, axis, *dims, wide, [&](te::Axes axes) {
    Value value = readWide(d, x, axes);
    return d.b.mul(value, value);
  });
  Value factor =
      d.b.compute(wide, ArrayRef(*dims).take_front(axis), [&](te::Axes axes) {
        return reciprocalRoot(d, d.b.read(square, axes), op.getEpsilon());
      });
  Value result = d.b.compute(element, *dims, [&](te::Axes axes) {
    Value value =
        d.b.mul(readWide(d, x, axes), d.b.read(factor, axes.take_front(axis)));
    Value weight = d.b.read(scale, d.broadcastAxes(scale, axes, *dims));
    return d.b.cast(d.b.mul(value, d.b.cast(weight, wide)), element);
  });
  return SmallVector<Value>{result};
}

//===-- group_norm --------------------------------------------------------===//

namespace {
/// Groups of channels: statistics have shape [batch, group].
struct ChannelGroups {
  Definition &d;
  TensorLayout layout;
  SmallVector<OpFoldResult> dims; // of the data
  int64_t groups;
  int64_t channelsPerGroup;
  Type wide;

  SmallVector<OpFoldResult> getOuter() {
    return {dims[0], d.b.builder.getIndexAttr(groups)};
  }
  /// Axes of the statistics of the element at `axes`.
  SmallVector<te::Index> getGroup(te::Axes axes) {
    return {axes[0], axes[layout.channel()].floorDiv(channelsPerGroup)};
  }
  /// Mean of `body` (at axes of the data) over each group.
  Value mean(te::TEBuilder::Body body);
};
} // namespace

Value ChannelGroups::mean(te::TEBuilder::Body body) {
  // Channels first or last, as they lie in the data.
  SmallVector<OpFoldResult> inner;
  for (int64_t i = 1; i < layout.rank; ++i)
    inner.push_back(
        i == layout.channel()
            ? OpFoldResult(d.b.builder.getIndexAttr(channelsPerGroup))
            : dims[i]);
  ReductionAxes reduction(inner);
  Value sum =
      d.b.reduce(te::Combiner::Sum, wide, getOuter(), reduction.extents(),
                 [&](te::Axes axes, te::Axes reductionAxes) {
                   SmallVector<te::Index> all{axes[0]};
                   llvm::append_range(all, reduction.expand(reductionAxes));
                   te::Index &channel = all[layout.channel()];
                   channel = axes[1] * te::Index(channelsPerGroup) + channel;
                   return body(all);
                 });
  return d.b.compute(wide, getOuter(), [&](te::Axes axes) {
    return d.b.div(d.b.read(sum, axes), countPoints(d, inner, wide));
  });
}

static FailureOr<SmallVector<Value>> defineGroupNorm(GroupNormOp op,
                                                     Definition &d) {
  auto dims = d.resultDims();
  if (failed(dims))
    return failure();
  TensorLayout layout(op.getLayout(), dims->size());
  int64_t channels = op.getX().getType().getDimSize(layout.channel());
  int64_t groups = op.getNumGroups();
  Value x = d.operands[0];
  Type element = d.resultElement(), wide = getComputeType(element);
  ChannelGroups parts{
      d, layout, *dims, groups, std::max<int64_t>(channels / groups, 1), wide};
  Value mean = parts.mean([&](te::Axes axes) { return readWide(d, x, axes); });
  auto center = [&](te::Axes axes) {
    return d.b.sub(readWide(d, x, axes), d.b.read(mean, parts.getGroup(axes)));
  };
  Value variance = parts.mean([&](te::Axes axes) {
    Value centered = center(axes);
    return d.b.mul(centered, centered);
  });
  Value deviation = d.b.compute(wide, parts.getOuter(), [&](te::Axes axes) {
    return reciprocalRoot(d, d.b.read(variance, axes), op.getEpsilon());
  });
  Value result = d.b.compute(element, *dims, [&](te::Axes axes) {
    SmallVector<te::Index> group = parts.getGroup(axes);
    auto parameter = [&](Value vector) {
      auto type = cast<RankedTensorType>(vector.getType());
      bool isPerGroup = groups != channels && type.getDimSize(0) == groups;
      return readWide(d, vector,
                      isPerGroup ? group[1] : axes[layout.channel()]);
    };
    Value value = d.b.mul(center(axes), d.b.read(deviation, group));
    value = d.b.mul(value, parameter(d.operands[1]));
    return d.b.cast(d.b.add(value, parameter(d.operands[2])), element);
  });
  return SmallVector<Value>{result};
}

//===-- lrn ---------------------------------------------------------------===//

static FailureOr<SmallVector<Value>> defineLRN(LRNOp op, Definition &d) {
  auto dims = d.resultDims();
  if (failed(dims))
    return failure();
  TensorLayout layout(op.getLayout(), dims->size());
  Value x = d.operands[0];
  Type element = d.resultElement(), wide = getComputeType(element);
  int64_t size = op.getSize();
  Value sum =
      d.b.reduce(te::Combiner::Sum, wide, *dims,
                 OpFoldResult(d.b.builder.getIndexAttr(size)),
                 [&](te::Axes axes, te::Axes reduction) {
                   SmallVector<te::Index> position(axes);
                   te::Index &channel = position[layout.channel()];
                   channel = channel + reduction[0] - te::Index((size - 1) / 2);
                   Value value =
                       d.b.read(x, position, d.b.constant(element, 0));
                   value = d.b.cast(value, wide);
                   return d.b.mul(value, value);
                 });
  auto constant = [&](APFloat value) {
    return d.b.constant(wide, value.convertToFloat());
  };
  Value result = d.b.compute(element, *dims, [&](te::Axes axes) {
    Value factor = d.b.constant(wide, op.getAlpha().convertToFloat() / size);
    Value base =
        d.b.add(constant(op.getBias()), d.b.mul(factor, d.b.read(sum, axes)));
    Value divisor = math::PowFOp::create(d.b.builder, d.b.loc, base,
                                         constant(op.getBeta()));
    return d.b.cast(d.b.div(readWide(d, x, axes), divisor), element);
  });
  return SmallVector<Value>{result};
}

void attachNormalizationDefinitions(MLIRContext *context) {
  attachTensor<BatchNormOp, defineBatchNorm>(context);
  attachTensor<LayerNormOp, defineLayerNorm>(context);
  attachTensor<RMSNormOp, defineRMSNorm>(context);
  attachTensor<GroupNormOp, defineGroupNorm>(context);
  attachTensor<LRNOp, defineLRN>(context);
}

} // namespace tvm
