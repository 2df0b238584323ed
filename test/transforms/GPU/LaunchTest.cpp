// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Launches compute what the loops computed that were bound, and barriers are
// what they need for it: an interpreter runs both.

#include "conversion/TEToLoops/TEToLoops.h"
#include "dialects/Schedule/ScheduleDialect.h"
#include "dialects/TE/TEDialect.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Transform/IR/TransformDialect.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"
#include "test/transforms/Schedule/fuzz/Interpreter.h"
#include "transforms/GPU/Passes.h"
#include "transforms/Schedule/Passes.h"
#include "transforms/Schedule/Scripts.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace tvm;

namespace {
class LaunchTest : public ::testing::Test {
protected:
  LaunchTest() : context(MLIRContext::Threading::DISABLED) {
    context.loadDialect<
        affine::AffineDialect, arith::ArithDialect, func::FuncDialect,
        gpu::GPUDialect, memref::MemRefDialect, schedule::ScheduleDialect,
        te::TEDialect, tensor::TensorDialect, transform::TransformDialect>();
  }

  /// `kernel` as loops or, if there is a script, as the launches that it makes.
  OwningOpRef<ModuleOp> lower(StringRef kernel, StringRef script = "") {
    std::string text = ("module @k attributes "
                        "{transform.with_named_sequence} {\n" +
                        kernel +
                        "transform.named_sequence @__transform_main("
                        "%root: !transform.any_op {transform.readonly}) {\n" +
                        script + "transform.yield\n}\n}")
                           .str();
    auto module = parseSourceString<ModuleOp>(text, &context);
    PassManager manager(&context);
    manager.addPass(createConvertTEToLoopsPass());
    manager.addPass(schedule::createApplySchedulePass());
    if (!script.empty()) {
      auto &function = manager.nest<func::FuncOp>();
      function.addPass(schedule::createInsertBarriersPass());
      function.addPass(schedule::createShrinkLocalsPass());
      function.addPass(schedule::createLowerBindingsPass());
      function.addPass(schedule::createLowerGPUScopesPass());
    }
    EXPECT_TRUE(module && succeeded(manager.run(*module)));
    return module;
  }

  static std::vector<int64_t> run(ModuleOp module, int64_t symbol,
                                  uint64_t garbage) {
    fuzz::RunOptions options;
    options.symbol = symbol;
    options.seed = 7;
    options.garbage = garbage;
    fuzz::RunResult result =
        fuzz::run(*module.getOps<func::FuncOp>().begin(), options);
    EXPECT_EQ(result.error, "");
    EXPECT_FALSE(result.isTooLong);
    return result.arguments.back().data;
  }

  /// In how many of 10 runs, each with other turns of threads, the results are
  /// not those of `loops`.
  static int countWrong(ModuleOp loops, ModuleOp launches, int64_t symbol = 0) {
    std::vector<int64_t> expected = run(loops, symbol, 1);
    int wrong = 0;
    for (uint64_t garbage = 1; garbage <= 10; ++garbage)
      wrong += run(launches, symbol, garbage) != expected;
    return wrong;
  }

  MLIRContext context;
};
} // namespace

TEST_F(LaunchTest, VectorAdd) {
  StringRef kernel = R"(
    func.func @vadd(%a: tensor<?xf32>, %b: tensor<?xf32>) -> tensor<?xf32> {
      %c0 = arith.constant 0 : index
      %n = tensor.dim %a, %c0 : tensor<?xf32>
      %c = te.compute [%n] spatial 1 tag "C" {
      ^bb0(%i: index):
        %0 = te.read %a[%i] : tensor<?xf32>
        %1 = te.read %b[%i] : tensor<?xf32>
        %2 = arith.addf %0, %1 : f32
        te.yield %2 : f32
      } : tensor<?xf32>
      return %c : tensor<?xf32>
    })";
  auto loops = lower(kernel);
  auto launch = lower(kernel, R"(
    %c = schedule.get_block "C" in %root
    %i = schedule.get_loops of %c
    %xo, %xi = schedule.split %i by [0, 32]
    schedule.reorder %xi, %xo
    schedule.bind %xo to "blockIdx.x"
    schedule.bind %xi to "threadIdx.x"
  )");
  for (int64_t n : {0, 1, 31, 32, 33, 100})
    EXPECT_EQ(countWrong(*loops, *launch, n), 0) << n;
}

