// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Checks that a run does not write memory that it reads.
#ifndef RUNTIME_RUN_OUTPUTMEMORY_H
#define RUNTIME_RUN_OUTPUTMEMORY_H

#include "runtime/run/Input.h"
#include "runtime/run/Output.h"

namespace tvm::runtime {

/// The memory of all outputs of a run.
class OutputMemory {
public:
  explicit OutputMemory(size_t numOutputs) : ranges(numOutputs) {}

  /// Fails with TVM_INVALID_ARGUMENT if two outputs share memory, or an output
  /// and an input, or an output and a tensor to which an input's elements
  /// refer. `prepared` are the inputs' compact elements. Allocates nothing.
  Status check(const std::vector<Output> &outputs,
               const std::vector<Input> &inputs,
               const std::vector<void *> &prepared);

private:
  struct Range {
    MemoryRange memory;
    const Output *output;
  };

  void collect(const std::vector<Output> &outputs);
  Status checkEachOther() const;
  Status checkInput(const Input &input, const void *prepared) const;

  template <typename HasElementIn>
  const Output *findOverlapped(MemoryRange memory,
                               HasElementIn hasElementIn) const;
  const Output *findOverlapped(DLDataType dtype, const void *elements,
                               int64_t count, int depth) const;

  std::vector<Range> ranges;
  size_t numRanges = 0; // used entries, sorted by address
};

} // namespace tvm::runtime

#endif // RUNTIME_RUN_OUTPUTMEMORY_H
