// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tools/tvmc/Guards.h"

#include "tools/tvmc/Comparison.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

#include <cstring>
#include <sys/mman.h>
#include <unistd.h>

using namespace llvm;

namespace tvm::tvmc {

//===-- memory ------------------------------------------------------------===//

/// The value of bytes in front of guarded memory, and of outputs before a run.
/// Floats of such bytes are NaN, so that what is computed from them differs.
static constexpr uint8_t kCanary = 0xff;

static size_t getPageSize() {
  static const auto size = static_cast<size_t>(sysconf(_SC_PAGESIZE));
  return size;
}

GuardedMemory::GuardedMemory(uint8_t *pages, size_t bytes, size_t size)
    : pages(pages), bytes(bytes), data(pages + bytes - getPageSize() - size),
      size(size) {
  std::memset(pages + getPageSize(), kCanary, data - pages - getPageSize());
}

GuardedMemory::GuardedMemory(GuardedMemory &&other) noexcept
    : pages(std::exchange(other.pages, nullptr)), bytes(other.bytes),
      data(other.data), size(other.size) {}

GuardedMemory::~GuardedMemory() {
  if (pages)
    munmap(pages, bytes);
}

Expected<GuardedMemory> GuardedMemory::make(size_t size) {
  size_t page = getPageSize();
  // One more page leaves room for the known bytes, if the size is of whole
  // pages.
  size_t bytes = alignTo(size, page) + 3 * page;
  void *memory = mmap(nullptr, bytes, PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED)
    return createStringError("no memory for a tensor between guards");
  auto *pages = static_cast<uint8_t *>(memory);
  if (mprotect(pages, page, PROT_NONE) != 0 ||
      mprotect(pages + bytes - page, page, PROT_NONE) != 0) {
    munmap(pages, bytes);
    return createStringError("cannot protect the pages around a tensor");
  }
  return GuardedMemory(pages, bytes, size);
}

bool GuardedMemory::isIntact() const {
  return std::all_of(pages + getPageSize(), data,
                     [](uint8_t byte) { return byte == kCanary; });
}

//===-- tensors -----------------------------------------------------------===//

static Error checkStatus(tvm_status status) {
  if (status == TVM_OK)
    return Error::success();
  return createStringError(StringRef(tvm_last_error()));
}

/// The memory as a tensor, which refers to `shape`.
static DLTensor describe(const GuardedMemory &memory,
                         std::vector<int64_t> &shape,
                         const tvm_tensor_info &info) {
  DLTensor tensor;
  std::memset(&tensor, 0, sizeof(tensor));
  tensor.device = {kDLCPU, 0};
  tensor.ndim = static_cast<int32_t>(shape.size());
  tensor.shape = shape.data();
  tensor.dtype = info.dtype;
  tensor.data = memory.getData();
  return tensor;
}

Error Guards::bindInputs(Session &session) {
  for (auto [i, array] : enumerate(session.getInputs())) {
    if (array.dtype == "string")
      continue;
    auto memory = GuardedMemory::make(array.data.size());
    if (!memory)
      return memory.takeError();
    std::copy(array.data.begin(), array.data.end(), memory->getData());
    tvm_tensor_info info = {sizeof(info)};
    (void)tvm_function_get_input_info(session.getFunction(), i, &info);
    std::vector<int64_t> shape = array.shape;
    DLTensor tensor = describe(*memory, shape, info);
    if (Error error = checkStatus(
            tvm_context_set_input_at(session.getContext(), i, &tensor)))
      return error;
    tensors.push_back(
        {"input '" + array.name + "'", std::move(*memory),
         std::vector<uint8_t>(array.data.begin(), array.data.end())});
  }
  return Error::success();
}

/// The shape of an output, of its last run if it is not known otherwise.
static Expected<std::vector<int64_t>> getShape(Session &session, int32_t index,
                                               const tvm_tensor_info &info) {
  std::vector<int64_t> shape(info.shape, info.shape + info.ndim);
  if (all_of(shape, [](int64_t dim) { return dim >= 0; }))
    return shape;
  DLTensor tensor;
  std::memset(&tensor, 0, sizeof(tensor));
  if (Error error = checkStatus(
          tvm_context_get_output_at(session.getContext(), index, &tensor)))
    return std::move(error);
  return std::vector<int64_t>(tensor.shape, tensor.shape + tensor.ndim);
}

Error Guards::bindOutputs(Session &session) {
  int32_t count = tvm_function_num_outputs(session.getFunction());
  for (int32_t i = 0; i < count; ++i) {
    tvm_tensor_info info = {sizeof(info)};
    (void)tvm_function_get_output_info(session.getFunction(), i, &info);
    StringRef dtype = tvm_data_type_name(info.dtype);
    if (dtype == "string")
      continue;
    auto shape = getShape(session, i, info);
    if (!shape)
      return shape.takeError();
    size_t size = getElementSize(dtype);
    for (int64_t dim : *shape)
      size *= dim;
    auto memory = GuardedMemory::make(size);
    if (!memory)
      return memory.takeError();
    std::memset(memory->getData(), kCanary, size);
    DLTensor tensor = describe(*memory, *shape, info);
    if (Error error = checkStatus(
            tvm_context_set_output_at(session.getContext(), i, &tensor)))
      return error;
    tensors.push_back(
        {"output '" + std::string(info.name) + "'", std::move(*memory), {}});
  }
  return Error::success();
}

/// Whether the sizes of an output depend on the run.
static bool hasUnknownSizes(const Session &session) {
  tvm_tensor_info info = {sizeof(info)};
  for (int32_t i = 0; i < tvm_function_num_outputs(session.getFunction());
       ++i) {
    (void)tvm_function_get_output_info(session.getFunction(), i, &info);
    if (any_of(ArrayRef(info.shape, info.ndim),
               [](int64_t dim) { return dim < 0; }))
      return true;
  }
  return false;
}

Error Guards::bind(Session &session) {
  if (hasUnknownSizes(session))
    if (Error error = session.run())
      return error;
  if (Error error = bindInputs(session))
    return error;
  return bindOutputs(session);
}

static Error makeFault(const Twine &text) {
  return make_error<Fault>(tuner::Cause::OutOfBounds, text.str());
}

Error Guards::check() const {
  for (const Tensor &tensor : tensors) {
    if (!tensor.memory.isIntact())
      return makeFault("the kernel writes in front of " + tensor.name);
    if (!tensor.contents.empty() &&
        !std::equal(tensor.contents.begin(), tensor.contents.end(),
                    tensor.memory.getData()))
      return makeFault("the kernel writes to " + tensor.name);
  }
  return Error::success();
}

} // namespace tvm::tvmc
