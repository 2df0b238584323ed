// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "conversion/OnnxToGraph/Expansion.h"
#include "conversion/OnnxToGraph/InputChecks.h"
#include "conversion/OnnxToGraph/SizeErrors.h"

#include "dialects/Graph/Networks/GraphConvolution.h"
#include "dialects/Graph/Tensors/GraphElementwise.h"
#include "dialects/Graph/Tensors/GraphShape.h"

#include <limits>

using namespace mlir;
using namespace tvm::graph;

namespace tvm::onnx_import {

/// Checks data [batch, channels, length] and weights [channels, 1, taps].
static LogicalResult checkOperands(Node &node) {
  for (int i : {0, 1})
    if (failed(node.requiredInput(i)))
      return failure();
  auto data = node.inputType(0), weight = node.inputType(1);
  if (data.getRank() != 3 || weight.getRank() != 3 || data.isDynamicDim(1) ||
      weight.isDynamicDim(2) || weight.getDimSize(2) < 1)
    return sizeError(node) << "expected data [N, channels, L] and weights "
                              "[channels, 1, taps] with static channels and "
                              "taps, got "
                           << data << " and " << weight;
  int64_t channels = data.getDimSize(1), taps = weight.getDimSize(2);
  return success(
      succeeded(checkShape(node, 1, {channels, 1, taps})) &&
      succeeded(checkShape(node, 2, channels)) &&
      succeeded(checkShape(node, 3, {data.getDimSize(0), channels, taps - 1})));
}

/// The data appended to the past, which is zeros by default.
static Value prependPast(Node &node, Expansion &e, int64_t count) {
  Value x = node.input(0);
  constexpr int64_t kLength = 2;
  if (node.hasInput(3))
    return e.create<ConcatOp>(ValueRange{node.input(3), x}, kLength);
  return e.create<PadOp>(x, Value(), ArrayRef<int64_t>{0, 0, count},
                         ArrayRef<int64_t>{0, 0, 0}, PadMode::Constant);
}

/// The last `count` positions of `x`, the past of the next data.
static Value getState(Expansion &e, Value x, int64_t count) {
  constexpr int64_t kEnd = std::numeric_limits<int64_t>::max();
  int64_t start = count == 0 ? kEnd : -count;
  return e.create<SliceOp>(x, ArrayRef<int64_t>{2}, ArrayRef<int64_t>{start},
                           ArrayRef<int64_t>{kEnd}, ArrayRef<int64_t>{1});
}

/// SiLU, computed in f32 for all element types.
static Value activate(Node &node, Expansion &e, Value x) {
  Type f32 = node.builder().getF32Type(), type = getElementTypeOrSelf(x);
  Value y = e.create<SwishOp>(e.create<CastOp>(x, f32),
                              node.builder().getF32FloatAttr(1));
  return e.create<CastOp>(y, type);
}

static LogicalResult importCausalConvolution(Node &node) {
  if (failed(checkOperands(node)))
    return failure();
  std::string activation = node.getString("activation", "none");
  bool isPlain = activation == "none";
  if (!isPlain && activation != "silu" && activation != "swish")
    return node.error() << "expected activation none, silu or swish, got '"
                        << activation << "'";
  Expansion e(node);
  int64_t channels = node.inputType(0).getDimSize(1);
  int64_t past = node.inputType(1).getDimSize(2) - 1;
  Value x = prependPast(node, e, past);
  Value y =
      e.create<ConvOp>(x, node.input(1), node.input(2), SmallVector<int64_t>{1},
                       SmallVector<int64_t>{1}, SmallVector<int64_t>{0, 0},
                       StringRef("NOTSET"), channels, "NCHW", "OIHW",
                       /*algorithm=*/Attribute());
  e.bind(0, isPlain || failed(e.result()) ? y : activate(node, e, y));
  if (node.hasOutput(1))
    e.bind(1, getState(e, x, past));
  return e.result();
}

void addCausalConvolution(NodeImporters &importers) {
  importers.add("CausalConvWithState", importCausalConvolution);
}

} // namespace tvm::onnx_import
