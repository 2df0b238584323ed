// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_CODEGEN_ARTEFACTS_EXTERNALFUNCTIONS_H
#define TVM_CODEGEN_ARTEFACTS_EXTERNALFUNCTIONS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <string>
#include <vector>

namespace tvm::codegen {

/// Makes the functions of a shared library known to this process.
llvm::Error loadLibrary(llvm::StringRef path);

/// The C names of functions that `objects` call and an artefact does not define
/// (te.extern), in alphabetical order.
llvm::Expected<std::vector<std::string>>
getExternalFunctions(llvm::ArrayRef<llvm::StringRef> objects);

/// Fills the slots of `functions` with definitions from the process's
/// libraries. `lookup` returns the address of a symbol of the objects. Fails
/// with the names of all missing functions.
llvm::Error bindExternalFunctions(
    llvm::ArrayRef<std::string> functions,
    llvm::function_ref<llvm::Expected<void *>(llvm::StringRef)> lookup);

/// An error with the name of the external function that failed on this thread
/// since the last call, or with `otherwise`.
llvm::Error takeFailure(llvm::StringRef otherwise);

} // namespace tvm::codegen

#endif // TVM_CODEGEN_ARTEFACTS_EXTERNALFUNCTIONS_H
