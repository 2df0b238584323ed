// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_TEST_TOOLS_TUNE_PROCESSES_RUNNERTEST_H
#define TVM_TEST_TOOLS_TUNE_PROCESSES_RUNNERTEST_H

#include "tools/tune/processes/Child.h"
#include "llvm/Support/FileSystem.h"
#include "gtest/gtest.h"

#include <unistd.h>

namespace tvm::tvmc {

/// A test with a runner whose program stands in for tvmc, and with a folder.
class RunnerTest : public testing::Test {
protected:
  explicit RunnerTest(const std::string &name,
                      const std::string &program = "/bin/sh")
      : folder(getFolder(name)), runner(program, folder, &isInterrupted) {
    (void)llvm::sys::fs::create_directories(folder);
  }

  static std::string getFolder(const std::string &name) {
    return testing::TempDir() + "/" + name + std::to_string(getpid());
  }

  /// The result; an error is one whose text is the failure.
  static ChildResult take(llvm::Expected<ChildResult> result) {
    return result ? *result
                  : ChildResult{ChildResult::End::Error, "",
                                llvm::toString(result.takeError())};
  }

  std::string folder;
  std::atomic<bool> isInterrupted = false;
  ChildRunner runner;
};

} // namespace tvm::tvmc

#endif // TVM_TEST_TOOLS_TUNE_PROCESSES_RUNNERTEST_H
