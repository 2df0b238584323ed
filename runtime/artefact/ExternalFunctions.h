// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Functions that artefacts call and do not contain (te.extern).
#ifndef RUNTIME_ARTEFACT_EXTERNALFUNCTIONS_H
#define RUNTIME_ARTEFACT_EXTERNALFUNCTIONS_H

#include "runtime/core/Error.h"
#include "runtime/include/tvm_abi.h"

#include <cstdint>
#include <string>
#include <vector>

namespace tvm::runtime {

/// Registers `function` under `name` for modules that are loaded from now on;
/// null removes the registration.
void registerFunction(const std::string &name, tvm_kernel function);

/// A function that a module calls.
struct ExternalFunction {
  tvm_kernel call = nullptr;
  /// Whether the function belongs to the runtime. It then returns a tvm_status
  /// and has recorded the text.
  bool isOwn = false;
};

/// Finds the functions with these names: registered ones first, then the
/// runtime's own, then functions of the process's libraries. Fails with
/// TVM_UNSUPPORTED and the names of all missing functions.
Status findFunctions(const std::vector<std::string> &names,
                     std::vector<ExternalFunction> &functions);

/// A function that failed.
struct FunctionFailure {
  const char *name = nullptr; // null: there was no failure
  int32_t status = 0;
};

/// Stores the failure of function `name` for this thread. Generated code calls
/// it.
void reportFailure(const char *name, int32_t status);

/// Returns and clears the failure of this thread.
FunctionFailure takeFailure();

} // namespace tvm::runtime

#endif // RUNTIME_ARTEFACT_EXTERNALFUNCTIONS_H
