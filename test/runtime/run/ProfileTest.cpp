// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/run/Profile.h"

#include "test/runtime/ToyArtefact.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

using namespace tvm::runtime;

static std::vector<Kernel> twoKernels() {
  std::vector<Kernel> kernels(2);
  kernels[0].name = "fast";
  kernels[1].name = "slow \"one\"\n";
  kernels[1].nodes = "a, b";
  kernels[1].flops = 4000;
  return kernels;
}

TEST(Profile, Sums) {
  std::vector<Kernel> kernels = twoKernels();
  Profile profile(kernels);
  EXPECT_EQ(profile.getTotals(1).calls, 0) << "before start";
  profile.start();
  profile.recordCall(0, 0, 500, nullptr);
  profile.recordCall(1, 1000, 3000, nullptr);
  profile.recordCall(1, 3000, 4000, nullptr);
  profile.recordRun(0, 5000);
  Profile::Totals totals = profile.getTotals(1);
  EXPECT_EQ(totals.calls, 2);
  EXPECT_EQ(totals.total, 3000);
  EXPECT_EQ(totals.min, 1000);
  EXPECT_EQ(totals.max, 2000);
  EXPECT_EQ(
      profile.table({/*flops=*/4, /*bytes=*/2}),
      "    ms/run  share  calls/run  GFLOP/s     GB/s  limit  kernel (nodes)\n"
      "    0.0030  60.0%        2.0      2.7        -    67%  slow \"one\"\n"
      " (a, b)\n"
      "    0.0005  10.0%        1.0        -        -      -  fast\n"
      "    0.0015  30.0%                                      between kernels\n"
      "    0.0050 100.0%                                      all (1 runs)\n"
      "limits: 4.0 GFLOP/s, 2.0 GB/s copied\n");
  profile.start();
  EXPECT_EQ(profile.getTotals(1).calls, 0);
}

TEST(Profile, EvaluatesWorkOfDims) {
  std::vector<Kernel> kernels(1);
  kernels[0].name = "k";
  kernels[0].flopsOfDims = {{2, 0, 1}, {8}};
  kernels[0].bytesOfDims = {{4, 0}};
  Profile profile(kernels);
  profile.start();
  int64_t dims[] = {10, 30}, others[] = {20, 30};
  profile.recordCall(0, 0, 100, dims);
  profile.recordCall(0, 100, 200, others);
  Profile::Totals totals = profile.getTotals(0);
  EXPECT_EQ(totals.flops, 608 + 1208);
  EXPECT_EQ(totals.bytes, 40 + 80);
  std::string table = profile.table({/*flops=*/100, /*bytes=*/0.75});
  EXPECT_NE(table.find("      9.1      0.6    80%  k\n"), std::string::npos)
      << table;
}

TEST(Profile, WritesChromeTraces) {
  std::vector<Kernel> kernels = twoKernels();
  Profile profile(kernels);
  profile.start();
  int64_t begin = Profile::now();
  profile.recordCall(1, begin, begin + 1500, nullptr);
  profile.recordRun(begin, begin + 2000);
  std::string path = tvm::test::temporaryPath();
  ASSERT_FALSE(profile.writeTrace(path.c_str()).failed()) << lastError();
  auto trace = nlohmann::json::parse(tvm::test::readFile(path));
  ASSERT_EQ(trace["traceEvents"].size(), 2u);
  nlohmann::json call = trace["traceEvents"][0], run = trace["traceEvents"][1];
  EXPECT_EQ(call["name"], kernels[1].name);
  EXPECT_EQ(call["ph"], "X");
  EXPECT_EQ(call["dur"], 1.5);
  EXPECT_EQ(call["args"]["nodes"], "a, b");
  EXPECT_EQ(call["args"]["flops"], 4000);
  EXPECT_FALSE(call["args"].contains("bytes"));
  EXPECT_EQ(run["name"], "run");
  EXPECT_EQ(run["dur"], 2.0);
  EXPECT_EQ(profile.writeTrace("/no/such/folder/trace.json"), TVM_IO_ERROR);
  EXPECT_EQ(lastError(), "/no/such/folder/trace.json: cannot write: No such "
                         "file or directory");
}
