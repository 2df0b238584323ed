// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Common helpers of the functions on sequences.
#ifndef RUNTIME_LIBRARY_SEQUENCECALL_H
#define RUNTIME_LIBRARY_SEQUENCECALL_H

#include "runtime/core/DataType.h"
#include "runtime/library/LibraryCall.h"
#include "runtime/memory/References.h"

#include <algorithm>

namespace tvm::runtime {

/// The elements of a sequence.
struct Elements {
  const DLTensor **begin;
  int64_t size;
};

/// A reader of a call's arguments.
class SequenceCall {
public:
  explicit SequenceCall(const tvm_args *args)
      : reader(args), node(reader.text()) {}

  std::string_view text() { return reader.text(); }
  DLDataType dtype() {
    return dataTypeFromName(reader.text()).value_or(DLDataType{});
  }
  const int64_t *ints() {
    int64_t count;
    return reader.list<int64_t>(count);
  }
  Elements elements() {
    int64_t size;
    auto *begin =
        const_cast<const DLTensor **>(reader.list<const DLTensor *>(size));
    return {begin, size};
  }
  int64_t position(int64_t rank) { return *reader.next<int64_t>(rank); }

  /// The next buffer as a compact tensor with the dims of the call.
  DLTensor tensor(DLDataType dtype, int64_t rank) {
    int64_t count;
    const int64_t *dims;
    void *data = reader.next(rank, count, dims);
    return {data,
            {kDLCPU, 0},
            static_cast<int32_t>(rank),
            dtype,
            const_cast<int64_t *>(dims),
            nullptr,
            0};
  }

  /// An error of this node.
  Status failed(const std::string &text) const {
    return error(TVM_RUN_FAILED, "%.*s: %s", static_cast<int>(node.size()),
                 node.data(), text.c_str());
  }

  /// Converts `position` to a position from the front, below `end`.
  Status normalize(int64_t &position, int64_t size, int64_t end) const {
    if (position < -size || position >= end)
      return failed("expected a position in a sequence of " +
                    std::to_string(size) + " elements, got " +
                    std::to_string(position));
    position += position < 0 ? size : 0;
    return TVM_OK;
  }

  /// Checks that `element` is a tensor of this type and rank.
  Status check(const DLTensor *element, DLDataType dtype, int64_t rank) const {
    TVM_RETURN_IF_FAILED(checkReferred(node, element));
    if (element->dtype == dtype && element->ndim == rank)
      return TVM_OK;
    return failed("expected an element " + describe(dtype) + " of rank " +
                  std::to_string(rank) + ", got " +
                  describe(element->dtype, element->shape, element->ndim));
  }

  /// Checks that `dims` match `result`, of which the model declares some dims.
  Status checkDims(const int64_t *dims, const DLTensor &result) const {
    if (std::equal(dims, dims + result.ndim, result.shape))
      return TVM_OK;
    return failed("expected " +
                  describe(result.dtype, result.shape, result.ndim) + ", got " +
                  describe(result.dtype, dims, result.ndim));
  }

  /// The pool of the run.
  Status getPool(TensorPool *&pool) const {
    RunPool *run = RunPool::current();
    if (!run)
      return failed("expected a run of a model to own new elements");
    pool = &run->tensors;
    return TVM_OK;
  }

private:
  ArgumentReader reader;
  std::string_view node;
};

} // namespace tvm::runtime

#endif // RUNTIME_LIBRARY_SEQUENCECALL_H
