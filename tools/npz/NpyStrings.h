// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_TOOLS_NPZ_NPYSTRINGS_H
#define TVM_TOOLS_NPZ_NPYSTRINGS_H

#include "tools/npz/Npy.h"

#include <optional>

namespace tvm::tvmc {

/// The type of NumPy's arrays of strings of one width: "U", UTF-32, or "S",
/// bytes. Shorter strings are padded with zeros, which are not part of them.
struct StringType {
  char kind = 0;
  /// The number of characters of "U", or of bytes of "S".
  uint64_t width = 0;

  /// Parses "U12" or "S3". Fails for other types, and for a width of zero,
  /// which NumPy does not write.
  static std::optional<StringType> parse(llvm::StringRef code);

  /// Bytes per element; UINT64_MAX if that overflows.
  uint64_t getElementSize() const;
};

/// The strings in `data`, consecutive elements of `type`: converted to UTF-8
/// for "U", unchanged for "S".
llvm::Expected<std::vector<std::string>> decodeStrings(llvm::StringRef data,
                                                       StringType type);

/// An array of strings as an array of bytes, whose `dtype` is NumPy's ("<U12"):
/// "U" if all strings are UTF-8, otherwise "S". Fails for strings that end with
/// a zero, which NumPy would remove, and for arrays that would be too large.
llvm::Expected<Array> encodeStrings(const Array &array);

} // namespace tvm::tvmc

#endif // TVM_TOOLS_NPZ_NPYSTRINGS_H
