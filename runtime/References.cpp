#include "runtime/References.h"

#include "runtime/DataType.h"
#include "runtime/StridedCopy.h"
#include "runtime/include/tvm_abi.h"

namespace tvm::runtime {

/// An optional of a sequence of tensors.
static constexpr int maxDepth = 2;

bool isReference(DLDataType dtype) {
  return dtype == DLDataType{TVM_REFERENCE, 64, 1};
}

static Status unreadable(std::string_view reader, const char *found) {
  return error(TVM_RUN_FAILED,
               "%.*s: expected elements that are tensors on the CPU, got %s",
               static_cast<int>(reader.size()), reader.data(), found);
}

Status checkReferred(std::string_view reader, const DLTensor *tensor) {
  if (!tensor)
    return unreadable(reader, "none");
  if (tensor->device.device_type != kDLCPU)
    return unreadable(reader, "one on another device");
  if (tensor->ndim < 0 || tensor->ndim > maxRank ||
      (tensor->ndim > 0 && !tensor->shape))
    return unreadable(reader, "one with impossible dims");
  auto size = byteSize(tensor->dtype, tensor->shape, tensor->ndim);
  if (!size)
    return unreadable(reader, "one with impossible dims");
  if (*size > 0 && !tensor->data)
    return unreadable(reader, "one without data");
  return TVM_OK;
}

static void keepStrings(const tvm_string **elements, int64_t count,
                        StringPool &pool) {
  for (int64_t i = 0; i < count; ++i)
    elements[i] = pool.add(std::string(getView(elements[i])));
}

static int64_t countElements(const DLTensor &tensor) {
  int64_t count = 1;
  for (int32_t i = 0; i < tensor.ndim; ++i)
    count *= tensor.shape[i];
  return count;
}

static Status keep(std::string_view reader, DLDataType dtype, void *elements,
                   int64_t count, RunPool &pool, int depth) {
  if (dtype.code == kDLOpaqueHandle)
    keepStrings(static_cast<const tvm_string **>(elements), count,
                pool.strings);
  if (!isReference(dtype))
    return TVM_OK;
  if (depth == maxDepth)
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
