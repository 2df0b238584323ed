// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_TUNER_SEARCH_KNOWNPOINTS_H
#define TVM_TUNER_SEARCH_KNOWNPOINTS_H

#include "tuner/search/ScoreModel.h"

#include <functional>
#include <set>

namespace tvm::tuner {

/// A number that is equal for points that probably do the same.
using Identify = std::function<uint64_t(llvm::ArrayRef<int64_t>)>;

/// A number of the values of a point.
uint64_t hashValues(llvm::ArrayRef<int64_t> point);

/// The points that a search knows.
class KnownPoints {
public:
  /// Without `identify`, each point does something else.
  explicit KnownPoints(Identify given) : given(std::move(given)) {}

  uint64_t identify(const Point &point) const;
  /// Returns false if the point is known.
  bool add(const Point &point);
  /// Whether a point is known that probably does the same as this one.
  bool hasEqual(const Point &point) const {
    return identities.count(identify(point)) != 0;
  }

private:
  Identify given;
  std::set<Point> points;
  std::set<uint64_t> identities;
};

} // namespace tvm::tuner

#endif // TVM_TUNER_SEARCH_KNOWNPOINTS_H
