// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// As SchedulePrimitivesTest, of primitives that are about what is beside an
// image, a window or the last tile.

#include "test/codegen/ScheduledKernels.h"

namespace tvm::codegen {

TEST_F(ScheduleTest, DecomposePadding) {
  static constexpr const char *kBorder = R"(
    func.func @f(%x: tensor<8x5xf32>) -> tensor<10x9xf32> {
      %one = arith.constant 1.0 : f32
      %0 = te.compute [10, 9] spatial 2 tag "P" {
      ^bb0(%i: index, %j: index):
        %a = te.read %x[%i - 1, %j - 3] else %one : tensor<8x5xf32>
        te.yield %a : f32
      } : tensor<10x9xf32>
      return %0 : tensor<10x9xf32>
    })";
  expectSame(kBorder, R"(
    %p = schedule.get_block "P" in %root
    %i, %j = schedule.get_loops of %p
    %fill = schedule.decompose_padding %p, %i
    schedule.vectorize %j
  )");
  expectSame(kBorder, R"(
    %p = schedule.get_block "P" in %root
    %i, %j = schedule.get_loops of %p
    %jo, %jl = schedule.split %j by [0, 4]
    schedule.reorder %jo, %i, %jl
    %fill = schedule.decompose_padding %p, %i
  )");
}

TEST_F(ScheduleTest, SkipZeros) {
  static constexpr const char *kWindows = R"(
    func.func @f(%x: tensor<9x14xf32>, %w: tensor<3x3x16xf32> {graph.finite})
        -> tensor<9x14x16xf32> {
      %zero = arith.constant 0.0 : f32
      %0 = te.compute [11, 16] spatial 2 tag "P" {
      ^bb0(%i: index, %j: index):
        %a = te.read %x[%i - 1, %j - 1] else %zero : tensor<9x14xf32>
        te.yield %a : f32
      } : tensor<11x16xf32>
      %1 = te.compute [9, 14, 16, 3, 3] spatial 3 reduce sum tag "C" {
      ^bb0(%i: index, %j: index, %c: index, %k: index, %l: index):
        %a = te.read %0[%i + %k, %j + %l] : tensor<11x16xf32>
        %b = te.read %w[%k, %l, %c] : tensor<3x3x16xf32>
        %d = arith.mulf %a, %b : f32
        te.yield %d : f32
      } : tensor<9x14x16xf32>
      return %1 : tensor<9x14x16xf32>
    })";
  // Rows of the window; points of two tiles, written out for each of its
  // columns.
  expectSame(kWindows, R"(
    %s = schedule.get_block "C" in %root
    %i, %j, %c, %k, %l = schedule.get_loops of %s
    %jo, %jl = schedule.split %j by [0, 7]
    schedule.reorder %i, %jo, %k, %l, %jl, %c
    schedule.vectorize %c
    schedule.unroll %jl
    %init = schedule.decompose_reduction %s, %k
    schedule.skip_zeros %s, 0 at %k
    schedule.skip_zeros %s, 0 at %jl
    schedule.unroll %l
    schedule.unroll %jo
  )");
  // Tiles of several rows, on threads; loops that nothing unrolls.
  expectSame(kWindows, R"(
    %s = schedule.get_block "C" in %root
    %i, %j, %c, %k, %l = schedule.get_loops of %s
    %io, %il = schedule.split %i by [0, 3]
    schedule.reorder %io, %k, %l, %il, %j, %c
    %init = schedule.decompose_reduction %s, %k
    schedule.skip_zeros %s, 0 at %il
    schedule.skip_zeros %s, 0 at %j
    schedule.parallel %io
  )");
}

