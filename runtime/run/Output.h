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

/// Where the value of an output goes: memory of its own, or the caller's.
class Output {
public:
  explicit Output(const TensorType &type);

  /// Writes to the caller's memory from now on.
  Status bind(const DLTensor &tensor);
  void unbind();

  /// The memory that a run may write or give back: the caller's if it bound
  /// some, else the memory of the last value.
  MemoryRange getMemory() const;
  bool usesCallersMemory() const { return isBound; }

  /// Forgets the value.
  void clear() {
    hasValue = false;
    referred.reset();
  }

  /// Makes room for a value of these dims, as many as the type's.
  Status allocate(const int64_t *dims);

  /// TVM_RUN_FAILED unless allocate() succeeded since clear().
  Status checkAllocated() const;

  const TensorType &getType() const { return *type; }
  void *getData() const { return data; }

  /// Where elements are addresses: makes what they refer to the value's own.
  Status keepReferred();

  /// Describes the value; the result lives until the next change.
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
  std::shared_ptr<RunPool> referred; // by the value's elements
};

} // namespace tvm::runtime

#endif // RUNTIME_RUN_OUTPUT_H
