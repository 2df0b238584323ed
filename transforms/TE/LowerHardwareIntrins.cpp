// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "transforms/TE/Passes.h"

#include "dialects/TE/TEOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/PatternMatch.h"

using namespace mlir;

namespace tvm::te {

#define GEN_PASS_DEF_LOWERHARDWAREINTRINSPASS
#include "transforms/TE/Passes.h.inc"

/// Reports an error if the callee's types differ from those of the call.
static LogicalResult verifyCall(HardwareIntrinOp intrin, func::FuncOp callee) {
  TypeRange given = intrin.getBuffers().getTypes();
  TypeRange taken = callee.getArgumentTypes();
  auto fits = [](auto pair) {
    auto [from, to] = pair;
    return from == to || memref::CastOp::areCastCompatible(from, to);
  };
  if (callee.getNumResults() == 0 && given.size() == taken.size() &&
      llvm::all_of(llvm::zip(given, taken), fits))
    return success();
  InFlightDiagnostic error = intrin.emitOpError("expected a function on ")
                             << given << " without results, got "
                             << callee.getFunctionType();
  error.attachNote(callee.getLoc()) << "the function";
  return error;
}

static void buildCall(RewriterBase &rewriter, HardwareIntrinOp intrin,
                      func::FuncOp callee) {
  rewriter.setInsertionPoint(intrin);
  SmallVector<Value> operands;
  for (auto [buffer, type] :
       llvm::zip(intrin.getBuffers(), callee.getArgumentTypes()))
    operands.push_back(
        buffer.getType() == type
            ? buffer
            : memref::CastOp::create(rewriter, intrin.getLoc(), type, buffer)
                  .getResult());
  rewriter.replaceOpWithNewOp<func::CallOp>(intrin, callee, operands);
}

LogicalResult lowerHardwareIntrins(ModuleOp module, bool isComplete) {
  IRRewriter rewriter(module.getContext());
  for (auto intrin :
       llvm::make_early_inc_range(module.getOps<TensorIntrinOp>()))
    rewriter.eraseOp(intrin);
  SymbolTable symbols(module);
  WalkResult result = module.walk([&](HardwareIntrinOp intrin) {
    auto callee = symbols.lookup<func::FuncOp>(intrin.getName());
    if (!callee && isComplete)
      return WalkResult(intrin.emitOpError("'")
                        << intrin.getName()
                        << "' is no instruction of this target, and no "
                           "function of the module");
    if (!callee)
      return WalkResult::advance();
    if (failed(verifyCall(intrin, callee)))
      return WalkResult::interrupt();
    buildCall(rewriter, intrin, callee);
    return WalkResult::advance();
  });
  return failure(result.wasInterrupted());
}

namespace {
struct LowerHardwareIntrinsPass
    : impl::LowerHardwareIntrinsPassBase<LowerHardwareIntrinsPass> {
  using LowerHardwareIntrinsPassBase::LowerHardwareIntrinsPassBase;
  void runOnOperation() override {
    if (failed(lowerHardwareIntrins(getOperation(), complete)))
      signalPassFailure();
  }
};
} // namespace

} // namespace tvm::te
