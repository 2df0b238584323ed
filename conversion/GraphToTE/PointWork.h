// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_CONVERSION_GRAPHTOTE_POINTWORK_H
#define TVM_CONVERSION_GRAPHTOTE_POINTWORK_H

#include "dialects/TE/TEOps.h"

namespace tvm {

/// The floating-point operations of the points of a computation. Axes with few
/// values may choose between computations: the gates of a recurrent cell, or
/// the taps at a place of a transposed convolution.
class PointWork {
public:
  explicit PointWork(te::ComputeOp compute);

  /// The choosing axes, sorted. Empty if they have too many values.
  llvm::ArrayRef<unsigned> getChoosingAxes() const { return axes; }

  /// The number of operations at all values of these axes, and at one point of
  /// the others.
  int64_t countFlops();

private:
  te::ComputeOp compute;
  llvm::SmallVector<unsigned> axes;
};

} // namespace tvm

#endif // TVM_CONVERSION_GRAPHTOTE_POINTWORK_H
