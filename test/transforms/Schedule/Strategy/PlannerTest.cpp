// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "transforms/Schedule/Strategy/Planner.h"

#include "dialects/Schedule/ScheduleDialect.h"
#include "dialects/TE/TEDialect.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/Parser/Parser.h"
#include "transforms/Schedule/Rules/Rules.h"
#include "transforms/Schedule/Scripts.h"
#include "transforms/Schedule/Strategy/CustomRule.h"
#include "gtest/gtest.h"

using namespace tvm::schedule;

namespace {
/// A product of 32 x 16 by 16 x 16.
constexpr llvm::StringLiteral kProduct = R"(
func.func @product(%a: memref<32x16xf32>, %b: memref<16x16xf32>,
                   %c: memref<32x16xf32>) {
  affine.for %i = 0 to 32 {
    affine.for %j = 0 to 16 {
      affine.for %k = 0 to 16 {
        te.block "C" [false, false, true]
            affine_map<(i, j, k) -> (i, j, k)>(%i, %j, %k)
            captures(%a, %b, %c : memref<32x16xf32>, memref<16x16xf32>,
                     memref<32x16xf32>) init {
        ^bb0(%vi: index, %vj: index, %vk: index, %ma: memref<32x16xf32>,
             %mb: memref<16x16xf32>, %mc: memref<32x16xf32>):
          %zero = arith.constant 0.0 : f32
          affine.store %zero, %mc[%vi, %vj] : memref<32x16xf32>
          te.yield
        } do {
        ^bb0(%vi: index, %vj: index, %vk: index, %ma: memref<32x16xf32>,
             %mb: memref<16x16xf32>, %mc: memref<32x16xf32>):
          %x = affine.load %ma[%vi, %vk] : memref<32x16xf32>
          %y = affine.load %mb[%vk, %vj] : memref<16x16xf32>
          %xy = arith.mulf %x, %y : f32
          %old = affine.load %mc[%vi, %vj] : memref<32x16xf32>
          %sum = arith.addf %old, %xy : f32
          affine.store %sum, %mc[%vi, %vj] : memref<32x16xf32>
          te.yield
        }
      }
    }
  }
  return
})";

/// What a Rival says; it takes no block without cycles.
struct Claim {
  double cycles = 0;
  bool isPreferred = false;
};

/// A rule for products that changes nothing.
struct Rival : CustomRule {
  Rival(llvm::StringRef name, int priority, const Claim &claim)
      : CustomRule(name, Scope::Block, priority, {{"size", 1, 4, 1}}),
        claim(claim) {}

  std::unique_ptr<StrategySpace>
  match(const Candidate &candidate) const override {
    if (claim.cycles == 0)
      return nullptr;
    ParameterSpace space;
    space.add(makeParameter("size", {1, 2, 4}, 1));
    auto build = [this, context = candidate.getBlock().getContext()](
                     llvm::ArrayRef<int64_t> point) {
      return makeStrategy(context, point);
    };
    llvm::SmallVector<Strategy> preferred(claim.isPreferred ? 1 : 0,
                                          build({1}));
    return FunctionSpace::make(std::move(space), build, preferred);
  }

  double estimate(const BlockAccesses &, Strategy,
                  const MachineModel &) const override {
    return claim.cycles;
  }

  mlir::LogicalResult apply(ScheduleBuilder &, const BlockAccesses &,
                            Strategy) const override {
    return mlir::success();
  }

  const Claim &claim;
};

/// Rules of the priority of register tiles, and of a higher one.
Claim equal, higher;

class Planner : public testing::Test {
protected:
  Planner() {
    context.loadDialect<
        mlir::affine::AffineDialect, mlir::arith::ArithDialect,
        mlir::func::FuncDialect, mlir::LLVM::LLVMDialect,
        mlir::memref::MemRefDialect, mlir::transform::TransformDialect,
        mlir::vector::VectorDialect, ScheduleDialect, tvm::te::TEDialect>();
    equal = higher = {};
  }

  static void SetUpTestSuite() {
    registerScheduleRule(
        std::make_unique<Rival>("equal", Priority::kBlock, equal));
    registerScheduleRule(
        std::make_unique<Rival>("higher", Priority::kBlock + 1, higher));
  }

  /// The name of the rule that is chosen for the product.
  std::string choose() {
    auto module = mlir::parseSourceString<mlir::ModuleOp>(kProduct, &context);
    auto kernel = *module->getOps<mlir::func::FuncOp>().begin();
    ScheduleBuilder schedule(kernel, createScript(*module),
                             /*isOneOfMany=*/false);
    auto strategies = scheduleKernel(schedule, /*given=*/{},
                                     MachineModel{tvm::target::CPU()});
    if (failed(strategies) || strategies->getStrategies().empty())
      return "none";
    return mlir::cast<Strategy>(strategies->getStrategies().begin()->getValue())
        .getRuleName()
        .str();
  }

  mlir::MLIRContext context;
};
} // namespace

TEST_F(Planner, OfEqualPriorityTheCheaperRuleIsTaken) {
  EXPECT_EQ(choose(), "register_tile");
  for (bool isPreferred : {false, true}) {
    equal = {1e15, isPreferred};
    EXPECT_EQ(choose(), "register_tile");
    equal = {1, isPreferred};
    EXPECT_EQ(choose(), "equal");
  }
}

TEST_F(Planner, ARuleThatPrefersNothingCompetesWithLowerPriorities) {
  higher = {1e15, /*isPreferred=*/false};
  EXPECT_EQ(choose(), "register_tile");
  higher.cycles = 1;
  EXPECT_EQ(choose(), "higher");
  equal = {0.5, /*isPreferred=*/false};
  EXPECT_EQ(choose(), "equal");
}

TEST_F(Planner, ARuleOfHigherPriorityThatPrefersAStrategyIsTaken) {
  higher = {1e15, /*isPreferred=*/true};
  EXPECT_EQ(choose(), "higher");
}
