#ifndef TVM_TOOLS_TVMC_NPZ_H
#define TVM_TOOLS_TVMC_NPZ_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <cstdint>
#include <string>
#include <vector>

namespace tvm::tvmc {

/// A row-major tensor in memory.
struct Array {
  std::string name;
  /// NumPy's name: "float32"; "bfloat16", "float8_e5m2", "int4" and the like
  /// come as ml_dtypes writes them, that is "void16" or "void8" (their bytes).
  std::string dtype;
  std::vector<int64_t> shape;
  std::vector<char> data;
};

/// Reads the arrays of an `.npz` file (their names without ".npy"), or the one
/// of an `.npy` file (its name is empty). Any input is safe.
llvm::Expected<std::vector<Array>> readArrays(llvm::StringRef path);

/// Parses the bytes of an `.npy` or `.npz` file.
llvm::Expected<std::vector<Array>> parseArrays(llvm::StringRef bytes);

/// Writes an `.npz` file (or an `.npy` file, where `path` ends so and there is
/// one array), whole or not at all.
llvm::Error writeArrays(llvm::StringRef path, llvm::ArrayRef<Array> arrays);

/// How files call a data type of the runtime: "void16" and "void8" where NumPy
/// has no name.
llvm::StringRef getFileType(llvm::StringRef dtype);

/// Bytes per element of a data type of a file or the runtime.
unsigned getElementSize(llvm::StringRef dtype);

} // namespace tvm::tvmc

#endif // TVM_TOOLS_TVMC_NPZ_H
