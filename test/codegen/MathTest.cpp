// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "test/codegen/TestKernels.h"

#include <cmath>
#include <cstring>
#include <limits>

using namespace tvm::codegen;

namespace {

/// A function of f32 and the largest error that README.md promises, in units
/// in the last place of the exact result.
struct Function {
  const char *name;
  double (*exact)(double);
  double ulps;
  /// Takes denormal numbers for zero or the smallest normal number.
  bool flushes = false;
};

class MathTest : public KernelTest,
                 public ::testing::WithParamInterface<Function> {
protected:
  std::vector<float> evaluate(const std::vector<float> &inputs) {
    std::string text = R"(
module @f {
  func.func @f(%in: memref<?xf32>, %out: memref<?xf32>) {
    %c0 = arith.constant 0 : index
    %n = memref.dim %in, %c0 : memref<?xf32>
    affine.for %i = 0 to %n step 16 {
      %x = vector.load %in[%i] : memref<?xf32>, vector<16xf32>
      %y = math.FUNCTION %x : vector<16xf32>
      vector.store %y, %out[%i] : memref<?xf32>, vector<16xf32>
    }
    return
  }
})";
    text.replace(text.find("FUNCTION"), 8, GetParam().name);
    std::vector<float> outputs(inputs.size());
    int64_t size = inputs.size();
    run(text, {const_cast<float *>(inputs.data()), outputs.data()},
        {size, size});
    return outputs;
  }
};

} // namespace

/// Every 4,093rd float, and the special ones.
static std::vector<float> getInputs() {
  std::vector<float> inputs;
  for (uint64_t bits = 0; bits < uint64_t(1) << 32; bits += 4093) {
    float value;
    uint32_t narrow = bits;
    std::memcpy(&value, &narrow, sizeof(value));
    inputs.push_back(value);
  }
  for (int i = 0; i < 372440; ++i)
    inputs.push_back(-100 + static_cast<float>(i) * 0.000537f);
  using Limits = std::numeric_limits<float>;
  for (float value :
       {0.0f, 1.0f, 2.0f, 0.5f, Limits::infinity(), Limits::max(),
        Limits::min(), Limits::denorm_min(), Limits::quiet_NaN(), 88.722839f,
        88.72284f, 87.33654f, 103.97208f, 0.6931472f}) {
    inputs.push_back(value);
    inputs.push_back(-value);
  }
  inputs.resize(inputs.size() / 16 * 16 + 16);
  return inputs;
}

/// The error in units in the last place. The unit of denormal numbers is the
/// smallest normal number itself where `flushes`.
static double getError(float got, double exact, bool flushes) {
  float rounded = exact;
  if (rounded == 0 && got == 0 && std::signbit(rounded) != std::signbit(got))
    return std::numeric_limits<double>::infinity();
  if (std::isnan(rounded) || std::isnan(got))
    return std::isnan(rounded) == std::isnan(got)
               ? 0
               : std::numeric_limits<double>::infinity();
  if (std::isinf(rounded) || std::isinf(got))
    return rounded == got ? 0 : std::numeric_limits<double>::infinity();
  int exponent = rounded == 0 ? -149 : std::ilogb(rounded);
  if (exponent < -126)
    exponent = flushes ? -126 + 23 : -126;
  return std::abs(got - exact) / std::ldexp(1.0, exponent - 23);
}

TEST_P(MathTest, IsAccurate) {
  std::vector<float> inputs = getInputs();
  std::vector<float> outputs = evaluate(inputs);
  double worst = 0;
  float worstInput = 0, worstOutput = 0;
  for (size_t i = 0; i < inputs.size(); ++i) {
    if (GetParam().flushes && std::fpclassify(inputs[i]) == FP_SUBNORMAL)
      continue;
    double error =
        getError(outputs[i], GetParam().exact(inputs[i]), GetParam().flushes);
    if (error > worst) {
      worst = error;
      worstInput = inputs[i];
      worstOutput = outputs[i];
    }
  }
  RecordProperty("ulps", std::to_string(worst));
  printf("%s: %g ULP at %.9g: %.9g, expected %.9g\n", GetParam().name, worst,
         worstInput, worstOutput, GetParam().exact(worstInput));
  EXPECT_LE(worst, GetParam().ulps)
      << "at " << worstInput << ": " << worstOutput << ", expected "
      << GetParam().exact(worstInput);
}

static double rsqrt(double x) { return 1 / std::sqrt(x); }

INSTANTIATE_TEST_SUITE_P(
    Functions, MathTest,
    ::testing::Values(
        // Polynomials.
        Function{"exp", std::exp, 6, true}, Function{"tanh", std::tanh, 5},
        Function{"erf", std::erf, 5}, Function{"log", std::log, 3, true},
        Function{"log1p", std::log1p, 3}, Function{"expm1", std::expm1, 6},
        // In f64; beyond 2^40, the math library.
        Function{"sin", std::sin, 1}, Function{"cos", std::cos, 1},
        Function{"tan", std::tan, 2}, Function{"atan", std::atan, 1},
        // The math library, or instructions.
        Function{"exp2", std::exp2, 1}, Function{"log2", std::log2, 2},
        Function{"log10", std::log10, 3}, Function{"asin", std::asin, 2},
        Function{"acos", std::acos, 2}, Function{"sinh", std::sinh, 3},
        Function{"cosh", std::cosh, 3}, Function{"asinh", std::asinh, 3},
        Function{"acosh", std::acosh, 3}, Function{"atanh", std::atanh, 3},
        Function{"cbrt", std::cbrt, 2}, Function{"sqrt", std::sqrt, 0.51},
        Function{"rsqrt", rsqrt, 2}, Function{"ceil", std::ceil, 0},
        Function{"roundeven", std::nearbyint, 0},
        Function{"round", std::round, 0}),
    [](const auto &info) { return std::string(info.param.name); });
