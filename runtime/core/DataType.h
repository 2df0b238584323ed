// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Data types by numpy's names.
#ifndef RUNTIME_CORE_DATATYPE_H
#define RUNTIME_CORE_DATATYPE_H

#include "runtime/include/dlpack.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace tvm::runtime {

/// The type called `name`, if the runtime knows it.
std::optional<DLDataType> dataTypeFromName(std::string_view name);

/// The name of `type` in numpy or ml_dtypes, or null if the runtime does not
/// know the type.
const char *dataTypeName(DLDataType type);

/// The type in messages: its name, or "code 5 bits 64 lanes 1".
std::string describe(DLDataType type);

/// The tensor type in messages: "float32[1,3,224,224]".
std::string describe(DLDataType dtype, const int64_t *dims, int32_t rank);

/// Whether both have the same code, bits and lanes.
bool operator==(DLDataType a, DLDataType b);

/// The address of the first element.
void *firstElement(const DLTensor &tensor);

/// The size of one element in bytes; less than 8 bits take a byte.
int64_t elementSize(DLDataType type);

/// The size in bytes of a compact tensor with these dims; nullopt if a dim is
/// negative or the product overflows.
std::optional<int64_t> byteSize(DLDataType type, const int64_t *dims,
                                int32_t rank);

} // namespace tvm::runtime

#endif // RUNTIME_CORE_DATATYPE_H
