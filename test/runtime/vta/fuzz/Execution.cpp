// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "test/runtime/vta/fuzz/Execution.h"

#include "runtime/vta/cycles/CycleModel.h"
#include "runtime/vta/functional/FunctionalSimulator.h"

#include <algorithm>
#include <cstring>
#include <stdexcept>

using namespace tvm::runtime;
using namespace tvm::runtime::vta;
using namespace tvm::test;

static void require(const Status &status) {
  if (status.failed())
    throw std::runtime_error(lastError());
}

/// A page, the memory of the case at kMemoryBegin, and a page, of which only
/// the memory is allocated while a program runs.
static uint8_t *prepare(Dram &dram, const FuzzCase &fuzzCase) {
  uint64_t size = fuzzCase.memory.size(), all = size + 2 * kMemoryBegin;
  uint64_t address = 0;
  require(dram.create(all + kMemoryBegin));
  require(dram.allocate(all - kMemoryBegin, address));
  uint8_t *bytes = dram.find(address, all - kMemoryBegin);
  std::memset(bytes, 0xa5, all - kMemoryBegin);
  std::copy(fuzzCase.memory.begin(), fuzzCase.memory.end(), bytes);
  require(dram.free(address));
  require(dram.allocate(size, address));
  if (address != kMemoryBegin)
    throw std::runtime_error("memory lies elsewhere");
  return bytes;
}

Outcome tvm::test::executeOn(const MakeDevice &makeDevice,
                             const FuzzCase &fuzzCase, uint64_t seed) {
  constexpr uint64_t maxCycles = 200000;
  Dram dram(kMemoryBegin);
  uint8_t *bytes = prepare(dram, fuzzCase);
  uint64_t size = fuzzCase.memory.size();
  std::unique_ptr<Device> device = makeDevice(fuzzCase.configuration, dram);
  device->seed(seed);
  require(device->create());
  Outcome outcome;
  if (device->run(fuzzCase.stream, maxCycles, outcome.counters).failed())
    outcome.error = lastError();
  outcome.memory.assign(bytes, bytes + size);
  outcome.isOutside = std::any_of(bytes + size, bytes + size + kMemoryBegin,
                                  [](uint8_t byte) { return byte != 0xa5; });
  return outcome;
}

template <typename Simulator>
static std::unique_ptr<Device> make(const Configuration &configuration,
                                    Dram &dram) {
  return std::make_unique<Simulator>(configuration, dram);
}

Outcome tvm::test::execute(const FuzzCase &fuzzCase, uint64_t seed) {
  return executeOn(make<FunctionalSimulator>, fuzzCase, seed);
}

Outcome tvm::test::executeTimed(const FuzzCase &fuzzCase, uint64_t seed) {
  return executeOn(make<CycleModel>, fuzzCase, seed);
}
