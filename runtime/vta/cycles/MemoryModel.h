// When bursts reach DRAM, and their data the units.
#ifndef RUNTIME_VTA_CYCLES_MEMORYMODEL_H
#define RUNTIME_VTA_CYCLES_MEMORYMODEL_H

#include "runtime/vta/cycles/Bursts.h"
#include "runtime/vta/cycles/EventQueue.h"

#include <array>
#include <deque>

namespace tvm::runtime::vta {

/// Each unit has one transfer at a time. README.md has the rules.
class MemoryModel {
public:
  MemoryModel(const Configuration &configuration, EventQueue &events,
              Timing &timing)
      : configuration(configuration), events(events), timing(timing) {}

  /// The first address may go out at `time`.
  void begin(Unit unit, const Bursts &bursts, bool isWrite, uint64_t time);

  void sendAddress(Unit unit, uint64_t now);
  /// Returns the cycle of the first beat.
  uint64_t transferData(Unit unit, uint64_t now);
  /// Whether it was the last burst of the transfer.
  bool completeBurst(Unit unit, uint64_t now);

private:
  struct Port {
    Bursts bursts;
    bool isWrite = false;
    /// Addresses that are out, and of these, bursts without data.
    unsigned numOnTheWay = 0;
    std::deque<Burst> waiting;
    /// Whether an address waits for a burst to complete.
    bool isBlocked = false;
    /// When the last beat was.
    uint64_t dataEnd = 0;
  };

  Configuration configuration;
  EventQueue &events;
  Timing &timing;
  std::array<Port, kNumUnits> ports;
  /// From when on a channel is free: that of reads, or both; that of writes.
  std::array<uint64_t, 2> channelFree = {};
};

} // namespace tvm::runtime::vta

#endif // RUNTIME_VTA_CYCLES_MEMORYMODEL_H
