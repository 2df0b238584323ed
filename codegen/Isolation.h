// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_CODEGEN_ISOLATION_H
#define TVM_CODEGEN_ISOLATION_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/Support/Error.h"

namespace tvm::codegen {

/// Runs `work` such that LLVM's fatal errors and crashes in it become errors.
/// Memory that `work` allocated is then lost, and `crashed` is set, unless
/// memory was exhausted. May be called on several threads.
llvm::Error runIsolated(llvm::function_ref<llvm::Error()> work, bool &crashed);

/// Turns LLVM's failed allocations into errors of the isolated work. Without
/// isolated work, they write `message` to stderr and end the process with
/// status 1. Programs call it once.
void installBadAllocHandler(const char *message);

} // namespace tvm::codegen

#endif // TVM_CODEGEN_ISOLATION_H
