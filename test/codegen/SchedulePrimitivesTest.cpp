// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Schedules do not change what kernels compute: small kernels, scheduled and
// not, give the same values.

#include "test/codegen/ScheduledKernels.h"

namespace tvm::codegen {

/// relu(x) + neighbour, an element-wise chain with a stencil at its end.
static constexpr const char *kStencil = R"(
func.func @f(%x: tensor<10x7xf32>) -> tensor<8x7xf32> {
  %zero = arith.constant 0.0 : f32
  %0 = te.compute [10, 7] spatial 2 tag "A" {
  ^bb0(%i: index, %j: index):
    %a = te.read %x[%i, %j] : tensor<10x7xf32>
    %b = arith.maximumf %a, %zero : f32
    te.yield %b : f32
  } : tensor<10x7xf32>
  %1 = te.compute [8, 7] spatial 2 tag "B" {
  ^bb0(%i: index, %j: index):
    %a = te.read %0[%i, %j] : tensor<10x7xf32>
    %b = te.read %0[%i + 2, %j] : tensor<10x7xf32>
    %c = arith.subf %a, %b : f32
    te.yield %c : f32
  } : tensor<8x7xf32>
  %2 = te.compute [8, 7] spatial 2 tag "C" {
  ^bb0(%i: index, %j: index):
    %a = te.read %1[%i, %j] : tensor<8x7xf32>
    %b = te.read %x[%i + 1, %j] : tensor<10x7xf32>
    %c = arith.mulf %a, %b : f32
    te.yield %c : f32
  } : tensor<8x7xf32>
  return %2 : tensor<8x7xf32>
}
)";

/// The same over unknown sizes, padded.
static constexpr const char *kPadded = R"(
func.func @f(%x: tensor<?x5xf32>) -> tensor<?x5xf32> {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f32
  %one = arith.constant 1.0 : f32
  %n = tensor.dim %x, %c0 : tensor<?x5xf32>
  %0 = te.compute [%n, 5] spatial 2 tag "A" {
  ^bb0(%i: index, %j: index):
    %a = te.read %x[%i, %j] : tensor<?x5xf32>
    %b = arith.addf %a, %one : f32
    te.yield %b : f32
  } : tensor<?x5xf32>
  %1 = te.compute [%n, 5] spatial 2 tag "B" {
  ^bb0(%i: index, %j: index):
    %a = te.read %0[%i - 1, %j + 1] else %zero : tensor<?x5xf32>
    %b = te.read %0[%i + 1, %j] else %zero : tensor<?x5xf32>
    %c = arith.addf %a, %b : f32
    te.yield %c : f32
  } : tensor<?x5xf32>
  return %1 : tensor<?x5xf32>
}
)";

TEST_F(ScheduleTest, ComputeInline) {
  expectSame(kStencil, R"(
    %a = schedule.get_block "A" in %root
    %b = schedule.get_block "B" in %root
    schedule.compute_inline %a
    schedule.compute_inline %b
  )");
  expectSame(kPadded, R"(
    %a = schedule.get_block "A" in %root
    schedule.compute_inline %a
  )",
             {9, 9});
}

static constexpr const char *kProduct = R"(
func.func @f(%a: tensor<9x12xf32>, %b: tensor<12x16xf32>)
    -> tensor<9x16xf32> {
  %zero = arith.constant 0.0 : f32
  %0 = te.compute [9, 16, 12] spatial 2 reduce sum tag "C" {
  ^bb0(%i: index, %j: index, %k: index):
    %x = te.read %a[%i, %k] : tensor<9x12xf32>
    %y = te.read %b[%k, %j] : tensor<12x16xf32>
    %z = arith.mulf %x, %y : f32
    te.yield %z : f32
  } : tensor<9x16xf32>
  %1 = te.compute [9, 16] spatial 2 tag "D" {
  ^bb0(%i: index, %j: index):
    %x = te.read %0[%i, %j] : tensor<9x16xf32>
    %y = arith.maximumf %x, %zero : f32
    te.yield %y : f32
  } : tensor<9x16xf32>
  return %1 : tensor<9x16xf32>
}
)";

TEST_F(ScheduleTest, CacheRead) {
  // All of one operand; of the other one what a tile reads, with a rest.
  expectSame(kProduct, R"(
    %c = schedule.get_block "C" in %root
    %i, %j, %k = schedule.get_loops of %c
    %io, %il = schedule.split %i by [0, 4]
    %ko, %kl = schedule.split %k by [0, 5]
    schedule.reorder %io, %ko, %il, %j, %kl
    %b = schedule.cache_read %c, 1 to "shared"
    %a = schedule.cache_read %c, 0 to "local" at %ko
    %again = schedule.cache_read %c, 1 at %il
  )");
  expectSame(kPadded, R"(
    %b = schedule.get_block "B" in %root
    %i, %j = schedule.get_loops of %b
    %copy = schedule.cache_read %b, 0 at %i
    %x = schedule.get_block "A" in %root
    %whole = schedule.cache_read %x, 0
  )",
             {9, 9});
}

