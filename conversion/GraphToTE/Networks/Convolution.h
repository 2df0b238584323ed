#ifndef TVM_CONVERSION_GRAPHTOTE_NETWORKS_CONVOLUTION_H
#define TVM_CONVERSION_GRAPHTOTE_NETWORKS_CONVOLUTION_H

// The parts that convolutions and their transposes have in common.

#include "conversion/GraphToTE/Networks/Windows.h"
#include "dialects/Graph/Networks/GraphConvolution.h"

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

/// The operands and sizes of a convolution, or of its transpose.
struct Convolution {
  template <typename Op>
  static mlir::FailureOr<Convolution> get(Op op, Definition &d,
                                          llvm::StringRef autoPad) {
    auto dims = d.resultDims();
    if (mlir::failed(dims))
      return mlir::failure();
    auto weight = op.getWeight().getType();
    graph::TensorLayout layout(op.getLayout(), weight.getRank());
    graph::KernelLayout kernel(op.getKernelLayout(), weight.getRank());
    auto groups = Groups::get(op, op.getGroup(), weight, kernel);
    if (mlir::failed(groups))
      return mlir::failure();
    return Convolution{*dims, layout, kernel,
                       graph::getConvolutionWindow(op, autoPad), *groups};
  }

  /// Axes of the sum over `channels` and a window, in the order of the weights:
  /// spatial ones inside of the channels, or outside where those are contiguous
  /// in the data.
  ReductionAxes getReduction(Definition &d, const graph::Window &sum,
                             mlir::OpFoldResult channels) const;

  /// Subscripts of data and weights, the spatial ones of data those of the
  /// result, of weights 0; and places in the window.
  struct Product {
    llvm::SmallVector<te::Index> x, weight, offsets;
  };
  /// The product at `axes` of the result and `summed`, of all reduction axes.
  Product getProduct(te::Axes axes, te::Axes summed) const;

  llvm::SmallVector<mlir::OpFoldResult> dims; // of the result
  graph::TensorLayout layout;
  graph::KernelLayout kernel;
  graph::Window window;
  Groups groups;
};

/// In TransposedConvolution.cpp.
mlir::FailureOr<llvm::SmallVector<mlir::Value>>
defineConvTranspose(graph::ConvTransposeOp op, Definition &d);

} // namespace tvm

#endif // TVM_CONVERSION_GRAPHTOTE_NETWORKS_CONVOLUTION_H
