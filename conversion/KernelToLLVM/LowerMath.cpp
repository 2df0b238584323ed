#include "conversion/KernelToLLVM/KernelToLLVM.h"

#include "mlir/Conversion/MathToLibm/MathToLibm.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Math/Transforms/Passes.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/Transforms/DialectConversion.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

using namespace mlir;

namespace tvm {

#define GEN_PASS_DEF_KERNELLOWERMATHPASS
#include "conversion/KernelToLLVM/Passes.h.inc"

/// f32 functions whose polynomial upstream is good enough; see README.md.
static bool hasPolynomial(StringRef name) {
  return llvm::is_contained({"exp", "tanh", "erf", "log", "log1p", "expm1",
                             "sin", "cos", "atan", "cbrt"},
                            name.split('.').second);
}

namespace {
struct KernelLowerMathPass
    : impl::KernelLowerMathPassBase<KernelLowerMathPass> {
  void runOnOperation() override {
    RewritePatternSet polynomials(&getContext());
    populateMathPolynomialApproximationPatterns(polynomials, hasPolynomial);
    if (failed(applyPatternsGreedily(getOperation(), std::move(polynomials))))
      return signalPassFailure();

    RewritePatternSet calls(&getContext());
    populateMathToLibmConversionPatterns(calls);
    ConversionTarget target(getContext());
    target.markUnknownOpDynamicallyLegal([](Operation *) { return true; });
    target.addIllegalDialect<math::MathDialect>();
    // Instructions, or what LLVM expands well.
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