// Tiles fetched together; 10 rows and columns in tiles of 4 on 4 x 4 threads.
TEST_F(LaunchTest, CooperativeProduct) {
  StringRef kernel = R"(
    func.func @product(%a: tensor<10x8xf32>, %b: tensor<8x10xf32>) -> tensor<10x10xf32> {
      %0 = te.compute [10, 10, 8] spatial 2 reduce sum tag "C" {
      ^bb0(%i: index, %j: index, %k: index):
        %x = te.read %a[%i, %k] : tensor<10x8xf32>
        %y = te.read %b[%k, %j] : tensor<8x10xf32>
        %z = arith.mulf %x, %y : f32
        te.yield %z : f32
      } : tensor<10x10xf32>
      return %0 : tensor<10x10xf32>
    })";
  auto loops = lower(kernel);
  auto launch = lower(kernel, R"(
    %c = schedule.get_block "C" in %root
    %i, %j, %k = schedule.get_loops of %c
    %io, %jo, %il, %jl = schedule.tile %i, %j by [4, 4]
    %ko, %kl = schedule.split %k by [0, 4]
    schedule.reorder %io, %jo, %ko, %il, %jl, %kl
    %a = schedule.cache_read %c, 0 to "shared" at %ko
    %b = schedule.cache_read %c, 1 to "shared" at %ko
    %init = schedule.decompose_reduction %c, %ko
    %i0, %j0, %ii, %ij = schedule.get_loops of %init
    %a0, %a1, %a2, %ai, %aj = schedule.get_loops of %a
    %b0, %b1, %b2, %bi, %bj = schedule.get_loops of %b
    schedule.bind %io to "blockIdx.y"
    schedule.bind %jo to "blockIdx.x"
    schedule.bind %ii to "threadIdx.y"
    schedule.bind %ij to "threadIdx.x"
    schedule.bind %ai to "threadIdx.y"
    schedule.bind %aj to "threadIdx.x"
    schedule.bind %bi to "threadIdx.y"
    schedule.bind %bj to "threadIdx.x"
    schedule.bind %il to "threadIdx.y"
    schedule.bind %jl to "threadIdx.x"
  )");
  EXPECT_EQ(countWrong(*loops, *launch), 0);
  // No barrier is there for nothing.
  SmallVector<gpu::BarrierOp> barriers;
  launch->walk([&](gpu::BarrierOp barrier) { barriers.push_back(barrier); });
  EXPECT_EQ(barriers.size(), 2u);
  for (gpu::BarrierOp barrier : barriers) {
    Operation *next = barrier->getNextNode();
    barrier->remove();
    EXPECT_GT(countWrong(*loops, *launch), 0);
    next->getBlock()->getOperations().insert(next->getIterator(), barrier);
  }
}

