// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_TOOLS_TUNE_PROCESSES_SERVEDCOMMANDS_H
#define TVM_TOOLS_TUNE_PROCESSES_SERVEDCOMMANDS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

namespace tvm::tvmc {

/// Runs commands for a CommandServer until the file `input` ends. Each of its
/// lines is a JSON object: a command, which `run` runs in a copy of this
/// process, or the end of one that takes too long. A copy that has ended is
/// answered by a line in the file that its command names. This process has no
/// other threads. Fails if the system cannot wait for processes.
llvm::Error serveCommands(
    int input,
    llvm::function_ref<int(llvm::ArrayRef<llvm::StringRef> arguments)> run);

} // namespace tvm::tvmc

#endif // TVM_TOOLS_TUNE_PROCESSES_SERVEDCOMMANDS_H
