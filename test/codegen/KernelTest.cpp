#include "test/codegen/TestKernels.h"

#include "codegen/Linker.h"
#include "conversion/KernelToLLVM/KernelToLLVM.h"

#include <chrono>
#include <dlfcn.h>
#include <fstream>
#include <numeric>

using namespace tvm::codegen;

static constexpr const char *kAdd = R"(
module @add {
  func.func @add(%a: memref<?xf32>, %b: memref<?xf32>, %out: memref<?xf32>) {
    %c0 = arith.constant 0 : index
    %n = memref.dim %a, %c0 : memref<?xf32>
    affine.for %i = 0 to %n {
      %x = affine.load %a[%i] : memref<?xf32>
      %y = affine.load %b[%i] : memref<?xf32>
      %z = arith.addf %x, %y : f32
      affine.store %z, %out[%i] : memref<?xf32>
    }
    return
  }
})";

TEST_F(KernelTest, AddsDynamicVectors) {
  std::vector<float> a(1000), b(1000, 2), out(1000);
  std::iota(a.begin(), a.end(), 0);
  run(kAdd, {a.data(), b.data(), out.data()}, {1000, 1000, 1000});
  for (int i = 0; i < 1000; ++i)
    EXPECT_EQ(out[i], i + 2);
}
