// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// tvm_mlir.hpp over the shared library.
#include "runtime/include/tvm_mlir.hpp"

#include "test/runtime/ToyArtefact.h"

#include <gtest/gtest.h>

static tvm_mlir::Module load() {
  std::string path = tvm::test::ToyArtefact().write();
  return tvm_mlir::Module::load(path);
}

TEST(CppWrapper, Runs) {
  tvm_mlir::Module module = load();
  tvm_mlir::Function function = module.getFunction();
  ASSERT_EQ(function.inputs().size(), 2u);
  EXPECT_STREQ(function.outputs()[0].type, "float32[batch,4]");
  tvm_mlir::Context context(function, /*numThreads=*/1);
  std::vector<float> x = {1, 2, 3, 4}, y = {10, 20, 30, 40}, s(1);
  context.setInput("x", tvm_mlir::TensorRef(x.data(), {1, 4}));
  context.setInput(1, tvm_mlir::TensorRef(y.data(), {1, 4}));
  context.setOutput("s", tvm_mlir::TensorRef(s.data(), {1}));
  context.setProfiling(true);
  context.run();
  EXPECT_EQ(s[0], 11 + 44 + 99 + 176);
  EXPECT_EQ(static_cast<float *>(context.getOutput("z").data)[3], 176);
  tvm_mlir::Tensor z = context.takeOutput(0);
  EXPECT_EQ(z.shape(), (std::vector<int64_t>{1, 4}));
  EXPECT_EQ(z.data<float>()[1], 44);
  EXPECT_THROW(z.data<double>(), std::invalid_argument);
  EXPECT_EQ(context.profile().size(), 2u);
  EXPECT_NE(context.profileTable(), "");
}

TEST(CppWrapper, DataTypes) {
  auto expect = [](DLDataType type, int code, int bits) {
    EXPECT_EQ(type.code, code);
    EXPECT_EQ(type.bits, bits);
    EXPECT_EQ(type.lanes, 1);
  };
  expect(tvm_mlir::dataTypeOf<float>(), kDLFloat, 32);
  expect(tvm_mlir::dataTypeOf<bool>(), kDLBool, 8);
  expect(tvm_mlir::dataTypeOf<uint16_t>(), kDLUInt, 16);
  expect(tvm_mlir::dataTypeOf<int64_t>(), kDLInt, 64);
  expect(tvm_mlir::dataTypeOf<std::complex<float>>(), kDLComplex, 64);
  expect(tvm_mlir::dataTypeOf<std::complex<double>>(), kDLComplex, 128);
}

TEST(CppWrapper, ModulesOutliveTheirOwners) {
  tvm_mlir::GraphExecutor context(load().getFunction());
  EXPECT_THROW(context.run(), tvm_mlir::Error);
}

TEST(CppWrapper, Throws) {
  try {
    tvm_mlir::Module::load("/no/such/file");
    FAIL();
  } catch (const tvm_mlir::Error &error) {
    EXPECT_EQ(error.status(), TVM_IO_ERROR);
    EXPECT_STREQ(error.what(),
                 "/no/such/file: cannot open: No such file or directory");
  }
  EXPECT_THROW(load().getFunction("nope"), tvm_mlir::Error);
}
