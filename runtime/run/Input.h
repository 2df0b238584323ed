// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// An input of a context.
#ifndef RUNTIME_RUN_INPUT_H
#define RUNTIME_RUN_INPUT_H

#include "runtime/artefact/Manifest.h"
#include "runtime/core/Error.h"
#include "runtime/core/StridedCopy.h"
#include "runtime/memory/Buffer.h"

namespace tvm::runtime {

/// The caller's tensor that is bound to an input.
class Input {
public:
  explicit Input(const TensorType &type);

  /// Binds `tensor`, whose memory belongs to the caller.
  Status bind(const DLTensor &tensor);

  bool isBound() const { return bound; }
  const TensorType &getType() const { return *type; }
  const int64_t *getDims() const { return dims.data(); }

  /// The range from the lowest to the highest byte of the caller's tensor.
  MemoryRange getMemory() const { return memory; }
  /// Whether an element of the caller's tensor is within `range`.
  bool hasElementIn(MemoryRange range) const;

  /// The size of all elements in bytes.
  int64_t getSize() const { return size; }

  /// The first element of compact, aligned memory: the caller's if it has this
  /// form, otherwise a copy of its present contents. Null if there is no
  /// memory.
  void *prepare();

private:
  const TensorType *type;
  bool bound = false;
  /// Whether the caller's memory has gaps or is not aligned.
  bool isPacked = false;
  const void *data = nullptr;
  MemoryRange memory;
  std::vector<int64_t> dims, strides;
  int64_t size = 0;
  Buffer packed;
};

/// Checks that `tensor` can be used for an input or output (`kind` in
/// messages): device, type, rank, static dims, size, data. Sets `size` in
/// bytes.
Status checkTensor(const char *kind, const TensorType &type,
                   const DLTensor &tensor, int64_t &size);

/// Whether `dims`, as many as in the type, are possible for it.
bool isInstance(const TensorType &type, const int64_t *dims);

/// Whether `data` is aligned to the size of an element of type `dtype`.
bool isAligned(const void *data, DLDataType dtype);

} // namespace tvm::runtime

#endif // RUNTIME_RUN_INPUT_H
