// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The buffers of a stream's transfers.
#ifndef RUNTIME_VTA_JIT_BUFFERS_H
#define RUNTIME_VTA_JIT_BUFFERS_H

#include "runtime/vta/jit/JitDevice.h"

#include <map>
#include <memory>
#include <optional>

/// Memory of the device that a caller of the JIT has allocated.
struct vta_jit_buffer {
  uint64_t address = 0, size = 0;
  /// The first pending instruction that uses it.
  std::optional<size_t> user;
};

namespace tvm::runtime::vta {

/// The buffers by handle. Invalid handles are safe: they are looked up, not
/// dereferenced.
class Buffers {
public:
  explicit Buffers(JitDevice &device) : device(device) {}

  Status allocate(uint64_t size, vta_jit_buffer *&buffer);
  Status free(const vta_jit_buffer *handle);
  Status write(const vta_jit_buffer *handle, uint64_t offset,
               const void *source, size_t size);
  Status read(const vta_jit_buffer *handle, uint64_t offset, void *target,
              size_t size);
  Status copy(const vta_jit_buffer *from, uint64_t fromOffset,
              const vta_jit_buffer *to, uint64_t toOffset, size_t size);

  Status find(const vta_jit_buffer *handle, vta_jit_buffer *&buffer) const;
  /// Fails with TVM_INVALID_ARGUMENT if the bytes are not within the buffer.
  static Status checkBytes(const vta_jit_buffer &buffer, uint64_t offset,
                           uint64_t size);
  void forgetUsers();

private:
  Status addressOf(const vta_jit_buffer *handle, uint64_t offset, uint64_t size,
                   uint64_t &address) const;

  JitDevice &device;
  std::map<const vta_jit_buffer *, std::unique_ptr<vta_jit_buffer>> all;
};

} // namespace tvm::runtime::vta

#endif // RUNTIME_VTA_JIT_BUFFERS_H
