// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Vectors of loops that a split left a predicate in compute what the loops do,
// at sizes around those of vectors and registers.

#include "test/codegen/ScheduledKernels.h"

namespace tvm::codegen {

/// Pairs of a size and the bits of vector registers.
class MaskedVectors
    : public ScheduleTest,
      public testing::WithParamInterface<std::tuple<int64_t, unsigned>> {
protected:
  int64_t size() { return std::get<0>(GetParam()); }

  /// `kernel` with the size for N; the unknown dims of arguments are the size.
  void check(std::string kernel, llvm::StringRef script, size_t numDims = 0) {
    for (size_t at; (at = kernel.find("$N")) != std::string::npos;)
      kernel.replace(at, 2, std::to_string(size()));
    mlir::ScopedDiagnosticHandler scalar(&context,
                                         [](mlir::Diagnostic &diagnostic) {
                                           ADD_FAILURE() << diagnostic.str();
                                         });
    expectSame(kernel, script, std::vector<int64_t>(numDims, size()),
               std::get<1>(GetParam()));
  }
};

static std::string
getName(const testing::TestParamInfo<std::tuple<int64_t, unsigned>> &info) {
  return "n" + std::to_string(std::get<0>(info.param)) + "bits" +
         std::to_string(std::get<1>(info.param));
}

INSTANTIATE_TEST_SUITE_P(Sizes, MaskedVectors,
                         testing::Combine(testing::Values(0, 1, 3, 15, 16, 17,
                                                          31),
                                          testing::Values(256, 512)),
                         getName);

/// Registers without masks.
INSTANTIATE_TEST_SUITE_P(Peeled, MaskedVectors,
                         testing::Combine(testing::Values(0, 17),
                                          testing::Values(128)),
                         getName);

static constexpr const char *kAdd = R"(
func.func @f(%x: tensor<?xf32>, %y: tensor<?xf32>) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %x, %c0 : tensor<?xf32>
  %0 = te.compute [%n] spatial 1 tag "A" {
  ^bb0(%i: index):
    %a = te.read %x[%i] : tensor<?xf32>
    %b = te.read %y[%i] : tensor<?xf32>
    %c = arith.addf %a, %b : f32
    te.yield %c : f32
  } : tensor<?xf32>
  return %0 : tensor<?xf32>
}
)";

TEST_P(MaskedVectors, UnknownSize) {
  check(kAdd, R"(
    %a = schedule.get_block "A" in %root
    %i = schedule.get_loops of %a
    %o, %l = schedule.split %i by [0, 16]
    schedule.vectorize %l
  )",
        3);
}

/// Rows and columns, known: the last dimension is the size.
static constexpr const char *kScale = R"(
func.func @f(%x: tensor<5x$Nxf32>, %s: tensor<5xf32>) -> tensor<5x$Nxf32> {
  %0 = te.compute [5, $N] spatial 2 tag "A" {
  ^bb0(%i: index, %j: index):
    %a = te.read %x[%i, %j] : tensor<5x$Nxf32>
    %b = te.read %s[%i] : tensor<5xf32>
    %c = arith.mulf %a, %b : f32
    te.yield %c : f32
  } : tensor<5x$Nxf32>
  return %0 : tensor<5x$Nxf32>
}
)";

TEST_P(MaskedVectors, InUnrolledLoops) {
  check(kScale, R"(
    %a = schedule.get_block "A" in %root
    %i, %j = schedule.get_loops of %a
    %io, %il = schedule.split %i by [0, 2]
    %jo, %jl = schedule.split %j by [0, 12]
    schedule.reorder %io, %jo, %il, %jl
    schedule.unroll %il
    schedule.vectorize %jl
  )");
}

TEST_P(MaskedVectors, InParallelLoops) {
  check(kScale, R"(
    %a = schedule.get_block "A" in %root
    %i, %j = schedule.get_loops of %a
    %io, %il = schedule.split %i by [0, 2]
    %jo, %jl = schedule.split %j by [0, 12]
    schedule.reorder %io, %jo, %il, %jl
    schedule.parallel %io
    schedule.vectorize %jl
  )");
}

