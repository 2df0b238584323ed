// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// An output of a context.
#ifndef RUNTIME_RUN_OUTPUT_H
#define RUNTIME_RUN_OUTPUT_H

#include "runtime/artefact/Manifest.h"
#include "runtime/core/Error.h"
#include "runtime/core/StridedCopy.h"
#include "runtime/memory/Buffer.h"
#include "runtime/memory/RunPool.h"

#include <memory>

namespace tvm::runtime {

/// The destination of an output's value: memory of its own, or the caller's.
class Output {
public:
  explicit Output(const TensorType &type);

  /// Lets further runs write to the caller's memory.
  Status bind(const DLTensor &tensor);
  void unbind();

  /// The memory that a run may write or release: the bound memory of the
  /// caller, or the memory of the last value.
  MemoryRange getMemory() const;
  bool usesCallersMemory() const { return isBound; }

  /// Removes the value.
  void clear() {
    hasValue = false;
    referred.reset();
  }

  /// Makes room for a value with these dims, as many as in the type.
  Status allocate(const int64_t *dims);

  /// Fails with TVM_RUN_FAILED unless allocate() has succeeded since clear().
  Status checkAllocated() const;

  const TensorType &getType() const { return *type; }
  void *getData() const { return data; }

  /// Moves the targets of references, if elements are addresses, to the value.
  Status keepReferred();

  /// Returns a view of the value, which is valid until the next change.
  Status get(DLTensor &tensor);

  /// Moves the value out.
  Status take(DLManagedTensorVersioned *&tensor);

private:
  Status checkValue() const;

  const TensorType *type;
  bool isBound = false, hasValue = false;
  void *data = nullptr;
  std::vector<int64_t> dims, strides;
  int64_t size = 0;
  Buffer buffer;
  void *boundData = nullptr;
  int64_t boundSize = 0;
  std::vector<int64_t> boundDims;
  std::shared_ptr<RunPool> referred; // targets of the value's references
};

} // namespace tvm::runtime

#endif // RUNTIME_RUN_OUTPUT_H
