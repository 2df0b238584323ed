// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/core/StridedCopy.h"
#include "runtime/library/SequenceCall.h"
#include "runtime/library/SequenceLibrary.h"

namespace tvm::runtime {

/// Removes the text up to the next space from `names` and returns its type.
static DLDataType takeType(std::string_view &names) {
  size_t end = names.find(' ');
  auto dtype = dataTypeFromName(names.substr(0, end));
  names.remove_prefix(std::min(end, names.size() - 1) + 1);
  return dtype.value_or(DLDataType{});
}

Status makeSequence(const tvm_args *args) {
  SequenceCall call(args);
  std::string_view names = call.text();
  const int64_t *ranks = call.ints();
  TensorPool *pool;
  TVM_RETURN_IF_FAILED(call.getPool(pool));
  std::vector<const DLTensor *> elements;
  while (!names.empty()) {
    DLDataType dtype = takeType(names);
    elements.push_back(pool->add(call.tensor(dtype, *ranks++)));
  }
  std::copy(elements.begin(), elements.end(), call.elements().begin);
  return TVM_OK;
}

/// Finds the element at the position of a call.
static Status findElement(SequenceCall &call, DLDataType dtype,
                          const int64_t *ranks, const DLTensor *&element) {
  Elements elements = call.elements();
  int64_t position = call.position(ranks[0]);
  TVM_RETURN_IF_FAILED(call.normalize(position, elements.size, elements.size));
  element = elements.begin[position];
  return call.check(element, dtype, ranks[1]);
}

Status readElementShape(const tvm_args *args) {
  SequenceCall call(args);
  DLDataType dtype = call.dtype();
  const int64_t *ranks = call.ints();
  const DLTensor *element;
  TVM_RETURN_IF_FAILED(findElement(call, dtype, ranks, element));
  std::copy_n(element->shape, element->ndim,
              const_cast<int64_t *>(call.ints()));
  return TVM_OK;
}

Status readElement(const tvm_args *args) {
  SequenceCall call(args);
  DLDataType dtype = call.dtype();
  const int64_t *ranks = call.ints();
  const DLTensor *element;
  TVM_RETURN_IF_FAILED(findElement(call, dtype, ranks, element));
  DLTensor result = call.tensor(dtype, ranks[1]);
  TVM_RETURN_IF_FAILED(call.checkDims(element->shape, result));
  copyToCompact(firstElement(*element), element->shape, element->strides,
                element->ndim, elementSize(dtype), result.data);
  return TVM_OK;
}

Status insertElement(const tvm_args *args) {
  SequenceCall call(args);
  DLDataType dtype = call.dtype();
  const int64_t *ranks = call.ints();
  DLTensor element = call.tensor(dtype, ranks[1]);
  Elements from = call.elements();
  int64_t position = call.position(ranks[0]);
  Elements to = call.elements();
  TensorPool *pool;
  TVM_RETURN_IF_FAILED(call.getPool(pool));
  TVM_RETURN_IF_FAILED(call.normalize(position, from.size, from.size + 1));
  std::copy_n(from.begin, position, to.begin);
  to.begin[position] = pool->add(element);
  std::copy_n(from.begin + position, from.size - position,
              to.begin + position + 1);
  return TVM_OK;
}

Status eraseElement(const tvm_args *args) {
  SequenceCall call(args);
  const int64_t *ranks = call.ints();
  Elements from = call.elements();
  int64_t position = call.position(ranks[0]);
  Elements to = call.elements();
  TVM_RETURN_IF_FAILED(call.normalize(position, from.size, from.size));
  std::copy_n(from.begin, position, to.begin);
  std::copy_n(from.begin + position + 1, from.size - position - 1,
              to.begin + position);
  return TVM_OK;
}

} // namespace tvm::runtime
