// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/run/OutputMemory.h"

#include "runtime/core/DataType.h"
#include "runtime/memory/References.h"

#include <algorithm>

namespace tvm::runtime {

static Status sharesMemory(const Output &output, const char *kind,
                           const std::string &name) {
  const char *outputName = output.getType().name.c_str();
  if (output.usesCallersMemory())
    return error(TVM_INVALID_ARGUMENT,
                 "output '%s' shares memory with %s '%s': expected memory of "
                 "its own",
                 outputName, kind, name.c_str());
  return error(TVM_INVALID_ARGUMENT,
               "%s '%s' lies in the value of output '%s', which the run "
               "replaces: take that output, or copy it",
               kind, name.c_str(), outputName);
}

void OutputMemory::collect(const std::vector<Output> &outputs) {
  numRanges = 0;
  for (const Output &output : outputs)
    if (MemoryRange memory = output.getMemory(); !memory.isEmpty())
      ranges[numRanges++] = {memory, &output};
  std::sort(ranges.begin(), ranges.begin() + numRanges,
            [](const Range &a, const Range &b) {
              return a.memory.begin < b.memory.begin;
            });
}

Status OutputMemory::checkEachOther() const {
  for (size_t i = 1; i < numRanges; ++i) {
    const Output *first = ranges[i - 1].output, *second = ranges[i].output;
    if (!ranges[i - 1].memory.overlaps(ranges[i].memory))
      continue;
    // At most one of them is memory of the context. The error is about that
    // output, or else about the later one in the model.
    bool isSwapped = first->usesCallersMemory() &&
                     (first < second || !second->usesCallersMemory());
    if (isSwapped)
      std::swap(first, second);
    return sharesMemory(*first, "output", second->getType().name);
  }
  return TVM_OK;
}

/// An output that overlaps `memory` and for which `hasElementIn` is true.
template <typename HasElementIn>
const Output *OutputMemory::findOverlapped(MemoryRange memory,
                                           HasElementIn hasElementIn) const {
  // Outputs do not overlap each other, so their ends are in order as well.
  auto end = ranges.begin() + numRanges;
  auto range = std::partition_point(ranges.begin(), end, [&](const Range &r) {
    return r.memory.end <= memory.begin;
  });
  for (; range != end && range->memory.overlaps(memory); ++range)
    if (hasElementIn(range->memory))
      return range->output;
  return nullptr;
}

/// An output that overlaps a tensor to which one of the `elements` refers.
const Output *OutputMemory::findOverlapped(DLDataType dtype,
                                           const void *elements, int64_t count,
                                           int depth) const {
  if (!isTensorHandle(dtype) || depth == maxReferenceDepth)
    return nullptr;
  auto *tensors = static_cast<const DLTensor *const *>(elements);
  for (int64_t i = 0; i < count; ++i) {
    // Readers of an element report its faults.
    if (!tensors[i] || !isReadable(*tensors[i]))
      continue;
    const DLTensor &tensor = *tensors[i];
    int64_t size = elementSize(tensor.dtype);
    const void *data = firstElement(tensor);
    auto memory =
        findMemory(data, tensor.shape, tensor.strides, tensor.ndim, size);
    const Output *found = findOverlapped(*memory, [&](MemoryRange range) {
      return hasElementIn(range, data, tensor.shape, tensor.strides,
                          tensor.ndim, size);
    });
    if (!found && isCompact(tensor.shape, tensor.strides, tensor.ndim))
      found =
          findOverlapped(tensor.dtype, data, countElements(tensor), depth + 1);
    if (found)
      return found;
  }
  return nullptr;
}

Status OutputMemory::checkInput(const Input &input,
                                const void *prepared) const {
  const TensorType &type = input.getType();
  const Output *found =
      findOverlapped(input.getMemory(), [&](MemoryRange range) {
        return input.hasElementIn(range);
      });
  if (!found)
    found = findOverlapped(type.dtype, prepared,
                           input.getSize() / elementSize(type.dtype), 0);
  return found ? sharesMemory(*found, "input", type.name) : Status(TVM_OK);
}

Status OutputMemory::check(const std::vector<Output> &outputs,
                           const std::vector<Input> &inputs,
                           const std::vector<void *> &prepared) {
  collect(outputs);
  TVM_RETURN_IF_FAILED(checkEachOther());
  if (numRanges == 0)
    return TVM_OK;
  for (size_t i = 0; i < inputs.size(); ++i)
    TVM_RETURN_IF_FAILED(checkInput(inputs[i], prepared[i]));
  return TVM_OK;
}

} // namespace tvm::runtime
