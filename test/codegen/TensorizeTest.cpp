// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Tiles that became instructions compute what the loops did: by code of the
// declaration, by functions that stand for an accelerator, by an instruction of
// this machine.

#include "test/codegen/ScheduledKernels.h"

using namespace mlir;
using namespace tvm;

namespace tvm::codegen {

/// y[4, 16] += a[4] x b[16] in four registers; reset stores zeros.
static constexpr const char *kOuterProduct = R"(
te.tensor_intrin @outer4x16 {
^bb0(%a: tensor<4xf32>, %b: tensor<16xf32>):
  %y = te.compute [4, 16, 1] spatial 2 reduce sum {
  ^bb0(%i: index, %j: index, %k: index):
    %0 = te.read %a[%i] : tensor<4xf32>
    %1 = te.read %b[%j] : tensor<16xf32>
    %2 = arith.mulf %0, %1 : f32
    te.yield %2 : f32
  } : tensor<4x16xf32>
  te.yield %y : tensor<4x16xf32>
} reset {
^bb0(%y: memref<4x16xf32, strided<[?, 1], offset: ?>>):
  %zero = arith.constant dense<0.0> : vector<16xf32>
  affine.for %i = 0 to 4 {
    affine.vector_store %zero, %y[%i, 0] : memref<4x16xf32, strided<[?, 1], offset: ?>>, vector<16xf32>
  }
  te.yield
} update {
^bb0(%a: memref<4xf32, strided<[?], offset: ?>>, %b: memref<16xf32, strided<[1], offset: ?>>, %y: memref<4x16xf32, strided<[?, 1], offset: ?>>):
  %row = affine.vector_load %b[0] : memref<16xf32, strided<[1], offset: ?>>, vector<16xf32>
  affine.for %i = 0 to 4 {
    %0 = affine.load %a[%i] : memref<4xf32, strided<[?], offset: ?>>
    %1 = vector.broadcast %0 : f32 to vector<16xf32>
    %2 = affine.vector_load %y[%i, 0] : memref<4x16xf32, strided<[?, 1], offset: ?>>, vector<16xf32>
    %3 = vector.fma %1, %row, %2 : vector<16xf32>
    affine.vector_store %3, %y[%i, 0] : memref<4x16xf32, strided<[?, 1], offset: ?>>, vector<16xf32>
  }
  te.yield
}
)";

static constexpr const char *kMatMul = R"(
func.func @f(%a: tensor<12x10xf32>, %b: tensor<10x32xf32>) -> tensor<12x32xf32> {
  %0 = te.compute [12, 32, 10] spatial 2 reduce sum tag "C" {
  ^bb0(%i: index, %j: index, %k: index):
    %x = te.read %a[%i, %k] : tensor<12x10xf32>
    %y = te.read %b[%k, %j] : tensor<10x32xf32>
    %z = arith.mulf %x, %y : f32
    te.yield %z : f32
  } : tensor<12x32xf32>
  return %0 : tensor<12x32xf32>
}
)";

TEST_F(ScheduleTest, TensorizesMatMul) {
  expectSame(kMatMul + std::string(kOuterProduct), R"(
    %c = schedule.get_block "C" in %root
    %i, %j, %k = schedule.get_loops of %c
    %io, %jo, %il, %jl = schedule.tile %i, %j by [4, 16]
    schedule.reorder %k, %il, %jl
    %t = schedule.tensorize %il with @outer4x16
  )");
}

/// Steps that move tiles as a whole, behind tensorize.
TEST_F(ScheduleTest, SchedulesTensorizedMatMul) {
  expectSame(kMatMul + std::string(kOuterProduct), R"(
    %c = schedule.get_block "C" in %root
    %i, %j, %k = schedule.get_loops of %c
    %io, %jo, %il, %jl = schedule.tile %i, %j by [4, 16]
    schedule.reorder %k, %il, %jl
    %t = schedule.tensorize %il with @outer4x16
    %ko, %kl = schedule.split %k by [0, 4]
    schedule.reorder %jo, %ko, %io, %kl
    %init = schedule.decompose_reduction %t, %ko
    schedule.unroll %kl
    schedule.parallel %jo
  )");
}

