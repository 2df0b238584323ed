// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/run/Output.h"

#include "runtime/core/DataType.h"
#include "runtime/memory/References.h"
#include "runtime/run/Input.h"

#include <algorithm>
#include <cstring>
#include <new>

using namespace tvm::runtime;

Output::Output(const TensorType &type)
    : type(&type), dims(type.rank()), strides(type.rank()),
      boundDims(type.rank()) {}

Status Output::bind(const DLTensor &tensor) {
  int64_t bytes;
  TVM_RETURN_IF_FAILED(checkTensor("output", *type, tensor, bytes));
  if (!isCompact(tensor.shape, tensor.strides, tensor.ndim) ||
      !isAligned(firstElement(tensor), type->dtype))
    return error(TVM_INVALID_ARGUMENT,
                 "output '%s': expected a compact row-major tensor, aligned "
                 "to its element size",
                 type->name.c_str());
  clear();
  isBound = true;
  boundData = firstElement(tensor);
  boundSize = bytes;
  std::copy_n(tensor.shape, tensor.ndim, boundDims.begin());
  return TVM_OK;
}

void Output::unbind() {
  clear();
  isBound = false;
}

MemoryRange Output::getMemory() const {
  return isBound ? MemoryRange::of(boundData, boundSize)
                 : MemoryRange::of(buffer.data(), buffer.capacity());
}

Status Output::allocate(const int64_t *newDims) {
  int32_t rank = type->rank();
  std::optional<int64_t> bytes = byteSize(type->dtype, newDims, rank);
  if (!bytes || !isInstance(*type, newDims))
    return error(TVM_RUN_FAILED, "output '%s': expected %s, the result is %s",
                 type->name.c_str(), type->text.c_str(),
                 describe(type->dtype, newDims, rank).c_str());
  if (isBound && !std::equal(boundDims.begin(), boundDims.end(), newDims))
    return error(TVM_INVALID_ARGUMENT,
                 "output '%s': the result is %s, but the caller's memory is %s",
                 type->name.c_str(),
                 describe(type->dtype, newDims, rank).c_str(),
                 describe(type->dtype, boundDims.data(), rank).c_str());
  // An empty tensor of the caller may have no memory.
  bool usesCaller = isBound && boundData;
  if (!usesCaller && !buffer.reserve(*bytes))
    return error(TVM_OUT_OF_MEMORY, "output '%s': no memory for %lld bytes",
                 type->name.c_str(), (long long)*bytes);
  data = usesCaller ? boundData : buffer.data();
  size = *bytes;
  std::copy_n(newDims, rank, dims.begin());
  compactStrides(newDims, rank, strides.data());
  hasValue = true;
  return TVM_OK;
}

Status Output::checkAllocated() const {
  if (hasValue)
    return TVM_OK;
  return error(TVM_RUN_FAILED, "output '%s': the model's code wrote no value",
               type->name.c_str());
}

Status Output::checkValue() const {
  if (hasValue)
    return TVM_OK;
  return error(TVM_INVALID_ARGUMENT,
               "output '%s' has no value: run the model first",
               type->name.c_str());
}

Status Output::keepReferred() {
  if (type->dtype.code != kDLOpaqueHandle && !isTensorHandle(type->dtype))
    return TVM_OK;
  try {
    referred = std::make_shared<RunPool>();
    return runtime::keepReferred("output '" + type->name + "'", type->dtype,
                                 data, size / elementSize(type->dtype),
                                 *referred);
  } catch (const std::bad_alloc &) {
    return error(TVM_OUT_OF_MEMORY, "output '%s': no memory for its elements",
                 type->name.c_str());
  }
}

static DLTensor makeTensor(const TensorType &type, void *data, int64_t *dims,
                           int64_t *strides) {
  return {data, {kDLCPU, 0}, type.rank(), type.dtype, dims, strides, 0};
}

Status Output::get(DLTensor &tensor) {
  TVM_RETURN_IF_FAILED(checkValue());
  tensor = makeTensor(*type, data, dims.data(), strides.data());
  return TVM_OK;
}

namespace {
/// The memory of a tensor that was moved out, which keeps it alive.
struct TakenValue {
  DLManagedTensorVersioned tensor;
  Buffer buffer;
  std::vector<int64_t> dims, strides;
  std::shared_ptr<RunPool> referred;
};
} // namespace

static void deleteTaken(DLManagedTensorVersioned *tensor) {
  delete static_cast<TakenValue *>(tensor->manager_ctx);
}

Status Output::take(DLManagedTensorVersioned *&tensor) {
  TVM_RETURN_IF_FAILED(checkValue());
  // Allocations come first, so that the output keeps its value if one fails.
  auto taken = std::make_unique<TakenValue>();
  taken->dims = dims;
  taken->strides = strides;
  bool isCallers = data != buffer.data();
  if (isCallers && !taken->buffer.reserve(size))
    return error(TVM_OUT_OF_MEMORY, "output '%s': no memory for %lld bytes",
                 type->name.c_str(), (long long)size);
  if (isCallers)
    std::memcpy(taken->buffer.data(), data, size);
  else
    taken->buffer = std::move(buffer);
  taken->referred = referred;
  taken->tensor.version = {DLPACK_MAJOR_VERSION, DLPACK_MINOR_VERSION};
  taken->tensor.manager_ctx = taken.get();
  taken->tensor.deleter = deleteTaken;
  taken->tensor.flags =
      type->dtype.bits < 8 ? DLPACK_FLAG_BITMASK_IS_SUBBYTE_TYPE_PADDED : 0;
  taken->tensor.dl_tensor = makeTensor(
      *type, taken->buffer.data(), taken->dims.data(), taken->strides.data());
  clear();
  tensor = &taken.release()->tensor;
  return TVM_OK;
}
