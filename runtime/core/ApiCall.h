// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The frame of every function of the C interface, and of every function that
// generated code calls.
#ifndef RUNTIME_CORE_APICALL_H
#define RUNTIME_CORE_APICALL_H

#include "runtime/core/Error.h"

#include <exception>

namespace tvm::runtime {

/// Calls `function` and turns exceptions into errors: std::bad_alloc, or
/// std::length_error for sizes beyond any memory.
template <typename Function>
Status withoutExceptions(Function function) noexcept {
  try {
    return function();
  } catch (const std::exception &) {
    return error(TVM_OUT_OF_MEMORY, "no memory");
  }
}

/// Calls `function` if none of `arguments` is null.
template <typename Function, typename... Arguments>
tvm_status call(Function function, const Arguments *...arguments) noexcept {
  if ((!arguments || ...))
    return error(TVM_INVALID_ARGUMENT, "an argument is null");
  return withoutExceptions(function);
}

} // namespace tvm::runtime

#endif // RUNTIME_CORE_APICALL_H
