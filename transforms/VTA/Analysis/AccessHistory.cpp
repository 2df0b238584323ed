// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "transforms/VTA/Analysis/AccessHistory.h"

using namespace mlir;

namespace tvm::vta {

void AccessHistory::add(Module module, unsigned index,
                        ArrayRef<Access> accesses) {
  for (const Access &access : accesses)
    past[access.memory][unsigned(module)].push_back({index, access});
}

std::optional<unsigned>
AccessHistory::findConflict(Module module, unsigned begin, unsigned end,
                            ArrayRef<Access> accesses) const {
  std::optional<unsigned> last;
  for (const Access &access : accesses) {
    auto found = past.find(access.memory);
    if (found == past.end())
      continue;
    for (const Past &before : llvm::reverse(found->second[unsigned(module)])) {
      if (before.index < std::max(begin, last.value_or(0)))
        break;
      if (before.index < end && (access.isWrite || before.access.isWrite) &&
          access.elements.findCommon(before.access.elements))
        last = before.index;
    }
  }
  return last;
}

} // namespace tvm::vta
