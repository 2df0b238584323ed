#ifndef TVM_TUNER_SEARCH_BESTPOINTS_H
#define TVM_TUNER_SEARCH_BESTPOINTS_H

#include "tuner/search/Searcher.h"

namespace tvm::tuner {

/// The points of the highest predictions so far, each once.
class BestPoints {
public:
  explicit BestPoints(size_t limit) : limit(limit) {}

  /// Takes the point if it is among the best. Returns whether it is, and was
  /// not before.
  bool take(const Point &point, double prediction);
  /// Adds the points to `batch`, the best one first.
  void addTo(Batch &batch) const;

private:
  size_t limit;
  std::set<std::pair<double, Point>> points; // ascending
  std::set<Point> known;
};

} // namespace tvm::tuner

#endif // TVM_TUNER_SEARCH_BESTPOINTS_H
