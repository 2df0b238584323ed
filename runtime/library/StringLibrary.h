// Functions on strings that artefacts call. Results are in the run's pool.
#ifndef RUNTIME_LIBRARY_STRINGLIBRARY_H
#define RUNTIME_LIBRARY_STRINGLIBRARY_H

#include "runtime/core/Error.h"
#include "runtime/include/tvm_abi.h"

namespace tvm::runtime {

/// Constants: all bytes, sizes; the strings.
Status makeStrings(const tvm_args *args);

/// Constants (rank); x, y, the result.
Status concatStrings(const tvm_args *args);
Status compareStrings(const tvm_args *args);

/// Constants (rank); x, keys, indices.
Status lookUpStrings(const tvm_args *args);

/// Constants (letters, case_sensitive); x, stopwords, result, number.
Status normalizeStrings(const tvm_args *args);

/// Constants delimiter, (rank, limit); x, counts or parts.
Status countParts(const tvm_args *args);
Status splitStrings(const tvm_args *args);

/// Constants (rank), pool, starts, columns, range; x, counts.
Status countNGrams(const tvm_args *args);

} // namespace tvm::runtime

#endif // RUNTIME_LIBRARY_STRINGLIBRARY_H
