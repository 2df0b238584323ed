// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_TOOLS_NPZ_NPZ_H
#define TVM_TOOLS_NPZ_NPZ_H

#include "tools/npz/Npy.h"
#include "llvm/ADT/ArrayRef.h"

namespace tvm::tvmc {

/// Reads the arrays of an `.npz` file (with their names without ".npy"), or the
/// array of an `.npy` file (with an empty name). Any input is safe.
llvm::Expected<std::vector<Array>> readArrays(llvm::StringRef path);

/// Writes an `.npz` file, or an `.npy` file if `path` ends with that and there
/// is one array, completely or not at all. Fails for strings that NumPy's
/// arrays cannot represent.
llvm::Error writeArrays(llvm::StringRef path, std::vector<Array> arrays);

} // namespace tvm::tvmc

#endif // TVM_TOOLS_NPZ_NPZ_H
