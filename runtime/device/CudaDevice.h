// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// An NVIDIA GPU.
#ifndef RUNTIME_DEVICE_CUDADEVICE_H
#define RUNTIME_DEVICE_CUDADEVICE_H

#include "runtime/device/CudaDriver.h"

namespace tvm::runtime {

class CudaCode;

/// A GPU with its primary context, which it shares with other users of CUDA in
/// the process. Several threads may use it at once. Launches and copies run one
/// after another, on the default stream.
class CudaDevice {
public:
  CudaDevice(const CudaDevice &) = delete;
  CudaDevice &operator=(const CudaDevice &) = delete;

  /// The device with this number, which lives as long as the process.
  static Status get(int ordinal, CudaDevice *&device);

  const std::string &getName() const { return name; }
  /// The architecture in the form for compilers, for example "sm_90".
  const std::string &getArchitecture() const { return architecture; }

  Status allocate(int64_t bytes, uint64_t &memory) const;
  Status free(uint64_t memory) const;
  Status upload(uint64_t to, const void *from, int64_t bytes) const;
  Status download(void *to, uint64_t from, int64_t bytes) const;

  /// Waits for all launches, and reports the error of a failed one.
  Status synchronize() const;

private:
  friend class CudaCode;
  CudaDevice() = default;
  Status open(int ordinal);
  /// Makes the device's context current on this thread. Every call begins with
  /// it.
  Status enter() const;

  const CudaDriver *driver = nullptr;
  void *context = nullptr;
  std::string name, architecture;
};

/// Kernels on a device, from PTX text.
class CudaCode {
public:
  CudaCode(const CudaCode &) = delete;
  CudaCode &operator=(const CudaCode &) = delete;
  ~CudaCode();

  static Status load(const CudaDevice &device, const std::string &text,
                     CudaCode *&code);

  /// Starts `kernel`. `sizes` are blocks along x, y, z and threads along x, y,
  /// z. `parameters` points to each value.
  Status launch(const std::string &kernel, const int64_t *sizes,
                void **parameters) const;

private:
  explicit CudaCode(const CudaDevice &device) : device(device) {}

  const CudaDevice &device;
  void *module = nullptr;
};

} // namespace tvm::runtime

#endif // RUNTIME_DEVICE_CUDADEVICE_H
