// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_TRANSFORMS_COSTMODEL_SPLITCOST_H
#define TVM_TRANSFORMS_COSTMODEL_SPLITCOST_H

#include "transforms/CostModel/Nest.h"
#include "transforms/Target/CPU.h"

#include <optional>

namespace tvm::cost {

/// The axis of the outermost loop of a sum that has several iterations; nothing
/// where there is none, or `parts` does not divide it.
std::optional<unsigned> findDividedAxis(const Nest &nest, int64_t parts);

/// `nest` after split-K along `axis` into `parts`: the parts are a new axis in
/// front of all others, and each has its own results.
Nest divideAxis(const Nest &nest, unsigned axis, int64_t parts);

/// Cycles until the results of `parts`, a nest from divideAxis, are added.
double estimateSumOfParts(const Nest &parts, int64_t tasks,
                          const target::CPU &cpu);

} // namespace tvm::cost

#endif // TVM_TRANSFORMS_COSTMODEL_SPLITCOST_H
