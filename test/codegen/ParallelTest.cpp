// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "test/codegen/TestKernels.h"

#include "conversion/KernelToLLVM/KernelToLLVM.h"

#include <set>
#include <thread>

using namespace tvm::codegen;

// The calling convention of runtime/include/tvm_abi.h.
extern "C" {
struct Parallel {
  void *pool;
  int32_t numThreads;
  void (*parallelFor)(const Parallel *, void (*)(void *, int64_t, int64_t),
                      void *, int64_t);
};
struct Args {
  void *const *buffers;
  const int64_t *dims;
  void *workspace;
  const Parallel *parallel;
};
}

static std::set<std::pair<int64_t, int64_t>> ranges;

static void parallelFor(const Parallel *parallel,
                        void (*body)(void *, int64_t, int64_t), void *closure,
                        int64_t n) {
  int64_t tasks = std::min<int64_t>(parallel->numThreads, n);
  std::vector<std::thread> threads;
  for (int64_t t = 0; t < tasks; ++t) {
    int64_t begin = n / tasks * t + std::min(t, n % tasks);
    int64_t end = begin + n / tasks + (t < n % tasks);
    ranges.insert({begin, end});
    threads.emplace_back(body, closure, begin, end);
  }
  for (std::thread &thread : threads)
    thread.join();
}

namespace {
class ParallelTest : public KernelTest {
protected:
  void load(llvm::StringRef text) {
    auto host = Target::parse("host");
    ASSERT_TRUE(bool(host));
    auto compiled = KernelCompiler(*host, {}).compile(*parse(text));
    ASSERT_TRUE(bool(compiled)) << llvm::toString(compiled.takeError());
    auto loaded = KernelLibrary::load(*compiled);
    ASSERT_TRUE(bool(loaded)) << llvm::toString(loaded.takeError());
    library = std::move(*loaded);
  }

  template <typename Function> Function *get(const std::string &symbol) {
    auto address = library->lookup(symbol);
    EXPECT_TRUE(bool(address)) << llvm::toString(address.takeError());
    return reinterpret_cast<Function *>(*address);
  }

  std::unique_ptr<KernelLibrary> library;
};
} // namespace

// out[i][j] = in[i][j] + the row's number, over both dimensions at once.
TEST_F(ParallelTest, SplitsTwoDimensions) {
  load(R"(
module @k {
  func.func @k(%in: memref<?x3xf32>, %out: memref<?x3xf32>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c3 = arith.constant 3 : index
    %n = memref.dim %in, %c0 : memref<?x3xf32>
    scf.parallel (%i, %j) = (%c0, %c0) to (%n, %c3) step (%c1, %c1) {
      %x = memref.load %in[%i, %j] : memref<?x3xf32>
      %w = arith.index_cast %i : index to i32
      %f = arith.sitofp %w : i32 to f32
      %y = arith.addf %x, %f : f32
      memref.store %y, %out[%i, %j] : memref<?x3xf32>
    }
    return
  }
})");
  auto *kernel = get<int32_t(const Args *)>("tvm_kernel_k");
  std::vector<float> in(21, 1), out(21);
  void *buffers[] = {in.data(), out.data()};
  int64_t dims[] = {7, 7};
  for (int32_t threads : {0, 1, 2, 4, 64}) {
    std::fill(out.begin(), out.end(), 0);
    ranges.clear();
    Parallel parallel = {nullptr, threads, parallelFor};
    Args args = {buffers, dims, nullptr, threads ? &parallel : nullptr};
    EXPECT_EQ(kernel(&args), 0);
    EXPECT_EQ(ranges.size(), threads < 2 ? 0u : std::min(threads, 21));
    for (int i = 0; i < 21; ++i)
      EXPECT_EQ(out[i], 1 + i / 3);
  }
}

// Each thread reverses rows through a temporary of dynamic size.
TEST_F(ParallelTest, GivesEachThreadAWorkspace) {
  load(R"(
module @k {
  func.func @k(%in: memref<?x?xf32>, %out: memref<?x?xf32>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %n = memref.dim %in, %c0 : memref<?x?xf32>
    %m = memref.dim %in, %c1 : memref<?x?xf32>
    scf.parallel (%i) = (%c0) to (%n) step (%c1) {
      %row = memref.alloc(%m) : memref<?xf32>
      scf.for %j = %c0 to %m step %c1 {
        %x = memref.load %in[%i, %j] : memref<?x?xf32>
        memref.store %x, %row[%j] : memref<?xf32>
      }
      scf.for %j = %c0 to %m step %c1 {
        %l = arith.subi %m, %j : index
        %k = arith.subi %l, %c1 : index
        %x = memref.load %row[%k] : memref<?xf32>
        memref.store %x, %out[%i, %j] : memref<?x?xf32>
      }
    }
    return
  }
})");
  auto *kernel = get<int32_t(const Args *)>("tvm_kernel_k");
  auto *size = get<int64_t(const int64_t *, int64_t)>("tvm_workspace_k");
  constexpr int64_t n = 37, m = 1000;
  std::vector<float> in(n * m), out(n * m);
  for (int64_t i = 0; i < n * m; ++i)
    in[i] = i;
  void *buffers[] = {in.data(), out.data()};
  int64_t dims[] = {n, m, n, m};
  EXPECT_EQ(size(dims, 1), 4032);
  for (int32_t threads : {1, 3, 50}) {
    EXPECT_EQ(size(dims, threads), threads * 4032);
    std::vector<char> workspace(size(dims, threads) + 64);
    Parallel parallel = {nullptr, threads, parallelFor};
    Args args = {buffers, dims, workspace.data(), &parallel};
    EXPECT_EQ(kernel(&args), 0);
    for (int64_t i = 0; i < n * m; ++i)
      EXPECT_EQ(out[i], i / m * m + m - 1 - i % m);
  }
}
