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

/// The rules of transfers in runtime/vta/README.md. The port of fetch sees the
/// stream at address 0, the others DRAM, of which what is not allocated
/// answers DECERR.
class AxiMemory {
public:
  AxiMemory(const runtime::vta::Configuration &configuration,
            runtime::vta::Dram &dram)
      : configuration(configuration), dram(dram) {}

  /// Forgets what was on its way.
  void reset(const std::vector<runtime::vta::Word> &words);

  /// From now on, in `percent` of the cycles in which it could, it does not
  /// take an address, move a beat or respond.
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
    /// Null where not all of it is allocated.
    uint8_t *bytes;
    bool isWrong = false;
  };

  struct Channel {
    std::deque<Burst> bursts;
    /// Beats of the first one that were moved.
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
  /// The channel of reads, or of reads and writes; then the channel of writes.
  std::array<Channel, 2> channels;
  std::deque<Response> responses;
  unsigned stallPercent = 0;
  std::mt19937_64 random;
  uint64_t now = 0;
};

} // namespace tvm::hardware

#endif // HARDWARE_HARNESS_AXIMEMORY_H
