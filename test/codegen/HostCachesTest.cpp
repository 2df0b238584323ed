// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "codegen/HostCaches.h"

#include "codegen/Artefacts/TemporaryFolder.h"

#include "llvm/Support/FileSystem.h"
#include "llvm/Support/raw_ostream.h"

#include "gtest/gtest.h"

using namespace llvm;
using namespace tvm::codegen;

namespace {
/// A folder as Linux has for the caches of a CPU.
class HostCachesTest : public testing::Test {
protected:
  void add(unsigned index, StringRef level, StringRef type, StringRef size) {
    std::string cache = "index" + std::to_string(index);
    ASSERT_FALSE(sys::fs::create_directory(folder.getPath(cache)));
    for (auto [name, text] :
         {std::pair{"/level", level}, {"/type", type}, {"/size", size}})
      cantFail(folder.write(cache + name, (text + "\n").str()));
  }
  CacheSizes read() const { return readCacheSizes(folder.getPath("")); }

  TemporaryFolder folder = cantFail(TemporaryFolder::create());
};
} // namespace

TEST_F(HostCachesTest, ReadsCachesOfData) {
  add(0, "1", "Data", "48K");
  add(1, "1", "Instruction", "32K");
  add(2, "2", "Unified", "1M");
  add(3, "3", "Unified", "32768K");
  EXPECT_EQ(read(), (CacheSizes{48 << 10, 1 << 20, 32 << 20}));
}

TEST_F(HostCachesTest, UnknownSizesAreZero) {
  EXPECT_EQ(read(), CacheSizes());
  add(0, "1", "Data", "");
  add(1, "2", "Unified", "many");
  add(2, "3", "Unified", "99999999999999999K");
  add(3, "4", "Unified", "64M");
  add(4, "0", "Data", "1K");
  EXPECT_EQ(read(), CacheSizes());
}

TEST_F(HostCachesTest, KnowsTheHost) {
  for (int64_t size : getHostCacheSizes())
    EXPECT_GE(size, 0);
}
