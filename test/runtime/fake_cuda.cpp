// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "test/runtime/fake_cuda.h"

#include "test/runtime/fake_cuda_interpreter.h"

#include <cstdarg>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <map>
#include <mutex>
#include <string>

// NOLINTBEGIN(performance-no-int-to-ptr, readability-identifier-naming): CUDA's

namespace {
struct Allocation {
  int number;
  size_t bytes;
};

struct Module {
  std::string text;
  std::map<std::string, std::pair<std::string, Module *>> functions;
};

struct State {
  std::recursive_mutex mutex;
  std::string log;
  std::map<std::string, int> failures;
  fake_cuda_kernel kernel = nullptr;
  std::map<uint64_t, Allocation> memory; // by address
  int numAllocations = 0;
};
} // namespace

static State &state() {
  static auto *state = new State;
  return *state;
}

/// Writes down a call and returns its result.
__attribute__((format(printf, 2, 3))) static int
record(const char *function, const char *format, ...) {
  std::lock_guard<std::recursive_mutex> lock(state().mutex);
  char arguments[512];
  va_list list;
  va_start(list, format);
  std::vsnprintf(arguments, sizeof arguments, format, list);
  va_end(list);
  state().log += std::string(function) + "(" + arguments + ")\n";
  auto failure = state().failures.find(function);
  if (failure == state().failures.end())
    return 0;
  int result = failure->second;
  state().failures.erase(failure);
  return result;
}

static std::string nameMemory(uint64_t address) {
  std::lock_guard<std::recursive_mutex> lock(state().mutex);
  auto found = state().memory.find(address);
  return found == state().memory.end()
             ? "?"
             : "m" + std::to_string(found->second.number);
}

#define EXPORT extern "C" __attribute__((visibility("default")))

EXPORT const char *fake_cuda_log(void) { return state().log.c_str(); }

EXPORT void fake_cuda_reset(void) {
  state().log.clear();
  state().failures.clear();
  state().kernel = nullptr;
}

EXPORT void fake_cuda_fail(const char *function, int result) {
  state().failures[function] = result;
}

EXPORT void fake_cuda_set_kernel(fake_cuda_kernel kernel) {
  state().kernel = kernel;
}

EXPORT int fake_cuda_get_memory(unsigned long long *addresses,
                                unsigned long long *sizes) {
  std::lock_guard<std::recursive_mutex> lock(state().mutex);
  int count = 0;
  for (const auto &[address, allocation] : state().memory) {
    if (addresses) {
      addresses[count] = address;
      sizes[count] = allocation.bytes;
    }
    ++count;
  }
  return count;
}

//===-- the driver --------------------------------------------------------===//

EXPORT int cuInit(unsigned flags) { return record("cuInit", "%u", flags); }

EXPORT int cuGetErrorName(int result, const char **text) {
  *text = result == 2     ? "CUDA_ERROR_OUT_OF_MEMORY"
          : result == 100 ? "CUDA_ERROR_NO_DEVICE"
          : result == 218 ? "CUDA_ERROR_INVALID_PTX"
          : result == 700 ? "CUDA_ERROR_ILLEGAL_ADDRESS"
                          : nullptr;
  return *text ? 0 : 1;
}

EXPORT int cuGetErrorString(int result, const char **text) {
  *text = result < 1000 ? "text of the error" : nullptr;
  return *text ? 0 : 1;
}

EXPORT int cuDeviceGetCount(int *count) {
  *count = 1;
  return record("cuDeviceGetCount", "%s", "");
}

EXPORT int cuDeviceGet(int *device, int ordinal) {
  *device = 40 + ordinal;
  return record("cuDeviceGet", "%d", ordinal);
}

EXPORT int cuDeviceGetName(char *name, int size, int device) {
  std::snprintf(name, size, "Fake GPU");
  return record("cuDeviceGetName", "%d", device);
}

EXPORT int cuDeviceGetAttribute(int *value, int attribute, int device) {
  *value = attribute == 75 ? 9 : 0;
  return record("cuDeviceGetAttribute", "%d, %d", attribute, device);
}

EXPORT int cuDevicePrimaryCtxRetain(void **context, int device) {
  *context = reinterpret_cast<void *>(0x1000 + device);
  return record("cuDevicePrimaryCtxRetain", "%d", device);
}

EXPORT int cuCtxSetCurrent(void *context) {
  // Every call begins with it: not written down.
  return context == reinterpret_cast<void *>(0x1000 + 40) ? 0 : 201;
}

EXPORT int cuCtxSynchronize(void) {
  return record("cuCtxSynchronize", "%s", "");
}

