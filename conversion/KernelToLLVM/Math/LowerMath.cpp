// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "conversion/KernelToLLVM/KernelToLLVM.h"
#include "conversion/KernelToLLVM/Math/ErrorFunction.h"
#include "conversion/KernelToLLVM/Math/Exponential.h"
#include "conversion/KernelToLLVM/Math/MinMax.h"
#include "conversion/KernelToLLVM/Math/Trigonometry.h"

#include "mlir/Conversion/MathToLibm/MathToLibm.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Math/Transforms/Passes.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Transforms/DialectConversion.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

using namespace mlir;

namespace tvm {

#define GEN_PASS_DEF_KERNELLOWERMATHPASS
#include "conversion/KernelToLLVM/Passes.h.inc"

/// Whether upstream's polynomial for an f32 function is accurate enough; see
/// README.md.
static bool hasPolynomial(StringRef name) {
  static constexpr llvm::StringLiteral names[] = {"math.expm1", "math.log",
                                                  "math.log1p", "math.tanh"};
  return llvm::is_contained(names, name);
}

/// Expands x^2 and x^3, which normalisations and GELU contain.
static void expandSmallPowers(ModuleOp module) {
  module.walk([](math::PowFOp op) {
    APFloat exponent(0.0);
    if (!matchPattern(op.getRhs(), m_ConstantFloat(&exponent)))
      return;
    bool isSquare = exponent.isExactlyValue(2.0);
    if (!isSquare && !exponent.isExactlyValue(3.0))
      return;
    OpBuilder builder(op);
    Value x = op.getLhs();
    Value power = arith::MulFOp::create(builder, op.getLoc(), x, x);
    if (!isSquare)
      power = arith::MulFOp::create(builder, op.getLoc(), power, x);
    op.replaceAllUsesWith(power);
    op.erase();
  });
}

/// Whether the pass has something to do.
static bool hasMath(ModuleOp module) {
  return module
      .walk([](Operation *op) {
        return isa_and_present<math::MathDialect>(op->getDialect()) ||
                       isa<arith::MaximumFOp, arith::MinimumFOp>(op)
                   ? WalkResult::interrupt()
                   : WalkResult::advance();
      })
      .wasInterrupted();
}

namespace {
struct KernelLowerMathPass
    : impl::KernelLowerMathPassBase<KernelLowerMathPass> {
  void runOnOperation() override {
    if (!hasMath(getOperation()))
      return;
    expandSmallPowers(getOperation());
    RewritePatternSet polynomials(&getContext());
    populateMathPolynomialApproximationPatterns(polynomials, hasPolynomial);
    populateErrorFunctionPatterns(polynomials);
    populateExponentialPatterns(polynomials);
    populateMinMaxPatterns(polynomials);
    populateTrigonometryPatterns(polynomials);
    if (failed(applyPatternsGreedily(getOperation(), std::move(polynomials))))
      return signalPassFailure();

    RewritePatternSet calls(&getContext());
    populateMathToLibmConversionPatterns(calls);
    ConversionTarget target(getContext());
    target.markUnknownOpDynamicallyLegal([](Operation *) { return true; });
    target.addIllegalDialect<math::MathDialect>();
    // Operations that are instructions, or that LLVM expands well.
    target.addLegalOp<math::AbsFOp, math::AbsIOp, math::CeilOp,
                      math::CopySignOp, math::CountLeadingZerosOp,
                      math::CountTrailingZerosOp, math::CtPopOp, math::FloorOp,
                      math::FmaOp, math::IsFiniteOp, math::IsInfOp,
                      math::IsNaNOp, math::IsNormalOp, math::RoundEvenOp,
                      math::RoundOp, math::RsqrtOp, math::SqrtOp, math::TruncOp,
                      math::FPowIOp, math::IPowIOp>();
    if (failed(
            applyPartialConversion(getOperation(), target, std::move(calls))))
      signalPassFailure();
  }
};
} // namespace

} // namespace tvm
