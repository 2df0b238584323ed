// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "conversion/KernelToLLVM/KernelToLLVM.h"
#include "conversion/KernelToLLVM/Math/NarrowFloats.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Transforms/Passes.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Math/Transforms/Passes.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/Transforms/DialectConversion.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"
#include "transforms/Target/TargetSpec.h"

using namespace mlir;

namespace tvm {

#define GEN_PASS_DEF_KERNELLOWERFLOATSPASS
#include "conversion/KernelToLLVM/Passes.h.inc"

static bool isNarrow(Type type) {
  auto element = dyn_cast<FloatType>(getElementTypeOrSelf(type));
  return element && element.getWidth() < 32;
}

/// Converts arithmetic and elementary functions on narrow floats to f32.
static LogicalResult computeInF32(ModuleOp module) {
  MLIRContext *context = module.getContext();
  Type f32 = Float32Type::get(context);
  SmallVector<Type> narrow = {
      Float16Type::get(context),        BFloat16Type::get(context),
      Float8E4M3FNType::get(context),   Float8E5M2Type::get(context),
      Float8E4M3FNUZType::get(context), Float8E5M2FNUZType::get(context)};
  TypeConverter converter;
  arith::populateEmulateUnsupportedFloatsConversions(converter, narrow, f32);
  RewritePatternSet patterns(context);
  arith::populateEmulateUnsupportedFloatsPatterns(patterns, converter);
  ConversionTarget target(*context);
  arith::populateEmulateUnsupportedFloatsLegality(target, converter);
  if (failed(applyPartialConversion(module, target, std::move(patterns))))
    return failure();

  SetVector<Type> wide;
  wide.insert(f32);
  wide.insert(Float64Type::get(context));
  TypeConverter mathConverter;
  math::populateExtendToSupportedTypesTypeConverter(mathConverter, wide, f32);
  RewritePatternSet mathPatterns(context);
  math::populateExtendToSupportedTypesPatterns(mathPatterns, mathConverter);
  ConversionTarget mathTarget(*context);
  math::populateExtendToSupportedTypesConversionTarget(mathTarget,
                                                       mathConverter);
  return applyPartialConversion(module, mathTarget, std::move(mathPatterns));
}

/// Keeps roundings, which upstream would drop if the result is widened again.
static void keepRoundings(ModuleOp module) {
  module.walk([](Operation *op) {
    if (isa<arith::TruncFOp, arith::ExtFOp>(op))
      op->removeAttr("fastmath");
  });
}

namespace {
struct KernelLowerFloatsPass
    : impl::KernelLowerFloatsPassBase<KernelLowerFloatsPass> {
  using KernelLowerFloatsPassBase::KernelLowerFloatsPassBase;

  void runOnOperation() override {
    WalkResult search = getOperation().walk([](Operation *op) {
      return llvm::any_of(op->getResultTypes(), isNarrow)
                 ? WalkResult::interrupt()
                 : WalkResult::advance();
    });
    if (!search.wasInterrupted())
      return;
    auto nativeF16 = target::findBoolean(getOperation(), device, "native_f16",
                                         /*missing=*/true);
    if (failed(nativeF16))
      return signalPassFailure();
    RewritePatternSet patterns(&getContext());
    arith::populateExpandBFloat16Patterns(patterns);
    populateF64Patterns(patterns);
    populateExpandTinyFloatPatterns(patterns);
    if (!*nativeF16)
      populateExpandF16Patterns(patterns);
    if (failed(computeInF32(getOperation())))
      return signalPassFailure();
    keepRoundings(getOperation());
    if (failed(applyPatternsGreedily(getOperation(), std::move(patterns))))
      signalPassFailure();
  }
};
} // namespace

} // namespace tvm
