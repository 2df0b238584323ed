// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "codegen/HostCaches.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"

#include <unistd.h>

using namespace llvm;

namespace tvm::codegen {

/// The text of a small file without the spaces around it; empty if it cannot be
/// read.
static std::string readText(const Twine &path) {
  auto file = MemoryBuffer::getFileAsStream(path);
  return file ? (*file)->getBuffer().trim().str() : "";
}

/// The number of bytes in a text like `32K` or `1M`; 0 for other texts.
static int64_t parseSize(StringRef text) {
  unsigned shift = text.consume_back("K")   ? 10
                   : text.consume_back("M") ? 20
                                            : 0;
  uint64_t number = 0;
  if (text.getAsInteger(10, number) || number >> (62 - shift) != 0)
    return 0;
  return static_cast<int64_t>(number << shift);
}

CacheSizes readCacheSizes(StringRef folder) {
  CacheSizes sizes = {};
  for (unsigned i = 0;; ++i) {
    SmallString<128> cache(folder);
    sys::path::append(cache, "index" + Twine(i));
    unsigned level = 0;
    if (StringRef(readText(cache + "/level")).getAsInteger(10, level))
      return sizes;
    std::string type = readText(cache + "/type");
    bool hasData = type == "Data" || type == "Unified";
    if (hasData && level >= 1 && level <= sizes.size())
      sizes[level - 1] = parseSize(readText(cache + "/size"));
  }
}

CacheSizes getHostCacheSizes() {
  CacheSizes sizes = readCacheSizes("/sys/devices/system/cpu/cpu0/cache");
  int names[] = {_SC_LEVEL1_DCACHE_SIZE, _SC_LEVEL2_CACHE_SIZE,
                 _SC_LEVEL3_CACHE_SIZE};
  for (auto [size, name] : zip_equal(sizes, names))
    if (size == 0)
      size = std::max<int64_t>(sysconf(name), 0);
  return sizes;
}

} // namespace tvm::codegen
