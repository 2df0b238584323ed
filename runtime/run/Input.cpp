// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/run/Input.h"

#include "runtime/core/DataType.h"
#include "runtime/include/tvm_abi.h"

#include <algorithm>

using namespace tvm::runtime;

bool tvm::runtime::isAligned(const void *data, DLDataType dtype) {
  return reinterpret_cast<uintptr_t>(data) % elementSize(dtype) == 0;
}

bool tvm::runtime::isInstance(const TensorType &type, const int64_t *dims) {
  for (int32_t i = 0; i < type.rank(); ++i)
    if (dims[i] < 0 || (type.shape[i] >= 0 && dims[i] != type.shape[i]))
      return false;
  return true;
}

// Creates a text for errors only, so that binding allocates nothing.
Status tvm::runtime::checkTensor(const char *kind, const TensorType &type,
                                 const DLTensor &tensor, int64_t &size) {
  const char *name = type.name.c_str();
  if (tensor.device.device_type != kDLCPU)
    return error(TVM_INVALID_ARGUMENT,
                 "%s '%s': expected a tensor on the CPU, got one on DLPack "
                 "device type %d",
                 kind, name, int(tensor.device.device_type));
  if (tensor.ndim < 0 || tensor.ndim > maxRank ||
      (tensor.ndim > 0 && !tensor.shape))
    return error(TVM_INVALID_ARGUMENT,
                 "%s '%s': expected %s, got an impossible tensor of %d dims",
                 kind, name, type.text.c_str(), tensor.ndim);
  if (!(tensor.dtype == type.dtype) || tensor.ndim != type.rank() ||
      !isInstance(type, tensor.shape))
    return error(TVM_INVALID_ARGUMENT, "%s '%s': expected %s, got %s", kind,
                 name, type.text.c_str(),
                 describe(tensor.dtype, tensor.shape, tensor.ndim).c_str());
  std::optional<int64_t> bytes =
      byteSize(type.dtype, tensor.shape, tensor.ndim);
  if (!bytes)
    return error(TVM_INVALID_ARGUMENT, "%s '%s': %s is larger than memory",
                 kind, name,
                 describe(tensor.dtype, tensor.shape, tensor.ndim).c_str());
  if (!tensor.data && *bytes > 0)
    return error(TVM_INVALID_ARGUMENT, "%s '%s': expected %s, got no data",
                 kind, name, type.text.c_str());
  size = *bytes;
  return TVM_OK;
}

Input::Input(const TensorType &type)
    : type(&type), dims(type.rank()), strides(type.rank()) {}

Status Input::bind(const DLTensor &tensor) {
  int64_t bytes;
  TVM_RETURN_IF_FAILED(checkTensor("input", *type, tensor, bytes));
  auto found = findMemory(firstElement(tensor), tensor.shape, tensor.strides,
                          tensor.ndim, elementSize(type->dtype));
  if (!found)
    return error(TVM_INVALID_ARGUMENT,
                 "input '%s': expected strides within memory, got larger ones",
                 type->name.c_str());
  memory = *found;
  size = bytes;
  data = firstElement(tensor);
  std::copy_n(tensor.shape, tensor.ndim, dims.begin());
  bool compact = isCompact(tensor.shape, tensor.strides, tensor.ndim);
  if (compact)
    compactStrides(tensor.shape, tensor.ndim, strides.data());
  else
    std::copy_n(tensor.strides, tensor.ndim, strides.begin());
  isPacked = !compact || !isAligned(data, type->dtype);
  bound = true;
  return TVM_OK;
}

bool Input::hasElementIn(MemoryRange range) const {
  return runtime::hasElementIn(range, data, dims.data(), strides.data(),
                               type->rank(), elementSize(type->dtype));
}

void *Input::prepare() {
  // The pointer is not null even for a tensor without elements.
  alignas(TVM_ALIGNMENT) static char nothing[TVM_ALIGNMENT];
  if (size == 0)
    return nothing;
  if (!isPacked)
    return const_cast<void *>(data);
  if (!packed.reserve(size))
    return nullptr;
  copyToCompact(data, dims.data(), strides.data(), type->rank(),
                elementSize(type->dtype), packed.data());
  return packed.data();
}
