// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
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

/// Numbers of additions, and multiplications with an addition, that transform
/// a tile of the data to the domain of the products, and a tile of the products
/// to a tile of `tile` x `tile` elements of the result, per channel.
int64_t countDataOperations(int64_t tile);
int64_t countResultOperations(int64_t tile);

/// Cycles of one core for a direct convolution, and for one by Winograd's
/// F(tile x tile, 3x3). Both are the sum of
///   products / (lanes * vectorOps * sustained)
///   weight bytes / memoryBytes
/// with 9 or (tile + 2)^2 products and weights per pair of channels; the
/// products are per element or per tile. Winograd's algorithm adds, per tile
/// and channel,
///   operations of both transformations / (lanes * vectorOps)
///   bytes of (tile + 2)^2 elements, written and read / tileBytes
/// Lanes without a channel take as long as others.
double estimateDirect(const ConvolutionShape &shape, const CoreModel &core);
double estimateWinograd(const ConvolutionShape &shape, int64_t tile,
                        const CoreModel &core);

} // namespace tvm::graph

#endif // TVM_TRANSFORMS_COSTMODEL_WINOGRADCOST_H
