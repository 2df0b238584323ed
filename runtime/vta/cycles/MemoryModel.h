// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The times at which bursts reach DRAM, and their data the units.
#ifndef RUNTIME_VTA_CYCLES_MEMORYMODEL_H
#define RUNTIME_VTA_CYCLES_MEMORYMODEL_H

#include "runtime/vta/cycles/Bursts.h"
#include "runtime/vta/cycles/EventQueue.h"

#include <array>
#include <deque>

namespace tvm::runtime::vta {

/// A model of DRAM with one transfer at a time per unit. README.md has the
/// rules.
class MemoryModel {
public:
  MemoryModel(const Configuration &configuration, EventQueue &events,
              Timing &timing)
      : configuration(configuration), events(events), timing(timing) {}

  /// Begins a transfer, whose first address may be sent at `time`.
  void begin(Unit unit, const Bursts &bursts, bool isWrite, uint64_t time);

  void sendAddress(Unit unit, uint64_t now);
  /// Transfers the data of the unit's next burst. Returns the cycle of its
  /// first beat.
  uint64_t transferData(Unit unit, uint64_t now);
  /// Completes a burst. Returns whether it was the last one of the transfer.
  bool completeBurst(Unit unit, uint64_t now);

private:
  struct Port {
    Bursts bursts;
    bool isWrite = false;
    /// The number of sent addresses whose bursts are incomplete, and the number
    /// of these bursts without data.
    unsigned numOnTheWay = 0;
    std::deque<Burst> waiting;
    /// Whether an address waits for a burst to complete.
    bool isBlocked = false;
    /// The time of the last beat.
    uint64_t dataEnd = 0;
  };

  Configuration configuration;
  EventQueue &events;
  Timing &timing;
  std::array<Port, kNumUnits> ports;
  /// The times from which on the channels are free: the read channel, or the
  /// common one, and the write channel.
  std::array<uint64_t, 2> channelFree = {};
};

} // namespace tvm::runtime::vta

#endif // RUNTIME_VTA_CYCLES_MEMORYMODEL_H
