// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Functions on sequences that artefacts call. New elements are in the run's
// pool.
#ifndef RUNTIME_LIBRARY_SEQUENCELIBRARY_H
#define RUNTIME_LIBRARY_SEQUENCELIBRARY_H

#include "runtime/core/Error.h"
#include "runtime/include/tvm_abi.h"

namespace tvm::runtime {

// Each comment lists the arguments: constants first (texts and lists; integers
// in parentheses form one list), then operands and results. `node` is the name
// of the node in messages, `dtype` the element type of tensors. A position is
// one element with as many dims as its rank.

/// Makes a sequence of tensors. Constants node, dtypes (a space behind each),
/// (ranks); tensors, sequence.
Status makeSequence(const tvm_args *args);

/// Reads the dims of an element, or the element. Constants node, dtype, (rank
/// of the position, rank); sequence, position, dims or element.
Status readElementShape(const tvm_args *args);
Status readElement(const tvm_args *args);

/// Inserts an element. Constants node, dtype, (rank of the position, rank);
/// element, sequence, position, result.
Status insertElement(const tvm_args *args);

/// Removes an element. Constants node, (rank of the position); sequence,
/// position, result.
Status eraseElement(const tvm_args *args);

/// Splits a tensor into a sequence. Constants node, dtype, (rank, axis,
/// squeeze); x, sizes, sequence.
Status splitToSequence(const tvm_args *args);

/// Computes the dims of the concatenated elements, or concatenates them.
/// Constants node, dtype, (rank of elements, axis, new_axis); sequence, dims or
/// tensor.
Status readConcatShape(const tvm_args *args);
Status concatSequence(const tvm_args *args);

} // namespace tvm::runtime

#endif // RUNTIME_LIBRARY_SEQUENCELIBRARY_H
