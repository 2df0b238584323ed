#ifndef TVM_CODEGEN_ISOLATION_H
#define TVM_CODEGEN_ISOLATION_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/Support/Error.h"

namespace tvm::codegen {

/// Runs `work` so that LLVM's fatal errors and crashes in it become errors.
/// Memory that `work` had allocated is then lost, and `crashed` is set, unless
/// it was memory that ran out. May be called on several threads.
llvm::Error runIsolated(llvm::function_ref<llvm::Error()> work, bool &crashed);

/// Makes LLVM's failed allocations errors of the work that is isolated. Where
/// none is, writes `message` to stderr and ends the process with status 1. To
/// be called once, by programs.
void installBadAllocHandler(const char *message);

} // namespace tvm::codegen

#endif // TVM_CODEGEN_ISOLATION_H
