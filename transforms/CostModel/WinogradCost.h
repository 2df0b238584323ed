#ifndef TVM_TRANSFORMS_COSTMODEL_WINOGRADCOST_H
#define TVM_TRANSFORMS_COSTMODEL_WINOGRADCOST_H

#include "transforms/CostModel/Rates.h"

namespace tvm::graph {

/// The facts about a core of the target that estimates use. Rates are those
/// that kernels of whole networks reach on the reference platform (x86-64 with
/// AVX-512; benchmarks/results/winograd.md has the measurements): weights come
/// from memory there, as other kernels run in between.
struct CoreModel {
  int64_t lanes;          // f32 in a vector
  double vectorOps;       // per cycle, FMAs or others
  double sustained = 0.8; // part of that rate that products reach
  double memoryBytes;     // per cycle, of weights
  double tileBytes = 24;  // per cycle, of transformed tiles, to or from cache

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
