// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/core/Error.h"

#include <gtest/gtest.h>
#include <thread>

using namespace tvm::runtime;

TEST(Error, LongTextsAreWhole) {
  std::string text(3000, 'x');
  for (const std::string &each :
       {text, text + "y", std::string("short"), text}) {
    EXPECT_EQ(within("in", error(TVM_IO_ERROR, "%s", each.c_str())),
              TVM_IO_ERROR);
    EXPECT_EQ(lastError(), "in: " + each);
  }
}

TEST(Error, KnowsWhenTheLinkerHasNoMemory) {
  for (const char *why :
       {"x.so: failed to map segment from shared object: Cannot allocate "
        "memory",
        "out of memory", "x.so: cannot create shared object descriptor"})
    EXPECT_EQ(statusOfLinker(why, TVM_IO_ERROR), TVM_OUT_OF_MEMORY) << why;
  const char *missing = "x.so: cannot open shared object file: No such file";
  EXPECT_EQ(statusOfLinker(missing, TVM_IO_ERROR), TVM_IO_ERROR);
}

TEST(Error, IsPerThread) {
  EXPECT_EQ(error(TVM_IO_ERROR, "number %d", 5), TVM_IO_ERROR);
  std::thread([] { EXPECT_EQ(lastError(), ""); }).join();
  EXPECT_EQ(lastError(), "number 5");
  EXPECT_EQ(within("file", error(TVM_IO_ERROR, "no %s", lastError().c_str())),
            TVM_IO_ERROR);
  EXPECT_EQ(lastError(), "file: no number 5");
}
