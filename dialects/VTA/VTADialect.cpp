#include "dialects/VTA/VTADialect.h"

#include "dialects/VTA/VTAAttributes.h"
#include "mlir/IR/Operation.h"

#include "dialects/VTA/VTADialect.cpp.inc"

using namespace mlir;

LogicalResult
tvm::vta::VTADialect::verifyOperationAttribute(Operation *op,
                                               NamedAttribute attribute) {
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
