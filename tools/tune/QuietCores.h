// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_TOOLS_TUNE_QUIETCORES_H
#define TVM_TOOLS_TUNE_QUIETCORES_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <vector>

namespace tvm::tvmc {

/// The `count` cores of `allowed` that were used least between two texts of
/// /proc/stat, ascending; all of them if they are fewer. Of equally quiet ones,
/// the last, because systems use the first one for interrupts.
std::vector<unsigned> chooseQuietCores(llvm::StringRef before,
                                       llvm::StringRef after,
                                       llvm::ArrayRef<unsigned> allowed,
                                       unsigned count);

/// Moves this process to the `count` cores that are quiet now; 0: leaves it
/// where it is.
llvm::Error pinToQuietCores(unsigned count);

} // namespace tvm::tvmc

#endif // TVM_TOOLS_TUNE_QUIETCORES_H