// The region that a row of the padded kernel reads: its body queries the size
// of the whole buffer.
TEST_F(ScheduleTest, ComputeAtOfPaddedReads) {
  expectSame(kPadded, R"(
    %a = schedule.get_block "A" in %root
    %b = schedule.get_block "B" in %root
    %i, %j = schedule.get_loops of %b
    %at = schedule.compute_at %a, %i
  )",
             {9, 9});
}

/// Elements by pairs, the last pair incomplete.
static constexpr const char *kPairs = R"(
func.func @f(%x: tensor<2x6xf32>) -> tensor<11xf32> {
  %0 = te.compute [2, 6] spatial 2 tag "A" {
  ^bb0(%i: index, %j: index):
    %a = te.read %x[%i, %j] : tensor<2x6xf32>
    %b = math.exp %a : f32
    te.yield %b : f32
  } : tensor<2x6xf32>
  %1 = te.compute [11] spatial 1 tag "B" {
  ^bb0(%i: index):
    %a = te.read %0[%i mod 2, %i floordiv 2] : tensor<2x6xf32>
    te.yield %a : f32
  } : tensor<11xf32>
  return %1 : tensor<11xf32>
}
)";

TEST_F(ScheduleTest, ComputeAtOfQuotients) {
  expectSame(kPairs, R"(
    %a = schedule.get_block "A" in %root
    %b = schedule.get_block "B" in %root
    %i = schedule.get_loops of %b
    %o, %l = schedule.split %i by [0, 2]
    %at = schedule.compute_at %a, %o
    schedule.unroll %l
  )");
  expectSame(kPairs, R"(
    %a = schedule.get_block "A" in %root
    %b = schedule.get_block "B" in %root
    %i = schedule.get_loops of %b
    %o, %m, %l = schedule.split %i by [0, 3, 2]
    %at = schedule.compute_at %a, %o
    schedule.reorder %l, %m
  )");
}

TEST_F(ScheduleTest, ReverseComputeAt) {
  // Behind the reduction of a tile; tiles do not fill the rows.
  expectSame(kProduct, R"(
    %c = schedule.get_block "C" in %root
    %d = schedule.get_block "D" in %root
    %i, %j, %k = schedule.get_loops of %c
    %io, %il = schedule.split %i by [0, 4]
    %jo, %jl = schedule.split %j by [0, 8]
    schedule.reorder %io, %jo, %k, %il, %jl
    schedule.reverse_compute_at %d, %jo
    %a, %b, %x, %y = schedule.get_loops of %d
    schedule.vectorize %y
  )");
  expectSame(kStencil, R"(
    %b = schedule.get_block "B" in %root
    %c = schedule.get_block "C" in %root
    %i, %j = schedule.get_loops of %b
    schedule.reverse_compute_at %c, %i
  )");
}

static constexpr const char *kArgMax = R"(
func.func @f(%x: tensor<3x24xf32>) -> (tensor<3xf32>, tensor<3xf32>) {
  %0:2 = te.compute [3, 24] spatial 1 reduce argmax tag "A" {
  ^bb0(%i: index, %k: index):
    %a = te.read %x[%i, %k] : tensor<3x24xf32>
    %b = arith.index_cast %k : index to i64
    te.yield %a, %b : f32, i64
  } : tensor<3xf32>, tensor<3xi64>
  %1 = te.compute [3] spatial 1 {
  ^bb0(%i: index):
    %a = te.read %0#1[%i] : tensor<3xi64>
    %b = arith.sitofp %a : i64 to f32
    te.yield %b : f32
  } : tensor<3xf32>
  return %0#0, %1 : tensor<3xf32>, tensor<3xf32>
}
)";

