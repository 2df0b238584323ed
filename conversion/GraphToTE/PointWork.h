#ifndef TVM_CONVERSION_GRAPHTOTE_POINTWORK_H
#define TVM_CONVERSION_GRAPHTOTE_POINTWORK_H

#include "dialects/TE/TEOps.h"

namespace tvm {

/// Floating-point operations of the points of a computation. Some axes, of few
/// values, may choose what is computed: gates of a recurrent cell, taps that a
/// place of a transposed convolution has.
class PointWork {
public:
  explicit PointWork(te::ComputeOp compute);

  /// Sorted. None where they have too many values.
  llvm::ArrayRef<unsigned> getChoosingAxes() const { return axes; }

  /// At all values of these axes, and one of the others.
  int64_t countFlops();

private:
  te::ComputeOp compute;
  llvm::SmallVector<unsigned> axes;
};

} // namespace tvm

#endif // TVM_CONVERSION_GRAPHTOTE_POINTWORK_H
