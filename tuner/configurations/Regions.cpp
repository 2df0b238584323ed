// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tuner/configurations/Regions.h"

#include "tuner/rounds/Noise.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringMap.h"

using namespace llvm;

namespace tvm::tuner {

/// The seconds of kernels with the same text, of each run.
using SecondsByText = StringMap<std::vector<double>>;

static SecondsByText collect(ArrayRef<KernelRuns> kernels) {
  SecondsByText seconds;
  for (const KernelRuns &kernel : kernels)
    addRuns(seconds[kernel.text], kernel.seconds);
  return seconds;
}

/// The seconds of all kernels that `others` does not have. Counts them.
static std::vector<double> sumUp(const SecondsByText &kernels,
                                 const SecondsByText &others, unsigned &count) {
  std::vector<double> sums;
  for (const auto &kernel : kernels) {
    if (others.contains(kernel.first()))
      continue;
    ++count;
    addRuns(sums, kernel.second);
  }
  return sums;
}

RegionTimes compareRegions(ArrayRef<KernelRuns> before,
                           ArrayRef<KernelRuns> now) {
  SecondsByText first = collect(before), second = collect(now);
  RegionTimes times;
  std::vector<double> regionBefore = sumUp(first, second, times.numBefore);
  std::vector<double> regionNow = sumUp(second, first, times.numNow);
  times.before.runs = static_cast<int64_t>(regionBefore.size());
  times.now.runs = static_cast<int64_t>(regionNow.size());
  times.before.tasks.push_back(getQuartiles(std::move(regionBefore)));
  times.now.tasks.push_back(getQuartiles(std::move(regionNow)));
  for (auto &kernel : first) {
    auto same = second.find(kernel.first());
    if (same == second.end())
      continue;
    times.before.others.push_back(getQuartiles(std::move(kernel.second)));
    times.now.others.push_back(getQuartiles(std::move(same->second)));
  }
  return times;
}

} // namespace tvm::tuner
