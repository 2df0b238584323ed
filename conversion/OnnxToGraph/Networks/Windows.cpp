// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "conversion/OnnxToGraph/Networks/Windows.h"
#include "conversion/OnnxToGraph/SizeErrors.h"

#include "dialects/Graph/Tensors/GraphShape.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

using namespace mlir;
using namespace tvm::graph;

namespace tvm::onnx_import {

/// Replaces `SAME_*` by pads where all spatial sizes are known.
static void resolveSame(WindowAttributes &attributes, ArrayRef<int64_t> sizes,
                        OpBuilder &builder, Location loc) {
  if (attributes.autoPad == "NOTSET" ||
      llvm::any_of(sizes, ShapedType::isDynamic))
    return;
  Window window{attributes.kernel, attributes.strides, attributes.dilations,
                attributes.pads, attributes.autoPad};
  DimMath math(builder, loc); // all is static: no operation is created
  SmallVector<int64_t> begins, ends;
  for (auto [i, size] : llvm::enumerate(sizes)) {
    OpFoldResult extent = math.constant(size);
    int64_t begin = *getConstantIntValue(window.padBegin(math, i, extent));
    int64_t total = *getConstantIntValue(window.padTotal(math, i, extent));
    begins.push_back(begin);
    ends.push_back(total - begin);
  }
  begins.append(ends);
  attributes.pads = begins;
  attributes.autoPad = "NOTSET";
}

FailureOr<WindowAttributes> readWindow(Node &node, RankedTensorType x,
                                       ArrayRef<int64_t> kernel) {
  size_t count = kernel.size();
  if (x.getRank() != static_cast<int64_t>(count) + 2)
    return node.error() << "expected data of rank " << count + 2 << ", got "
                        << x;
  SmallVector<int64_t> ones(count, 1), zeros(2 * count, 0);
  WindowAttributes attributes;
  attributes.kernel.assign(kernel.begin(), kernel.end());
  attributes.strides = node.getInts("strides", ones);
  attributes.dilations = node.getInts("dilations", ones);
  attributes.pads = node.getInts("pads", zeros);
  attributes.ceilMode = node.getInt("ceil_mode", 0) != 0;
  std::string autoPad = node.getString("auto_pad", "NOTSET");
  if (autoPad != "NOTSET" && !autoPad.empty())
    attributes.pads = zeros;
  if (autoPad != "VALID" && !autoPad.empty())
    attributes.autoPad = autoPad;
  Window window{attributes.kernel, attributes.strides, attributes.dilations,
                attributes.pads, attributes.autoPad};
  if (llvm::any_of(kernel, ShapedType::isDynamic))
    return sizeError(node) << "expected a window of static size";
  if (failed(window.verify(node.loc())))
    return failure();
  resolveSame(attributes, x.getShape().drop_front(2), node.builder(),
              node.loc());
  return attributes;
}

FailureOr<Value> alignVector(Node &node, Value vector, int64_t rank,
                             int64_t dim) {
  auto type = cast<RankedTensorType>(vector.getType());
  if (type.getRank() != 1)
    return node.error() << "expected a vector, got " << type;
  if (dim < 0 || dim >= rank)
    return node.error() << "cannot align " << type << " to axis " << dim
                        << " of " << rank << " dimensions";
  SmallVector<int64_t> shape(rank, 1);
  shape[dim] = type.getDimSize(0);
  if (auto constant = vector.getDefiningOp<ConstantOp>())
    return ConstantOp::create(
               node.builder(), constant.getLoc(),
               reshapeConstant(constant.getValue(), type.clone(shape)))
        .getResult();
  SmallVector<int64_t> others;
  for (int64_t i = 0; i < rank; ++i)
    if (i != dim)
      others.push_back(i);
  auto unsqueeze = node.create<UnsqueezeOp>(vector, others);
  if (failed(unsqueeze))
    return failure();
  return unsqueeze->getResult();
}

} // namespace tvm::onnx_import