TEST_P(MaskedVectors, Strided) {
  // Rows are lanes: gathers and scatters.
  check(R"(
func.func @f(%x: tensor<$Nx3xf32>) -> tensor<$Nx3xf32> {
  %0 = te.compute [$N, 3] spatial 2 tag "A" {
  ^bb0(%i: index, %j: index):
    %a = te.read %x[%i, %j] : tensor<$Nx3xf32>
    %b = arith.negf %a : f32
    te.yield %b : f32
  } : tensor<$Nx3xf32>
  return %0 : tensor<$Nx3xf32>
}
)",
        R"(
    %a = schedule.get_block "A" in %root
    %i, %j = schedule.get_loops of %a
    %io, %il = schedule.split %i by [0, 6]
    schedule.reorder %j, %io, %il
    schedule.vectorize %il
  )");
}

TEST_P(MaskedVectors, PaddedReads) {
  check(R"(
func.func @f(%x: tensor<3x?xf32>) -> tensor<3x?xf32> {
  %c1 = arith.constant 1 : index
  %one = arith.constant 1.0 : f32
  %n = tensor.dim %x, %c1 : tensor<3x?xf32>
  %0 = te.compute [3, %n] spatial 2 tag "A" {
  ^bb0(%i: index, %j: index):
    %a = te.read %x[%i - 1, %j - 2] else %one : tensor<3x?xf32>
    %b = te.read %x[%i + 1, %j * 2] else %one : tensor<3x?xf32>
    %c = arith.addf %a, %b : f32
    te.yield %c : f32
  } : tensor<3x?xf32>
  return %0 : tensor<3x?xf32>
}
)",
        R"(
    %a = schedule.get_block "A" in %root
    %i, %j = schedule.get_loops of %a
    %o, %l = schedule.split %j by [0, 16]
    schedule.vectorize %l
  )",
        2);
}

static constexpr const char *kSums = R"(
func.func @f(%x: tensor<3x$Nxf32>) -> (tensor<3xf32>, tensor<3xf32>) {
  %0 = te.compute [3, $N] spatial 1 reduce sum tag "A" {
  ^bb0(%i: index, %k: index):
    %a = te.read %x[%i, %k] : tensor<3x$Nxf32>
    te.yield %a : f32
  } : tensor<3xf32>
  %1 = te.compute [3, $N] spatial 1 reduce max tag "B" {
  ^bb0(%i: index, %k: index):
    %a = te.read %x[%i, %k] : tensor<3x$Nxf32>
    te.yield %a : f32
  } : tensor<3xf32>
  return %0, %1 : tensor<3xf32>, tensor<3xf32>
}
)";

TEST_P(MaskedVectors, Reductions) {
  check(kSums, R"(
    %a = schedule.get_block "A" in %root
    %i, %k = schedule.get_loops of %a
    %ko, %kl = schedule.split %k by [0, 20]
    schedule.vectorize %kl
    %b = schedule.get_block "B" in %root
    %bi, %bk = schedule.get_loops of %b
    %init = schedule.decompose_reduction %b, %bk
    %bo, %bl = schedule.split %bk by [0, 16]
    schedule.vectorize %bl
  )");
}

static constexpr const char *kProduct = R"(
func.func @f(%x: tensor<5x$Nxf32>, %w: tensor<$Nx$Nxf32>) -> tensor<5x$Nxf32> {
  %0 = te.compute [5, $N, $N] spatial 2 reduce sum tag "C" {
  ^bb0(%i: index, %j: index, %k: index):
    %a = te.read %x[%i, %k] : tensor<5x$Nxf32>
    %b = te.read %w[%k, %j] : tensor<$Nx$Nxf32>
    %c = arith.mulf %a, %b : f32
    te.yield %c : f32
  } : tensor<5x$Nxf32>
  return %0 : tensor<5x$Nxf32>
}
)";

TEST_P(MaskedVectors, ColumnsOfAReduction) {
  check(kProduct, R"(
    %c = schedule.get_block "C" in %root
    %i, %j, %k = schedule.get_loops of %c
    %io, %il = schedule.split %i by [0, 2]
    %jo, %jl = schedule.split %j by [0, 16]
    schedule.reorder %io, %jo, %k, %il, %jl
    schedule.vectorize %jl
    schedule.unroll %il
    %init = schedule.decompose_reduction %c, %k
    schedule.parallel %io
  )");
}

TEST_P(MaskedVectors, PartialResults) {
  check(kProduct, R"(
    %c = schedule.get_block "C" in %root
    %i, %j, %k = schedule.get_loops of %c
    %jo, %jl = schedule.split %j by [0, 16]
    schedule.reorder %i, %jo, %k, %jl
    %rf = schedule.rfactor %c, %k
    schedule.vectorize %jl
  )");
}

} // namespace tvm::codegen
