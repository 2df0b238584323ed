// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Functions that code for a GPU calls: copies, launches, parameters.
#include "runtime/device/DeviceCalls.h"

#include "runtime/include/tvm_mlir.h"
#include "test/runtime/FakeCuda.h"

#include <thread>
#include <vector>

using namespace tvm::runtime;
using namespace tvm::test;

namespace {
/// The arguments of a call.
struct Call {
  void add(const void *buffer, std::vector<int64_t> sizes) {
    buffers.push_back(const_cast<void *>(buffer));
    dims.insert(dims.end(), sizes.begin(), sizes.end());
  }
  template <typename T> void addList(const std::vector<T> &list) {
    add(list.data(), {static_cast<int64_t>(list.size())});
  }
  void addText(const std::string &text) {
    add(text.data(), {static_cast<int64_t>(text.size())});
  }

  int32_t run(const char *name) {
    tvm_args args = {buffers.data(), dims.data(), nullptr, nullptr};
    return findDeviceCall(name)(&args);
  }

  std::vector<void *> buffers;
  std::vector<int64_t> dims;
};

/// b = a + n for 2 x 3 elements, by way of a buffer of the device's alone.
struct DeviceRun {
  int32_t begin() {
    Call call;
    call.addList(both);
    call.add(a.data(), {2, 3});
    call.add(b.data(), {6});
    return call.run(TVM_DEVICE_BEGIN);
  }
  int32_t launch() {
    Call call;
    call.addText(text);
    call.addText(kernel);
    call.addList(operands);
    call.addList(numbers);
    call.add(a.data(), {2, 3});
    call.add(this, {4}); // an address and nothing else
    call.add(b.data(), {6});
    return call.run(TVM_DEVICE_LAUNCH);
  }
  int32_t end() {
    Call call;
    call.addList(last);
    call.add(b.data(), {6});
    return call.run(TVM_DEVICE_END);
  }

  int32_t all() {
    for (auto step : {&DeviceRun::begin, &DeviceRun::launch, &DeviceRun::end})
      if (int32_t status = (this->*step)())
        return status;
    return TVM_OK;
  }

  std::string text = ".version 7.0", kernel = "add";
  std::vector<int64_t> both = {2, 4, 1, 4}, last = {1, 4};
  std::vector<int64_t> numbers = {7, 1, 1, 6, 1, 1, 100};
  std::vector<int64_t> operands = {2, 4, -1, 8, 1, 8, 1, 4};
  std::vector<float> a = {1, 2, 3, 4, 5, 6}, b = std::vector<float>(6);
};
} // namespace

static std::vector<int64_t> parametersSeen;

static void add(const char *, const char *, const unsigned *sizes,
                void **parameters) {
  auto get = [&](int i) { return *static_cast<int64_t *>(parameters[i]); };
  // NOLINTBEGIN(performance-no-int-to-ptr): addresses of the device
  auto *a = reinterpret_cast<const float *>(get(1));
  auto *b = reinterpret_cast<float *>(get(14));
  // NOLINTEND(performance-no-int-to-ptr)
  for (unsigned i = 0; i < sizes[3]; ++i)
    b[i] = a[i] + get(7);
  parametersSeen.clear();
  for (int i = 0; i < 18; ++i)
    parametersSeen.push_back(get(i));
}

TEST(DeviceCallsTest, Run) {
  FakeCuda cuda;
  cuda.setKernel(add);
  DeviceRun run;
  ASSERT_EQ(run.begin(), TVM_OK) << tvm_last_error();
  ASSERT_EQ(run.launch(), TVM_OK) << tvm_last_error();
  ASSERT_EQ(run.end(), TVM_OK) << tvm_last_error();
  EXPECT_EQ(run.b, (std::vector<float>{101, 102, 103, 104, 105, 106}));
  std::string log = cuda.log();
  EXPECT_EQ(log.substr(log.find("cuMemAlloc")),
            "cuMemAlloc(24)\ncuMemcpyHtoD(m0, 24)\ncuMemAlloc(24)\n"
            "cuMemcpyHtoD(m1, 24)\ncuModuleLoadDataEx(12 bytes)\n"
            "cuMemAlloc(32)\ncuModuleGetFunction(add)\n"
            "cuLaunchKernel(add, 7, 1, 1, 6, 1, 1, 0, 0, 0)\n"
            "cuCtxSynchronize()\ncuMemcpyDtoH(m1, 24)\n");
  // Twice an address, offset, sizes, strides; a number; two buffers of rank 1.
  std::vector<int64_t> &p = parametersSeen;
  EXPECT_EQ(p[0], p[1]);
  EXPECT_EQ((std::vector<int64_t>{p.begin() + 2, p.begin() + 8}),
            (std::vector<int64_t>{0, 2, 3, 3, 1, 100}));
  EXPECT_EQ((std::vector<int64_t>{p.begin() + 10, p.begin() + 13}),
            (std::vector<int64_t>{0, 4, 1}));
  EXPECT_EQ((std::vector<int64_t>{p.begin() + 15, p.begin() + 18}),
            (std::vector<int64_t>{0, 6, 1}));
}

// Neither memory is allocated nor code loaded again, but more of it where a
// buffer is larger than before.
TEST(DeviceCallsTest, Repeat) {
  FakeCuda cuda;
  DeviceRun run;
  run.text = ".version 7.1";
  ASSERT_EQ(run.all(), TVM_OK);
  cuda.fail("cuMemAlloc", 2);
  cuda.fail("cuModuleLoadDataEx", 2);
  EXPECT_EQ(run.all(), TVM_OK);
  run.both = {2, 4, 1, 8};
  run.last = {1, 8};
  run.b.resize(12);
  EXPECT_EQ(run.begin(), TVM_OUT_OF_MEMORY);
  EXPECT_EQ(run.begin(), TVM_OK);
  EXPECT_EQ(run.end(), TVM_OK);
}

// A run that failed leaves nothing to the next one.
TEST(DeviceCallsTest, Fails) {
  FakeCuda cuda;
  DeviceRun run;
  for (auto [function, status] : {std::pair{"cuMemcpyHtoD", TVM_RUN_FAILED},
                                  {"cuModuleGetFunction", TVM_RUN_FAILED},
                                  {"cuLaunchKernel", TVM_RUN_FAILED},
                                  {"cuCtxSynchronize", TVM_RUN_FAILED},
                                  {"cuMemcpyDtoH", TVM_RUN_FAILED}}) {
    cuda.fail(function, 700);
    EXPECT_EQ(run.all(), status) << function;
    EXPECT_NE(std::string(tvm_last_error()).find("CUDA_ERROR_ILLEGAL_ADDRESS"),
              std::string::npos);
  }
  EXPECT_EQ(run.all(), TVM_OK);
}

// Threads have memory of their own, which goes with them.
TEST(DeviceCallsTest, Threads) {
  FakeCuda cuda;
  int before = cuda.countMemory();
  std::vector<std::thread> threads;
  threads.reserve(4);
  for (int i = 0; i < 4; ++i)
    threads.emplace_back([] {
      DeviceRun run;
      EXPECT_EQ(run.all(), TVM_OK);
    });
  for (std::thread &thread : threads)
    thread.join();
  EXPECT_EQ(cuda.countMemory(), before);
}

TEST(DeviceCallsTest, Names) {
  EXPECT_EQ(findDeviceCall("tvm_device_other"), nullptr);
  EXPECT_NE(findDeviceCall(TVM_DEVICE_END), nullptr);
}
