// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Measurements of a running model.
#ifndef RUNTIME_RUN_PROFILE_H
#define RUNTIME_RUN_PROFILE_H

#include "runtime/artefact/Manifest.h"
#include "runtime/core/Error.h"
#include "runtime/core/MachineLimits.h"

#include <cstdint>
#include <string>
#include <vector>

namespace tvm::runtime {

/// Times of the calls of each kernel, in nanoseconds of a steady clock.
class Profile {
public:
  struct Totals {
    int64_t calls = 0, total = 0, min = 0, max = 0;
    /// Sums over all calls; negative if unknown.
    double flops = 0, bytes = 0;
  };

  explicit Profile(const std::vector<Kernel> &kernels) : kernels(kernels) {}

  static int64_t now();

  /// Removes all measurements; now() becomes the trace's zero.
  void start();

  /// Records a call; `dims` are its dims.
  void recordCall(int32_t kernel, int64_t begin, int64_t end,
                  const int64_t *dims);
  void recordRun(int64_t begin, int64_t end);

  /// The totals of a kernel; zeros if it was not called.
  Totals getTotals(int32_t kernel) const;

  /// A table of kernels, slowest first, and of the remaining time of a run. The
  /// share of a limit is the machine's least possible time for the operations,
  /// or for the bytes if that is longer, divided by the measured time. It
  /// exceeds 100 % for data that stays in caches.
  std::string table(const MachineLimits &limits) const;

  /// Writes the calls in Chrome's trace format, as complete ("X") events.
  Status writeTrace(const char *path) const;

private:
  struct Event {
    int32_t kernel; // -1: a run
    int64_t begin, end;
    int64_t flops, bytes; // -1 if unknown
  };

  void record(Event event);

  const std::vector<Kernel> &kernels;
  std::vector<Totals> totals;
  Totals runs;
  std::vector<Event> events;
  int64_t zero = 0;
};

} // namespace tvm::runtime

#endif // RUNTIME_RUN_PROFILE_H
