// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_TOOLS_NPZ_NPY_H
#define TVM_TOOLS_NPZ_NPY_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/MathExtras.h"

#include <cstdint>
#include <cstdlib>
#include <new>
#include <string>
#include <vector>

namespace tvm::tvmc {

/// The largest size of an array in bytes, 64 GiB.
inline constexpr uint64_t kMaxArrayBytes = uint64_t(1) << 36;

/// An allocator of memory that begins at a cache line. Elsewhere, each loaded
/// vector is in two cache lines, and runs take up to a tenth longer. It throws
/// if there is no memory, whereas LLVM makes operator new end the process.
template <typename T> struct LineAllocator {
  using value_type = T;
  static constexpr size_t kLine = 64;

  T *allocate(size_t count) {
    size_t bytes = llvm::alignTo(count * sizeof(T), kLine);
    if (void *memory = std::aligned_alloc(kLine, bytes))
      return static_cast<T *>(memory);
    throw std::bad_alloc();
  }
  void deallocate(T *memory, size_t) { std::free(memory); }
  bool operator==(const LineAllocator &) const { return true; }
  bool operator!=(const LineAllocator &) const { return false; }
};

using Bytes = std::vector<char, LineAllocator<char>>;

/// Resizes `bytes` to `size` bytes; new ones are 0. Fails if there is no
/// memory.
llvm::Error resize(Bytes &bytes, uint64_t size);

/// A row-major tensor in memory.
struct Array {
  std::string name;
  /// NumPy's name of the element type: "float32". "bfloat16", "float8_e5m2",
  /// "int4" and similar types have the names under which ml_dtypes writes them,
  /// "void16" or "void8" (their bytes). "string" means both of NumPy's kinds of
  /// strings.
  std::string dtype;
  std::vector<int64_t> shape;
  /// The elements; empty for strings.
  Bytes data;
  /// The elements of an array of strings: any bytes.
  std::vector<std::string> strings;
};

/// Whether `bytes` begin like NumPy's format.
bool isNpy(llvm::StringRef bytes);

/// Parses an array without a name in NumPy's format, of version 1 to 3. Any
/// input is safe.
llvm::Expected<Array> parseNpy(llvm::StringRef bytes);

/// The header in front of the elements in NumPy's format. Strings are encoded
/// before (encodeStrings).
std::string writeNpyHeader(const Array &array);

/// The name of a runtime's data type in files: "void16" and "void8" if NumPy
/// has no name for it.
llvm::StringRef getFileType(llvm::StringRef dtype);

/// Bytes per element of a data type of a file or the runtime, except strings.
unsigned getElementSize(llvm::StringRef dtype);

} // namespace tvm::tvmc

#endif // TVM_TOOLS_NPZ_NPY_H
