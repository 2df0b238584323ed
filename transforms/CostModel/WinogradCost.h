#ifndef TVM_TRANSFORMS_COSTMODEL_WINOGRADCOST_H
#define TVM_TRANSFORMS_COSTMODEL_WINOGRADCOST_H

#include "transforms/CostModel/Rates.h"

namespace tvm::graph {

/// The facts about a core of the target that estimates use. Weights come from
/// memory, as other kernels of a network run in between.
struct CoreModel {
  int64_t lanes;    // f32 in a vector
  double vectorOps; // per cycle, FMAs or others
  // Of the table of rates.
  double sustained, memoryBytes, tileBytes;

  explicit CoreModel(const target::CPU &cpu);
};

/// A convolution of f32 with windows of 3x3, strides and dilations of 1.
struct ConvolutionShape {
  int64_t images, height, width; // of the result
  int64_t inputs, outputs;       // channels
};

/// Cycles of one core for a direct convolution, and for one by F(4x4, 3x3).
/// Both are the sum of
///   products / (lanes * vectorOps * sustained)
///   weight bytes / memoryBytes
/// with 9 or 36 products and weights per pair of channels; the products are per
/// element or per tile of 4x4. F(4x4, 3x3) adds, per tile and channel,
///   144 (data) or 100 (result) operations / (lanes * vectorOps)
///   bytes of 36 elements, written and read / tileBytes
/// Lanes without a channel take as long as others.
double estimateDirect(const ConvolutionShape &shape, const CoreModel &core);
double estimateWinograd(const ConvolutionShape &shape, const CoreModel &core);

} // namespace tvm::graph

#endif // TVM_TRANSFORMS_COSTMODEL_WINOGRADCOST_H
