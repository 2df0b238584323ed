// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/vta/cycles/InstructionFetch.h"

#include "runtime/vta/isa/Word.h"

#include <algorithm>

using namespace tvm::runtime::vta;

InstructionFetch::InstructionFetch(const Configuration &configuration,
                                   EventQueue &events, MemoryModel &memory,
                                   size_t numInstructions)
    : events(events), memory(memory), width(configuration.memReadBytesPerCycle),
      numInstructions(numInstructions) {
  beginBurst(0);
}

void InstructionFetch::beginBurst(uint64_t now) {
  burstBegin = burstEnd;
  uint64_t bytes = (numInstructions - burstBegin) * sizeof(Word);
  Bursts bursts(0, bytes, 1, 0, width);
  uint64_t size = std::min(bytes, bursts.next().beats * width);
  burstEnd += size / sizeof(Word);
  memory.begin(Unit::Fetch, Bursts(0, size, 1, 0, width), false, now);
}

uint64_t InstructionFetch::readTime() const {
  uint64_t bytes = (numHanded - burstBegin + 1) * sizeof(Word);
  return dataBegin + (bytes + width - 1) / width;
}

void InstructionFetch::beginData(uint64_t begin) {
  dataBegin = begin;
  events.add(readTime(), EventKind::InstructionRead, Unit::Fetch);
}

void InstructionFetch::handOn(uint64_t now) {
  isWaiting = false;
  if (++numHanded < burstEnd)
    events.add(std::max(now + 1, readTime()), EventKind::InstructionRead,
               Unit::Fetch);
  else if (numHanded < numInstructions)
    beginBurst(now + 1);
}
