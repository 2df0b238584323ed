#include "tuner/search/BestPoints.h"

#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace tvm::tuner {

bool BestPoints::take(const Point &point, double prediction) {
  if (points.size() >= limit) {
    if (limit == 0 || prediction <= points.begin()->first)
      return false;
  }
  if (!known.insert(point).second)
    return false;
  points.emplace(prediction, point);
  if (points.size() > limit) {
    known.erase(points.begin()->second);
    points.erase(points.begin());
  }
  return true;
}

void BestPoints::addTo(Batch &batch) const {
  for (const auto &[prediction, point] : reverse(points))
    batch.add(point);
}

} // namespace tvm::tuner
