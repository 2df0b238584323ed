// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "transforms/Schedule/Analysis/Races.h"
#include "transforms/Schedule/Primitives/Memory/Memory.h"
#include "transforms/Schedule/Primitives/Support/WrittenBuffer.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;

namespace tvm::schedule {

/// (P3), for the scopes that the buffers now have.
static DiagnosedSilenceableFailure checkLaunches(ArrayRef<Value> buffers,
                                                 const Twine &action) {
  SetVector<Operation *> launches;
  for (Value buffer : buffers)
    for (Operation *user : buffer.getUsers())
      if (Loop launch = getLaunch(user))
        launches.insert(launch);
  for (Operation *launch : launches)
    if (auto d = requireThreads(cast<Loop>(launch), /*bound=*/{}, action,
                                /*isPartial=*/true);
        !d.succeeded())
      return d;
  return DiagnosedSilenceableFailure::success();
}

DiagnosedSilenceableFailure setScope(te::BlockOp block, Attribute memorySpace) {
  SmallVector<Value> buffers;
  std::string action =
      ("set the scope of what '" + block.getName() + "' writes").str();
  if (auto d = getWrittenBuffers(block, action, buffers); !d.succeeded())
    return d;
  SmallVector<MemRefType> types = llvm::map_to_vector(
      buffers, [](Value b) { return cast<MemRefType>(b.getType()); });
  for (auto [buffer, type] : llvm::zip(buffers, types))
    setBufferType(buffer,
                  MemRefType::Builder(type).setMemorySpace(memorySpace));
  auto outcome = checkLaunches(buffers, action);
  if (!outcome.succeeded())
    for (auto [buffer, type] : llvm::zip(buffers, types))
      setBufferType(buffer, type);
  return outcome;
}

} // namespace tvm::schedule
