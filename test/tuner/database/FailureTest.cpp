// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tuner/database/Failure.h"
#include "gtest/gtest.h"

namespace tvm::tuner {
namespace {

TEST(Failure, BeginsWithItsCause) {
  std::string failure = describeFailure(Cause::Crash, "signal: Aborted");
  EXPECT_EQ(failure, "crash: signal: Aborted");
  EXPECT_EQ(getCauseName(failure), "crash");
  for (Cause cause : {Cause::CompileError, Cause::CompileLimit, Cause::Hang,
                      Cause::WrongResult, Cause::OutOfBounds, Cause::RunError})
    EXPECT_EQ(getCauseName(describeFailure(cause, "x")), getName(cause));
}

TEST(Failure, OtherProgramsNameOtherCauses) {
  EXPECT_EQ(getCauseName("signal: Aborted"), "other");
  EXPECT_EQ(getCauseName(""), "other");
}

} // namespace
} // namespace tvm::tuner
