#ifndef TVM_CONVERSION_GRAPHTOTE_CONVOLUTION_H
#define TVM_CONVERSION_GRAPHTOTE_CONVOLUTION_H

// What convolutions and their transposes have in common.

#include "conversion/GraphToTE/Windows.h"
#include "dialects/Graph/GraphConvolution.h"

namespace tvm {

/// How channels of a grouped convolution are found: channel `i` of the group
/// of an `output` is `output / outputsPerGroup * channels + i`.
struct Groups {
  /// Fails where there are several groups of unknown size.
  static mlir::FailureOr<Groups> get(mlir::Operation *op, int64_t group,
                                     mlir::RankedTensorType weight,
                                     const graph::KernelLayout &kernel);

  te::Index getChannel(const te::Index &output, const te::Index &i) const {
    if (group == 1)
      return i;
    return output.floorDiv(outputsPerGroup) * te::Index(channelsPerGroup) + i;
  }

  int64_t group = 1;
  int64_t outputsPerGroup = 1;
  int64_t channelsPerGroup = 1;
};

/// Reduction axes in the order of the weights: the spatial ones inside of the
/// input channels, or outside where those are contiguous in the data.
ReductionAxes getConvolutionAxes(Definition &d, const graph::Window &window,
                                 mlir::OpFoldResult channels,
                                 bool isChannelLast);

/// In TransposedConvolution.cpp.
mlir::FailureOr<llvm::SmallVector<mlir::Value>>
defineConvTranspose(graph::ConvTransposeOp op, Definition &d);

} // namespace tvm

#endif // TVM_CONVERSION_GRAPHTOTE_CONVOLUTION_H
