// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Functions of the runtime that artefacts call, for operators that loop nests
// do not compute efficiently.
#ifndef RUNTIME_LIBRARY_LIBRARY_H
#define RUNTIME_LIBRARY_LIBRARY_H

#include "runtime/core/Error.h"
#include "runtime/include/tvm_abi.h"

#include <string>

namespace tvm::runtime {

// Each comment lists the arguments: constants first (texts and lists; integers
// in parentheses form one list), then operands and results.

/// Finds the first elements along an axis in order (`TopK`). Constants `dtype`,
/// (rank, axis, largest); x, values, indices.
Status selectTopK(const tvm_args *args);

/// Lists the indices of elements other than 0 (`NonZero`). Constants (rank); x
/// as bytes, indices `[rank, count]`.
Status findNonzero(const tvm_args *args);

/// Copies x and combines it with updates (`ScatterElements`, `ScatterND`).
/// Constants `dtype` (integers, f32, f64, `complex128`), (reduction as in
/// GraphEnums.td, axis or -1 for slices, ranks of x, indices and updates, bytes
/// of an index); x, indices, updates, result.
Status scatter(const tvm_args *args);

/// Groups equal rows (`Unique`). Constants `dtype`, (sorted); rows, first,
/// inverse, counts, number.
Status findUnique(const tvm_args *args);

/// Selects boxes (`NonMaxSuppression`). Constants (center_point_box, ranks of
/// the thresholds of overlaps and scores, -1 without the latter); boxes,
/// scores, thresholds, selected, number.
Status suppressNonMax(const tvm_args *args);

/// The library's function that artefacts call by `name`, or null. The function
/// returns a tvm_status, whose text it has recorded.
tvm_kernel findLibraryFunction(const std::string &name);

/// Calls `use(name, function)` for each of the library's functions.
void forEachLibraryFunction(void (*use)(const char *name, tvm_kernel function));

} // namespace tvm::runtime

#endif // RUNTIME_LIBRARY_LIBRARY_H
