// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "test/codegen/TestKernels.h"

#include "conversion/KernelToLLVM/KernelToLLVM.h"

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
  for (unsigned optLevel : {0, 1, 2, 3}) {
    std::vector<float> a(1000), b(1000, 2), out(1000);
    std::iota(a.begin(), a.end(), 0);
    run(kAdd, {a.data(), b.data(), out.data()}, {1000, 1000, 1000}, optLevel);
    for (int i = 0; i < 1000; ++i)
      EXPECT_EQ(out[i], i + 2);
  }
}

TEST_F(KernelTest, RunsEmptyLoops) {
  float a = 1, b = 2, out = 3;
  run(kAdd, {&a, &b, &out}, {0, 0, 0});
  EXPECT_EQ(out, 3);
}

// A masked tail, as the vectoriser writes it.
TEST_F(KernelTest, AddsStaticVectorsWithMask) {
  std::vector<float> a(23), out(24, -1);
  std::iota(a.begin(), a.end(), 0);
  run(R"(
module @k {
  func.func @k(%a: memref<23xf32>, %out: memref<23xf32>) {
    %zero = arith.constant dense<0.0> : vector<16xf32>
    affine.for %i = 0 to 23 step 16 {
      %c23 = arith.constant 23 : index
      %left = arith.subi %c23, %i : index
      %mask = vector.create_mask %left : vector<16xi1>
      %x = vector.maskedload %a[%i], %mask, %zero
          : memref<23xf32>, vector<16xi1>, vector<16xf32> into vector<16xf32>
      %y = arith.addf %x, %x : vector<16xf32>
      vector.maskedstore %out[%i], %mask, %y
          : memref<23xf32>, vector<16xi1>, vector<16xf32>
    }
    return
  }
})",
      {a.data(), out.data()});
  for (int i = 0; i < 23; ++i)
    EXPECT_EQ(out[i], 2 * i);
  EXPECT_EQ(out[23], -1);
}

// Temporaries of static and dynamic size, in turn and at once.
TEST_F(KernelTest, UsesItsWorkspace) {
  std::vector<float> in(5 * 8), out(5 * 8);
  std::iota(in.begin(), in.end(), 0);
  run(R"(
module @k {
  func.func @k(%in: memref<?x8xf32>, %out: memref<?x8xf32>) {
    %c0 = arith.constant 0 : index
    %n = memref.dim %in, %c0 : memref<?x8xf32>
    %t = memref.alloc(%n) : memref<?x8xf32>
    %sum = memref.alloc() : memref<8xf32>
    %zero = arith.constant 0.0 : f32
    affine.for %j = 0 to 8 {
      affine.store %zero, %sum[%j] : memref<8xf32>
    }
    affine.for %i = 0 to %n {
      affine.for %j = 0 to 8 {
        %x = affine.load %in[%i, %j] : memref<?x8xf32>
        %y = arith.addf %x, %x : f32
        affine.store %y, %t[%i, %j] : memref<?x8xf32>
        %s = affine.load %sum[%j] : memref<8xf32>
        %r = arith.addf %s, %x : f32
        affine.store %r, %sum[%j] : memref<8xf32>
      }
    }
    affine.for %i = 0 to %n {
      affine.for %j = 0 to 8 {
        %x = affine.load %t[%i, %j] : memref<?x8xf32>
        %s = affine.load %sum[%j] : memref<8xf32>
        %y = arith.addf %x, %s : f32
        affine.store %y, %out[%i, %j] : memref<?x8xf32>
      }
    }
    memref.dealloc %t : memref<?x8xf32>
    return
  }
})",
      {in.data(), out.data()}, {5, 5});
  for (int i = 0; i < 5; ++i)
    for (int j = 0; j < 8; ++j)
      EXPECT_EQ(out[i * 8 + j], 2 * (i * 8 + j) + 5 * j + 80);
}

// A comparison of f32 gives one byte each, 0 or 1.
TEST_F(KernelTest, StoresBoolsInBytes) {
  std::vector<float> a = {1, 2, 3, NAN};
  std::vector<int8_t> out(4, 7);
  run(R"(
module @k {
  func.func @k(%a: memref<4xf32>, %out: memref<4xi8>) {
    %two = arith.constant 2.0 : f32
    affine.for %i = 0 to 4 {
      %x = affine.load %a[%i] : memref<4xf32>
      %less = arith.cmpf ole, %x, %two : f32
      %byte = arith.extui %less : i1 to i8
      affine.store %byte, %out[%i] : memref<4xi8>
    }
    return
  }
})",
      {a.data(), out.data()});
  EXPECT_EQ(out, (std::vector<int8_t>{1, 1, 0, 0}));
}

// A reduction over 2-D vectors with accumulators on the stack, in a loop.
TEST_F(KernelTest, KeepsAccumulatorsInRegisters) {
  std::vector<float> a(4 * 100), out(4 * 16);
  std::iota(a.begin(), a.end(), 0);
  run(R"(
module @k {
  func.func @k(%a: memref<4x100xf32>, %out: memref<4xf32>) {
    %c0 = arith.constant 0 : index
    affine.for %i = 0 to 4 {
      %acc = memref.alloca() : memref<vector<4xf32>>
      %zero = arith.constant dense<0.0> : vector<4xf32>
      %f0 = arith.constant 0.0 : f32
      memref.store %zero, %acc[] : memref<vector<4xf32>>
      affine.for %j = 0 to 100 step 4 {
        %x = vector.transfer_read %a[%i, %j], %f0 {in_bounds = [true]}
            : memref<4x100xf32>, vector<4xf32>
        %s = memref.load %acc[] : memref<vector<4xf32>>
        %r = arith.addf %s, %x : vector<4xf32>
        memref.store %r, %acc[] : memref<vector<4xf32>>
      }
      %s = memref.load %acc[] : memref<vector<4xf32>>
      %sum = vector.reduction <add>, %s : vector<4xf32> into f32
      affine.store %sum, %out[%i] : memref<4xf32>
    }
    return
  }
})",
      {a.data(), out.data()});
  for (int i = 0; i < 4; ++i)
    EXPECT_EQ(out[i], i * 10000 + 4950);
}
