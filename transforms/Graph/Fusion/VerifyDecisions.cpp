// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "dialects/Graph/GraphDecisions.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/TypeUtilities.h"
#include "transforms/Graph/Passes.h"

using namespace mlir;

namespace tvm::graph {

#define GEN_PASS_DEF_VERIFYDECISIONSPASS
#include "transforms/Graph/Passes.h.inc"

/// The types of floats among the elements of `types`.
static SmallVector<Type> getFloats(TypeRange types) {
  SmallVector<Type> floats;
  for (Type type : types)
    if (isa<FloatType>(getElementTypeOrSelf(type)))
      floats.push_back(getElementTypeOrSelf(type));
  return floats;
}

static InFlightDiagnostic refuse(Operation *op) {
  InFlightDiagnostic diagnostic = op->emitOpError();
  diagnostic.attachNote()
      << "such a decision is possible on a module of level 'import'";
  return diagnostic;
}

static LogicalResult verifyPrecision(Operation *op) {
  auto decision = op->getAttrOfType<TypeAttr>(kPrecisionAttrName);
  if (!decision)
    return success();
  SmallVector<Type> floats = getFloats(op->getResultTypes());
  if (llvm::is_contained(floats, decision.getValue()))
    return success();
  return refuse(op) << "expected graph-to-mixed-precision to let it compute in "
                    << decision.getValue() << ", got " << floats.front();
}

static LogicalResult verifyLayout(Operation *op) {
  auto decision = op->getAttrOfType<StringAttr>(kDataLayoutAttrName);
  auto layout = op->getAttrOfType<StringAttr>("layout");
  if (!decision || decision == layout)
    return success();
  return refuse(op) << "expected graph-convert-layout to give it the layout "
                    << decision << ", got " << layout;
}

namespace {
struct VerifyDecisionsPass
    : impl::VerifyDecisionsPassBase<VerifyDecisionsPass> {
  void runOnOperation() override {
    bool holds = true;
    getOperation().walk([&](Operation *op) {
      holds &= succeeded(verifyPrecision(op)) && succeeded(verifyLayout(op));
    });
    if (!holds)
      signalPassFailure();
  }
};
} // namespace

} // namespace tvm::graph