// Accumulators of a tile, of which a thread keeps its own.
TEST_F(LaunchTest, LocalAccumulators) {
  StringRef kernel = R"(
    func.func @product(%a: tensor<8x8xf32>, %b: tensor<8x8xf32>) -> tensor<8x8xf32> {
      %0 = te.compute [8, 8, 8] spatial 2 reduce sum tag "C" {
      ^bb0(%i: index, %j: index, %k: index):
        %x = te.read %a[%i, %k] : tensor<8x8xf32>
        %y = te.read %b[%k, %j] : tensor<8x8xf32>
        %z = arith.mulf %x, %y : f32
        te.yield %z : f32
      } : tensor<8x8xf32>
      return %0 : tensor<8x8xf32>
    })";
  auto loops = lower(kernel);
  auto launch = lower(kernel, R"(
    %c = schedule.get_block "C" in %root
    %w = schedule.cache_write %c
    %i, %j = schedule.get_loops of %w
    %io, %jo, %il, %jl = schedule.tile %i, %j by [4, 4]
    %t = schedule.compute_at %c, %jo
    schedule.set_scope %t to "local"
    %i0, %j0, %ti, %tj, %k = schedule.get_loops of %t
    %ko, %kl = schedule.split %k by [0, 4]
    schedule.reorder %ko, %ti, %tj, %kl
    %a = schedule.cache_read %t, 0 to "shared" at %ko
    %init = schedule.decompose_reduction %t, %ko
    %i1, %j1, %ii, %ij = schedule.get_loops of %init
    %a0, %a1, %a2, %ai, %aj = schedule.get_loops of %a
    schedule.bind %io to "blockIdx.y"
    schedule.bind %jo to "blockIdx.x"
    schedule.bind %ii to "threadIdx.y"
    schedule.bind %ij to "threadIdx.x"
    schedule.bind %ai to "threadIdx.x"
    schedule.bind %aj to "threadIdx.y"
    schedule.bind %ti to "threadIdx.y"
    schedule.bind %tj to "threadIdx.x"
    schedule.bind %il to "threadIdx.y"
    schedule.bind %jl to "threadIdx.x"
  )");
  EXPECT_EQ(countWrong(*loops, *launch), 0);
  launch->walk([](gpu::LaunchOp op) {
    ASSERT_EQ(op.getNumPrivateAttributions(), 1u);
    auto type = cast<MemRefType>(op.getPrivateAttributions()[0].getType());
    EXPECT_EQ(type.getRank(), 0);
  });
}

// A thread computes two by two elements in two by two places, one virtual
// thread each, and keeps these 16.
TEST_F(LaunchTest, VirtualThreads) {
  StringRef kernel = R"(
    func.func @product(%a: tensor<16x4xf32>, %b: tensor<4x16xf32>) -> tensor<16x16xf32> {
      %0 = te.compute [16, 16, 4] spatial 2 reduce sum tag "C" {
      ^bb0(%i: index, %j: index, %k: index):
        %x = te.read %a[%i, %k] : tensor<16x4xf32>
        %y = te.read %b[%k, %j] : tensor<4x16xf32>
        %z = arith.mulf %x, %y : f32
        te.yield %z : f32
      } : tensor<16x16xf32>
      return %0 : tensor<16x16xf32>
    })";
  auto loops = lower(kernel);
  auto launch = lower(kernel, R"(
    %c = schedule.get_block "C" in %root
    %w = schedule.cache_write %c
    %i, %j = schedule.get_loops of %w
    %io, %jo, %il, %jl = schedule.tile %i, %j by [8, 8]
    %t = schedule.compute_at %c, %jo
    schedule.set_scope %t to "local"
    %i0, %j0, %ti, %tj, %k = schedule.get_loops of %t
    %ko, %kl = schedule.split %k by [0, 2]
    %tv, %tt, %tn = schedule.split %ti by [2, 2, 2]
    %tw, %tu, %tm = schedule.split %tj by [2, 2, 2]
    schedule.reorder %ko, %tt, %tu, %kl, %tv, %tw, %tn, %tm
    %a = schedule.cache_read %t, 0 to "shared" at %ko
    %init = schedule.decompose_reduction %t, %ko
    %i1, %j1, %it, %iu, %iv, %iw, %in, %im = schedule.get_loops of %init
    %a0, %a1, %a2, %ai, %aj = schedule.get_loops of %a
    %ao, %al = schedule.split %ai by [0, 2]
    %wv, %wt, %wn = schedule.split %il by [2, 2, 2]
    %ww, %wu, %wm = schedule.split %jl by [2, 2, 2]
    schedule.reorder %wt, %wu, %wv, %ww, %wn, %wm
    schedule.bind %io to "blockIdx.y"
    schedule.bind %jo to "blockIdx.x"
    schedule.bind %it to "threadIdx.y"
    schedule.bind %iu to "threadIdx.x"
    schedule.bind %al to "threadIdx.x"
    schedule.bind %aj to "threadIdx.y"
    schedule.bind %tt to "threadIdx.y"
    schedule.bind %tu to "threadIdx.x"
    schedule.bind %wt to "threadIdx.y"
    schedule.bind %wu to "threadIdx.x"
    schedule.virtual_thread %tv
    schedule.virtual_thread %tw
  )");
  EXPECT_EQ(countWrong(*loops, *launch), 0);
  launch->walk([](gpu::LaunchOp op) {
    ASSERT_EQ(op.getNumPrivateAttributions(), 1u);
    auto type = cast<MemRefType>(op.getPrivateAttributions()[0].getType());
    EXPECT_EQ(type.getShape(), ArrayRef<int64_t>({4, 4}));
  });
}

