// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/vta/core/TransferUnit.h"

#include "runtime/vta/isa/DramSpan.h"

#include <algorithm>
#include <cstring>

using namespace tvm::runtime;
using namespace tvm::runtime::vta;

/// The number of elements on the chip that the transfer touches.
static uint64_t footprintOf(const Transfer &t) {
  return uint64_t(t.padTop + t.ySize + t.padBottom) *
         (t.padLeft + t.xSize + t.padRight);
}

/// Calls `fill(index, count, source)` for rows and for their padding.
template <typename Fill>
static Status forEachRun(const Transfer &t, uint64_t bytesPerElement,
                         const uint8_t *source, Fill fill) {
  uint64_t width = t.padLeft + t.xSize + t.padRight, index = t.sramBase;
  TVM_RETURN_IF_FAILED(fill(index, t.padTop * width, nullptr));
  index += t.padTop * width;
  for (uint32_t y = 0; y < t.ySize; ++y, index += width) {
    uint64_t right = index + t.padLeft + t.xSize;
    TVM_RETURN_IF_FAILED(fill(index, t.padLeft, nullptr));
    TVM_RETURN_IF_FAILED(fill(index + t.padLeft, t.xSize, source));
    TVM_RETURN_IF_FAILED(fill(right, t.padRight, nullptr));
    source += t.xStride * bytesPerElement;
  }
  return fill(index, t.padBottom * width, nullptr);
}

Status TransferUnit::checkBuffer(const Transfer &transfer) const {
  uint64_t end = transfer.sramBase + footprintOf(transfer);
  uint32_t depth = configuration.depth(transfer.memoryType);
  if (end <= depth)
    return TVM_OK;
  return error(TVM_RUN_FAILED,
               "expected elements below %u of the buffer, got %u to %llu",
               depth, transfer.sramBase, (unsigned long long)end);
}

Status TransferUnit::findDram(const Transfer &transfer, uint8_t *&bytes) {
  DramSpan span(transfer);
  uint64_t size = configuration.elementBytes(transfer.memoryType);
  if (dram.access(span.begin * size, (span.end - span.begin) * size, bytes)
          .failed())
    return error(TVM_RUN_FAILED, "DRAM: %s", std::string(lastError()).c_str());
  counters.add(configuration, transfer);
  return TVM_OK;
}

static void copyOrClear(uint8_t *to, const uint8_t *source, uint64_t size) {
  if (source)
    std::memcpy(to, source, size);
  else
    std::memset(to, 0, size);
}

Status TransferUnit::fillUops(uint64_t index, uint64_t count,
                              const uint8_t *source) {
  for (uint64_t i = 0; i < count; ++i) {
    uint32_t word = 0;
    if (source)
      std::memcpy(&word, source + i * sizeof(word), sizeof(word));
    TVM_RETURN_IF_FAILED(encoding.decode(word, scratchpads.uops[index + i]));
  }
  return TVM_OK;
}

void TransferUnit::fillInputs(uint64_t index, uint64_t count,
                              const uint8_t *source) {
  uint64_t size = configuration.elementBytes(MemoryType::Inp);
  copyOrClear(scratchpads.inp() + index * size, source, count * size);
}

template <typename Weight>
static void transpose(uint8_t *to, const uint8_t *source, unsigned block) {
  for (unsigned out = 0; out < block; ++out)
    for (unsigned in = 0; in < block; ++in)
      std::memcpy(to + (in * block + out) * sizeof(Weight),
                  source + (out * block + in) * sizeof(Weight), sizeof(Weight));
}

void TransferUnit::fillWeights(uint64_t index, uint64_t count,
                               const uint8_t *source) {
  uint64_t size = configuration.elementBytes(MemoryType::Wgt);
  uint8_t *to = scratchpads.wgt() + index * size;
  if (!source)
    return copyOrClear(to, nullptr, count * size);
  auto *move =
      configuration.wgtBits() == 8 ? transpose<int8_t> : transpose<int16_t>;
  for (uint64_t i = 0; i < count; ++i)
    move(to + i * size, source + i * size, configuration.block());
}

void TransferUnit::fillAccumulator(uint64_t index, uint64_t count,
                                   const uint8_t *source) {
  uint64_t size = configuration.elementBytes(MemoryType::Acc);
  copyOrClear(reinterpret_cast<uint8_t *>(scratchpads.acc()) + index * size,
              source, count * size);
}

void TransferUnit::extendAccumulator(uint64_t index, uint64_t count,
                                     const uint8_t *source) {
  if (!source)
    return fillAccumulator(index, count, nullptr);
  uint64_t size = uint64_t(configuration.batch()) * configuration.block();
  std::transform(source, source + count * size,
                 scratchpads.acc() + index * size,
                 [](uint8_t byte) { return int32_t(int8_t(byte)); });
}

Status TransferUnit::fill(MemoryType type, uint64_t index, uint64_t count,
                          const uint8_t *source) {
  switch (type) {
  case MemoryType::Uop:
    return fillUops(index, count, source);
  case MemoryType::Wgt:
    fillWeights(index, count, source);
    return TVM_OK;
  case MemoryType::Inp:
    fillInputs(index, count, source);
    return TVM_OK;
  case MemoryType::Acc:
    fillAccumulator(index, count, source);
    return TVM_OK;
  case MemoryType::Acc8:
    extendAccumulator(index, count, source);
    return TVM_OK;
  case MemoryType::Out:
    break;
  }
  __builtin_unreachable();
}

Status TransferUnit::execute(const Load &load) {
  if (load.xSize == 0)
    return TVM_OK;
  uint8_t *source = nullptr;
  TVM_RETURN_IF_FAILED(checkBuffer(load));
  TVM_RETURN_IF_FAILED(findDram(load, source));
  return forEachRun(load, configuration.elementBytes(load.memoryType), source,
                    [&](uint64_t index, uint64_t count, const uint8_t *bytes) {
                      return fill(load.memoryType, index, count, bytes);
                    });
}

template <typename Out>
static void narrow(uint8_t *to, const int32_t *source, uint64_t count) {
  for (uint64_t i = 0; i < count; ++i) {
    Out value = Out(source[i]);
    std::memcpy(to + i * sizeof(Out), &value, sizeof(Out));
  }
}

Status TransferUnit::execute(const Store &store) {
  if (store.xSize == 0)
    return TVM_OK;
  uint8_t *to = nullptr;
  TVM_RETURN_IF_FAILED(checkBuffer(store));
  TVM_RETURN_IF_FAILED(findDram(store, to));
  uint64_t numbers = uint64_t(configuration.batch()) * configuration.block();
  uint64_t size = configuration.elementBytes(MemoryType::Out);
  auto *move = configuration.outBits() == 8 ? narrow<int8_t> : narrow<int16_t>;
  const int32_t *source = scratchpads.acc() + store.sramBase * numbers;
  for (uint32_t y = 0; y < store.ySize; ++y) {
    move(to + uint64_t(y) * store.xStride * size, source,
         store.xSize * numbers);
    source += store.xSize * numbers;
  }
  return TVM_OK;
}
