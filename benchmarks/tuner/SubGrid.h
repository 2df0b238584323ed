// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
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

/// The values of all parameters of `space`, in their order.
KeptValues getAllValues(const schedule::ParameterSpace &space);

/// The points of `space` whose parameters have kept values. Its default is its
/// first point. Fails if no point of a group is left, or if a parameter has no
/// such value. `space` has to live as long as the result.
llvm::Expected<schedule::ParameterSpace>
restrictSpace(const schedule::ParameterSpace &space, const KeptValues &kept);

/// Decides whether a value makes a difference. It is the last of `values`,
/// which are those that parameter `number` has in a part of a space.
using MakesDifference =
    llvm::function_ref<bool(const schedule::ParameterSpace &part, size_t number,
                            const llvm::SmallVector<int64_t> &values)>;

/// The values of a random part of `space`: it begins with one legal point, and
/// random parameters get random further values, as long as there are at most
/// `limit` points. Each of these values adds points and makes a difference. Of
/// two parameters, the one with more values gets more. Where that ends with
/// much fewer points, because values of several parameters are legal together
/// only, it begins with other points, and takes the largest part of several.
/// The part does not depend on the default of the space.
KeptValues chooseSubGrid(const schedule::ParameterSpace &space, uint64_t limit,
                         uint64_t seed, MakesDifference makesDifference);

} // namespace tvm::tuner

#endif // TVM_BENCHMARKS_TUNER_SUBGRID_H
