#ifndef TVM_TOOLS_NPZ_NPYSTRINGS_H
#define TVM_TOOLS_NPZ_NPYSTRINGS_H

#include "tools/npz/Npy.h"

#include <optional>

namespace tvm::tvmc {

/// NumPy's arrays of strings of one width: "U", of UTF-32, or "S", of bytes.
/// Shorter strings end with zeros, which are not part of them.
struct StringType {
  char kind = 0;
  /// Characters of "U", bytes of "S".
  uint64_t width = 0;

  /// Parses "U12" or "S3". Fails for other types, and for a width of zero,
  /// which NumPy does not write.
  static std::optional<StringType> parse(llvm::StringRef code);

  /// Bytes per element; UINT64_MAX where that is more than fits.
  uint64_t getElementSize() const;
};

/// The strings in `data`, elements of `type` one after the other: in UTF-8
/// from "U", as they are from "S".
llvm::Expected<std::vector<std::string>> decodeStrings(llvm::StringRef data,
                                                       StringType type);

/// An array of strings as one of bytes, whose `dtype` is NumPy's ("<U12"): "U"
/// where all strings are UTF-8, otherwise "S". Fails for strings that end with
/// a zero, which NumPy would cut off, and for arrays that get too large.
llvm::Expected<Array> encodeStrings(const Array &array);

} // namespace tvm::tvmc

#endif // TVM_TOOLS_NPZ_NPYSTRINGS_H
