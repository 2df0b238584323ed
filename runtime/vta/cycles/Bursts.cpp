// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/vta/cycles/Bursts.h"

#include <algorithm>

using namespace tvm::runtime::vta;

static constexpr uint64_t maxBeats = 256, page = 4096;

Bursts::Bursts(uint64_t address, uint64_t rowBytes, uint64_t numRows,
               uint64_t stride, unsigned width)
    : row(address), rowBytes(rowBytes), rowsLeft(rowBytes ? numRows : 0),
      stride(stride), width(width), address(address) {}

Bursts::Bursts(const Configuration &c, const Transfer &t, unsigned width)
    : Bursts(t.dramBase * c.elementBytes(t.memoryType),
             t.xSize * c.elementBytes(t.memoryType), t.ySize,
             t.xStride * c.elementBytes(t.memoryType), width) {}

Burst Bursts::next() {
  uint64_t firstWord = address / width, rowEnd = row + rowBytes;
  uint64_t end = std::min(
      {rowEnd, (address / page + 1) * page, (firstWord + maxBeats) * width});
  uint64_t beats = (end - 1) / width + 1 - firstWord;
  address = end;
  if (end < rowEnd)
    return {beats, false};
  row += stride;
  address = row;
  return {beats, --rowsLeft > 0};
}
