// Functions on sequences that artefacts call. New elements are in the run's
// pool.
#ifndef RUNTIME_LIBRARY_SEQUENCELIBRARY_H
#define RUNTIME_LIBRARY_SEQUENCELIBRARY_H

#include "runtime/core/Error.h"
#include "runtime/include/tvm_abi.h"

namespace tvm::runtime {

// The first constant is the node for messages, the second one, if there is a
// `dtype`, the element type of tensors. A position is one element with as many
// dims as its rank.

/// Constants node, dtypes (a space behind each), ranks; tensors, the sequence.
Status makeSequence(const tvm_args *args);

/// Constants node, dtype, (rank of the position, rank); sequence, position,
/// dims or element.
Status readElementShape(const tvm_args *args);
Status readElement(const tvm_args *args);

/// Constants node, dtype, (rank of the position, rank); element, sequence,
/// position, result.
Status insertElement(const tvm_args *args);

/// Constants node, (rank of the position); sequence, position, result.
Status eraseElement(const tvm_args *args);

/// Constants node, dtype, (rank, axis, squeeze); x, sizes, the sequence.
Status splitToSequence(const tvm_args *args);

/// Constants node, dtype, (rank of elements, axis, new_axis); sequence, dims or
/// tensor.
Status readConcatShape(const tvm_args *args);
Status concatSequence(const tvm_args *args);

} // namespace tvm::runtime

#endif // RUNTIME_LIBRARY_SEQUENCELIBRARY_H
