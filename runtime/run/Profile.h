// Measurements of a model that runs.
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
    /// Sums over all calls; negative if not known.
    double flops = 0, bytes = 0;
  };

  explicit Profile(const std::vector<Kernel> &kernels) : kernels(kernels) {}

  static int64_t now();

  /// Forgets everything; now() becomes the trace's zero.
  void start();

  /// `dims` are the call's.
  void recordCall(int32_t kernel, int64_t begin, int64_t end,
                  const int64_t *dims);
  void recordRun(int64_t begin, int64_t end);

  /// Zeros for a kernel that was not called.
  Totals getTotals(int32_t kernel) const;

  /// Kernels, slowest first, and what a run takes beside them. The share of a
  /// limit is that of the time which the machine would need at least for the
  /// operations, or for the bytes if that is longer; above 100 % what stays in
  /// caches.
  std::string table(const MachineLimits &limits) const;

  /// Chrome's trace format: one complete ("X") event per call.
  Status writeTrace(const char *path) const;

private:
  struct Event {
    int32_t kernel; // -1: a run
    int64_t begin, end;
    int64_t flops, bytes; // -1 if not known
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
