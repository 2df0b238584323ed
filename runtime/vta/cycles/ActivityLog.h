// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The record of a run's Timing during its simulation.
#ifndef RUNTIME_VTA_CYCLES_ACTIVITYLOG_H
#define RUNTIME_VTA_CYCLES_ACTIVITYLOG_H

#include "runtime/vta/device/Timing.h"

namespace tvm::runtime::vta {

/// A log that adds up the cycles of each unit's activities in a Timing as time
/// advances.
class ActivityLog {
public:
  explicit ActivityLog(Timing &timing) : timing(timing) {}

  /// Records that `unit` has this activity from cycle `now` on.
  void enter(Unit unit, Activity activity, uint64_t now) {
    State &state = states[unsigned(unit)];
    if (state.activity == activity)
      return;
    account(unit, now);
    state.activity = activity;
  }

  void begin(Unit unit, uint64_t now) { begins[unsigned(unit)] = now; }
  void end(Unit unit, size_t instruction, uint64_t now) {
    timing.slices.push_back(
        {unit, uint32_t(instruction), begins[unsigned(unit)], now});
  }

  /// Records that the run ends at cycle `now`.
  void close(uint64_t now) {
    for (unsigned unit = 0; unit < kNumUnits; ++unit)
      account(Unit(unit), now);
    timing.cycles = now;
  }

private:
  struct State {
    Activity activity = Activity::idle();
    uint64_t since = 0;
  };

  void account(Unit unit, uint64_t now) {
    State &state = states[unsigned(unit)];
    timing.units[unsigned(unit)].cycles[state.activity.number()] +=
        now - state.since;
    state.since = now;
  }

  Timing &timing;
  std::array<State, kNumUnits> states;
  std::array<uint64_t, kNumUnits> begins = {};
};

} // namespace tvm::runtime::vta

#endif // RUNTIME_VTA_CYCLES_ACTIVITYLOG_H
