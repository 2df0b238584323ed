// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/core/StridedCopy.h"
#include "runtime/library/SequenceCall.h"
#include "runtime/library/SequenceLibrary.h"

namespace tvm::runtime {

namespace {
/// A part of a compact tensor along an axis.
class Piece {
public:
  Piece(const DLTensor &x, int64_t axis)
      : tensor(x), axis(axis), dims(x.shape, x.shape + x.ndim),
        strides(x.ndim) {
    compactStrides(x.shape, x.ndim, strides.data());
    step = strides[axis] * elementSize(x.dtype);
  }

  /// The next part, of `size` elements.
  DLTensor take(int64_t size) {
    DLTensor piece = tensor;
    dims[axis] = size;
    piece.shape = dims.data();
    piece.strides = strides.data();
    tensor.byte_offset += size * step;
    return piece;
  }

  /// The next part, of one element, without the axis.
  DLTensor takeOne() {
    DLTensor piece = take(1);
    dims.erase(dims.begin() + axis);
    strides.erase(strides.begin() + axis);
    --piece.ndim;
    return piece;
  }

private:
  DLTensor tensor;
  int64_t axis, step;
  std::vector<int64_t> dims, strides;
};
} // namespace

/// Checks that `sizes` are sizes of pieces with `total` elements in total.
static Status checkSizes(const SequenceCall &call, const int64_t *sizes,
                         int64_t count, int64_t total, bool squeeze) {
  int64_t rest = total;
  for (int64_t i = 0; i < count; ++i) {
    if (sizes[i] < 0 || (squeeze && sizes[i] != 1))
      return call.failed("expected pieces of " +
                         std::string(squeeze ? "one element" : "some size") +
                         ", got " + std::to_string(sizes[i]));
    if (sizes[i] > rest)
      return call.failed("expected pieces of " + std::to_string(total) +
                         " elements together, got more");
    rest -= sizes[i];
  }
  if (rest == 0)
    return TVM_OK;
  return call.failed("expected pieces of " + std::to_string(total) +
                     " elements together, got " + std::to_string(total - rest));
}

Status splitToSequence(const tvm_args *args) {
  SequenceCall call(args);
  DLDataType dtype = call.dtype();
  const int64_t *options = call.ints();
  int64_t rank = options[0], axis = options[1];
  bool squeeze = options[2] != 0;
  DLTensor x = call.tensor(dtype, rank);
  const int64_t *sizes = call.ints();
  Elements pieces = call.elements();
  TensorPool *pool;
  TVM_RETURN_IF_FAILED(call.getPool(pool));
  TVM_RETURN_IF_FAILED(
      checkSizes(call, sizes, pieces.size, x.shape[axis], squeeze));
  Piece piece(x, axis);
  for (int64_t i = 0; i < pieces.size; ++i) {
    Piece next = piece;
    pieces.begin[i] = pool->add(squeeze ? next.takeOne() : next.take(sizes[i]));
    (void)piece.take(sizes[i]);
  }
  return TVM_OK;
}

} // namespace tvm::runtime
