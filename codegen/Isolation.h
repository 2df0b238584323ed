#ifndef TVM_CODEGEN_ISOLATION_H
#define TVM_CODEGEN_ISOLATION_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/Support/Error.h"

namespace tvm::codegen {

/// Runs `work` so that LLVM's fatal errors and crashes in it become errors.
/// What `work` had allocated is then lost, and `crashed` is set. May be called
/// on several threads.
llvm::Error runIsolated(llvm::function_ref<llvm::Error()> work, bool &crashed);

} // namespace tvm::codegen

#endif // TVM_CODEGEN_ISOLATION_H
