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

/// Larger arrays are refused: 64 GB.
inline constexpr uint64_t kMaxArrayBytes = uint64_t(1) << 36;

/// Gives memory that begins at a cache line: elsewhere, each vector that code
/// loads is in two of them, and runs take up to a tenth longer. Where there is
/// no memory it throws, while LLVM makes operator new end the process.
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

/// Makes `bytes` have `size` of them, new ones 0. Fails where there is no
/// memory.
llvm::Error resize(Bytes &bytes, uint64_t size);

/// A row-major tensor in memory.
struct Array {
  std::string name;
  /// NumPy's name: "float32"; "bfloat16", "float8_e5m2", "int4" and the like
  /// come as ml_dtypes writes them, that is "void16" or "void8" (their bytes).
  /// "string" for both of NumPy's kinds of strings.
  std::string dtype;
  std::vector<int64_t> shape;
  /// The elements, or nothing where these are strings.
  Bytes data;
  /// The elements of an array of strings: any bytes.
  std::vector<std::string> strings;
};

/// Whether `bytes` start as NumPy's format does.
bool isNpy(llvm::StringRef bytes);

/// Parses an array without a name in NumPy's format, of version 1 to 3. Any
/// input is safe.
llvm::Expected<Array> parseNpy(llvm::StringRef bytes);

/// The header in front of the elements in NumPy's format. Strings are encoded
/// before (encodeStrings).
std::string writeNpyHeader(const Array &array);

/// How files call a data type of the runtime: "void16" and "void8" where NumPy
/// has no name.
llvm::StringRef getFileType(llvm::StringRef dtype);

/// Bytes per element of a data type of a file or the runtime, but for strings.
unsigned getElementSize(llvm::StringRef dtype);

} // namespace tvm::tvmc

#endif // TVM_TOOLS_NPZ_NPY_H
