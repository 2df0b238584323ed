// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/memory/TensorPool.h"

#include "runtime/core/DataType.h"
#include "runtime/core/StridedCopy.h"

#include <new>

namespace tvm::runtime {

const DLTensor *TensorPool::add(const DLTensor &tensor) {
  int32_t rank = tensor.ndim;
  auto size = byteSize(tensor.dtype, tensor.shape, rank);
  Buffer data;
  if (!size || !data.reserve(*size))
    throw std::bad_alloc();
  copyToCompact(firstElement(tensor), tensor.shape, tensor.strides, rank,
                elementSize(tensor.dtype), data.data());
  Entry &entry = entries.emplace_back();
  entry.data = std::move(data);
  entry.dims.assign(tensor.shape, tensor.shape + rank);
  entry.strides.resize(rank);
  compactStrides(entry.dims.data(), rank, entry.strides.data());
  entry.tensor = {entry.data.data(), tensor.device,        rank, tensor.dtype,
                  entry.dims.data(), entry.strides.data(), 0};
  return &entry.tensor;
}

} // namespace tvm::runtime
