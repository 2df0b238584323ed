// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tuner/scripts/LoopFeatures.h"

#include "dialects/TE/TEDialect.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/OwningOpRef.h"
#include "mlir/Parser/Parser.h"
#include "llvm/ADT/STLExtras.h"
#include "gtest/gtest.h"

#include <cmath>
#include <map>

namespace tvm::tuner {
namespace {

/// The features of a function, by name; numbers as they were before the
/// logarithm.
class LoopFeaturesTest : public testing::Test {
protected:
  LoopFeaturesTest() {
    context.loadDialect<mlir::affine::AffineDialect, mlir::arith::ArithDialect,
                        mlir::func::FuncDialect, mlir::memref::MemRefDialect,
                        mlir::scf::SCFDialect, mlir::vector::VectorDialect,
                        te::TEDialect>();
  }

  void describe(llvm::StringRef text) {
    auto module = mlir::parseSourceString<mlir::ModuleOp>(text, &context);
    ASSERT_TRUE(module);
    auto function = *module->getOps<mlir::func::FuncOp>().begin();
    std::vector<float> values = getLoopFeatures(function);
    EXPECT_EQ(values, getLoopFeatures(function));
    features.clear();
    for (auto [name, value] : llvm::zip_equal(getLoopFeatureNames(), values))
      features[name] = std::exp2(value) - 1;
  }

  void expect(const std::string &name, double value) {
    ASSERT_TRUE(features.count(name)) << name;
    EXPECT_NEAR(features[name], value, 1e-3 * (1 + value)) << name;
  }

  mlir::MLIRContext context;
  std::map<std::string, double> features;
};

TEST_F(LoopFeaturesTest, VectorsInTiles) {
  describe(R"(
    func.func @product(%a: memref<32x64xf32>, %b: memref<64x48xf32>,
                       %c: memref<32x48xf32>) {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %c16 = arith.constant 16 : index
      %c32 = arith.constant 32 : index
      %c48 = arith.constant 48 : index
      %c64 = arith.constant 64 : index
      scf.parallel (%i) = (%c0) to (%c32) step (%c1) {
        scf.for %j = %c0 to %c48 step %c16 {
          scf.for %k = %c0 to %c64 step %c1 {
            %x = memref.load %a[%i, %k] : memref<32x64xf32>
            %xs = vector.broadcast %x : f32 to vector<16xf32>
            %y = vector.load %b[%k, %j] : memref<64x48xf32>, vector<16xf32>
            %z = vector.load %c[%i, %j] : memref<32x48xf32>, vector<16xf32>
            %s = vector.fma %xs, %y, %z : vector<16xf32>
            vector.store %s, %c[%i, %j] : memref<32x48xf32>, vector<16xf32>
          }
        }
      }
      return
    })");
  constexpr double kRuns = 32 * 3 * 64;
  expect("floats.runs", kRuns);
  expect("floats.lanes", 16);
  expect("moves.runs", kRuns);
  expect("functions.runs", 0);
  expect("loads.runs", 3 * kRuns);
  expect("loads.bytes", kRuns * (4 + 64 + 64));
  expect("stores.lanes", 16);
  expect("iterations", 32 + 32 * 3 + kRuns);
  expect("parallel", 32);
  expect("loop0.trips", 64);
  expect("loop0.read", 4 + 64 + 64);
  expect("loop0.floats", 16);
  // One iteration of the columns: a row of a, a column of tiles of b, a tile.
  expect("loop1.trips", 3);
  expect("loop1.read", 64 * 4 + 64 * 64 + 64);
  expect("loop1.written", 64);
  expect("loop1.floats", 64 * 16);
  expect("loop2.trips", 32);
  expect("loop2.read", 64 * 4 + 64 * 48 * 4 + 48 * 4);
  // All of it.
  expect("loop3.trips", 1);
  expect("loop3.read", 32 * 64 * 4 + 64 * 48 * 4 + 32 * 48 * 4);
  expect("loop3.reuse", kRuns * 16 / ((32 * 64 + 64 * 48 + 2 * 32 * 48) * 4.));
}

TEST_F(LoopFeaturesTest, BlocksInMarkedLoops) {
  describe(R"(
    func.func @sum(%a: memref<8x32xf32>, %b: memref<8x32xf32>) {
      %t = memref.alloc() : memref<8x32xf32>
      affine.for %i = 0 to 8 {
        affine.for %j = 0 to 32 {
          te.block "sum" [false, false] affine_map<(i, j) -> (i, j)>(%i, %j)
              captures(%a, %b : memref<8x32xf32>, memref<8x32xf32>) do {
          ^bb0(%vi: index, %vj: index, %ma: memref<8x32xf32>,
               %mb: memref<8x32xf32>):
            %x = affine.load %ma[%vi, 0] : memref<8x32xf32>
            %y = arith.addf %x, %x : f32
            affine.store %y, %mb[%vi, %vj] : memref<8x32xf32>
            te.yield
          }
        } {te.kind = "vectorized"}
      } {te.kind = "parallel"}
      return
    })");
  expect("floats.runs", 8);
  expect("floats.lanes", 32);
  expect("loads.lanes", 1); // of all iterations the same element
  expect("stores.lanes", 32);
  expect("stores.bytes", 8 * 32 * 4);
  expect("parallel", 8);
  expect("allocated", 8 * 32 * 4);
  expect("loop1.read", 4);
  expect("loop1.written", 32 * 4);
}

TEST_F(LoopFeaturesTest, LoopsOfUnknownLength) {
  describe(R"(
    func.func @copy(%a: memref<64xf32>, %b: memref<64xf32>, %n: index) {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %c16 = arith.constant 16 : index
      %c64 = arith.constant 64 : index
      scf.for %i = %c0 to %c64 step %c16 {
        %m = affine.min affine_map<(i)[n] -> (16, n - i)>(%i)[%n]
        scf.for %j = %c0 to %m step %c1 {
          %p = affine.apply affine_map<(i, j) -> (i + j)>(%i, %j)
          %x = memref.load %a[%p] : memref<64xf32>
          memref.store %x, %b[%p] : memref<64xf32>
        }
      }
      scf.for %i = %c0 to %n step %c1 {
        %x = memref.load %a[%c0] : memref<64xf32>
        memref.store %x, %b[%i] : memref<64xf32>
      }
      return
    })");
  // A bound limits the first one; the last one counts as eight iterations.
  expect("stores.runs", 64 + 8);
  expect("loop0.trips", 16);
  expect("loop0.read", 4);
  expect("loop1.read", 16 * 4);
  expect("loop2.read", 64 * 4 + 4);
  expect("floats.runs", 0);
}

} // namespace
} // namespace tvm::tuner
