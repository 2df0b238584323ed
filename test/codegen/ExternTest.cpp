// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "codegen/Artefacts/ExternalFunctions.h"
#include "test/codegen/TestKernels.h"

using namespace tvm::codegen;

namespace {
/// tvm_args of runtime/include/tvm_abi.h.
struct Args {
  void *const *buffers;
  const int64_t *dims;
  void *workspace;
  const void *parallel;
};
} // namespace

/// y[] = 2 * x[]; 7 where x starts with a negative number.
extern "C" __attribute__((visibility("default"))) int32_t
externTestTwice(const Args *args) {
  EXPECT_EQ(args->workspace, nullptr);
  EXPECT_EQ(args->dims[0], args->dims[1]);
  const auto *x = static_cast<const float *>(args->buffers[0]);
  auto *y = static_cast<float *>(args->buffers[1]);
  for (int64_t i = 0; i < args->dims[0]; ++i)
    y[i] = 2 * x[i];
  return x[0] < 0 ? 7 : 0;
}

/// Calls `name` with temporaries on both sides.
static std::string makeKernel(llvm::StringRef name) {
  return (R"(
module @k {
  func.func @k(%x: memref<?xf32>, %y: memref<?xf32>) {
    %c0 = arith.constant 0 : index
    %one = arith.constant 1.0 : f32
    %n = memref.dim %x, %c0 : memref<?xf32>
    %a = memref.alloc(%n) : memref<?xf32>
    %b = memref.alloc(%n) : memref<?xf32>
    affine.for %i = 0 to %n {
      %0 = affine.load %x[%i] : memref<?xf32>
      affine.store %0, %a[%i] : memref<?xf32>
    }
    %status = func.call @f(%a, %b) : (memref<?xf32>, memref<?xf32>) -> i32
    affine.for %i = 0 to %n {
      %0 = affine.load %b[%i] : memref<?xf32>
      %1 = arith.addf %0, %one : f32
      affine.store %1, %y[%i] : memref<?xf32>
    }
    return
  }
  func.func private @f(memref<?xf32>, memref<?xf32>) -> i32
      attributes {kernel.extern = ")" +
          name + R"("}
})")
      .str();
}

TEST_F(KernelTest, CallsExternalFunction) {
  for (unsigned optLevel : {0, 3}) {
    std::vector<float> x{1, 2, 3}, y(3);
    run(makeKernel("externTestTwice"), {x.data(), y.data()}, {3, 3}, optLevel);
    EXPECT_EQ(y, (std::vector<float>{3, 5, 7}));
  }
}

TEST_F(KernelTest, FailureOfExternalFunctionEndsKernel) {
  std::vector<float> x{-1, 2, 3}, y(3, 99);
  llvm::Error error = evaluateKernel(*parse(makeKernel("externTestTwice")),
                                     {x.data(), y.data()}, {3, 3}, {});
  EXPECT_EQ(llvm::toString(std::move(error)),
            "external function 'externTestTwice' failed with status 7");
  EXPECT_EQ(y, std::vector<float>(3, 99));
}

TEST_F(KernelTest, MissingExternalFunctionIsNamed) {
  llvm::Error error = evaluateKernel(*parse(makeKernel("externTestNone")),
                                     {nullptr, nullptr}, {0, 0}, {});
  EXPECT_EQ(llvm::toString(std::move(error)),
            "no library defines the external functions 'externTestNone': "
            "--load-library=LIB.so loads one that does");
}

TEST_F(KernelTest, FindsExternalFunctionsOfObjects) {
  auto host = Target::parse("host");
  ASSERT_TRUE(static_cast<bool>(host));
  auto compiled =
      KernelCompiler(*host, {}).compile(*parse(makeKernel("some_name")));
  ASSERT_TRUE(static_cast<bool>(compiled));
  auto functions = getExternalFunctions(llvm::StringRef(compiled->object));
  ASSERT_TRUE(static_cast<bool>(functions));
  EXPECT_EQ(*functions, std::vector<std::string>{"some_name"});
}
