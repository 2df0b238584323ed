#include "dialects/VTA/VTADialect.h"

#include "dialects/VTA/VTADialect.cpp.inc"

void tvm::vta::VTADialect::initialize() {
  registerAttributes();
  registerProgramOps();
  registerTokensOps();
  registerRangesOps();
  registerInstructionsOps();
}
