// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_DIALECTS_GRAPH_NETWORKS_GRAPHWINDOWS_H
#define TVM_DIALECTS_GRAPH_NETWORKS_GRAPHWINDOWS_H

#include "dialects/Graph/Shapes/ShapeInference.h"

namespace tvm::graph {

/// Arithmetic on run-time dimensions; folds what is static.
class DimMath {
public:
  DimMath(mlir::OpBuilder &builder, mlir::Location loc)
      : builder(builder), loc(loc) {}
  mlir::OpFoldResult constant(int64_t value) const;
  mlir::OpFoldResult add(mlir::OpFoldResult lhs, mlir::OpFoldResult rhs) const;
  mlir::OpFoldResult sub(mlir::OpFoldResult lhs, mlir::OpFoldResult rhs) const;
  mlir::OpFoldResult mul(mlir::OpFoldResult lhs, mlir::OpFoldResult rhs) const;
  /// Quotient of a dividend that is not negative.
  mlir::OpFoldResult div(mlir::OpFoldResult lhs, int64_t divisor) const;
  mlir::OpFoldResult ceilDiv(mlir::OpFoldResult lhs, int64_t divisor) const;
  mlir::OpFoldResult min(mlir::OpFoldResult lhs, mlir::OpFoldResult rhs) const;
  mlir::OpFoldResult max(mlir::OpFoldResult lhs, mlir::OpFoldResult rhs) const;

private:
  mlir::OpBuilder &builder;
  mlir::Location loc;
};

/// The positions of batch, channel and spatial dimensions of data: "NCHW" has
/// its channel second and "NHWC" last, for any number of spatial dimensions.
struct TensorLayout {
  TensorLayout(llvm::StringRef layout, int64_t rank)
      : isChannelLast(layout == "NHWC"), rank(rank) {}
  int64_t batch() const { return 0; }
  int64_t channel() const { return isChannelLast ? rank - 1 : 1; }
  int64_t spatial(int64_t i) const { return isChannelLast ? i + 1 : i + 2; }
  int64_t numSpatial() const { return rank - 2; }

  bool isChannelLast;
  int64_t rank;
};

/// The positions of channels and spatial dimensions of convolution weights:
/// "OIHW", "IOHW" (transposed convolution) or "HWIO".
struct KernelLayout {
  KernelLayout(llvm::StringRef layout, int64_t rank)
      : isSpatialFirst(layout == "HWIO"), isInputFirst(layout == "IOHW"),
        rank(rank) {}
  int64_t output() const {
    return isSpatialFirst ? rank - 1 : isInputFirst ? 1 : 0;
  }
  int64_t input() const {
    return isSpatialFirst ? rank - 2 : isInputFirst ? 0 : 1;
  }
  int64_t spatial(int64_t i) const { return isSpatialFirst ? i : i + 2; }

  bool isSpatialFirst;
  bool isInputFirst;
  int64_t rank;
};

/// A window that slides over the spatial dimensions of data.
struct Window {
  llvm::SmallVector<int64_t> kernel;
  llvm::ArrayRef<int64_t> strides;
  llvm::ArrayRef<int64_t> dilations;
  llvm::ArrayRef<int64_t> pads; // of the begins, then of the ends
  llvm::StringRef autoPad;      // "NOTSET", "SAME_UPPER" or "SAME_LOWER"
  bool ceilMode = false;

  int64_t numDims() const { return kernel.size(); }
  /// Elements from the first to the last one that dimension `i` touches.
  int64_t extent(int64_t i) const { return (kernel[i] - 1) * dilations[i] + 1; }
  /// Padding depends on the size of the data.
  bool isSame() const { return autoPad != "NOTSET"; }
  /// Whether any window may reach outside of the data.
  bool needsPadding() const;

  /// Fails with an error at `loc` where the attributes do not fit together
  /// (lengths, signs, known `autoPad`).
  mlir::LogicalResult verify(std::optional<mlir::Location> loc) const;

  /// Number of windows along dimension `i`; unknown for an unknown `size`,
  /// nothing where not one fits.
  std::optional<int64_t> outputSize(int64_t i, int64_t size) const;
  mlir::OpFoldResult outputSize(const DimMath &math, int64_t i,
                                mlir::OpFoldResult size) const;
  /// Size of the data with padding on both sides.
  mlir::OpFoldResult padded(const DimMath &math, int64_t i,
                            mlir::OpFoldResult size) const;
  /// Padding in front of dimension `i`.
  mlir::OpFoldResult padBegin(const DimMath &math, int64_t i,
                              mlir::OpFoldResult size) const;
  /// Padding of both sides together.
  mlir::OpFoldResult padTotal(const DimMath &math, int64_t i,
                              mlir::OpFoldResult size) const;
};

/// Shape of data of `shape` after `window` slid over it. Fails with an error
/// at `loc` where no window fits.
mlir::FailureOr<llvm::SmallVector<int64_t>>
inferWindowShape(std::optional<mlir::Location> loc, const Window &window,
                 const TensorLayout &layout, llvm::ArrayRef<int64_t> shape);

} // namespace tvm::graph

#endif // TVM_DIALECTS_GRAPH_NETWORKS_GRAPHWINDOWS_H
