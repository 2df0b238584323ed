// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "transforms/Schedule/Primitives/Support/WrittenBuffer.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "transforms/Schedule/Primitives/Support/Captures.h"
#include "transforms/Schedule/Primitives/Support/RegionBuffer.h"

using namespace mlir;

namespace tvm::schedule {

/// The first use of `buffer` that does not permit another type.
static Operation *findForeignUseOf(Value buffer) {
  for (OpOperand &use : buffer.getUses()) {
    Operation *user = use.getOwner();
    auto dim = dyn_cast<memref::DimOp>(user);
    if (isa<memref::DeallocOp>(user) || (dim && dim.getConstantIndex()))
      continue;
    auto block = dyn_cast<te::BlockOp>(user);
    if (!block)
      return user;
    if (Operation *foreign = findForeignUse(block, use.getOperandNumber() -
                                                       block.getIters().size()))
      return foreign;
  }
  return nullptr;
}

/// Checks that the kernel allocates `buffer`, and that it is only loaded from
/// and stored to.
static DiagnosedSilenceableFailure
checkBuffer(te::BlockOp block, const Twine &action, Value buffer) {
  auto refusal = [&](const Twine &why) {
    return emitSilenceableFailure(block, "cannot " + action + ": " + why);
  };
  if (!getAllocation(buffer))
    return refusal("expected a buffer that the kernel allocates, not an "
                   "output");
  if (Operation *foreign = findForeignUseOf(buffer)) {
    auto failure =
        refusal("expected a buffer that is only loaded from and stored to");
    failure.attachNote(foreign->getLoc()) << "here";
    return failure;
  }
  return DiagnosedSilenceableFailure::success();
}

DiagnosedSilenceableFailure getWrittenBuffers(te::BlockOp block,
                                              const Twine &action,
                                              SmallVectorImpl<Value> &buffers) {
  for (unsigned index : getWrittenCaptures(block)) {
    buffers.push_back(block.getCaptures()[index]);
    if (auto d = checkBuffer(block, action, buffers.back()); !d.succeeded())
      return d;
  }
  if (buffers.empty())
    return emitSilenceableFailure(
        block, "cannot " + action + ": expected a block that writes a buffer");
  return DiagnosedSilenceableFailure::success();
}

DiagnosedSilenceableFailure
getWrittenBuffer(te::BlockOp block, const Twine &action, Value &buffer) {
  std::optional<unsigned> written = getWrittenCapture(block);
  if (!written)
    return emitSilenceableFailure(
        block,
        "cannot " + action + ": expected a block that writes one buffer");
  buffer = block.getCaptures()[*written];
  return checkBuffer(block, action, buffer);
}

void setBufferType(Value buffer, MemRefType type) {
  buffer.setType(type);
  SmallVector<Operation *> users(buffer.getUsers());
  for (Operation *user : users)
    if (auto block = dyn_cast<te::BlockOp>(user))
      for (unsigned i = 0; i < block.getCaptures().size(); ++i)
        if (block.getCaptures()[i] == buffer)
          setCapture(block, i, buffer);
}

} // namespace tvm::schedule
