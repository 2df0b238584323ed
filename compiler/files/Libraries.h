// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_COMPILER_FILES_LIBRARIES_H
#define TVM_COMPILER_FILES_LIBRARIES_H

#include "llvm/ADT/StringRef.h"

#include <optional>
#include <string>

namespace tvm {

/// The path of a library of the project: in `folder` of the build tree that
/// contains the running program, or, if installed, in `lib` beside the
/// program's folder or in that folder.
std::optional<std::string> findLibrary(llvm::StringRef folder,
                                       llvm::StringRef name);

} // namespace tvm

#endif // TVM_COMPILER_FILES_LIBRARIES_H
