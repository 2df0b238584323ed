// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_TUNER_SEARCH_BESTPOINTS_H
#define TVM_TUNER_SEARCH_BESTPOINTS_H

#include "tuner/search/Searcher.h"

namespace tvm::tuner {

/// The points of the highest predictions so far, as many as a batch has room
/// for, without those that it knows. Of points that probably do the same, it
/// has one.
class BestPoints {
public:
  explicit BestPoints(Batch &batch) : batch(batch), limit(batch.getLimit()) {}

  /// Takes the point if it is among the best. Returns whether it is, and was
  /// not before.
  bool take(const Point &point, double prediction);
  /// Adds the points to the batch, the best one first.
  void addToBatch() const;

private:
  Batch &batch;
  size_t limit;
  std::set<std::pair<double, Point>> points; // ascending
  std::set<uint64_t> identities;             // of these
};

} // namespace tvm::tuner

#endif // TVM_TUNER_SEARCH_BESTPOINTS_H
