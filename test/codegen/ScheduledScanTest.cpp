// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Nests in the steps of a scan are scheduled as those of a kernel.

#include "test/codegen/ScheduledKernels.h"

namespace tvm::codegen {

/// h[t + 1] = relu(h[t] w + x[t]) for 4 rows of 20 elements.
static constexpr const char *kCell = R"(
func.func @f(%x: tensor<3x4x20xf32>, %w: tensor<20x20xf32>,
             %h0: tensor<4x20xf32>) -> tensor<3x4x20xf32> {
  %n = arith.constant 3 : index
  %zero = arith.constant 0.0 : f32
  %h = te.scan %n init(%h0 : tensor<4x20xf32>) {
  ^bb0(%t: index, %s: tensor<4x20xf32>):
    %p = te.compute [4, 20, 20] spatial 2 reduce sum tag "P" {
    ^bb0(%i: index, %j: index, %k: index):
      %a = te.read %s[%i, %k] : tensor<4x20xf32>
      %b = te.read %w[%k, %j] : tensor<20x20xf32>
      %m = arith.mulf %a, %b : f32
      te.yield %m : f32
    } : tensor<4x20xf32>
    %q = te.compute [4, 20] spatial 2 tag "Q" {
    ^bb0(%i: index, %j: index):
      %a = te.read %p[%i, %j] : tensor<4x20xf32>
      %b = te.read %x[%t, %i, %j] : tensor<3x4x20xf32>
      %c = arith.addf %a, %b : f32
      %d = arith.maximumf %c, %zero : f32
      te.yield %d : f32
    } : tensor<4x20xf32>
    te.yield %q : tensor<4x20xf32>
  } -> tensor<3x4x20xf32>
  return %h : tensor<3x4x20xf32>
}
)";

TEST_F(ScheduleTest, ProductOfAStepInRegisters) {
  expectSame(kCell, R"(
    %p = schedule.get_block "P" in %root
    %q = schedule.get_block "Q" in %root
    %t, %i, %j = schedule.get_loops of %q
    %io, %il = schedule.split %i by [0, 2]
    %jo, %jl = schedule.split %j by [0, 8]
    schedule.reorder %io, %jo, %il, %jl
    %at = schedule.compute_at %p, %jo
    %a, %b, %c, %pi, %pj, %k = schedule.get_loops of %at
    schedule.reorder %k, %pi, %pj
    schedule.unroll %pi
    %init = schedule.decompose_reduction %at, %k
    schedule.parallel %io
  )");
}

TEST_F(ScheduleTest, CopyOfAStepsProduct) {
  expectSame(kCell, R"(
    %p = schedule.get_block "P" in %root
    %copy = schedule.cache_write %p
    %t, %i, %j = schedule.get_loops of %copy
    %at = schedule.compute_at %p, %i
    schedule.vectorize %j
  )");
}

} // namespace tvm::codegen
