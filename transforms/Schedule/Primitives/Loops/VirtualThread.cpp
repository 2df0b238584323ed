// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "transforms/Schedule/Primitives/Loops/Loops.h"
#include "transforms/Schedule/Primitives/Support/Preconditions.h"

using namespace mlir;

namespace tvm::schedule {

DiagnosedSilenceableFailure virtualThread(Loop loop,
                                          std::optional<int64_t> extent) {
  static constexpr StringLiteral kAction = "make virtual threads";
  if (auto d = requireSerial(loop, kAction); !d.succeeded())
    return d;
  if (auto d = requireConstantTripCount(loop, kAction); !d.succeeded())
    return d;
  if (auto d = requireFewCopies(loop, kAction); !d.succeeded())
    return d;
  if (auto d = requireExtent(loop, extent, kAction); !d.succeeded())
    return d;
  if (auto d = requireIndependent(loop, kAction); !d.succeeded())
    return d;
  setLoopKind(loop, LoopKind::VirtualThread);
  return DiagnosedSilenceableFailure::success();
}

} // namespace tvm::schedule
