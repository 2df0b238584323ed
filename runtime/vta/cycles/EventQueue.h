// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The future events of a cycle model, in order.
#ifndef RUNTIME_VTA_CYCLES_EVENTQUEUE_H
#define RUNTIME_VTA_CYCLES_EVENTQUEUE_H

#include "runtime/vta/device/Timing.h"

#include <queue>
#include <tuple>

namespace tvm::runtime::vta {

/// Kinds of events. Events of one cycle happen in the order of their kinds, and
/// then in the order of their units.
enum class EventKind : uint8_t {
  /// A burst is complete.
  BurstDone,
  /// The pipeline of the compute module is empty, or another module has
  /// finished.
  Executed,
  /// The next instruction has been read.
  InstructionRead,
  /// A unit may send the address of its next burst.
  Address,
  /// DRAM is ready for the data of a unit's next burst.
  DataReady
};

/// An event of `unit` in cycle `time`.
struct Event {
  uint64_t time;
  EventKind kind;
  Unit unit;
};

/// The future events, the first one in front.
class EventQueue {
public:
  void add(uint64_t time, EventKind kind, Unit unit) {
    events.push({time, kind, unit});
  }
  bool isEmpty() const { return events.empty(); }
  Event pop() {
    Event first = events.top();
    events.pop();
    return first;
  }

private:
  struct IsLater {
    bool operator()(const Event &a, const Event &b) const {
      return std::tie(a.time, a.kind, a.unit) >
             std::tie(b.time, b.kind, b.unit);
    }
  };
  std::priority_queue<Event, std::vector<Event>, IsLater> events;
};

} // namespace tvm::runtime::vta

#endif // RUNTIME_VTA_CYCLES_EVENTQUEUE_H
