// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The text of the last error of each thread.
#ifndef RUNTIME_CORE_ERROR_H
#define RUNTIME_CORE_ERROR_H

#include "runtime/include/tvm_mlir.h"

#include <string>
#include <string_view>

namespace tvm::runtime {

/// A status that callers must not ignore. For all codes except TVM_OK,
/// lastError() is the text.
class [[nodiscard]] Status {
public:
  Status(tvm_status code = TVM_OK) : code(code) {}

  bool failed() const { return code != TVM_OK; }
  operator tvm_status() const { return code; }

private:
  tvm_status code;
};

/// Records a message (formatted like printf) and returns `code`. Without
/// memory, a long message is truncated.
Status error(tvm_status code, const char *format, ...) noexcept
    __attribute__((format(printf, 2, 3)));

/// Puts "context: " before the message of `status` if it is an error.
Status within(std::string_view context, Status status) noexcept;

/// TVM_OUT_OF_MEMORY if `why`, from dlerror(), says so, otherwise `otherwise`.
tvm_status statusOfLinker(const char *why, tvm_status otherwise) noexcept;

/// The message of this thread's last error, until the next one.
const char *lastErrorText() noexcept;

/// A copy of the message of this thread's last error.
std::string lastError();

} // namespace tvm::runtime

/// Evaluates an expression of type Status and returns it if it failed.
#define TVM_RETURN_IF_FAILED(...)                                              \
  do {                                                                         \
    ::tvm::runtime::Status status_ = (__VA_ARGS__);                            \
    if (status_.failed())                                                      \
      return status_;                                                          \
  } while (false)

#endif // RUNTIME_CORE_ERROR_H
