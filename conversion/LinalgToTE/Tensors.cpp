// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Operations of `tensor` that move elements.

#include "conversion/LinalgToTE/Converter.h"

using namespace mlir;

namespace tvm::linalg_to_te {

static Type getStoredElement(Value old) {
  return getStoredType(getElementTypeOrSelf(old));
}

//===-- reshapes ----------------------------------------------------------===//

/// The sizes of the dimensions `group` of `type`, except the first one.
static FailureOr<SmallVector<int64_t>>
getInnerSizes(Operation *op, RankedTensorType type, ArrayRef<int64_t> group) {
  SmallVector<int64_t> sizes;
  for (int64_t dim : group.drop_front()) {
    if (type.isDynamicDim(dim))
      return refuse(op) << "expected known sizes behind the first one of a "
                           "group, got "
                        << type;
    sizes.push_back(type.getDimSize(dim));
  }
  return sizes;
}

using InnerSizes = SmallVector<SmallVector<int64_t>>;

static FailureOr<InnerSizes>
getInnerSizes(Operation *op, RankedTensorType type,
              ArrayRef<ReassociationIndices> groups) {
  InnerSizes sizes;
  for (ArrayRef<int64_t> group : groups) {
    auto inner = getInnerSizes(op, type, group);
    if (failed(inner))
      return failure();
    sizes.push_back(*inner);
  }
  return sizes;
}

LogicalResult convertReshape(Converter &converter, tensor::ExpandShapeOp op) {
  auto groups = op.getReassociationIndices();
  auto sizes = getInnerSizes(op, op.getResultType(), groups);
  if (failed(sizes))
    return failure();
  te::TEBuilder b(converter.getBuilder(), op.getLoc());
  auto dims = converter.getScalars(op.getMixedOutputShape());
  Value result =
      b.compute(getStoredElement(op.getResult()), dims, [&](te::Axes axes) {
        SmallVector<te::Index> indices;
        for (auto [group, inner] : llvm::zip(groups, *sizes)) {
          te::Index index = axes[group.front()];
          for (auto [dim, size] :
               llvm::zip(ArrayRef(group).drop_front(), inner))
            index = index * te::Index(size) + axes[dim];
          indices.push_back(index);
        }
        return b.read(converter.getTensor(op.getSrc()), indices);
      });
  converter.map(op.getResult(), result);
  return success();
}

/// The product of a size and constants.
static OpFoldResult multiply(te::TEBuilder &b, OpFoldResult size,
                             ArrayRef<int64_t> others) {
  for (int64_t other : others) {
    if (auto constant = getConstantIntValue(size))
      size = b.builder.getIndexAttr(*constant * other);
    else
      size = b.mul(b.value(size), b.value(te::Index(other)));
  }
  return size;
}

LogicalResult convertReshape(Converter &converter, tensor::CollapseShapeOp op) {
  auto groups = op.getReassociationIndices();
  auto sizes = getInnerSizes(op, op.getSrcType(), groups);
  if (failed(sizes))
    return failure();
  te::TEBuilder b(converter.getBuilder(), op.getLoc());
  SmallVector<OpFoldResult> dims;
  for (auto [group, inner] : llvm::zip(groups, *sizes))
    dims.push_back(
        multiply(b, converter.getSize(op.getSrc(), group.front()), inner));
  int64_t rank = op.getSrcType().getRank();
  Value result =
      b.compute(getStoredElement(op.getResult()), dims, [&](te::Axes axes) {
        SmallVector<te::Index> indices(rank, te::Index(0));
        for (auto [axis, group, inner] : llvm::zip(axes, groups, *sizes)) {
          te::Index rest = axis;
          for (auto [dim, size] :
               llvm::reverse(llvm::zip(ArrayRef(group).drop_front(), inner))) {
            indices[dim] = rest.mod(size);
            rest = rest.floorDiv(size);
          }
          indices[group.front()] = rest;
        }
        return b.read(converter.getTensor(op.getSrc()), indices);
      });
  converter.map(op.getResult(), result);
  return success();
}

//===-- slices ------------------------------------------------------------===//

static te::Index toIndex(OpFoldResult value) {
  if (auto constant = getConstantIntValue(value))
    return te::Index(*constant);
  return te::Index(cast<Value>(value));
}

LogicalResult convertSlice(Converter &converter, tensor::ExtractSliceOp op) {
  for (int64_t stride : op.getStaticStrides())
    if (ShapedType::isDynamic(stride))
      return refuse(op) << "expected strides that are known";
  auto offsets = converter.getScalars(op.getMixedOffsets());
  auto sizes = converter.getScalars(op.getMixedSizes());
  llvm::SmallBitVector dropped = op.getDroppedDims();
  SmallVector<OpFoldResult> dims;
  for (auto [i, size] : llvm::enumerate(sizes))
    if (!dropped.test(i))
      dims.push_back(size);
  te::TEBuilder b(converter.getBuilder(), op.getLoc());
  Value result =
      b.compute(getStoredElement(op.getResult()), dims, [&](te::Axes axes) {
        SmallVector<te::Index> indices;
        for (auto [i, offset] : llvm::enumerate(offsets)) {
          indices.push_back(toIndex(offset));
          if (dropped.test(i))
            continue;
          indices.back() =
              indices.back() + axes.front() * te::Index(op.getStaticStride(i));
          axes = axes.drop_front();
        }
        return b.read(converter.getTensor(op.getSource()), indices);
      });
  converter.map(op.getResult(), result);
  return success();
}

/// Elements outside of the slice come from the destination.
LogicalResult convertSlice(Converter &converter, tensor::InsertSliceOp op) {
  if (!op.hasUnitStride())
    return refuse(op) << "expected strides of 1";
  auto offsets = converter.getScalars(op.getMixedOffsets());
  llvm::SmallBitVector dropped = op.getDroppedDims();
  te::TEBuilder b(converter.getBuilder(), op.getLoc());
  auto dims = converter.getSizes(op.getDest());
  Value source = converter.getTensor(op.getSource());
  Value dest = converter.getTensor(op.getDest());
  Value result =
      b.compute(getStoredElement(op.getResult()), dims, [&](te::Axes axes) {
        SmallVector<te::Index> indices;
        Value inside;
        for (auto [i, offset] : llvm::enumerate(offsets)) {
          te::Index index = axes[i] - toIndex(offset);
          if (!dropped.test(i)) {
            indices.push_back(index);
            continue;
          }
          Value isRow = b.compare(te::TEBuilder::Compare::EQ, b.value(index),
                                  b.value(te::Index(0)));
          inside = inside ? b.logicalAnd(inside, isRow) : isRow;
        }
        Value old = b.read(dest, axes);
        Value element = b.read(source, indices, old);
        return inside ? b.select(inside, element, old) : element;
      });
  converter.map(op.getResult(), result);
  return success();
}

//===-- others ------------------------------------------------------------===//

LogicalResult convertPad(Converter &converter, tensor::PadOp op) {
  Value padding = op.getConstantPaddingValue();
  if (!padding)
    return refuse(op) << "expected a padding that is the same everywhere";
  auto low = converter.getScalars(op.getMixedLowPad());
  auto high = converter.getScalars(op.getMixedHighPad());
  te::TEBuilder b(converter.getBuilder(), op.getLoc());
  if (Operation *inner = padding.getDefiningOp();
      inner && inner->getParentOp() == op)
    padding = b.builder.clone(*inner)->getResult(0);
  SmallVector<OpFoldResult> dims;
  for (auto [i, size] : llvm::enumerate(op.getResultType().getShape())) {
    if (!ShapedType::isDynamic(size)) {
      dims.push_back(b.builder.getIndexAttr(size));
      continue;
    }
    Value inner = b.value(converter.getSize(op.getSource(), i));
    dims.push_back(b.add(b.add(inner, b.value(low[i])), b.value(high[i])));
  }
  Value result =
      b.compute(getStoredElement(op.getResult()), dims, [&](te::Axes axes) {
        SmallVector<te::Index> indices;
        for (auto [axis, offset] : llvm::zip(axes, low))
          indices.push_back(axis - toIndex(offset));
        return b.read(converter.getTensor(op.getSource()), indices,
                      toStored(b, converter.getScalar(padding)));
      });
  converter.map(op.getResult(), result);
  return success();
}

LogicalResult convertGenerate(Converter &converter, tensor::GenerateOp op) {
  Block &block = op.getBody().front();
  SmallVector<Operation *> ops;
  for (Operation &inner : block.without_terminator()) {
    if (inner.getNumRegions())
      return refuse(op) << "expected a body without regions, got '"
                        << inner.getName() << "'";
    ops.push_back(&inner);
  }
  te::TEBuilder b(converter.getBuilder(), op.getLoc());
  auto dims = converter.getScalars(getMixedValues(
      op.getType().getShape(), op.getDynamicExtents(), op.getContext()));
  Value result =
      b.compute(getStoredElement(op.getResult()), dims, [&](te::Axes axes) {
        IRMapping mapping = converter.getValues();
        for (auto [argument, axis] : llvm::zip(block.getArguments(), axes))
          mapping.map(argument, b.value(axis));
        cloneBody(b, converter, ops, axes, mapping);
        Value yielded = block.getTerminator()->getOperand(0);
        return toStored(b, mapping.lookupOrDefault(yielded));
      });
  converter.map(op.getResult(), result);
  return success();
}

/// Maps a cast to its operand: only static knowledge of sizes changes.
void convertCast(Converter &converter, tensor::CastOp op) {
  te::TEBuilder b(converter.getBuilder(), op.getLoc());
  auto type = cast<RankedTensorType>(op.getType());
  SmallVector<OpFoldResult> dims = converter.getSizes(op.getSource());
  for (auto [dim, size] : llvm::zip(dims, type.getShape()))
    dim = ShapedType::isDynamic(size) ? OpFoldResult(b.value(dim))
                                      : b.builder.getIndexAttr(size);
  Value result =
      b.compute(getStoredElement(op.getResult()), dims, [&](te::Axes axes) {
        return b.read(converter.getTensor(op.getSource()), axes);
      });
  converter.map(op.getResult(), result);
}

void convertSplat(Converter &converter, tensor::SplatOp op) {
  te::TEBuilder b(converter.getBuilder(), op.getLoc());
  Value scalar = converter.getScalar(op.getInput());
  auto dims = converter.getScalars(getMixedValues(
      op.getType().getShape(), op.getDynamicSizes(), op.getContext()));
  Value result = b.compute(getStoredElement(op.getResult()), dims,
                           [&](te::Axes) { return toStored(b, scalar); });
  converter.map(op.getResult(), result);
}

} // namespace tvm::linalg_to_te
