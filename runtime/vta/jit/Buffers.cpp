// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/vta/jit/Buffers.h"

#include <vector>

using namespace tvm::runtime;
using namespace tvm::runtime::vta;

Status Buffers::allocate(uint64_t size, vta_jit_buffer *&buffer) {
  auto made = std::make_unique<vta_jit_buffer>();
  made->size = size;
  TVM_RETURN_IF_FAILED(device.allocate(size, made->address));
  buffer = made.get();
  all[buffer] = std::move(made);
  return TVM_OK;
}

Status Buffers::find(const vta_jit_buffer *handle,
                     vta_jit_buffer *&buffer) const {
  auto it = all.find(handle);
  if (it == all.end())
    return error(TVM_INVALID_ARGUMENT,
                 "expected a buffer of this device, got another handle");
  buffer = it->second.get();
  return TVM_OK;
}

Status Buffers::free(const vta_jit_buffer *handle) {
  vta_jit_buffer *buffer = nullptr;
  TVM_RETURN_IF_FAILED(find(handle, buffer));
  if (buffer->user)
    return error(TVM_INVALID_ARGUMENT,
                 "instruction %zu, which has not run, uses the buffer",
                 *buffer->user);
  TVM_RETURN_IF_FAILED(device.free(buffer->address));
  all.erase(handle);
  return TVM_OK;
}

Status Buffers::checkBytes(const vta_jit_buffer &buffer, uint64_t offset,
                           uint64_t size) {
  if (offset <= buffer.size && size <= buffer.size - offset)
    return TVM_OK;
  return error(TVM_INVALID_ARGUMENT,
               "expected bytes within a buffer of %llu, got %llu from %llu on",
               (unsigned long long)buffer.size, (unsigned long long)size,
               (unsigned long long)offset);
}

Status Buffers::addressOf(const vta_jit_buffer *handle, uint64_t offset,
                          uint64_t size, uint64_t &address) const {
  vta_jit_buffer *buffer = nullptr;
  TVM_RETURN_IF_FAILED(find(handle, buffer));
  TVM_RETURN_IF_FAILED(checkBytes(*buffer, offset, size));
  address = buffer->address + offset;
  return TVM_OK;
}

Status Buffers::write(const vta_jit_buffer *handle, uint64_t offset,
                      const void *source, size_t size) {
  uint64_t address = 0;
  TVM_RETURN_IF_FAILED(addressOf(handle, offset, size, address));
  return device.write(address, source, size);
}

Status Buffers::read(const vta_jit_buffer *handle, uint64_t offset,
                     void *target, size_t size) {
  uint64_t address = 0;
  TVM_RETURN_IF_FAILED(addressOf(handle, offset, size, address));
  return device.read(address, target, size);
}

Status Buffers::copy(const vta_jit_buffer *from, uint64_t fromOffset,
                     const vta_jit_buffer *to, uint64_t toOffset, size_t size) {
  uint64_t source = 0, target = 0;
  TVM_RETURN_IF_FAILED(addressOf(from, fromOffset, size, source));
  TVM_RETURN_IF_FAILED(addressOf(to, toOffset, size, target));
  std::vector<char> bytes(size);
  TVM_RETURN_IF_FAILED(device.read(source, bytes.data(), size));
  return device.write(target, bytes.data(), size);
}

void Buffers::forgetUsers() {
  for (auto &[handle, buffer] : all)
    buffer->user.reset();
}
