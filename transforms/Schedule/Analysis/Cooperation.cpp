// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "transforms/Schedule/Analysis/Cooperation.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "transforms/Schedule/Analysis/Launches.h"

using namespace mlir;

namespace tvm::schedule {

bool isShared(Value buffer) {
  auto scope = dyn_cast_or_null<StringAttr>(
      cast<MemRefType>(buffer.getType()).getMemorySpace());
  return scope && scope.getValue() == "shared";
}

bool isOverThreads(Loop loop) {
  std::optional<GPUAxis> axis = getBoundAxis(loop);
  return axis && isThreadAxis(*axis);
}

/// Whether `buffer` is allocated in `loop` and all threads share its memory.
static bool isSharedIn(Value buffer, Loop loop) {
  return isShared(buffer) && buffer.getDefiningOp() &&
         isDefinedIn(loop, buffer);
}

bool isCooperative(te::BlockOp block, Loop loop) {
  if (!isOverThreads(loop) || !loop->isProperAncestor(block))
    return false;
  SmallVector<unsigned> written = getWrittenCaptures(block);
  return !written.empty() && llvm::all_of(written, [&](unsigned index) {
    return isSharedIn(block.getCaptures()[index], loop);
  });
}

/// Whether `value` is the same in all iterations of `loop`, a loop of threads.
/// Shared buffers allocated in it count as the same: requireSameOnThreads
/// checks each.
static bool isSame(Value value, Loop loop) {
  if (!isDefinedIn(loop, value))
    return true;
  if (isa<MemRefType>(value.getType()))
    return isa_and_nonnull<memref::AllocOp, memref::AllocaOp>(
               value.getDefiningOp()) &&
           isShared(value);
  auto areSame = [&](ValueRange operands) {
    return llvm::all_of(operands,
                        [&](Value each) { return isSame(each, loop); });
  };
  if (Loop inner = affine::getForInductionVarOwner(value))
    return inner != loop && areSame(inner.getControlOperands());
  Operation *op = value.getDefiningOp();
  return op && op->getNumRegions() == 0 && isMemoryEffectFree(op) &&
         areSame(op->getOperands());
}

/// Whether instances of `block` are the same in all iterations of `loop`.
static bool isSame(te::BlockOp block, Loop loop) {
  for (Loop inner : getLoops(block))
    if (loop->isProperAncestor(inner) && !isSame(inner.getInductionVar(), loop))
      return false;
  return llvm::all_of(block->getOperands(),
                      [&](Value each) { return isSame(each, loop); });
}

DiagnosedSilenceableFailure requireSameOnThreads(Value buffer,
                                                 const Twine &action) {
  Operation *definition = buffer.getDefiningOp();
  if (!definition)
    return DiagnosedSilenceableFailure::success();
  for (Loop loop : getLoops(definition)) {
    if (!isOverThreads(loop))
      continue;
    for (Operation *user : buffer.getUsers()) {
      auto block = dyn_cast<te::BlockOp>(user);
      if (!block || llvm::none_of(getWrittenCaptures(block), [&](unsigned i) {
            return block.getCaptures()[i] == buffer;
          }))
        continue;
      if (isCooperative(block, loop) && isSame(block, loop))
        continue;
      auto failure = emitSilenceableFailure(
          loop, "cannot " + action +
                    ": expected a shared buffer to be outside of the loops of "
                    "threads, which share it, or to get the same from all of "
                    "them");
      failure.attachNote(definition->getLoc()) << "this buffer";
      failure.attachNote(block.getLoc())
          << "'" << block.getName()
          << "' does not write the same to it in each iteration";
      return failure;
    }
  }
  return DiagnosedSilenceableFailure::success();
}

} // namespace tvm::schedule
