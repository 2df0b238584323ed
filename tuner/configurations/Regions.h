// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_TUNER_CONFIGURATIONS_REGIONS_H
#define TVM_TUNER_CONFIGURATIONS_REGIONS_H

#include "tuner/rounds/ModelMeasurer.h"

namespace tvm::tuner {

/// The runs of a kernel in a model.
struct KernelRuns {
  /// The text of the kernel, its strategy and the number of its launches.
  /// Kernels of two models with the same text do the same.
  std::string text;
  /// The seconds of all its launches, of each run.
  std::vector<double> seconds;
};

/// The times of two configurations of a model that ran in turns. Kernels that
/// only one of them has, or launches more often, are the region that their
/// decisions concern: all kernels between the values that both compute,
/// transposes included.
struct RegionTimes {
  /// The region is the only task, all kernels that are the same are the others.
  ModelTimes before, now;
  /// Number of kernels of the region.
  unsigned numBefore = 0, numNow = 0;
};

RegionTimes compareRegions(llvm::ArrayRef<KernelRuns> before,
                           llvm::ArrayRef<KernelRuns> now);

} // namespace tvm::tuner

#endif // TVM_TUNER_CONFIGURATIONS_REGIONS_H
