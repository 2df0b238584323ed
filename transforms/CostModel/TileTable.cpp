// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "transforms/CostModel/TileTable.h"

namespace tvm::cost {

TileTable TileTable::get(const target::CPU &cpu) {
  TileTable table;
  if (cpu.vectors.hasMasks())
    table.packedRows = 8;
  return table;
}

} // namespace tvm::cost
