// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tuner/search/BestPoints.h"

#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace tvm::tuner {

bool BestPoints::take(const Point &point, double prediction) {
  if (points.size() >= limit) {
    if (limit == 0 || prediction <= points.begin()->first)
      return false;
  }
  if (batch.isKnown(point) || !identities.insert(batch.identify(point)).second)
    return false;
  points.emplace(prediction, point);
  if (points.size() > limit) {
    identities.erase(batch.identify(points.begin()->second));
    points.erase(points.begin());
  }
  return true;
}

void BestPoints::addToBatch() const {
  for (const auto &[prediction, point] : reverse(points))
    batch.add(point);
}

} // namespace tvm::tuner
