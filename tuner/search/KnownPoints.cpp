// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tuner/search/KnownPoints.h"

#include "llvm/Support/xxhash.h"

using namespace llvm;

namespace tvm::tuner {

uint64_t hashValues(ArrayRef<int64_t> point) {
  return xxh3_64bits(ArrayRef(reinterpret_cast<const uint8_t *>(point.data()),
                              point.size() * sizeof(int64_t)));
}

uint64_t KnownPoints::identify(const Point &point) const {
  return given ? given(point) : hashValues(point);
}

bool KnownPoints::add(const Point &point) {
  if (!points.insert(point).second)
    return false;
  identities.insert(identify(point));
  return true;
}

} // namespace tvm::tuner