EXPORT int cuMemAlloc_v2(uint64_t *memory, size_t bytes) {
  if (int result = record("cuMemAlloc", "%zu", bytes))
    return result;
  void *host = std::malloc(bytes);
  std::memset(host, 0x7e, bytes);
  *memory = reinterpret_cast<uint64_t>(host);
  std::lock_guard<std::recursive_mutex> lock(state().mutex);
  state().memory[*memory] = {state().numAllocations++, bytes};
  return 0;
}

EXPORT int cuMemFree_v2(uint64_t memory) {
  int result = record("cuMemFree", "%s", nameMemory(memory).c_str());
  {
    std::lock_guard<std::recursive_mutex> lock(state().mutex);
    state().memory.erase(memory);
  }
  std::free(reinterpret_cast<void *>(memory));
  return result;
}

EXPORT int cuMemcpyHtoD_v2(uint64_t to, const void *from, size_t bytes) {
  int result = record("cuMemcpyHtoD", "%s, %zu", nameMemory(to).c_str(), bytes);
  if (!result)
    std::memcpy(reinterpret_cast<void *>(to), from, bytes);
  return result;
}

EXPORT int cuMemcpyDtoH_v2(void *to, uint64_t from, size_t bytes) {
  int result =
      record("cuMemcpyDtoH", "%s, %zu", nameMemory(from).c_str(), bytes);
  if (!result)
    std::memcpy(to, reinterpret_cast<const void *>(from), bytes);
  return result;
}

EXPORT int cuModuleLoadDataEx(void **module, const void *image, unsigned count,
                              int *options, void **values) {
  *module = nullptr;
  int result = record("cuModuleLoadDataEx", "%zu bytes",
                      std::strlen(static_cast<const char *>(image)));
  if (result && count == 2 && options[0] == 5 && options[1] == 6)
    std::snprintf(static_cast<char *>(values[0]),
                  reinterpret_cast<size_t>(values[1]), "line 3: syntax error");
  if (!result)
    *module = new Module{static_cast<const char *>(image), {}};
  return result;
}

EXPORT int cuModuleUnload(void *module) {
  delete static_cast<Module *>(module);
  return record("cuModuleUnload", "%s", "");
}

EXPORT int cuModuleGetFunction(void **function, void *module,
                               const char *name) {
  auto *from = static_cast<Module *>(module);
  *function =
      &from->functions.try_emplace(name, std::pair(std::string(name), from))
           .first->second;
  return record("cuModuleGetFunction", "%s", name);
}

/// Kernels have one parameter per line of their text that begins with .param.
static size_t countParameters(const std::string &text,
                              const std::string &name) {
  size_t begin = text.find(".entry " + name + "("), count = 0;
  std::string_view list(text);
  list = list.substr(begin, text.find("\n)", begin) - begin);
  for (size_t at = list.find(".param"); at != list.npos;
       at = list.find(".param", at + 1))
    ++count;
  return count;
}

static int interpret(FakeCudaInterpreter &interpreter, const std::string &name,
                     const std::string &text, const unsigned *sizes,
                     void **parameters) {
  interpreter.put(name);
  interpreter.put(text);
  for (int i = 0; i < 6; ++i)
    interpreter.put(sizes[i]);
  size_t count = countParameters(text, name);
  interpreter.put(count);
  for (size_t i = 0; i < count; ++i)
    interpreter.put(*static_cast<uint64_t *>(parameters[i]));
  interpreter.put(state().memory.size());
  for (const auto &[address, allocation] : state().memory) {
    interpreter.put(address);
    interpreter.put(std::string_view(reinterpret_cast<const char *>(address),
                                     allocation.bytes));
  }
  int result = static_cast<int>(interpreter.take());
  if (result == 0)
    for (const auto &[address, allocation] : state().memory)
      interpreter.take(reinterpret_cast<void *>(address), allocation.bytes);
  return result;
}

EXPORT int cuLaunchKernel(void *function, unsigned gridX, unsigned gridY,
                          unsigned gridZ, unsigned blockX, unsigned blockY,
                          unsigned blockZ, unsigned sharedBytes, void *stream,
                          void **parameters, void **extra) {
  const auto &[name, module] =
      *static_cast<std::pair<std::string, Module *> *>(function);
  int result =
      record("cuLaunchKernel", "%s, %u, %u, %u, %u, %u, %u, %u, %d, %d",
             name.c_str(), gridX, gridY, gridZ, blockX, blockY, blockZ,
             sharedBytes, stream != nullptr, extra != nullptr);
  unsigned sizes[] = {gridX, gridY, gridZ, blockX, blockY, blockZ};
  if (!result && state().kernel)
    state().kernel(name.c_str(), module->text.c_str(), sizes, parameters);
  else if (auto *interpreter = FakeCudaInterpreter::get();
           interpreter && !result)
    result = interpret(*interpreter, name, module->text, sizes, parameters);
  return result;
}

// NOLINTEND(performance-no-int-to-ptr, readability-identifier-naming)
