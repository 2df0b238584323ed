// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// fake_cuda.h, for tests in C++: opens the library in place of the driver.
#ifndef TEST_RUNTIME_FAKECUDA_H
#define TEST_RUNTIME_FAKECUDA_H

#include "test/runtime/fake_cuda.h"

#include <cstdlib>
#include <dlfcn.h>
#include <gtest/gtest.h>
#include <string>

namespace tvm::test {

/// The library; what the runtime opens from now on.
class FakeCuda {
public:
  FakeCuda() {
    setenv("TVM_MLIR_LIBCUDA", kPath, 1);
    library = dlopen(kPath, RTLD_NOW | RTLD_LOCAL);
    EXPECT_NE(library, nullptr) << dlerror();
    get<decltype(fake_cuda_reset)>("fake_cuda_reset")();
  }

  std::string log() { return get<decltype(fake_cuda_log)>("fake_cuda_log")(); }
  void fail(const char *function, int result) {
    get<decltype(fake_cuda_fail)>("fake_cuda_fail")(function, result);
  }
  void setKernel(fake_cuda_kernel kernel) {
    get<decltype(fake_cuda_set_kernel)>("fake_cuda_set_kernel")(kernel);
  }
  int countMemory() {
    return get<decltype(fake_cuda_get_memory)>("fake_cuda_get_memory")(nullptr,
                                                                       nullptr);
  }

private:
  static constexpr const char *kPath = "test/runtime/libfake_cuda.so";

  template <typename Function> Function *get(const char *name) {
    return reinterpret_cast<Function *>(dlsym(library, name));
  }

  void *library;
};

} // namespace tvm::test

#endif // TEST_RUNTIME_FAKECUDA_H
