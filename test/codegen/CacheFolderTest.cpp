// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "codegen/Kernels/CacheFolder.h"
#include "codegen/Kernels/ObjectCache.h"

#include "llvm/ADT/ScopeExit.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "gtest/gtest.h"

#include <cstdlib>
#include <unistd.h>

using namespace llvm;
using namespace tvm::codegen;

namespace {
class CacheFolderTest : public testing::Test {
protected:
  void SetUp() override {
    ASSERT_FALSE(sys::fs::createUniqueDirectory("cache", root));
    path = root;
    sys::path::append(path, "deeper", "kernels");
  }

  void TearDown() override {
    unsetenv("TVM_MLIR_CACHE_POLICY");
    (void)sys::fs::remove_directories(root);
  }

  std::string getError() const {
    auto folder = CacheFolder::open(path);
    return folder ? "" : toString(folder.takeError());
  }

  SmallString<128> root, path;
};
} // namespace

TEST_F(CacheFolderTest, IsMadeForItsOwnerAlone) {
  CacheFolder folder = cantFail(CacheFolder::open(path));
  EXPECT_EQ(folder.getPath(), path);
  EXPECT_EQ(cantFail(errorOrToExpected(sys::fs::getPermissions(path))),
            sys::fs::owner_all);
}

TEST_F(CacheFolderTest, NoPathIsNoFolder) {
  CacheFolder folder = cantFail(CacheFolder::open(""));
  EXPECT_EQ(folder.getPath(), "");
  folder.prune();
}

TEST_F(CacheFolderTest, RefusesFoldersOfOthers) {
  cantFail(CacheFolder::open(path));
  ASSERT_FALSE(
      sys::fs::setPermissions(path, sys::fs::owner_all | sys::fs::group_write));
  EXPECT_EQ(getError(), ("others may write to " + path).str());
  ASSERT_FALSE(sys::fs::setPermissions(path, sys::fs::owner_all));
  EXPECT_EQ(getError(), "");
  if (geteuid() != 0)
    GTEST_SKIP() << "only root can give a folder to another user";
  ASSERT_EQ(chown(path.c_str(), 12345, 12345), 0);
  EXPECT_EQ(getError(), (path + " belongs to another user").str());
}

TEST_F(CacheFolderTest, RefusesWhatIsNoFolder) {
  ASSERT_FALSE(sys::fs::create_directories(sys::path::parent_path(path)));
  int file;
  ASSERT_FALSE(sys::fs::openFileForWrite(path, file));
  close(file);
  EXPECT_FALSE(getError().empty());
}

TEST_F(CacheFolderTest, RefusesAWrongPolicy) {
  setenv("TVM_MLIR_CACHE_POLICY", "size=much", 1);
  EXPECT_EQ(getError(), "TVM_MLIR_CACHE_POLICY: Unknown key: 'size'");
}

TEST_F(CacheFolderTest, RemovesWhatWasUsedLongestAgo) {
  setenv("TVM_MLIR_CACHE_POLICY", "prune_interval=0s:cache_size_bytes=25k", 1);
  CacheFolder folder = cantFail(CacheFolder::open(path));
  ObjectCache cache(folder.getPath());
  std::string object(10000, 'x');
  auto now = std::chrono::time_point_cast<std::chrono::nanoseconds>(
      std::chrono::system_clock::now());
  for (int age : {3, 1, 2}) {
    std::string key = "kernel of " + std::to_string(age) + " hours ago";
    cache.insert(key, object);
    std::error_code code;
    for (sys::fs::directory_iterator it(path, code), end; it != end && !code;
         it.increment(code)) {
      auto status = cantFail(errorOrToExpected(it->status()));
      if (now - status.getLastAccessedTime() > std::chrono::minutes(30))
        continue; // of an earlier kernel
      int file;
      ASSERT_FALSE(sys::fs::openFileForReadWrite(
          it->path(), file, sys::fs::CD_OpenExisting, sys::fs::OF_None));
      auto then = now - std::chrono::hours(age);
      ASSERT_FALSE(sys::fs::setLastAccessAndModificationTime(file, then));
      close(file);
    }
  }
  folder.prune();
  EXPECT_FALSE(cache.find("kernel of 3 hours ago"));
  EXPECT_TRUE(cache.find("kernel of 2 hours ago"));
  EXPECT_TRUE(cache.find("kernel of 1 hours ago"));
}
