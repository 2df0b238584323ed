// The core in SystemVerilog, for one configuration.
#ifndef HARDWARE_HARNESS_RTLCORE_H
#define HARDWARE_HARNESS_RTLCORE_H

#include "hardware/harness/Pins.h"

#include <memory>

namespace tvm::hardware {

/// A simulation of VTA's core, cycle by cycle.
class RtlCore {
public:
  virtual ~RtlCore() = default;

  /// One cycle. Before: outputs are those of the cycle, of which only the
  /// register port's depend on its inputs; inputs are to be set. After: outputs
  /// are those of the next cycle, the register port's still of this one.
  virtual void tick(Pins &pins) = 0;
};

/// A simulation that was built for one configuration.
struct RtlCoreEntry {
  const char *name;
  /// Its configuration, JSON.
  const char *configuration;
  /// Memories hold what follows from `seed`.
  std::unique_ptr<RtlCore> (*make)(uint64_t seed);
};

} // namespace tvm::hardware

#endif // HARDWARE_HARNESS_RTLCORE_H