/// Rows are two apart, in an image with a border: strides of the views.
TEST_F(ScheduleTest, TensorizesConvolution) {
  expectSame(std::string(R"(
func.func @f(%x: tensor<9x19x5xf32>, %w: tensor<3x3x5x32xf32>, %b: tensor<32xf32>) -> tensor<4x8x32xf32> {
  %0 = te.compute [4, 8, 32, 3, 3, 5] spatial 3 reduce sum tag "C" {
  ^bb0(%y: index, %z: index, %o: index, %p: index, %q: index, %c: index):
    %l = te.read %x[%y * 2 + %p, %z * 2 + %q, %c] : tensor<9x19x5xf32>
    %r = te.read %w[%p, %q, %c, %o] : tensor<3x3x5x32xf32>
    %m = arith.mulf %r, %l : f32
    te.yield %m : f32
  } : tensor<4x8x32xf32>
  %1 = te.compute [4, 8, 32] spatial 3 tag "D" {
  ^bb0(%y: index, %z: index, %o: index):
    %l = te.read %0[%y, %z, %o] : tensor<4x8x32xf32>
    %r = te.read %b[%o] : tensor<32xf32>
    %m = arith.addf %l, %r : f32
    te.yield %m : f32
  } : tensor<4x8x32xf32>
  return %1 : tensor<4x8x32xf32>
}
)") + kOuterProduct,
             R"(
    %c = schedule.get_block "C" in %root
    %d = schedule.get_block "D" in %root
    %y, %z, %o, %p, %q, %k = schedule.get_loops of %c
    %zo, %zl = schedule.split %z by [0, 4]
    %oo, %ol = schedule.split %o by [0, 16]
    schedule.reorder %zo, %oo, %p, %q, %k, %zl, %ol
    %t = schedule.tensorize %zl with @outer4x16
    schedule.reverse_compute_at %d, %oo
    schedule.parallel %y
  )");
}

/// Functions for the instructions of an accelerator with 8x8 tiles.
static constexpr const char *kAccelerator = R"(
te.tensor_intrin @gemm8x8 {
^bb0(%w: tensor<8x8xf32>, %x: tensor<8x8xf32>):
  %y = te.compute [8, 8, 8] spatial 2 reduce sum {
  ^bb0(%i: index, %j: index, %k: index):
    %0 = te.read %w[%k, %i] : tensor<8x8xf32>
    %1 = te.read %x[%k, %j] : tensor<8x8xf32>
    %2 = arith.mulf %0, %1 : f32
    te.yield %2 : f32
  } : tensor<8x8xf32>
  te.yield %y : tensor<8x8xf32>
} reset {
^bb0(%y: memref<8x8xf32, "vdla.acc_buffer">):
  te.hardware_intrin "fill_zero"(w %y : memref<8x8xf32, "vdla.acc_buffer">)
  te.yield
} update {
^bb0(%w: memref<8x8xf32, "vdla.inp_buffer">, %x: memref<8x8xf32, "vdla.inp_buffer">, %y: memref<8x8xf32, "vdla.acc_buffer">):
  te.hardware_intrin "fused_gemm8x8_add"(rw %y : memref<8x8xf32, "vdla.acc_buffer">, r %w : memref<8x8xf32, "vdla.inp_buffer">, r %x : memref<8x8xf32, "vdla.inp_buffer">)
  te.yield
}
te.tensor_intrin @dma_load {
^bb0(%s: tensor<8x8xf32>):
  %y = te.compute [8, 8] spatial 2 {
  ^bb0(%i: index, %j: index):
    %0 = te.read %s[%i, %j] : tensor<8x8xf32>
    te.yield %0 : f32
  } : tensor<8x8xf32>
  te.yield %y : tensor<8x8xf32>
} compute {
^bb0(%s: memref<8x8xf32, strided<[?, 1], offset: ?>>, %d: memref<8x8xf32, "vdla.inp_buffer">):
  te.hardware_intrin "dma_copy2d"(w %d : memref<8x8xf32, "vdla.inp_buffer">, r %s : memref<8x8xf32, strided<[?, 1], offset: ?>>)
  te.yield
}
te.tensor_intrin @dma_store {
^bb0(%s: tensor<8x8xf32>):
  %y = te.compute [8, 8] spatial 2 {
  ^bb0(%i: index, %j: index):
    %0 = te.read %s[%i, %j] : tensor<8x8xf32>
    te.yield %0 : f32
  } : tensor<8x8xf32>
  te.yield %y : tensor<8x8xf32>
} compute {
^bb0(%s: memref<8x8xf32, "vdla.acc_buffer">, %d: memref<8x8xf32, strided<[?, 1], offset: ?>>):
  te.hardware_intrin "dma_copy2d"(w %d : memref<8x8xf32, strided<[?, 1], offset: ?>>, r %s : memref<8x8xf32, "vdla.acc_buffer">)
  te.yield
}
func.func private @fill_zero(%y: memref<8x8xf32>) {
  %zero = arith.constant 0.0 : f32
  affine.for %i = 0 to 8 {
    affine.for %j = 0 to 8 {
      affine.store %zero, %y[%i, %j] : memref<8x8xf32>
    }
  }
  return
}
func.func private @dma_copy2d(%to: memref<8x8xf32, strided<[?, 1], offset: ?>>, %from: memref<8x8xf32, strided<[?, 1], offset: ?>>) {
  affine.for %i = 0 to 8 {
    affine.for %j = 0 to 8 {
      %0 = affine.load %from[%i, %j] : memref<8x8xf32, strided<[?, 1], offset: ?>>
      affine.store %0, %to[%i, %j] : memref<8x8xf32, strided<[?, 1], offset: ?>>
    }
  }
  return
}
func.func private @fused_gemm8x8_add(%y: memref<8x8xf32>, %w: memref<8x8xf32>, %x: memref<8x8xf32>) {
  affine.for %i = 0 to 8 {
    affine.for %j = 0 to 8 {
      affine.for %k = 0 to 8 {
        %0 = affine.load %w[%k, %i] : memref<8x8xf32>
        %1 = affine.load %x[%k, %j] : memref<8x8xf32>
        %2 = arith.mulf %0, %1 : f32
        %3 = affine.load %y[%i, %j] : memref<8x8xf32>
        %4 = arith.addf %3, %2 : f32
        affine.store %4, %y[%i, %j] : memref<8x8xf32>
      }
    }
  }
  return
}
)";

