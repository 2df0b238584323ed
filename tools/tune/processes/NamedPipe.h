// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_TOOLS_TUNE_PROCESSES_NAMEDPIPE_H
#define TVM_TOOLS_TUNE_PROCESSES_NAMEDPIPE_H

#include "llvm/Support/Error.h"

#include <string>

namespace tvm::tvmc {

/// Makes a pipe, and opens both of its ends, so that opening does not wait for
/// another process, and reading and writing never wait.
llvm::Error openPipe(const std::string &path, int &file);

/// Adds what has been written to the pipe `file` to `text`.
void readPipe(int file, std::string &text);

} // namespace tvm::tvmc

#endif // TVM_TOOLS_TUNE_PROCESSES_NAMEDPIPE_H
