#ifndef TVM_COMPILER_FILES_LIBRARIES_H
#define TVM_COMPILER_FILES_LIBRARIES_H

#include "llvm/ADT/StringRef.h"

#include <optional>
#include <string>

namespace tvm {

/// A library of ours: in `folder` of the build tree that the running program
/// is of, installed in `lib` beside its folder, or in its folder.
std::optional<std::string> findLibrary(llvm::StringRef folder,
                                       llvm::StringRef name);

} // namespace tvm

#endif // TVM_COMPILER_FILES_LIBRARIES_H
