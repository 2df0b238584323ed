// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "test/runtime/vta/Convolution.h"
#include "test/runtime/vta/Window.h"

#include <gtest/gtest.h>
#include <optional>

using namespace tvm::runtime::vta;
using namespace tvm::test;

static bool divides(const Tiling &t, const Configuration &configuration,
                    const Convolution &c) {
  return c.positions() % t.rows == 0 && c.positions() % t.columns == 0 &&
         c.sharingBlocks(configuration) % t.blocks == 0 &&
         c.inputBlocks(configuration) % t.inputs == 0;
}

bool Tiling::fits(const Configuration &configuration,
                  const Convolution &c) const {
  if (!divides(*this, configuration, c))
    return false;
  Window window(c);
  unsigned step = inputs * blocks * c.kernel * c.kernel;
  auto isWithin = [&](unsigned count, MemoryType type) {
    return threads * count <= configuration.depth(type);
  };
  return isWithin(blocks * rows * window.scale * c.outputSize(),
                  MemoryType::Acc) &&
         isWithin(inputs * window.inputRows(rows) * window.width,
                  MemoryType::Inp) &&
         isWithin(step, MemoryType::Wgt) &&
         isWithin(1 + threads * step * columns, MemoryType::Uop) &&
         blocks * columns * window.scale >= configuration.accWriteLatency;
}

/// Without `columns`, of which the fewest are taken that fit.
static Tiling withColumns(Tiling tiling, const Configuration &configuration,
                          const Convolution &c) {
  while (tiling.columns < c.positions() && !tiling.fits(configuration, c))
    ++tiling.columns;
  return tiling;
}

static std::optional<Tiling> findLargest(const Configuration &configuration,
                                         const Convolution &c,
                                         unsigned threads) {
  std::optional<Tiling> best;
  uint64_t largest = 0;
  for (unsigned rows = 1; rows <= c.positions(); ++rows)
    for (unsigned blocks = 1; blocks <= c.sharingBlocks(configuration);
         ++blocks)
      for (unsigned inputs = 1; inputs <= c.inputBlocks(configuration);
           ++inputs) {
        Tiling tiling =
            withColumns({rows, blocks, threads, inputs}, configuration, c);
        uint64_t work = uint64_t(rows) * blocks * inputs;
        if (work > largest && tiling.fits(configuration, c)) {
          largest = work;
          best = tiling;
        }
      }
  return best;
}

Tiling tvm::test::findTiling(const Configuration &configuration,
                             const Convolution &c, unsigned threads) {
  for (; threads; --threads)
    if (std::optional<Tiling> tiling = findLargest(configuration, c, threads))
      return *tiling;
  ADD_FAILURE() << "no tiling fits";
  return {};
}
