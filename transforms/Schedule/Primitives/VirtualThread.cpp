#include "transforms/Schedule/Primitives/Preconditions.h"
#include "transforms/Schedule/Primitives/Primitives.h"

using namespace mlir;

namespace tvm::schedule {

DiagnosedSilenceableFailure virtualThread(Loop loop) {
  static constexpr StringLiteral kAction = "make virtual threads";
  if (auto d = requireSerial(loop, kAction); !d.succeeded())
    return d;
  if (auto d = requireConstantTripCount(loop, kAction); !d.succeeded())
    return d;
  if (auto d = requireIndependent(loop, kAction); !d.succeeded())
    return d;
  setLoopKind(loop, LoopKind::VirtualThread);
  return DiagnosedSilenceableFailure::success();
}

} // namespace tvm::schedule
