// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tuner/rounds/Noise.h"

#include "tuner/database/Failure.h"
#include "tuner/database/Quantiles.h"
#include "llvm/ADT/STLExtras.h"

#include <cmath>

using namespace llvm;

namespace tvm::tuner {

ModelMeasurer::~ModelMeasurer() = default;

/// References that are fewer, or take a smaller share of the time, depend too
/// much on single kernels.
static constexpr unsigned kMinReferences = 3;
static constexpr double kMinWeight = 0.25;
/// The limit for the reference, whose kernels make up for each other, as a
/// share of that for one kernel.
static constexpr double kReferenceLimit = 0.6;

bool Reference::isSufficient() const {
  return count >= kMinReferences && weight >= kMinWeight;
}

void addRuns(std::vector<double> &sums, ArrayRef<double> seconds) {
  sums.resize(std::max(sums.size(), seconds.size()));
  for (auto [sum, value] : zip(sums, seconds))
    sum += value;
}

KernelTimes getQuartiles(std::vector<double> seconds) {
  return {getQuantile(seconds, 0.5), getQuantile(seconds, 0.25),
          getQuantile(seconds, 0.75)};
}

namespace {
/// How much longer a kernel takes now; its seconds before are the weight.
struct Change {
  double ratio, weight;
};
} // namespace

/// The ratio below which a share `quantile` of all weight lies.
static double getQuantile(ArrayRef<Change> sorted, double total,
                          double quantile) {
  double sum = 0;
  for (const Change &change : sorted) {
    sum += change.weight;
    if (sum >= quantile * total)
      return change.ratio;
  }
  return sorted.back().ratio;
}

Reference getReference(const ModelTimes &before, const ModelTimes &now,
                       const SmallBitVector &changed) {
  std::vector<Change> changes;
  double total = 0, weight = 0;
  auto add = [&](const KernelTimes &first, const KernelTimes &second,
                 bool isChanged) {
    total += first.median;
    if (isChanged || first.median <= 0 || second.median <= 0)
      return;
    weight += first.median;
    changes.push_back({second.median / first.median, first.median});
  };
  for (auto [i, first, second] : enumerate(before.tasks, now.tasks))
    add(first, second, changed[i]);
  for (auto [first, second] : zip_equal(before.others, now.others))
    add(first, second, /*isChanged=*/false);
  if (changes.empty())
    return {};
  sort(changes, [](const Change &a, const Change &b) {
    return std::pair(a.ratio, a.weight) < std::pair(b.ratio, b.weight);
  });
  double ratio = getQuantile(changes, weight, 0.5);
  double spread =
      getQuantile(changes, weight, 0.75) - getQuantile(changes, weight, 0.25);
  return {ratio, spread / ratio, weight / total,
          static_cast<unsigned>(changes.size())};
}

Reference getReference(const ModelTimes &before,
                       const SmallBitVector &changed) {
  return getReference(before, before, changed);
}

Outcome judge(const Task &task, const KernelTimes &before,
              const KernelTimes &now, const Reference &reference, double share,
              int64_t runs, double maxSpread) {
  if (before.median <= 0 || now.median <= 0)
    return {std::nullopt,
            describeFailure(Cause::RunError,
                            "the kernel does not run in the model")};
  if (std::max(before.getSpread(), now.getSpread()) > maxSpread ||
      reference.spread > kReferenceLimit * maxSpread)
    return {std::nullopt, "", /*isNoisy=*/true};
  Times times;
  double launches = task.numLaunches;
  times.median = now.median / launches;
  times.lower = now.lower / launches;
  times.upper = now.upper / launches;
  // The default's time in these runs, as the incumbent and its share tell it.
  times.reference = before.median * reference.ratio / share / launches;
  times.share = times.median / times.reference;
  times.ratio = reference.ratio;
  times.runs = runs;
  return {times, ""};
}

} // namespace tvm::tuner
