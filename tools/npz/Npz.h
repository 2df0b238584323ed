#ifndef TVM_TOOLS_NPZ_NPZ_H
#define TVM_TOOLS_NPZ_NPZ_H

#include "tools/npz/Npy.h"
#include "llvm/ADT/ArrayRef.h"

namespace tvm::tvmc {

/// Reads the arrays of an `.npz` file (their names without ".npy"), or the one
/// of an `.npy` file (its name is empty). Any input is safe.
llvm::Expected<std::vector<Array>> readArrays(llvm::StringRef path);

/// Writes an `.npz` file (or an `.npy` file, where `path` ends so and there is
/// one array), whole or not at all. Fails for strings that NumPy's arrays
/// cannot hold.
llvm::Error writeArrays(llvm::StringRef path, std::vector<Array> arrays);

} // namespace tvm::tvmc

#endif // TVM_TOOLS_NPZ_NPZ_H
