// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "transforms/Graph/Fusion/DepthwisePattern.h"

#include "transforms/CostModel/TileSize.h"
#include "transforms/Graph/ConstantExpressions.h"

using namespace mlir;

namespace tvm::graph {

/// Dimensions of an image in NHWC.
enum Dim { kImage, kRow, kPoint, kChannel };

bool isDepthwise(ConvOp op) {
  auto type = cast<RankedTensorType>(op.getX().getType());
  auto result = cast<RankedTensorType>(op.getType());
  return type.getRank() == 4 && op.getLayout() == "NHWC" &&
         op.getKernelLayout() == "HWIO" &&
         op.getGroup() == type.getDimSize(kChannel) &&
         op.getGroup() == result.getDimSize(kChannel);
}

std::optional<DepthwiseShape> getDepthwiseShape(ConvOp pointwise) {
  auto data = cast<RankedTensorType>(pointwise.getX().getType());
  auto weight = cast<RankedTensorType>(pointwise.getWeight().getType());
  if (!pointwise.isPointwise() || data.getRank() != 4 ||
      pointwise.getLayout() != "NHWC" ||
      pointwise.getKernelLayout() != "HWIO" || !data.hasStaticShape() ||
      !weight.hasStaticShape())
    return std::nullopt;
  int64_t bytes = data.getElementTypeBitWidth() / 8;
  return DepthwiseShape{data.getDimSize(kImage) * data.getDimSize(kRow),
                        data.getDimSize(kPoint) * data.getDimSize(kChannel) *
                            bytes,
                        weight.getNumElements() * bytes};
}

/// Bits of an element of the sums of a convolution with such results.
static int64_t getSumBits(Type element) {
  int64_t bits = element.getIntOrFloatBitWidth();
  return std::max<int64_t>(bits, isa<FloatType>(element) ? 32 : 8);
}

/// The facts about the result of `op` that determine the size of register
/// tiles.
static cost::TileProblem describeResult(ConvOp op, const target::CPU &cpu) {
  auto result = cast<RankedTensorType>(op.getType());
  cost::TileProblem problem;
  problem.columns = result.getDimSize(kChannel);
  problem.rows = result.getDimSize(kPoint);
  problem.outerRows = result.getDimSize(kRow);
  // Axes of one point are none.
  problem.hasOuterRows = problem.rows != 1 && problem.outerRows != 1;
  problem.lanes = std::max<int64_t>(
      cpu.vectors.bits / getSumBits(result.getElementType()), 1);
  return problem;
}

/// Whether the products of `op` are of bytes that are extended in front of the
/// instruction.
static bool extendsBytes(ConvOp op, const target::CPU &cpu) {
  constexpr int64_t kSteps = 4; // that an instruction adds at once
  auto data = cast<RankedTensorType>(op.getX().getType());
  auto weight = cast<RankedTensorType>(op.getWeight().getType());
  return cpu.dotProduct == target::DotProduct::MultiplyAdd &&
         data.getElementType().isUnsignedInteger(8) &&
         weight.getElementType().isInteger(8) &&
         data.getDimSize(kChannel) % kSteps == 0 &&
         ConstantExpressions().isConstant(op.getWeight());
}

bool hasChainTiles(ConvOp depthwise, ConvOp pointwise, const target::CPU &cpu) {
  cost::TileProblem first = describeResult(depthwise, cpu);
  auto window = cast<RankedTensorType>(depthwise.getWeight().getType());
  first.window = window.getDimSize(0) * window.getDimSize(1);
  first.step = depthwise.getStrides().back();
  cost::TileProblem second = describeResult(pointwise, cpu);
  second.isProduct = true;
  second.extendsBytes = extendsBytes(pointwise, cpu);
  return cost::chooseChainTiles(first, second, cpu).has_value();
}

} // namespace tvm::graph
