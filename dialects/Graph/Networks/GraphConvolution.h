// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_DIALECTS_GRAPH_NETWORKS_GRAPHCONVOLUTION_H
#define TVM_DIALECTS_GRAPH_NETWORKS_GRAPHCONVOLUTION_H

#include "dialects/Graph/GraphBase.h"
#include "dialects/Graph/Networks/GraphWindows.h"

#define GET_OP_CLASSES
#include "dialects/Graph/Networks/GraphConvolution.h.inc"

namespace tvm::graph {

/// The window of a convolution, transposed or not (operator or adaptor).
template <typename Op>
Window getConvolutionWindow(Op op, llvm::StringRef autoPad) {
  auto weight = mlir::cast<mlir::RankedTensorType>(op.getWeight().getType());
  KernelLayout layout(op.getKernelLayout(), weight.getRank());
  llvm::SmallVector<int64_t> kernel;
  for (int64_t i = 0; i < weight.getRank() - 2; ++i)
    kernel.push_back(weight.getDimSize(layout.spatial(i)));
  return Window{kernel, op.getStrides(), op.getDilations(), op.getPads(),
                autoPad};
}

/// The window of a convolution by Winograd's algorithm, whose weights do not
/// have the shape of a window.
inline Window getWinogradWindow(llvm::ArrayRef<int64_t> pads) {
  static constexpr int64_t kOnes[] = {1, 1};
  return Window{{3, 3}, kOnes, kOnes, pads, "NOTSET"};
}

} // namespace tvm::graph

#endif // TVM_DIALECTS_GRAPH_NETWORKS_GRAPHCONVOLUTION_H