TEST_F(ScheduleTest, RunsAcceleratorsInstructions) {
  expectSame(std::string(R"(
func.func @f(%a: tensor<32x16xf32>, %b: tensor<32x24xf32>) -> tensor<16x24xf32> {
  %0 = te.compute [16, 24, 32] spatial 2 reduce sum tag "C" {
  ^bb0(%y: index, %x: index, %k: index):
    %l = te.read %a[%k, %y] : tensor<32x16xf32>
    %r = te.read %b[%k, %x] : tensor<32x24xf32>
    %m = arith.mulf %l, %r : f32
    te.yield %m : f32
  } : tensor<16x24xf32>
  return %0 : tensor<16x24xf32>
}
)") + kAccelerator,
             R"(
    %c = schedule.get_block "C" in %root
    %write = schedule.cache_write %c
    %y, %x = schedule.get_loops of %write
    %yo, %xo, %yi, %xi = schedule.tile %y, %x by [8, 8]
    %cl = schedule.compute_at %c, %xo
    schedule.set_scope %cl to "vdla.acc_buffer"
    %a, %b, %cy, %cx, %k = schedule.get_loops of %cl
    %ko, %ki = schedule.split %k by [0, 8]
    schedule.reorder %ko, %cy, %cx, %ki
    %al = schedule.cache_read %cl, 0 to "vdla.inp_buffer" at %ko
    %bl = schedule.cache_read %cl, 1 to "vdla.inp_buffer" at %ko
    %g = schedule.tensorize %cy with @gemm8x8
    %a0, %a1, %a2, %ay, %ax = schedule.get_loops of %al
    %ga = schedule.tensorize %ay with @dma_load
    %b0, %b1, %b2, %by, %bx = schedule.get_loops of %bl
    %gb = schedule.tensorize %by with @dma_load
    %gw = schedule.tensorize %yi with @dma_store
    schedule.parallel %yo
  )");
}

