// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
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

  /// Simulates one cycle. The caller has set the inputs; `pins` has the outputs
  /// of this cycle, of which only the register port's depend on inputs of the
  /// same cycle. Afterwards `pins` has the outputs of the next cycle, except of
  /// the register port, whose outputs still belong to this one.
  virtual void tick(Pins &pins) = 0;
};

/// A simulation that was built for one configuration.
struct RtlCoreEntry {
  const char *name;
  /// The configuration, as JSON.
  const char *configuration;
  /// Creates a core whose memories have random contents from `seed`.
  std::unique_ptr<RtlCore> (*make)(uint64_t seed);
};

} // namespace tvm::hardware

#endif // HARDWARE_HARNESS_RTLCORE_H
