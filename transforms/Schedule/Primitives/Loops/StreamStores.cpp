// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "transforms/Schedule/Primitives/Loops/Loops.h"

using namespace mlir;

namespace tvm::schedule {

DiagnosedSilenceableFailure streamStores(Loop loop) {
  if (getLoopKind(loop) != LoopKind::Vectorized)
    return emitSilenceableFailure(loop)
           << "cannot stream stores: expected a vectorized loop";
  loop->setAttr(kStreamsAttrName, UnitAttr::get(loop.getContext()));
  return DiagnosedSilenceableFailure::success();
}

} // namespace tvm::schedule
