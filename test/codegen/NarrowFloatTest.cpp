// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "test/codegen/TestKernels.h"

#include "llvm/ADT/APFloat.h"
#include "llvm/ADT/bit.h"

using namespace llvm;
using namespace tvm::codegen;

namespace {

/// f16 or bf16, with or without the target's conversions.
struct Format {
  const char *name;
  const fltSemantics &(*semantics)();
  const char *target;

  uint16_t narrow(double value) const {
    APFloat number(value);
    bool lossy;
    number.convert(semantics(), APFloat::rmNearestTiesToEven, &lossy);
    return number.bitcastToAPInt().getZExtValue();
  }
  double widen(uint16_t bits) const {
    return APFloat(semantics(), APInt(16, bits)).convertToDouble();
  }
};

class NarrowFloatTest : public KernelTest,
                        public ::testing::WithParamInterface<Format> {
protected:
  /// Runs a text in which T stands for the format.
  void runFormat(std::string text, ArrayRef<void *> buffers,
                 ArrayRef<int64_t> dims) {
    for (size_t at; (at = text.find("$T")) != std::string::npos;)
      text.replace(at, 2, GetParam().name);
    Target target = cantFail(Target::parse(GetParam().target));
    auto compiled = KernelCompiler(target, {}).compile(*parse(text));
    ASSERT_TRUE(bool(compiled)) << toString(compiled.takeError());
    auto library = cantFail(KernelLibrary::load(*compiled));
    struct {
      void *const *buffers;
      const int64_t *dims;
      void *workspace, *parallel;
    } args = {buffers.data(), dims.data(), nullptr, nullptr};
    auto *kernel = reinterpret_cast<int32_t (*)(void *)>(
        cantFail(library->lookup("tvm_kernel_k")));
    EXPECT_EQ(kernel(&args), 0);
  }
};

} // namespace

// All 65,536 values; NaN payloads may differ.
TEST_P(NarrowFloatTest, Widens) {
  std::vector<uint16_t> in(65536);
  std::vector<float> out(65536);
  for (int i = 0; i < 65536; ++i)
    in[i] = i;
  runFormat(R"(
module @k {
  func.func @k(%in: memref<?x$T>, %out: memref<?xf32>) {
    %c0 = arith.constant 0 : index
    %n = memref.dim %in, %c0 : memref<?x$T>
    affine.for %i = 0 to %n {
      %x = affine.load %in[%i] : memref<?x$T>
      %y = arith.extf %x : $T to f32
      affine.store %y, %out[%i] : memref<?xf32>
    }
    return
  }
})",
            {in.data(), out.data()}, {65536, 65536});
  for (int i = 0; i < 65536; ++i) {
    float exact = GetParam().widen(i);
    if (std::isnan(exact))
      ASSERT_TRUE(std::isnan(out[i])) << i;
    else
      ASSERT_EQ(llvm::bit_cast<uint32_t>(float(out[i])),
                llvm::bit_cast<uint32_t>(exact))
          << i;
  }
}

// Doubles around every value of the format and its neighbours' middle.
TEST_P(NarrowFloatTest, RoundsToNearestEven) {
  std::vector<double> in;
  for (int i = 0; i < 65535; i += 7) {
    double value = GetParam().widen(i), next = GetParam().widen(i + 1);
    double middle = value / 2 + next / 2;
    for (double x : {value, middle, std::nextafter(middle, value),
                     std::nextafter(middle, next)})
      in.push_back(x);
  }
  for (double x : {65504.0, 65519.99, 65520.0, 1e30, 1e300, 1e-30, 1e-310})
    in.insert(in.end(), {x, -x});
  int64_t size = in.size();
  std::vector<float> single(in.begin(), in.end());
  std::vector<uint16_t> fromDouble(size), fromSingle(size);
  runFormat(R"(
module @k {
  func.func @k(%d: memref<?xf64>, %s: memref<?xf32>, %x: memref<?x$T>,
               %y: memref<?x$T>) {
    %c0 = arith.constant 0 : index
    %n = memref.dim %d, %c0 : memref<?xf64>
    affine.for %i = 0 to %n {
      %0 = affine.load %d[%i] : memref<?xf64>
      %1 = arith.truncf %0 : f64 to $T
      affine.store %1, %x[%i] : memref<?x$T>
      %2 = affine.load %s[%i] : memref<?xf32>
      %3 = arith.truncf %2 : f32 to $T
      affine.store %3, %y[%i] : memref<?x$T>
    }
    return
  }
})",
            {in.data(), single.data(), fromDouble.data(), fromSingle.data()},
            {size, size, size, size});
  for (int64_t i = 0; i < size; ++i) {
    if (std::isnan(in[i])) {
      ASSERT_TRUE(std::isnan(GetParam().widen(fromDouble[i])));
      ASSERT_TRUE(std::isnan(GetParam().widen(fromSingle[i])));
      continue;
    }
    ASSERT_EQ(fromDouble[i], GetParam().narrow(in[i])) << in[i];
    ASSERT_EQ(fromSingle[i], GetParam().narrow(single[i])) << single[i];
  }
}

// Each operation rounds.
TEST_P(NarrowFloatTest, RoundsEachResult) {
  std::vector<uint16_t> a(64), out(64);
  std::vector<float> b(64);
  for (int i = 0; i < 64; ++i) {
    a[i] = GetParam().narrow(i * 1.37 - 20);
    b[i] = i * 0.731f + 0.01f;
  }
  runFormat(R"(
module @k {
  func.func @k(%a: memref<64x$T>, %b: memref<64xf32>, %out: memref<64x$T>) {
    affine.for %i = 0 to 64 {
      %x = affine.load %a[%i] : memref<64x$T>
      %w = affine.load %b[%i] : memref<64xf32>
      %y = arith.truncf %w : f32 to $T
      %z = arith.addf %x, %y : $T
      %c = arith.constant 3.0 : $T
      %m = arith.mulf %z, %c : $T
      affine.store %m, %out[%i] : memref<64x$T>
    }
    return
  }
})",
            {a.data(), b.data(), out.data()}, {});
  auto round = [](double x) { return GetParam().widen(GetParam().narrow(x)); };
  for (int i = 0; i < 64; ++i)
    EXPECT_EQ(GetParam().widen(out[i]),
              round(round(GetParam().widen(a[i]) + round(b[i])) * 3));
}

INSTANTIATE_TEST_SUITE_P(
    Formats, NarrowFloatTest,
    ::testing::Values(
        Format{"f16", APFloat::IEEEhalf, "host"},
        Format{"bf16", APFloat::BFloat, "host"},
        Format{"f16", APFloat::IEEEhalf, "x86_64-unknown-linux-gnu"},
        Format{"f16", APFloat::IEEEhalf,
               "x86_64-unknown-linux-gnu,mcpu=x86-64-v3"},
        Format{"bf16", APFloat::BFloat, "x86_64-unknown-linux-gnu"}));