TEST_F(ScheduleTest, ComputeSeveralResultsAt) {
  // Two results, read by two blocks: the second one keeps the original.
  static constexpr const char *kExtrema = R"(
func.func @f(%x: tensor<7x24xf32>) -> (tensor<24xf32>, tensor<24xf32>) {
  %0:2 = te.compute [24, 7] spatial 1 reduce argmax tag "A" {
  ^bb0(%i: index, %k: index):
    %a = te.read %x[%k, %i] : tensor<7x24xf32>
    %b = arith.index_cast %k : index to i32
    te.yield %a, %b : f32, i32
  } : tensor<24xf32>, tensor<24xi32>
  %1 = te.compute [24] spatial 1 tag "B" {
  ^bb0(%i: index):
    %a = te.read %0#1[%i] : tensor<24xi32>
    %b = arith.sitofp %a : i32 to f32
    te.yield %b : f32
  } : tensor<24xf32>
  %2 = te.compute [24] spatial 1 tag "C" {
  ^bb0(%i: index):
    %a = te.read %0#0[%i] : tensor<24xf32>
    %b = te.read %0#1[%i] : tensor<24xi32>
    %c = arith.sitofp %b : i32 to f32
    %r = arith.mulf %a, %c : f32
    te.yield %r : f32
  } : tensor<24xf32>
  return %1, %2 : tensor<24xf32>, tensor<24xf32>
}
)";
  for (const char *reader : {"B", "C"})
    expectSame(kExtrema, (R"(
    %a = schedule.get_block "A" in %root
    %b = schedule.get_block ")" +
                          std::string(reader) + R"(" in %root
    %i = schedule.get_loops of %b
    %io, %il = schedule.split %i by [0, 8]
    %c = schedule.compute_at %a, %io
    %o, %l, %k = schedule.get_loops of %c
    schedule.reorder %k, %l
    schedule.vectorize %l
    %init = schedule.decompose_reduction %c, %k
  )")
                             .c_str());
}

TEST_F(ScheduleTest, RFactor) {
  // Lanes of partial sums, along the last axis.
  expectSame(kProduct, R"(
    %c = schedule.get_block "C" in %root
    %i, %j, %k = schedule.get_loops of %c
    %ko, %kl = schedule.split %k by [0, 4]
    %rf = schedule.rfactor %c, %kl axis -1
    schedule.vectorize %kl
    %x, %y, %l = schedule.get_loops of %c
    schedule.unroll %l
  )");
  // The only reduction loop, in front: what is left is a copy.
  expectSame(kProduct, R"(
    %c = schedule.get_block "C" in %root
    %i, %j, %k = schedule.get_loops of %c
    %rf = schedule.rfactor %c, %k
  )");
  expectSame(kArgMax, R"(
    %a = schedule.get_block "A" in %root
    %i, %k = schedule.get_loops of %a
    %ko, %kl = schedule.split %k by [4, 0]
    schedule.reorder %ko, %i, %kl
    %rf = schedule.rfactor %a, %ko
    %init = schedule.decompose_reduction %rf, %kl
  )");
}

TEST_F(ScheduleTest, TilesAndStorage) {
  // Tiles with rests on both sides; an aligned buffer in another scope.
  expectSame(kProduct, R"(
    %c = schedule.get_block "C" in %root
    %i, %j, %k = schedule.get_loops of %c
    %io, %jo, %ko, %il, %jl, %kl = schedule.tile %i, %j, %k by [4, 5, 12]
    %u = schedule.add_unit_loop %c
    %v = schedule.add_unit_loop %io
    schedule.annotate %jl "note" = "tile"
    schedule.set_scope %c to "local"
    schedule.storage_align %c axis 0 factor 32 offset 8
  )");
  expectSame(kPadded, R"(
    %a = schedule.get_block "A" in %root
    schedule.storage_align %a axis 0 factor 8
  )",
             {9, 9});
}

TEST_F(ScheduleTest, ReverseComputeInline) {
  expectSame(kStencil, R"(
    %b = schedule.get_block "B" in %root
    %c = schedule.get_block "C" in %root
    %i, %j = schedule.get_loops of %b
    %io, %il = schedule.split %i by [0, 3]
    schedule.reorder %j, %io, %il
    schedule.reverse_compute_inline %c
  )");
}

