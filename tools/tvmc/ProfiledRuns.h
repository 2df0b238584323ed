// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_TOOLS_TVMC_PROFILEDRUNS_H
#define TVM_TOOLS_TVMC_PROFILEDRUNS_H

#include "tools/tvmc/Session.h"

#include <deque>

namespace tvm::tvmc {

/// The runs of a model, of which the time of each kernel is known.
struct ProfiledRuns {
  struct Kernel {
    std::string name;
    /// Seconds of all calls, of each run.
    std::vector<double> seconds;
  };
  std::vector<Kernel> kernels;
  /// Seconds of each run.
  std::vector<double> seconds;
};

/// The number and the time of the runs of a model.
struct RunLimits {
  unsigned minRuns = 10;
  /// Seconds after which more runs are not worth it, even if times spread.
  double seconds = 1;
};

/// Runs sessions in turns, until their median times are known well or the
/// limits are reached.
llvm::Expected<std::vector<ProfiledRuns>>
profileInTurns(std::deque<Session> &sessions, const RunLimits &limits);

/// The median; 0 of no numbers.
double getMedian(llvm::ArrayRef<double> numbers);

} // namespace tvm::tvmc

#endif // TVM_TOOLS_TVMC_PROFILEDRUNS_H
