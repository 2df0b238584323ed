// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/core/DataType.h"

#include "runtime/include/tvm_abi.h"

#include <algorithm>

using namespace tvm::runtime;

namespace {
struct NamedType {
  const char *name;
  DLDataType type;
};
} // namespace

static const NamedType namedTypes[] = {
    {"float32", {kDLFloat, 32, 1}},
    {"float64", {kDLFloat, 64, 1}},
    {"float16", {kDLFloat, 16, 1}},
    {"bfloat16", {kDLBfloat, 16, 1}},
    {"complex64", {kDLComplex, 64, 1}},
    {"complex128", {kDLComplex, 128, 1}},
    {"int8", {kDLInt, 8, 1}},
    {"int16", {kDLInt, 16, 1}},
    {"int32", {kDLInt, 32, 1}},
    {"int64", {kDLInt, 64, 1}},
    {"uint8", {kDLUInt, 8, 1}},
    {"uint16", {kDLUInt, 16, 1}},
    {"uint32", {kDLUInt, 32, 1}},
    {"uint64", {kDLUInt, 64, 1}},
    {"bool", {kDLBool, 8, 1}},
    {"string", {kDLOpaqueHandle, 64, 1}},
    {"handle", {TVM_TENSOR_HANDLE, 64, 1}},
    {"float8_e4m3fn", {kDLFloat8_e4m3fn, 8, 1}},
    {"float8_e4m3fnuz", {kDLFloat8_e4m3fnuz, 8, 1}},
    {"float8_e5m2", {kDLFloat8_e5m2, 8, 1}},
    {"float8_e5m2fnuz", {kDLFloat8_e5m2fnuz, 8, 1}},
    {"float8_e8m0fnu", {kDLFloat8_e8m0fnu, 8, 1}},
    {"float4_e2m1fn", {kDLFloat4_e2m1fn, 4, 1}},
    {"int4", {kDLInt, 4, 1}},
    {"int2", {kDLInt, 2, 1}},
    {"uint4", {kDLUInt, 4, 1}},
    {"uint2", {kDLUInt, 2, 1}},
};

bool tvm::runtime::operator==(DLDataType a, DLDataType b) {
  return a.code == b.code && a.bits == b.bits && a.lanes == b.lanes;
}

std::optional<DLDataType>
tvm::runtime::dataTypeFromName(std::string_view name) {
  for (const NamedType &named : namedTypes)
    if (named.name == name)
      return named.type;
  return std::nullopt;
}

const char *tvm::runtime::dataTypeName(DLDataType type) {
  for (const NamedType &named : namedTypes)
    if (named.type == type)
      return named.name;
  return nullptr;
}

std::string tvm::runtime::describe(DLDataType type) {
  if (const char *name = dataTypeName(type))
    return name;
  return "(code " + std::to_string(type.code) + " bits " +
         std::to_string(type.bits) + " lanes " + std::to_string(type.lanes) +
         ")";
}

void *tvm::runtime::firstElement(const DLTensor &tensor) {
  return static_cast<char *>(tensor.data) + tensor.byte_offset;
}

int64_t tvm::runtime::elementSize(DLDataType type) {
  return (type.bits + 7) / 8;
}

std::optional<int64_t>
tvm::runtime::byteSize(DLDataType type, const int64_t *dims, int32_t rank) {
  // A dim of 0 makes the tensor empty for any other dims, whose product must
  // not overflow before.
  if (std::any_of(dims, dims + rank, [](int64_t dim) { return dim < 0; }))
    return std::nullopt;
  if (std::find(dims, dims + rank, 0) != dims + rank)
    return 0;
  int64_t size = elementSize(type);
  for (int32_t i = 0; i < rank; ++i)
    if (__builtin_mul_overflow(size, dims[i], &size))
      return std::nullopt;
  return size;
}

std::string tvm::runtime::describe(DLDataType dtype, const int64_t *dims,
                                   int32_t rank) {
  std::string text = describe(dtype) + "[";
  for (int32_t i = 0; i < rank; ++i)
    text += (i ? "," : "") + std::to_string(dims[i]);
  return text + "]";
}
