// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "hardware/harness/AxiMemory.h"

#include <algorithm>
#include <cstring>

using namespace tvm::hardware;
using namespace tvm::runtime::vta;

void AxiMemory::reset(const std::vector<Word> &words) {
  stream = words;
  waiting = {};
  channels = {};
  responses.clear();
  now = 0;
}

void AxiMemory::stall(unsigned percent, uint64_t seed) {
  stallPercent = percent;
  random.seed(seed);
}

unsigned AxiMemory::widthOf(Unit unit) const {
  return unit == Store ? configuration.memWriteBytesPerCycle
                       : configuration.memReadBytesPerCycle;
}

uint8_t *AxiMemory::find(Unit unit, uint64_t address, uint64_t size) {
  if (unit != Fetch)
    return dram.find(address, size);
  uint64_t end = stream.size() * sizeof(Word);
  if (address > end || size > end - address)
    return nullptr;
  return reinterpret_cast<uint8_t *>(stream.data()) + address;
}

AxiMemory::Channel &AxiMemory::channelOf(Unit unit) {
  return channels[unit == Store && !configuration.memSharedChannel];
}

ReadPort &AxiMemory::readPortOf(Unit unit, Pins &pins) const {
  return unit == Load ? pins.load : unit == Compute ? pins.compute : pins.fetch;
}

void AxiMemory::takeAddress(Unit unit, AddressChannel &address) {
  address.ready = !isStalled();
  if (!address.valid || !address.ready)
    return;
  unsigned beats = address.length + 1;
  uint64_t latency = unit == Store ? 0 : configuration.memLatency;
  waiting[unit].push_back(
      {unit, address.address, beats, address.endsRow, now + latency,
       find(unit, address.address, uint64_t(beats) * widthOf(unit))});
}

void AxiMemory::queueBursts() {
  for (Unit unit : {Load, Compute, Store, Fetch}) {
    std::deque<Burst> &bursts = waiting[unit];
    while (!bursts.empty() && bursts.front().ready <= now) {
      channelOf(unit).bursts.push_back(bursts.front());
      bursts.pop_front();
    }
  }
}

void AxiMemory::read(Burst &burst, unsigned beat, ReadPort &port) {
  unsigned width = widthOf(burst.unit);
  uint64_t address = burst.address + uint64_t(beat) * width;
  port.valid = true;
  port.last = beat + 1 == burst.beats;
  port.response = 0;
  if (burst.bytes) {
    std::memcpy(port.data.data(), burst.bytes + uint64_t(beat) * width, width);
    return;
  }
  unsigned size = width;
  while (size > 0 && !find(burst.unit, address, size))
    --size;
  if (size > 0)
    std::memcpy(port.data.data(), find(burst.unit, address, size), size);
  else
    port.response = 3;
}

void AxiMemory::write(Burst &burst, unsigned beat, const WritePort &port) {
  unsigned width = widthOf(burst.unit);
  uint64_t address = burst.address + uint64_t(beat) * width;
  unsigned first = 0, end = width;
  const uint8_t *strobes = port.strobes.data();
  auto isSet = [&](unsigned i) { return strobes[i / 8] >> i % 8 & 1; };
  while (first < width && !isSet(first))
    ++first;
  while (end > first && !isSet(end - 1))
    --end;
  uint8_t *bytes = find(burst.unit, address + first, end - first);
  if (bytes)
    for (unsigned i = first; i < end; ++i)
      bytes[i - first] = isSet(i) ? port.data[i] : bytes[i - first];
  else
    burst.isWrong = true;
}

void AxiMemory::endBeat(Channel &channel) {
  const Burst &burst = channel.bursts.front();
  if (++channel.done < burst.beats)
    return;
  channel.free = now + 1 + (burst.endsRow ? configuration.memRowGap : 0);
  if (burst.unit == Store)
    responses.push_back({now + configuration.memLatency, burst.isWrong});
  channel.bursts.pop_front();
  channel.done = 0;
}

void AxiMemory::moveBeat(Channel &channel, Pins &pins) {
  if (channel.bursts.empty() || channel.free > now || isStalled())
    return;
  Burst &burst = channel.bursts.front();
  if (burst.unit != Store) {
    read(burst, channel.done, readPortOf(burst.unit, pins));
    return endBeat(channel);
  }
  pins.store.ready = true;
  if (!pins.store.valid)
    return;
  write(burst, channel.done, pins.store);
  endBeat(channel);
}

void AxiMemory::respond(WritePort &port) {
  port.responseValid =
      !responses.empty() && responses.front().time <= now && !isStalled();
  if (!port.responseValid)
    return;
  port.response = responses.front().isWrong ? 3 : 0;
  responses.pop_front();
}

void AxiMemory::step(Pins &pins) {
  takeAddress(Load, pins.load.address);
  takeAddress(Compute, pins.compute.address);
  takeAddress(Store, pins.store.address);
  takeAddress(Fetch, pins.fetch.address);
  queueBursts();
  for (ReadPort *port : {&pins.load, &pins.compute, &pins.fetch})
    port->valid = false;
  pins.store.ready = false;
  for (Channel &channel : channels)
    moveBeat(channel, pins);
  respond(pins.store);
  ++now;
}
