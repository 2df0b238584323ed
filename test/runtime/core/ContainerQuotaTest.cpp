// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/core/ContainerQuota.h"

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>

using namespace tvm::runtime;
namespace fs = std::filesystem;

namespace {
/// A made-up file system of control groups.
class ContainerQuotaTest : public testing::Test {
protected:
  void SetUp() override {
    std::string name = testing::TempDir() + "/quotaXXXXXX";
    ASSERT_NE(mkdtemp(name.data()), nullptr);
    root = name;
  }
  void TearDown() override { fs::remove_all(root); }

  void write(const std::string &file, const std::string &text) {
    fs::create_directories((root / file).parent_path());
    std::ofstream(root / file) << text << "\n";
  }
  std::optional<int64_t> get() const {
    return getContainerQuota(root / "groups", root / "mount");
  }

  fs::path root;
};
} // namespace

TEST_F(ContainerQuotaTest, NothingIsNoQuota) {
  EXPECT_EQ(get(), std::nullopt);
  write("groups", "rubbish");
  EXPECT_EQ(get(), std::nullopt);
}

TEST_F(ContainerQuotaTest, IsRoundedUp) {
  write("groups", "0::/");
  write("mount/cpu.max", "max 100000");
  EXPECT_EQ(get(), std::nullopt);
  write("mount/cpu.max", "150000 100000");
  EXPECT_EQ(get(), 2);
  write("mount/cpu.max", "20000 100000");
  EXPECT_EQ(get(), 1);
}

TEST_F(ContainerQuotaTest, IsThatOfAllGroupsAround) {
  write("groups", "0::/user.slice/service");
  write("mount/user.slice/service/cpu.max", "800000 100000");
  EXPECT_EQ(get(), 8);
  write("mount/user.slice/cpu.max", "300000 100000");
  EXPECT_EQ(get(), 3);
}

TEST_F(ContainerQuotaTest, ReadsVersion1) {
  write("groups", "9:memory:/other\n4:cpu,cpuacct:/docker/1f\n0::/");
  write("mount/cpu/docker/1f/cpu.cfs_quota_us", "-1");
  write("mount/cpu/docker/1f/cpu.cfs_period_us", "100000");
  EXPECT_EQ(get(), std::nullopt);
  write("mount/cpu/docker/1f/cpu.cfs_quota_us", "250000");
  EXPECT_EQ(get(), 3);
}

TEST_F(ContainerQuotaTest, APathOfOutsideIsTheRoot) {
  write("groups", "4:cpuacct,cpu:/docker/1f");
  write("mount/cpu/cpu.cfs_quota_us", "100000");
  write("mount/cpu/cpu.cfs_period_us", "50000");
  EXPECT_EQ(get(), 2);
}
