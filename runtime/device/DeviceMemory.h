// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Copies of the host's buffers on a device.
#ifndef RUNTIME_DEVICE_DEVICEMEMORY_H
#define RUNTIME_DEVICE_DEVICEMEMORY_H

#include "runtime/device/CudaDevice.h"

#include <map>
#include <vector>

namespace tvm::runtime {

/// Memory of a device for buffers that code identifies by host addresses. It
/// only grows: repeating a run allocates nothing.
class DeviceMemory {
public:
  explicit DeviceMemory(const CudaDevice &device) : device(device) {}
  DeviceMemory(const DeviceMemory &) = delete;
  DeviceMemory &operator=(const DeviceMemory &) = delete;
  ~DeviceMemory();

  /// Removes all buffers but keeps the memory.
  void reset();

  /// Finds at least `bytes` bytes of memory for the buffer at `host`: the same
  /// memory as before, unless it was smaller.
  Status get(const void *host, int64_t bytes, uint64_t &memory);

private:
  struct Piece {
    uint64_t memory = 0;
    int64_t bytes = -1;
  };
  Status grow(Piece &piece, int64_t bytes);

  const CudaDevice &device;
  std::vector<Piece> pieces;
  std::map<const void *, size_t> pieceOfBuffer;
};

} // namespace tvm::runtime

#endif // RUNTIME_DEVICE_DEVICEMEMORY_H
