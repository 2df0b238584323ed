#ifndef TVM_TRANSFORMS_COSTMODEL_VECTORCOST_H
#define TVM_TRANSFORMS_COSTMODEL_VECTORCOST_H

#include "transforms/CostModel/Nest.h"
#include "transforms/CostModel/Rates.h"

namespace tvm::cost {

/// A nest with vectors along one loop, and no tile in registers.
struct VectorPlan {
  /// Points of a tile per axis; all where nothing is tiled.
  llvm::SmallVector<int64_t> sizes;
  /// Axes of the loops over tiles, the outermost one first.
  llvm::SmallVector<unsigned> order;
  /// The axis of the lanes; none is vectorised where `lanes` is 1.
  unsigned axis = 0;
  int64_t lanes = 1;
  /// Sums that are added to in turn while each waits for its last addition;
  /// 0: nothing is summed.
  int64_t accumulators = 0;
  /// Instructions per vector beside loads, stores and arithmetic.
  double shuffles = 0;
  /// Results are stored around the caches.
  bool streamsStores = false;
  /// Iterations of the loop that threads share; 0: one thread.
  int64_t tasks = 0;
};

/// Cycles until `nest` is computed in that way by all cores of `cpu`:
///   (vectors * max(arithmetic, loads, stores, waiting) + rows * iteration
///    + what transfers add) * getParallelPart
double estimateVectors(const Nest &nest, const VectorPlan &plan,
                       const target::CPU &cpu);

} // namespace tvm::cost

#endif // TVM_TRANSFORMS_COSTMODEL_VECTORCOST_H
