// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tools/tvmc/ProfiledRuns.h"

#include "tuner/database/Quantiles.h"
#include "llvm/ADT/STLExtras.h"

#include <chrono>
#include <cmath>

using namespace llvm;

namespace tvm::tvmc {

using Clock = std::chrono::steady_clock;
using Seconds = std::chrono::duration<double>;

/// Runs of a session in its turn that are timed, and runs in front of them that
/// are not: they bring its weights back into the caches.
static constexpr unsigned kRunsPerTurn = 2, kWarmUps = 1;
/// Runs after which more of them are not worth it.
static constexpr size_t kMaxRuns = 1000;
/// The error of a median, as a share of it, that is small enough.
static constexpr double kPrecision = 0.005;

double getMedian(ArrayRef<double> numbers) {
  return tuner::getQuantile(numbers.vec(), 0.5);
}

/// Whether the standard error of the median is small.
static bool isPrecise(const ProfiledRuns &runs) {
  double spread = tuner::getQuantile(runs.seconds, 0.75) -
                  tuner::getQuantile(runs.seconds, 0.25);
  double count = static_cast<double>(runs.seconds.size());
  return spread / std::sqrt(count) < kPrecision * getMedian(runs.seconds);
}

/// Runs a session once, and adds its times.
static Error runOnce(Session &session, ProfiledRuns &runs) {
  tvm_context *context = session.getContext();
  tvm_context_set_profiling(context, 1); // from nothing
  auto start = Clock::now();
  if (Error error = session.run())
    return error;
  runs.seconds.push_back(Seconds(Clock::now() - start).count());
  runs.kernels.resize(tvm_context_num_kernels(context));
  for (auto [i, kernel] : enumerate(runs.kernels)) {
    tvm_kernel_profile profile = {sizeof(profile)};
    (void)tvm_context_get_kernel_profile(context, static_cast<int32_t>(i),
                                         &profile);
    kernel.name = profile.name;
    kernel.seconds.push_back(profile.total);
  }
  return Error::success();
}

static Error takeTurn(Session &session, ProfiledRuns &runs) {
  for (unsigned i = 0; i < kWarmUps; ++i)
    if (Error error = session.run())
      return error;
  for (unsigned i = 0; i < kRunsPerTurn; ++i)
    if (Error error = runOnce(session, runs))
      return error;
  return Error::success();
}

Expected<std::vector<ProfiledRuns>>
profileInTurns(std::deque<Session> &sessions, const RunLimits &limits) {
  std::vector<ProfiledRuns> runs(sessions.size());
  auto start = Clock::now();
  auto isDone = [&](const ProfiledRuns &each) {
    return each.seconds.size() >= limits.minRuns &&
           (isPrecise(each) || each.seconds.size() >= kMaxRuns ||
            Seconds(Clock::now() - start).count() > limits.seconds);
  };
  while (!all_of(runs, isDone))
    for (auto [session, each] : zip_equal(sessions, runs))
      if (Error error = takeTurn(session, each))
        return std::move(error);
  return runs;
}

} // namespace tvm::tvmc
