// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/memory/References.h"

#include "runtime/core/DataType.h"
#include "runtime/core/StridedCopy.h"
#include "runtime/include/tvm_abi.h"

namespace tvm::runtime {

bool isTensorHandle(DLDataType dtype) {
  return dtype == DLDataType{TVM_TENSOR_HANDLE, 64, 1};
}

static Status unreadable(std::string_view reader, const char *found) {
  return error(TVM_RUN_FAILED,
               "%.*s: expected elements that are tensors on the CPU, got %s",
               static_cast<int>(reader.size()), reader.data(), found);
}

/// The fault of `tensor`, or null.
static const char *findFault(const DLTensor &tensor) {
  if (tensor.device.device_type != kDLCPU)
    return "one on another device";
  if (tensor.ndim < 0 || tensor.ndim > maxRank ||
      (tensor.ndim > 0 && !tensor.shape))
    return "one with impossible dims";
  auto size = byteSize(tensor.dtype, tensor.shape, tensor.ndim);
  if (!size)
    return "one with impossible dims";
  if (*size > 0 && !tensor.data)
    return "one without data";
  if (!findMemory(firstElement(tensor), tensor.shape, tensor.strides,
                  tensor.ndim, elementSize(tensor.dtype)))
    return "one with impossible strides";
  return nullptr;
}

bool isReadable(const DLTensor &tensor) { return !findFault(tensor); }

Status checkReferred(std::string_view reader, const DLTensor *tensor) {
  const char *fault = tensor ? findFault(*tensor) : "none";
  return fault ? unreadable(reader, fault) : Status(TVM_OK);
}

static void keepStrings(const tvm_string **elements, int64_t count,
                        StringPool &pool) {
  for (int64_t i = 0; i < count; ++i)
    elements[i] = pool.add(std::string(getView(elements[i])));
}

int64_t countElements(const DLTensor &tensor) {
  uint64_t count = 1; // wraps in empty tensors only
  for (int32_t i = 0; i < tensor.ndim; ++i)
    count *= tensor.shape[i];
  return static_cast<int64_t>(count);
}

static Status keep(std::string_view reader, DLDataType dtype, void *elements,
                   int64_t count, RunPool &pool, int depth) {
  if (dtype.code == kDLOpaqueHandle)
    keepStrings(static_cast<const tvm_string **>(elements), count,
                pool.strings);
  if (!isTensorHandle(dtype))
    return TVM_OK;
  if (depth == maxReferenceDepth)
    return unreadable(reader, "sequences of sequences");
  auto **tensors = static_cast<const DLTensor **>(elements);
  for (int64_t i = 0; i < count; ++i) {
    TVM_RETURN_IF_FAILED(checkReferred(reader, tensors[i]));
    tensors[i] = pool.tensors.add(*tensors[i]);
    TVM_RETURN_IF_FAILED(keep(reader, tensors[i]->dtype, tensors[i]->data,
                              countElements(*tensors[i]), pool, depth + 1));
  }
  return TVM_OK;
}

Status keepReferred(std::string_view reader, DLDataType dtype, void *elements,
                    int64_t count, RunPool &pool) {
  return keep(reader, dtype, elements, count, pool, 0);
}

} // namespace tvm::runtime
