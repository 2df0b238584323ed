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

  /// Makes room for `bytes`; contents do not survive growing. False, and as
  /// before, if there is no memory or `bytes` is negative. After success data()
  /// is not null.
  [[nodiscard]] bool reserve(int64_t bytes);

  /// The same with the first `kept` bytes as before, of those there are, and
  /// with room for more where it grows: growing byte by byte costs as much as a
  /// few copies of all.
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
