#ifndef TVM_TRANSFORMS_GRAPH_CHANNELLAST_H
#define TVM_TRANSFORMS_GRAPH_CHANNELLAST_H

#include "mlir/IR/BuiltinTypes.h"

namespace tvm::graph {

/// Where dimension `dim` of NCHW data lies in NHWC.
int64_t moveDim(int64_t dim, int64_t rank);

/// The same for axes that may count from the back.
int64_t moveAxis(int64_t axis, int64_t rank);
llvm::SmallVector<int64_t> moveAxes(llvm::ArrayRef<int64_t> axes, int64_t rank);

/// The permutation from NCHW to NHWC: dimension `i` of NHWC data is dimension
/// `[i]` of NCHW data.
llvm::SmallVector<int64_t> getChannelLast(int64_t rank);

/// The permutation from NHWC to NCHW.
llvm::SmallVector<int64_t> getChannelSecond(int64_t rank);

llvm::SmallVector<int64_t> permute(llvm::ArrayRef<int64_t> list,
                                   llvm::ArrayRef<int64_t> order);
mlir::RankedTensorType permuteType(mlir::RankedTensorType type,
                                   llvm::ArrayRef<int64_t> order);

/// Whether `order` moves no element of a tensor of `shape`.
bool movesUnitsOnly(llvm::ArrayRef<int64_t> shape,
                    llvm::ArrayRef<int64_t> order);

/// Whether dropping `axes` of NHWC data leaves the dimensions in the order that
/// they have in NCHW.
bool keepsOrder(llvm::ArrayRef<int64_t> axes, int64_t rank);

} // namespace tvm::graph

#endif // TVM_TRANSFORMS_GRAPH_CHANNELLAST_H
