// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/vta/core/Scratchpads.h"

#include <algorithm>
#include <cstring>
#include <random>

using namespace tvm::runtime;
using namespace tvm::runtime::vta;

static int64_t bytesOfAll(const Configuration &c, MemoryType type) {
  return int64_t(c.depth(type) * c.elementBytes(type));
}

Status Scratchpads::create() {
  const Configuration &c = configuration;
  uops.resize(c.depth(MemoryType::Uop));
  if (inputs.reserve(bytesOfAll(c, MemoryType::Inp)) &&
      weights.reserve(bytesOfAll(c, MemoryType::Wgt)) &&
      accumulator.reserve(bytesOfAll(c, MemoryType::Acc)))
    return TVM_OK;
  return error(TVM_OUT_OF_MEMORY, "no memory for the buffers of a VTA");
}

static void fillBytes(uint8_t *bytes, int64_t size, std::mt19937_64 &random) {
  for (int64_t i = 0; i < size; i += sizeof(uint64_t)) {
    uint64_t value = random();
    std::memcpy(bytes + i, &value, std::min<int64_t>(sizeof(value), size - i));
  }
}

void Scratchpads::fill(uint64_t seed) {
  std::mt19937_64 random(seed);
  const Configuration &c = configuration;
  fillBytes(inp(), bytesOfAll(c, MemoryType::Inp), random);
  fillBytes(wgt(), bytesOfAll(c, MemoryType::Wgt), random);
  fillBytes(reinterpret_cast<uint8_t *>(acc()), bytesOfAll(c, MemoryType::Acc),
            random);
  for (MicroOp &uop : uops) {
    uint64_t bits = random();
    uop = {uint32_t(bits) % c.depth(MemoryType::Acc),
           uint32_t(bits >> 16) % c.depth(MemoryType::Inp),
           uint32_t(bits >> 32) % c.depth(MemoryType::Wgt)};
  }
}
