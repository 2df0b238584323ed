// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Operators that select, move or repeat elements.

#include "conversion/GraphToTE/IndexArithmetic.h"

#include "dialects/Graph/Shapes/SizeRemedy.h"
#include "dialects/Graph/Tensors/GraphShape.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

using namespace mlir;
using namespace tvm::graph;

namespace tvm {

using Results = FailureOr<SmallVector<Value>>;

/// Builds a result whose elements are elements of operand 0 at `indices(axes,
/// dims)`.
template <typename Indices>
static Results defineMoved(Definition &d, Indices indices) {
  auto dims = d.resultDims();
  if (failed(dims))
    return failure();
  return SmallVector<Value>{
      d.b.compute(d.resultElement(), *dims, [&](te::Axes axes) {
        return d.b.read(d.operands[0], indices(axes, te::Extents(*dims)));
      })};
}

//===-- transpose, reshape ------------------------------------------------===//

static Results defineTranspose(TransposeOp op, Definition &d) {
  return defineMoved(d, [&](te::Axes axes, te::Extents) {
    SmallVector<te::Index> source(axes);
    for (auto [i, dim] : llvm::enumerate(op.getPermutation()))
      source[dim] = axes[i];
    return source;
  });
}

/// The symbolic dimensions of the result of `op`; static ones come from its
/// type.
template <typename Op>
static SymbolicShape getResultShape(Op op, ShapeValues &values) {
  auto type = cast<RankedTensorType>(op.getType());
  SymbolicShape shape(type.getRank(), values.unknown());
  auto inferred = op.getSymbolicShape(values);
  if (succeeded(inferred) && inferred->size() == shape.size())
    shape = *inferred;
  for (auto [i, size] : llvm::enumerate(type.getShape()))
    if (!ShapedType::isDynamic(size))
      shape[i] = values.constant(size);
  return shape;
}

template <typename Op> static Results defineReshape(Op op, Definition &d) {
  ShapeValues values(op.getContext());
  SymbolicShape to = getResultShape(op, values);
  SymbolicShape from = values.getDims(op.getX());
  return defineMoved(d, [&](te::Axes axes, te::Extents) {
    return mapReshaped(d.b, values, from, to, axes);
  });
}

static Results defineDepthToSpace(DepthToSpaceOp op, Definition &d) {
  auto type = cast<RankedTensorType>(op.getType());
  if (type.isDynamicDim(1))
    return refuseUnknownSizes(op, "expected a known number of channels");
  int64_t block = op.getBlockSize(), channels = type.getDimSize(1);
  return defineMoved(d, [&](te::Axes axes, te::Extents) {
    te::Index inBlock = axes[2].mod(block) * block + axes[3].mod(block);
    te::Index channel = op.getCrd() ? axes[1] * (block * block) + inBlock
                                    : inBlock * channels + axes[1];
    return SmallVector<te::Index>{axes[0], channel, axes[2].floorDiv(block),
                                  axes[3].floorDiv(block)};
  });
}

static Results defineSpaceToDepth(SpaceToDepthOp op, Definition &d) {
  auto type = cast<RankedTensorType>(op.getX().getType());
  if (type.isDynamicDim(1))
    return refuseUnknownSizes(op, "expected a known number of channels");
  int64_t block = op.getBlockSize();
  int64_t channels = std::max<int64_t>(1, type.getDimSize(1));
  return defineMoved(d, [&](te::Axes axes, te::Extents) {
    te::Index inBlock =
        op.getCrd() ? axes[1].mod(block * block) : axes[1].floorDiv(channels);
    te::Index channel =
        op.getCrd() ? axes[1].floorDiv(block * block) : axes[1].mod(channels);
    return SmallVector<te::Index>{axes[0], channel,
                                  axes[2] * block + inBlock.floorDiv(block),
                                  axes[3] * block + inBlock.mod(block)};
  });
}

//===-- concat ------------------------------------------------------------===//

/// Largest number of dynamic sizes that an index adds up by itself. A longer
/// sum is computed once, in front of the tensor, and becomes one term.
static constexpr size_t kMaxUnknownTerms = 4;

/// Each input is read at a shifted axis, with 0 outside of it; the axis selects
/// among them.
static Results defineConcat(ConcatOp op, Definition &d) {
  auto dims = d.resultDims();
  if (failed(dims))
    return failure();
  int64_t axis = op.getAxis();
  axis += axis < 0 ? dims->size() : 0;
  IndexArithmetic arithmetic{d.b};
  SmallVector<te::Index> begins{te::Index(0)};
  for (Value input : d.operands) {
    OpFoldResult size = d.b.dim(input, axis);
    auto constant = getConstantIntValue(size);
    te::Index end = begins.back() + (constant ? te::Index(*constant)
                                              : te::Index(d.b.value(size)));
    // Otherwise the total size of the indices would be quadratic in the number
    // of inputs.
    if (end.getOperands().size() > kMaxUnknownTerms)
      end = te::Index(d.b.value(end));
    begins.push_back(end);
  }
  return SmallVector<Value>{
      d.b.compute(d.resultElement(), *dims, [&](te::Axes axes) {
        Value zero = d.b.constantInt(d.resultElement(), 0);
        Value position = d.b.value(axes[axis]);
        Value result;
        for (size_t i = d.operands.size(); i-- > 0;) {
          SmallVector<te::Index> indices(axes);
          indices[axis] = axes[axis] - begins[i];
          Value element = d.b.read(d.operands[i], indices,
                                   d.operands.size() > 1 ? zero : Value());
          result = result ? d.b.select(arithmetic.less(
                                           position, d.b.value(begins[i + 1])),
                                       element, result)
                          : element;
        }
        return result;
      })};
}

//===-- expand, tile ------------------------------------------------------===//

static Results defineExpand(ExpandOp op, Definition &d) {
  ShapeValues values(op.getContext());
  SymbolicShape to = getResultShape(op, values);
  SymbolicShape from = values.getDims(op.getX());
  IndexArithmetic arithmetic{d.b};
  return defineMoved(d, [&](te::Axes axes, te::Extents) {
    SmallVector<te::Index> indices;
    size_t offset = to.size() - from.size();
    for (size_t i = 0; i < from.size(); ++i) {
      if (from[i] == to[offset + i]) {
        indices.push_back(axes[offset + i]);
        continue;
      }
      auto constant = dyn_cast<AffineConstantExpr>(from[i]);
      if (constant && constant.getValue() == 1) {
        indices.push_back(0);
        continue;
      }
      Value size = d.b.value(d.b.dim(d.operands[0], i));
      indices.push_back(te::Index(
          d.b.select(arithmetic.equal(size, arithmetic.constant(1)),
                     arithmetic.constant(0), d.b.value(axes[offset + i]))));
    }
    return indices;
  });
}

static Results defineTile(TileOp op, Definition &d) {
  auto type = cast<RankedTensorType>(op.getX().getType());
  IndexArithmetic arithmetic{d.b};
  return defineMoved(d, [&](te::Axes axes, te::Extents dims) {
    SmallVector<te::Index> indices;
    for (int64_t i = 0; i < type.getRank(); ++i) {
      int64_t size = type.getDimSize(i);
      if (ShapedType::isDynamic(size))
        indices.push_back(te::Index(arithmetic.rem(
            d.b.value(axes[i]), d.b.value(d.b.dim(d.operands[0], i)))));
      else if (size == getConstantIntValue(dims[i]) || size == 0)
        indices.push_back(axes[i]);
      else
        indices.push_back(axes[i].mod(size));
    }
    return indices;
  });
}

void attachSliceDefinitions(MLIRContext *context);
void attachShapeTensorDefinitions(MLIRContext *context);

void attachShapeDefinitions(MLIRContext *context) {
  attachTensor<TransposeOp, defineTranspose>(context);
  attachTensor<ReshapeOp, defineReshape<ReshapeOp>>(context);
  attachTensor<FlattenOp, defineReshape<FlattenOp>>(context);
  attachTensor<SqueezeOp, defineReshape<SqueezeOp>>(context);
  attachTensor<UnsqueezeOp, defineReshape<UnsqueezeOp>>(context);
  attachTensor<DepthToSpaceOp, defineDepthToSpace>(context);
  attachTensor<SpaceToDepthOp, defineSpaceToDepth>(context);
  attachTensor<ConcatOp, defineConcat>(context);
  attachTensor<ExpandOp, defineExpand>(context);
  attachTensor<TileOp, defineTile>(context);
  attachSliceDefinitions(context);
  attachShapeTensorDefinitions(context);
}

} // namespace tvm