TEST_F(ScheduleTest, SkipCondition) {
  // A transposed convolution of 5 x 3 by 2 x 2: places have three taps or two,
  // and two or one.
  static constexpr const char *kTaps = R"(
    func.func @f(%x: tensor<9x6x3xf32>, %w: tensor<5x3x3x16xf32>)
        -> tensor<7x2x5x2x16xf32> {
      %zero = arith.constant 0.0 : f32
      %five = arith.constant 5 : index
      %three = arith.constant 3 : index
      %1 = te.compute [7, 2, 5, 2, 16, 3, 2, 3] spatial 5 reduce sum tag "C" {
      ^bb0(%i: index, %r: index, %j: index, %s: index, %o: index, %k: index, %l: index, %c: index):
        %row = affine.apply affine_map<(r, k) -> ((r + 1) mod 2 + k * 2)>(%r, %k)
        %column = affine.apply affine_map<(s, l) -> (s + l * 2)>(%s, %l)
        %0 = arith.cmpi ult, %row, %five : index
        %1 = arith.cmpi ult, %column, %three : index
        %2 = arith.andi %0, %1 : i1
        %a = te.read %x[%i - %k + 2, %j - %l + 1, %c] : tensor<9x6x3xf32>
        %b = te.read %w[(%r + 1) mod 2 + %k * 2, %s + %l * 2, %c, %o] else %zero : tensor<5x3x3x16xf32>
        %d = arith.mulf %a, %b : f32
        %e = arith.select %2, %d, %zero : f32
        te.yield %e : f32
      } : tensor<7x2x5x2x16xf32>
      return %1 : tensor<7x2x5x2x16xf32>
    })";
  expectSame(kTaps, R"(
    %t = schedule.get_block "C" in %root
    %i, %r, %j, %s, %o, %k, %l, %c = schedule.get_loops of %t
    schedule.reorder %i, %r, %s, %k, %l, %c, %j, %o
    schedule.vectorize %o
    schedule.unroll %j
    %init = schedule.decompose_reduction %t, %k
    schedule.skip_zeros %t, 0 at %k
    schedule.skip_zeros %t, 1 at %l
    schedule.parallel %i
  )");
  // One of them, of loops that are written out.
  expectSame(kTaps, R"(
    %t = schedule.get_block "C" in %root
    %i, %r, %j, %s, %o, %k, %l, %c = schedule.get_loops of %t
    %init = schedule.decompose_reduction %t, %k
    schedule.unroll %l
    schedule.skip_zeros %t, 1 at %l
    schedule.unroll %s
    schedule.unroll %r
  )");
}

TEST_F(ScheduleTest, DropPredicate) {
  // Rows, as many as come: whole tiles of four, and one for the rest, of which
  // rows are missing.
  static constexpr const char *kRows = R"(
    func.func @f(%x: tensor<?x12xf32>, %w: tensor<12x16xf32>)
        -> tensor<?x16xf32> {
      %c0 = arith.constant 0 : index
      %zero = arith.constant 0.0 : f32
      %n = tensor.dim %x, %c0 : tensor<?x12xf32>
      %0 = te.compute [%n, 16, 12] spatial 2 reduce sum tag "C" {
      ^bb0(%i: index, %j: index, %k: index):
        %a = te.read %x[%i, %k] : tensor<?x12xf32>
        %b = te.read %w[%k, %j] : tensor<12x16xf32>
        %c = arith.mulf %a, %b : f32
        te.yield %c : f32
      } : tensor<?x16xf32>
      %1 = te.compute [%n, 16] spatial 2 tag "D" {
      ^bb0(%i: index, %j: index):
        %a = te.read %0[%i, %j] : tensor<?x16xf32>
        %b = arith.maximumf %a, %zero : f32
        te.yield %b : f32
      } : tensor<?x16xf32>
      return %1 : tensor<?x16xf32>
    })";
  for (int64_t rows : {0, 1, 4, 7, 9})
    expectSame(kRows, R"(
      %c = schedule.get_block "C" in %root
      %d = schedule.get_block "D" in %root
      %i, %j = schedule.get_loops of %d
      %rest = schedule.loop_partition %i by 4
      %e = schedule.get_block "D_1" in %root
      %p, %q = schedule.get_loops of %e
      %po, %pl = schedule.split %p by [0, 4]
      %qo, %ql = schedule.split %q by [0, 8]
      schedule.reorder %qo, %po, %pl, %ql
      %t = schedule.compute_at %c, %po
      %r = schedule.cache_read %t, 0 at %po
      schedule.drop_predicate %t
      %to, %tt, %ti, %tj, %tk = schedule.get_loops of %t
      schedule.reorder %tk, %ti, %tj
      schedule.vectorize %tj
      schedule.parallel %qo
    )",
               {rows, rows});
}

} // namespace tvm::codegen
