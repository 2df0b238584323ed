// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_CONVERSION_GRAPHTOTE_NETWORKS_CONVOLUTION_H
#define TVM_CONVERSION_GRAPHTOTE_NETWORKS_CONVOLUTION_H

// The common parts of convolutions and transposed convolutions.

#include "conversion/GraphToTE/Networks/Windows.h"
#include "dialects/Graph/Networks/GraphConvolution.h"

namespace tvm {

/// The channels of a grouped convolution: channel `i` of the group of an
/// `output` is `output / outputsPerGroup * channels + i`.
struct Groups {
  /// Fails if there are several groups of dynamic size.
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
  /// spatial axes inside of the channels, or outside if channels are contiguous
  /// in the data.
  ReductionAxes getReduction(Definition &d, const graph::Window &sum,
                             mlir::OpFoldResult channels) const;

  /// Subscripts of data and weights, and places in the window. Spatial
  /// subscripts of data are the result's; spatial subscripts of weights are 0.
  struct Product {
    llvm::SmallVector<te::Index> x, weight, offsets;
  };
  /// The product at `axes` of the result and `summed`, the reduction axes.
  Product getProduct(te::Axes axes, te::Axes summed) const;

  /// The result of `sums`: its elements in the type of the result, plus the
  /// bias, operand 2, where there is one.
  mlir::Value finish(Definition &d, mlir::Value sums) const;

  llvm::SmallVector<mlir::OpFoldResult> dims; // of the result
  graph::TensorLayout layout;
  graph::KernelLayout kernel;
  graph::Window window;
  Groups groups;
};

/// Defined in TransposedConvolution.cpp.
mlir::FailureOr<llvm::SmallVector<mlir::Value>>
defineConvTranspose(graph::ConvTransposeOp op, Definition &d);

} // namespace tvm

#endif // TVM_CONVERSION_GRAPHTOTE_NETWORKS_CONVOLUTION_H
