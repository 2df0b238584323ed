// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/device/KernelCache.h"

#include <list>
#include <mutex>

namespace tvm::runtime {

/// The largest number of texts. A driver's assembler takes far longer than
/// comparing that many.
static constexpr size_t kMaxTexts = 64;

namespace {
struct Entry {
  const CudaDevice *device;
  std::string text;
  std::shared_ptr<CudaCode> code;
};
} // namespace

Status getCode(const CudaDevice &device, std::string_view text,
               std::shared_ptr<CudaCode> &code) {
  // The entries are never destroyed: the driver may end before static objects.
  static auto *entries = new std::list<Entry>;
  static std::mutex mutex;
  std::lock_guard<std::mutex> lock(mutex);
  auto found = entries->begin();
  while (found != entries->end() &&
         (found->device != &device || found->text != text))
    ++found;
  if (found == entries->end()) {
    Entry entry{&device, std::string(text), nullptr};
    CudaCode *loaded;
    TVM_RETURN_IF_FAILED(CudaCode::load(device, entry.text, loaded));
    entry.code.reset(loaded);
    entries->push_front(std::move(entry));
    if (entries->size() > kMaxTexts)
      entries->pop_back();
  } else {
    entries->splice(entries->begin(), *entries, found);
  }
  code = entries->front().code;
  return TVM_OK;
}

} // namespace tvm::runtime
