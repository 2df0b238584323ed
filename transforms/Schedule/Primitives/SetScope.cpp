#include "transforms/Schedule/Analysis/Races.h"
#include "transforms/Schedule/Primitives/Primitives.h"
#include "transforms/Schedule/Primitives/WrittenBuffer.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;

namespace tvm::schedule {

/// (P3), of the scope that the buffer has.
static DiagnosedSilenceableFailure checkLaunches(Value buffer,
                                                 const Twine &action) {
  SetVector<Operation *> launches;
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
  Value buffer;
  std::string action =
      ("set the scope of what '" + block.getName() + "' writes").str();
  if (auto d = getWrittenBuffer(block, action, buffer); !d.succeeded())
    return d;
  auto type = cast<MemRefType>(buffer.getType());
  setBufferType(buffer, MemRefType::Builder(type).setMemorySpace(memorySpace));
  auto outcome = checkLaunches(buffer, action);
  if (!outcome.succeeded())
    setBufferType(buffer, type);
  return outcome;
}

} // namespace tvm::schedule
