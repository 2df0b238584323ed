// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/vta/cycles/MemoryModel.h"

#include <algorithm>

using namespace tvm::runtime::vta;

void MemoryModel::begin(Unit unit, const Bursts &bursts, bool isWrite,
                        uint64_t time) {
  Port &port = ports[unsigned(unit)];
  port.bursts = bursts;
  port.isWrite = isWrite;
  events.add(time, EventKind::Address, unit);
}

void MemoryModel::sendAddress(Unit unit, uint64_t now) {
  Port &port = ports[unsigned(unit)];
  port.isBlocked = port.numOnTheWay == configuration.memOutstandingBursts;
  if (port.isBlocked)
    return;
  port.waiting.push_back(port.bursts.next());
  ++port.numOnTheWay;
  uint64_t latency = port.isWrite ? 0 : configuration.memLatency;
  events.add(now + latency, EventKind::DataReady, unit);
  if (!port.bursts.isDone())
    events.add(now + 1, EventKind::Address, unit);
}

uint64_t MemoryModel::transferData(Unit unit, uint64_t now) {
  Port &port = ports[unsigned(unit)];
  Burst burst = port.waiting.front();
  port.waiting.pop_front();
  bool isSeparate = port.isWrite && !configuration.memSharedChannel;
  uint64_t &free = channelFree[isSeparate];
  uint64_t begin = std::max(now, free), ready = std::max(now, port.dataEnd);
  timing.units[unsigned(unit)].channelWaits += begin - std::min(begin, ready);
  uint64_t end = begin + burst.beats;
  free = end + (burst.endsRow ? configuration.memRowGap : 0);
  port.dataEnd = free;
  uint64_t response = port.isWrite ? configuration.memLatency : 0;
  events.add(end + response, EventKind::BurstDone, unit);
  return begin;
}

bool MemoryModel::completeBurst(Unit unit, uint64_t now) {
  Port &port = ports[unsigned(unit)];
  --port.numOnTheWay;
  if (port.isBlocked)
    sendAddress(unit, now);
  return port.numOnTheWay == 0 && port.bursts.isDone();
}
