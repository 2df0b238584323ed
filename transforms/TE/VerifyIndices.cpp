// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "transforms/TE/Passes.h"

#include "dialects/TE/Divisors.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/Interfaces/ShapedOpInterfaces.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;

namespace tvm::te {

#define GEN_PASS_DEF_VERIFYINDICESPASS
#include "transforms/TE/Passes.h.inc"

static bool areMapsFine(ArrayRef<AffineMap> maps) {
  return llvm::all_of(maps,
                      [](AffineMap map) { return dividesByPositive(map); });
}

/// Checks the maps of upstream's operations; operations of `te` verify their
/// own.
static bool areDivisorsFine(Operation *op) {
  using namespace affine;
  return llvm::TypeSwitch<Operation *, bool>(op)
      .Case<AffineApplyOp, AffineMinOp, AffineMaxOp>(
          [](auto op) { return dividesByPositive(op.getMap()); })
      .Case([](AffineForOp op) {
        return areMapsFine({op.getLowerBoundMap(), op.getUpperBoundMap()});
      })
      .Case([](AffineParallelOp op) {
        return areMapsFine({op.getLowerBoundsMap(), op.getUpperBoundsMap()});
      })
      .Case([](AffineIfOp op) { return dividesByPositive(op.getIntegerSet()); })
      .Case<AffineReadOpInterface, AffineWriteOpInterface>(
          [](auto op) { return dividesByPositive(op.getAffineMap()); })
      .Case([](AffinePrefetchOp op) {
        return dividesByPositive(op.getAffineMap());
      })
      .Default(true);
}

static bool isLayoutFine(Type type) {
  auto memref = dyn_cast<MemRefType>(type);
  auto map =
      memref ? dyn_cast<AffineMapAttr>(memref.getLayout()) : AffineMapAttr();
  return !map || dividesByPositive(map.getValue());
}

static bool areLayoutsFine(Operation *op) {
  if (!llvm::all_of(op->getResultTypes(), isLayoutFine))
    return false;
  return llvm::all_of(op->getRegions(), [](Region &region) {
    return region.empty() ||
           llvm::all_of(region.front().getArgumentTypes(), isLayoutFine);
  });
}

static LogicalResult verifyDim(ShapedDimOpInterface op) {
  auto type = dyn_cast<ShapedType>(op.getShapedValue().getType());
  auto dim = getConstantIntValue(op.getDimension());
  if (!type || !type.hasRank() || !dim || (*dim >= 0 && *dim < type.getRank()))
    return success();
  return op->emitOpError("expected a dimension of ")
         << type << ", got " << *dim;
}

LogicalResult verifyIndices(Operation *root) {
  WalkResult result = root->walk<WalkOrder::PreOrder>([](Operation *op) {
    if (auto dim = dyn_cast<ShapedDimOpInterface>(op))
      return WalkResult(verifyDim(dim));
    if (areDivisorsFine(op) && areLayoutsFine(op))
      return WalkResult::advance();
    return WalkResult(refuseDivisor(op));
  });
  return failure(result.wasInterrupted());
}

namespace {
struct VerifyIndicesPass : impl::VerifyIndicesPassBase<VerifyIndicesPass> {
  void runOnOperation() override {
    if (failed(verifyIndices(getOperation())))
      return signalPassFailure();
    markAllAnalysesPreserved();
  }
};
} // namespace

} // namespace tvm::te
