// What every function of the C interface begins with.
#ifndef RUNTIME_APICALL_H
#define RUNTIME_APICALL_H

#include "runtime/Error.h"

#include <new>

namespace tvm::runtime {

/// Calls `function` if none of `arguments` is null; no exception leaves it.
template <typename Function, typename... Arguments>
tvm_status call(Function function, const Arguments *...arguments) {
  if ((!arguments || ...))
    return error(TVM_INVALID_ARGUMENT, "an argument is null");
  try {
    return function();
  } catch (const std::bad_alloc &) {
    return error(TVM_OUT_OF_MEMORY, "no memory");
  }
}

} // namespace tvm::runtime

#endif // RUNTIME_APICALL_H
