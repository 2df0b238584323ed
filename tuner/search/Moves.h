// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_TUNER_SEARCH_MOVES_H
#define TVM_TUNER_SEARCH_MOVES_H

#include "tuner/search/ScoreModel.h"

namespace tvm::tuner {

using Random = ParameterSpace::Random;

/// A number of [0, 1).
double drawUnit(Random &random);
/// A number of [0, count).
size_t drawIndex(size_t count, Random &random);
/// An index with a probability proportional to its weight, which is not
/// negative. Any index if all weights are 0.
size_t drawWeighted(llvm::ArrayRef<double> weights, Random &random);

/// Sets parameter number `index` of the legal `point` to another random value.
/// Where that is not legal, other parameters of its group change as well.
/// Returns false, with the point unchanged, if no legal change was found.
bool redraw(Point &point, size_t index, const ParameterSpace &space,
            Random &random);

/// Sets a random parameter to another random value: AutoTVM's step.
/// Returns false, with the point unchanged, if no legal change was found.
bool redrawAny(Point &point, const ParameterSpace &space, Random &random);

/// The parameters of `first` in front of a random place and those of `second`
/// behind it. A group in which that is not legal comes from `first`.
Point cross(const Point &first, const Point &second,
            const ParameterSpace &space, Random &random);

/// The kinds of decisions that parameters make.
enum class Decision {
  Tile,     // a size
  Unroll,   // of a loop
  Place,    // whether or where a step is taken: flags, and the order of loops
  Parallel, // a number of tasks
};
inline constexpr unsigned kNumDecisions = 4;

/// The kind of decision of each parameter of `space`, by names (`tasks`,
/// `unroll`, `order`, behind the prefix of an inner space) and values (flags).
std::vector<Decision> getDecisions(const ParameterSpace &space);

} // namespace tvm::tuner

#endif // TVM_TUNER_SEARCH_MOVES_H