TEST_F(ScheduleTest, SampledTiles) {
  expectSame(kProduct, R"(
    %c = schedule.get_block "C" in %root
    %d = schedule.get_block "D" in %root
    %i, %j, %k = schedule.get_loops of %c
    %f:2 = schedule.sample_perfect_tile %i
    %g:2 = schedule.sample_perfect_tile %j max_innermost_factor 8
    %n = schedule.sample_categorical [2, 3, 5] weights [0.2, 0.3, 0.5]
    %io, %il = schedule.split %i by [%f#0, %f#1]
    %jo, %jl = schedule.split %j by [%g#0, %g#1]
    %ko, %kl = schedule.split %k by [0, %n]
    schedule.reorder %io, %jo, %ko, %il, %kl, %jl
    %at = schedule.sample_compute_location %c
    transform.foreach %at : !transform.any_op {
    ^bb0(%loop: !transform.any_op):
      %computed = schedule.compute_at %c, %loop
    }
  )");
  expectSame(kStencil, R"(
    %a = schedule.get_block "A" in %root
    %at = schedule.sample_compute_location %a decision 1
    %computed = schedule.compute_at %a, %at
  )");
}

TEST_F(ScheduleTest, VirtualThreads) {
  // Threads share the loop over k; each has a tile of its own to sum up in.
  expectSame(kProduct, R"(
    %c = schedule.get_block "C" in %root
    %d = schedule.get_block "D" in %root
    %i, %j = schedule.get_loops of %d
    %jo, %jl = schedule.split %j by [4, 4]
    schedule.reorder %jo, %i, %jl
    %at = schedule.compute_at %c, %i
    %x, %y, %u, %v, %k = schedule.get_loops of %at
    schedule.reorder %k, %u, %v
    schedule.vectorize %v
    schedule.virtual_thread %jo
  )");
}

TEST_F(ScheduleTest, SoftwarePipeline) {
  // Rows of one operand are copied two steps ahead, rows of the other one one.
  expectSame(kProduct, R"(
    %c = schedule.get_block "C" in %root
    %i, %j, %k = schedule.get_loops of %c
    %b = schedule.cache_read %c, 1 at %i
    %a = schedule.cache_read %c, 0 at %i
    schedule.software_pipeline %i stages [0, 1, 2] order [2, 0, 1]
  )");
  // Along a reduction.
  expectSame(kProduct, R"(
    %c = schedule.get_block "C" in %root
    %i, %j, %k = schedule.get_loops of %c
    schedule.reorder %k, %i, %j
    %init = schedule.decompose_reduction %c, %k
    %a = schedule.cache_read %c, 0 at %k
    %b = schedule.cache_read %c, 1 at %k
    schedule.double_buffer %a
    schedule.double_buffer %b
    schedule.vectorize %j
    schedule.unroll %k
  )");
  // A chain, the last step of which runs first.
  expectSame(kStencil, R"(
    %a = schedule.get_block "A" in %root
    %b = schedule.get_block "B" in %root
    %c = schedule.get_block "C" in %root
    %i, %j = schedule.get_loops of %c
    %x = schedule.compute_at %b, %i
    %y = schedule.compute_at %a, %i
    schedule.software_pipeline %i stages [0, 1, 2] order [2, 1, 0]
  )");
}

TEST_F(ScheduleTest, RollingBuffer) {
  // Two of three rows are kept; tiles of rows begin anew.
  expectSame(kStencil, R"(
    %a = schedule.get_block "A" in %root
    %b = schedule.get_block "B" in %root
    %i, %j = schedule.get_loops of %b
    %io, %il = schedule.split %i by [2, 4]
    %x = schedule.compute_at %a, %il
    schedule.rolling_buffer %x
  )");
}

TEST_F(ScheduleTest, Prefetch) {
  expectSame(kProduct, R"(
    %c = schedule.get_block "C" in %root
    %i, %j, %k = schedule.get_loops of %c
    %a = schedule.prefetch %c, 0 at %i ahead 2
    schedule.reorder %k, %j
    %b = schedule.prefetch %c, 1 at %k ahead 1
    schedule.vectorize %j
  )");
}

TEST_F(ScheduleTest, CompactBuffer) {
  // A tile of rows is computed on threads, and another loop reads it.
  expectSame(kProduct, R"(
    %c = schedule.get_block "C" in %root
    %i, %j, %k = schedule.get_loops of %c
    %d = schedule.get_block "D" in %root
    %x, %y = schedule.get_loops of %d
    schedule.merge %i, %x
    %io, %il = schedule.split %x by [0, 3]
    schedule.compact_buffer %c at %io
    schedule.vectorize %y
    schedule.parallel %io
  )");
  expectSame(kProduct, R"(
    %c = schedule.get_block "C" in %root
    %i, %j, %k = schedule.get_loops of %c
    %d = schedule.get_block "D" in %root
    %x, %y = schedule.get_loops of %d
    schedule.merge %i, %x
    schedule.merge %j, %y
    schedule.compact_buffer %c at %y
  )");
}

TEST_F(ScheduleTest, PadEinsum) {
  // 9 x 16 x 12 in tiles of 4 x 16 x 8; padding by decomposed blocks.
  expectSame(kProduct, R"(
    %c = schedule.get_block "C" in %root
    schedule.pad_einsum %c by [4, 16, 8]
    %i, %j, %k = schedule.get_loops of %c
    %io, %jo, %ko, %il, %jl, %kl = schedule.tile %i, %j, %k by [4, 16, 8]
    schedule.reorder %il, %kl, %jl
    schedule.vectorize %jl
    %pad = schedule.get_block "C_pad" in %root
    %x, %y = schedule.get_loops of %pad
    %fill = schedule.decompose_padding %pad, %x
  )");
}

} // namespace tvm::codegen
