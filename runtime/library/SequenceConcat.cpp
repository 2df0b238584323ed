// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/core/StridedCopy.h"
#include "runtime/library/SequenceCall.h"
#include "runtime/library/SequenceLibrary.h"

#include <cstring>

namespace tvm::runtime {

namespace {
struct ConcatCall : SequenceCall {
  explicit ConcatCall(const tvm_args *args)
      : SequenceCall(args), dtype(SequenceCall::dtype()), options(ints()),
        rank(options[0]), axis(options[1]), hasNewAxis(options[2] != 0),
        sequence(elements()) {}

  /// The dims of `element`, including the new axis.
  std::vector<int64_t> getDims(const DLTensor &element) const {
    std::vector<int64_t> dims(element.shape, element.shape + rank);
    if (hasNewAxis)
      dims.insert(dims.begin() + axis, 1);
    return dims;
  }

  Status getResultDims(std::vector<int64_t> &dims) const;

  DLDataType dtype;
  const int64_t *options;
  int64_t rank, axis;
  bool hasNewAxis;
  Elements sequence;
};
} // namespace

Status ConcatCall::getResultDims(std::vector<int64_t> &dims) const {
  if (sequence.size == 0)
    return failed("expected a sequence with elements, got none");
  int64_t sum = 0;
  for (int64_t i = 0; i < sequence.size; ++i) {
    const DLTensor *element = sequence.begin[i];
    TVM_RETURN_IF_FAILED(check(element, dtype, rank));
    std::vector<int64_t> next = getDims(*element);
    if (__builtin_add_overflow(sum, next[axis], &sum))
      return failed("expected elements that fit in one tensor, got more along "
                    "axis " +
                    std::to_string(axis));
    if (i > 0)
      next[axis] = dims[axis];
    if (i > 0 && next != dims)
      return failed("expected elements of one shape but for axis " +
                    std::to_string(axis) + ", got " +
                    describe(dtype, sequence.begin[0]->shape, rank) + " and " +
                    describe(dtype, element->shape, rank));
    dims = next;
  }
  dims[axis] = sum;
  return TVM_OK;
}

Status readConcatShape(const tvm_args *args) {
  ConcatCall call(args);
  std::vector<int64_t> dims;
  TVM_RETURN_IF_FAILED(call.getResultDims(dims));
  std::copy(dims.begin(), dims.end(), const_cast<int64_t *>(call.ints()));
  return TVM_OK;
}

/// Copies rows of `width` bytes of `element` to places `stride` bytes apart.
static void writeRows(const DLTensor &element, int64_t width, int64_t rows,
                      int64_t stride, char *to) {
  std::vector<char> packed(width * rows);
  copyToCompact(firstElement(element), element.shape, element.strides,
                element.ndim, elementSize(element.dtype), packed.data());
  for (int64_t row = 0; row < rows; ++row)
    std::memcpy(to + row * stride, packed.data() + row * width, width);
}

Status concatSequence(const tvm_args *args) {
  ConcatCall call(args);
  std::vector<int64_t> dims;
  TVM_RETURN_IF_FAILED(call.getResultDims(dims));
  DLTensor result = call.tensor(call.dtype, call.rank + call.hasNewAxis);
  TVM_RETURN_IF_FAILED(call.checkDims(dims.data(), result));
  int64_t rows = 1, inner = elementSize(call.dtype);
  for (int64_t i = 0; i < result.ndim; ++i)
    (i < call.axis ? rows : inner) *= i == call.axis ? 1 : dims[i];
  char *to = static_cast<char *>(result.data);
  for (int64_t i = 0; i < call.sequence.size; ++i) {
    const DLTensor &element = *call.sequence.begin[i];
    int64_t width = call.getDims(element)[call.axis] * inner;
    writeRows(element, width, rows, dims[call.axis] * inner, to);
    to += width;
  }
  return TVM_OK;
}

} // namespace tvm::runtime
