// Functions that artefacts call and do not hold (te.extern).
#ifndef RUNTIME_ARTEFACT_EXTERNALFUNCTIONS_H
#define RUNTIME_ARTEFACT_EXTERNALFUNCTIONS_H

#include "runtime/core/Error.h"
#include "runtime/include/tvm_abi.h"

#include <cstdint>
#include <string>
#include <vector>

namespace tvm::runtime {

/// Makes `function` the one that modules which are loaded from now on call by
/// `name`; null takes it back.
void registerFunction(const std::string &name, tvm_kernel function);

/// A function that a module calls.
struct ExternalFunction {
  tvm_kernel call = nullptr;
  /// Whether it is the runtime's: then it returns a tvm_status and has recorded
  /// the text.
  bool isOwn = false;
};

/// The functions of these names: registered ones first, then the runtime's own,
/// then those of the process's libraries. TVM_UNSUPPORTED names all that are
/// missing.
Status findFunctions(const std::vector<std::string> &names,
                     std::vector<ExternalFunction> &functions);

/// A function that failed.
struct FunctionFailure {
  const char *name = nullptr; // null: none did
  int32_t status = 0;
};

/// Keeps the failure of function `name` for this thread. Generated code calls
/// it.
void reportFailure(const char *name, int32_t status);

/// The failure that this thread kept, and forgets it.
FunctionFailure takeFailure();

} // namespace tvm::runtime

#endif // RUNTIME_ARTEFACT_EXTERNALFUNCTIONS_H
