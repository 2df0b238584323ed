// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Elements that are addresses: of strings, and of tensors (sequences).
#ifndef RUNTIME_MEMORY_REFERENCES_H
#define RUNTIME_MEMORY_REFERENCES_H

#include "runtime/core/Error.h"
#include "runtime/memory/RunPool.h"

#include <string_view>

namespace tvm::runtime {

/// The largest number of levels of references: an optional of a sequence of
/// tensors.
constexpr int maxReferenceDepth = 2;

/// Whether elements are addresses of tensors.
bool isTensorHandle(DLDataType dtype);

/// Whether `tensor`, the target of a reference, has valid dims, strides and
/// data of a tensor on the CPU.
bool isReadable(const DLTensor &tensor);

/// Number of elements of a readable tensor.
int64_t countElements(const DLTensor &tensor);

/// Checks that `tensor`, an element of a sequence, can be read. `reader` is the
/// reading operation in messages.
Status checkReferred(std::string_view reader, const DLTensor *tensor);

/// Replaces the targets of `count` elements by copies in `pool`, if the
/// elements are addresses.
Status keepReferred(std::string_view reader, DLDataType dtype, void *elements,
                    int64_t count, RunPool &pool);

} // namespace tvm::runtime

#endif // RUNTIME_MEMORY_REFERENCES_H
