// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Aligned memory that only grows.
#ifndef RUNTIME_MEMORY_BUFFER_H
#define RUNTIME_MEMORY_BUFFER_H

#include <cstdint>
#include <utility>

namespace tvm::runtime {

/// Memory aligned to TVM_ALIGNMENT.
class Buffer {
public:
  Buffer() = default;
  Buffer(Buffer &&other) noexcept { swap(other); }
  Buffer &operator=(Buffer &&other) noexcept {
    Buffer(std::move(other)).swap(*this);
    return *this;
  }
  ~Buffer();

  /// Makes room for `bytes`; contents are lost when it grows. Returns false,
  /// without changes, if there is no memory or `bytes` is negative. After
  /// success, data() is not null.
  [[nodiscard]] bool reserve(int64_t bytes);

  /// Makes room for `bytes` and keeps the first `kept` bytes, as far as they
  /// exist. It grows by more than requested, so that growing byte by byte costs
  /// only a few copies.
  [[nodiscard]] bool extend(int64_t bytes, int64_t kept);

  void *data() const { return memory; }
  int64_t capacity() const { return size; }

private:
  void swap(Buffer &other) noexcept {
    std::swap(memory, other.memory);
    std::swap(size, other.size);
  }

  void *memory = nullptr;
  int64_t size = 0;
};

} // namespace tvm::runtime

#endif // RUNTIME_MEMORY_BUFFER_H
