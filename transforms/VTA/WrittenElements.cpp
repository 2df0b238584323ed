// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "transforms/VTA/WrittenElements.h"

using namespace mlir;

namespace tvm::vta {

void WrittenElements::write(const Access &access) {
  llvm::BitVector &bits = written[access.memory];
  if (bits.empty())
    bits.resize(collector.getSize(access.memory));
  access.elements.forEachInterval(
      [&](int64_t first, int64_t last) { bits.set(first, last + 1); });
}

std::optional<WrittenElements::Range>
WrittenElements::findUnwritten(const Access &access) const {
  if (collector.isInitialised(access.memory))
    return std::nullopt;
  auto bits = written.find(access.memory);
  if (bits == written.end())
    return Range{access.elements.first(), access.elements.last()};
  std::optional<Range> range;
  access.elements.forEachInterval([&](int64_t first, int64_t last) {
    int begin = bits->second.find_first_unset_in(first, last + 1);
    if (begin < 0)
      return;
    int64_t end = bits->second.find_last_unset_in(first, last + 1);
    range = {range ? std::min<int64_t>(range->first, begin) : begin,
             range ? std::max(range->second, end) : end};
  });
  return range;
}

} // namespace tvm::vta
