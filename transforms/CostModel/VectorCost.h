// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_TRANSFORMS_COSTMODEL_VECTORCOST_H
#define TVM_TRANSFORMS_COSTMODEL_VECTORCOST_H

#include "transforms/CostModel/Nest.h"
#include "transforms/CostModel/Rates.h"

namespace tvm::cost {

/// A plan with vectors along one loop and without a register tile.
struct VectorPlan {
  /// Number of points of a tile per axis; all points if nothing is tiled.
  llvm::SmallVector<int64_t> sizes;
  /// The axes of the loops over tiles, the outermost one first.
  llvm::SmallVector<unsigned> order;
  /// The axis of the lanes. Nothing is vectorized if `lanes` is 1.
  unsigned axis = 0;
  int64_t lanes = 1;
  /// Number of accumulators that are used in turn to hide the latency of
  /// additions; 0: there is no sum.
  int64_t accumulators = 0;
  /// Number of instructions per vector besides loads, stores and arithmetic.
  double shuffles = 0;
  /// Whether results are stored around the caches.
  bool streamsStores = false;
  /// Number of iterations of the loop that threads share; 0: one thread.
  int64_t tasks = 0;
};

/// Number of elements of `elementBytes` bytes in a vector of `cpu`, at least 1.
int64_t getLanes(const target::CPU &cpu, int64_t elementBytes);

/// The plan of a nest in program order: with vectors along `axis`, unless most
/// of its accesses are far apart along it, and with threads over the other
/// axes.
VectorPlan makeVectorPlan(const Nest &nest, unsigned axis,
                          const target::CPU &cpu, int64_t tasks);

/// Cycles until `nest` is computed by `plan` on all cores of `cpu`:
///   (vectors * max(arithmetic, loads, stores, latency) + rows * iteration
///    + exposed transfers) * getParallelPart
double estimateVectors(const Nest &nest, const VectorPlan &plan,
                       const target::CPU &cpu);

/// Cycles until `nest` is computed in program order on all cores of `cpu`, with
/// vectors along its last axis.
double estimateInOrder(const Nest &nest, const target::CPU &cpu, int64_t tasks);

} // namespace tvm::cost

#endif // TVM_TRANSFORMS_COSTMODEL_VECTORCOST_H
