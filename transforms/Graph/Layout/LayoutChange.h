// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_TRANSFORMS_GRAPH_LAYOUT_LAYOUTCHANGE_H
#define TVM_TRANSFORMS_GRAPH_LAYOUT_LAYOUTCHANGE_H

#include "mlir/IR/BuiltinTypes.h"

namespace tvm::graph {

/// A change from data whose channels are second (NCHW) to data whose channels
/// are last (NHWC), or back; of any rank.
class LayoutChange {
public:
  explicit LayoutChange(bool toChannelLast) : toChannelLast(toChannelLast) {}

  llvm::StringRef getFrom() const { return toChannelLast ? "NCHW" : "NHWC"; }
  llvm::StringRef getTo() const { return toChannelLast ? "NHWC" : "NCHW"; }
  bool isToChannelLast() const { return toChannelLast; }

  /// The dimension of channels before.
  int64_t getChannel(int64_t rank) const {
    return toChannelLast ? 1 : rank - 1;
  }

  /// The position of an axis after the change; `axis` may count from the back.
  int64_t moveAxis(int64_t axis, int64_t rank) const;
  llvm::SmallVector<int64_t> moveAxes(llvm::ArrayRef<int64_t> axes,
                                      int64_t rank) const;

  /// Dimension `i` of data afterwards is dimension `[i]` before.
  llvm::SmallVector<int64_t> getOrder(int64_t rank) const;
  llvm::SmallVector<int64_t> getInverse(int64_t rank) const;

  /// Whether dropping `axes` of data afterwards leaves the dimensions in the
  /// order that they had.
  bool keepsOrder(llvm::ArrayRef<int64_t> axes, int64_t rank) const;

private:
  bool toChannelLast;
};

/// `list`, or the shape of `type`, in another order: position `i` of the result
/// has the entry `order[i]`.
llvm::SmallVector<int64_t> permute(llvm::ArrayRef<int64_t> list,
                                   llvm::ArrayRef<int64_t> order);
mlir::RankedTensorType permuteType(mlir::RankedTensorType type,
                                   llvm::ArrayRef<int64_t> order);

/// Whether `order` moves no element of a tensor of `shape`.
bool movesUnitsOnly(llvm::ArrayRef<int64_t> shape,
                    llvm::ArrayRef<int64_t> order);

} // namespace tvm::graph

#endif // TVM_TRANSFORMS_GRAPH_LAYOUT_LAYOUTCHANGE_H
