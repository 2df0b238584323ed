// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/device/DeviceCalls.h"

#include "runtime/core/ThreadPointer.h"
#include "runtime/device/CudaDevice.h"
#include "runtime/device/DeviceMemory.h"
#include "runtime/device/KernelCache.h"
#include "runtime/library/LibraryCall.h"

#include <memory>
#include <new>

namespace tvm::runtime {

namespace {

/// The parameters of a kernel: their values, 8 bytes each.
class Parameters {
public:
  void add(uint64_t value) { values.push_back(value); }

  /// Adds the arguments of a buffer: its allocated and its aligned address, the
  /// offset, the sizes, the strides.
  void add(uint64_t memory, const int64_t *sizes, int64_t rank) {
    for (uint64_t value : {memory, memory, uint64_t(0)})
      add(value);
    for (int64_t i = 0; i < rank; ++i)
      add(sizes[i]);
    for (int64_t i = 0; i < rank; ++i) {
      int64_t stride = 1;
      for (int64_t j = i + 1; j < rank; ++j)
        stride *= sizes[j];
      add(stride);
    }
  }

  void **getPointers() {
    pointers.clear();
    for (uint64_t &value : values)
      pointers.push_back(&value);
    return pointers.data();
  }

private:
  std::vector<uint64_t> values;
  std::vector<void *> pointers;
};

} // namespace

static void destroyMemory(DeviceMemory *memory) { delete memory; }

/// The device memory of this thread's runs.
static DeviceMemory &getMemory(const CudaDevice &device) {
  static const ThreadPointer<DeviceMemory, destroyMemory> memory;
  if (DeviceMemory *known = memory.get())
    return *known;
  auto created = std::make_unique<DeviceMemory>(device);
  if (!memory.set(created.get()))
    throw std::bad_alloc();
  return *created.release();
}

/// Finds the first CUDA device that is visible to the process.
static Status getDevice(CudaDevice *&device) {
  return CudaDevice::get(0, device);
}

/// Calls `copy` with the device address, the caller's memory and the size in
/// bytes of each buffer in `args`.
template <typename Copy>
static Status copyBuffers(const tvm_args *args, DeviceMemory &memory,
                          Copy copy) {
  ArgumentReader reader(args);
  int64_t length;
  const auto *operands = reader.list<tvm_device_operand>(length);
  for (int64_t i = 0; i < length / TVM_DEVICE_OPERAND_FIELDS; ++i) {
    const int64_t *sizes;
    int64_t count;
    void *host = reader.next(operands[i].rank, count, sizes);
    uint64_t mirror;
    int64_t bytes = count * operands[i].bytes;
    TVM_RETURN_IF_FAILED(memory.get(host, bytes, mirror));
    TVM_RETURN_IF_FAILED(copy(mirror, host, bytes));
  }
  return TVM_OK;
}

static Status begin(const tvm_args *args) {
  CudaDevice *device;
  TVM_RETURN_IF_FAILED(getDevice(device));
  DeviceMemory &memory = getMemory(*device);
  memory.reset();
  return copyBuffers(args, memory,
                     [&](uint64_t mirror, void *host, int64_t bytes) {
                       return device->upload(mirror, host, bytes);
                     });
}

static Status launch(const tvm_args *args) {
  CudaDevice *device;
  TVM_RETURN_IF_FAILED(getDevice(device));
  ArgumentReader reader(args);
  int64_t length;
  const char *image = reader.list<char>(length);
  std::shared_ptr<CudaCode> code;
  TVM_RETURN_IF_FAILED(getCode(*device, {image, size_t(length)}, code));
  const char *name = reader.list<char>(length);
  std::string kernel(name, length);
  int64_t numFields;
  const auto *operands = reader.list<tvm_device_operand>(numFields);
  const int64_t *numbers = reader.list<int64_t>(length);
  const int64_t *scalar = numbers + 6;
  Parameters parameters;
  for (int64_t i = 0; i < numFields / TVM_DEVICE_OPERAND_FIELDS; ++i) {
    if (operands[i].rank < 0) {
      parameters.add(*scalar++);
      continue;
    }
    const int64_t *sizes;
    int64_t count;
    void *host = reader.next(operands[i].rank, count, sizes);
    uint64_t mirror;
    TVM_RETURN_IF_FAILED(
        getMemory(*device).get(host, count * operands[i].bytes, mirror));
    parameters.add(mirror, sizes, operands[i].rank);
  }
  return code->launch(kernel, numbers, parameters.getPointers());
}

static Status end(const tvm_args *args) {
  CudaDevice *device;
  TVM_RETURN_IF_FAILED(getDevice(device));
  TVM_RETURN_IF_FAILED(device->synchronize());
  return copyBuffers(args, getMemory(*device),
                     [&](uint64_t mirror, void *host, int64_t bytes) {
                       return device->download(host, mirror, bytes);
                     });
}

tvm_kernel findDeviceCall(const std::string &name) {
  if (name == TVM_DEVICE_BEGIN)
    return guarded<begin>;
  if (name == TVM_DEVICE_LAUNCH)
    return guarded<launch>;
  return name == TVM_DEVICE_END ? guarded<end> : nullptr;
}

} // namespace tvm::runtime
