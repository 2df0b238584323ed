// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Common helpers of the library's functions.
#ifndef RUNTIME_LIBRARY_LIBRARYCALL_H
#define RUNTIME_LIBRARY_LIBRARYCALL_H

#include "runtime/core/ApiCall.h"
#include "runtime/library/ArgumentReader.h"

#include <atomic>

namespace tvm::runtime {

/// Calls `body(begin, end)` for ranges that cover [0, n), in parallel if `args`
/// has threads.
template <typename Body>
Status parallelFor(const tvm_args *args, int64_t n, const Body &body) {
  struct Closure {
    const Body &body;
    std::atomic<bool> hasFailed{false};
  } closure{body};
  auto run = [](void *pointer, int64_t begin, int64_t end) {
    auto *closure = static_cast<Closure *>(pointer);
    try {
      closure->body(begin, end);
    } catch (const std::exception &) {
      closure->hasFailed = true;
    }
  };
  if (args->parallel)
    args->parallel->parallel_for(args->parallel, run, &closure, n);
  else if (n > 0)
    run(&closure, 0, n);
  if (closure.hasFailed)
    return error(TVM_OUT_OF_MEMORY, "no memory");
  return TVM_OK;
}

/// Calls `function` and turns an exception into an error.
template <Status (*function)(const tvm_args *)>
int32_t guarded(const tvm_args *args) {
  return withoutExceptions([&] { return function(args); });
}

/// Returns the error for elements of a type that cannot be compared.
inline Status unknownType(std::string_view dtype) {
  return error(TVM_UNSUPPORTED, "no order of elements of type '%.*s'",
               static_cast<int>(dtype.size()), dtype.data());
}

} // namespace tvm::runtime

#endif // RUNTIME_LIBRARY_LIBRARYCALL_H