// Rows that virtual threads fetch lie beside each other: one barrier for both.
TEST_F(LaunchTest, SharedBuffersOfVirtualThreads) {
  StringRef kernel = R"(
    func.func @mirror(%a: tensor<4x8xf32>) -> tensor<4x8xf32> {
      %0 = te.compute [4, 8] spatial 2 tag "C" {
      ^bb0(%i: index, %j: index):
        %x = te.read %a[%i, -%j + 7] : tensor<4x8xf32>
        te.yield %x : f32
      } : tensor<4x8xf32>
      return %0 : tensor<4x8xf32>
    })";
  auto loops = lower(kernel);
  auto launch = lower(kernel, R"(
    %c = schedule.get_block "C" in %root
    %i, %j = schedule.get_loops of %c
    %io, %iv = schedule.split %i by [0, 2]
    %a = schedule.cache_read %c, 0 to "shared" at %iv
    %a0, %a1, %ai, %aj = schedule.get_loops of %a
    schedule.virtual_thread %iv
    schedule.bind %io to "blockIdx.x"
    schedule.bind %aj to "threadIdx.x"
    schedule.bind %j to "threadIdx.x"
  )");
  EXPECT_EQ(countWrong(*loops, *launch), 0);
  int numBarriers = 0;
  launch->walk([&](gpu::BarrierOp) { ++numBarriers; });
  EXPECT_EQ(numBarriers, 1);
  launch->walk([](gpu::LaunchOp op) {
    EXPECT_EQ(op.getNumWorkgroupAttributions(), 2u);
  });
}

// Loops of 6 and of 4 threads, a thread's own memory, and the first thread
// alone.
TEST_F(LaunchTest, DifferentExtents) {
  StringRef kernel = R"(
    func.func @stages(%a: tensor<3x6xf32>) -> tensor<3x4xf32> {
      %0 = te.compute [3, 6] spatial 2 tag "A" {
      ^bb0(%i: index, %j: index):
        %x = te.read %a[%i, -%j + 5] : tensor<3x6xf32>
        %y = arith.addf %x, %x : f32
        te.yield %y : f32
      } : tensor<3x6xf32>
      %1 = te.compute [3, 6] spatial 1 reduce sum tag "B" {
      ^bb0(%i: index, %k: index):
        %x = te.read %0[%i, %k] : tensor<3x6xf32>
        te.yield %x : f32
      } : tensor<3xf32>
      %2 = te.compute [3, 4] spatial 2 tag "D" {
      ^bb0(%i: index, %j: index):
        %x = te.read %1[%i] : tensor<3xf32>
        %y = te.read %0[%i, %j + 1] : tensor<3x6xf32>
        %z = arith.addf %x, %y : f32
        te.yield %z : f32
      } : tensor<3x4xf32>
      return %2 : tensor<3x4xf32>
    })";
  auto loops = lower(kernel);
  auto launch = lower(kernel, R"(
    %d = schedule.get_block "D" in %root
    %b = schedule.get_block "B" in %root
    %a = schedule.get_block "A" in %root
    %i, %j = schedule.get_loops of %d
    %bi = schedule.compute_at %b, %i
    %ai = schedule.compute_at %a, %i
    schedule.set_scope %ai to "shared"
    schedule.set_scope %bi to "shared"
    %i1, %u, %aj = schedule.get_loops of %ai
    schedule.bind %aj to "threadIdx.x"
    schedule.bind %j to "threadIdx.x"
    schedule.bind %i to "blockIdx.x"
  )");
  EXPECT_EQ(countWrong(*loops, *launch), 0);
}
