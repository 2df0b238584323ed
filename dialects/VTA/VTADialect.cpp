// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "dialects/VTA/VTADialect.h"

#include "dialects/VTA/VTAAttributes.h"
#include "mlir/IR/Operation.h"

#include "dialects/VTA/VTADialect.cpp.inc"

using namespace mlir;

static LogicalResult verifyRemovedTokens(Operation *op, Attribute value) {
  auto all = dyn_cast<ArrayAttr>(value);
  if (all && llvm::all_of(all, llvm::IsaPred<tvm::vta::RemovedTokenAttr>))
    return success();
  return op->emitOpError("expected 'vta.removed_tokens' to be an array of "
                         "#vta.removed_token, got ")
         << value;
}

LogicalResult
tvm::vta::VTADialect::verifyOperationAttribute(Operation *op,
                                               NamedAttribute attribute) {
  if (attribute.getName() == "vta.removed_tokens")
    return verifyRemovedTokens(op, attribute.getValue());
  if (attribute.getName() != "vta.config" ||
      isa<ConfigAttr>(attribute.getValue()))
    return success();
  return op->emitError("expected 'vta.config' to be a #vta.config, got ")
         << attribute.getValue();
}

void tvm::vta::VTADialect::initialize() {
  registerAttributes();
  registerProgramOps();
  registerTokensOps();
  registerRangesOps();
  registerInstructionsOps();
  registerTilesOps();
}
