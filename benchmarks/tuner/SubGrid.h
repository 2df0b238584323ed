// Small parts of large spaces of parameters, to measure completely.
#ifndef TVM_BENCHMARKS_TUNER_SUBGRID_H
#define TVM_BENCHMARKS_TUNER_SUBGRID_H

#include "transforms/Schedule/Strategy/ParameterSpace.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/Support/Error.h"

#include <vector>

namespace tvm::tuner {

/// The values that each parameter of a space keeps.
using KeptValues = std::vector<llvm::SmallVector<int64_t>>;

/// The points of `space` whose parameters have kept values. Its default is its
/// first point. Fails if no point of a group is left, or if a parameter has no
/// such value. `space` has to live as long as the result.
llvm::Expected<schedule::ParameterSpace>
restrictSpace(const schedule::ParameterSpace &space, const KeptValues &kept);

/// The values of a random part of `space`: it begins with one legal point, and
/// random parameters get random further values, each of which adds points, as
/// long as there are at most `limit`. Of two parameters, the one with more values
/// gets more; `isFixed` names those that keep one value. The part does not depend
/// on the default of the space.
KeptValues chooseSubGrid(const schedule::ParameterSpace &space, uint64_t limit,
                         uint64_t seed,
                         llvm::function_ref<bool(llvm::StringRef)> isFixed);

} // namespace tvm::tuner

#endif // TVM_BENCHMARKS_TUNER_SUBGRID_H
