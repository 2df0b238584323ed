// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "conversion/GraphToTE/Networks/Windows.h"

#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace tvm::graph;

namespace tvm {

ReductionAxes::ReductionAxes(te::Extents all) {
  for (OpFoldResult extent : all) {
    isKept.push_back(!isConstantIntValue(extent, 1));
    if (isKept.back())
      kept.push_back(extent);
  }
  if (kept.empty()) {
    kept.push_back(all.back());
    isKept.back() = true;
  }
}

SmallVector<te::Index> ReductionAxes::expand(te::Axes axes) const {
  SmallVector<te::Index> all;
  const te::Index *next = axes.begin();
  for (bool kept : isKept)
    all.push_back(kept ? *next++ : te::Index(0));
  return all;
}

SmallVector<OpFoldResult> getKernelExtents(Definition &d,
                                           const Window &window) {
  return llvm::map_to_vector(window.kernel, [&](int64_t size) {
    return OpFoldResult(d.b.builder.getIndexAttr(size));
  });
}

/// Padding in front of spatial dimensions, as index expressions.
static SmallVector<te::Index> getPadBegins(Definition &d, Value x,
                                           const Window &window,
                                           const TensorLayout &layout) {
  DimMath math(d.b.builder, d.b.loc);
  SmallVector<te::Index> begins;
  for (int64_t i = 0; i < window.numDims(); ++i) {
    OpFoldResult begin =
        window.padBegin(math, i, d.b.dim(x, layout.spatial(i)));
    if (auto constant = getConstantIntValue(begin))
      begins.push_back(te::Index(*constant));
    else
      begins.push_back(te::Index(cast<Value>(begin)));
  }
  return begins;
}

Value padSpatial(Definition &d, Value x, const Window &window,
                 const TensorLayout &layout, te::Extents dims,
                 function_ref<Value()> padding) {
  if (!window.needsPadding())
    return x;
  DimMath math(d.b.builder, d.b.loc);
  SmallVector<OpFoldResult> padded = d.b.dims(x);
  for (int64_t i = 0; i < window.numDims(); ++i) {
    OpFoldResult last = math.add(dims[layout.spatial(i)], math.constant(-1));
    padded[layout.spatial(i)] =
        math.add(math.mul(last, math.constant(window.strides[i])),
                 math.constant(window.extent(i)));
  }
  SmallVector<te::Index> begins = getPadBegins(d, x, window, layout);
  return d.b.compute(getElementTypeOrSelf(x), padded, [&](te::Axes axes) {
    SmallVector<te::Index> indices(axes);
    for (int64_t i = 0; i < window.numDims(); ++i)
      indices[layout.spatial(i)] = axes[layout.spatial(i)] - begins[i];
    return d.b.read(x, indices, padding());
  });
}

Value castElements(Definition &d, Value x, Type elementType) {
  if (getElementTypeOrSelf(x) == elementType)
    return x;
  return d.b.compute(elementType, d.b.dims(x), [&](te::Axes axes) {
    return d.b.cast(d.b.read(x, axes), elementType);
  });
}

Value readWide(Definition &d, Value tensor, te::Axes axes) {
  Value element = d.b.read(tensor, axes);
  return d.b.cast(element, getComputeType(element.getType()));
}

Value readFactor(Definition &d, int operand, Value tensor, te::Axes axes,
                 Value padding) {
  return d.b.cast(d.b.read(tensor, axes, padding),
                  getComputeType(d.resultElement()), d.isUnsigned(operand));
}

} // namespace tvm
