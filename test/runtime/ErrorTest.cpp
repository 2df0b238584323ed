#include "runtime/Error.h"

#include <gtest/gtest.h>
#include <thread>

using namespace tvm::runtime;

TEST(Error, IsPerThread) {
  EXPECT_EQ(error(TVM_IO_ERROR, "number %d", 5), TVM_IO_ERROR);
  std::thread([] { EXPECT_EQ(lastError(), ""); }).join();
  EXPECT_EQ(lastError(), "number 5");
  EXPECT_EQ(within("file", error(TVM_IO_ERROR, "no %s", lastError().c_str())),
            TVM_IO_ERROR);
  EXPECT_EQ(lastError(), "file: no number 5");
}
