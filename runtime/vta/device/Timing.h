// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The distribution of the time of a run.
#ifndef RUNTIME_VTA_DEVICE_TIMING_H
#define RUNTIME_VTA_DEVICE_TIMING_H

#include "runtime/vta/isa/Isa.h"

#include <array>
#include <cstddef>
#include <string>
#include <vector>

namespace tvm::runtime::vta {

/// The modules, numbered as in Module, and the unit that fetches their
/// instructions.
enum class Unit : uint8_t { Load, Compute, Store, Fetch };
constexpr unsigned kNumUnits = 4;
/// The name of a unit: "load", "compute", "store" or "fetch".
const char *nameOf(Unit unit);

/// The activity of a unit in a cycle.
class Activity {
public:
  static Activity idle() { return Activity(0); }
  static Activity busy() { return Activity(1); }
  static Activity waitForToken(TokenQueue queue) {
    return Activity(2 + unsigned(queue));
  }
  static Activity waitForRoom(TokenQueue queue) {
    return Activity(2 + kNumTokenQueues + unsigned(queue));
  }
  /// The activity of fetch while it waits for room in the command queue of
  /// `module`.
  static Activity waitForRoom(Module module) {
    return Activity(2 + 2 * kNumTokenQueues + unsigned(module));
  }
  static constexpr unsigned count = 2 + 2 * kNumTokenQueues + kNumModules;
  static Activity ofNumber(unsigned number) { return Activity(number); }

  unsigned number() const { return value; }
  bool operator==(Activity other) const { return value == other.value; }
  /// The name of an activity: "idle", "token load->compute", "room in
  /// load->compute", "room in load".
  std::string name() const;

private:
  explicit Activity(unsigned value) : value(value) {}
  unsigned value;
};

/// The distribution of a run's cycles over units and instructions.
struct Timing {
  struct UnitTiming {
    /// Cycles by Activity; their sum is all cycles of the run.
    std::array<uint64_t, Activity::count> cycles = {};
    /// Busy cycles in which data was ready, or awaited, while other units had
    /// the channel.
    uint64_t channelWaits = 0;

    uint64_t cyclesOf(Activity activity) const {
      return cycles[activity.number()];
    }
    uint64_t busy() const { return cyclesOf(Activity::busy()); }
  };

  /// An instruction from its start to its end.
  struct Slice {
    Unit unit;
    uint32_t instruction;
    uint64_t begin, end;
  };

  uint64_t cycles = 0;
  std::array<UnitTiming, kNumUnits> units;
  /// Slices, sorted by their ends.
  std::vector<Slice> slices;

  const UnitTiming &of(Unit unit) const { return units[unsigned(unit)]; }
};

} // namespace tvm::runtime::vta

#endif // RUNTIME_VTA_DEVICE_TIMING_H
