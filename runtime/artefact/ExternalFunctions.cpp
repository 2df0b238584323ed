// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/artefact/ExternalFunctions.h"

#include "runtime/device/DeviceCalls.h"
#include "runtime/library/Library.h"

#include <dlfcn.h>
#include <map>
#include <mutex>
#include <utility>

namespace tvm::runtime {

namespace {
struct Registry {
  std::mutex mutex;
  std::map<std::string, tvm_kernel> functions;
};
} // namespace

/// The registry is never destroyed: modules may be loaded while the process
/// ends.
static Registry &getRegistry() {
  static auto *registry = new Registry;
  return *registry;
}

static thread_local FunctionFailure failure;

void registerFunction(const std::string &name, tvm_kernel function) {
  Registry &registry = getRegistry();
  std::lock_guard<std::mutex> lock(registry.mutex);
  if (function)
    registry.functions[name] = function;
  else
    registry.functions.erase(name);
}

static tvm_kernel findOwnFunction(const std::string &name) {
  tvm_kernel function = findDeviceCall(name);
  return function ? function : findLibraryFunction(name);
}

static ExternalFunction findFunction(const std::string &name) {
  Registry &registry = getRegistry();
  tvm_kernel own = findOwnFunction(name);
  std::lock_guard<std::mutex> lock(registry.mutex);
  auto found = registry.functions.find(name);
  if (found != registry.functions.end())
    return {found->second, found->second == own};
  if (own)
    return {own, true};
  return {reinterpret_cast<tvm_kernel>(dlsym(RTLD_DEFAULT, name.c_str())),
          false};
}

Status findFunctions(const std::vector<std::string> &names,
                     std::vector<ExternalFunction> &functions) {
  std::string missing;
  for (const std::string &name : names) {
    functions.push_back(findFunction(name));
    if (!functions.back().call)
      missing += (missing.empty() ? "'" : ", '") + name + "'";
  }
  if (missing.empty())
    return TVM_OK;
  return error(TVM_UNSUPPORTED,
               "the model calls external functions that this process does not "
               "have: %s: load a library that defines them, or register them "
               "with tvm_register_function",
               missing.c_str());
}

void reportFailure(const char *name, int32_t status) {
  failure = {name, status};
}

FunctionFailure takeFailure() { return std::exchange(failure, {}); }

} // namespace tvm::runtime