/// Four products of unsigned and signed bytes, added to 16 integers.
static constexpr const char *kDotProduct = R"(
te.tensor_intrin @vpdpbusd {
^bb0(%a: tensor<4xi8>, %b: tensor<16x4xi8>):
  %y = te.compute [16, 4] spatial 1 reduce sum {
  ^bb0(%i: index, %k: index):
    %0 = te.read %a[%k] : tensor<4xi8>
    %1 = te.read %b[%i, %k] : tensor<16x4xi8>
    %2 = arith.extui %0 : i8 to i32
    %3 = arith.extsi %1 : i8 to i32
    %4 = arith.muli %2, %3 : i32
    te.yield %4 : i32
  } : tensor<16xi32>
  te.yield %y : tensor<16xi32>
} reset {
^bb0(%y: memref<16xi32, strided<[1], offset: ?>>):
  %zero = arith.constant dense<0> : vector<16xi32>
  affine.vector_store %zero, %y[0] : memref<16xi32, strided<[1], offset: ?>>, vector<16xi32>
  te.yield
} update {
^bb0(%a: memref<4xi8, strided<[1], offset: ?>>, %b: memref<16x4xi8, strided<[4, 1], offset: ?>>, %y: memref<16xi32, strided<[1], offset: ?>>):
  %0 = affine.vector_load %a[0] : memref<4xi8, strided<[1], offset: ?>>, vector<4xi8>
  %1 = vector.bitcast %0 : vector<4xi8> to vector<1xi32>
  %2 = vector.broadcast %1 : vector<1xi32> to vector<16xi32>
  %3 = vector.bitcast %2 : vector<16xi32> to vector<64xi8>
  %flat = memref.collapse_shape %b [[0, 1]] : memref<16x4xi8, strided<[4, 1], offset: ?>> into memref<64xi8, strided<[1], offset: ?>>
  %4 = affine.vector_load %flat[0] : memref<64xi8, strided<[1], offset: ?>>, vector<64xi8>
  %5 = affine.vector_load %y[0] : memref<16xi32, strided<[1], offset: ?>>, vector<16xi32>
  %6 = llvm.call_intrinsic "llvm.x86.avx512.vpdpbusd.512"(%5, %3, %4) : (vector<16xi32>, vector<64xi8>, vector<64xi8>) -> vector<16xi32>
  affine.vector_store %6, %y[0] : memref<16xi32, strided<[1], offset: ?>>, vector<16xi32>
  te.yield
}
)";

static constexpr const char *kDotProductKernel = R"(
func.func @f(%a: tensor<5x24xi8>, %b: tensor<2x6x16x4xi8>) -> tensor<5x2x16xi32> {
  %0 = te.compute [5, 2, 16, 6, 4] spatial 3 reduce sum tag "C" {
  ^bb0(%m: index, %n: index, %i: index, %ko: index, %ki: index):
    %0 = te.read %a[%m, %ko * 4 + %ki] : tensor<5x24xi8>
    %1 = te.read %b[%n, %ko, %i, %ki] : tensor<2x6x16x4xi8>
    %2 = arith.extui %0 : i8 to i32
    %3 = arith.extsi %1 : i8 to i32
    %4 = arith.muli %2, %3 : i32
    te.yield %4 : i32
  } : tensor<5x2x16xi32>
  return %0 : tensor<5x2x16xi32>
}
)";

static constexpr const char *kDotProductScript = R"(
    %c = schedule.get_block "C" in %root
    %m, %n, %i, %ko, %ki = schedule.get_loops of %c
    schedule.reorder %ko, %i, %ki
    %t = schedule.tensorize %i with @vpdpbusd
    schedule.reorder %n, %m
)";

TEST_F(ScheduleTest, RunsInstructionOfThisMachine) {
  auto host = Target::parse("host");
  ASSERT_TRUE(static_cast<bool>(host));
  if (!host->hasFeature("avx512vnni"))
    GTEST_SKIP() << "this machine has no vpdpbusd";
  std::string kernel = std::string(kDotProductKernel) + kDotProduct;
  expectSame(kernel, kDotProductScript);
  CompileOptions options;
  options.emitText = true;
  auto compiled = KernelCompiler(*host, options)
                      .compile(*parse(lower(kernel, kDotProductScript, true)));
  ASSERT_TRUE(static_cast<bool>(compiled));
  EXPECT_NE(compiled->assembly.find("vpdpbusd"), std::string::npos);
}

} // namespace tvm::codegen
