// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_TOOLS_TUNE_FOLDER_H
#define TVM_TOOLS_TUNE_FOLDER_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/Support/Error.h"

namespace tvm::tvmc {

/// Calls `work` with the folder for the files of a tuning: `given`, which is
/// created if it is not there, or a temporary one, which is removed afterwards,
/// if `given` is empty. The temporary folders of earlier processes that were
/// killed are removed, too.
llvm::Error useFolder(llvm::StringRef given,
                      llvm::function_ref<llvm::Error(llvm::StringRef)> work);

} // namespace tvm::tvmc

#endif // TVM_TOOLS_TUNE_FOLDER_H
