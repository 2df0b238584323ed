// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// DRAM behind a core's AXI ports, cycle by cycle.
#ifndef HARDWARE_HARNESS_AXIMEMORY_H
#define HARDWARE_HARNESS_AXIMEMORY_H

#include "hardware/harness/Pins.h"
#include "runtime/vta/core/Dram.h"
#include "runtime/vta/isa/Configuration.h"
#include "runtime/vta/isa/Word.h"

#include <deque>
#include <random>
#include <vector>

namespace tvm::hardware {

/// A model of DRAM with the rules of transfers in runtime/vta/cycles/README.md.
/// The port of fetch reads the stream from address 0 on, the other ports access
/// DRAM. An access outside of all allocations gets the response DECERR.
class AxiMemory {
public:
  AxiMemory(const runtime::vta::Configuration &configuration,
            runtime::vta::Dram &dram)
      : configuration(configuration), dram(dram) {}

  /// Drops all transfers, and sets the stream.
  void reset(const std::vector<runtime::vta::Word> &words);

  /// Makes the memory stall at random from now on: in `percent` of the cycles
  /// in which it could take an address, move a beat or respond, it does not.
  void stall(unsigned percent, uint64_t seed);

  /// Sets the inputs of a cycle, given the outputs.
  void step(Pins &pins);

private:
  enum Unit { Load, Compute, Store, Fetch };
  static constexpr unsigned kNumUnits = 4;

  struct Burst {
    Unit unit;
    uint64_t address;
    unsigned beats;
    bool endsRow;
    uint64_t ready;
    /// The memory of the burst; null where not all of it is allocated.
    uint8_t *bytes;
    bool isWrong = false;
  };

  struct Channel {
    std::deque<Burst> bursts;
    /// Number of beats of the first burst that were moved.
    unsigned done = 0;
    uint64_t free = 0;
  };

  struct Response {
    uint64_t time;
    bool isWrong;
  };

  bool isStalled() { return stallPercent && random() % 100 < stallPercent; }
  unsigned widthOf(Unit unit) const;
  uint8_t *find(Unit unit, uint64_t address, uint64_t size);
  Channel &channelOf(Unit unit);
  void takeAddress(Unit unit, AddressChannel &address);
  void queueBursts();
  void moveBeat(Channel &channel, Pins &pins);
  void read(Burst &burst, unsigned beat, ReadPort &port);
  void write(Burst &burst, unsigned beat, const WritePort &port);
  void endBeat(Channel &channel);
  void respond(WritePort &port);
  ReadPort &readPortOf(Unit unit, Pins &pins) const;

  runtime::vta::Configuration configuration;
  runtime::vta::Dram &dram;
  std::vector<runtime::vta::Word> stream;
  std::array<std::deque<Burst>, kNumUnits> waiting;
  /// The read channel, or the channel that reads and writes share, and the
  /// write channel.
  std::array<Channel, 2> channels;
  std::deque<Response> responses;
  unsigned stallPercent = 0;
  std::mt19937_64 random;
  uint64_t now = 0;
};

} // namespace tvm::hardware

#endif // HARDWARE_HARNESS_AXIMEMORY_H
