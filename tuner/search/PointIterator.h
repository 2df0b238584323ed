// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_TUNER_SEARCH_POINTITERATOR_H
#define TVM_TUNER_SEARCH_POINTITERATOR_H

#include "tuner/search/ScoreModel.h"

#include <optional>

namespace tvm::tuner {

/// Steps through the legal points of a space, each once. The last parameter
/// changes fastest. The space has to live as long as the iterator.
class PointIterator {
public:
  explicit PointIterator(const ParameterSpace &space);

  /// The next point; none behind the last one.
  std::optional<Point> next();

private:
  /// Advances the values of the group whose first parameter is number `begin`
  /// to its next legal combination. Behind the last one, returns false and goes
  /// to the first one.
  bool advance(const schedule::ParameterGroup &group, size_t begin);
  /// One step, to a combination that may be illegal.
  bool step(const schedule::ParameterGroup &group, size_t begin);
  /// The values at the places.
  Point getPoint() const;
  bool isLegal(const schedule::ParameterGroup &group, size_t begin) const;

  const ParameterSpace &space;
  /// The number of the value of each parameter.
  std::vector<size_t> places;
  bool isAtEnd = false;
};

} // namespace tvm::tuner

#endif // TVM_TUNER_SEARCH_POINTITERATOR_H
