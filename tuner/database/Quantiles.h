// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_TUNER_DATABASE_QUANTILES_H
#define TVM_TUNER_DATABASE_QUANTILES_H

#include <vector>

namespace tvm::tuner {

/// The number at a place, from 0 to 1, of the sorted numbers: 0.5 is the
/// median. 0 of no numbers.
double getQuantile(std::vector<double> numbers, double place);

} // namespace tvm::tuner

#endif // TVM_TUNER_DATABASE_QUANTILES_H
