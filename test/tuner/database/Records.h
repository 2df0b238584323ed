// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_TEST_TUNER_DATABASE_RECORDS_H
#define TVM_TEST_TUNER_DATABASE_RECORDS_H

#include "tuner/database/Database.h"
#include "gtest/gtest.h"

#include <unistd.h>

namespace tvm::tuner {

/// A record of strategy `#s<number>` that takes `share` of the default's time.
inline Record makeRecord(int number, double share,
                         llvm::StringRef task = "func.func @kernel()") {
  Record record;
  record.task = task.str();
  record.target = "x86_64,mcpu=znver4";
  record.strategy = "#s<" + std::to_string(number) + ">";
  record.method = "alone";
  record.machine = "AMD EPYC";
  record.version = "0.1.0";
  record.times =
      Times{share * 1e-3, share * 0.9e-3, share * 1.2e-3, 1e-3, share, 10};
  return record;
}

inline Record makeFailure(int number, llvm::StringRef cause) {
  Record record = makeRecord(number, 1);
  record.times.reset();
  record.failure = cause.str();
  return record;
}

/// A new path in the folder of the running test.
inline std::string makePath(llvm::StringRef name) {
  std::string test =
      testing::UnitTest::GetInstance()->current_test_info()->name();
  std::string path = testing::TempDir() + "/" + test + "." +
                     std::to_string(getpid()) + "." + name.str();
  for (const char *suffix : {"", "-wal", "-shm"})
    unlink((path + suffix).c_str());
  return path;
}

using Texts = std::vector<std::string>;

/// The value; a failure of the test for an error.
template <typename T> T take(llvm::Expected<T> value) {
  if (!value) {
    ADD_FAILURE() << llvm::toString(value.takeError());
    std::abort();
  }
  return std::move(*value);
}

/// The text of the error; empty for a success.
inline std::string getText(llvm::Error error) {
  return llvm::toString(std::move(error));
}
template <typename T> std::string getText(llvm::Expected<T> value) {
  return value ? "" : llvm::toString(value.takeError());
}

} // namespace tvm::tuner

#endif // TVM_TEST_TUNER_DATABASE_RECORDS_H
