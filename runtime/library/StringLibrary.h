// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Functions on strings that artefacts call. Results are in the run's pool.
#ifndef RUNTIME_LIBRARY_STRINGLIBRARY_H
#define RUNTIME_LIBRARY_STRINGLIBRARY_H

#include "runtime/core/Error.h"
#include "runtime/include/tvm_abi.h"

namespace tvm::runtime {

// Each comment lists the arguments: constants first (texts and lists; integers
// in parentheses form one list), then operands and results.

/// Makes constant strings. Constants: the bytes of all strings, (sizes);
/// result.
Status makeStrings(const tvm_args *args);

/// Concatenates, or tests for equality, element by element. Constants (rank);
/// x, y, result.
Status concatStrings(const tvm_args *args);
Status compareStrings(const tvm_args *args);

/// Finds the position of each string among `keys`, -1 if there is none.
/// Constants (rank); x, keys, indices.
Status lookUpStrings(const tvm_args *args);

/// Changes the case of strings and removes stopwords. Constants (letters,
/// case_sensitive); x, stopwords, result, number.
Status normalizeStrings(const tvm_args *args);

/// Counts the parts of strings, or makes them. Constants delimiter, (rank,
/// limit); x, counts or parts.
Status countParts(const tvm_args *args);
Status splitStrings(const tvm_args *args);

/// Counts n-grams (`TfIdfVectorizer`). Constants (rank), pool, starts, columns,
/// range; x, counts.
Status countNGrams(const tvm_args *args);

} // namespace tvm::runtime

#endif // RUNTIME_LIBRARY_STRINGLIBRARY_H
