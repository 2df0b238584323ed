#ifndef TVM_TRANSFORMS_SCHEDULE_PRIMITIVES_PRECONDITIONS_H
#define TVM_TRANSFORMS_SCHEDULE_PRIMITIVES_PRECONDITIONS_H

// Preconditions that primitives share. `action` is what cannot be done
// otherwise: "cannot <action>: …".

#include "mlir/Dialect/Transform/Utils/DiagnosedSilenceableFailure.h"
#include "transforms/Schedule/Analysis/Loops.h"

namespace tvm::schedule {

/// The loop has no kind yet and runs from 0 in steps of 1.
mlir::DiagnosedSilenceableFailure requireSerial(Loop loop,
                                                llvm::StringRef action);

/// `inner` is all that the body of `outer` holds.
mlir::DiagnosedSilenceableFailure requirePerfectNest(Loop outer, Loop inner,
                                                     llvm::StringRef action);

} // namespace tvm::schedule

#endif // TVM_TRANSFORMS_SCHEDULE_PRIMITIVES_PRECONDITIONS_H
