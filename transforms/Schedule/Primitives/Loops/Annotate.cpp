// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "transforms/Schedule/Primitives/Loops/Loops.h"

using namespace mlir;

namespace tvm::schedule {

/// Whether `name` describes a loop or block itself; primitives maintain these.
static bool isReserved(StringRef name) {
  return name.starts_with("te.") || name.starts_with("schedule.");
}

DiagnosedSilenceableFailure annotate(Operation *op, StringAttr name,
                                     Attribute value) {
  if (isReserved(name))
    return emitSilenceableFailure(op) << "cannot annotate: the name '"
                                      << name.getValue() << "' is reserved";
  if (op->getInherentAttr(name))
    return emitSilenceableFailure(op) << "cannot annotate: '" << name.getValue()
                                      << "' is part of the operation";
  op->setDiscardableAttr(name, value);
  return DiagnosedSilenceableFailure::success();
}

} // namespace tvm::schedule
